// SPDX-License-Identifier: MIT
/**
 * Common plane by perturbation (Cundall 1988): the normal is tilted by angles from 5 degrees down to 1e-7 while the gap
 * grows. `cundall` is Algorithm 1 of Descantes, Tricoire & Richard 2019 with corrections: each start has its own gap,
 * both signs of the lateral starts are tried, normals and axes stay unit, and a minimum gain and a step limit end the
 * search. `cundall-classical` starts from the bisector alone and stops at a local maximum (their Fig. 2), as does
 * `cundall-as-printed`.
 */
import { cos, sin } from '../../math/circular.ts';
import { addScaled, cross, dot, negate, normalise, type Vector3 } from '../../math/vector.ts';
import type { Answer, ContactAlgorithm, Search } from '../family/algorithm.ts';
import type { PlacedBody } from '../family/placed-body.ts';
import { planeAnswer } from './plane-contact.ts';
import { type ContactPlane, frameOf, type PlanePair, planeAcross, planePair, tracePlane } from './plane-gap.ts';

const DEGREE = Math.PI / 180;
/** Tilts are tangents of angles. */
const LARGEST_TILT = sin(5 * DEGREE) / cos(5 * DEGREE);
const SMALLEST_TILT = sin(1e-7 * DEGREE) / cos(1e-7 * DEGREE);

/** Rounds of four perturbed planes for each start; 150 are usual. */
const STEP_LIMIT = 2000;

/**
 * Minimum gain of a step relative to the size: a tenth of what the smallest tilt can gain at the bodies' lever arm.
 * Without it the search creeps along ridges, where two vertices tie, for tens of thousands of steps.
 */
const LEAST_GAIN = 1e-10;

/**
 * Largest angle between the normal and the face it found: the smallest tilt over the lever arm of the contact, which is
 * short near the end of a face. The points are off the surfaces by no more.
 */
const ANGLE_TOLERANCE = 256 * SMALLEST_TILT;

interface Rules {
  readonly name: string;
  starts(pair: PlanePair): Vector3[];
  readonly leastGain: number;
  /** Later starts must exceed the gap already found before they may move (the printed Algorithm 1). */
  readonly sharedGap: boolean;
}

/** Progress of a search; each start has its own step limit. */
interface Progress {
  steps: number;
  limit: number;
  planesTried: number;
  limited: boolean;
  readonly search: Search;
}

function tilted(n: Vector3, p: Vector3, tilt: number): Vector3 {
  return normalise(addScaled(n, p, tilt));
}

/**
 * Tilts a plane about two axes and halves the tilt when nothing is gained. The axes move with the normal: with fixed
 * axes, a normal close to one of them would hardly move.
 */
function perturb(
  pair: PlanePair,
  start: ContactPlane,
  diagonal: boolean,
  bar: number,
  rules: Rules,
  progress: Progress,
): ContactPlane {
  let plane = start;
  let best = bar;
  let tilt = LARGEST_TILT;
  const [p1, q1] = frameOf(plane.normal);
  let p = diagonal ? normalise(addScaled(p1, q1, 1)) : p1;
  while (tilt >= SMALLEST_TILT && progress.steps < progress.limit) {
    progress.steps++;
    const q = cross(plane.normal, p);
    let next: ContactPlane | undefined;
    for (const axis of [p, q]) {
      for (const tiltOfAxis of [tilt, -tilt]) {
        const candidate = planeAcross(pair, tilted(plane.normal, axis, tiltOfAxis));
        progress.planesTried++;
        if (next === undefined || candidate.gap > next.gap) next = candidate;
      }
    }
    if (next !== undefined && next.gap > best + rules.leastGain * pair.size) {
      plane = next;
      best = next.gap;
      p = normalise(addScaled(p, plane.normal, -dot(p, plane.normal)));
      tracePlane(progress.search, rules.name, progress.steps, pair, plane);
    } else {
      tilt /= 2;
    }
  }
  return plane;
}

/** One start: both frames of perturbations, repeated while the closest vertices change. */
function climb(pair: PlanePair, start: Vector3, bar: number, rules: Rules, progress: Progress): ContactPlane {
  let plane = planeAcross(pair, start);
  progress.planesTried++;
  tracePlane(progress.search, rules.name, progress.steps, pair, plane);
  for (;;) {
    const before = plane;
    for (const diagonal of [false, true]) {
      plane = perturb(pair, plane, diagonal, Math.max(bar, plane.gap), rules, progress);
    }
    const same = plane.vertexA === before.vertexA && plane.vertexB === before.vertexB;
    if (progress.steps >= progress.limit) progress.limited = true;
    if (same || progress.limited) return plane;
  }
}

function searchPlane(a: PlacedBody, b: PlacedBody, search: Search, rules: Rules): Answer {
  const pair = planePair(a, b);
  const starts = rules.starts(pair);
  const limit = search.iterationLimit === undefined ? STEP_LIMIT : Math.ceil(search.iterationLimit / starts.length);
  const progress: Progress = { steps: 0, limit: 0, planesTried: 0, limited: false, search };
  let best: ContactPlane | undefined;
  for (const start of starts) {
    progress.limit = progress.steps + limit;
    const bar = rules.sharedGap && best !== undefined ? best.gap : -Infinity;
    const plane = climb(pair, start, bar, rules, progress);
    if (best === undefined || plane.gap > best.gap) best = plane;
  }
  return planeAnswer(pair, {
    plane: best ?? planeAcross(pair, pair.bisector),
    planesTried: progress.planesTried,
    angleTolerance: ANGLE_TOLERANCE,
    ...(progress.limited && { reason: 'iteration-limit' as const }),
  });
}

function algorithm(rules: Rules): ContactAlgorithm {
  return Object.freeze({
    name: rules.name,
    onCores: true,
    bodies: 'polyhedral',
    solve: (a: PlacedBody, b: PlacedBody, search: Search) => searchPlane(a, b, search, rules),
  });
}

/** Starts: the bisector of the centres, and the planes across it. */
function threeStarts({ bisector }: PlanePair): [Vector3, Vector3, Vector3] {
  const [p, q] = frameOf(bisector);
  return [bisector, p, q];
}

/** Algorithm 1, corrected. A local search: the depth may be too large, and is accurate to the smallest tilt at best. */
export const cundall: ContactAlgorithm = algorithm({
  name: 'cundall',
  starts: (pair) => {
    const [n, p, q] = threeStarts(pair);
    return [n, p, negate(p), q, negate(q)];
  },
  leastGain: LEAST_GAIN,
  sharedGap: false,
});

/** The bisector of the centres only, and any gain counts. */
export const cundallClassical: ContactAlgorithm = algorithm({
  name: 'cundall-classical',
  starts: ({ bisector }) => [bisector],
  leastGain: 0,
  sharedGap: false,
});

/** Algorithm 1 as printed, but for its normals, which shrink at each step if they are divided by 1 + k^2. */
export const cundallAsPrinted: ContactAlgorithm = algorithm({
  name: 'cundall-as-printed',
  starts: threeStarts,
  leastGain: 0,
  sharedGap: true,
});
