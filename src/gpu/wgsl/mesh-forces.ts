// SPDX-License-Identifier: MIT
/**
 * Forces of meshes on the spheres near them, one thread each, before a step. They lie where the step is about to write the sphere's new state, and the step takes them from there. A contact goes
 * on from one of the last step as src/simulation/touches/mesh-history.ts has it: on the same feature, else on the same face, else nearby, closest first, while the normal turns little.
 *
 * A slot holds the sphere and how many contacts it has, then for each contact: its spring; normal in the world and key of the feature; place in the lattice of the mesh, face and mesh.
 */
import { contactLaw, springEnergy } from './contact-law.ts';
import { meshGeometry } from './mesh-geometry.ts';
import { MESH_CONTACTS, meshSearch } from './mesh-search.ts';
import { DEEPEST, type KernelForm, MESH_CONTACTS_WANTED, MESH_SLOTS, prelude, STOP_AT } from './prelude.ts';
import { type StepMode, stateBindings } from './step.ts';

export const CONTACT_VECTORS = 3;
export const SLOT_VECTORS = 1 + CONTACT_VECTORS * MESH_CONTACTS;
/** How far a contact may move in a step and still be the same, over the radius. */
const SLIDE = 0.1;
/** Above the number of a face: the mesh, and whether the sphere comes through from behind. */
const MESH_SHIFT = 24;
const PASSING = 0x80000000;

/** Sines and cosines that the CPU's finders take. */
export interface MeshAngles {
  readonly flatSine: number;
  readonly leastCosine: number;
}

export function meshForcesKernel(form: KernelForm, mode: StepMode, angles: MeshAngles): string {
  const isProbe = mode !== 'step';
  const accounts = form.hasAccounts && !isProbe;
  return [
    prelude(form),
    /* wgsl */ `
${stateBindings(mode, 'list')}
@group(0) @binding(9) var<storage, read_write> slots: array<vec4u>;
@group(0) @binding(10) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(11) var<storage, read_write> status: array<atomic<u32>>;`,
    meshGeometry(form),
    meshSearch(angles.flatSine),
    contactLaw(form, isProbe),
    accounts ? springEnergy(form) : '',
    history(angles.leastCosine),
    wallVelocity(),
    main(form, mode),
  ].join('\n');
}

function history(leastCosine: number): string {
  return /* wgsl */ `
const LEAST_COSINE = ${leastCosine};

fn oldMesh(w: ptr<function, Work>, q: u32) -> u32 { return ((*w).oldPlace[q].w >> ${MESH_SHIFT}u) & 63u; }
fn oldPlane(w: ptr<function, Work>, q: u32) -> u32 { return (*w).oldPlace[q].w & 0xffffffu; }
fn placeOf(x: At, f: Found) -> vec3u {
  return bitcast<vec3u>((x.cell << vec3u(CELL_BITS)) + x.local + vec3i(round(f.point / p.unit)));
}

// Which old contact each of the new ones of mesh m continues, to the work; -1 for none.
fn matchContacts(m: u32, x: At, count: u32, radius: f32, w: ptr<function, Work>) {
  for (var i = 0u; i < count; i++) { (*w).matches[i] = -1; }
  for (var stage = 0u; stage < 3u; stage++) {
    loop {
      var bestNew = -1;
      var bestOld = 0u;
      var shortest = select(3.0e38, ${SLIDE} * ${SLIDE} * radius * radius, stage == 2u);
      for (var i = 0u; i < count; i++) {
        if ((*w).matches[i] >= 0) { continue; }
        let n = -toWorld(m, (*w).found[i].normal);
        for (var q = 0u; q < (*w).oldCount; q++) {
          if ((((*w).taken >> q) & 1u) != 0u || oldMesh(w, q) != m) { continue; }
          if (stage == 0u && (*w).oldNormal[q].w != (*w).found[i].key) { continue; }
          if (stage == 1u && oldPlane(w, q) != (*w).found[i].planeId) { continue; }
          if (!(dot(bitcast<vec3f>((*w).oldNormal[q].xyz), n) >= LEAST_COSINE)) { continue; }
          let way = vec3f(bitcast<vec3i>(placeOf(x, (*w).found[i]) - (*w).oldPlace[q].xyz)) * p.unit;
          let apart = dot(way, way);
          if (apart > shortest || (apart == shortest && bestNew >= 0)) { continue; }
          shortest = apart;
          bestNew = i32(i);
          bestOld = q;
        }
      }
      if (bestNew < 0) { break; }
      (*w).matches[bestNew] = i32(bestOld);
      (*w).taken |= 1u << bestOld;
    }
  }
}

// The old contact on the other side of the same face, of a centre that has gone through; -1 for none.
fn turnedBack(m: u32, planeId: u32, n: vec3f, w: ptr<function, Work>) -> i32 {
  for (var q = 0u; q < (*w).oldCount; q++) {
    if ((((*w).taken >> q) & 1u) != 0u || oldMesh(w, q) != m || oldPlane(w, q) != planeId) { continue; }
    if (dot(bitcast<vec3f>((*w).oldNormal[q].xyz), n) <= -LEAST_COSINE) { return i32(q); }
  }
  return -1;
}
`;
}

