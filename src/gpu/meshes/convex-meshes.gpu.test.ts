// SPDX-License-Identifier: MIT
/**
 * Convex bodies on meshes on the GPU touch and move as on the CPU, with the limits that every adapter has. All scenes
 * here have the same shapes, law and number of meshes, so that they share their kernels.
 */
import { describe, expect, it } from 'vitest';
import { expectDrumAsOnCpu } from '../../../tests/support/beside-cpu.ts';
import { convexGrains, NAMES, SHAPES, SIZE } from '../../../tests/support/convex-grains.ts';
import { MESH_FEATURES } from '../../../tests/support/feature-meshes.ts';
import { drumMesh, floorFacets } from '../../../tests/support/mesh-scene.ts';
import { smallestGpu } from '../../../tests/support/software-gpu.ts';
import { Random } from '../../math/random.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { contact } from '../../narrow-phase/contact.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { halfSpace } from '../../shapes/kinds/half-space.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodySpec, MeshSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { CONTACT_MESH } from '../../simulation/views/simulation-views.ts';
import { GpuSimulation } from '../engine/gpu-simulation.ts';

/** Overlap of single contacts, m: a hundredth of the size. */
const OVERLAP = 0.02 * SIZE;
/** Rounding of vertices, semi-axes and normals to float32 over that overlap: errors of forces, relative. */
const FORCE_TOLERANCE = 1e-5;
/**
 * The same of one vertex: half of the last place of float32, 2^-25 of the size, in three coordinates, a little more for
 * positions.
 */
const VERTEX_TOLERANCE = 6e-6;
/** Where bodies go on from there, over their size, after two hundred steps in contact. */
const DRIFT = 5e-5;
/** On many facets instead of one, over the way: other facets have other roundings of their planes. */
const AS_ON_ONE = 1e-4;
/** Kernels take their time to compile where others use the processor too. */
const TIMEOUT_MS = 600_000;

type Triple = readonly [number, number, number];
type Quadruple = readonly [number, number, number, number];

function scene(meshes: readonly MeshSpec[], bodies: readonly BodySpec[], timeStep: number): SimulationSpec {
  return convexGrains(meshes, bodies, { timeStep, halfSpaces: WALLS });
}

/** Far from the meshes: a floor that turns and wobbles, and a side whose surface runs. */
const WALLS: NonNullable<SimulationSpec['halfSpaces']> = [
  {
    name: 'wheel',
    normal: [0, 0, 1],
    offset: -0.3,
    material: 'grains',
    motion: { rotation: { axis: [0.02, 0, 1], through: [0.1, 0, -0.3], rate: 3 } },
  },
  {
    name: 'belt',
    normal: [1, 0, 0],
    offset: -0.3,
    material: 'grains',
    surface: { velocity: [0, 0.5, -0.2] },
  },
];

const FLAT: Quadruple = [1, 0, 0, 0];

/**
 * Every shape in several poses at each place, moved towards it until the deepest contact is as deep as it should be;
 * boxes lie flat and all but flat, too.
 */
function singleContacts(): { spec: SimulationSpec; pick: (k: number) => string } {
  const random = new Random(5);
  const vertices: Triple[] = [];
  const facets: number[][] = [];
  const bodies: BodySpec[] = [];
  const names: string[] = [];
  const put = (feature: number, name: string, orientation: Quadruple, beside: number): void => {
    const { points, facets: own, from } = MESH_FEATURES[feature];
    const mesh = facetMesh({ vertices: points.map((x) => scaled(x, SIZE)), facets: own });
    const at = (t: number): Triple => [from[0] * t + beside, from[1] * t + 0.4 * beside, from[2] * t];
    const depthAt = (t: number): number =>
      Math.max(
        -SIZE,
        ...meshContacts(mesh, {}, SHAPES[name], { position: at(t), orientation }).map(({ distance }) => -distance),
      );
    let [low, high] = [0.3 * SIZE, 3 * SIZE];
    for (let k = 0; k < 50; k++) {
      const middle = 0.5 * (low + high);
      if (depthAt(middle) > OVERLAP) low = middle;
      else high = middle;
    }
    const k = bodies.length;
    const shift: Triple = [8 * SIZE * (k % 9), 8 * SIZE * Math.floor(k / 9), 0];
    const first = vertices.length;
    for (const x of points) vertices.push(added(scaled(x, SIZE), shift));
    for (const facet of own) facets.push(facet.map((v) => v + first));
    names.push(`${name} at place ${feature}, body ${k}`);
    bodies.push({
      shape: name,
      material: 'grains',
      orientation,
      position: added(at(low), shift),
      velocity: [0.1, 0.2, -0.1],
      angularVelocity: [3, -5, 2],
    });
  };
  MESH_FEATURES.forEach((_, feature) => {
    for (const name of NAMES) {
      for (let pose = 0; pose < 2; pose++) {
        const { w, x, y, z } = random.rotation();
        put(feature, name, [w, x, y, z], pose === 0 ? 0 : random.between(-0.2, 0.2) * SIZE);
      }
    }
    for (const tilt of [0, 0.01]) put(feature, 'box', tilt === 0 ? FLAT : [1, tilt, tilt, 0.3], 0.2 * SIZE);
  });
  // The lowest point of a level one is beyond the rim of a face by so little that its normal is that of the face.
  put(3, 'block', FLAT, 0.229 * SIZE);
  const motion = { velocity: [0.1, 0, 0.2], rotation: { axis: [1, 2, 3], rate: 0.5, through: [0.1, 0.1, 0] } } as const;
  const mesh = { name: 'places', mesh: facetMesh({ vertices, facets }), material: 'grains', motion };
  return { spec: scene([mesh], bodies, 1e-5), pick: (k) => names[k] };
}

