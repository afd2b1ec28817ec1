// SPDX-License-Identifier: MIT
/**
 * Input and output of the algorithms of the family. The pair is in canonical order and in one frame: world axes, with
 * the origin at A's own origin, so results do not depend on the position in the world.
 */
import { addScaled, type Vector3 } from '../../math/vector.ts';
import type { ContactReason, ContactStatus, PengHanleyCase } from '../contact-result.ts';
import type { PlacedBody } from './placed-body.ts';
import type { Trace } from './trace-step.ts';

export type { Trace, TraceStep } from './trace-step.ts';

/** What an algorithm found, in the frame of the pair. */
export interface Answer {
  /** Signed: positive gap, negative depth. */
  readonly distance: number;
  /** Unit vector from A to B. */
  readonly normal: Vector3;
  /** On the surface of A; the point on B is `pointOnA + distance * normal`. */
  readonly pointOnA: Vector3;
  /** Proven bounds of the true signed distance; -Infinity and Infinity if nothing is proven. */
  readonly lower: number;
  readonly upper: number;
  readonly status: ContactStatus;
  readonly reason?: ContactReason;
  /** Steps of the search for a gap (GJK updates, planes tried, portals found) ... */
  readonly gjkIterations: number;
  /** ... and of the search for the depth (expansions, refinements). */
  readonly epaIterations: number;
  readonly case?: PengHanleyCase;
}

export interface Search {
  /** Largest number of steps before the answer is `bounded`; each algorithm has a default. */
  readonly iterationLimit?: number;
  readonly trace?: Trace;
  /** Address of the pair's warm start in the kernel's memory, for algorithms that keep one. */
  readonly warmStart?: number;
  /** A is the caller's second body: the pair was exchanged. */
  readonly isExchanged?: boolean;
}

/** An algorithm of the family. Never throws; unsupported pairs have a status. */
export interface ContactAlgorithm {
  /** The name in `options.algorithm`. */
  readonly name: string;
  /**
   * True if it works on the cores, and the margins of spheres, capsules and rounded shapes are added to its answer;
   * false if it works on whole shapes.
   */
  readonly onCores: boolean;
  /**
   * `polyhedral`: only pairs of polyhedral bodies; `superquadric`: of superquadrics, ellipsoids, spheres;
   * `polyhedron-superquadric`: of a polyhedron or box and one of these. Others are `unsupported`.
   */
  readonly bodies: 'convex' | 'polyhedral' | 'superquadric' | 'polyhedron-superquadric';
  solve(a: PlacedBody, b: PlacedBody, search: Search): Answer;
}

/** Answer for two bodies from that for their cores: the swept ball moves the surface of a core along the normal. */
export function withMargins(answer: Answer, marginA: number, marginB: number): Answer {
  const margins = marginA + marginB;
  if (margins === 0) return answer;
  return {
    ...answer,
    distance: answer.distance - margins,
    pointOnA: addScaled(answer.pointOnA, answer.normal, marginA),
    lower: answer.lower - margins,
    upper: answer.upper - margins,
  };
}
