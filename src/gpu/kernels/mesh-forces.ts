// SPDX-License-Identifier: MIT
/**
 * WGSL: forces of meshes on the spheres near them, before a step. They are written where the step will write the new
 * state of the sphere, and the step reads them there. Several threads search the contacts of a sphere
 * (sphere-mesh-search.ts), and one sums them. Contact history follows src/simulation/touches/mesh-history.ts: from the
 * same feature, the same face, or nearby, closest first, if the normal turned little.
 */

import { FEATURE_FACET, meshGeometry, ONE_SIDED, SOLID_WALL } from './mesh-geometry.ts';
import { FOUND } from './mesh-hierarchy.ts';
import { CONTACT_VECTORS, LOSSES_AT, MESH_CONTACTS, MESH_SHIFT, SLOT_VECTORS } from './mesh-slots.ts';
import {
  DEEPEST,
  hasFacets,
  type KernelForm,
  kernelOver,
  MESH_CONTACTS_WANTED,
  MESH_SLOTS,
  massOf,
  prelude,
  STEP_INPUTS,
  STOP_AT,
  statusAt,
  unlessStopped,
} from './prelude.ts';
import { meshSearch, SEARCH_GROUP, SEARCH_LANES, SEARCH_SLOTS } from './sphere-mesh-search.ts';
import { SPHERE_ON_WALL } from './sphere-on-wall.ts';
import { stateBindings } from './step.ts';
import { contactLaw, springEnergy } from './wgsl-contact-force.ts';

/** How far a contact may move in a step and still be the same, over the radius. */
const SLIDE = 0.1;
/** Above the numbers of face and mesh: the sphere comes through from behind. */
const PASSING = 0x80000000;

/** Sines and cosines that the CPU's finders take. */
export interface MeshAngles {
  readonly flatSine: number;
  readonly leastCosine: number;
}

/** In a list of contacts `positionOut` is the buffer of slots that is not in use, where they go. */
export function meshForcesKernel(form: KernelForm, angles: MeshAngles): string {
  return [
    prelude(form),
    /* wgsl */ `
${stateBindings('step', '', !form.isPacked)}
@group(0) @binding(9) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(10) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(11) var<storage, read_write> status: array<atomic<u32>>;`,
    meshGeometry(form),
    foundContacts(form),
    hasFacets(form) ? meshSearch(angles.flatSine) : '',
    form.shapeWalls.length > 0 ? SPHERE_ON_WALL + ADD_WALLS : '',
    contactLaw(form, 'either'),
    form.hasAccounts ? springEnergy(form) : '',
    history(angles.leastCosine),
    wallVelocity(),
    massOf(form),
    main(form),
  ].join('\n');
}

/** On a device that binds few buffers: takes the losses, for which the forces have no buffer, to their sphere. */
export function meshLossesKernel(form: KernelForm): string {
  return `${prelude(form)}
${STEP_INPUTS}
@group(0) @binding(2) var<storage, read> slots: array<vec4u>;
@group(0) @binding(3) var<storage, read_write> spinOut: array<vec4u>;
${statusAt(4)}
${kernelOver(`min(atomicLoad(&status[${MESH_SLOTS}u + inputs.rows]), arrayLength(&slots) / ${SLOT_VECTORS}u)`)}
  ${unlessStopped('inputs.step')}
  let base = ${SLOT_VECTORS}u * t;
  spinOut[slots[base].x] = vec4u(slots[base + ${LOSSES_AT}u].zw, 0u, 0u);
}`;
}

/**
 * Contacts of the spheres at hand, and those that they had: of those that a workgroup serves with several threads each,
 * or, where there are no facets, of the one that a thread serves.
 */
function foundContacts(form: KernelForm): string {
  const [space, lanes, spheres] = hasFacets(form) ? ['workgroup', SEARCH_LANES, SEARCH_SLOTS] : ['private', 1, 1];
  return /* wgsl */ `
${FOUND}
struct Old { spring: vec4f, normal: vec3f, key: u32, position: vec3u, face: u32 }
const LANES = ${lanes}u;
const MOST_CONTACTS = ${MESH_CONTACTS}u;
var<${space}> found: array<Found, ${spheres * MESH_CONTACTS}>;
var<${space}> old: array<Old, ${spheres * MESH_CONTACTS}>;
`;
}

