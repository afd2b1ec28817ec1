// SPDX-License-Identifier: MIT
/**
 * Pressure fields over a prism (face-prism.ts). A's pressure is linear in the pyramid over its face, the core, and in
 * a wedge along each side that is a face of A; B's likewise. The force is the slope of the pressure times the volume,
 * so volumes and first moments of the prism and of its wedges give all of it
 * (docs/theory/pressure-field-law.md#prisms).
 */
import { F, I } from '../memory.ts';
import {
  BESIDE_A,
  BESIDE_B,
  CENTRE_A,
  CENTRE_B,
  CORNER_INNER_LOW,
  CORNER_INNER_TOP,
  CORNER_LOW,
  CORNER_PRESSURE_LOW,
  CORNER_PRESSURE_TOP,
  CORNER_SIDE,
  CORNER_STRIDE,
  CORNER_TOP,
  CORNERS,
  FACING_A,
  FACING_B,
  HINGE,
  IS_PRESSED,
  PLANE_CONSTANT,
  PLANE_GRADIENT,
  PLANE_TOLERANCE,
  REFERENCE,
  TOTAL_FORCE,
  TOTAL_PART_FIRST,
  TOTAL_PART_SECOND,
  TOTAL_PART_VOLUME,
  TOTAL_TORQUE,
  TOTALS,
} from './pressure-layout.ts';

/** @inline Pressure under plane p at the point c, over that at the centre. */
function valueAt(p: i32, c: i32): f64 {
  return (
    F[p + PLANE_CONSTANT] -
    (F[p + PLANE_GRADIENT] * F[c] + F[p + PLANE_GRADIENT + 1] * F[c + 1] + F[p + PLANE_GRADIENT + 2] * F[c + 2])
  );
}

/**
 * Whether no plane beside the face gives less pressure at the point c than the face itself: c is in its pyramid. The
 * planes `before` and `after` give the same there.
 */
function isInCore(facing: i32, beside: i32, before: i32, after: i32, c: i32): bool {
  const value: f64 = valueAt(facing, c);
  const tolerance: f64 = F[facing + PLANE_TOLERANCE];
  if (value < -tolerance) return false;
  const end: i32 = 2 * beside + 1 + I[2 * beside];
  for (let k: i32 = 2 * beside + 1; k < end; k++) {
    const p: i32 = I[k];
    if (p === 0 || p === before || p === after) continue;
    if (valueAt(p, c) < value - tolerance - F[p + PLANE_TOLERANCE]) return false;
  }
  return true;
}

/** @inline */
function cornerAt(work: i32, count: i32, k: i32): i32 {
  return work + CORNERS + CORNER_STRIDE * (k < 0 ? k + count : k >= count ? k - count : k);
}

/** Whether the point c is under the planes of all sides that are faces of the other body. */
function isUnderSides(work: i32, count: i32, isA: bool, planesB: i32, c: i32): bool {
  for (let k: i32 = 0; k < count; k++) {
    const p: i32 = I[2 * (work + CORNERS + CORNER_STRIDE * k + CORNER_SIDE)];
    const isOfA: bool = p < planesB;
    if (p !== HINGE && isOfA !== isA && valueAt(p, c) < -F[p + PLANE_TOLERANCE]) return false;
  }
  return true;
}

/**
 * Writes where the core of a body begins at corner k, on the face of the other body: on the edge that a side of the
 * other body gives, on the ray from the centre to the body's own corner, or at the corner itself. `isA`: the field is
 * A's. Returns false where the pyramids divide the prism in another way.
 */
