// SPDX-License-Identifier: MIT
/**
 * The other questions about a pair must tell the same story as `contact`: distance, intersects, batches, manifolds,
 * compounds.
 */
import { compose, IDENTITY_POSE, inverse, pose } from '../../src/math/pose.ts';
import type { Random } from '../../src/math/random.ts';
import { addScaled, scale } from '../../src/math/vector.ts';
import { type Contact, contact } from '../../src/narrow-phase/contact.ts';
import { BATCH_LAYOUT, contactBatch } from '../../src/narrow-phase/contact-batch.ts';
import { distance } from '../../src/narrow-phase/distance.ts';
import { intersects } from '../../src/narrow-phase/intersects.ts';
import { compound } from '../../src/shapes/kinds/compound.ts';
import type { ConvexShape } from '../../src/shapes/shape.ts';
import { judgePoint, NOTHING, type Pair, scaleOf } from './judge.ts';
import { decades } from './shape-pool.ts';

const EPSILON = 2 ** -52;
/** Poses of pieces are composed in float64 before the query: what that may cost, in roundings of the pair's scale. */
const COMPOSE_ROUNDINGS = 64;

function flatPose({ position: p, orientation: q }: Pair['poseA']): number[] {
  return [p.x, p.y, p.z, q.w, q.x, q.y, q.z];
}

/** `distance` and `contactBatch` to the bit; `intersects` and `maxDistance` as the bounds allow. */
export function judgeSiblings(pair: Pair, c: Contact): string | undefined {
  const { a, poseA, b, poseB } = pair;
  const d = distance(a.shape, poseA, b.shape, poseB);
  if (d !== c.distance) return `distance: ${d}, contact says ${c.distance}`;
  const touch = intersects(a.shape, poseA, b.shape, poseB);
  if ((touch && c.lower > 0) || (!touch && c.upper < 0))
    return `intersects: ${touch} with bounds ${c.lower}, ${c.upper}`;
  const limit = Math.max(0, c.distance) / 2;
  const near = distance(a.shape, poseA, b.shape, poseB, { maxDistance: limit });
  if (near === Infinity ? !(c.upper > limit) : near !== c.distance) {
    return `maxDistance: ${near} for ${limit}, contact says ${c.distance}`;
  }
  const out = contactBatch({
    shapes: [a.shape, b.shape],
    poses: Float64Array.from([...flatPose(poseA), ...flatPose(poseB)]),
    pairs: Int32Array.of(0, 1),
  });
  const n = BATCH_LAYOUT.normal;
  const fromBatch = [out[BATCH_LAYOUT.distance], out[n], out[n + 1], out[n + 2], out[BATCH_LAYOUT.lower]];
  const fromContact = [c.distance, c.normal.x, c.normal.y, c.normal.z, c.lower];
  const differs = fromBatch.findIndex((value, i) => value !== fromContact[i]);
  if (differs >= 0) return `batch: ${fromBatch[differs]}, contact says ${fromContact[differs]}`;
  return undefined;
}

/** Every corner of the manifold on its bodies, none deeper than the contact. */
export function judgeManifold(pair: Pair, c: Contact): string | undefined {
  const { manifold } = contact(pair.a.shape, pair.poseA, pair.b.shape, pair.poseB, { manifold: true });
  if (manifold === undefined || manifold.length === 0) return 'manifold: none';
  for (const point of manifold) {
    const finding = judgePoint(pair, c, point.pointOnA, point.pointOnB);
    if (finding !== undefined) return `manifold: of ${manifold.length}, ${finding}`;
  }
  return undefined;
}

/** A compound of one piece is that piece, wherever in its own frame the compound has it. */
function judgeSinglePiece(pair: Pair, c: Contact, random: Random): string | undefined {
  const { a, b } = pair;
  const far = a.extent * decades(random, -6, 3);
  const own = pose({ position: scale(random.unitVector(), far), orientation: random.rotation() });
  const single = compound([{ shape: a.shape as ConvexShape, pose: own }]);
  const whole = contact(single, compose(pair.poseA, inverse(own)), b.shape, pair.poseB);
  const { x, y, z } = pair.poseA.position;
  const slack = COMPOSE_ROUNDINGS * EPSILON * (scaleOf(pair) + 2 * far + Math.hypot(x, y, z)) + NOTHING;
  if (!(whole.lower > c.upper + slack || c.lower > whole.upper + slack)) return undefined;
  return `compound: bounds ${c.lower}, ${c.upper}; as a compound of one piece ${whole.lower}, ${whole.upper}`;
}

/**
 * A compound of one piece against the piece; then one of both bodies of the pair against a copy of the second: bounds
 * must agree with those of the pairs of pieces.
 */
export function judgeCompound(pair: Pair, c: Contact, random: Random): string | undefined {
  const { a, b } = pair;
  if (a.core.kind === 'halfSpace' || b.core.kind === 'halfSpace') return undefined;
  const single = judgeSinglePiece(pair, c, random);
  if (single !== undefined) return single;
  const both = compound([
    { shape: a.shape as ConvexShape, pose: pair.poseA },
    { shape: b.shape as ConvexShape, pose: pair.poseB },
  ]);
  const at = random.next() < 0.3 ? IDENTITY_POSE : pose({ orientation: random.rotation() });
  const step = (a.extent + b.extent) * random.next();
  const other = pose({
    position: addScaled(pair.poseA.position, random.unitVector(), step),
    orientation: random.rotation(),
  });
  const whole = contact(both, at, b.shape, other);
  const parts = both.pieces.map((piece) => contact(piece.shape, compose(at, piece.pose), b.shape, other));
  const slack = COMPOSE_ROUNDINGS * EPSILON * (scaleOf(pair) + scaleOf({ ...pair, poseB: other }));
  const lower = Math.min(...parts.map((part) => part.lower)) - slack;
  const upper = Math.min(...parts.map((part) => part.upper)) + slack;
  if (whole.lower > upper) return `compound: lower ${whole.lower} exceeds the upper bound ${upper} of a pair of pieces`;
  if (lower > 0 && whole.upper < lower) return `compound: upper ${whole.upper} is below ${lower}`;
  if (!(whole.lower <= whole.distance && whole.distance <= whole.upper)) return `compound: ${JSON.stringify(whole)}`;
  return undefined;
}