/** Adds the contacts of sphere s with walls that are shapes to those that were found; returns how many there are. */
const ADD_WALLS = /* wgsl */ `
fn addWalls(s: u32, near: vec2u, position: vec3u, radius: u32, cell: vec3u, first: u32) -> u32 {
  var walls = shapeWalls(near);
  var count = first;
  while (any(walls != vec2u(0u))) {
    let m = select(32u + firstTrailingBit(walls.y), firstTrailingBit(walls.x), walls.x != 0u);
    if (walls.x != 0u) { walls.x &= walls.x - 1u; } else { walls.y &= walls.y - 1u; }
    let wall = wallAt(m);
    let x = locate(m, position, cell);
    let images = imagesAt(wall, x);
    for (var k = images.x; k < images.y; k++) {
      sphereOnWall(wall, fromImage(wall, x, k), radius, 0.0);
      for (var c = 0u; c < touchedCount; c++) {
        let at = touched[c];
        let point = (radiusOf(radius) - at.overlap) * at.normal;
        let place = bitcast<vec3u>((x.cell << vec3u(CELL_BITS)) + x.local + vec3i(round(point / p.unit)));
        if (count < MOST_CONTACTS) {
          found[MOST_CONTACTS * s + count] = Found(point, 0.0, -at.normal, at.overlap, place,
            3u * at.part + ${FEATURE_FACET}u, k, at.part, m);
        }
        count++;
      }
    }
  }
  return count;
}
`;

function history(leastCosine: number): string {
  return /* wgsl */ `
const LEAST_COSINE = ${leastCosine};

const FACE_AND_MESH = ${~PASSING >>> 0}u;
fn isOfMesh(q: u32, m: u32) -> bool { return ((old[q].face & FACE_AND_MESH) >> ${MESH_SHIFT}u) == m; }
fn faceOf(f: Found) -> u32 { return f.planeId | (f.mesh << ${MESH_SHIFT}u); }

// To \`old\`, by all lanes of a sphere.
fn loadOld(slot: u32, count: u32, local: u32) {
  for (var q = local % LANES; q < count; q += LANES) {
    let at = ${SLOT_VECTORS}u * slot + 1u + ${CONTACT_VECTORS}u * q;
    let normal = slots[at + 1u];
    let position = slots[at + 2u];
    old[MOST_CONTACTS * (local / LANES) + q] = Old(bitcast<vec4f>(slots[at]), bitcast<vec3f>(normal.xyz), normal.w,
      position.xyz, position.w);
  }
}

// Which old contact each of the new ones of sphere s continues, -1 for none. A bit of \`taken\` is set for every old
// one that goes on.
fn matchContacts(s: u32, count: u32, oldCount: u32, radius: f32, taken: ptr<function, u32>) -> array<i32,
  MOST_CONTACTS> {
  var matches: array<i32, MOST_CONTACTS>;
  for (var i = 0u; i < count; i++) { matches[i] = -1; }
  let base = MOST_CONTACTS * s;
  for (var stage = 0u; stage < 3u; stage++) {
    loop {
      var bestNew = -1;
      var bestOld = 0u;
      var shortest = select(3.0e38, ${SLIDE} * ${SLIDE} * radius * radius, stage == 2u);
      for (var i = 0u; i < count; i++) {
        if (matches[i] >= 0) { continue; }
        let f = found[base + i];
        let n = -toWorld(f.mesh, f.normal);
        for (var q = 0u; q < oldCount; q++) {
          if (((*taken >> q) & 1u) != 0u || !isOfMesh(base + q, f.mesh)) { continue; }
          let was = old[base + q];
          if (stage == 0u && was.key != f.key) { continue; }
          if (stage == 1u && (was.face & FACE_AND_MESH) != faceOf(f)) { continue; }
          if (!(dot(was.normal, n) >= LEAST_COSINE)) { continue; }
          let offset = vec3f(bitcast<vec3i>(f.position - was.position)) * p.unit;
          let apart = dot(offset, offset);
          if (apart > shortest || (apart == shortest && bestNew >= 0)) { continue; }
          shortest = apart;
          bestNew = i32(i);
          bestOld = q;
        }
      }
      if (bestNew < 0) { break; }
      matches[bestNew] = i32(bestOld);
      *taken |= 1u << bestOld;
    }
  }
  return matches;
}

// The old contact on the other side of the same face, of a centre that has gone through; -1 for none.
fn turnedBack(s: u32, f: Found, n: vec3f, oldCount: u32, taken: u32) -> i32 {
  for (var q = 0u; q < oldCount; q++) {
    let was = old[MOST_CONTACTS * s + q];
    if (((taken >> q) & 1u) != 0u || (was.face & FACE_AND_MESH) != faceOf(f)) { continue; }
    if (dot(was.normal, n) <= -LEAST_COSINE) { return i32(q); }
  }
  return -1;
}
`;
}

