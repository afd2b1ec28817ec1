// SPDX-License-Identifier: MIT
/**
 * The overlap that the fastest impact of a scene would cause, as a part of the radius: closed forms of an undamped
 * head-on impact of two equal bodies, v sqrt(m / k) for linear springs and (15 m v^2 / (16 E R^(1/2)))^(2/5) for Hertz,
 * with effective m, E, R.
 */

import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { normalLaw, pairConstants } from '../../contact-laws/pair-constants.ts';
import { isFree } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { type DeepOverlap, LARGEST_RATIO } from '../../simulation/tunnelling/overlap-watch.ts';
import { formatPercent } from '../format-quantity.ts';
import { bodySizeOf } from './body-size.ts';
import { impactSpeed } from './impact-speed.ts';
import { type MaterialContact, materialContact, missingNumbers } from './material-contacts.ts';

interface ExpectedOverlap {
  /** Overlap over the smallest radius. */
  readonly ratio: number;
  /** m/s */
  readonly speed: number;
  readonly reason: string;
}

/** Overlap of two equal bodies that meet at a speed; NaN where no closed form is known. */
function impactOverlap(contact: MaterialContact, mass: number, radius: number, speed: number): number {
  const { a, b, pair, law } = contact;
  if (missingNumbers(contact).length > 0 || law.module !== undefined) return Number.NaN;
  const constants = pairConstants(a, b, pair, law, `materials ${a.name} and ${b.name}`);
  return normalLaw(constants.law).impactOverlap?.(constants, mass / 2, radius / 2, speed) ?? Number.NaN;
}

/** The largest expected overlap of free bodies with equal ones; undefined if there is no estimate. */
export function expectedOverlap(spec: SimulationSpec): ExpectedOverlap | undefined {
  const { bodies = [], insertions = [], shapes = [], materials } = spec;
  const { speed, reason } = impactSpeed(spec);
  const free = bodies.filter(isFree);
  const ofBodies = new Map(
    free.map(({ shape, material, scale = 1 }) => [
      `${shape}\n${material}\n${scale}`,
      { shape, material, factor: scale },
    ]),
  );
  const ofInsertions = insertions.flatMap((insertion) =>
    insertion.shapes.map(({ shape, material, scale }) => ({ shape, material, factor: sizeRange(scale).largest })),
  );
  let worst: ExpectedOverlap | undefined;
  for (const { shape, material: name, factor } of [...ofBodies.values(), ...ofInsertions]) {
    const shapeSpec = shapes.find((each) => each.name === shape);
    const material = materials.find((each) => each.name === name);
    if (shapeSpec === undefined || material === undefined) continue;
    const { smallestRadius, volumeAtLeast } = bodySizeOf(shapeSpec);
    const radius = smallestRadius * factor;
    const mass = material.density * volumeAtLeast * factor ** 3;
    const ratio = impactOverlap(materialContact(spec, material, material), mass, radius, speed) / radius;
    if (ratio > (worst?.ratio ?? 0)) worst = { ratio, speed, reason: `${shape} of ${name} after ${reason}` };
  }
  return worst;
}

export function deepOverlapText({ time, step, body, ratio, limit = LARGEST_RATIO }: DeepOverlap): string {
  // A GPU does not report which body it was.
  const who = body < 0 ? 'a body' : `body ${body}`;
  return (
    `step ${step}, time ${time} s: ${who} overlaps a partner by ${formatPercent(ratio)} of the smaller radius; ` +
    `above ${formatPercent(limit)} the contact laws are inaccurate: use a stiffer material or slower impacts`
  );
}