function writeInner(work: i32, count: i32, k: i32, isA: bool, planesB: i32): bool {
  const c: i32 = work + CORNERS + CORNER_STRIDE * k;
  const outer: i32 = isA ? CORNER_LOW : CORNER_TOP;
  const inner: i32 = c + (isA ? CORNER_INNER_LOW : CORNER_INNER_TOP);
  const own: i32 = c + (isA ? CORNER_TOP : CORNER_LOW);
  const pressure: i32 = isA ? CORNER_PRESSURE_LOW : CORNER_PRESSURE_TOP;
  const facing: i32 = I[2 * work + (isA ? FACING_A : FACING_B)];
  const before: i32 = I[2 * (cornerAt(work, count, k - 1) + CORNER_SIDE)];
  const after: i32 = I[2 * (c + CORNER_SIDE)];
  for (let i: i32 = 0; i < 3; i++) F[inner + i] = F[c + outer + i];
  if (before === HINGE || after === HINGE) return true;
  const isBeforeA: bool = before < planesB;
  const isAfterA: bool = after < planesB;
  const isBeforeOwn: bool = isBeforeA === isA;
  const isAfterOwn: bool = isAfterA === isA;
  if (isBeforeOwn && isAfterOwn) {
    const o: i32 = work + (isA ? CENTRE_A : CENTRE_B);
    const plane: i32 = I[2 * work + (isA ? FACING_B : FACING_A)];
    const from: f64 = valueAt(plane, o);
    const share: f64 = from / (from - valueAt(plane, own));
    if (!(share > 0.0 && share <= 1.0)) return false;
    for (let i: i32 = 0; i < 3; i++) F[inner + i] = F[o + i] + share * (F[own + i] - F[o + i]);
    if (!isUnderSides(work, count, isA, planesB, inner)) return false;
  } else if (isBeforeOwn || isAfterOwn) {
    const next: i32 = cornerAt(work, count, isBeforeOwn ? k + 1 : k - 1);
    const here: f64 = F[c + pressure];
    const there: f64 = valueAt(isBeforeOwn ? before : after, next + outer) - F[next + pressure];
    if (!(there >= 0.0 && here + there > 0.0)) return false;
    const share: f64 = here / (here + there);
    for (let i: i32 = 0; i < 3; i++) F[inner + i] = F[inner + i] + share * (F[next + outer + i] - F[inner + i]);
  }
  return isInCore(facing, work + (isA ? BESIDE_A : BESIDE_B), before, after, inner);
}

/** Writes pressures and inner points of all corners, relative to the first, which becomes REFERENCE. */
function dividePrism(work: i32, count: i32, planesB: i32): bool {
  const facingA: i32 = I[2 * work + FACING_A];
  const facingB: i32 = I[2 * work + FACING_B];
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = work + CORNERS + CORNER_STRIDE * k;
    const before: i32 = cornerAt(work, count, k - 1);
    const isHinge: bool = I[2 * (c + CORNER_SIDE)] === HINGE || I[2 * (before + CORNER_SIDE)] === HINGE;
    const low: f64 = isHinge ? 0.0 : valueAt(facingA, c + CORNER_LOW);
    const top: f64 = isHinge ? 0.0 : valueAt(facingB, c + CORNER_TOP);
    F[c + CORNER_PRESSURE_LOW] = low > 0.0 ? low : 0.0;
    F[c + CORNER_PRESSURE_TOP] = top > 0.0 ? top : 0.0;
    if (low > F[facingA + PLANE_TOLERANCE]) I[2 * work + IS_PRESSED] = 1;
  }
  for (let k: i32 = 0; k < count; k++) {
    if (!writeInner(work, count, k, true, planesB)) return false;
    if (!writeInner(work, count, k, false, planesB)) return false;
  }
  for (let i: i32 = 0; i < 3; i++) F[work + REFERENCE + i] = F[work + CORNERS + CORNER_LOW + i];
  for (let k: i32 = 0; k < count; k++) {
    const c: i32 = work + CORNERS + CORNER_STRIDE * k;
    for (let p: i32 = CORNER_LOW; p <= CORNER_INNER_TOP; p += 3) {
      F[c + p] = F[c + p] - F[work + REFERENCE];
      F[c + p + 1] = F[c + p + 1] - F[work + REFERENCE + 1];
      F[c + p + 2] = F[c + p + 2] - F[work + REFERENCE + 2];
    }
  }
  return true;
}

/** @inline Product u.(v x w) of three points. */
function tripleProduct(u: i32, v: i32, w: i32): f64 {
  return (
    F[u] * (F[v + 1] * F[w + 2] - F[v + 2] * F[w + 1]) +
    F[u + 1] * (F[v + 2] * F[w] - F[v] * F[w + 2]) +
    F[u + 2] * (F[v] * F[w + 1] - F[v + 1] * F[w])
  );
}

/** @inline */
function squareOf(x: f64, y: f64, z: f64): f64 {
  return x * x + y * y + z * z;
}

/** @inline */
function squareAt(u: i32): f64 {
  return F[u] * F[u] + F[u + 1] * F[u + 1] + F[u + 2] * F[u + 2];
}

/**
 * Volume and moments of the prism from tetrahedra with a common corner, the reference. Returns 24 times the energy of
 * both fields, as if each core were the whole prism.
 */
