// SPDX-License-Identifier: MIT
/**
 * Spheres and clumps on meshes move as on the half-space that the mesh is a piece of, however it is cut into facets.
 */
import { describe, expect, it } from 'vitest';
import { floorMesh } from '../../tests/support/mesh-scene.ts';
import { PLANE_MESHES, PLANE_NORMAL } from '../../tests/support/plane-meshes.ts';
import { HERTZ_MINDLIN, LINEAR, spheres, WALL } from '../../tests/support/sphere-heap.ts';
import type { ContactLawSpec, MaterialSpec } from '../contact-laws/law-spec.ts';
import { Random } from '../math/random.ts';
import { type FacetMesh, facetMesh } from '../meshes/facet-mesh.ts';
import { Simulation } from './simulation.ts';
import type { BodySpec, MeshSpec, MotionSpec, SimulationSpec } from './simulation-spec.ts';
import { CONTACT_MESH } from './views/simulation-views.ts';

const RADIUS = 0.05;
const GRAIN = { density: 1000, youngsModulus: 1e6, poissonsRatio: 0.3, restitution: 0.7, friction: 0.3 };
/**
 * Rounding of contact points on a mesh of coordinates a hundred times the radius, over a few hundred steps of contact.
 */
const AS_ON_HALF_SPACE = 1e-12;

function scene(body: Partial<BodySpec>, more: Partial<SimulationSpec> = {}, grain: object = {}): SimulationSpec {
  const gravity = [0, 0, -9.81] as const;
  return spheres(RADIUS, { ...GRAIN, ...grain }, [body], { timeStep: 5e-5, gravity, law: HERTZ_MINDLIN, ...more });
}

const onMesh = (mesh: FacetMesh, motion?: MotionSpec): Partial<SimulationSpec> => ({
  meshes: [{ name: 'wall', mesh, material: 'wall', ...(motion && { motion }) }],
});
const onHalfSpace = (normal: readonly [number, number, number], motion?: MotionSpec): Partial<SimulationSpec> => ({
  halfSpaces: [{ name: 'wall', normal, offset: 0, material: 'wall', ...(motion && { motion }) }],
});

/** Position over the radius, velocity, surface speed of rotation; and what became of the energy. */
function stateAfter(spec: SimulationSpec, steps: number): number[] {
  const simulation = new Simulation(spec);
  simulation.step(steps);
  const { position, velocity, angularVelocity, orientation } = simulation.bodies();
  const { frictionLoss, dampingLoss, rollingLoss, wallWork, insertedEnergy } = simulation.energy();
  const losses = [frictionLoss, dampingLoss, rollingLoss, wallWork].map((loss) => loss / Math.abs(insertedEnergy));
  simulation.dispose();
  const lengths = [...position].map((x) => x / RADIUS);
  return [...lengths, ...velocity, ...[...angularVelocity].map((rate) => RADIUS * rate), ...orientation, ...losses];
}

function largestDifference(a: readonly number[], b: readonly number[]): number {
  expect(a.length).toBe(b.length);
  return Math.max(...a.map((x, k) => Math.abs(x - b[k])));
}

