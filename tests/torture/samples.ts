// SPDX-License-Identifier: MIT
/** Checks that cost more than the query: made on a sample of the pairs. */
import { CONTRADICTION_COUNT } from '../../src/kernel/layout.ts';
import { I } from '../../src/kernel/memory.ts';
import { pose } from '../../src/math/pose.ts';
import { fromAxisAngle, multiply } from '../../src/math/quaternion.ts';
import type { Random } from '../../src/math/random.ts';
import { addScaled, type Vector3 } from '../../src/math/vector.ts';
import { type Contact, type ContactOptions, contact } from '../../src/narrow-phase/contact.ts';
import type { ContactCache } from '../../src/narrow-phase/contact-cache.ts';
import { exactContact } from '../../src/narrow-phase/exact/exact-contact.ts';
import { addDouble, dotDouble, LOW, twoSum } from './double-double.ts';
import { isPolyhedral, NOTHING, type Pair, scaleOf } from './judge.ts';
import { type OutsideBody, ownDirection } from './outside-body.ts';

const EPSILON = 2 ** -52;
/** Rounding the vertices to float64 for the exact path moves them by half a unit each. */
const VERTEX_ROUNDINGS = 2;

/**
 * Queries of this thread whose bounds crossed inside the kernel: it then answers by a plain path and tells nobody else.
 */
export function contradictionCount(): number {
  return I[CONTRADICTION_COUNT];
}

export function query(pair: Pair, options?: ContactOptions): Contact {
  return contact(pair.a.shape, pair.poseA, pair.b.shape, pair.poseB, options);
}

function numbersOf(c: Contact): number[] {
  const vectors = [c.normal, c.pointOnA, c.pointOnB, c.point].flatMap((v: Vector3) => [v.x, v.y, v.z]);
  return [c.distance, c.lower, c.upper, ...vectors];
}

/** First field in which two answers differ by a bit; 0 and -0 are one number. */
function firstDifference(p: Contact, q: Contact): string | undefined {
  if (p.type !== q.type || p.status !== q.status || p.reason !== q.reason) {
    return `${p.type} ${p.status} ${p.reason ?? ''} / ${q.type} ${q.status} ${q.reason ?? ''}`;
  }
  const x = numbersOf(p);
  const y = numbersOf(q);
  const k = x.findIndex((value, i) => value !== y[i]);
  return k < 0 ? undefined : `number ${k}: ${x[k]} / ${y[k]}`;
}

function opposite(c: Contact): Contact {
  const n = c.normal;
  return { ...c, normal: { x: -n.x, y: -n.y, z: -n.z }, pointOnA: c.pointOnB, pointOnB: c.pointOnA };
}

/** True for two equal shapes in one pose: no order can be told. */
function isBesideItself({ a, poseA, b, poseB }: Pair): boolean {
  const text = (body: OutsideBody, at: Pair['poseA']): string => JSON.stringify([body.shape.toJson(), at]);
  return text(a, poseA) === text(b, poseB);
}

/** A and B exchanged: the normal turned round and the points exchanged, to the bit. */
export function judgeSwap(pair: Pair, c: Contact): string | undefined {
  const swapped = query({ a: pair.b, poseA: pair.poseB, b: pair.a, poseB: pair.poseA });
  const difference = firstDifference({ ...opposite(swapped), point: c.point }, c);
  if (difference === undefined || isBesideItself(pair)) return undefined;
  return `swap: ${difference}`;
}

/** The two builds of the kernel: the same bits. */
export function judgeKernels(pair: Pair, c: Contact): string | undefined {
  const other = query(pair, { kernel: 'typescript' });
  const difference = firstDifference(other, c);
  if (difference) return `kernels: ${difference}`;
  const counts = `${other.gjkIterations} ${other.epaIterations} / ${c.gjkIterations} ${c.epaIterations}`;
  return other.gjkIterations === c.gjkIterations && other.epaIterations === c.epaIterations
    ? undefined
    : `kernels: iterations ${counts}`;
}