function sumPrism(work: i32, count: i32, pressureA: f64, pressureB: f64): f64 {
  const totals: i32 = work + TOTALS;
  const first: i32 = work + CORNERS;
  const t0: i32 = first + CORNER_TOP;
  const low0: f64 = F[first + CORNER_PRESSURE_LOW];
  const top0: f64 = F[first + CORNER_PRESSURE_TOP];
  const square0: f64 = squareAt(t0);
  let energyA = 0.0;
  let energyB = 0.0;
  let volume = 0.0;
  let mx = 0.0;
  let my = 0.0;
  let mz = 0.0;
  let second = 0.0;
  for (let k: i32 = 1; k + 1 < count; k++) {
    const c: i32 = first + CORNER_STRIDE * k;
    const d: i32 = c + CORNER_STRIDE;
    const p: i32 = c + CORNER_LOW;
    const q: i32 = d + CORNER_LOW;
    const t: i32 = c + CORNER_TOP;
    const s: i32 = d + CORNER_TOP;
    // The low polygon runs clockwise as seen from the top.
    const u: f64 = -tripleProduct(p, q, s);
    const v: f64 = -tripleProduct(p, s, t);
    const w: f64 = -tripleProduct(t0, t, s);
    const ux: f64 = F[p] + F[q] + F[s];
    const uy: f64 = F[p + 1] + F[q + 1] + F[s + 1];
    const uz: f64 = F[p + 2] + F[q + 2] + F[s + 2];
    const vx: f64 = F[p] + F[s] + F[t];
    const vy: f64 = F[p + 1] + F[s + 1] + F[t + 1];
    const vz: f64 = F[p + 2] + F[s + 2] + F[t + 2];
    const wx: f64 = F[t0] + F[t] + F[s];
    const wy: f64 = F[t0 + 1] + F[t + 1] + F[s + 1];
    const wz: f64 = F[t0 + 2] + F[t + 2] + F[s + 2];
    const squareP: f64 = squareAt(p);
    const squareS: f64 = squareAt(s);
    const squareT: f64 = squareAt(t);
    volume += u + v + w;
    mx += u * ux + v * vx + w * wx;
    my += u * uy + v * vy + w * wy;
    mz += u * uz + v * vz + w * wz;
    second +=
      u * (squareOf(ux, uy, uz) + squareP + squareAt(q) + squareS) +
      v * (squareOf(vx, vy, vz) + squareP + squareS + squareT) +
      w * (squareOf(wx, wy, wz) + square0 + squareS + squareT);
    const lowC: f64 = F[c + CORNER_PRESSURE_LOW];
    const topC: f64 = F[c + CORNER_PRESSURE_TOP];
    const topD: f64 = F[d + CORNER_PRESSURE_TOP];
    energyA += u * (low0 + lowC + F[d + CORNER_PRESSURE_LOW]) + v * (low0 + lowC) + w * low0;
    energyB += u * topD + v * (topC + topD) + w * (top0 + topC + topD);
  }
  F[totals + TOTAL_PART_VOLUME] = volume;
  F[totals + TOTAL_PART_FIRST] = mx;
  F[totals + TOTAL_PART_FIRST + 1] = my;
  F[totals + TOTAL_PART_FIRST + 2] = mz;
  F[totals + TOTAL_PART_SECOND] = second;
  return pressureA * energyA + pressureB * energyB;
}

/** Adds the push of a slope of pressure over a volume, six times it and 24 times its first moment, to the totals. */
function addPush(totals: i32, push: f64, plane: i32, less: i32, volume: f64, mx: f64, my: f64, mz: f64): void {
  const g: i32 = plane + PLANE_GRADIENT;
  const h: i32 = less + PLANE_GRADIENT;
  const gx: f64 = less === 0 ? F[g] : F[g] - F[h];
  const gy: f64 = less === 0 ? F[g + 1] : F[g + 1] - F[h + 1];
  const gz: f64 = less === 0 ? F[g + 2] : F[g + 2] - F[h + 2];
  const force: f64 = (push * volume) / 6.0;
  const torque: f64 = push / 24.0;
  F[totals + TOTAL_FORCE] = F[totals + TOTAL_FORCE] + force * gx;
  F[totals + TOTAL_FORCE + 1] = F[totals + TOTAL_FORCE + 1] + force * gy;
  F[totals + TOTAL_FORCE + 2] = F[totals + TOTAL_FORCE + 2] + force * gz;
  F[totals + TOTAL_TORQUE] = F[totals + TOTAL_TORQUE] + torque * (my * gz - mz * gy);
  F[totals + TOTAL_TORQUE + 1] = F[totals + TOTAL_TORQUE + 1] + torque * (mz * gx - mx * gz);
  F[totals + TOTAL_TORQUE + 2] = F[totals + TOTAL_TORQUE + 2] + torque * (mx * gy - my * gx);
}

