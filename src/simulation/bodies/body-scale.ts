// SPDX-License-Identifier: MIT
/** Scaled copies of a shape: a factor on all lengths. Mass grows with its cube, inertia with its fifth power. */
import { sizeRange } from '../../bodies/insertion/size-distribution.ts';
import { scale as scaled, vector3 } from '../../math/vector.ts';
import { compound } from '../../shapes/kinds/compound.ts';
import type { BodyShapeSpec, SimulationSpec } from '../simulation-spec.ts';
import type { ClumpShape } from './clump-shape.ts';

/** The same shape, `factor` times as large. */
export function scaledShape(shape: BodyShapeSpec, factor: number): BodyShapeSpec {
  if (factor === 1) return shape;
  const { name } = shape;
  if ('sphere' in shape) return { name, sphere: { radius: factor * shape.sphere.radius } };
  if ('convex' in shape) return { name, convex: shape.convex.scaled(factor) };
  if ('compound' in shape) {
    const pieces = shape.compound.pieces.map(({ shape: piece, pose: { position, orientation } }) => ({
      shape: piece.scaled(factor),
      pose: { position: scaled(position, factor), orientation },
    }));
    return { name, compound: compound(pieces) };
  }
  const spheres = shape.clump.spheres.map(({ centre, radius }) => ({
    centre: scaled(vector3(centre), factor),
    radius: factor * radius,
  }));
  return { name, clump: { spheres } };
}

/** The same form scaled by `factor`; pieces keep the size of their shape. */
export function scaledForm<Form extends ClumpShape>(form: Form, factor: number): Form {
  if (factor === 1) return form;
  const cube = factor * factor * factor;
  const [a, b, c] = form.inertia;
  const fifth = cube * factor * factor;
  return {
    ...form,
    volume: cube * form.volume,
    centroid: scaled(form.centroid, factor),
    inertia: [fifth * a, fifth * b, fifth * c],
    spheres: form.spheres.map(({ centre, radius }) => ({ centre: scaled(centre, factor), radius: factor * radius })),
    radius: factor * form.radius,
  };
}

/** Smallest and largest factor of each shape that bodies or insertions of the spec use. */
export function scaleRanges({ bodies = [], insertions = [] }: SimulationSpec): Map<string, readonly [number, number]> {
  const ranges = new Map<string, readonly [number, number]>();
  const note = (shape: string, least: number, most: number): void => {
    const range = ranges.get(shape);
    if (range !== undefined && range[0] <= least && range[1] >= most) return;
    ranges.set(shape, [Math.min(range?.[0] ?? least, least), Math.max(range?.[1] ?? most, most)]);
  };
  for (const { shape, scale = 1 } of bodies) note(shape, scale, scale);
  for (const { shapes } of insertions) {
    for (const { shape, scale } of shapes) {
      const { smallest, largest } = sizeRange(scale);
      note(shape, smallest, largest);
    }
  }
  return ranges;
}
