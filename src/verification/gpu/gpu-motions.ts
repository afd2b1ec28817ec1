// SPDX-License-Identifier: MIT
/**
 * Benchmarks of section 6.1 of Santasusana et al. 2016 on the GPU: drop on a facet, an edge and a vertex; force around
 * an edge; transition from sliding to rolling.
 */
import type { GpuDevice } from '../../gpu/engine/gpu-adapter.ts';
import { GpuSimulation } from '../../gpu/engine/gpu-simulation.ts';
import { facetMesh } from '../../meshes/facet-mesh.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { FORCE } from '../double-hierarchy/h2-continuity/constant-force.ts';
import { dropSpec, GROUNDS, RADIUS } from '../double-hierarchy/h2-drop/drops.ts';
import { PLANES, SPEED, slidingSpec } from '../double-hierarchy/h2-sliding/sliding-sphere.ts';
import { UNDER_GRAVITY } from '../double-hierarchy/same-motion.ts';
import { spheres } from '../sphere-scene.ts';
import { atMost, plain, type RunSetup, type Section, table, text } from '../verification-case.ts';

/** Through one impact of 0.075 s. */
const DROP = { short: { timeStep: 1e-3, looks: 3 }, full: { timeStep: 1e-5, looks: 40 } };
const DROP_TIME = 0.1;
const SLIDE = { short: { timeStep: 4e-3, looks: 2 }, full: { timeStep: 1e-4, looks: 20 } };
/** Sliding ends after 0.49 s. */
const SLIDE_TIME = 0.6;
const PLACES = { short: 9, full: 60 };
/** Relative to the radius, the speed and the force: accumulated float32 error of an impact. */
const MOTION_TOLERANCE = 1e-3;
/** Height and speed of a ball that has fallen from 1 m. */
const ABOVE = { position: [0, 0, 0.32] as const, velocity: [0, 0, -3.65] as const };
const DEPTH = 0.01;

/**
 * Largest difference of positions over `length`, velocities over `speed` and spins over speed / length, at this many
 * times.
 */
async function apart(
  spec: SimulationSpec,
  gpu: GpuDevice,
  steps: number,
  looks: number,
  scales: { length: number; speed: number },
): Promise<number> {
  const cpu = new Simulation(spec);
  const other = await GpuSimulation.create(spec, gpu);
  let most = 0;
  for (let k = 0; k < looks; k++) {
    const piece = Math.round((steps * (k + 1)) / looks) - cpu.stepCount;
    cpu.step(piece);
    await other.step(piece);
    const [a, b] = [cpu.bodies(), await other.bodies()];
    const parts = [
      ['position', scales.length],
      ['velocity', scales.speed],
      ['angularVelocity', scales.speed / scales.length],
    ] as const;
    for (const [key, scale] of parts) {
      a[key].forEach((x, c) => {
        most = Math.max(most, Math.abs(x - (b[key][c] ?? NaN)) / scale);
      });
    }
  }
  other.destroy();
  cpu.dispose();
  return most;
}

