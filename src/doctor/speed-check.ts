// SPDX-License-Identifier: MIT
/**
 * How fast this machine is on a small fixed set, beside machines on which the same set was timed: contact queries of
 * hulls, steps of spheres and of boxes. CPU time of one thread, so that other work on the machine has little effect.
 */
import { cpuSeconds, median } from '../bench/cpu-time.ts';
import { Random } from '../math/random.ts';
import { contact } from '../narrow-phase/contact.ts';
import { box } from '../shapes/kinds/box.ts';
import { polyhedron } from '../shapes/kinds/convex-polyhedron.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { BodySpec, SimulationSpec } from '../simulation/simulation-spec.ts';

/** One task of the set; `microseconds` is of one query, or of one body in one step. */
export interface SpeedResult {
  readonly task: string;
  readonly microseconds: number;
}

export interface ReferenceMachine {
  readonly machine: string;
  readonly date: string;
  /** In the order of the tasks. */
  readonly microseconds: readonly number[];
}

/** Medians of several calls of `scree doctor --json`. */
export const REFERENCE_MACHINES: readonly ReferenceMachine[] = [
  // A virtual machine with 23 GiB, Node 20.20; six calls, while other work used both cores for part of the time.
  { machine: 'AMD EPYC, 2 cores', date: '2026-11-18', microseconds: [2.48, 0.17, 8.97] },
  // The host of an H200, virtual and shared, Node 20.20; fifteen calls, from 0.6 to 2.3 times these.
  { machine: 'Intel Xeon, 16 cores', date: '2026-11-19', microseconds: [5.3, 0.3, 19.2] },
];

const SEED = 1;
const PAIRS = 2000;
const VERTICES = 16;
const SIDE = 10;
const BODIES = SIDE * SIDE * SIDE;
const WARM_UP_STEPS = 100;
const STEPS = 40;
const PASSES = 3;

function queriesOfHulls(): SpeedResult {
  const random = new Random(SEED);
  const hulls = Array.from({ length: 8 }, () =>
    polyhedron({
      vertices: Array.from({ length: VERTICES }, () => {
        const { x, y, z } = random.unitVector();
        return [x, y, z] as const;
      }),
    }),
  );
  const pairs = Array.from({ length: PAIRS }, (_, k) => ({
    a: hulls[k % hulls.length],
    b: hulls[(3 * k + 1) % hulls.length],
    pose: { position: random.unitVector(), orientation: random.rotation() },
  }));
  const pass = (): void => {
    for (const { a, b, pose } of pairs) contact(a, {}, b, pose);
  };
  for (let k = 0; k < PASSES; k++) pass();
  const seconds = Array.from({ length: PASSES }, () => cpuSeconds(pass));
  return { task: `contact of two hulls of ${VERTICES} vertices`, microseconds: (median(seconds) / PAIRS) * 1e6 };
}

/** A cube of bodies that press on each other from the first step on, between walls. */
function pressedCube(shape: NonNullable<SimulationSpec['shapes']>[number]): SimulationSpec {
  const spacing = 0.0199;
  const bodies: BodySpec[] = [];
  for (let k = 0; k < BODIES; k++) {
    const place = [k % SIDE, Math.floor(k / SIDE) % SIDE, Math.floor(k / SIDE ** 2)].map((n) => (n + 0.5) * spacing);
    bodies.push({ shape: shape.name, material: 'grain', position: place as [number, number, number] });
  }
  const width = SIDE * spacing;
  const material = 'grain';
  return {
    timeStep: 1e-5,
    gravity: [0, 0, -9.81],
    materials: [{ name: material, density: 2500, stiffness: 1e5, restitution: 0.3, friction: 0.5 }],
    law: { normal: 'linear', tangential: 'linear' },
    shapes: [shape],
    bodies,
    halfSpaces: [
      { name: 'floor', normal: [0, 0, 1], offset: 0, material },
      { name: 'west', normal: [1, 0, 0], offset: 0, material },
      { name: 'east', normal: [-1, 0, 0], offset: -width, material },
      { name: 'south', normal: [0, 1, 0], offset: 0, material },
      { name: 'north', normal: [0, -1, 0], offset: -width, material },
    ],
    threads: 1,
  };
}

function stepsOf(task: string, shape: NonNullable<SimulationSpec['shapes']>[number]): SpeedResult {
  const simulation = new Simulation(pressedCube(shape));
  simulation.step(WARM_UP_STEPS);
  const seconds = Array.from({ length: PASSES }, () => cpuSeconds(() => simulation.step(STEPS)));
  simulation.dispose();
  return { task, microseconds: (median(seconds) / (STEPS * BODIES)) * 1e6 };
}

/** Takes a few seconds. */
export function checkSpeed(progress: (task: string) => void): SpeedResult[] {
  progress('contact queries');
  const queries = queriesOfHulls();
  progress('spheres');
  const spheres = stepsOf('step of a sphere among 1,000', { name: 'ball', sphere: { radius: 0.01 } });
  progress('boxes');
  const cube = box({ halfExtents: [0.01, 0.01, 0.01] });
  const boxes = stepsOf('step of a box among 1,000', { name: 'box', convex: cube });
  return [queries, spheres, boxes];
}
