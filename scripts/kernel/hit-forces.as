// The forces of a list of touching pairs, two at once (two-contacts.as), by Hertz's spring with friction. The bits are
// those of the scalar text, src/step-kernel/touching-spheres.ts. What is added to memory is added pair after pair.
import {
  BLOCK_OVERLAP,
  FORCE,
  FRICTION,
  HERTZ,
  HISTORIES,
  HISTORY_STRIDE,
  HIT_INTEGERS,
  MOTION,
  MOTION_STRIDE,
  PARTNER,
  POSITION,
  SLIDING,
  TOUCHING,
} from './step-layout';
import { F, I } from './memory-views';
import { constantsOf, hitForce, materialOf, NO_DISTANCE, noteOverlap } from './touching-spheres';
import {
  add, addTo, both, bytes, div, dot, high, lawOfTwo, low, mul, nearestImages, pick, pushing, root, shearX, shearY, shearZ,
  splat, sub, takeFrom,
} from './two-contacts';

@inline function twoHits(hitA: i32, hitB: i32, sums: i32, periodic: bool): void {
  const iA = I[hitA];
  const iB = I[hitB];
  const jA = I[hitA + 1];
  const jB = I[hitB + 1];
  const pA = I[hitA + 2];
  const pB = I[hitB + 2];
  const position = I[POSITION];
  const motion = I[MOTION];
  const positionIA = position + 4 * iA;
  const positionIB = position + 4 * iB;
  const positionJA = position + 4 * jA;
  const positionJB = position + 4 * jB;
  const zero = splat(0.0);

  // Places: x, y of a pair of cells, then z, radius.
  let a = v128.load(bytes(positionIA));
  let b = v128.load(bytes(positionIB));
  let c = v128.load(bytes(positionJA));
  let d = v128.load(bytes(positionJB));
  let dx = sub(low(c, d), low(a, b));
  let dy = sub(high(c, d), high(a, b));
  a = v128.load(bytes(positionIA), 16);
  b = v128.load(bytes(positionIB), 16);
  c = v128.load(bytes(positionJA), 16);
  d = v128.load(bytes(positionJB), 16);
  let dz = sub(low(c, d), low(a, b));
  if (periodic) {
    dx = nearestImages(dx, 0);
    dy = nearestImages(dy, 1);
    dz = nearestImages(dz, 2);
  }
  const radiusI = high(a, b);
  const radiusJ = high(c, d);
  const touch = add(radiusI, radiusJ);
  const waySquared = dot(dx, dy, dz, dx, dy, dz);
  const distance = root(waySquared);
  const isApart = f64x2.gt(waySquared, splat(NO_DISTANCE));
  const inverse = v128.and(isApart, div(splat(1.0), distance));
  const nx = pick(mul(dx, inverse), splat(1.0), isApart);
  const ny = v128.and(isApart, mul(dy, inverse));
  const nz = v128.and(isApart, mul(dz, inverse));
  const overlap = sub(touch, distance);

  const motionIA = motion + MOTION_STRIDE * iA;
  const motionIB = motion + MOTION_STRIDE * iB;
  const motionJA = motion + MOTION_STRIDE * jA;
  const motionJB = motion + MOTION_STRIDE * jB;
  const inverseMass = add(both(motionIA + 6, motionIB + 6), both(motionJA + 6, motionJB + 6));
  const quotient = div(splat(1.0), mul(touch, inverseMass));
  const leverI = mul(splat(0.5), add(distance, mul(mul(sub(radiusI, radiusJ), touch), inverse)));
  const leverJ = sub(distance, leverI);
  const effectiveRadius = mul(mul(mul(radiusI, radiusJ), inverseMass), quotient);
  const effectiveMass = mul(touch, quotient);
  const smaller = pick(radiusI, radiusJ, f64x2.lt(radiusI, radiusJ));
  if (v128.any_true(f64x2.gt(overlap, mul(splat(F[sums + BLOCK_OVERLAP]), smaller)))) {
    noteOverlap(sums, iA, f64x2.extract_lane(overlap, 0), f64x2.extract_lane(smaller, 0));
    noteOverlap(sums, iB, f64x2.extract_lane(overlap, 1), f64x2.extract_lane(smaller, 1));
  }
  const lawA = constantsOf(materialOf(motionIA), materialOf(motionJA));
  const lawB = constantsOf(materialOf(motionIB), materialOf(motionJB));

  // Motion: vx, vy; vz, wx; wy, wz.
  a = v128.load(bytes(motionIA));
  b = v128.load(bytes(motionIB));
  c = v128.load(bytes(motionJA));
  d = v128.load(bytes(motionJB));
  const ux = sub(low(a, b), low(c, d));
  const uy = sub(high(a, b), high(c, d));
  a = v128.load(bytes(motionIA), 16);
  b = v128.load(bytes(motionIB), 16);
  c = v128.load(bytes(motionJA), 16);
  d = v128.load(bytes(motionJB), 16);
  const uz = sub(low(a, b), low(c, d));
  const sx = add(mul(leverI, high(a, b)), mul(leverJ, high(c, d)));
  a = v128.load(bytes(motionIA), 32);
  b = v128.load(bytes(motionIB), 32);
  c = v128.load(bytes(motionJA), 32);
  d = v128.load(bytes(motionJB), 32);
  const sy = add(mul(leverI, low(a, b)), mul(leverJ, low(c, d)));
  const sz = add(mul(leverI, high(a, b)), mul(leverJ, high(c, d)));
  const approach = dot(ux, uy, uz, nx, ny, nz);

  const partnerA = 2 * I[PARTNER] + pA;
  const partnerB = 2 * I[PARTNER] + pB;
  const wasA = I[partnerA] & (TOUCHING | SLIDING);
  const wasB = I[partnerB] & (TOUCHING | SLIDING);
  const vx = add(sub(ux, mul(approach, nx)), sub(mul(sy, nz), mul(sz, ny)));
  const vy = add(sub(uy, mul(approach, ny)), sub(mul(sz, nx), mul(sx, nz)));
  const vz = add(sub(uz, mul(approach, nz)), sub(mul(sx, ny), mul(sy, nx)));
  const historyA = I[HISTORIES] + HISTORY_STRIDE * pA;
  const historyB = I[HISTORIES] + HISTORY_STRIDE * pB;
  const isSliding = lawOfTwo(HERTZ | FRICTION, lawA, lawB, 0, 0, wasA, wasB, historyA, historyB, overlap,
    effectiveRadius, effectiveMass, approach, nx, ny, nz, vx, vy, vz, sums);
  const gx = shearX;
  const gy = shearY;
  const gz = shearZ;
  const slidingA = <i32>i64x2.extract_lane(isSliding, 0) & SLIDING;
  const slidingB = <i32>i64x2.extract_lane(isSliding, 1) & SLIDING;
  I[partnerA] = jA | TOUCHING | slidingA;
  I[partnerB] = jB | TOUCHING | slidingB;

  const fx = add(mul(pushing, nx), gx);
  const fy = add(mul(pushing, ny), gy);
  const fz = add(mul(pushing, nz), gz);
  const mx = sub(mul(ny, gz), mul(nz, gy));
  const my = sub(mul(nz, gx), mul(nx, gz));
  const mz = sub(mul(nx, gy), mul(ny, gx));
  const ax = add(mul(leverI, mx), zero);
  const ay = add(mul(leverI, my), zero);
  const az = add(mul(leverI, mz), zero);
  const bx = mul(leverJ, mx);
  const by = mul(leverJ, my);
  const bz = mul(leverJ, mz);
  const forceIA = I[FORCE] + 6 * iA;
  const forceIB = I[FORCE] + 6 * iB;
  const forceJA = I[hitA + 3];
  const forceJB = I[hitB + 3];
  addTo(forceIA, low(fx, fy));
  addTo(forceIA + 2, low(fz, ax));
  addTo(forceIA + 4, low(ay, az));
  takeFrom(forceJA, low(fx, fy));
  F[forceJA + 2] = F[forceJA + 2] - f64x2.extract_lane(fz, 0);
  F[forceJA + 3] = F[forceJA + 3] + f64x2.extract_lane(bx, 0);
  addTo(forceJA + 4, low(by, bz));
  addTo(forceIB, high(fx, fy));
  addTo(forceIB + 2, high(fz, ax));
  addTo(forceIB + 4, high(ay, az));
  takeFrom(forceJB, high(fx, fy));
  F[forceJB + 2] = F[forceJB + 2] - f64x2.extract_lane(fz, 1);
  F[forceJB + 3] = F[forceJB + 3] + f64x2.extract_lane(bx, 1);
  addTo(forceJB + 4, high(by, bz));
}

export function hitForces(hits: i32, count: i32, sums: i32, periodic: bool): void {
  let k: i32 = 0;
  if (periodic) for (; k + 1 < count; k += 2) twoHits(hits + HIT_INTEGERS * k, hits + HIT_INTEGERS * (k + 1), sums,
    true);
  else for (; k + 1 < count; k += 2) twoHits(hits + HIT_INTEGERS * k, hits + HIT_INTEGERS * (k + 1), sums, false);
  if (k < count) hitForce(HERTZ | FRICTION, hits + HIT_INTEGERS * k, sums, periodic);
}
