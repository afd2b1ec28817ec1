// SPDX-License-Identifier: MIT
/** Groups closed shells into solids: an outward shell with the cavities (inward shells) inside it. */
import { addCross } from '../precise-vectors.ts';
import { type Part, pointsOf, type Solid } from './solid.ts';
import { windingAround } from './winding.ts';

/** The solids; undefined if a cavity lies in none of them. */
export function solidsOfShells(solid: Solid, shells: readonly Part[]): Part[] | undefined {
  const volumes = shells.map((shell) => solid.volume(shell));
  const solids = shells.flatMap((shell, i) =>
    volumes[i] >= 0 ? [{ volume: volumes[i], shell, cavities: [] as Part[] }] : [],
  );
  for (const cavity of shells.filter((_, i) => volumes[i] < 0)) {
    // Of nested ones the smallest around it.
    const around = solids.filter(({ shell }) => isWithin(solid, cavity, shell)).sort((a, b) => a.volume - b.volume)[0];
    if (around !== undefined) around.cavities.push(cavity);
    else if (!isSkin(solid, cavity)) return undefined;
  }
  return solids.map(({ shell, cavities }) => [shell, ...cavities].flat());
}

/** True for a shell without volume, apart from the deviation of its polygons from their planes. */
function isSkin(solid: Solid, shell: Part): boolean {
  return Math.abs(solid.volume(shell)) <= solid.band * areaOf(solid, shell);
}

/** Area of all its polygons. */
export function areaOf(solid: Solid, shell: Part): number {
  let area = 0;
  const sum = new Float64Array(3);
  for (const { loop } of shell) {
    sum.fill(0);
    for (let i = 1; i + 1 < loop.length; i++) addCross(solid.coordinates, loop[0], loop[i], loop[i + 1], sum);
    area += Math.sqrt(sum[0] ** 2 + sum[1] ** 2 + sum[2] ** 2) / 2;
  }
  return area;
}

/**
 * True if the inner shell lies in the outer one, given that they do not cross. Its points vote, because some may lie on
 * the other surface.
 */
export function isWithin(solid: Solid, inner: Part, outer: Part): boolean {
  const points = pointsOf(inner);
  const votes = points.map((p) => windingAround(solid, outer, solid.point(p)));
  return votes.reduce((sum, vote) => sum + vote, 0) / votes.length > 0.75;
}
