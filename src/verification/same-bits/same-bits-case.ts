// SPDX-License-Identifier: MIT
/**
 * The case `same-bits`: a shaken heap has the same bits on one thread and on two, in TypeScript, and when it is saved
 * and restored many times. Heaps have spheres and clumps, with boxes or with a mesh.
 */

import { Random } from '../../math/random.ts';
import { box } from '../../shapes/kinds/box.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationOptions, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { triangledPlane } from '../double-hierarchy/h2-meshes.ts';
import { check, count, type RunSetup, type Section, table, text, type VerificationCase } from '../verification-case.ts';

export const SAME_BITS_CASE: VerificationCase = {
  name: 'same-bits',
  title: 'The same bits on one thread and two, and through interruptions',
  source: 'Our own.',
  summary:
    'Shaken heaps of spheres, clumps and boxes between half-spaces, and of spheres and clumps on a mesh, run ' +
    'straight, on two threads, in TypeScript, and saved and restored again and again: every position, velocity ' +
    'and energy to the last bit.',
  run(setup) {
    return [sameBits('boxes', setup), sameBits('mesh', setup)];
  },
};

const STEPS = { short: 1000, full: 10000 };
const BODIES = { short: 120, full: 400 };
/** How often the run is saved and gone on with from what was saved. */
const INTERRUPTIONS = 25;
const SPACING = 0.0115;

/** Boxes, or a mesh: they do not meet yet. */
type HeapKind = 'boxes' | 'mesh';

/**
 * Spheres, clumps and boxes fall into a box of half-spaces whose floor shakes; or spheres and clumps, with a shelf, a
 * mesh, that shakes too.
 */
function shakenHeap(kind: HeapKind, bodies: number, threads = 1): SimulationSpec {
  const random = new Random(5);
  const side = Math.ceil(Math.cbrt(bodies));
  const width = side * SPACING;
  const shapes = ['ball', 'pair', kind === 'boxes' ? 'block' : 'ball'];
  const wall = (name: string, normal: readonly [number, number, number], offset: number) => ({
    name,
    normal,
    offset,
    material: 'grain',
  });
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    threads,
    law: { normal: 'linear', tangential: 'linear', rolling: 'model-a' },
    materials: [
      { name: 'grain', density: 2500, stiffness: 1e4, friction: 0.4, restitution: 0.6, rollingFriction: 0.05 },
    ],
    shapes: [
      { name: 'ball', sphere: { radius: 0.005 } },
      {
        name: 'pair',
        clump: {
          spheres: [
            { centre: [-0.002, 0, 0], radius: 0.003 },
            { centre: [0.002, 0, 0], radius: 0.003 },
          ],
        },
      },
      ...(kind === 'boxes' ? [{ name: 'block', convex: box({ halfExtents: [0.004, 0.003, 0.002] }) }] : []),
    ],
    bodies: Array.from({ length: bodies }, (_, k) => ({
      shape: shapes[k % 3] ?? 'ball',
      material: 'grain',
      position: [k % side, Math.floor(k / side) % side, Math.floor(k / side / side)].map(
        (cell) => (cell + 0.5) * SPACING + random.between(-3e-4, 3e-4),
      ) as [number, number, number],
      velocity: [random.between(-0.5, 0.5), random.between(-0.5, 0.5), random.between(-1, 0)] as const,
      angularVelocity: [random.between(-30, 30), 0, random.between(-30, 30)] as const,
    })),
    halfSpaces: [
      {
        ...wall('floor', [0, 0, 1], 0),
        motion: { oscillation: { direction: [0, 0, 1], amplitude: 3e-4, frequency: 60 } },
      },
      wall('west', [1, 0, 0], 0),
      wall('east', [-1, 0, 0], -width),
      wall('south', [0, 1, 0], 0),
      wall('north', [0, -1, 0], -width),
    ],
    ...(kind === 'mesh' && {
      meshes: [
        {
          name: 'shelf',
          mesh: triangledPlane(6, 3, width, width / 2),
          material: 'grain',
          position: [width / 2, width / 4, 0.001],
          motion: { oscillation: { direction: [1, 0, 0], amplitude: 3e-4, frequency: 60 } },
        },
      ],
    }),
  };
}

