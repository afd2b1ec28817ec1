// SPDX-License-Identifier: MIT
/** Radii, volumes and masses of templates and of their distributions. */
import { superquadric } from '../../shapes/kinds/superquadric.ts';
import { bodyForm } from '../../simulation/bodies/body-form.ts';
import type { InputDraft, InputTemplate, Sizes } from './input-draft.ts';
import { ScriptProblem } from './input-script.ts';

/** Normal distributions end at this many deviations in a scene. */
export const MOST_DEVIATIONS = 3;

interface TemplateSize {
  /** Radius of the ball around the largest body. */
  readonly largest: number;
  readonly meanVolume: number;
}

export function smallestAndLargest(sizes: Sizes): readonly [number, number] {
  if (sizes.kind === 'constant') return [sizes.value, sizes.value];
  if (sizes.kind === 'uniform') return [sizes.least, sizes.largest];
  const reach = MOST_DEVIATIONS * sizes.deviation;
  return [Math.max(sizes.mean - reach, 0.01 * sizes.mean), sizes.mean + reach];
}

/** Mean of the cubes of the radii. */
function meanCube(sizes: Sizes): number {
  if (sizes.kind === 'constant') return sizes.value ** 2 * sizes.value;
  if (sizes.kind === 'normal') return sizes.mean ** 2 * sizes.mean + 3 * sizes.mean * sizes.deviation ** 2;
  const { least, largest } = sizes;
  return 0.25 * (least + largest) * (least ** 2 + largest ** 2);
}

export function templateSize({ shape }: InputTemplate): TemplateSize {
  if (shape.kind === 'sphere') {
    return { largest: smallestAndLargest(shape.radius)[1], meanVolume: ((4 * Math.PI) / 3) * meanCube(shape.radius) };
  }
  const form = bodyForm(
    shape.kind === 'clump'
      ? { name: 'clump', clump: { spheres: shape.spheres } }
      : { name: 'superquadric', convex: superquadric(shape) },
  );
  if (form === undefined) throw new ScriptProblem('a body without a form');
  return { largest: form.radius, meanVolume: form.volume };
}

interface DistributionSize extends TemplateSize {
  readonly meanMass: number;
  /** Templates and their shares by number, which add up to 1. */
  readonly shares: readonly { readonly template: string; readonly share: number }[];
}

export function distributionSizes(draft: InputDraft, id: string): DistributionSize {
  const { parts = [], isByMass = false } = draft.distributions.get(id) ?? {};
  const rows = parts.flatMap(({ template, weight }) => {
    const found = draft.templates.get(template);
    if (found === undefined || weight === 0) return [];
    const { largest, meanVolume } = templateSize(found);
    const mass = found.density * meanVolume;
    return [{ template, largest, meanVolume, mass, number: isByMass ? weight / mass : weight }];
  });
  const total = rows.reduce((sum, { number }) => sum + number, 0);
  if (total === 0) throw new ScriptProblem(`the distribution ${id} is empty`);
  const mean = (take: (row: (typeof rows)[number]) => number): number =>
    rows.reduce((sum, row) => sum + (row.number / total) * take(row), 0);
  return {
    largest: Math.max(...rows.map(({ largest }) => largest)),
    meanVolume: mean(({ meanVolume }) => meanVolume),
    meanMass: mean(({ mass }) => mass),
    shares: rows.map(({ template, number }) => ({ template, share: number / total })),
  };
}
