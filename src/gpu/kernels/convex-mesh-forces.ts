// SPDX-License-Identifier: MIT
/**
 * WGSL: forces of meshes on the convex bodies near them, one thread per body, before the motion, from the points of
 * convex-mesh-find.ts. The result is written to a slot behind those of the pairs, like one more wall pair. Contact
 * history follows src/simulation/touches/body-mesh-history.ts (for spheres mesh-history.ts): on a face from the nearest
 * old contact on it, otherwise from the same feature, the same face, or nearby, if the normal turned little.
 *
 * A row holds the body and its number of contacts, then for each contact: its spring, negative in the last word if it
 * slides; world normal and key of the feature; position in the lattice of the mesh, face and mesh.
 */

import { BODIES, bodySlot, type ConvexForm, convexPrelude } from './convex-prelude.ts';
import { wallVelocity } from './mesh-forces.ts';
import { DEEPEST, STEP_INPUTS, unlessStopped } from './prelude.ts';
import { CONVEX_REST } from './records.ts';
import { convexLaw } from './wgsl-contact-force.ts';

/** Most contact points of a body with all meshes. */
export const MOST_SPOTS = 16;
/** Vectors of a contact. */
export const SPOT_VECTORS = 4;
export const ROW_VECTORS = 1 + SPOT_VECTORS * MOST_SPOTS;
/**
 * Above the number of a face: the mesh, and whether the body comes through from behind. Above that of a facet: material
 * of the mesh, and whether it has one side.
 */
export const MESH_SHIFT = 24;
const PASSING = 0x80000000;
export const ONE_SIDE_BIT = 0x80000000;
/** And whether nothing is free behind it. */
export const SOLID_BIT = 0x40000000;
/** How far a contact may move in a step and still be the same, over the radius. */
const SLIDE = 0.1;

/** A probe leaves the rows as they are, and writes all contacts to the list of points. */
export function meshForcesOfBodies(form: ConvexForm, leastCosine: number): string {
  return [
    convexPrelude(form),
    STEP_INPUTS,
    /* wgsl */ `
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> list: array<vec4u>;
@group(0) @binding(8) var<storage, read> meshStarts: array<u32>;
@group(0) @binding(9) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(10) var<storage, read_write> slots: array<vec4u>;`,
    BODIES,
    convexLaw(form),
    wallVelocity(),
    history(leastCosine),
    main(form),
  ].join('\n');
}

