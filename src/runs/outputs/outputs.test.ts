// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { outputQuantity } from '../../scene/output-quantity.ts';
import { box } from '../../shapes/kinds/box.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodySurface } from './body-surface.ts';
import { contactCells } from './contacts-output.ts';
import { idsByName, quantityReader } from './csv-columns.ts';
import { centroidsOf, ownPositions } from './own-frames.ts';
import { meshPoses, Snapshot } from './snapshot.ts';
import { facetLoads, vtkContacts, vtkMeshes, vtkSurfaces } from './vtk-snapshot.ts';

const WING: MeshSpec = {
  name: 'wing',
  mesh: facetMesh({
    vertices: [
      [1, 0, 0],
      [2, 0, 0],
      [1, 0, 1],
    ],
    facets: [[0, 1, 2]],
  }),
  material: 'm',
  motion: { velocity: [0, 0, 3], rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: Math.PI / 2 }, from: 1 },
};

const SPEC: SimulationSpec = {
  timeStep: 1e-3,
  gravity: [0, 0, 0],
  materials: [{ name: 'm', density: 1000, stiffness: 1e3 }],
  law: { normal: 'linear' },
  shapes: [{ name: 's', sphere: { radius: 0.5 } }],
  bodies: [
    { name: 'first', id: 7, shape: 's', material: 'm', position: [1, 2, 3] },
    { name: 'next', shape: 's', material: 'm', position: [4, 5, 6] },
  ],
  halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'm' }],
};

function read(name: string, simulation: Simulation, spec = SPEC): readonly (number | undefined)[] {
  const quantity = outputQuantity(name);
  if (quantity === undefined) throw new Error(name);
  return quantityReader(quantity, spec, idsByName(spec))(new Snapshot(simulation));
}

describe('quantities', () => {
  it('are those of the bodies with the ids that the simulation gives', () => {
    const simulation = new Simulation(SPEC);
    expect([...idsByName(SPEC)]).toEqual([
      ['first', 7],
      ['next', 8],
    ]);
    expect(read('body.first.position', simulation)).toEqual([1, 2, 3]);
    expect(read('body.next.position.z', simulation)).toEqual([6]);
    expect(read('count.bodies', simulation)).toEqual([2]);
    expect(read('halfSpace.floor.force', simulation)).toEqual([0, 0, 0]);
  });

  it('have no value once the body is deleted', () => {
    const simulation = new Simulation(SPEC);
    simulation.removeBody(8);
    expect(read('body.next.velocity', simulation)).toEqual([undefined, undefined, undefined]);
    expect(read('body.first.position.x', simulation)).toEqual([1]);
  });

  it('follow a mesh and tell its load', () => {
    const spec = { ...SPEC, meshes: [{ ...WING, position: [0, 0, 2.6] as const }] };
    const simulation = new Simulation({ ...spec, bodies: [{ shape: 's', material: 'm', position: [1.3, 0.49, 3] }] });
    simulation.step();
    expect(read('mesh.wing.position.z', simulation, spec)).toEqual([2.6]);
    const [x = 0, y = 0, z = 0] = read('mesh.wing.force', simulation, spec);
    // The sphere overlaps the wing, whose plane is y = 0, by 1 cm: 10 N along -y.
    expect([x, z]).toEqual([0, 0]);
    expect(y).toBeCloseTo(-10, 12);
    // At (1.3, 0, 0.4) in the mesh's frame.
    const moment = read('mesh.wing.moment', simulation, spec);
    expect(moment[0]).toBeCloseTo(4, 12);
    expect(moment[2]).toBeCloseTo(-13, 12);
  });
});

describe('meshes', () => {
  it('are where their motion has brought them', () => {
    const half = Math.SQRT1_2;
    const wanted = [0, 0, 3, half, 0, 0, half];
    [...meshPoses([WING], 2)].forEach((value, i) => {
      expect(value).toBeCloseTo(wanted[i], 14);
    });
    expect([...meshPoses([WING], 0.5)]).toEqual([0, 0, 0, 1, 0, 0, 0]);
  });

  it('are written with a number for each', () => {
    const meshes = [WING, { ...WING, name: 'other' }];
    const simulation = new Simulation({ ...SPEC, meshes });
    const text = new TextDecoder('latin1').decode(vtkMeshes(new Snapshot(simulation), meshes));
    expect(text).toContain(
      'NumberOfPoints="6" NumberOfVerts="0" NumberOfLines="0" NumberOfStrips="0" NumberOfPolys="2"',
    );
    expect(text).toContain('Name="mesh"');
  });
});

