// SPDX-License-Identifier: MIT
/**
 * WGSL: forces of the contact points of a pair. Each point takes the history of the nearest point of the step before
 * (src/step-kernel/nearest-history.ts); the spring energy of a point without a successor counts as friction
 * loss. The sums go to the slot of the pair: force on the first body, torques on both, and losses.
 */

import { BLOCKS_LOST, BODIES, behindLists, type ConvexForm, convexPrelude, POOL_COUNT } from './convex-prelude.ts';
import { SUPPORT } from './convex-support.ts';
import { CONTACT_SUM, CONTACTS_WANTED, DEEPEST, STEP_INPUTS, STOP_AT } from './prelude.ts';
import { CONTACT, PAIR } from './records.ts';
import { convexLaw } from './wgsl-contact-force.ts';

/** One of this many parts of the pool is left for the pairs that come to lie flat in one step. */
const POOL_RESERVE = 4;

/** The points and springs of the step before, copied before the new ones take their place. */
const OLD_COPIES = /* wgsl */ `
var<private> oldPoints: array<vec4f, POINTS>;
var<private> oldSprings: array<vec4f, POINTS>;
fn oldPoint(pair: Pair, k: u32) -> vec4f { return oldPoints[k]; }
fn oldSpring(pair: Pair, k: u32) -> vec4f { return oldSprings[k]; }
// How many there are.
fn loadOld(pair: Pair) -> u32 {
  let count = min(pair.info & 15u, POINTS);
  if (count == 1u) {
    oldPoints[0] = bitcast<vec4f>(${PAIR.vector('pairs', 'point', 'pair.t')});
    oldSprings[0] = bitcast<vec4f>(${PAIR.vector('pairs', 'spring', 'pair.t')});
  } else if (count > 1u && pair.block != NO_BLOCK) {
    for (var k = 0u; k < count; k++) {
      oldPoints[k] = pool[2u * (POINTS * pair.block + k)];
      oldSprings[k] = pool[2u * (POINTS * pair.block + k) + 1u];
    }
  } else { return 0u; }
  return count;
}`;

/** The same where they lie: a single new point takes no place in the pool. */
const OLD_IN_PLACE = /* wgsl */ `
fn isInPool(pair: Pair) -> bool { return (pair.info & 15u) > 1u; }
fn oldPoint(pair: Pair, k: u32) -> vec4f {
  if (isInPool(pair)) { return pool[2u * (POINTS * pair.block + k)]; }
  return bitcast<vec4f>(${PAIR.vector('pairs', 'point', 'pair.t')});
}
fn oldSpring(pair: Pair, k: u32) -> vec4f {
  if (isInPool(pair)) { return pool[2u * (POINTS * pair.block + k) + 1u]; }
  return bitcast<vec4f>(${PAIR.vector('pairs', 'spring', 'pair.t')});
}
fn loadOld(pair: Pair) -> u32 {
  return select(min(pair.info & 15u, POINTS), 0u, isInPool(pair) && pair.block == NO_BLOCK);
}`;

/** Bindings that all narrow kernels have. */
const NARROW_BINDINGS = /* wgsl */ `
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> pairs: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> watched: array<u32>;
@group(0) @binding(8) var<storage, read_write> pool: array<vec4f>;
@group(0) @binding(9) var<storage, read_write> slots: array<vec4f>;
@group(0) @binding(10) var<storage, read_write> status: array<atomic<u32>>;
`;

/** What all narrow kernels begin with; farthest vertices of polyhedra by `support`. */
export function narrowBeginning(form: ConvexForm, support = SUPPORT): string[] {
  return [convexPrelude(form), STEP_INPUTS, NARROW_BINDINGS, BODIES, support];
}

/**
 * `hasWallMotion`: walls turn or have surfaces that run, so that every point has a velocity of its own; instead of a
 * velocity `finish` takes where the centre is, from the corner of all cells. `isSingle`: all pairs get one point.
 */