function history(leastCosine: number): string {
  return /* wgsl */ `
const LEAST_COSINE = ${leastCosine};
// Where the points of a row begin; numbers of the old contacts that the new ones go on from (-1 for none, below that
// where a spring must not be there twice), bits of those that share an old one, and of the old ones that go on.
struct History { base: u32, count: u32, oldCount: u32, taken: u32, twice: u32, old: array<i32, ${MOST_SPOTS}> }
fn spotAt(h: ptr<function, History>, k: u32) -> u32 { return (*h).base + 1u + 4u * k; }
// Number of the face, and of the mesh above it.
fn nameOfSpot(h: ptr<function, History>, k: u32) -> u32 { return list[spotAt(h, k) + 1u].z; }
fn nameOfOld(h: ptr<function, History>, q: u32) -> u32 { return rows[spotAt(h, q) + 2u].w & 0x7fffffffu; }
fn isSameMesh(h: ptr<function, History>, k: u32, q: u32) -> bool {
  return (nameOfSpot(h, k) >> ${MESH_SHIFT}u) == (nameOfOld(h, q) >> ${MESH_SHIFT}u);
}
fn isSameFeature(h: ptr<function, History>, k: u32, q: u32) -> bool {
  return rows[spotAt(h, q) + 1u].w == list[spotAt(h, k) + 2u].w;
}
fn cosineOf(h: ptr<function, History>, k: u32, q: u32) -> f32 {
  return dot(bitcast<vec3f>(rows[spotAt(h, q) + 1u].xyz), bitcast<vec3f>(list[spotAt(h, k) + 2u].xyz));
}
fn apartSquared(h: ptr<function, History>, k: u32, q: u32) -> f32 {
  let offset = vec3f(bitcast<vec3i>(list[spotAt(h, k) + 3u].xyz - rows[spotAt(h, q) + 2u].xyz)) * p.unit;
  return dot(offset, offset);
}
// Points on a face go on from the nearest ones that there were on it; where there were none they are left.
fn inheritFaces(h: ptr<function, History>, material: u32) {
  for (var k = 0u; k < (*h).count; k++) {
    if (list[spotAt(h, k) + 2u].w % 3u != 2u) { continue; }
    var nearest = -1;
    var least = 3.0e38;
    for (var q = 0u; q < (*h).oldCount; q++) {
      if (!isSameMesh(h, k, q) || !isSameFeature(h, k, q)) { continue; }
      let squared = apartSquared(h, k, q);
      if (squared < least) { least = squared; nearest = i32(q); }
    }
    if (nearest < 0) { continue; }
    (*h).old[k] = nearest;
    if (((*h).taken & (1u << u32(nearest))) != 0u) {
      (*h).twice |= 1u << k;
      // A spring that holds a force and not a displacement must not be there twice.
      if (isIncremental(material + materialOfSpot(h, k))) { (*h).old[k] = -2; }
    }
    (*h).taken |= 1u << u32(nearest);
  }
}
fn materialOfSpot(h: ptr<function, History>, k: u32) -> u32 {
  return (list[spotAt(h, k) + 1u].w >> ${MESH_SHIFT}u) & 63u;
}
// All others: on the same feature, else on the same face, else nearby, closest first.
fn matchRest(h: ptr<function, History>, radius: f32) {
  for (var stage = 0u; stage < 3u; ) {
    var bestNew = -1;
    var bestOld = 0u;
    var shortest = select(3.0e38, ${SLIDE} * ${SLIDE} * radius * radius, stage == 2u);
    for (var k = 0u; k < (*h).count; k++) {
      for (var q = 0u; q < (*h).oldCount; q++) {
        if ((*h).old[k] != -1 || (((*h).taken >> q) & 1u) != 0u || !isSameMesh(h, k, q)) { continue; }
        if (stage == 0u && !isSameFeature(h, k, q)) { continue; }
        if (stage == 1u && nameOfSpot(h, k) != nameOfOld(h, q)) { continue; }
        if (!(cosineOf(h, k, q) >= LEAST_COSINE)) { continue; }
        let apart = apartSquared(h, k, q);
        if (apart > shortest || (apart == shortest && bestNew >= 0)) { continue; }
        shortest = apart;
        bestNew = i32(k);
        bestOld = q;
      }
    }
    if (bestNew < 0) { stage++; continue; }
    (*h).old[bestNew] = i32(bestOld);
    (*h).taken |= 1u << bestOld;
  }
}
// The old contact on the other side of the same face, of a sphere whose centre has gone through; -1 for none.
fn turnedBack(h: ptr<function, History>, k: u32) -> i32 {
  for (var q = 0u; q < (*h).oldCount; q++) {
    if ((((*h).taken >> q) & 1u) != 0u || nameOfSpot(h, k) != nameOfOld(h, q)) { continue; }
    if (cosineOf(h, k, q) <= -LEAST_COSINE) { return i32(q); }
  }
  return -1;
}
`;
}