/**
 * Velocity of the mesh at a point, and of its surface beside that; the offset of the point is from the corner of all
 * cells.
 */
export function wallVelocity(): string {
  return /* wgsl */ `
struct WallMotion { velocity: vec3f, rate: vec3f }
fn wallMotion(m: u32, point: vec3f, n: vec3f) -> WallMotion {
  let now = inputs.meshes[m];
  var w = WallMotion(now.velocity.xyz + cross(now.rate.xyz, point - now.point.xyz), now.rate.xyz);
  if (now.surfaceKind == 1.0) {
    let v = now.surface.xyz + cross(now.surfaceRate.xyz, point - now.surfacePoint.xyz);
    w.velocity += v - dot(v, n) * n;
    w.rate += now.surfaceRate.xyz;
  } else if (now.surfaceKind == 2.0) {
    let along = cross(now.surfaceRate.xyz, -n);
    let squared = dot(along, along);
    if (squared > 1.0e-12) { w.velocity += now.surface.x * inverseSqrt(squared) * along; }
  }
  return w;
}
`;
}

/** Spheres of a workgroup at a time, which search for facets together. */
const WITH_FACETS = /* wgsl */ `
var<workgroup> nearMeshes: u32;
@compute @workgroup_size(${SEARCH_GROUP}) fn main(@builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  if (local == 0u && atomicLoad(&status[${STOP_AT}]) > inputs.step) { nearMeshes = slotCount(); }
  let end = workgroupUniformLoad(&nearMeshes);
  for (var first = SLOTS * group.x; first < end; first += SLOTS * groups.x) {
    let slot = first + local / LANES;
    let isOne = slot < end;
    var header = vec4u(0u);
    if (isOne) {
      header = slots[${SLOT_VECTORS}u * slot];
      loadOld(slot, header.y, local);
    }
    findContacts(slot, isOne, local, header);
    // Spheres of one thread each are in one part of the workgroup, which takes one turn for all of them.
    if (local < SLOTS && first + local < end) { addForces(first + local, local, counts[local]); }
    workgroupBarrier();
  }
}
`;

const WITHOUT_FACETS = /* wgsl */ `
@compute @workgroup_size(${SEARCH_GROUP}) fn main(@builtin(workgroup_id) group: vec3u,
  @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  if (atomicLoad(&status[${STOP_AT}]) <= inputs.step) { return; }
  let end = slotCount();
  for (var slot = ${SEARCH_GROUP}u * group.x + local; slot < end; slot += ${SEARCH_GROUP}u * groups.x) {
    loadOld(slot, slots[${SLOT_VECTORS}u * slot].y, 0u);
    addForces(slot, 0u, 0u);
  }
}
`;

