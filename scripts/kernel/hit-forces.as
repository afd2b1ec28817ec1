// The forces of a list of touching pairs, two at once: the text of src/step-kernel/contact-force.ts for Hertz's spring
// with friction, lane by lane in the same order of operations, so that the bits are those of the scalar text. What is
// added to memory is added pair after pair.
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  BLOCK_OVERLAP,
  DOMAIN_MAX,
  DOMAIN_MIN,
  FORCE,
  FRICTION,
  HERTZ,
  HISTORIES,
  HISTORY_STRIDE,
  HIT_INTEGERS,
  LAW_FRICTION,
  LAW_LEAST_FORCE,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  MOTION,
  MOTION_STRIDE,
  PARTNER,
  PERIODIC,
  POSITION,
  SLIDING,
  TIME_STEP,
  TOUCHING,
} from './step-layout';
import { F, I } from './memory-views';
import { STEADY } from './contact-force';
import { SNAP } from './laws/friction';
import { constantsOf, hitForce, materialOf, NO_DISTANCE, noteOverlap } from './touching-spheres';

@inline function bytes(cell: i32): usize { return <usize>cell << 3; }
// Cells a and b, one a lane.
@inline function both(a: i32, b: i32): v128 { return v128.load64_lane(bytes(b), v128.load64_zero(bytes(a)), 1); }
@inline function low(a: v128, b: v128): v128 { return v128.shuffle<f64>(a, b, 0, 2); }
@inline function high(a: v128, b: v128): v128 { return v128.shuffle<f64>(a, b, 1, 3); }
@inline function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline function div(a: v128, b: v128): v128 { return f64x2.div(a, b); }
@inline function root(a: v128): v128 { return f64x2.sqrt(a); }
@inline function splat(a: f64): v128 { return f64x2.splat(a); }
@inline function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}
// a where the mask is set, else b.
@inline function pick(a: v128, b: v128, mask: v128): v128 { return v128.bitselect(a, b, mask); }
@inline function addTo(cell: i32, value: v128): void { v128.store(bytes(cell), add(v128.load(bytes(cell)), value)); }
@inline function takeFrom(cell: i32, value: v128): void { v128.store(bytes(cell), sub(v128.load(bytes(cell)), value)); }