describe('a sphere on a meshed plane', () => {
  const { x, z } = PLANE_NORMAL;
  const thrown = { position: [0.011, 0.023, 0.1], velocity: [0.3, 0.4, -0.2], angularVelocity: [3, -5, 7] } as const;

  it.each(Object.entries(PLANE_MESHES))('moves as on the half-space: %s', (_, make) => {
    const { vertices, facets } = make(new Random(11));
    const expected = stateAfter(scene(thrown, onHalfSpace([x, 0, z])), 8000);
    const found = stateAfter(scene(thrown, onMesh(facetMesh({ vertices, facets }))), 8000);
    expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
  });

  it('does not care for the order of the facets, to the bit', () => {
    const { vertices, facets } = PLANE_MESHES['random triangles']?.(new Random(12)) ?? { vertices: [], facets: [] };
    const turned = facets.map(([first = 0, ...others]) => [...others, first]).reverse();
    const one = stateAfter(scene(thrown, onMesh(facetMesh({ vertices, facets }))), 4000);
    const other = stateAfter(scene(thrown, onMesh(facetMesh({ vertices, facets: turned }))), 4000);
    expect(other).toEqual(one);
  });

  const laws: readonly [string, ContactLawSpec, Omit<MaterialSpec, 'name' | 'density'>][] = [
    ['linear springs', LINEAR, { stiffness: 1e4, friction: 0.3, staticFriction: 0.5 }],
    [
      'incremental friction, rolling and twisting resistance, simplified cohesion',
      { normal: 'hertz', tangential: 'mindlin-incremental', rolling: 'model-a', twisting: 'model-a', cohesion: 'sjkr' },
      { rollingFriction: 0.05, twistingFriction: 0.05, cohesion: 500 },
    ],
    ['adhesion across a gap', { normal: 'hertz', tangential: 'mindlin', cohesion: 'jkr' }, { cohesion: 0.5 }],
  ];
  it.each(laws)('obeys the law of the half-space: %s', (_, law, grain) => {
    const expected = stateAfter(scene(thrown, { law, ...onHalfSpace([0, 0, 1]) }, grain), 6000);
    const found = stateAfter(scene(thrown, { law, ...onMesh(floorMesh(13, 4)) }, grain), 6000);
    expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
  });

  const motions: readonly [string, MotionSpec][] = [
    ['translation', { velocity: [0.1, 0.2, 0.05] }],
    ['rotation about an axis aslant', { rotation: { axis: [0.02, 0.01, 1], through: [0.3, 0.1, 0], rate: 2 } }],
    ['oscillation', { oscillation: { direction: [1, 0, 1], amplitude: 0.01, frequency: 5 }, from: 0.05 }],
  ];
  it.each(motions)('is moved by it as by the half-space: %s', { tags: ['long'] }, (_, motion) => {
    const expected = stateAfter(scene(thrown, onHalfSpace([0, 0, 1], motion)), 8000);
    const found = stateAfter(scene(thrown, onMesh(floorMesh(13, 4), motion)), 8000);
    expect(largestDifference(found, expected)).toBeLessThan(AS_ON_HALF_SPACE);
  });

  it.each([
    ['half-space', onHalfSpace([0, 0, 1], { rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 20 } })],
    ['mesh', onMesh(floorMesh(13, 4), { rotation: { axis: [0, 0, 1], through: [0, 0, 0], rate: 20 } })],
  ])('is spun up on its axis by twisting resistance, which is work of the wall: %s', (_, wall) => {
    const law = { normal: 'hertz', tangential: 'mindlin', twisting: 'model-a' } as const;
    const resting = { position: [0, 0, RADIUS - 2e-4] } as const;
    const simulation = new Simulation(scene(resting, { law, ...wall }, { twistingFriction: 0.1 }));
    simulation.step(4000);
    const { rotational, wallWork, balance } = simulation.energy();
    expect(simulation.body(0).angularVelocity.z).toBeGreaterThan(9);
    expect(wallWork).toBeGreaterThan(rotational);
    expect(Math.abs(balance)).toBeLessThan(0.01 * wallWork);
  });

  it('is moved as on the half-space when it is a clump', () => {
    const clump = {
      name: 'clump',
      clump: {
        spheres: [
          { centre: [0, 0, 0], radius: 0.05 },
          { centre: [0.06, 0.01, 0], radius: 0.04 },
          { centre: [0, 0.02, 0.06], radius: 0.03 },
        ],
      },
    } as const;
    const body = { ...thrown, shape: 'clump', position: [0.011, 0.023, 0.2] } as const;
    const expected = stateAfter(scene(body, { shapes: [clump], ...onHalfSpace([0, 0, 1]) }), 6000);
    const found = stateAfter(scene(body, { shapes: [clump], ...onMesh(floorMesh(13, 4)) }), 6000);
    // Rounding grows with each impact of the tumbling clump.
    expect(largestDifference(found, expected)).toBeLessThan(100 * AS_ON_HALF_SPACE);
  });
});