/** Everything that can be seen, as 64-bit numbers. */
function bitsOf(simulation: Simulation): BigUint64Array {
  const { position, orientation, velocity, angularVelocity, force, torque } = simulation.bodies();
  const energies = Float64Array.from(Object.values(simulation.energy()));
  const arrays = [position, orientation, velocity, angularVelocity, force, torque, energies];
  return BigUint64Array.from(arrays.flatMap((array) => [...new BigUint64Array(array.buffer)]));
}

function different(a: BigUint64Array, b: BigUint64Array): number {
  if (a.length !== b.length) return Math.max(a.length, b.length);
  return a.reduce((sum, value, k) => sum + (value === b[k] ? 0 : 1), 0);
}

interface Way {
  readonly name: string;
  readonly run: () => Simulation;
}

/** Numbers that differ between a straight run on one thread and each other way to the same time. */
function compareWays(kind: HeapKind, bodies: number, steps: number, progress: (line: string) => void) {
  const start = (threads: number, options: SimulationOptions = {}): Simulation => {
    const simulation = new Simulation(shakenHeap(kind, bodies, threads), options);
    simulation.step(steps);
    return simulation;
  };
  const interrupted = (): Simulation => {
    let simulation = new Simulation(shakenHeap(kind, bodies));
    for (let k = 0; k < INTERRUPTIONS; k++) {
      // Never at the same distance, so that saves meet every state of the neighbour list.
      simulation.step(Math.floor((steps * (k + 1) ** 1.1) / INTERRUPTIONS ** 1.1) - simulation.stepCount);
      const state = simulation.save();
      simulation.dispose();
      simulation = Simulation.restore(shakenHeap(kind, bodies, 1 + (k % 2)), state);
    }
    return simulation;
  };
  progress(`${kind}: straight`);
  const straight = start(1);
  const bits = bitsOf(straight);
  const ways: readonly Way[] = [
    { name: 'two threads', run: () => start(2) },
    { name: `saved and restored ${INTERRUPTIONS} times, on one thread and two in turn`, run: interrupted },
    { name: 'in TypeScript instead of WebAssembly', run: () => start(1, { kernel: 'typescript' }) },
  ];
  const answers = ways.map(({ name, run }) => {
    progress(`${kind}: ${name}`);
    const simulation = run();
    const found = { name, steps: simulation.stepCount, differences: different(bitsOf(simulation), bits) };
    simulation.dispose();
    return found;
  });
  const { contacts, rebuilds } = straight.statistics();
  return { numbers: bits.length, contacts, rebuilds, answers };
}

function sameBits(kind: HeapKind, { full, progress }: RunSetup): Section {
  const steps = full ? STEPS.full : STEPS.short;
  const bodies = full ? BODIES.full : BODIES.short;
  const { numbers, contacts, rebuilds, answers } = compareWays(kind, bodies, steps, progress);
  return {
    title: `${count(steps)} steps, with ${kind === 'boxes' ? 'boxes' : 'a mesh'}`,
    blocks: [
      text(
        `${count(bodies)} spheres, clumps${kind === 'boxes' ? ' and boxes' : ''} fall into a box of half-spaces ` +
          `that shakes${kind === 'mesh' ? ', and on a shelf, a mesh' : ''}. After ${count(steps)} steps there are ` +
          `${count(contacts)} contacts; the neighbour list has been made ${count(rebuilds)} times.`,
        `Compared are ${count(numbers)} numbers: positions, orientations, velocities, forces and torques of all ` +
          'bodies, and all energies.',
        'Runs that are killed at any moment and resumed from their folders are compared file by file by `npm ' +
          'run kill-and-resume`.',
      ),
      table(
        'Beside the straight run on one thread',
        ['way', 'steps', 'numbers that differ'],
        answers.map(({ name, steps: done, differences }) => [name, count(done), count(differences)]),
      ),
      ...answers.map(({ name, steps: done, differences }) =>
        check({
          what: `The same bits: ${name}`,
          published: 'the same',
          ours: `${count(differences)} of ${count(numbers)} numbers differ`,
          tolerance: '0',
          reason: 'sums have a fixed order, whatever the number of threads',
          passed: differences === 0 && done === steps && contacts > 0,
        }),
      ),
    ],
  };
}
