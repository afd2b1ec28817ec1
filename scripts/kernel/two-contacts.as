// The law of two contacts at once, a contact a lane: the text of src/step-kernel/contact-force.ts for a linear or
// Hertz's spring with friction, lane by lane in the same order of operations, so that the bits are those of the scalar
// text. Of spheres in hit-forces.as, of contacts found outside the kernel in two-touches.as.
import {
  BLOCK_DAMPING_LOSS,
  BLOCK_FRICTION_LOSS,
  DOMAIN_MAX,
  DOMAIN_MIN,
  HERTZ,
  LAW_FRICTION,
  LAW_LEAST_FORCE,
  LAW_NORMAL,
  LAW_NORMAL_DAMPING,
  LAW_TANGENTIAL,
  LAW_TANGENTIAL_DAMPING,
  PERIODIC,
  TIME_STEP,
  TOUCH_DASHPOT,
  TOUCH_SHARE,
} from './step-layout';
import { F, I } from './memory-views';
import { STEADY } from './contact-force';
import { SNAP } from './laws/friction';

@inline export function bytes(cell: i32): usize { return <usize>cell << 3; }
// Cells a and b, one a lane.
@inline export function both(a: i32, b: i32): v128 { return v128.load64_lane(bytes(b), v128.load64_zero(bytes(a)), 1); }
@inline export function low(a: v128, b: v128): v128 { return v128.shuffle<f64>(a, b, 0, 2); }
@inline export function high(a: v128, b: v128): v128 { return v128.shuffle<f64>(a, b, 1, 3); }
@inline export function add(a: v128, b: v128): v128 { return f64x2.add(a, b); }
@inline export function sub(a: v128, b: v128): v128 { return f64x2.sub(a, b); }
@inline export function mul(a: v128, b: v128): v128 { return f64x2.mul(a, b); }
@inline export function div(a: v128, b: v128): v128 { return f64x2.div(a, b); }
@inline export function root(a: v128): v128 { return f64x2.sqrt(a); }
@inline export function splat(a: f64): v128 { return f64x2.splat(a); }
@inline export function dot(ax: v128, ay: v128, az: v128, bx: v128, by: v128, bz: v128): v128 {
  return add(add(mul(ax, bx), mul(ay, by)), mul(az, bz));
}
// a where the mask is set, else b.
@inline export function pick(a: v128, b: v128, mask: v128): v128 { return v128.bitselect(a, b, mask); }
@inline export function addTo(cell: i32, value: v128): void {
  v128.store(bytes(cell), add(v128.load(bytes(cell)), value));
}
@inline export function takeFrom(cell: i32, value: v128): void {
  v128.store(bytes(cell), sub(v128.load(bytes(cell)), value));
}

// Component `axis` of the ways to the nearest images.
export function nearestImages(difference: v128, axis: i32): v128 {
  if (((I[PERIODIC] >> axis) & 1) == 0) return difference;
  const size = F[DOMAIN_MAX + axis] - F[DOMAIN_MIN + axis];
  const back = sub(difference, splat(size));
  const forth = add(difference, splat(size));
  const near = pick(forth, difference, f64x2.lt(difference, splat(-0.5 * size)));
  return pick(back, near, f64x2.gt(difference, splat(0.5 * size)));
}

// What lawOfTwo answers: the force along the normals, and that across them on the first bodies.
export let pushing: v128 = f64x2.splat(0.0);
export let shearX: v128 = f64x2.splat(0.0);
export let shearY: v128 = f64x2.splat(0.0);
export let shearZ: v128 = f64x2.splat(0.0);

// Answers two contacts with the constants at lawA and lawB, whose first bodies move with `approach` along the normals
// and v across them. touchA and touchB are the addresses of contacts found outside the kernel, 0 for spheres. Histories
// and sums of losses change. Returns the mask of those that slide.
@inline export function lawOfTwo(law: i32, lawA: i32, lawB: i32, touchA: i32, touchB: i32, wasA: i32, wasB: i32,
  historyA: i32, historyB: i32, overlap: v128, effectiveRadius: v128, effectiveMass: v128, approach: v128,
  nx: v128, ny: v128, nz: v128, vx: v128, vy: v128, vz: v128, sums: i32): v128 {
  const zero = splat(0.0);
  // Normal: spring and dashpot.
  const timeStep = splat(F[TIME_STEP]);
  const least = both(lawA + LAW_LEAST_FORCE, lawB + LAW_LEAST_FORCE);
  const normalDamping = both(lawA + LAW_NORMAL_DAMPING, lawB + LAW_NORMAL_DAMPING);
  const normal = both(lawA + LAW_NORMAL, lawB + LAW_NORMAL);
  const isHertz = (law & HERTZ) != 0;
  const isTouch = touchA != 0;
  // Of several points of a contact, which share its springs and dashpots.
  const part = isTouch ? both(touchA + TOUCH_SHARE, touchB + TOUCH_SHARE) : zero;
  const dashpot = isTouch ? both(touchA + TOUCH_DASHPOT, touchB + TOUCH_DASHPOT) : zero;
  let radius = isHertz ? root(mul(effectiveRadius, overlap)) : splat(1.0);
  let spring = isHertz ? mul(mul(normal, radius), overlap) : mul(normal, overlap);
  let inertia = root(isHertz ? mul(effectiveMass, radius) : effectiveMass);
  if (isTouch) {
    inertia = mul(inertia, dashpot);
    radius = mul(radius, part);
    spring = mul(spring, part);
  }
  let normalForce = add(spring, mul(mul(normalDamping, inertia), approach));
  normalForce = pick(least, normalForce, f64x2.lt(normalForce, least));
  let dampingLoss = mul(sub(normalForce, spring), approach);
  const wasTouching = v128.not(i64x2.eq(i64x2.replace_lane(i64x2.splat(wasA), 1, wasB), i64x2.splat(0)));
  const deeper = mul(approach, timeStep);
  const isUnsteady = f64x2.gt(f64x2.abs(deeper), mul(splat(STEADY), overlap));
  // Of the mean damping 3/4 are that of now, for a contact that is new or changes; else all.
  const isChanging = v128.or(v128.not(wasTouching), isUnsteady);
  let dampingMean = pick(splat(0.75), splat(1.0), isChanging);
  if (v128.any_true(isChanging)) {
    const most = mul(splat(0.75), dampingLoss);
    const before = sub(overlap, deeper);
    const radiusBefore = isHertz ? root(mul(effectiveRadius, before)) : splat(1.0);
    let springBefore = isHertz ? mul(mul(normal, radiusBefore), before) : mul(normal, before);
    let inertiaBefore = root(isHertz ? mul(effectiveMass, radiusBefore) : effectiveMass);
    if (isTouch) {
      springBefore = mul(springBefore, part);
      inertiaBefore = mul(inertiaBefore, dashpot);
    }
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
  pushing = f64x2.neg(normalForce);

  // Tangential: spring, sliding, dashpot.
  const tangential = both(lawA + LAW_TANGENTIAL, lawB + LAW_TANGENTIAL);
  const stiffness = mul(tangential, radius);
  const damping = mul(both(lawA + LAW_TANGENTIAL_DAMPING, lawB + LAW_TANGENTIAL_DAMPING), inertia);
  let a = v128.load(bytes(historyA));
  let b = v128.load(bytes(historyB));
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
  shearX = pick(gx, tx, isSliding);
  shearY = pick(gy, ty, isSliding);
  shearZ = pick(gz, tz, isSliding);
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
  return isSliding;
}
