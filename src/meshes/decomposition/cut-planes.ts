// SPDX-License-Identifier: MIT
/**
 * Candidate planes of a cut: through a notch, along one of its faces or bisecting its angle, and through two notches at
 * once. Planes that resolve most come first, then others from all over the part.
 */
import { cross, dot, type Notch, resolves, weightOf } from './notches.ts';
import type { Plane, Solid } from './solid.ts';

/** Number of notches to consider, heaviest first; a smooth hollow has thousands, and a cut resolves few. */
const MOST_NOTCHES = 96;

export interface CutPlane {
  readonly plane: Plane;
  readonly resolved: readonly Notch[];
  /** Sum of their weights. */
  readonly weight: number;
  /** Largest distance between them: about the size of the cut. */
  readonly span: number;
}

/** Relative difference of weights that is rounding. */
const TIE = 1e-6;

/** At most `most` planes, the best first; half of them by weight, half spread over the rest. */
export function cutPlanes(solid: Solid, notches: readonly Notch[], most: number): CutPlane[] {
  const heaviest = notches
    .map((notch, i) => ({ notch, i }))
    .sort((a, b) => b.notch.weight - a.notch.weight || a.i - b.i)
    .map(({ notch }) => notch);
  const planes: CutPlane[] = [];
  const add = (plane: Plane | undefined): void => {
    if (plane === undefined) return;
    const resolved = heaviest.filter((notch) => resolves(solid, plane, notch));
    if (resolved.length === 0 || planes.some((other) => isSame(solid, plane, resolved, other))) return;
    planes.push({ plane, resolved, weight: weightOf(resolved), span: spanOf(solid, resolved) });
  };
  for (const notch of heaviest.slice(0, MOST_NOTCHES)) for (const plane of planesThrough(solid, notch)) add(plane);
  const paired = heaviest.slice(0, MOST_NOTCHES);
  paired.forEach((first, i) => {
    for (const second of paired.slice(i + 1)) add(planeThroughBoth(solid, first, second));
  });
  const order = planes.map((_, i) => i).sort((a, b) => compare(planes[a], planes[b]) || a - b);
  if (order.length <= most) return order.map((i) => planes[i]);
  const half = most >> 1;
  const rest = order.length - half;
  const spread = Array.from({ length: most - half }, (_, i) => order[half + Math.floor((i * rest) / (most - half))]);
  return [...order.slice(0, half), ...spread].map((i) => planes[i]);
}

/** Heavier planes first; of equal ones the smaller cut, then the lower notch. */
function compare(a: CutPlane, b: CutPlane): number {
  if (Math.abs(a.weight - b.weight) > TIE * Math.max(a.weight, b.weight)) return b.weight - a.weight;
  return Math.abs(a.span - b.span) > TIE ? a.span - b.span : 0;
}

function spanOf(solid: Solid, notches: readonly Notch[]): number {
  const first = solid.point(notches[0].from);
  return notches.reduce((most, { from, to }) => {
    const [u, v] = [difference(solid.point(from), first), difference(solid.point(to), first)];
    return Math.max(most, Math.sqrt(dot(u, u)), Math.sqrt(dot(v, v)));
  }, 0);
}

function planesThrough(solid: Solid, { from, first, second, alongFirst, alongSecond }: Notch): (Plane | undefined)[] {
  const through = solid.point(from);
  const halving = unit([
    alongFirst[0] + alongSecond[0],
    alongFirst[1] + alongSecond[1],
    alongFirst[2] + alongSecond[2],
  ]);
  const m = solid.planes[first.plane].normal;
  const n = solid.planes[second.plane].normal;
  const side = unit(cross(m, n));
  return [{ normal: m, through }, { normal: n, through }, halving && side && { normal: cross(halving, side), through }];
}

function planeThroughBoth(solid: Solid, first: Notch, second: Notch): Plane | undefined {
  const [p, q] = [solid.point(first.from), solid.point(first.to)];
  const ends = [solid.point(second.from), solid.point(second.to)] as const;
  const side = difference(q, p);
  const normals = ends.map((end) => cross(side, difference(end, p)));
  const longest = dot(normals[0], normals[0]) >= dot(normals[1], normals[1]) ? 0 : 1;
  const normal = unit(normals[longest]);
  if (normal === undefined) return undefined;
  const plane: Plane = { normal, through: p };
  return resolves(solid, plane, second) && resolves(solid, plane, first) ? plane : undefined;
}

/** True for the same plane, from either side: it resolves the same notches and has the same normal to rounding. */
function isSame(solid: Solid, plane: Plane, resolved: readonly Notch[], other: CutPlane): boolean {
  if (other.resolved.length !== resolved.length || other.resolved[0] !== resolved[0]) return false;
  const tilt = cross(plane.normal, other.plane.normal);
  return Math.sqrt(dot(tilt, tilt)) < 1e-9 && Math.abs(solid.height(resolved[0].from, other.plane)) <= solid.band;
}

function difference(
  a: readonly [number, number, number],
  b: readonly [number, number, number],
): readonly [number, number, number] {
  return [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
}

function unit(v: readonly [number, number, number]): readonly [number, number, number] | undefined {
  const length = Math.sqrt(dot(v, v));
  return length > 1e-12 ? [v[0] / length, v[1] / length, v[2] / length] : undefined;
}
