// SPDX-License-Identifier: MIT
/**
 * Cost against error, with variable and with fixed steps. Rod and crank shaft fall on the box without friction or
 * damping, with the overlap-volume energy that both engines support. Both converge to the same motion, so one reference
 * serves both. The duration is short, because impacts amplify any error.
 */
import { length, subtract, type Vector3 } from '../../math/vector.ts';
import { EventSimulation } from '../../simulation/event-driven/event-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { DENSITY, figureEight, GRAVITY } from './fall-scenes.ts';

const STIFFNESS = 1e8;

export interface WorkPoint {
  readonly setting: number;
  /** Evaluations of all forces. */
  readonly evaluations: number;
  readonly cpuSeconds: number;
  /** Largest distance of a centre of mass from that of the reference, m. */
  readonly error: number;
}

interface Result {
  readonly centres: readonly Vector3[];
  readonly evaluations: number;
}

/** The box, the rod and the crank shaft of Fig. 8. */
const BODIES = figureEight().bodies.slice(0, 3);

export function variableStep(tolerance: number, until: number): Result & { readonly events: number } {
  const simulation = new EventSimulation({
    gravity: [0, 0, -GRAVITY],
    tolerance,
    law: { volume: { stiffness: STIFFNESS } },
    bodies: BODIES.map((body) => (body.fixed ? body : { ...body, density: DENSITY })),
  });
  const end = simulation.advance(until);
  const { evaluations, events } = simulation.statistics();
  const isWhole = end.kind === 'end';
  const centres = BODIES.map((_, i) => (isWhole ? simulation.body(i).centreOfMass : { x: NaN, y: NaN, z: NaN }));
  return { centres, evaluations, events };
}

export function fixedStep(timeStep: number, until: number): Result {
  const steps = Math.round(until / timeStep);
  const simulation = new Simulation({
    timeStep: until / steps,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'overlap-volume' },
    materials: [{ name: 'elastic', density: DENSITY, stiffness: STIFFNESS }],
    shapes: BODIES.map(({ shape }, i) => ({ name: `shape ${i}`, convex: shape as never })),
    bodies: BODIES.map(({ position = [0, 0, 0], orientation, fixed }, i) => ({
      shape: `shape ${i}`,
      material: 'elastic',
      position,
      ...(orientation && { orientation }),
      ...(fixed && { fixed }),
    })),
  });
  try {
    simulation.step(steps);
    return { centres: BODIES.map((_, i) => simulation.body(i).position), evaluations: steps };
  } finally {
    simulation.dispose();
  }
}

function errorOf(result: Result, reference: Result): number {
  return Math.max(
    ...result.centres.map((centre, i) => (BODIES[i].fixed ? 0 : length(subtract(centre, reference.centres[i])))),
  );
}

export function workPoints(
  settings: readonly number[],
  run: (setting: number) => Result,
  reference: Result,
  cpuSeconds: () => number,
): WorkPoint[] {
  return settings.map((setting) => {
    const begin = cpuSeconds();
    const result = run(setting);
    return {
      setting,
      evaluations: result.evaluations,
      cpuSeconds: cpuSeconds() - begin,
      error: errorOf(result, reference),
    };
  });
}
