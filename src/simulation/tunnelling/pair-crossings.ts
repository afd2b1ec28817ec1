// SPDX-License-Identifier: MIT
/**
 * Finds pairs of bodies that overlapped more deeply within a step than at either of its ends. Spheres move along
 * straight lines and have a closed form. Other bodies are tested at intermediate times, at intervals short enough that
 * they cannot pass through their own thickness in between.
 */
import { addScaled, dot, length, subtract, type Vector3 } from '../../math/vector.ts';
import { contact } from '../../narrow-phase/contact.ts';
import * as layout from '../../step-kernel/step-layout.ts';
import type { BodyForm } from '../bodies/body-form.ts';
import { isDead } from '../bodies/elements.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';
import { nearestImage } from '../walls/meshes.ts';
import type { Crossing } from './travel-watch.ts';
import { type TravelledElement, travelledElement } from './travelled-element.ts';
import { type TravelledPart, travelledPart } from './travelled-part.ts';

/**
 * Overlap beyond that at both ends of a step, over half the smaller thickness, at which two bodies may have passed
 * through each other. A smaller one is a grazing contact.
 */
export const UNSEEN_OVERLAP = 0.5;
/**
 * Most intermediate times at which non-spherical bodies are tested. Faster bodies count as having passed through
 * whatever their bounding balls met.
 */
export const MOST_TIMES = 200;
/** Up to this number of fast elements, each is compared with all others. With more, the elements are sorted first. */
const MOST_UNSORTED = 16;

export class PairCrossings {
  readonly #memory: StepMemory;
  readonly #timeStep: number;
  readonly #periods: Vector3;
  readonly #forms: readonly (BodyForm | undefined)[];

  constructor(spec: SimulationSpec, memory: StepMemory, forms: readonly (BodyForm | undefined)[]) {
    this.#memory = memory;
    this.#timeStep = spec.timeStep;
    this.#periods = periodsOf(spec.domain);
    this.#forms = forms;
  }

  /** Crossings of the candidate elements with all others. */
  among(candidates: readonly number[]): Crossing[] {
    if (candidates.length === 0) return [];
    const found: Crossing[] = [];
    const isCandidate = new Set(candidates);
    const near = candidates.length > MOST_UNSORTED ? this.#sorted() : undefined;
    for (const e of candidates) {
      const a = travelledElement(this.#memory, e, this.#timeStep);
      for (const other of near?.(a) ?? this.#all()) {
        if (other === e || (isCandidate.has(other) && other < e)) continue;
        const crossing = this.#crossingOf(a, other);
        if (crossing !== undefined) found.push(crossing);
      }
    }
    return found;
  }

  *#all(): Iterable<number> {
    const count = this.#memory.I[layout.ELEMENT_COUNT];
    for (let e = 0; e < count; e++) yield e;
  }

  /** Finds the elements whose paths overlap that of an element along the first axis without a period. */
  #sorted(): (a: TravelledElement) => readonly number[] {
    const axis = (['x', 'y', 'z'] as const).find((name) => this.#periods[name] === Infinity);
    const all = [...this.#all()];
    if (axis === undefined) return () => all;
    const reach = (e: number): readonly [number, number] => {
      const { start, end, radius } = travelledElement(this.#memory, e, this.#timeStep);
      return [Math.min(start[axis], end[axis]) - radius, Math.max(start[axis], end[axis]) + radius];
    };
    const reaches = all.map(reach);
    const widest = reaches.reduce((most, [low, high]) => Math.max(most, high - low), 0);
    all.sort((a, b) => (reaches[a]?.[0] ?? 0) - (reaches[b]?.[0] ?? 0));
    const lows = Float64Array.from(all, (e) => reaches[e]?.[0] ?? 0);
    return ({ element }) => {
      const [low, high] = reaches[element] ?? [0, 0];
      return all.slice(firstAbove(lows, low - widest), firstAbove(lows, high));
    };
  }

  #crossingOf(a: TravelledElement, other: number): Crossing | undefined {
    if (isDead(this.#memory, other)) return undefined;
    const b = travelledElement(this.#memory, other, this.#timeStep);
    if ((a.isFixed && b.isFixed) || (a.owner >= 0 && a.owner === b.owner)) return undefined;
    // From a to the nearest image of b at the end of the step.
    const end = nearestImage(subtract(b.end, a.end), { x: 0, y: 0, z: 0 }, this.#periods);
    const displacement = subtract(b.displacement, a.displacement);
    const size = Math.min(a.size, b.size);
    const start = subtract(end, displacement);
    const reach = a.radius + b.radius;
    // Bounding balls of long bodies may overlap at both ends of the step, and overlap most where the bodies do not.
    // They only exclude pairs that are out of reach.
    if (!(leastDistance(start, end) < reach)) return undefined;
    const hasCrossed =
      a.isSphere && b.isSphere
        ? unseenOverlap(start, end, reach) > UNSEEN_OVERLAP * size
        : this.#haveShapesCrossed(a, b, end, size);
    if (!hasCrossed) return undefined;
    const [first, second] = a.body < b.body ? [a, b] : [b, a];
    const ofTurning = (one: TravelledElement): number => one.travel - length(one.displacement);
    return {
      element: first.element,
      body: first.body,
      partner: second.body,
      through: `body ${second.body}`,
      travel: length(displacement) + ofTurning(a) + ofTurning(b),
      size,
    };
  }

  /** `end` is the vector from a to b at the end of the step. */
  #haveShapesCrossed(a: TravelledElement, b: TravelledElement, end: Vector3, size: number): boolean {
    const times = Math.ceil((a.travel + b.travel) / (0.5 * size));
    if (times > MOST_TIMES) return true;
    const [first, second] = [a, b].map((each) => travelledPart(this.#memory, this.#forms, each, this.#timeStep)) as [
      TravelledPart,
      TravelledPart,
    ];
    const depthAt = (time: number): number => {
      const back = 1 - time;
      const centre = addScaled(end, subtract(b.displacement, a.displacement), -back);
      const [poseA, poseB] = [first.poseAt({ x: 0, y: 0, z: 0 }, back), second.poseAt(centre, back)];
      return Math.max(0, -contact(first.shape, poseA, second.shape, poseB).distance);
    };
    const seen = Math.max(depthAt(0), depthAt(1));
    for (let k = 1; k < times; k++) {
      if (depthAt(k / times) - seen > UNSEEN_OVERLAP * size) return true;
    }
    return false;
  }
}

/**
 * Overlap of two balls, whose radii sum to `reach`, on a straight path from `start` to `end`, minus their overlap at
 * the ends. Not above 0 if they do not overlap or are nearest at an end.
 */
function unseenOverlap(start: Vector3, end: Vector3, reach: number): number {
  return reach - leastDistance(start, end) - Math.max(0, reach - length(start), reach - length(end));
}

/** Distance from the origin to a segment. */
function leastDistance(start: Vector3, end: Vector3): number {
  const displacement = subtract(end, start);
  const squared = dot(displacement, displacement);
  const time = squared > 0 ? Math.min(Math.max(-dot(start, displacement) / squared, 0), 1) : 0;
  return length(addScaled(start, displacement, time));
}

/** Number of the ascending values that are at most `bound`. */
function firstAbove(rising: Float64Array, bound: number): number {
  let [low, high] = [0, rising.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (rising[middle] <= bound) low = middle + 1;
    else high = middle;
  }
  return low;
}