/** Velocity of the mesh at a point, and of its surface beside that; the way of the point is from the corner of all cells. */
export function wallVelocity(): string {
  return /* wgsl */ `
struct WallMotion { velocity: vec3f, rate: vec3f }
fn wallMotion(m: u32, point: vec3f, n: vec3f) -> WallMotion {
  let now = moment.meshes[m];
  var w = WallMotion(now.velocity.xyz + cross(now.rate.xyz, point - now.point.xyz), now.rate.xyz);
  if (now.surface.w == 1.0) {
    let v = now.surface.xyz + cross(now.surfaceRate.xyz, point - now.surfacePoint.xyz);
    w.velocity += v - dot(v, n) * n;
    w.rate += now.surfaceRate.xyz;
  } else if (now.surface.w == 2.0) {
    let along = cross(now.surfaceRate.xyz, -n);
    let squared = dot(along, along);
    if (squared > 1.0e-12) { w.velocity += now.surface.x * inverseSqrt(squared) * along; }
  }
  return w;
}
`;
}

function main(form: KernelForm, mode: StepMode): string {
  const isProbe = mode !== 'step';
  const accounts = form.hasAccounts && !isProbe;
  return /* wgsl */ `
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let slot = indexOf(group, groups, local);
  if (slot >= min(atomicLoad(&status[${MESH_SLOTS}u + moment.rows]), arrayLength(&slots) / ${SLOT_VECTORS}u)) { return; }
  if (atomicLoad(&status[${STOP_AT}]) <= moment.step) { return; }
  let base = ${SLOT_VECTORS}u * slot;
  let header = slots[base];
  let i = header.x;
  let a = place[i];
  let b = motion[i];
  let c = spin[i];
  let cell = unpackCell(c.w);
  let radius = radiusOf(a.w);
  let velocity = bitcast<vec3f>(b.xyz);
  let turning = bitcast<vec3f>(c.xyz);
  let material = materialOf(b.w);
  let mass = tables.densities[material].x * radius * radius * radius;
  let inverseInertia = 2.5 / (mass * radius * radius);
  let centre = vec3f(cell) * p.quantum * 1073741824.0 + separation(cell << vec3u(CELL_BITS), a.xyz);
  var work: Work;
  work.oldCount = header.y;
  work.taken = 0u;
  for (var q = 0u; q < work.oldCount; q++) {
    work.oldSpring[q] = bitcast<vec4f>(slots[base + 1u + 3u * q]);
    work.oldNormal[q] = slots[base + 2u + 3u * q];
    work.oldPlace[q] = slots[base + 3u + 3u * q];
  }
  var force = vec3f(0.0);
  var torque = vec3f(0.0);
  var losses = vec4f(0.0);
  var deepest = 0.0;
  var count = 0u;
  for (var m = 0u; m < MESHES; m++) {
    let x = locate(m, a.xyz, cell);
    let mesh = geometry[2u * m + 1u];
    let isOneSided = (mesh.z & 1u) != 0u;
    let pair = material * ${form.materials}u + mesh.y;
    let wanted = findContacts(m, x, a.w, &work);
    let near = min(wanted, ${MESH_CONTACTS}u);
    if (wanted > near) { atomicMax(&status[${MESH_CONTACTS_WANTED}], wanted); }
    matchContacts(m, x, near, radius, &work);
    for (var k = 0u; k < near; k++) {
      if (count == ${MESH_CONTACTS}u) { atomicMax(&status[${MESH_CONTACTS_WANTED}], count + 1u); break; }
      let f = work.found[k];
      var n = -toWorld(m, f.normal);
      var overlap = f.overlap;
      if (overlap <= 0.0) { continue; }
      var old = work.matches[k];
      if (old < 0 && !isOneSided) {
        old = turnedBack(m, f.planeId, n, &work);
        if (old >= 0) { work.taken |= 1u << u32(old); n = -n; overlap = 2.0 * radius - overlap; }
      }
      var was = false;
      var spring = vec4f(0.0);
      var isPassing = isOneSided && old < 0 && overlap > radius;
      if (old >= 0) {
        was = (work.oldPlace[old].w & ${PASSING}u) == 0u;
        isPassing = !was;
        if (was) { spring = work.oldSpring[old]; }
      }
      let at = base + 1u + 3u * count;
      count++;
      var kept = vec4f(0.0);
      if (!isPassing) {
        deepest = max(deepest, overlap / radius);
        let lever = radius - overlap;
        let wall = wallMotion(m, centre + lever * n, n);
        let contact = contactForce(pair, n, overlap, radius, radius, radius, mass, lever, 0.0, velocity - wall.velocity, turning, wall.rate,
          inverseInertia, was, spring, true);
        force += contact.force;
        torque += contact.moment;
        losses += contact.losses;
        kept = contact.spring;
        ${
          accounts
            ? 'losses.w += p.timeStep * (dot(contact.force, wall.velocity) + dot(contact.moment - lever * cross(n, contact.force), wall.rate));'
            : ''
        }
        ${
          mode === 'contacts'
            ? /* wgsl */ `
        list[at] = vec4u(bitcast<vec3u>(contact.force), f.key);
        list[at + 1u] = vec4u(bitcast<vec3u>(contact.moment - lever * cross(n, contact.force)), bitcast<u32>(overlap));
        list[at + 2u] = vec4u(bitcast<vec3u>(n), (geometry[f.face + 3u].y & 0xffffffu) | (m << ${MESH_SHIFT}u));`
            : ''
        }
      }
      ${mode === 'contacts' ? 'if (isPassing) { count--; }' : ''}
      ${
        isProbe
          ? ''
          : /* wgsl */ `
      slots[at] = bitcast<vec4u>(kept);
      slots[at + 1u] = vec4u(bitcast<vec3u>(n), f.key);
      slots[at + 2u] = vec4u(placeOf(x, f), f.planeId | (m << ${MESH_SHIFT}u) | select(0u, ${PASSING}u, isPassing));`
      }
    }
    ${
      accounts
        ? /* wgsl */ `
    for (var q = 0u; q < work.oldCount; q++) {
      if (((work.taken >> q) & 1u) == 0u && oldMesh(&work, q) == m && (work.oldPlace[q].w & ${PASSING}u) == 0u) { losses.y += springEnergy(pair, work.oldSpring[q]); }
    }`
        : ''
    }
  }
  ${
    mode === 'contacts'
      ? 'list[base] = vec4u(i, count, 0u, 0u);'
      : /* wgsl */ `
  ${isProbe ? '' : `if (count != header.y) { slots[base].y = count; }\n  if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) { atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest)); }`}
  placeOut[i] = vec4u(bitcast<vec3u>(force), bitcast<u32>(losses.x));
  motionOut[i] = vec4u(bitcast<vec3u>(torque), bitcast<u32>(losses.y));
  spinOut[i] = vec4u(bitcast<vec2u>(losses.zw), 0u, 0u);`
  }
}
`;
}