/** Spheres at points of the path around the edge, side by side along it, all 0.01 m deep. */
async function aroundEdge(gpu: GpuDevice, places: number): Promise<{ size: number; direction: number }> {
  const long = 0.7 * places;
  const vertices = [
    [-1, 0, 0],
    [0, 0, 0],
    [0, long, 0],
    [-1, long, 0],
    [0, 0, -1],
    [0, long, -1],
  ] as [number, number, number][];
  const mesh = facetMesh({
    vertices,
    facets: [
      [0, 1, 2],
      [0, 2, 3],
      [1, 4, 5],
      [1, 5, 2],
    ],
  });
  const lever = RADIUS - DEPTH;
  const path = Array.from({ length: places }, (_, k) => (3 * (k + 0.5)) / places);
  const angles = path.map((place) => (Math.PI / 2) * Math.max(0, Math.min(1, place - 1)));
  const spec: SimulationSpec = {
    ...spheres(
      RADIUS,
      { density: 100, youngsModulus: 1e5, poissonsRatio: 0.2 },
      path.map((place, k) => ({
        position: [
          (place < 1 ? -0.5 * (1 - place) : 0) + lever * Math.sin(angles[k]),
          0.7 * (k + 0.5),
          (place > 2 ? -0.5 * (place - 2) : 0) + lever * Math.cos(angles[k]),
        ] as const,
      })),
      // The law of the other motions, so that their kernels serve here too: without motion there is no friction.
      { timeStep: 1e-4, law: UNDER_GRAVITY.law },
    ),
    meshes: [{ name: 'edge', mesh, material: 'wall' }],
    domain: { min: [-2, -1, -2], max: [1, long + 1, 1] },
  };
  const simulation = await GpuSimulation.create(spec, gpu);
  const { force } = await simulation.bodies();
  simulation.destroy();
  let [size, direction] = [0, 0];
  angles.forEach((angle, k) => {
    const [x = 0, y = 0, z = 0] = force.subarray(3 * k, 3 * k + 3);
    size = Math.max(size, Math.abs(Math.sqrt(x * x + y * y + z * z) / FORCE - 1));
    const across = [x - FORCE * Math.sin(angle), y, z - FORCE * Math.cos(angle)];
    direction = Math.max(direction, Math.hypot(...across) / FORCE);
  });
  return { size, direction };
}

export async function gpuMotions(gpu: GpuDevice, { full, progress }: RunSetup): Promise<Section> {
  const drop = full ? DROP.full : DROP.short;
  const slide = full ? SLIDE.full : SLIDE.short;
  const room = { domain: { min: [-1, -1, -1], max: [7, 1, 1] } } as const;
  const rows: [string, number][] = [];
  const grounds = Object.entries(GROUNDS).filter(([name]) => full || /half-space|edge|apex/.test(name));
  for (const [name, ground] of grounds) {
    progress(`drop on ${name}`);
    const spec = { ...dropSpec(ground, drop.timeStep, ABOVE), ...room };
    const off = await apart(spec, gpu, Math.round(DROP_TIME / drop.timeStep), drop.looks, {
      length: RADIUS,
      speed: 3.65,
    });
    rows.push([`drop on ${name === 'half-space' ? 'a half-space' : name}`, off]);
  }
  for (const [name, walls] of Object.entries(PLANES).filter(([each]) => full || each !== '1 quadrilateral')) {
    progress(`sliding on ${name}`);
    const spec = { ...slidingSpec(walls, slide.timeStep), ...room };
    const off = await apart(spec, gpu, Math.round(SLIDE_TIME / slide.timeStep), slide.looks, {
      length: RADIUS,
      speed: SPEED,
    });
    rows.push([`sliding on ${name}`, off]);
  }
  progress('around an edge');
  const edge = await aroundEdge(gpu, full ? PLACES.full : PLACES.short);
  rows.push(['force around an edge: size', edge.size], ['force around an edge: with its direction', edge.direction]);
  const most = Math.max(...rows.map(([, off]) => off));
  return {
    title: 'A sphere on half-spaces and meshes',
    blocks: [
      text(
        'The drop on facet, edge and vertex (through its first impact), sliding that becomes rolling, and the ' +
          'constant force around an edge of Santasusana et al. 2016, section 6.1. Motions are compared with those ' +
          'of the',
        'processor: positions over the radius, velocities over the speed of the start; the force around the ' +
          'edge with Hertz’s law.',
      ),
      table(
        'Largest difference',
        ['case', 'relative'],
        rows.map(([name, off]) => [name, plain(off, 2)]),
      ),
      atMost({
        what: 'Motions and forces are those of the processor and of the closed form',
        published: 'float64; Hertz’s law',
        found: most,
        tolerance: MOTION_TOLERANCE,
        ours: (found) => `largest difference ${found}`,
        reason: 'float32 in each step, added up through an impact or a slide',
      }),
    ],
  };
}
