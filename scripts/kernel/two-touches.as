// The forces of two touches of bodies at once (two-contacts.as). The bits are those of the scalar text,
// src/step-kernel/touch-forces.ts. What is added to memory is added touch after touch.
import {
  BLOCK_OVERLAP,
  FORCE,
  FRICTION,
  HERTZ,
  INVERSE_MASS,
  MOTION,
  MOTION_STRIDE,
  PERIODIC,
  POSITION,
  SLIDING,
  TOUCH_ELEMENT,
  TOUCH_FLAGS,
  TOUCH_HISTORY,
  TOUCH_NORMAL,
  TOUCH_OVERLAP,
  TOUCH_PARTNER,
  TOUCH_POINT,
  TOUCH_RADIUS,
  TOUCHING,
} from './step-layout';
import { F, I } from './memory-views';
import { noteOverlap } from './touching-spheres';
import {
  add, addTo, both, bytes, div, dot, high, lawOfTwo, low, mul, nearestImages, pick, pushing, shearX, shearY, shearZ,
  splat, sub, takeFrom,
} from './two-contacts';

// Component `axis` of the ways from the second bodies' images to the points p, whose first bodies are at x.
@inline function fromSecond(p: v128, x: v128, way: v128, axis: i32, isPeriodic: bool): v128 {
  return sub(p, add(x, isPeriodic ? nearestImages(way, axis) : way));
}