function main(form: KernelForm): string {
  const accounts = form.hasAccounts;
  const hasWalls = form.shapeWalls.length > 0;
  return /* wgsl */ `
fn slotCount() -> u32 {
  return min(atomicLoad(&status[${MESH_SLOTS}u + inputs.rows]), arrayLength(&slots) / ${SLOT_VECTORS}u);
}
${hasFacets(form) ? WITH_FACETS : WITHOUT_FACETS}
// The number of the facet, or of the image of a wall that is a shape, that the contact is noted with.
fn placeOf(f: Found) -> u32 {
  ${hasWalls ? 'if (isShapeWall(f.mesh)) { return f.face; }' : ''}
  return ${hasFacets(form) ? 'geometry[f.face + 3u].y & 0xffffffu' : 'f.face'};
}

fn addForces(slot: u32, s: u32, onFacets: u32) {
  let base = ${SLOT_VECTORS}u * slot;
  let header = slots[base];
  let i = header.x;
  let a = position[i];
  let b = motion[i];
  let c = spin[i];
  let cell = unpackCell(c.w);
  let radius = radiusOf(a.w);
  let velocity = bitcast<vec3f>(b.xyz);
  let turning = bitcast<vec3f>(c.xyz);
  let material = materialOf(b.w);
  let mass = massOf(b.w, radius);
  let inverseInertia = 2.5 / (mass * radius * radius);
  let centre = vec3f(cell) * p.quantum * 1073741824.0 + separation(cell << vec3u(CELL_BITS), a.xyz);
  var force = vec3f(0.0);
  var torque = vec3f(0.0);
  var losses = vec4f(0.0);
  var deepest = 0.0;
  var count = 0u;
  let all = ${hasWalls ? 'addWalls(s, header.zw, a.xyz, a.w, cell, min(onFacets, MOST_CONTACTS + 1u))' : 'onFacets'};
  if (all > MOST_CONTACTS) { atomicMax(&status[${MESH_CONTACTS_WANTED}], all); }
  let near = min(all, MOST_CONTACTS);
  var taken = 0u;
  let matches = matchContacts(s, near, header.y, radius, &taken);
  for (var k = 0u; k < near; k++) {
    let f = found[MOST_CONTACTS * s + k];
    let mesh = geometry[2u * f.mesh + 1u];
    let isOneSided = (mesh.z & ${ONE_SIDED}u) != 0u;
    var n = -toWorld(f.mesh, f.normal);
    var overlap = f.overlap;
    if (overlap <= 0.0) { continue; }
    var before = matches[k];
    if (before < 0 && (mesh.z & ${ONE_SIDED | SOLID_WALL}u) == 0u) {
      before = turnedBack(s, f, n, header.y, taken);
      if (before >= 0) { taken |= 1u << u32(before); n = -n; overlap = 2.0 * radius - overlap; }
    }
    var was = false;
    var spring = vec4f(0.0);
    var isPassing = isOneSided && before < 0 && overlap > radius;
    if (before >= 0) {
      let last = old[MOST_CONTACTS * s + u32(before)];
      was = (last.face & ${PASSING}u) == 0u;
      isPassing = !was;
      if (was) { spring = last.spring; }
    }
    let at = base + 1u + ${CONTACT_VECTORS}u * count;
    count++;
    var kept = vec4f(0.0);
    if (!isPassing) {
      deepest = max(deepest, overlap / radius);
      let lever = radius - overlap;
      let wall = wallMotion(f.mesh, centre + lever * n, n);
      let contact = contactForce(material * ${form.materials}u + mesh.y, n, overlap, radius, radius, radius, mass,
        lever, 0.0, velocity - wall.velocity, turning, wall.rate,
        inverseInertia, was, spring, true);
      force += contact.force;
      torque += contact.moment;
      losses += contact.losses;
      kept = contact.spring;
      ${
        accounts
          ? /* wgsl */ `
      if (isStep()) {
        losses.w += p.timeStep * (dot(contact.force, wall.velocity) +
          dot(contact.moment - lever * cross(n, contact.force), wall.rate));
      }`
          : ''
      }
      if (isContacts()) {
        positionOut[at] = vec4u(bitcast<vec3u>(contact.force), f.key);
        positionOut[at + 1u] = vec4u(bitcast<vec3u>(contact.moment - lever * cross(n, contact.force)),
          bitcast<u32>(overlap));
        positionOut[at + 2u] = vec4u(bitcast<vec3u>(n),
          placeOf(f) | (f.mesh << ${MESH_SHIFT}u));
      }
    }
    if (isContacts() && isPassing) { count--; }
    if (isStep()) {
      slots[at] = bitcast<vec4u>(kept);
      slots[at + 1u] = vec4u(bitcast<vec3u>(n), f.key);
      slots[at + 2u] = vec4u(f.position, faceOf(f) | select(0u, ${PASSING}u, isPassing));
    }
  }
  ${
    accounts
      ? /* wgsl */ `
  for (var q = 0u; q < header.y && isStep(); q++) {
    let last = old[MOST_CONTACTS * s + q];
    if (((taken >> q) & 1u) != 0u || (last.face & ${PASSING}u) != 0u) { continue; }
    losses.y += springEnergy(material * ${form.materials}u + geometry[2u * (last.face >> ${MESH_SHIFT}u) + 1u].y,
      last.spring);
  }`
      : ''
  }
  if (isContacts()) {
    positionOut[base] = vec4u(i, count, 0u, 0u);
    return;
  }
  if (isStep()) {
    if (count != header.y) { slots[base].y = count; }
    if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) {
      atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest));
    }
  }
  positionOut[i] = vec4u(bitcast<vec3u>(force), bitcast<u32>(losses.x));
  motionOut[i] = vec4u(bitcast<vec3u>(torque), bitcast<u32>(losses.y));
  ${form.isPacked ? `slots[base + ${LOSSES_AT}u] = bitcast<vec4u>(losses);` : 'spinOut[i] = vec4u(bitcast<vec2u>(losses.zw), 0u, 0u);'}
}
`;
}