describe('contacts with a mesh', () => {
  // On the facet 1 cm above its plane, and beyond the edge from (1, 0, 0) to (1, 0, 1) of the wing.
  const wing = { ...WING, position: [0, 0, 2.6] as const };
  const spec: SimulationSpec = {
    ...SPEC,
    meshes: [{ ...WING, name: 'far', position: [0, 0, 90] }, wing],
    bodies: [
      { shape: 's', material: 'm', position: [1.3, 0.49, 3] },
      { shape: 's', material: 'm', position: [0.52, -0.1, 3] },
      { shape: 's', material: 'm', position: [5, 5, 0.49] },
    ],
  };

  it('tell facet or edge in the table, half-spaces their name', () => {
    const simulation = new Simulation(spec);
    const contacts = simulation.contacts();
    const cells = Array.from({ length: contacts.count }, (_, k) => contactCells(contacts, k, spec));
    const byBody = new Map(cells.map((row) => [row[0], row]));
    expect(byBody.get(0)?.slice(1, 6)).toEqual(['mesh', 'wing', 0, 'facet', 0]);
    expect(byBody.get(0)?.slice(13)).toEqual([0, expect.closeTo(10, 9), 0]);
    expect(byBody.get(1)?.slice(1, 5)).toEqual(['mesh', 'wing', 0, 'edge']);
    expect(byBody.get(2)?.slice(1, 6)).toEqual(['halfSpace', 'floor', '', '', '']);
    const edge = Number(byBody.get(1)?.[5]);
    const ends = [...wing.mesh.edgeVertices.subarray(2 * edge, 2 * edge + 2)];
    expect(new Set(ends)).toEqual(new Set([0, 2]));
  });

  it('are in the files for ParaView, added up on each facet', () => {
    const snapshot = new Snapshot(new Simulation(spec));
    const contacts = new TextDecoder('latin1').decode(vtkContacts(snapshot));
    for (const name of ['facet', 'feature', 'featureId']) expect(contacts).toContain(`Name="${name}"`);
    const meshes = new TextDecoder('latin1').decode(vtkMeshes(snapshot, spec.meshes ?? [], true));
    expect(meshes).toContain('Name="force"');
    expect(meshes).toContain('Name="contacts"');
    const [, load] = facetLoads(snapshot, spec.meshes ?? []).map(({ values }) => [...values]);
    expect(load).toEqual([0, 2]);
    const [force = []] = facetLoads(snapshot, spec.meshes ?? []).map(({ values }) => [...values]);
    const simulation = new Simulation(spec);
    simulation.step();
    const { x, y, z } = simulation.meshLoads()[1]?.force ?? { x: 0, y: 0, z: 0 };
    [0, 0, 0, x, y, z].forEach((value, k) => {
      expect(force[k]).toBeCloseTo(value, 9);
    });
  });
});

describe('the own frame of a clump', () => {
  it('is where the scene has put it, though the centre of mass is elsewhere', () => {
    const spheres = [
      { centre: [0, 0, 0], radius: 1 },
      { centre: [4, 0, 0], radius: 2 },
    ] as const;
    const simulation = new Simulation({
      ...SPEC,
      shapes: [{ name: 's', clump: { spheres } }],
      bodies: [
        { shape: 's', material: 'm', position: [10, 20, 30], orientation: [0.5, 0.5, 0.5, 0.5] },
        { shape: 's', material: 'm', position: [-10, 20, 30], orientation: [0.5, 0.5, 0.5, 0.5], scale: 2 },
      ],
    });
    const bodies = simulation.bodies();
    const centroids = centroidsOf(simulation.spec.shapes);
    // Balls of volume 1 and 8, the centre of the larger at y = 4 after the turn.
    expect(bodies.position[1]).toBeCloseTo(20 + 32 / 9, 12);
    const own = ownPositions(bodies, centroids);
    [10, 20, 30, -10, 20, 30].forEach((value, k) => {
      expect(own[k]).toBeCloseTo(value, 12);
    });
    expect(bodies.position[4]).toBeCloseTo(20 + 64 / 9, 12);
  });
});

describe('the surfaces of a moment', () => {
  it('are as large as the bodies', () => {
    // A power of two, which costs no rounding.
    const scaled = { ...SPEC, bodies: [{ shape: 's', material: 'm', position: [0, 0, 9], scale: 2 }] } as const;
    const written = {
      ...SPEC,
      shapes: [{ name: 's', sphere: { radius: 1 } }],
      bodies: [{ ...scaled.bodies[0], scale: 1 }],
    };
    const [a, b] = [scaled, written].map((spec) => {
      const looks = { surfaces: (spec.shapes ?? []).map(bodySurface), centroids: centroidsOf(spec.shapes) };
      return vtkSurfaces(new Snapshot(new Simulation(spec)), looks, 10);
    });
    expect(a).toEqual(b);
  });
});

describe('the surface of a body', () => {
  it('is that of all its parts', () => {
    const spheres = [
      { centre: [0, 0, 0], radius: 1 },
      { centre: [3, 0, 0], radius: 2 },
    ] as const;
    const clump = bodySurface({ name: 'clump', clump: { spheres } });
    expect(clump.vertices.length).toBe(2 * 3 * 62);
    expect(Math.max(...clump.vertices)).toBeCloseTo(5, 14);
    const bar = box({ halfExtents: [1, 1, 1] });
    const cross = compound([{ shape: bar }, { shape: bar, pose: { position: [0, 0, 5] } }]);
    const surface = bodySurface({ name: 'cross', compound: cross });
    expect(surface.faceOffsets.length - 1).toBe(12);
    expect(Math.max(...surface.vertices)).toBe(6);
  });
});