// Component `axis` of the ways to the nearest images.
function nearestImages(difference: v128, axis: i32): v128 {
  if (((I[PERIODIC] >> axis) & 1) == 0) return difference;
  const size = F[DOMAIN_MAX + axis] - F[DOMAIN_MIN + axis];
  const back = sub(difference, splat(size));
  const forth = add(difference, splat(size));
  const near = pick(forth, difference, f64x2.lt(difference, splat(-0.5 * size)));
  return pick(back, near, f64x2.gt(difference, splat(0.5 * size)));
}

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

  // Normal: spring and dashpot.
  const timeStep = splat(F[TIME_STEP]);
  const least = both(lawA + LAW_LEAST_FORCE, lawB + LAW_LEAST_FORCE);
  const normalDamping = both(lawA + LAW_NORMAL_DAMPING, lawB + LAW_NORMAL_DAMPING);
  const normal = both(lawA + LAW_NORMAL, lawB + LAW_NORMAL);
  const radius = root(mul(effectiveRadius, overlap));
  const spring = mul(mul(normal, radius), overlap);
  const inertia = root(mul(effectiveMass, radius));
  let normalForce = add(spring, mul(mul(normalDamping, inertia), approach));
  normalForce = pick(least, normalForce, f64x2.lt(normalForce, least));
  let dampingLoss = mul(sub(normalForce, spring), approach);
  const partnerA = 2 * I[PARTNER] + pA;
  const partnerB = 2 * I[PARTNER] + pB;
  const wasA = I[partnerA] & (TOUCHING | SLIDING);
  const wasB = I[partnerB] & (TOUCHING | SLIDING);
  const wasTouching = v128.not(i64x2.eq(i64x2.replace_lane(i64x2.splat(wasA), 1, wasB), i64x2.splat(0)));
  const deeper = mul(approach, timeStep);
  const isUnsteady = f64x2.gt(f64x2.abs(deeper), mul(splat(STEADY), overlap));
  // Of the mean damping 3/4 are that of now, for a contact that is new or changes; else all.
  const isChanging = v128.or(v128.not(wasTouching), isUnsteady);
  let dampingMean = pick(splat(0.75), splat(1.0), isChanging);
  if (v128.any_true(isChanging)) {
    const most = mul(splat(0.75), dampingLoss);
    const before = sub(overlap, deeper);
    const radiusBefore = root(mul(effectiveRadius, before));
    const springBefore = mul(mul(normal, radiusBefore), before);
    const inertiaBefore = root(mul(effectiveMass, radiusBefore));
    let drag = mul(mul(normalDamping, inertiaBefore), approach);
    drag = pick(sub(least, springBefore), drag, f64x2.lt(add(springBefore, drag), least));
    const hadOverlap = f64x2.gt(before, zero);
    drag = v128.and(hadOverlap, drag);
    const isKnown = v128.and(v128.and(wasTouching, isUnsteady), hadOverlap);
    const more = div(mul(splat(0.25), inertiaBefore), inertia);
    dampingMean = pick(add(dampingMean, more), dampingMean, v128.and(isKnown, f64x2.gt(inertia, zero)));
    const both34 = pick(add(most, mul(mul(splat(0.25), drag), approach)), most, wasTouching);
    dampingLoss = pick(both34, dampingLoss, isChanging);
  }
  const pushing = f64x2.neg(normalForce);

  // Tangential: spring, sliding, dashpot.
  const vx = add(sub(ux, mul(approach, nx)), sub(mul(sy, nz), mul(sz, ny)));
  const vy = add(sub(uy, mul(approach, ny)), sub(mul(sz, nx), mul(sx, nz)));
  const vz = add(sub(uz, mul(approach, nz)), sub(mul(sx, ny), mul(sy, nx)));
  const tangential = both(lawA + LAW_TANGENTIAL, lawB + LAW_TANGENTIAL);
  const stiffness = mul(tangential, radius);
  const damping = mul(both(lawA + LAW_TANGENTIAL_DAMPING, lawB + LAW_TANGENTIAL_DAMPING), inertia);
  const historyA = I[HISTORIES] + HISTORY_STRIDE * pA;
  const historyB = I[HISTORIES] + HISTORY_STRIDE * pB;
  a = v128.load(bytes(historyA));
  b = v128.load(bytes(historyB));
  let px = v128.and(wasTouching, low(a, b));
  let py = v128.and(wasTouching, high(a, b));
  a = v128.load(bytes(historyA), 16);
  b = v128.load(bytes(historyB), 16);
  let pz = v128.and(wasTouching, low(a, b));
  const radiusLast = v128.and(wasTouching, high(a, b));
  const out = dot(px, py, pz, nx, ny, nz);
  px = sub(px, mul(out, nx));
  py = sub(py, mul(out, ny));
  pz = sub(pz, mul(out, nz));
  let hx = add(px, mul(timeStep, vx));
  let hy = add(py, mul(timeStep, vy));
  let hz = add(pz, mul(timeStep, vz));
  const squeeze = pick(zero, normalForce, f64x2.lt(normalForce, zero));
  const limit = mul(both(lawA + LAW_FRICTION, lawB + LAW_FRICTION), squeeze);
  const limitSquared = mul(limit, limit);
  const squared = dot(hx, hy, hz, hx, hy, hz);
  const along = dot(hx, hy, hz, px, py, pz);
  const springSquared = mul(mul(stiffness, stiffness), squared);
  const pull = f64x2.neg(stiffness);
  let gx = mul(pull, hx);
  let gy = mul(pull, hy);
  let gz = mul(pull, hz);
  let share = splat(1.0);
  const isSliding = f64x2.gt(springSquared, limitSquared);
  // Sticking: the dashpot acts, within the limit.
  const ex = mul(damping, vx);
  const ey = mul(damping, vy);
  const ez = mul(damping, vz);
  let tx = sub(gx, ex);
  let ty = sub(gy, ey);
  let tz = sub(gz, ez);
  let drag = dot(ex, ey, ez, vx, vy, vz);
  const total = dot(tx, ty, tz, tx, ty, tz);
  const isCapped = v128.andnot(f64x2.gt(total, limitSquared), isSliding);
  if (v128.any_true(isCapped)) {
    const most = div(limit, root(total));
    tx = pick(mul(tx, most), tx, isCapped);
    ty = pick(mul(ty, most), ty, isCapped);
    tz = pick(mul(tz, most), tz, isCapped);
    const rest = dot(add(tx, mul(stiffness, hx)), add(ty, mul(stiffness, hy)), add(tz, mul(stiffness, hz)), vx, vy, vz);
    drag = pick(f64x2.neg(rest), drag, isCapped);
  }
  dampingLoss = pick(dampingLoss, add(dampingLoss, mul(dampingMean, drag)), isSliding);
  if (v128.any_true(isSliding)) {
    share = div(limit, root(springSquared));
    share = pick(zero, share, f64x2.lt(mul(mul(share, share), squared), splat(SNAP * SNAP)));
    share = pick(share, splat(1.0), isSliding);
    hx = pick(mul(hx, share), hx, isSliding);
    hy = pick(mul(hy, share), hy, isSliding);
    hz = pick(mul(hz, share), hz, isSliding);
    gx = mul(gx, share);
    gy = mul(gy, share);
    gz = mul(gz, share);
  }
  gx = pick(gx, tx, isSliding);
  gy = pick(gy, ty, isSliding);
  gz = pick(gz, tz, isSliding);
  const held = mul(tangential, radiusLast);
  const slid = sub(mul(held, along), mul(mul(stiffness, share), sub(along, mul(sub(splat(1.0), share), squared))));
  const loss = mul(splat(0.5), pick(mul(sub(held, stiffness), along), slid, f64x2.eq(share, splat(1.0))));
  F[sums + BLOCK_FRICTION_LOSS] = F[sums + BLOCK_FRICTION_LOSS] + f64x2.extract_lane(loss, 0) +
    f64x2.extract_lane(loss, 1);
  dampingLoss = mul(dampingLoss, timeStep);
  F[sums + BLOCK_DAMPING_LOSS] = F[sums + BLOCK_DAMPING_LOSS] + f64x2.extract_lane(dampingLoss, 0) +
    f64x2.extract_lane(dampingLoss, 1);
  v128.store(bytes(historyA), low(hx, hy));
  v128.store(bytes(historyA), low(hz, radius), 16);
  v128.store(bytes(historyB), high(hx, hy));
  v128.store(bytes(historyB), high(hz, radius), 16);
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
