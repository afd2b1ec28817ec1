// SPDX-License-Identifier: MIT
/**
 * First hit of a ray on a body without a closed form, from outside. Rounded shapes: the supporting plane of the body
 * that is nearest to a point of the ray is met no later than the body, so the point may advance to it (van den Bergen
 * 2004, Ray casting against general convex objects). Superquadrics: the gauge is a norm, so convex along the ray, and
 * Newton's iteration from the left never oversteps its root.
 */

import type { PairKernel } from '../kernel/kernel.ts';
import { RESULT_LOWER, RESULT_NORMAL, SHAPE_EXTENT } from '../kernel/layout.ts';
import { F } from '../kernel/memory.ts';
import { power } from '../math/elementary.ts';
import { IDENTITY_QUATERNION } from '../math/quaternion.ts';
import { negate, normalise, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { point } from '../shapes/kinds/point.ts';
import { POSE_A, POSE_B, queryPair, RESULT, writePose } from './kernel-query.ts';
import { type Line, pointOnLine } from './line-interval.ts';

/** The stretch of the line to be searched. Where it starts at the ray's origin, that may be inside the body. */
interface Stretch {
  readonly from: number;
  readonly to: number;
  readonly startsAtOrigin: boolean;
}

/** Parameter of the hit and the outward unit normal there; `inside` when the ray's origin is in the body. */
export interface FirstHit {
  readonly at: number;
  readonly normal: Vector3;
  readonly inside: boolean;
}

/** Accuracy guaranteed for a hit, relative to the body's extent. */
const HIT_TOLERANCE = 1e-9;
/** Target of the advance: one more step, since it converges quadratically on a smooth body. */
const CLOSE_TOLERANCE = 1e-14;
/** A grazing ray halves its way to the tangent point each time; 53 halvings and slack. */
const ADVANCE_LIMIT = 128;

const RAY_POINT = point();

/**
 * First hit of the line on the shape of block s, whose block frame the line is given in. `centre` is the block's origin
 * in the shape's own frame.
 */
export function advanceToBody(
  engine: PairKernel,
  line: Line,
  s: number,
  centre: Vector3,
  { from, to, startsAtOrigin }: Stretch,
): FirstHit | undefined {
  const extent = F[s + SHAPE_EXTENT];
  writePose(POSE_B, { position: negate(centre), orientation: IDENTITY_QUATERNION });
  let t = from;
  let nearest: FirstHit | undefined;
  for (let step = 0; step < ADVANCE_LIMIT; step++) {
    writePose(POSE_A, { position: pointOnLine(line, t), orientation: IDENTITY_QUATERNION });
    queryPair(engine, kernelBlock(RAY_POINT), POSE_A, s, POSE_B, 0, Infinity, RESULT);
    const gap = F[RESULT];
    const lower = F[RESULT + RESULT_LOWER];
    const n = RESULT + RESULT_NORMAL;
    // The answer's normal points from the ray's point to the body.
    const normal = { x: -F[n], y: -F[n + 1], z: -F[n + 2] };
    const { x, y, z } = line.direction;
    const approach = -(normal.x * x + normal.y * y + normal.z * z);
    if (gap <= HIT_TOLERANCE * extent) {
      // The last step goes by the distance itself; its lower bound stops a few roundings short.
      const at = approach > 0 && gap > 0 ? t + gap / approach : t;
      nearest = { at, normal, inside: step === 0 && startsAtOrigin && gap < 0 };
    }
    if (gap <= CLOSE_TOLERANCE * extent || !(lower > 0)) return nearest;
    if (!(approach > 0)) return undefined;
    const next = t + lower / approach;
    if (next > to) return undefined;
    if (!(next > t)) return nearest;
    t = next;
  }
  return nearest;
}

/** (|u|^n + |v|^n)^(1/n), and its derivatives by |u| and |v|. */
function norm(u: number, v: number, n: number): readonly [number, number, number] {
  const larger = Math.max(u, v);
  if (!(larger > 0)) return [0, 0, 0];
  const value = larger * power(power(u / larger, n) + power(v / larger, n), 1 / n);
  return [value, power(u / value, n - 1), power(v / value, n - 1)];
}

/** Gauge values this far above 1 are 1: the rounding of two powers. */
const GAUGE_ROUNDING = 16 * Number.EPSILON;

/** First hit of the line on a superquadric in its own frame. */
export function advanceToSuperquadric(
  line: Line,
  semiAxes: Vector3,
  n1: number,
  n2: number,
  { from, to, startsAtOrigin }: Stretch,
): FirstHit | undefined {
  const d = line.direction;
  let t = from;
  for (let step = 0; step < ADVANCE_LIMIT; step++) {
    const p = pointOnLine(line, t);
    const [across, byX, byY] = norm(Math.abs(p.x) / semiAxes.x, Math.abs(p.y) / semiAxes.y, n2);
    const [gauge, byAcross, byZ] = norm(across, Math.abs(p.z) / semiAxes.z, n1);
    const gradient = {
      x: (Math.sign(p.x) * byAcross * byX) / semiAxes.x,
      y: (Math.sign(p.y) * byAcross * byY) / semiAxes.y,
      z: (Math.sign(p.z) * byZ) / semiAxes.z,
    };
    if (step === 0 && startsAtOrigin && gauge < 1) return { at: t, normal: ZERO_VECTOR, inside: true };
    if (gauge - 1 <= GAUGE_ROUNDING) return { at: t, normal: normalise(gradient), inside: false };
    const slope = gradient.x * d.x + gradient.y * d.y + gradient.z * d.z;
    if (!(slope < 0)) return undefined;
    const next = t + (gauge - 1) / -slope;
    if (next > to) return undefined;
    if (!(next > t)) return { at: t, normal: normalise(gradient), inside: false };
    t = next;
  }
  return undefined;
}