describe('a sphere that falls on what is sharp', () => {
  /** The same vertical bounce over a flat facet, over a ridge and over an apex. */
  const facet = facetMesh({ vertices: [[-1, -1, 0], [1, -1, 0], [0, 1, 0]], facets: [[0, 1, 2]] }); // biome-ignore format: short
  const ridge = facetMesh({
    vertices: [[0, -1, 0], [0, 1, 0], [1, -1, -0.7], [1, 1, -0.7], [-1, -1, -0.4], [-1, 1, -0.4]],
    facets: [[0, 2, 3, 1], [0, 1, 5, 4]],
  }); // biome-ignore format: short
  const apex = facetMesh({
    vertices: [[0, 0, 0], [1, 0, -0.5], [-0.4, 0.9, -0.6], [-0.6, -0.8, -0.7]],
    facets: [[0, 1, 2], [0, 2, 3], [0, 3, 1]],
  }); // biome-ignore format: short
  const falling = { position: [0, 0, 0.08], velocity: [0, 0, -0.5] } as const;
  const steps = 3000;

  it.each([
    ['facet', facet, 2],
    ['edge', ridge, 1],
    ['vertex', apex, 0],
  ] as const)('bounces straight up from a %s', (_, mesh, feature) => {
    const simulation = new Simulation(scene(falling, onMesh(mesh)));
    const plane = new Simulation(scene(falling, onHalfSpace([0, 0, 1])));
    let seen = -1;
    for (let k = 0; k < steps; k += 10) {
      simulation.step(10);
      plane.step(10);
      const { position, velocity, force } = simulation.body(0);
      const expected = plane.body(0);
      expect(Math.abs(position.z - expected.position.z)).toBeLessThan(1e-9 * RADIUS);
      expect(Math.abs(velocity.z - expected.velocity.z)).toBeLessThan(1e-9);
      expect([position.x, position.y, force.x, force.y]).toEqual([0, 0, 0, 0]);
      const { kind, feature: touched, count } = simulation.contacts();
      if (count > 0) expect([...kind]).toEqual([CONTACT_MESH]);
      if (count > 0) seen = touched[0];
    }
    expect(seen).toBe(feature);
  });
});

describe('a sphere that slides and rolls over many facets', () => {
  it('moves over 80 triangles as over one quadrilateral', () => {
    const body = { position: [-1.93, 0.0137, RADIUS], velocity: [2, 0.05, 0] } as const;
    const quad = facetMesh({
      vertices: [
        [-2, -0.5, 0],
        [2, -0.5, 0],
        [2, 0.5, 0],
        [-2, 0.5, 0],
      ],
      facets: [[0, 1, 2, 3]],
    });
    const vertices = Array.from(
      { length: 82 },
      (_, k) => [-2 + (4 * Math.floor(k / 2)) / 40, k % 2 ? 0.5 : -0.5, 0] as const,
    );
    const facets = Array.from({ length: 80 }, (_, k) => (k % 2 ? [k, k + 1, k + 2] : [k, k + 2, k + 1]));
    // The strip runs along the path: the sphere crosses an edge every few steps of the way.
    const found = stateAfter(scene(body, onMesh(facetMesh({ vertices, facets }))), 30000);
    const expected = stateAfter(scene(body, onMesh(quad)), 30000);
    // More than forty edges.
    expect(RADIUS * expected[0] + 1.93).toBeGreaterThan(2);
    expect(largestDifference(found, expected)).toBeLessThan(1e-10);
  });
});

