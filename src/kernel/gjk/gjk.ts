// SPDX-License-Identifier: MIT
/**
 * GJK (Gilbert, Johnson and Keerthi 1988; EPA paper, section 3): the point v of D closest to the origin. Each support
 * point w gives a lower bound v.w/|v| of the distance and each v an upper bound. The loop ends when both meet, when the
 * bodies are proven farther apart than the limit, at a tetrahedron around the origin, or when rounding allows no
 * progress.
 */
import {
  BEST,
  BEST_LENGTH,
  BEST_ON_A,
  BEST_ON_B,
  CACHE_COUNT,
  CACHE_FACE,
  CACHE_IDS,
  CACHE_OVERLAP,
  CACHE_SWAPPED,
  CLIMB_ABOVE,
  CLOSEST,
  CORE_POINT,
  CORE_POINT_B,
  CORE_UPPER,
  GAP_DIRECTION,
  GJK_ITERATIONS,
  PAIR_A,
  PAIR_B,
  PAIR_HINT_A,
  PAIR_HINT_B,
  PAIR_SWAPPED,
  POINT_IDS,
  POINT_ON_A,
  POINT_STRIDE,
  ROUNDING,
  SHAPE_VERTEX_COUNT,
  SIMPLEX,
  SIMPLEX_COUNT,
  SIMPLEX_SLOTS,
  STOP_DISTANCE,
  SUPPORT_FRESH,
  SUPPORT_VALUE,
  WEIGHTS,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import {
  differenceOfVerticesTo,
  scanDifferenceTo,
  supportAlongCentres,
  supportDifferenceTo,
} from '../support/minkowski-support.ts';
import { CLIMB_WARM, isScanned } from '../support/support.ts';
import { closestOnSegment, closestOnTetrahedron, closestOnTriangle } from './sub-simplex.ts';

/** Separated: v is in CLOSEST, the simplex in SIMPLEX. */
export const GJK_SEPARATED: i32 = 0;
/** The simplex is a tetrahedron around the origin. */
export const GJK_OVERLAP: i32 = 1;
/** The origin is on the simplex within rounding: EPA decides. */
const GJK_TOUCHING: i32 = 2;
/** Stopped early: farther apart than STOP_DISTANCE. */
export const GJK_FAR: i32 = 3;

/**
 * Polyhedral pairs need about the square root of their vertices; curved ones halve the gap each time: 52 bits and
 * slack.
 */
const GJK_LIMIT: i32 = 128;
/** New starts on curved bodies, each good for a few more digits. */
const RESTART_LIMIT: i32 = 8;
/** Upper and lower bound this many roundings of the coordinates apart are as close as float64 brings them. */
const GJK_GAP_IN_ROUNDINGS: f64 = 2.0;
/** Closer to the origin than this many roundings the direction of v means nothing. */
const TOUCH_IN_ROUNDINGS: f64 = 4.0;

function slotHolds(k: i32, ia: i32, ib: i32): bool {
  const ids: i32 = 2 * (SIMPLEX + POINT_STRIDE * k + POINT_IDS);
  return I[ids] === ia && I[ids + 1] === ib;
}

/** Loads the cached simplex of a polyhedral pair; returns its number of points. */
function warmSimplex(cache: i32): i32 {
  const known: i32 = I[2 * cache + CACHE_COUNT];
  const countA: i32 = I[2 * I[PAIR_A] + SHAPE_VERTEX_COUNT];
  const countB: i32 = I[2 * I[PAIR_B] + SHAPE_VERTEX_COUNT];
  if (known < 1 || known > 4 || countA === 0 || countB === 0) return 0;
  // Two bodies of one shape may change places in the canonical order as they move.
  const exchanged: i32 = I[2 * cache + CACHE_SWAPPED] === I[PAIR_SWAPPED] ? 0 : 1;
  for (let k: i32 = 0; k < known; k++) {
    const ia: i32 = I[2 * cache + CACHE_IDS + 2 * k + exchanged];
    const ib: i32 = I[2 * cache + CACHE_IDS + 1 + 2 * k - exchanged];
    if (ia < 0 || ib < 0 || ia >= countA || ib >= countB) return 0;
    differenceOfVerticesTo(SIMPLEX + POINT_STRIDE * k, ia, ib);
    I[PAIR_HINT_A] = ia;
    I[PAIR_HINT_B] = ib;
  }
  I[CLIMB_ABOVE] = CLIMB_WARM;
  return known;
}

/**
 * Witnesses on A and B of the simplex, its points weighted as v is made of theirs, to CORE_POINT and CORE_POINT_B; the
 * length of the same sum of the points of D to CORE_UPPER: a bound of the distance even where rounding chose the wrong
 * sub-simplex.
 */
function saveWitnessOf(count: i32, k0: i32, k1: i32, k2: i32): void {
  const p: i32 = SIMPLEX + POINT_STRIDE * k0;
  const q: i32 = SIMPLEX + POINT_STRIDE * k1;
  const r: i32 = SIMPLEX + POINT_STRIDE * k2;
  const s: f64 = count > 1 ? F[WEIGHTS] : 1.0;
  const t: f64 = count > 1 ? F[WEIGHTS + 1] : 0.0;
  const u: f64 = count > 2 ? F[WEIGHTS + 2] : 0.0;
  let sum: f64 = 0.0;
  for (let k: i32 = 0; k < 3; k++) {
    let w: f64 = s * F[p + k];
    let a: f64 = s * F[p + 3 + k];
    if (count > 1) {
      w += t * F[q + k];
      a += t * F[q + 3 + k];
    }
    if (count > 2) {
      w += u * F[r + k];
      a += u * F[r + 3 + k];
    }
    sum += w * w;
    F[CORE_POINT + k] = a;
    F[CORE_POINT_B + k] = a + w;
  }
  F[CORE_UPPER] = Math.sqrt(sum);
}

/** The witnesses of the last search. */
export function saveWitness(): void {
  saveWitnessOf(I[SIMPLEX_COUNT], I[SIMPLEX_SLOTS], I[SIMPLEX_SLOTS + 1], I[SIMPLEX_SLOTS + 2]);
}

/** Stores the point v with the closest bounds: on curved bodies the last one need not be the best. */
function saveBest(count: i32, k0: i32, k1: i32, k2: i32, vx: f64, vy: f64, vz: f64): void {
  saveWitnessOf(count, k0, k1, k2);
  F[BEST] = vx;
  F[BEST + 1] = vy;
  F[BEST + 2] = vz;
  for (let k: i32 = 0; k < 3; k++) F[BEST_ON_A + k] = F[CORE_POINT + k];
  F[BEST_LENGTH] = F[CORE_UPPER];
  for (let k: i32 = 0; k < 3; k++) F[BEST_ON_B + k] = F[CORE_POINT_B + k];
}

/** The point of D with the closest bounds so far into slot 0, as a point that belongs to no vertices. */
function restartFromBest(): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[SIMPLEX + k] = F[BEST_ON_B + k] - F[BEST_ON_A + k];
    F[SIMPLEX + POINT_ON_A + k] = F[BEST_ON_A + k];
  }
  I[2 * (SIMPLEX + POINT_IDS)] = -1;
  I[2 * (SIMPLEX + POINT_IDS) + 1] = -1;
}

