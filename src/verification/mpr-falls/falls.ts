// SPDX-License-Identifier: MIT
/**
 * Runs the scenes until the bodies are at rest: event-driven with variable steps, and with the fixed steps of
 * `Simulation`.
 */
import type { Pose } from '../../math/pose.ts';
import { length } from '../../math/vector.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { EventSimulation, type EventStatistics } from '../../simulation/event-driven/event-simulation.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import { DENSITY, type FallScene, GRAVITY, RESISTANCE, specOf } from './fall-scenes.ts';

interface FallRun {
  readonly end: string;
  readonly time: number;
  readonly statistics: EventStatistics;
  /** Of the centre of mass of each body at the end, m/s; fixed bodies have none. */
  readonly speeds: readonly number[];
  /** Speed of the fastest point of a body over sqrt(g r), r being the radius of the ball of equal volume. */
  readonly shares: readonly number[];
  readonly heights: readonly number[];
  readonly poses: readonly Pose[];
  readonly cpuSeconds: number;
}

export function eventFall(fall: FallScene, tolerance: number, until: number, cpuSeconds: () => number): FallRun {
  const begin = cpuSeconds();
  const simulation = new EventSimulation(specOf(fall, tolerance));
  const { kind, time } = simulation.advance(until);
  const states = fall.bodies.map((_, i) => simulation.body(i));
  return {
    end: kind,
    time,
    statistics: simulation.statistics(),
    speeds: states.map(({ velocity }) => length(velocity)),
    shares: states.map(({ velocity, angularVelocity }, i) => {
      const { shape, fixed } = fall.bodies[i];
      if (fixed) return 0;
      const r = Math.cbrt((0.75 / Math.PI) * shape.massProperties().volume);
      return (length(velocity) + r * length(angularVelocity)) / Math.sqrt(GRAVITY * r);
    }),
    heights: states.map(({ centreOfMass }) => centreOfMass.z),
    poses: states.map(({ pose }) => pose),
    cpuSeconds: cpuSeconds() - begin,
  };
}

interface FixedRun {
  readonly steps: number;
  readonly speeds: readonly number[];
  readonly heights: readonly number[];
  readonly cpuSeconds: number;
}

/** Linear springs with frictional history: the law of this engine differs from that of the events. */
export function fixedFall(fall: FallScene, timeStep: number, until: number, cpuSeconds: () => number): FixedRun {
  const begin = cpuSeconds();
  const simulation = new Simulation({
    timeStep,
    gravity: [0, 0, -GRAVITY],
    law: { normal: 'linear', tangential: 'linear', rolling: 'model-a', twisting: 'model-a' },
    materials: [{ name: 'plastic', density: DENSITY, stiffness: 1e5, friction: 0.4, restitution: 0.4, ...RESISTANCE }],
    shapes: fall.bodies.map(({ shape }, i) => shapeSpec(`shape ${i}`, shape)),
    bodies: fall.bodies.map(({ position = [0, 0, 0], orientation, fixed }, i) => ({
      shape: `shape ${i}`,
      material: 'plastic',
      position,
      ...(orientation && { orientation }),
      ...(fixed && { fixed }),
    })),
  });
  try {
    const steps = Math.round(until / timeStep);
    simulation.step(steps);
    const states = fall.bodies.map((_, i) => simulation.body(i));
    return {
      steps,
      speeds: states.map(({ velocity }) => length(velocity)),
      heights: states.map(({ position }) => position.z),
      cpuSeconds: cpuSeconds() - begin,
    };
  } finally {
    simulation.dispose();
  }
}

function shapeSpec(name: string, shape: Shape): BodyShapeSpec {
  if (shape.kind === 'sphere') return { name, sphere: { radius: shape.radius } };
  return shape.kind === 'compound' ? { name, compound: shape } : { name, convex: shape as ConvexShape };
}