/** Quaternions of any length, and turned round, are the same orientations; normalising them costs their last bits. */
const LENGTHS = [-1, 2, -3, 1e-3, 1e5, 7e-30] as const;
const QUATERNION_ROUNDINGS = 32;

/** Orientations given by other quaternions: bounds that overlap. */
export function judgeQuaternions(pair: Pair, c: Contact, random: Random): string | undefined {
  const stretched = ({ position, orientation: q }: Pair['poseA']) => {
    const k = LENGTHS[random.integer(LENGTHS.length)] as number;
    return { position, orientation: { w: k * q.w, x: k * q.x, y: k * q.y, z: k * q.z } };
  };
  const other = contact(pair.a.shape, stretched(pair.poseA), pair.b.shape, stretched(pair.poseB));
  const slack = QUATERNION_ROUNDINGS * EPSILON * scaleOf(pair) + NOTHING;
  if (!(c.lower > other.upper + slack || other.lower > c.upper + slack)) return undefined;
  return `quaternions: bounds ${c.lower}, ${c.upper}; by quaternions of other lengths ${other.lower}, ${other.upper}`;
}

/** Polyhedra that moved a little since the cached query: the same bits as without the cache. */
export function judgeWarmStart(pair: Pair, c: Contact, random: Random, cache: ContactCache): string | undefined {
  if (!isPolyhedral(pair.a) || !isPolyhedral(pair.b)) return undefined;
  const size = Math.min(pair.a.extent, pair.b.extent) + 1e-300;
  const step = 1e-3 * random.next() * size;
  const turn = fromAxisAngle(random.unitVector(), 1e-3 * random.next());
  const before = {
    ...pair,
    poseB: pose({
      position: addScaled(pair.poseB.position, random.unitVector(), step),
      orientation: multiply(turn, pair.poseB.orientation),
    }),
  };
  cache.clear();
  query(before, { cache });
  const difference = firstDifference(query(pair, { cache }), c);
  return difference && `warm: ${difference}`;
}

/** Vertices relative to `origin`, rotated in double-double and rounded once. */
function placedVertices(body: OutsideBody, at: Pair['poseA'], origin: Vector3): Float64Array {
  const rows = [new Float64Array(6), new Float64Array(6), new Float64Array(6)];
  // Row i of the rotation is the axis i turned back.
  ownDirection(at.orientation, 1, 0, 0, rows[0]);
  ownDirection(at.orientation, 0, 1, 0, rows[1]);
  ownDirection(at.orientation, 0, 0, 1, rows[2]);
  const shift = [
    [at.position.x, origin.x],
    [at.position.y, origin.y],
    [at.position.z, origin.z],
  ].map(([p, o]) => {
    const high = twoSum(p, -o);
    return [high, LOW[0]];
  });
  return body.vertices.map((_, i) => {
    const v = i - (i % 3);
    const k = i % 3;
    const high = dotDouble(rows[k], body.vertices[v], body.vertices[v + 1], body.vertices[v + 2]);
    return addDouble(high, LOW[0], shift[k][0], shift[k][1]);
  });
}

/** Both bounds of a polyhedral pair against the exact path, on vertices that this judge has placed itself. */
export function judgeExactly(pair: Pair, c: Contact): string | undefined {
  if (!isPolyhedral(pair.a) || !isPolyhedral(pair.b)) return undefined;
  const origin = pair.poseA.position;
  const exact = exactContact(
    { vertices: placedVertices(pair.a, pair.poseA, origin) },
    { vertices: placedVertices(pair.b, pair.poseB, origin) },
  );
  const margins = pair.a.margin + pair.b.margin;
  const slack = VERTEX_ROUNDINGS * EPSILON * scaleOf(pair) + NOTHING;
  const distance = exact.distance - margins;
  if (c.lower > distance + slack) return `exact: lower ${c.lower} exceeds the exact distance ${distance}`;
  if (c.upper < distance - slack) return `exact: upper ${c.upper} is below the exact distance ${distance}`;
  return undefined;
}