function scaled([x, y, z]: Triple, factor: number): Triple {
  return [factor * x, factor * y, factor * z];
}

function added([x, y, z]: Triple, [a, b, c]: Triple): Triple {
  return [x + a, y + b, z + c];
}

/**
 * A box that slides over a floor of so many cells along each side; the others rest far away, so that the kernels are
 * the same.
 */
function sliding(cells: number): SimulationSpec {
  const { vertices, facets } = floorFacets(cells, 0.3);
  const floor = cells === 1 ? { vertices, facets: [[0, 1, 3, 2]] } : { vertices, facets };
  const slider: BodySpec = {
    shape: 'box',
    material: 'grains',
    position: [-0.05, 0.013, 0.4999 * SIZE],
    orientation: [1, 0, 0, 0.2],
    velocity: [2, 0.7, 0],
    angularVelocity: [0, 0, 10],
  };
  return scene([{ name: 'floor', mesh: facetMesh(floor), material: 'grains' }], [slider, ...parked()], 4e-5);
}

/** Every shape, out of the way. */
function parked(): BodySpec[] {
  return NAMES.map((shape, k) => ({ shape, material: 'grains', fixed: true, position: [0.05 * k, 0, 0.2] }));
}

/** Bodies on half-spaces that turn, or have a surface that runs. */
function onWalls(random: Random): BodySpec[] {
  return ['box', 'hull', 'block'].flatMap((shape, k) => {
    const { w, x, y, z } = random.rotation();
    const orientation = [w, x, y, z] as const;
    return WALLS.map(({ normal }, wall): BodySpec => {
      const plane = halfSpace({ normal, offset: 0 });
      const { distance } = contact(SHAPES[shape], { orientation }, plane, {});
      const lift = -0.3 - distance - OVERLAP;
      const position: Triple = wall === 0 ? [0.1 * k, 0.05, lift] : [lift, 0.1 * k, 0.2];
      return { shape, material: 'grains', orientation, position, velocity: [0.1, 0.2, -0.1] };
    });
  });
}

/** Boxes in all poses on one facet, each as deep at its lowest corner. */
function tilted(): SimulationSpec {
  const random = new Random(4);
  const { vertices } = floorFacets(1, 0.3);
  const floor = halfSpace({ normal: [0, 0, 1], offset: 0 });
  const bodies = Array.from({ length: 49 }, (_, k): BodySpec => {
    const { w, x, y, z } = random.rotation();
    const orientation = [w, x, y, z] as const;
    const { distance } = contact(SHAPES.box, { orientation }, floor, {});
    const position = [0.04 * ((k % 7) - 3), 0.04 * (Math.floor(k / 7) - 3), -distance - OVERLAP] as const;
    return { shape: 'box', material: 'grains', orientation, position };
  });
  const mesh = facetMesh({ vertices, facets: [[0, 1, 3, 2]] });
  return scene([{ name: 'floor', mesh, material: 'grains' }], [...bodies, ...parked()], 1e-5);
}

