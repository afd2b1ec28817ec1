// SPDX-License-Identifier: MIT
/**
 * One impact of a ball on the plane z = 0 or on a second ball below it. The ball moves in the xz plane and spins about
 * y.
 */

import { massOfSphere } from '../../simulation/set-up.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { ContactLawSpec, MaterialSpec } from '../../simulation/simulation-spec.ts';
import { FLOOR, type HertzPair, hertzImpact, WALL } from '../sphere-scene.ts';

export interface Ball {
  readonly radius: number;
  /** Along x, m/s. */
  readonly along: number;
  /** About y, rad/s. */
  readonly spin: number;
}

export interface Collision {
  readonly grain: Omit<MaterialSpec, 'name'>;
  readonly first: Ball;
  /** Absent: a rigid plane. */
  readonly second?: Ball;
  /** Of approach, m/s. */
  readonly speed: number;
}

interface After {
  readonly first: Ball;
  readonly second?: Ball;
  /** Speed of separation over that of approach. */
  readonly restitution: number;
}

const STEPS_PER_CONTACT = 2000;
const HERTZ_MINDLIN: ContactLawSpec = { normal: 'hertz', tangential: 'mindlin' };

function pairOf({ grain, first, second }: Collision): HertzPair {
  const { density, youngsModulus = 0, poissonsRatio = 0 } = grain;
  const modulus = youngsModulus / (1 - poissonsRatio ** 2);
  const mass = massOfSphere(first.radius, density);
  if (second === undefined) return { mass, radius: first.radius, modulus };
  const other = massOfSphere(second.radius, density);
  return {
    mass: (mass * other) / (mass + other),
    radius: (first.radius * second.radius) / (first.radius + second.radius),
    modulus: modulus / 2,
  };
}

/** Tangential velocity of the first ball relative to its partner at the contact. */
export function slipOf(first: Ball, second?: Ball): number {
  const own = first.along - first.radius * first.spin;
  return second === undefined ? own : own - (second.along + second.radius * second.spin);
}

/** Slip above which a rigid ball with Coulomb friction slides throughout. */
export function slidingLimit({ grain, speed }: Collision): number {
  return 3.5 * (grain.friction ?? 0) * (1 + (grain.restitution ?? 1)) * speed;
}

/** Rigid balls that slide throughout. */
export function slidingThroughout(collision: Collision): Omit<After, 'restitution'> {
  const { grain, first, second, speed } = collision;
  const { mass } = pairOf(collision);
  const direction = Math.sign(slipOf(first, second));
  const impulse = direction * (grain.friction ?? 0) * (1 + (grain.restitution ?? 1)) * mass * speed;
  const pushed = (ball: Ball, share: number): Ball => {
    const m = massOfSphere(ball.radius, grain.density);
    return {
      radius: ball.radius,
      along: ball.along + (share * impulse) / m,
      spin: ball.spin + (2.5 * impulse) / (m * ball.radius),
    };
  };
  return { first: pushed(first, -1), ...(second !== undefined && { second: pushed(second, 1) }) };
}

/** The same in the simulation. Undefined if they do not separate within ten contact times. */
export function collide(collision: Collision, law: ContactLawSpec = HERTZ_MINDLIN): After | undefined {
  const { grain, first, second, speed } = collision;
  const timeStep = hertzImpact(pairOf(collision), speed).duration / STEPS_PER_CONTACT;
  const gap = 0.5 * timeStep * speed;
  const bodyOf = (shape: string, { along, spin }: Ball, height: number, velocity: number) => ({
    shape,
    material: 'grain',
    position: [0, 0, height] as const,
    velocity: [along, 0, velocity] as const,
    angularVelocity: [0, spin, 0] as const,
  });
  const down = second === undefined ? speed : speed / 2;
  const simulation = new Simulation({
    timeStep,
    gravity: [0, 0, 0],
    law,
    materials: [{ name: 'grain', ...grain }, WALL],
    shapes: [
      { name: 'first', sphere: { radius: first.radius } },
      { name: 'second', sphere: { radius: second?.radius ?? first.radius } },
    ],
    bodies: [
      bodyOf('first', first, first.radius + gap, -down),
      ...(second === undefined ? [] : [bodyOf('second', second, -second.radius, down)]),
    ],
    ...(second === undefined && { halfSpaces: [FLOOR] }),
  });
  for (let k = 0; k < 40; k++) {
    simulation.step(STEPS_PER_CONTACT / 4);
    const [a, b] = [simulation.body(0), second === undefined ? undefined : simulation.body(1)];
    const parting = a.velocity.z - (b?.velocity.z ?? 0);
    if (simulation.statistics().contacts > 0 || parting < 0) continue;
    const ballOf = (radius: number, { velocity, angularVelocity }: typeof a): Ball => ({
      radius,
      along: velocity.x,
      spin: angularVelocity.y,
    });
    return {
      first: ballOf(first.radius, a),
      ...(b !== undefined && second !== undefined && { second: ballOf(second.radius, b) }),
      restitution: parting / speed,
    };
  }
  return undefined;
}
