// SPDX-License-Identifier: MIT
/**
 * A ball on a plane floor with rolling resistance: how it slows down, how far it rolls, and how it rocks on its springs
 * at the end, with the closed forms.
 */
import type { ContactLawSpec, MaterialSpec } from '../../contact-laws/law-spec.ts';
import { Simulation } from '../../simulation/simulation.ts';
import { FLOOR, spheres } from '../sphere-scene.ts';

export const RADIUS = 0.01;
const DENSITY = 2500;
export const MASS = (4 / 3) * Math.PI * RADIUS ** 3 * DENSITY;
/** N/m, of the normal and of the tangential spring. */
export const STIFFNESS = 1e4;
export const GRAVITY = 9.81;
/** Coefficient of rolling friction. */
export const ROLLING = 0.1;
/** m/s */
export const SPEED = 0.1;
/** s */
export const TIME_STEP = 2e-5;

const LINEAR: ContactLawSpec = { normal: 'linear', tangential: 'linear' };
export const EPSD: ContactLawSpec = { ...LINEAR, rolling: 'epsd' };
export const EPSD2: ContactLawSpec = { ...LINEAR, rolling: 'epsd2' };

/** Stiffness of the rolling spring, N m. */
export const EPSD_STIFFNESS = 2.25 * STIFFNESS * (ROLLING * RADIUS) ** 2;
export const EPSD2_STIFFNESS = STIFFNESS * RADIUS ** 2;

/** Closed forms of a ball that rolls without slip. */
export const DECELERATION = (5 / 7) * ROLLING * GRAVITY;
export const WAY = SPEED ** 2 / (2 * DECELERATION);

/** From end to end of the rocking after the ball has rolled out: the torque of the spring starts at its limit. */
export const SWING = (2 * ROLLING * MASS * GRAVITY * RADIUS ** 2) / EPSD_STIFFNESS;

/** s: period of the slow mode of a ball on its tangential and rolling springs. */
export function rockingPeriod(rollingStiffness: number): number {
  // det(K - w^2 M) = 0 with K = [[kt, -kt R], [-kt R, kt R^2 + kr]], M = diag(m, I).
  const inertia = 0.4 * MASS * RADIUS ** 2;
  const middle = MASS * (STIFFNESS * RADIUS ** 2 + rollingStiffness) + inertia * STIFFNESS;
  const root = Math.sqrt(middle ** 2 - 4 * MASS * inertia * STIFFNESS * rollingStiffness);
  return 2 * Math.PI * Math.sqrt((2 * MASS * inertia) / (middle - root));
}

/** s: the same with this damping ratio, as for a single spring. */
export function dampedPeriod(rollingStiffness: number, ratio: number): number {
  return rockingPeriod(rollingStiffness) / Math.sqrt(1 - ratio * ratio);
}

/** A ball on the floor, which presses it as its weight does, that rolls without slip at this speed down this slope. */
export function rollingBall(law: ContactLawSpec, more: Partial<MaterialSpec>, speed = SPEED, slope = 0): Simulation {
  const depth = (MASS * GRAVITY * Math.cos(slope)) / STIFFNESS;
  const grain = {
    density: DENSITY,
    stiffness: STIFFNESS,
    tangentialStiffnessRatio: 1,
    friction: 1,
    rollingFriction: ROLLING,
    ...more,
  };
  const body = {
    position: [0, 0, RADIUS - depth] as const,
    velocity: [speed, 0, 0] as const,
    angularVelocity: [0, speed / (RADIUS - depth), 0] as const,
  };
  const gravity = [GRAVITY * Math.sin(slope), 0, -GRAVITY * Math.cos(slope)] as const;
  return new Simulation(spheres(RADIUS, grain, [body], { timeStep: TIME_STEP, gravity, law, halfSpaces: [FLOOR] }));
}

/** Position of the ball along x after each step of this time. */
export function wayOf(simulation: Simulation, duration: number): number[] {
  return Array.from({ length: Math.round(duration / TIME_STEP) }, () => {
    simulation.step(1);
    return simulation.body(0).position.x;
  });
}

/** Steps at which the way has a largest value. */
function peaksOf(way: readonly number[]): number[] {
  return way.flatMap((here, k) => {
    const before = way[k - 1] ?? Infinity;
    const after = way[k + 1] ?? Infinity;
    return here > before && here >= after ? [k] : [];
  });
}

/**
 * s: mean period of the rocking after `from`, if it is near `expected`. The fast mode of the tangential spring adds
 * peaks of its own, so the number of swings follows from the expected period.
 */
export function measuredPeriod(way: readonly number[], from: number, expected: number): number {
  const late = peaksOf(way).filter((k) => k * TIME_STEP > from);
  const time = ((late.at(-1) ?? 0) - (late[0] ?? 0)) * TIME_STEP;
  return time / Math.round(time / expected);
}
