// SPDX-License-Identifier: MIT
/**
 * Chooses the best cut of a part among planes through its notches. Of exact cuts the one that leaves the fewest notches
 * wins, then the one with the smallest cap, which cuts off teeth and arms; of approximate cuts the one with the
 * smallest excess volume of the hulls.
 */
import { partsOfCut } from './cut-parts.ts';
import { type CutPlane, cutPlanes } from './cut-planes.ts';
import { type Notch, notchesOf, weightOf } from './notches.ts';
import { type HulledPart, hulled, surplusOf } from './part-hull.ts';
import { cutByPlane, type PlaneCut } from './plane-cut.ts';
import { forEachSide, type Part, type Solid, sideKey } from './solid.ts';
import { areaOf } from './solids-from-shells.ts';

/** Number of planes that are fully evaluated per cut. */
const MOST_PLANES = 24;
/**
 * Relative difference of scores that counts as a tie; the order of the planes decides it, because rounding must not.
 */
const TIE = 1e-9;

/** Parts of the best cut with their hulls; undefined if there is no notch, or no reliable cut through one. */
export function bestCut(solid: Solid, part: Part, isExact: boolean): HulledPart[] | undefined {
  let best: { plane: CutPlane; score: readonly number[] } | undefined;
  const pointCount = solid.coordinates.length;
  const planeCount = solid.planes.length;
  for (const plane of cutPlanes(solid, notchesOf(solid, part), MOST_PLANES)) {
    const made = partsAlong(solid, part, plane);
    const score = made && scoreOf(solid, made, isExact);
    solid.coordinates.length = pointCount;
    solid.planes.length = planeCount;
    if (score !== undefined && (best === undefined || isBetter(score, best.score))) best = { plane, score };
  }
  return best && partsAlong(solid, part, best.plane)?.parts.flatMap((each) => hulledPart(solid, each));
}

/** Omits parts too thin to have a hull. */
export function hulledPart(solid: Solid, part: Part): HulledPart[] {
  const made = hulled(solid, [part], solid.volume(part));
  return made === undefined ? [] : [made];
}

interface CutParts {
  readonly parts: readonly Part[];
  readonly capArea: number;
}

/** Cuts only the sections at the notches if that separates parts, else all sections. */
function partsAlong(solid: Solid, part: Part, { plane, resolved }: CutPlane): CutParts | undefined {
  const cut = cutByPlane(solid, part, plane);
  if (cut === undefined) return undefined;
  const atNotch = sectionsAt(cut, resolved);
  const local = partsOfCut(solid, cut, (section) => atNotch.has(section));
  if (local !== undefined && local.length > 1) {
    return {
      parts: local,
      capArea: areaOf(
        solid,
        cut.cap.filter((_, i) => atNotch.has(cut.sections[i])),
      ),
    };
  }
  const parts = partsOfCut(solid, cut, () => true);
  return parts && { parts, capArea: areaOf(solid, cut.cap) };
}

function sectionsAt({ cap, sections }: PlaneCut, notches: readonly Notch[]): Set<number> {
  const sides = new Set(notches.map(({ from, to }) => sideKey(from, to)));
  const found = new Set<number>();
  cap.forEach(({ loop }, i) => {
    forEachSide(loop, (a, b) => {
      if (sides.has(sideKey(Math.min(a, b), Math.max(a, b)))) found.add(sections[i]);
    });
  });
  return found;
}

function scoreOf(solid: Solid, { parts, capArea }: CutParts, isExact: boolean): readonly number[] {
  if (isExact) return [weightOf(parts.flatMap((part) => notchesOf(solid, part))), parts.length, capArea];
  const pieces = parts.flatMap((part) => hulledPart(solid, part));
  return [pieces.reduce((sum, piece) => sum + surplusOf(piece), 0), parts.length, capArea];
}

function isBetter(score: readonly number[], other: readonly number[]): boolean {
  for (let k = 0; k < score.length; k++) {
    const tie = TIE * Math.max(Math.abs(score[k]), Math.abs(other[k])) + 1e-15;
    if (score[k] < other[k] - tie) return true;
    if (score[k] > other[k] + tie) return false;
  }
  return false;
}
