// SPDX-License-Identifier: MIT
/** Warnings where float32 on the GPU is too coarse for a scene: one sentence each, with numbers and a remedy. */

import { normalLaw } from '../../contact-laws/pair-constants.ts';
import { type GpuEstimate, gpuEstimate } from '../../gpu/engine/gpu-estimate.ts';
import { length, normalise, vector3 } from '../../math/vector.ts';
import { expectedOverlap } from '../../scene/check/expected-overlap.ts';
import { impactSpeed } from '../../scene/check/impact-speed.ts';
import { formatNumber, formatPercent, formatSi } from '../../scene/format-quantity.ts';
import { bodyForm } from '../../simulation/bodies/body-form.ts';
import { countOf, eachPosition } from '../../simulation/bodies/body-groups.ts';
import { constantsOf } from '../../simulation/law-table.ts';
import { massOfSphere, radiiOfShape } from '../../simulation/set-up.ts';
import type { BodyShapeSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';

/** Half a unit in the last place of float32. */
const ROUNDING = 6e-8;
/**
 * Error of an overlap, relative to the diameter, times the power 3/2 of Hertz's force. Both positions are rounded to
 * half a quantum along each axis: 2^-30 of a cell, which is little wider than the largest sphere.
 */
const POSITION_ROUNDING = 3e-9;
/** Overlap over diameter below which forces are wrong by more than 1e-3 (POSITION_ROUNDING over it). */
const LEAST_OVERLAP = 3e-6;
/** Largest relative error of any other quantity: the error of contact forces at the least overlap. */
const ALLOWED = 1e-3;

interface Ball {
  readonly radius: number;
  readonly mass: number;
  readonly material: number;
}

/** Smallest sphere and total volume of every sphere or clump. */
function sizesOf(shapes: readonly BodyShapeSpec[] = []): Map<string, { radius: number; volume: number }> {
  return new Map(
    shapes.flatMap((shape) => {
      if (!('sphere' in shape || 'clump' in shape)) return [];
      const radius = Math.min(...radiiOfShape(shape));
      return [[shape.name, { radius, volume: bodyForm(shape)?.volume ?? massOfSphere(radius, 1) }]];
    }),
  );
}

/** One free ball of each size and material, with the mass of its body; and the total mass. */
function freeBalls(spec: SimulationSpec): { balls: Ball[]; mass: number } {
  const sizes = sizesOf(spec.shapes);
  const number = new Map(spec.materials.map(({ name }, k) => [name, k]));
  const balls = new Map<string, Ball>();
  let sum = 0;
  for (const entry of spec.bodies ?? []) {
    const { shape, material: name, scale = 1, fixed, motion } = entry;
    const size = sizes.get(shape);
    if (fixed === true || motion !== undefined || size === undefined) continue;
    const material = number.get(name) ?? 0;
    const radius = scale * size.radius;
    const mass = size.volume * scale ** 3 * (spec.materials[material]?.density ?? 0);
    sum += countOf(entry) * mass;
    balls.set(`${shape} ${scale} ${material}`, { radius, mass, material });
  }
  return { balls: [...balls.values()], mass: sum };
}

/** Area normal to gravity that the bodies cover, m2: the box around their centres, one diameter wider. */
function footprint(spec: SimulationSpec, widest: number): number {
  const { x, y, z } = normalise(vector3(spec.gravity));
  const across = [Math.abs(x), Math.abs(y), Math.abs(z)];
  const down = across.indexOf(Math.max(...across));
  const low = [Infinity, Infinity, Infinity];
  const high = [-Infinity, -Infinity, -Infinity];
  const take = (axis: number, c: number): void => {
    if (c < low[axis]) low[axis] = c;
    if (c > high[axis]) high[axis] = c;
  };
  eachPosition(spec.bodies, (x, y, z) => {
    take(0, x);
    take(1, y);
    take(2, z);
  });
  const sides = [0, 1, 2].filter((axis) => axis !== down).map((axis) => high[axis] - low[axis] + 2 * widest);
  return sides[0] * sides[1];
}

/**
 * Overlap over diameter of a ball at the bottom: it carries its share of the total weight. NaN if the law has no closed
 * form.
 */
function restingOverlap(spec: SimulationSpec, ball: Ball, total: number): { ratio: number; load: number } {
  const g = length(vector3(spec.gravity));
  const { radius, mass, material } = ball;
  const load = g * Math.max(mass, (total * (2 * radius) ** 2) / footprint(spec, radius));
  const constants = constantsOf(spec, material, material);
  const overlap = normalLaw(constants.law).restingOverlap?.(constants, radius / 2, load) ?? Number.NaN;
  return { ratio: overlap / (2 * radius), load };
}

/** The largest exponent of all laws between equal balls, which requires the softest material. */
function overlapExponent(spec: SimulationSpec, balls: readonly Ball[]): number {
  const laws = balls.map(({ material }) => normalLaw(constantsOf(spec, material, material).law));
  return Math.max(1, ...laws.map((law) => law.overlapExponent ?? 1));
}

function overlapWarnings(spec: SimulationSpec, balls: readonly Ball[], total: number): string[] {
  const hasWeight = length(vector3(spec.gravity)) > 0;
  const resting = (hasWeight ? balls : [])
    .map((ball) => restingOverlap(spec, ball, total))
    .filter(({ ratio }) => ratio > 0);
  const still = resting.reduce((most, each) => (each.ratio > most.ratio ? each : most), { ratio: 0, load: 0 });
  const impact = expectedOverlap(spec);
  // `impact.ratio` is relative to the radius, `hit` to the diameter.
  const hit = impact === undefined ? 0 : impact.ratio / 2;
  const warnings = [
    ...(still.ratio > 0 && still.ratio < LEAST_OVERLAP
      ? [
          {
            ratio: still.ratio,
            why: `under the weight of the bed (${formatSi(still.load, 'N')} on a sphere)`,
            isImpact: false,
          },
        ]
      : []),
    ...(hit > 0 && hit < LEAST_OVERLAP
      ? [{ ratio: hit, why: `in impacts (${impact?.reason}: ${formatSi(impact?.speed ?? 0, 'm/s')})`, isImpact: true }]
      : []),
  ];
  return warnings.map(({ ratio, why, isImpact }) => {
    const exponent = overlapExponent(spec, balls);
    const times = (LEAST_OVERLAP / ratio) ** (isImpact ? exponent + 1 : exponent);
    return (
      `overlaps of ${formatNumber(ratio)} of the diameter are to be expected ${why}; places are rounded there, ` +
      `which makes forces off by ${formatPercent(POSITION_ROUNDING / ratio)}: make the material ` +
      `${formatNumber(times)} times softer, or run with --device cpu`
    );
  });
}

/** A sphere that travels less than half a quantum in a step does not move. */
function stallWarnings(spec: SimulationSpec, { quantum }: GpuEstimate, speed: number): string[] {
  const stalled = (0.5 * quantum) / spec.timeStep;
  if (!(speed > 0) || stalled <= ALLOWED * speed) return [];
  return [
    `places are whole numbers of ${formatSi(quantum, 'm')}: with steps of ${formatSi(spec.timeStep, 's')} ` +
      `nothing moves that is slower than ${formatSi(stalled, 'm/s')}, and speeds of the scene are about ` +
      `${formatSi(speed, 'm/s')}: take steps of ${formatSi((0.5 * quantum) / (ALLOWED * speed), 's')} or more (a ` +
      'softer material allows them), or run with --device cpu',
  ];
}

function ratioWarnings(balls: readonly Ball[]): string[] {
  const masses = balls.map(({ mass }) => mass);
  const ratio = Math.max(...masses) / Math.min(...masses);
  if (!(ROUNDING * ratio > ALLOWED)) return [];
  return [
    `masses are ${formatNumber(ratio)} to 1: of the forces of the lightest ${formatPercent(ROUNDING * ratio)} ` +
      'are lost in the sums of the heaviest; take densities and sizes that are nearer, or run with --device cpu',
  ];
}

function energyWarnings(spec: SimulationSpec, { grid }: GpuEstimate, radius: number, speed: number): string[] {
  const g = length(vector3(spec.gravity));
  const { x, y, z } = g > 0 ? normalise(vector3(spec.gravity)) : { x: 0, y: 0, z: 0 };
  const high = [x, y, z].reduce((sum, n, axis) => sum + Math.abs(n) * grid.cells[axis] * grid.size[axis], 0);
  const diameter = 2 * radius;
  const lost = ROUNDING * high;
  const warnings: string[] = [];
  if (g > 0 && lost > ALLOWED * diameter) {
    warnings.push(
      `the domain is ${formatSi(high, 'm')} high: heights in the potential energy are known to ` +
        `${formatSi(lost, 'm')}, ${formatPercent(lost / diameter)} of a diameter, and so is the energy balance: ` +
        'make the domain lower where nothing goes, or run with --device cpu',
    );
  }
  // Scale of the speeds that contacts act on: a fall by one diameter.
  const slow = Math.sqrt(2 * g * diameter);
  if (g > 0 && ROUNDING * speed > ALLOWED * slow) {
    warnings.push(
      `speeds of ${formatSi(speed, 'm/s')} are known to ${formatSi(ROUNDING * speed, 'm/s')}, beside ` +
        `${formatSi(slow, 'm/s')} of a fall by one diameter: let the frame of reference move along, or run with ` +
        '--device cpu',
    );
  }
  return warnings;
}

/** Empty if float32 is accurate enough for the scene. The GPU must support the spec. */
export function gpuWarnings(spec: SimulationSpec, estimate = gpuEstimate(spec)): string[] {
  const { balls, mass } = freeBalls(spec);
  if (estimate === undefined || balls.length === 0) return [];
  const smallest = Math.min(...balls.map(({ radius }) => radius));
  const fastest = impactSpeed(spec).speed;
  const falling = Math.sqrt(2 * length(vector3(spec.gravity)) * 2 * smallest);
  return [
    ...overlapWarnings(spec, balls, mass),
    ...stallWarnings(spec, estimate, Math.max(fastest, falling)),
    ...ratioWarnings(balls),
    ...energyWarnings(spec, estimate, smallest, fastest),
  ];
}