@inline function ofLaw(law: i32, touchA: i32, touchB: i32, lawA: i32, lawB: i32, forceJA: i32, forceJB: i32,
  sums: i32): void {
  const iA = I[2 * touchA + TOUCH_ELEMENT];
  const iB = I[2 * touchB + TOUCH_ELEMENT];
  const position = I[POSITION];
  const motion = I[MOTION];
  const positionIA = position + 4 * iA;
  const positionIB = position + 4 * iB;
  const positionJA = position + 4 * I[2 * touchA + TOUCH_PARTNER];
  const positionJB = position + 4 * I[2 * touchB + TOUCH_PARTNER];
  const motionIA = motion + MOTION_STRIDE * iA;
  const motionIB = motion + MOTION_STRIDE * iB;
  const motionJA = motion + MOTION_STRIDE * I[2 * touchA + TOUCH_PARTNER];
  const motionJB = motion + MOTION_STRIDE * I[2 * touchB + TOUCH_PARTNER];
  const isPeriodic = I[PERIODIC] != 0;
  const zero = splat(0.0);

  // Places: x, y of a pair of cells, then z, radius; a and b are the ways from the centres to the points.
  let a = v128.load(bytes(positionIA));
  let b = v128.load(bytes(positionIB));
  let c = v128.load(bytes(positionJA));
  let d = v128.load(bytes(positionJB));
  const px = both(touchA + TOUCH_POINT, touchB + TOUCH_POINT);
  const py = both(touchA + TOUCH_POINT + 1, touchB + TOUCH_POINT + 1);
  const pz = both(touchA + TOUCH_POINT + 2, touchB + TOUCH_POINT + 2);
  const x = low(a, b);
  const y = high(a, b);
  const ax = sub(px, x);
  const ay = sub(py, y);
  const bx = fromSecond(px, x, sub(low(c, d), x), 0, isPeriodic);
  const by = fromSecond(py, y, sub(high(c, d), y), 1, isPeriodic);
  a = v128.load(bytes(positionIA), 16);
  b = v128.load(bytes(positionIB), 16);
  c = v128.load(bytes(positionJA), 16);
  d = v128.load(bytes(positionJB), 16);
  const z = low(a, b);
  const az = sub(pz, z);
  const bz = fromSecond(pz, z, sub(low(c, d), z), 2, isPeriodic);
  const radiusI = high(a, b);
  const radiusJ = high(c, d);
  const smaller = pick(radiusI, radiusJ, f64x2.lt(radiusI, radiusJ));
  const overlap = both(touchA + TOUCH_OVERLAP, touchB + TOUCH_OVERLAP);
  if (v128.any_true(f64x2.gt(overlap, mul(splat(F[sums + BLOCK_OVERLAP]), smaller)))) {
    noteOverlap(sums, iA, f64x2.extract_lane(overlap, 0), f64x2.extract_lane(smaller, 0));
    noteOverlap(sums, iB, f64x2.extract_lane(overlap, 1), f64x2.extract_lane(smaller, 1));
  }

  // Motion: vx, vy; vz, wx; wy, wz.
  a = v128.load(bytes(motionIA), 16);
  b = v128.load(bytes(motionIB), 16);
  c = v128.load(bytes(motionJA), 16);
  d = v128.load(bytes(motionJB), 16);
  const vz = low(a, b);
  const wx = high(a, b);
  const vjz = low(c, d);
  const wjx = high(c, d);
  a = v128.load(bytes(motionIA), 32);
  b = v128.load(bytes(motionIB), 32);
  c = v128.load(bytes(motionJA), 32);
  d = v128.load(bytes(motionJB), 32);
  const wy = low(a, b);
  const wz = high(a, b);
  const wjy = low(c, d);
  const wjz = high(c, d);
  a = v128.load(bytes(motionIA));
  b = v128.load(bytes(motionIB));
  c = v128.load(bytes(motionJA));
  d = v128.load(bytes(motionJB));
  const thereX = add(low(c, d), sub(mul(wjy, bz), mul(wjz, by)));
  const thereY = add(high(c, d), sub(mul(wjz, bx), mul(wjx, bz)));
  const thereZ = add(vjz, sub(mul(wjx, by), mul(wjy, bx)));
  const ux = add(sub(low(a, b), thereX), sub(mul(wy, az), mul(wz, ay)));
  const uy = add(sub(high(a, b), thereY), sub(mul(wz, ax), mul(wx, az)));
  const uz = add(sub(vz, thereZ), sub(mul(wx, ay), mul(wy, ax)));
  const nx = both(touchA + TOUCH_NORMAL, touchB + TOUCH_NORMAL);
  const ny = both(touchA + TOUCH_NORMAL + 1, touchB + TOUCH_NORMAL + 1);
  const nz = both(touchA + TOUCH_NORMAL + 2, touchB + TOUCH_NORMAL + 2);
  const approach = dot(ux, uy, uz, nx, ny, nz);
  const effectiveMass = div(splat(1.0),
    add(both(motionIA + INVERSE_MASS, motionIB + INVERSE_MASS), both(motionJA + INVERSE_MASS, motionJB + INVERSE_MASS)));
  const effectiveRadius = (law & HERTZ) != 0 ? both(touchA + TOUCH_RADIUS, touchB + TOUCH_RADIUS) : zero;
  const flagsA = 2 * touchA + TOUCH_FLAGS;
  const flagsB = 2 * touchB + TOUCH_FLAGS;
  const isSliding = lawOfTwo(law, lawA, lawB, touchA, touchB, I[flagsA] & (TOUCHING | SLIDING),
    I[flagsB] & (TOUCHING | SLIDING), touchA + TOUCH_HISTORY, touchB + TOUCH_HISTORY, overlap, effectiveRadius,
    effectiveMass, approach, nx, ny, nz, sub(ux, mul(approach, nx)), sub(uy, mul(approach, ny)),
    sub(uz, mul(approach, nz)), sums);
  I[flagsA] = TOUCHING | (<i32>i64x2.extract_lane(isSliding, 0) & SLIDING);
  I[flagsB] = TOUCHING | (<i32>i64x2.extract_lane(isSliding, 1) & SLIDING);

  const fx = add(mul(pushing, nx), shearX);
  const fy = add(mul(pushing, ny), shearY);
  const fz = add(mul(pushing, nz), shearZ);
  const mx = add(sub(mul(ay, fz), mul(az, fy)), zero);
  const my = add(sub(mul(az, fx), mul(ax, fz)), zero);
  const mz = add(sub(mul(ax, fy), mul(ay, fx)), zero);
  const kx = add(sub(mul(by, fz), mul(bz, fy)), zero);
  const ky = add(sub(mul(bz, fx), mul(bx, fz)), zero);
  const kz = add(sub(mul(bx, fy), mul(by, fx)), zero);
  const forceIA = I[FORCE] + 6 * iA;
  const forceIB = I[FORCE] + 6 * iB;
  addTo(forceIA, low(fx, fy));
  addTo(forceIA + 2, low(fz, mx));
  addTo(forceIA + 4, low(my, mz));
  takeFrom(forceJA, low(fx, fy));
  takeFrom(forceJA + 2, low(fz, kx));
  takeFrom(forceJA + 4, low(ky, kz));
  addTo(forceIB, high(fx, fy));
  addTo(forceIB + 2, high(fz, mx));
  addTo(forceIB + 4, high(my, mz));
  takeFrom(forceJB, high(fx, fy));
  takeFrom(forceJB + 2, high(fz, kx));
  takeFrom(forceJB + 4, high(ky, kz));
}

export function twoTouches(law: i32, touchA: i32, touchB: i32, lawA: i32, lawB: i32, forceJA: i32, forceJB: i32,
  sums: i32): void {
  if (law == (HERTZ | FRICTION)) ofLaw(HERTZ | FRICTION, touchA, touchB, lawA, lawB, forceJA, forceJB, sums);
  else ofLaw(FRICTION, touchA, touchB, lawA, lawB, forceJA, forceJB, sums);
}