function main(form: ConvexForm): string {
  const accounts = form.hasAccounts;
  return /* wgsl */ `
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let row = indexOf(group, groups, local);
  if (row >= min(meshStarts[p.count], arrayLength(&rows) / ${ROW_VECTORS}u)) { return; }
  ${unlessStopped('inputs.step')}
  var history: History;
  let h = &history;
  let base = ${ROW_VECTORS}u * row;
  let header = rows[base];
  let i = header.x;
  let a = bodyAt(i);
  let cell = unpackCell(${CONVEX_REST.word('rest', 'cell', 'i')});
  let centre = vec3f(cell) * p.quantum * 1073741824.0 + separation(cell << vec3u(CELL_BITS), a.position);
  let isSphere = headOf(a.shape, 0u).x == 0u;
  let material = (a.tag & 63u) * ${form.materials}u;
  (*h).base = base;
  (*h).count = list[base].y;
  (*h).oldCount = header.y;
  (*h).taken = 0u;
  (*h).twice = 0u;
  var springs: array<vec4f, ${MOST_SPOTS}>;
  var passing = 0u;
  for (var q = 0u; q < ${MOST_SPOTS}u; q++) {
    (*h).old[q] = -1;
    if (q >= header.y) { continue; }
    springs[q] = bitcast<vec4f>(rows[spotAt(h, q)]);
    if ((rows[spotAt(h, q) + 2u].w & ${PASSING}u) != 0u) { passing |= 1u << q; }
  }
  if (!isSphere) { inheritFaces(h, material); }
  matchRest(h, a.equal);
  var turned = 0u;
  for (var k = 0u; k < (*h).count && isSphere; k++) {
    if ((*h).old[k] >= 0 || (list[spotAt(h, k) + 1u].w & ${ONE_SIDE_BIT + SOLID_BIT}u) != 0u) { continue; }
    let back = turnedBack(h, k);
    if (back < 0) { continue; }
    (*h).old[k] = back;
    (*h).taken |= 1u << u32(back);
    turned |= 1u << k;
  }
  ${
    accounts
      ? /* wgsl */ `
  var lost = 0.0;
  for (var q = 0u; q < header.y; q++) {
    if ((((*h).taken | passing) & (1u << q)) != 0u) { continue; }
    lost += springEnergy(material + rows[spotAt(h, q) + 3u].x, springs[q]);
  }`
      : ''
  }
  var force = vec3f(0.0);
  var torque = vec3f(0.0);
  var losses = vec4f(0.0);
  var deepest = 0.0;
  var count = 0u;
  for (var k = 0u; k < (*h).count; k++) {
    let spot = spotAt(h, k);
    let first = bitcast<vec4f>(list[spot]);
    let second = list[spot + 1u];
    let third = list[spot + 2u];
    var at = first.xyz;
    var overlap = first.w;
    var n = bitcast<vec3f>(third.xyz);
    let pair = material + materialOfSpot(h, k);
    let m = second.z >> ${MESH_SHIFT}u;
    if ((turned & (1u << k)) != 0u) { n = -n; overlap = 2.0 * a.radius - overlap; at = (a.radius - overlap) * n; }
    let old = (*h).old[k];
    var was = old >= 0;
    var isPassing = !was && (second.w & ${ONE_SIDE_BIT}u) != 0u && dot(at, n) < 0.0;
    var spring = vec4f(0.0);
    if (was) {
      isPassing = (passing & (1u << u32(old))) != 0u;
      was = !isPassing;
      if (was) { spring = springs[old]; }
    }
    let slid = spring.w < 0.0;
    spring.w = select(abs(spring.w), 0.0, ((*h).twice & (1u << k)) != 0u);
    var kept = vec4f(0.0);
    if (!isPassing) {
      deepest = max(deepest, overlap / a.ball);
      let wall = wallMotion(m, centre + at, n);
      let u = a.velocity + cross(a.spin, at) - wall.velocity;
      let both = Partners(pair, a.equal, 1.0 / a.inverseMass, inverseInertiaOf(a), a.spin, wall.rate);
      let area = overlap * (2.0 * a.equal - overlap);
      let answer = touchForce(both,
        Touch(n, overlap, u, bitcast<f32>(second.x), bitcast<f32>(second.y), area,
          overlap * overlap * (a.equal - overlap / 3.0)), was, spring, slid);
      force += answer.force;
      torque += cross(at, answer.force) + answer.moment;
      losses += answer.losses;
      kept = vec4f(answer.spring.xyz, select(answer.spring.w, -answer.spring.w, answer.isSliding));
      ${accounts ? 'losses.w += p.timeStep * (dot(answer.force, wall.velocity) + dot(answer.moment, wall.rate));' : ''}
      if (!isStep()) {
        let to = spotAt(h, count);
        list[to] = vec4u(bitcast<vec3u>(at), bitcast<u32>(overlap));
        list[to + 1u] = vec4u(bitcast<vec3u>(answer.force), (second.w & 0xffffffu) | (m << ${MESH_SHIFT}u));
        list[to + 2u] = vec4u(bitcast<vec3u>(n), third.w);
        list[to + 3u] = vec4u(bitcast<vec3u>(answer.moment), 0u);
        count++;
      }
    }
    if (isStep()) {
      rows[spot] = bitcast<vec4u>(kept);
      rows[spot + 1u] = vec4u(bitcast<vec3u>(n), third.w);
      rows[spot + 2u] = vec4u(list[spot + 3u].xyz, second.z | select(0u, ${PASSING}u, isPassing));
      rows[spot + 3u] = vec4u(materialOfSpot(h, k), 0u, 0u, 0u);
    }
  }
  ${accounts ? 'losses.y += lost;' : ''}
  if (isStep()) {
    if ((*h).count != header.y) { rows[base].y = (*h).count; }
    if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) {
      atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest));
    }
  } else { list[base] = vec4u(i, count, 0u, 0u); }
  let slot = ${bodySlot('i')};
  slots[slot] = vec4u(bitcast<vec3u>(force), bitcast<u32>(losses.x));
  slots[slot + 1u] = vec4u(bitcast<vec3u>(torque), bitcast<u32>(losses.y));
  slots[slot + 2u] = vec4u(bitcast<u32>(losses.w), 0u, 0u, bitcast<u32>(losses.z));
  slots[slot + 3u] = vec4u(inputs.step + 1u, 0u, 0u, 0u);
}
`;
}