/** Restores the best normal and witness; the shortest v is still the best upper bound. */
function restoreBest(): void {
  for (let k: i32 = 0; k < 3; k++) {
    F[CLOSEST + k] = F[BEST + k];
    F[CORE_POINT + k] = F[BEST_ON_A + k];
    F[CORE_POINT_B + k] = F[BEST_ON_B + k];
  }
  if (F[BEST_LENGTH] < F[CORE_UPPER]) F[CORE_UPPER] = F[BEST_LENGTH];
}

/** Stores the simplex for the next query of this pair. */
export function storeWarmSimplex(cache: i32): void {
  const count: i32 = I[SIMPLEX_COUNT];
  I[2 * cache + CACHE_COUNT] = count;
  I[2 * cache + CACHE_SWAPPED] = I[PAIR_SWAPPED];
  for (let k: i32 = 0; k < count; k++) {
    const ids: i32 = 2 * (SIMPLEX + POINT_STRIDE * I[SIMPLEX_SLOTS + k] + POINT_IDS);
    I[2 * cache + CACHE_IDS + 2 * k] = I[ids];
    I[2 * cache + CACHE_IDS + 1 + 2 * k] = I[ids + 1];
  }
  I[2 * cache + CACHE_FACE] = 0;
  I[2 * cache + CACHE_OVERLAP] = 0;
}

/**
 * Runs GJK on the placed pair until its bounds meet within rounding; `cache` is the address of a warm start or 0. The
 * simplex goes to SIMPLEX, v to CLOSEST; where bodies are curved or not separated, the witness on A to CORE_POINT, its
 * distance to CORE_UPPER.
 */