/** Bodies that fall onto the wall of a drum that turns, and others on half-spaces. */
function drum(): SimulationSpec {
  const random = new Random(8);
  const bodies = Array.from({ length: 10 }, (_, k): BodySpec => {
    const { w, x, y, z } = random.rotation();
    const angle = -2.2 + 0.13 * k;
    const r = 0.04 + 0.008 * (k % 2);
    return {
      shape: NAMES[k % 5],
      material: 'grains',
      orientation: [w, x, y, z],
      position: [r * Math.cos(angle), ((k % 3) - 1) * 0.024, r * Math.sin(angle)],
      velocity: [0.5 * Math.cos(angle), 0.1, 0.5 * Math.sin(angle)],
    };
  });
  const motion = { rotation: { axis: [0, 1, 0], through: [0, 0, 0], rate: 10 } } as const;
  return scene(
    [{ name: 'drum', mesh: drumMesh(16, 0.06, 0.08), material: 'grains', motion }],
    [...bodies, ...onWalls(random)],
    2e-5,
  );
}

describe('convex bodies on meshes on the GPU', () => {
  it(
    'touch faces, edges and vertices with the forces and torques of the CPU, while the mesh moves and turns',
    async () => {
      const { spec, pick } = singleContacts();
      const cpu = new Simulation(spec);
      const gpu = await GpuSimulation.create(spec, await smallestGpu());
      for (const steps of [0, 1, 3]) {
        cpu.step(steps);
        await gpu.step(steps);
        const wanted = cpu.bodies();
        const got = await gpu.bodies();
        const view = await gpu.contacts(got, (k) => k);
        expect(view.count).toBe(cpu.contacts().count);
        expect(view.kind.every((kind) => kind === CONTACT_MESH)).toBe(true);
        for (let k = 0; k < wanted.count; k++) {
          const [force, torque] = [wanted.force, wanted.torque].map((v) => v.subarray(3 * k, 3 * k + 3));
          const size = Math.hypot(...(force ?? []));
          expect(size, pick(k)).toBeGreaterThan(0);
          force?.forEach((x, c) => {
            expect(Math.abs(got.force[3 * k + c] - x) / size, pick(k)).toBeLessThan(FORCE_TOLERANCE);
          });
          torque?.forEach((x, c) => {
            const off = Math.abs(got.torque[3 * k + c] - x);
            expect(off / (size * SIZE), pick(k)).toBeLessThan(FORCE_TOLERANCE);
          });
        }
        // What the mesh bears is what it does to the bodies.
        const { force: load } = gpu.meshLoads()[0];
        [load.x, load.y, load.z].forEach((x, axis) => {
          const sum = wanted.force.reduce((all, y, k) => all + (k % 3 === axis ? y : 0), 0);
          expect(Math.abs(x + sum)).toBeLessThan(FORCE_TOLERANCE * Math.hypot(...wanted.force));
        });
      }
      gpu.destroy();
    },
    TIMEOUT_MS,
  );

  it(
    'are as deep in a facet as their corners, on a face at any tilt',
    async () => {
      const spec = tilted();
      const gpu = await GpuSimulation.create(spec, await smallestGpu());
      const [{ force: wanted }, { force: got }] = [new Simulation(spec).bodies(), await gpu.bodies()];
      for (let k = 0; k < 49; k++) {
        const size = wanted[3 * k + 2];
        expect(size).toBeGreaterThan(0);
        expect(Math.abs(got[3 * k + 2] - size) / size, `box ${k}`).toBeLessThan(VERTEX_TOLERANCE);
      }
      gpu.destroy();
    },
    TIMEOUT_MS,
  );

  it('slide over many facets of one plane as over one', { timeout: TIMEOUT_MS, tags: ['thorough'] }, async () => {
    const ends: Float64Array[] = [];
    for (const cells of [1, 37]) {
      const gpu = await GpuSimulation.create(sliding(cells), await smallestGpu());
      await gpu.step(80);
      ends.push((await gpu.bodies()).position.slice(0, 3));
      gpu.destroy();
    }
    const [one, many] = ends;
    const travel = SIZE;
    one?.forEach((x, k) => {
      expect(Math.abs((many?.[k] ?? 0) - x) / travel).toBeLessThan(AS_ON_ONE);
    });
  });

  it('go round in a drum, and on half-spaces that turn or run, as on the CPU, with the same bits again and after saving', {
    timeout: TIMEOUT_MS,
    tags: ['thorough'],
  }, async () => {
    const spec = drum();
    await expectDrumAsOnCpu(spec, await smallestGpu(), DRIFT * SIZE, DRIFT);
  });
});
