// SPDX-License-Identifier: MIT
/**
 * The time by which bonds bound the time step of a scene, before positions say how many a body has: for the smallest
 * body with as many equal neighbours as there can be, or as the list of the rule has.
 */
import { bondConstants } from '../../bonds/bond-constants.ts';
import type { BondRule } from '../../bonds/bond-rule.ts';

/** Equal spheres around one. */
const MOST_NEIGHBOURS = 12;

interface SmallBody {
  readonly radius: number;
  readonly mass: number;
}

/** Half a period of the fastest vibration, see `criticalTime` of the bonds of a simulation. */
export function bondTime(rule: BondRule, { radius, mass }: SmallBody): number {
  const inertia = 0.4 * mass * radius * radius;
  const { stiffness, dashpot } = bondConstants(rule, {
    length: 2 * radius,
    smallerRadius: radius,
    inverseMass: 2 / mass,
    inverseInertia: 2 / inertia,
  });
  const fastest = ([normal, shear, twisting, bending]: readonly [number, number, number, number]): number =>
    Math.max(normal / mass, shear / mass + (shear * radius * radius + bending) / inertia, twisting / inertia);
  const count = mostBonds(rule);
  const [square, rate] = [2 * count * fastest(stiffness), 2 * count * fastest(dashpot)];
  return (0.5 * Math.PI * (Math.sqrt(rate * rate + 4 * square) - rate)) / square;
}

function mostBonds({ list }: BondRule): number {
  if (list === undefined) return MOST_NEIGHBOURS;
  const counts = new Map<number, number>();
  for (const id of list.flat()) counts.set(id, (counts.get(id) ?? 0) + 1);
  let most = 1;
  for (const count of counts.values()) most = Math.max(most, count);
  return most;
}
