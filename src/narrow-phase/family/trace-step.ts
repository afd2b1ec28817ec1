// SPDX-License-Identifier: MIT
/**
 * Steps of a search as plain data for drawings: one type, distinguished by `kind`. World coordinates for the caller;
 * the frame of the pair within an algorithm. Algorithms that work on cores show points of the cores, and distances of
 * the whole bodies.
 */
import { add, negate, subtract, type Vector3 } from '../../math/vector.ts';
import type { Contact, ContactReason, ContactStatus } from '../contact-result.ts';

/** A point of the Minkowski difference B - A and the points of the bodies that it comes from. */
export interface TracedPoint {
  readonly difference: Vector3;
  readonly onA: Vector3;
  readonly onB: Vector3;
}

interface StepOfSearch {
  readonly algorithm: string;
  /** Number of the step, as the algorithm counts. */
  readonly step: number;
  /** Points of B - A or of the bodies, depending on the kind. */
  readonly points: readonly Vector3[];
  /** Direction of the step, unit, from A to B. */
  readonly normal: Vector3;
  /** Signed distance that the step sees along the normal. */
  readonly distance: number;
  /**
   * Bounds of the true signed distance that the search has proven so far, but for rounding. GJK looks for no depth: its
   * `upper` is that of a gap.
   */
  readonly lower: number;
  readonly upper: number;
  /** Numbers of the pieces, where a body is a compound. */
  readonly pieces?: readonly [number, number];
}

/** GJK: a simplex of B - A, and the support point against the normal that joins it next. */
export interface SimplexStep extends StepOfSearch {
  readonly kind: 'simplex';
  /** `points` with those of the bodies. */
  readonly corners: readonly TracedPoint[];
  /** The point of the simplex nearest the origin. */
  readonly nearest: Vector3;
  /** True if the simplex contains the origin, or comes within rounding of it: the bodies touch. */
  readonly holdsOrigin: boolean;
  /** Undefined in the last step of a simplex that contains the origin. */
  readonly added?: TracedPoint;
}

/** EPA and GJK-TD: `points` are the corners of the face that is pushed out, `added` the point that it is pushed to. */
export interface FaceStep extends StepOfSearch {
  readonly kind: 'face';
  readonly corners: readonly TracedPoint[];
  /** All vertices and faces so far, the chosen face among them; of GJK-TD the faces not yet visited. */
  readonly vertices: readonly TracedPoint[];
  readonly faces: readonly (readonly [number, number, number])[];
  readonly added: TracedPoint;
}

/** MPR: `points` are the corners of the portal, three or, where the ray meets the surface at a support point, one. */
export interface PortalStep extends StepOfSearch {
  readonly kind: 'portal';
  /** Looking for a portal that the ray passes, or moving it to the surface. */
  readonly phase: 'discovery' | 'refinement';
  readonly corners: readonly TracedPoint[];
  /** The ray leads from this point of B - A to the origin. */
  readonly inner: Vector3;
  readonly added: TracedPoint;
}

/**
 * Common plane, and Peng & Hanley's faces: the plane goes through `points[0]`; the points of the bodies nearest to it
 * or farthest beyond.
 */
export interface PlaneStep extends StepOfSearch {
  readonly kind: 'plane';
  readonly onA: Vector3;
  readonly onB: Vector3;
}

/**
 * Newton's method for superquadrics: `points[0]` is where it stands, the normal along the gradients; the support points
 * along it.
 */
export interface NewtonStep extends StepOfSearch {
  readonly kind: 'newton';
  readonly onA: Vector3;
  readonly onB: Vector3;
}

/** The bounds stayed open, and the pair was answered in integer arithmetic: `points` are on A and on B. */
export interface ExactStep extends StepOfSearch {
  readonly kind: 'exact';
}

/** The last step of every trace: the answer itself, `points` on A and on B. */
export interface AnswerStep extends StepOfSearch {
  readonly kind: 'answer';
  readonly status: ContactStatus;
  readonly reason?: ContactReason;
}

/** One step of an algorithm, as `trace` gets it. */
export type TraceStep = SimplexStep | FaceStep | PortalStep | PlaneStep | NewtonStep | ExactStep | AnswerStep;