export function gjk(cache: i32, curved: bool, rough: f64): i32 {
  const rounding: f64 = F[ROUNDING];
  const stop: f64 = F[STOP_DISTANCE];
  const touch: f64 = TOUCH_IN_ROUNDINGS * rounding;
  const gap: f64 = GJK_GAP_IN_ROUNDINGS * rounding;

  // Points of the simplex in local variables and the slot each one occupies.
  let x0: f64 = 0.0;
  let y0: f64 = 0.0;
  let z0: f64 = 0.0;
  let x1: f64 = 0.0;
  let y1: f64 = 0.0;
  let z1: f64 = 0.0;
  let x2: f64 = 0.0;
  let y2: f64 = 0.0;
  let z2: f64 = 0.0;
  let x3: f64 = 0.0;
  let y3: f64 = 0.0;
  let z3: f64 = 0.0;
  let k0: i32 = 0;
  let k1: i32 = 1;
  let k2: i32 = 2;
  let k3: i32 = 3;
  let count: i32 = cache > 0 ? warmSimplex(cache) : 0;
  if (count === 0) {
    supportAlongCentres(SIMPLEX);
    count = 1;
  }
  x0 = F[SIMPLEX];
  y0 = F[SIMPLEX + 1];
  z0 = F[SIMPLEX + 2];
  let vx: f64 = x0;
  let vy: f64 = y0;
  let vz: f64 = z0;
  let vv: f64 = 1.0e300;
  if (count > 1) {
    x1 = F[SIMPLEX + POINT_STRIDE];
    y1 = F[SIMPLEX + POINT_STRIDE + 1];
    z1 = F[SIMPLEX + POINT_STRIDE + 2];
  }
  if (count > 2) {
    x2 = F[SIMPLEX + 2 * POINT_STRIDE];
    y2 = F[SIMPLEX + 2 * POINT_STRIDE + 1];
    z2 = F[SIMPLEX + 2 * POINT_STRIDE + 2];
  }
  if (count > 3) {
    x3 = F[SIMPLEX + 3 * POINT_STRIDE];
    y3 = F[SIMPLEX + 3 * POINT_STRIDE + 1];
    z3 = F[SIMPLEX + 3 * POINT_STRIDE + 2];
  }
  const scans: bool = isScanned(I[PAIR_A]) && isScanned(I[PAIR_B]);
  let bestLower: f64 = -1.0e300;
  let lastLower: f64 = 0.0;
  let bestWidth: f64 = 1.0e300;
  let restarts: i32 = 0;
  let outcome: i32 = -1;
  let fresh: i32 = 0;
  let iteration: i32 = 0;
  while (outcome < 0) {
    let mask: i32 = 1;
    if (count === 2) mask = closestOnSegment(x0, y0, z0, x1, y1, z1);
    else if (count === 3) mask = closestOnTriangle(x0, y0, z0, x1, y1, z1, x2, y2, z2);
    else if (count === 4) mask = closestOnTetrahedron(x0, y0, z0, x1, y1, z1, x2, y2, z2, x3, y3, z3);
    if (mask === 15) {
      // Around the origin, unless a support plane has separated it before: then the tetrahedron is a sliver that lies.
      outcome = bestLower > touch ? GJK_SEPARATED : GJK_OVERLAP;
      break;
    }
    if (count > 1) {
      vx = F[CLOSEST];
      vy = F[CLOSEST + 1];
      vz = F[CLOSEST + 2];
      // Drop the vertices that do not carry the closest point; the others move up in order.
      if ((mask & 1) === 0) {
        if ((mask & 2) !== 0) {
          x0 = x1;
          y0 = y1;
          z0 = z1;
          const k: i32 = k0;
          k0 = k1;
          k1 = k;
          mask ^= 3;
        } else if ((mask & 4) !== 0) {
          x0 = x2;
          y0 = y2;
          z0 = z2;
          const k: i32 = k0;
          k0 = k2;
          k2 = k;
          mask ^= 5;
        } else {
          x0 = x3;
          y0 = y3;
          z0 = z3;
          const k: i32 = k0;
          k0 = k3;
          k3 = k;
          mask ^= 9;
        }
      }
      if ((mask & 2) === 0) {
        if ((mask & 4) !== 0) {
          x1 = x2;
          y1 = y2;
          z1 = z2;
          const k: i32 = k1;
          k1 = k2;
          k2 = k;
          mask ^= 6;
        } else if ((mask & 8) !== 0) {
          x1 = x3;
          y1 = y3;
          z1 = z3;
          const k: i32 = k1;
          k1 = k3;
          k3 = k;
          mask ^= 10;
        }
      }
      if ((mask & 4) === 0 && (mask & 8) !== 0) {
        x2 = x3;
        y2 = y3;
        z2 = z3;
        const k: i32 = k2;
        k2 = k3;
        k3 = k;
        mask ^= 12;
      }
      count = mask === 1 ? 1 : mask === 3 ? 2 : 3;
    }
    const previous: f64 = vv;
    vv = vx * vx + vy * vy + vz * vz;
    if (!(vv > touch * touch)) {
      outcome = GJK_TOUCHING;
      break;
    }
    if (!(vv < previous) || iteration === GJK_LIMIT) {
      if (curved && restarts < RESTART_LIMIT && bestWidth < 1.0e300 && iteration < GJK_LIMIT) {
        // A sliver of a simplex holds GJK up: its best point, a point of D like any other, starts a new one.
        restarts++;
        restartFromBest();
        k0 = 0;
        k1 = 1;
        k2 = 2;
        k3 = 3;
        count = 1;
        x0 = F[SIMPLEX];
        y0 = F[SIMPLEX + 1];
        z0 = F[SIMPLEX + 2];
        vx = x0;
        vy = y0;
        vz = z0;
        vv = 1.0e300;
        continue;
      }
      // Rounding has eaten the progress: what the bounds say is all there is to know.
      outcome = GJK_SEPARATED;
      break;
    }
    // Into the first slot that is free: the fourth of three.
    const slot: i32 = SIMPLEX + POINT_STRIDE * (count === 1 ? k1 : count === 2 ? k2 : k3);
    if (scans) scanDifferenceTo(slot, vx, vy, vz);
    else supportDifferenceTo(slot, vx, vy, vz);
    iteration++;
    const wx: f64 = F[slot];
    const wy: f64 = F[slot + 1];
    const wz: f64 = F[slot + 2];
    const vw: f64 = vx * wx + vy * wy + vz * wz;
    const length: f64 = Math.sqrt(vv);
    if (vw > stop * length) {
      outcome = GJK_FAR;
      F[CLOSEST] = vw / length;
      F[GAP_DIRECTION] = vx / length;
      F[GAP_DIRECTION + 1] = vy / length;
      F[GAP_DIRECTION + 2] = vz / length;
      break;
    }
    const lower: f64 = vw / length;
    lastLower = lower;
    if (lower > bestLower) bestLower = lower;
    const width: f64 = length - lower;
    if (width < bestWidth) {
      bestWidth = width;
      if (curved) saveBest(count, k0, k1, k2, vx, vy, vz);
    }
    if (!(width > gap) || width < rough) {
      outcome = GJK_SEPARATED;
      fresh = 1;
      break;
    }
    const ia: i32 = I[2 * (slot + POINT_IDS)];
    const ib: i32 = I[2 * (slot + POINT_IDS) + 1];
    if (ia >= 0 && ib >= 0) {
      if (slotHolds(k0, ia, ib) || (count > 1 && slotHolds(k1, ia, ib)) || (count > 2 && slotHolds(k2, ia, ib))) {
        outcome = GJK_SEPARATED;
        fresh = 1;
        break;
      }
    }
    if (count === 1) {
      x1 = wx;
      y1 = wy;
      z1 = wz;
    } else if (count === 2) {
      x2 = wx;
      y2 = wy;
      z2 = wz;
    } else {
      x3 = wx;
      y3 = wy;
      z3 = wz;
    }
    count++;
  }
  if (outcome !== GJK_FAR) {
    F[CLOSEST] = vx;
    F[CLOSEST + 1] = vy;
    F[CLOSEST + 2] = vz;
    // Mostly the vertices of two polyhedra prove their gap, and no witness is needed (contact-pair.ts).
    if (curved || outcome !== GJK_SEPARATED) saveWitnessOf(count, k0, k1, k2);
    if (curved && outcome === GJK_SEPARATED && bestWidth < 1.0e300) restoreBest();
  }
  I[SIMPLEX_COUNT] = count;
  I[SIMPLEX_SLOTS] = k0;
  I[SIMPLEX_SLOTS + 1] = k1;
  I[SIMPLEX_SLOTS + 2] = k2;
  I[SIMPLEX_SLOTS + 3] = k3;
  I[GJK_ITERATIONS] = iteration;
  I[SUPPORT_FRESH] = fresh;
  if (fresh === 1) F[SUPPORT_VALUE] = lastLower;
  return outcome;
}
