// SPDX-License-Identifier: MIT
/**
 * The best way to cut a part in two or more. Planes through notches are tried in earnest; of exact cuts those win that
 * leave the least notches, then the smallest cap, which takes teeth and arms off; of approximate ones those whose parts
 * have the least room between them and their hulls.
 */
import { partsOfCut } from './cut-parts.ts';
import { type CutPlane, cutPlanes } from './cut-planes.ts';
import { type Notch, notchesOf, weightOf } from './notches.ts';
import { type HulledPart, hulled, surplusOf } from './part-hull.ts';
import { cutByPlane, type PlaneCut } from './plane-cut.ts';
import { forEachSide, type Part, type Solid, sideKey } from './solid.ts';
import { areaOf } from './solids-from-shells.ts';

/** Planes that are tried in earnest for each cut. */
const MOST_PLANES = 24;
/** Scores closer than this, relative, are a tie, which the order of the planes decides: rounding must not. */
const TIE = 1e-9;

/** The parts of the best cut with their hulls; undefined when there is no notch, or no cut through one is certain. */
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

/** Parts too thin to have a hull are left out. */
export function hulledPart(solid: Solid, part: Part): HulledPart[] {
  const made = hulled(solid, [part], solid.volume(part));
  return made === undefined ? [] : [made];
}

interface CutParts {
  readonly parts: readonly Part[];
  readonly capArea: number;
}

/** Cuts the sections at the notches alone where that is a cut, else all. */
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