/** Function that is called with every step of an algorithm. */
export type Trace = (step: TraceStep) => void;

/** A point of an algorithm's own difference as a trace shows it. */
export function tracedPoint(point: { readonly w: Vector3; readonly onA: Vector3; readonly onB: Vector3 }): TracedPoint {
  return { difference: point.w, onA: point.onA, onB: point.onB };
}

/** The last step of a trace. */
export function answerStep(algorithm: string, step: number, found: Contact): AnswerStep {
  const { pointOnA, pointOnB, normal, distance, lower, upper, status, reason } = found;
  return {
    algorithm,
    step,
    kind: 'answer',
    points: [pointOnA, pointOnB],
    normal,
    distance,
    lower,
    upper,
    status,
    ...(reason && { reason }),
  };
}

/** Applies one map to points of the difference, one to points of the bodies and one to directions. */
interface Maps {
  readonly difference: (point: Vector3) => Vector3;
  readonly body: (point: Vector3) => Vector3;
  readonly exchanges: boolean;
}

function mapped(step: TraceStep, { difference, body, exchanges }: Maps): TraceStep {
  const traced = ({ difference: d, onA, onB }: TracedPoint): TracedPoint => ({
    difference: difference(d),
    onA: body(exchanges ? onB : onA),
    onB: body(exchanges ? onA : onB),
  });
  const normal = exchanges ? negate(step.normal) : step.normal;
  switch (step.kind) {
    case 'simplex':
      return {
        ...step,
        normal,
        points: step.points.map(difference),
        corners: step.corners.map(traced),
        nearest: difference(step.nearest),
        ...(step.added && { added: traced(step.added) }),
      };
    case 'face':
      return {
        ...step,
        normal,
        points: step.points.map(difference),
        corners: step.corners.map(traced),
        vertices: step.vertices.map(traced),
        // Seen in the origin, outside stays outside, but the turn of a face does not.
        faces: exchanges ? step.faces.map(([i, j, k]) => [i, k, j] as const) : step.faces,
        added: traced(step.added),
      };
    case 'portal':
      return {
        ...step,
        normal,
        points: step.points.map(difference),
        corners: step.corners.map(traced),
        inner: difference(step.inner),
        added: traced(step.added),
      };
    case 'plane':
    case 'newton': {
      const [onA, onB] = exchanges ? [step.onB, step.onA] : [step.onA, step.onB];
      return { ...step, normal, points: step.points.map(body), onA: body(onA), onB: body(onB) };
    }
    case 'exact':
    case 'answer': {
      const points = exchanges ? [...step.points].reverse() : step.points;
      return { ...step, normal, points: points.map(body) };
    }
  }
}

/** The step with the frame of the pair moved to where it is in the world: points of a difference stay. */
export function movedStep(step: TraceStep, by: Vector3): TraceStep {
  return mapped(step, { difference: (point) => point, body: (point) => add(point, by), exchanges: false });
}

/** The same step with A and B exchanged. */
export function exchangedStep(step: TraceStep): TraceStep {
  const { pieces } = step;
  const exchanged = mapped(step, { difference: negate, body: (point) => point, exchanges: true });
  return pieces === undefined ? exchanged : { ...exchanged, pieces: [pieces[1], pieces[0]] };
}

/** The step of two cores as one of the bodies: distances without the balls that the cores are swept by. */
export function withoutMargins(step: TraceStep, margins: number): TraceStep {
  if (margins === 0) return step;
  const { distance, lower, upper } = step;
  return { ...step, distance: distance - margins, lower: lower - margins, upper: upper - margins };
}

/** A trace whose bounds are the best of all steps so far: each of them holds. */
export function closingIn(trace: Trace): Trace {
  let [best, least] = [-Infinity, Infinity];
  return (step) => {
    best = Math.max(best, step.lower);
    least = Math.min(least, step.upper);
    // Where rounding has made them pass each other, they are equal.
    trace({ ...step, lower: best, upper: Math.max(best, least) });
  };
}

/** Distance of two points of the bodies: an upper bound of the distance of the pair. */
export function gapOfPoints(onA: Vector3, onB: Vector3): number {
  const { x, y, z } = subtract(onB, onA);
  return Math.sqrt(x * x + y * y + z * z);
}