describe('loads and sides of a mesh', () => {
  it('are weight and moment about the origin of its frame', () => {
    const position = [0.3, -0.2, 1] as const;
    const body = { position: [0.5, 0.4, 1 + RADIUS] } as const;
    const meshes = [{ name: 'table', mesh: floorMesh(5, 1), material: 'wall', position }];
    const simulation = new Simulation(scene(body, { meshes, damping: { global: 0.7 } }, { restitution: 0.1 }));
    simulation.step(20000);
    const weight = (4 / 3) * Math.PI * RADIUS ** 3 * GRAIN.density * 9.81;
    const [load] = simulation.meshLoads();
    expect((load?.force.z ?? 0) / -weight).toBeCloseTo(1, 9);
    // r x F with r = (0.2, 0.6, 0): the weight pulls the table's far corner down.
    expect((load?.moment.x ?? 0) / -weight).toBeCloseTo(0.6, 9);
    expect((load?.moment.y ?? 0) / weight).toBeCloseTo(0.2, 9);
    expect(simulation.meshPose(0).position).toEqual({ x: 0.3, y: -0.2, z: 1 });
    expect(() => simulation.meshPose(1)).toThrow(/^meshPose: expected a number below 1, got 1/);
  });

  it.each([
    [true, 'flies through from behind'],
    [false, 'bounces back from behind'],
  ])('one-sided %s: a sphere %s', (oneSided, _) => {
    const body = { position: [0.1, 0.1, -0.1], velocity: [0, 0, 1] } as const;
    const meshes = [{ name: 'lid', mesh: floorMesh(3, 1), material: 'wall', oneSided }];
    const simulation = new Simulation(scene(body, { meshes, gravity: [0, 0, 0] }));
    simulation.step(4000);
    const { velocity, position } = simulation.body(0);
    if (oneSided) expect([velocity.z, position.z > RADIUS]).toEqual([1, true]);
    else expect(velocity.z).toBeLessThan(-0.5);
  });

  it('hold a sphere that came through a one-sided mesh from behind and falls back on it', () => {
    const body = { position: [0.1, 0.1, -0.1], velocity: [0, 0, 2.5] } as const;
    const meshes = [{ name: 'lid', mesh: floorMesh(3, 1), material: 'wall', oneSided: true }];
    const simulation = new Simulation(scene(body, { meshes }));
    simulation.step(20000);
    expect(simulation.body(0).position.z).toBeGreaterThan(0.9 * RADIUS);
    expect(simulation.energy().balance).toBeLessThan(1e-3 * simulation.energy().insertedEnergy);
  });

  it('end with an error when a sphere is pressed through them, from either side', () => {
    for (const [side, oneSided] of [
      [1, false],
      [-1, false],
      [1, true],
    ] as const) {
      const body = { position: [0.1, 0.1, 0.06 * side], velocity: [0, 0, -9 * side] } as const;
      const meshes = [{ name: 'film', mesh: floorMesh(3, 1), material: 'wall', oneSided }];
      const soft = { youngsModulus: 2e4, restitution: 1, poissonsRatio: 0.3 };
      const simulation = new Simulation(scene(body, { meshes, gravity: [0, 0, 0] }, soft));
      expect(() => simulation.step(3000)).toThrow(/body 0 at .* overlaps a partner by 1\.\d* of the smaller radius/);
    }
  });
});

describe('what meshes refuse', () => {
  const meshes = [{ name: 'wall', mesh: floorMesh(1, 1), material: 'wall' }];
  it.each([
    [
      'a material that is not there',
      { meshes: [{ ...meshes[0], material: 'ice' }] },
      /^meshes\[0\].material: expected one of/,
    ],
    [
      'the keys of a scene file',
      { meshes: [{ name: 'tube', material: 'glass', cylinder: { radius: 1 } } as unknown as MeshSpec] },
      /^meshes\[0\].mesh: expected a mesh of facetMesh, or a wall of shapeWall, got undefined/,
    ],
    ['a name used twice', { meshes: [meshes[0], meshes[0]] }, /^meshes\[1\].name: expected a name used once/],
    ['a place that is no place', { meshes: [{ ...meshes[0], position: [0, Number.NaN, 0] }] }, /^meshes\[0\].position/],
    [
      'images that it would turn out of line',
      {
        meshes: [{ ...meshes[0], motion: { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 1 } } }],
        domain: { min: [-1, -1, -1], max: [1, 1, 1], periodic: [true, false, false] },
      },
      /^meshes\[0\].motion.rotation.axis: expected the one periodic direction of the domain/,
    ],
  ])('%s', { tags: ['long'] }, (_, more, message) => {
    const spec = { ...scene({ position: [0, 0, 0.5] }), materials: [{ name: 'grain', ...GRAIN }, WALL], ...more };
    expect(() => new Simulation(spec as SimulationSpec)).toThrow(message);
  });
});