/**
 * Adds what the field gives along side k, a face of its own body, more than its core would. Tetrahedra from the outer
 * point of corner k. Returns 24 times the energy that the wedge has less than the core would have.
 */
function addWedge(work: i32, count: i32, k: i32, isA: bool, push: f64): f64 {
  const c: i32 = work + CORNERS + CORNER_STRIDE * k;
  const d: i32 = cornerAt(work, count, k + 1);
  const outer: i32 = isA ? CORNER_LOW : CORNER_TOP;
  const inner: i32 = isA ? CORNER_INNER_LOW : CORNER_INNER_TOP;
  const own: i32 = isA ? CORNER_TOP : CORNER_LOW;
  const pressure: i32 = isA ? CORNER_PRESSURE_LOW : CORNER_PRESSURE_TOP;
  const ox: f64 = F[c + outer];
  const oy: f64 = F[c + outer + 1];
  const oz: f64 = F[c + outer + 2];
  const px: f64 = F[d + outer] - ox;
  const py: f64 = F[d + outer + 1] - oy;
  const pz: f64 = F[d + outer + 2] - oz;
  const ix: f64 = F[c + inner] - ox;
  const iy: f64 = F[c + inner + 1] - oy;
  const iz: f64 = F[c + inner + 2] - oz;
  const jx: f64 = F[d + inner] - ox;
  const jy: f64 = F[d + inner + 1] - oy;
  const jz: f64 = F[d + inner + 2] - oz;
  const tx: f64 = F[c + own] - ox;
  const ty: f64 = F[c + own + 1] - oy;
  const tz: f64 = F[c + own + 2] - oz;
  const sx: f64 = F[d + own] - ox;
  const sy: f64 = F[d + own + 1] - oy;
  const sz: f64 = F[d + own + 2] - oz;
  const mx: f64 = jy * sz - jz * sy;
  const my: f64 = jz * sx - jx * sz;
  const mz: f64 = jx * sy - jy * sx;
  const sign: f64 = isA ? 1.0 : -1.0;
  const u: f64 = -sign * (px * mx + py * my + pz * mz);
  const v: f64 = sign * (ix * mx + iy * my + iz * mz);
  const w: f64 = sign * (ix * (sy * tz - sz * ty) + iy * (sz * tx - sx * tz) + iz * (sx * ty - sy * tx));
  const volume: f64 = u + v + w;
  addPush(
    work + TOTALS,
    push,
    I[2 * (c + CORNER_SIDE)],
    I[2 * work + (isA ? FACING_A : FACING_B)],
    volume,
    4.0 * volume * ox + u * (px + jx + sx) + v * (ix + jx + sx) + w * (ix + sx + tx),
    4.0 * volume * oy + u * (py + jy + sy) + v * (iy + jy + sy) + w * (iy + sy + ty),
    4.0 * volume * oz + u * (pz + jz + sz) + v * (iz + jz + sz) + w * (iz + sz + tz),
  );
  return volume * F[c + pressure] + u * F[d + pressure];
}

/**
 * Energy, force and torque of the fields over the prism with so many corners; its energy, or 0 where it is to be
 * computed in the general way. Pressures are those at the centres.
 */
export function pressOnPrism(work: i32, count: i32, planesB: i32, pressureA: f64, pressureB: f64): f64 {
  if (!dividePrism(work, count, planesB) || I[2 * work + IS_PRESSED] === 0) return 0.0;
  const totals: i32 = work + TOTALS;
  let energy: f64 = sumPrism(work, count, pressureA, pressureB);
  const volume: f64 = F[totals + TOTAL_PART_VOLUME];
  const mx: f64 = F[totals + TOTAL_PART_FIRST];
  const my: f64 = F[totals + TOTAL_PART_FIRST + 1];
  const mz: f64 = F[totals + TOTAL_PART_FIRST + 2];
  addPush(totals, pressureA, I[2 * work + FACING_A], 0, volume, mx, my, mz);
  addPush(totals, -pressureB, I[2 * work + FACING_B], 0, volume, mx, my, mz);
  for (let k: i32 = 0; k < count; k++) {
    const side: i32 = I[2 * (work + CORNERS + CORNER_STRIDE * k + CORNER_SIDE)];
    if (side === HINGE) continue;
    if (side < planesB) energy -= pressureA * addWedge(work, count, k, true, pressureA);
    else energy -= pressureB * addWedge(work, count, k, false, -pressureB);
  }
  return volume > 0.0 ? energy / 24.0 : 0.0;
}