export function pointsText(form: ConvexForm, hasWallMotion = false, isSingle = false): string {
  const accounts = form.hasAccounts;
  const most = isSingle ? '1' : 'POINTS';
  return /* wgsl */ `
${convexLaw(form)}
// Points: on the surface of the first body, from its centre, in world axes, with the overlap; shares of springs and
// dashpots.
var<private> points: array<vec4f, ${most}>;
var<private> shares: array<vec2f, ${most}>;

struct Pair { t: u32, first: u32, second: u32, info: u32, block: u32 }

// Depth of the contact point under the surface of the first of two spheres: on the plane in which they cut each other.
fn depthOfPoint(a: f32, b: f32, overlap: f32) -> f32 {
  let distance = a + b - overlap;
  if (!(distance > 0.0)) { return 0.5 * overlap; }
  return a - 0.5 * (distance + (a - b) * (a + b) / distance);
}

${isSingle ? OLD_IN_PLACE : OLD_COPIES}

// n is in world axes, from the first to the second; centreToCentre is that from the centre of the first to that of the
// second, none for walls, whose velocity is v. The cohesive area and energy of two spheres are given; others have those
// of a sphere of the effective radius on a plane.
fn finish(pair: Pair, x: Partners, n: vec3f, count: u32, a: Body, smaller: f32, radiusB: f32, centreToCentre: vec3f,
  v: vec3f, sphere: vec2f) {
  let isWall = pair.second >= WALL_BIT;
  let old = loadOld(pair);
  var force = vec3f(0.0);
  var torqueI = vec3f(0.0);
  var torqueJ = vec3f(0.0);
  var losses = vec4f(0.0);
  ${hasWallMotion ? 'var work = 0.0;' : ''}
  var taken = 0u;
  var block = pair.block;
  if (isStep() && count > 1u && block == NO_BLOCK) {
    block = atomicAdd(&status[${POOL_COUNT}], 1u);
    // The host makes room before the next step; the last part is for those that come in this one.
    if (block >= p.poolCapacity - p.poolCapacity / ${POOL_RESERVE}u) {
      atomicMax(&status[${CONTACTS_WANTED}], block + 1u);
      atomicMin(&status[${STOP_AT}], inputs.step + 1u);
    }
    if (block >= p.poolCapacity) { atomicMax(&status[${BLOCKS_LOST}], block + 1u); block = NO_BLOCK; }
  }
  var deepest = 0.0;
  for (var k = 0u; k < count; k++) {
    let overlap = points[k].w;
    deepest = max(deepest, overlap);
    var under = overlap;
    if (!isWall) { under = depthOfPoint(a.equal, radiusB, overlap); }
    let at = points[k].xyz - under * n;
    var nearest = 0u;
    var least = 3.0e38;
    for (var o = 0u; o < old; o++) {
      let e = oldPoint(pair, o).xyz - at;
      let squared = dot(e, e);
      if (squared < least) { least = squared; nearest = o; }
    }
    var was = old > 0u;
    var spring = vec4f(0.0);
    var slid = false;
    if (was) {
      spring = oldSpring(pair, nearest);
      slid = oldPoint(pair, nearest).w > 0.0;
      if ((taken & (1u << nearest)) != 0u) {
        // A force must not be there twice; the energy of a displacement is handed over once.
        if (isIncremental(x.pair)) { was = false; } else { spring.w = 0.0; }
      }
      taken |= 1u << nearest;
    }
    let leverJ = at - centreToCentre;
    var other = v + cross(x.spinJ, leverJ);
    if (isWall) { other = v; }
    ${
      hasWallMotion
        ? /* wgsl */ `let wall = wallMotionAt(pair.second & 15u, v + at, n);
    other = wall.velocity;
    var partners = x;
    partners.spinJ = wall.rate;`
        : 'let partners = x;'
    }
    let u = a.velocity + cross(a.spin, at) - other;
    var cohesive = sphere;
    if (cohesive.x < 0.0) {
      cohesive = vec2f(overlap * (2.0 * x.effectiveRadius - overlap),
        overlap * overlap * (x.effectiveRadius - overlap / 3.0));
    }
    let answer = touchForce(partners, Touch(n, overlap, u, shares[k].x, shares[k].y, cohesive.x, cohesive.y), was,
      spring, slid);
    force += answer.force;
    torqueI += cross(at, answer.force) + answer.moment;
    torqueJ -= cross(leverJ, answer.force) + answer.moment;
    losses += answer.losses;
    ${hasWallMotion ? 'work += dot(answer.force, wall.velocity) + dot(answer.moment, wall.rate);' : ''}
    if (isStep()) {
      let kept = vec4f(at, select(0.0, 1.0, answer.isSliding));
      if (count == 1u) {
        ${PAIR.vector('pairs', 'point', 'pair.t')} = bitcast<vec4u>(kept);
        ${PAIR.vector('pairs', 'spring', 'pair.t')} = bitcast<vec4u>(answer.spring);
      } else if (block != NO_BLOCK) {
        pool[2u * (POINTS * block + k)] = kept;
        pool[2u * (POINTS * block + k) + 1u] = answer.spring;
      }
    } else if (isContacts()) {
      let row = ${behindLists(form)} + ${CONTACT.words}u * atomicAdd(&status[${CONTACT_SUM}], 1u);
      if (row + ${CONTACT.words}u <= arrayLength(&watched)) {
        watched[row] = pair.t;
        watched[row + 1u] = pair.first;
        watched[row + 2u] = pair.second;
        watched[row + 3u] = k;
        recordVector(row + 4u, vec4f(at, overlap));
        recordVector(row + 8u, vec4f(answer.force, 0.0));
        recordVector(row + 12u, vec4f(n, 0.0));
      }
    }
  }
  if (isContacts()) { return; }
  ${accounts ? `for (var o = 0u; o < old; o++) { if ((taken & (1u << o)) == 0u) { losses.y += springEnergy(x.pair, oldSpring(pair, o)); } }` : ''}
  if (isStep()) {
    if (count != pair.info) { ${PAIR.word('pairs', 'info', 'pair.t')} = count; }
    if (block != pair.block) { ${PAIR.word('pairs', 'block', 'pair.t')} = block; }
    let ratio = deepest / smaller;
    if (ratio > 0.05 && bitcast<u32>(ratio) > atomicLoad(&status[${DEEPEST}])) {
      atomicMax(&status[${DEEPEST}], bitcast<u32>(ratio));
    }
  } else { atomicAdd(&status[${CONTACT_SUM}], count); }
  if (isWall) { torqueJ = vec3f(${hasWallMotion ? 'work' : 'dot(force, v)'} * p.timeStep, 0.0, 0.0); }
  slots[3u * pair.t] = vec4f(force, losses.x);
  slots[3u * pair.t + 1u] = vec4f(torqueI, losses.y);
  slots[3u * pair.t + 2u] = vec4f(torqueJ, losses.z);
  stampSlot(pair);
}
fn recordVector(at: u32, x: vec4f) {
  let words = bitcast<vec4u>(x);
  for (var c = 0u; c < 4u; c++) { watched[at + c] = words[c]; }
}
// Which row the pair is in is that of the body that comes first.
fn stampSlot(pair: Pair) {
  let isWall = pair.second >= WALL_BIT;
  watched[${behindLists(form)} + pair.t] = 4u * (inputs.step + 1u) +
    select(0u, 1u, !isWall && pair.second < pair.first) + select(0u, 2u, isWall);
}
// No contact: what its points held is lost.
fn endPair(pair: Pair, material: u32) {
  if (!isStep()) { return; }
  let old = loadOld(pair);
  if ((pair.info & 15u) == 0u) { return; }
  var loss = 0.0;
  for (var o = 0u; o < old; o++) { loss += springEnergy(material, oldSpring(pair, o)); }
  ${PAIR.word('pairs', 'info', 'pair.t')} = 0u;
  slots[3u * pair.t] = vec4f(0.0);
  slots[3u * pair.t + 1u] = vec4f(0.0, 0.0, 0.0, ${accounts ? 'loss' : '0.0'});
  slots[3u * pair.t + 2u] = vec4f(0.0);
  stampSlot(pair);
}
fn partnersOf(a: Body, b: Body) -> Partners {
  let both = a.inverseMass + b.inverseMass;
  let inertia = inverseInertiaOf(a) + inverseInertiaOf(b);
  return Partners((a.tag & 63u) * ${form.materials}u + (b.tag & 63u), a.equal * b.equal / (a.equal + b.equal),
    1.0 / both, inertia, a.spin, b.spin);
}
fn readPair(t: u32) -> Pair { let words = ${PAIR.vector('pairs', 'first')}; return Pair(t, words.x, words.y, words.z, words.w); }
`;
}
