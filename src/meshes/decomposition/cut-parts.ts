// SPDX-License-Identifier: MIT
/**
 * Parts of a plane cut. A cut may be limited to some of its sections, those at a notch (Chazelle 1984,
 * doi:10.1137/0213031); elsewhere the cut polygons are restored.
 */
import { type PlaneCut, turnedRound } from './plane-cut.ts';
import { forEachSide, openSides, type Part, type Polygon, type Solid, sideKey } from './solid.ts';
import { solidsOfShells } from './solids-from-shells.ts';

/** Undefined if the cut does not make at least two closed parts. `isKept` selects the sections to cut. */
export function partsOfCut(solid: Solid, cut: PlaneCut, isKept: (section: number) => boolean): Part[] | undefined {
  const kept = cut.cap.filter((_, i) => isKept(cut.sections[i]));
  const dropped = cut.cap.filter((_, i) => !isKept(cut.sections[i]));
  const below = [...cut.below, ...kept];
  const above = [...cut.above, ...kept.map(turnedRound)];
  const groups = new Groups(below.length + above.length);
  const belowSides = joinSides(below, 0, groups);
  const aboveSides = joinSides(above, below.length, groups);
  for (const { loop } of dropped) {
    forEachSide(loop, (a, b) => {
      const under = belowSides.get(sideKey(b, a));
      const over = aboveSides.get(sideKey(a, b));
      if (under !== undefined && over !== undefined) groups.join(under, over);
    });
  }
  // A cut through one arm of a ring leaves it in one piece: such a slit is no cut.
  for (let i = 0; i < kept.length; i++) {
    if (groups.of(cut.below.length + i) === groups.of(below.length + cut.above.length + i)) return undefined;
  }
  const numbers = new Map<Polygon, number>();
  const all = [...below, ...above];
  const parts = new Map<number, Polygon[]>();
  all.forEach((polygon, i) => {
    numbers.set(polygon, groups.of(i));
    const part = parts.get(groups.of(i));
    if (part === undefined) parts.set(groups.of(i), [polygon]);
    else part.push(polygon);
  });
  const shells = Array.from(parts.values(), (part) => mended(part, cut, numbers));
  return shells.every((shell) => openSides(shell).length === 0) ? solidsOfShells(solid, shells) : undefined;
}

/** The part with cut polygons restored if both halves are in it, provided it stays closed. */
function mended(part: Part, cut: PlaneCut, groupOf: ReadonlyMap<Polygon, number>): Part {
  const group = groupOf.get(part[0]);
  const both = cut.halves.filter(({ below, above }) => groupOf.get(below) === group && groupOf.get(above) === group);
  if (both.length === 0) return part;
  const replaced = new Set(both.flatMap(({ below, above }) => [below, above]));
  const whole = [...part.filter((polygon) => !replaced.has(polygon)), ...both.map((each) => each.whole)];
  return openSides(whole).length === 0 ? whole : part;
}

/** Joins polygons with a common side; returns the polygon on the left of each side. */
function joinSides(polygons: Part, first: number, groups: Groups): Map<number, number> {
  const sides = new Map<number, number>();
  polygons.forEach(({ loop }, i) => {
    forEachSide(loop, (a, b) => sides.set(sideKey(a, b), first + i));
  });
  polygons.forEach(({ loop }, i) => {
    forEachSide(loop, (a, b) => {
      const other = sides.get(sideKey(b, a));
      if (other !== undefined) groups.join(first + i, other);
    });
  });
  return sides;
}

/** Disjoint sets of numbers, each identified by its lowest number. */
class Groups {
  readonly #lowest: Int32Array;

  constructor(count: number) {
    this.#lowest = Int32Array.from({ length: count }, (_, i) => i);
  }

  of(i: number): number {
    let root = i;
    while (this.#lowest[root] !== root) root = this.#lowest[root];
    for (let at = i; at !== root; ) {
      const next = this.#lowest[at];
      this.#lowest[at] = root;
      at = next;
    }
    return root;
  }

  join(i: number, j: number): void {
    const [a, b] = [this.of(i), this.of(j)];
    this.#lowest[Math.max(a, b)] = Math.min(a, b);
  }
}
