// SPDX-License-Identifier: MIT
/**
 * Forces of meshes on the convex bodies near them, one thread each, before the motion. What a body gets goes to a slot behind those of the pairs, as if it were one more pair with a wall. A contact goes on from one of the last step as
 * src/simulation/touches/body-mesh-history.ts has it: corners of a body that lies on a face from the nearest one that it had there, all others on the same feature, else on the same face, else nearby, while the normal turns little.
 *
 * A row holds the body and how many contacts it has, then for each contact: its spring, negative in the last word where it slides; normal in the world and key of the feature; place in the lattice of the mesh, face and mesh.
 */
import { convexLaw } from './convex-law.ts';
import { type ConvexForm, MESH_WANTED } from './convex-prelude.ts';
import { wallVelocity } from './mesh-forces.ts';
import { DEEPEST, unlessStopped } from './prelude.ts';

/** Most contact points of a body with all meshes. */
export const MOST_SPOTS = 16;
/** Vectors of a contact: three in a row, four where a look tells of it. */
export const SPOT_VECTORS = 4;
export const ROW_VECTORS = 1 + SPOT_VECTORS * MOST_SPOTS;
/** How far a contact may move in a step and still be the same, over the radius. */
const SLIDE = 0.1;
const MESH_SHIFT = 24;
const PASSING = 0x80000000;
/** A look tells of all contacts, in a list with the same rows. */
export type MeshMode = 'step' | 'probe';
/** What there was no room for, above the number that was wanted. */
export const [WANTED_ROWS, WANTED_FACETS, WANTED_FEATURES, WANTED_SPOTS, WANTED_CORNERS] = [1, 2, 3, 4, 5] as const;
export const WANTED_SHIFT = 24;

export function meshBindings(mode: MeshMode): string {
  return /* wgsl */ `
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> place: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(7) var<storage, read_write> rows: array<vec4u>;
@group(0) @binding(8) var<storage, read> meshStarts: array<u32>;
@group(0) @binding(9) var<storage, read_write> status: array<atomic<u32>>;
@group(0) @binding(10) var<storage, read_write> slots: array<vec4f>;
@group(0) @binding(11) var<storage, read_write> stamps: array<u32>;
${mode === 'probe' ? '@group(0) @binding(12) var<storage, read_write> list: array<vec4u>;' : ''}
struct WallHeight { metres: f32, quanta: Split, isFar: bool }
var<private> points: array<vec4f, POINTS>;
var<private> shares: array<vec2f, POINTS>;
`;
}

/** Points of contact, and what is known of those of the last step. */
export function spotsText(form: ConvexForm, mode: MeshMode, leastCosine: number): string {
  return /* wgsl */ `
${convexLaw(form, mode !== 'step')}
${wallVelocity()}
const LEAST_COSINE = ${leastCosine};
// Where the body is touched, on the mesh, from its centre in world axes; the normal leads into the mesh. old: the one of the last step that it goes on from, with its spring shared with another.
struct Spot { at: vec3f, overlap: f32, n: vec3f, share: f32, dashpot: f32, key: u32, name: u32, face: u32, old: i32, isShared: bool }
struct Spots {
  count: u32, spot: array<Spot, ${MOST_SPOTS}>,
  oldCount: u32, taken: u32, oldSpring: array<vec4f, ${MOST_SPOTS}>, oldNormal: array<vec4u, ${MOST_SPOTS}>, oldPlace: array<vec4u, ${MOST_SPOTS}>,
}
fn want(kind: u32, count: u32) { atomicMax(&status[${MESH_WANTED}], (kind << ${WANTED_SHIFT}u) | min(count, 0xffffffu)); }
fn oldMesh(s: ptr<function, Spots>, q: u32) -> u32 { return ((*s).oldPlace[q].w >> ${MESH_SHIFT}u) & 63u; }
fn oldName(s: ptr<function, Spots>, q: u32) -> u32 { return (*s).oldPlace[q].w & 0xffffffu; }
fn addSpot(s: ptr<function, Spots>, spot: Spot) {
  if ((*s).count < ${MOST_SPOTS}u) { (*s).spot[(*s).count] = spot; }
  (*s).count++;
}
fn latticePlace(m: u32, x: At, at: vec3f) -> vec3u {
  let own = vec3f(dot(moment.meshes[m].axes[0].normal, at), dot(moment.meshes[m].axes[1].normal, at), dot(moment.meshes[m].axes[2].normal, at));
  return bitcast<vec3u>((x.cell << vec3u(CELL_BITS)) + x.local + vec3i(round(own / p.unit)));
}
fn apartSquared(m: u32, x: At, at: vec3f, s: ptr<function, Spots>, q: u32) -> f32 {
  let way = vec3f(bitcast<vec3i>(latticePlace(m, x, at) - (*s).oldPlace[q].xyz)) * p.unit;
  return dot(way, way);
}
// Spots on one face from the first on go on from the nearest ones that there were on it; where there were none they are left.
fn inheritFace(m: u32, x: At, s: ptr<function, Spots>, first: u32, isIncremental: bool) {
  for (var k = first; k < (*s).count; k++) {
    var nearest = -1;
    var least = 3.0e38;
    for (var q = 0u; q < (*s).oldCount; q++) {
      if (oldMesh(s, q) != m || (*s).oldNormal[q].w != (*s).spot[k].key) { continue; }
      let squared = apartSquared(m, x, (*s).spot[k].at, s, q);
      if (squared < least) { least = squared; nearest = i32(q); }
    }
    if (nearest < 0) { return; }
    var isShared = false;
    for (var j = first; j < k; j++) { if ((*s).spot[j].old == nearest || (*s).spot[j].old == -2 - nearest) { isShared = true; } }
    (*s).spot[k].isShared = isShared;
    // A spring that holds a force and not a displacement must not be there twice.
    (*s).spot[k].old = select(nearest, -2 - nearest, isShared && isIncremental);
    (*s).taken |= 1u << u32(nearest);
  }
}
// All others: on the same feature, else on the same face, else nearby, closest first.
fn matchRest(m: u32, x: At, s: ptr<function, Spots>, radius: f32) {
  for (var stage = 0u; stage < 3u; stage++) {
    loop {
      var bestNew = -1;
      var bestOld = 0u;
      var shortest = select(3.0e38, ${SLIDE} * ${SLIDE} * radius * radius, stage == 2u);
      for (var i = 0u; i < (*s).count; i++) {
        if ((*s).spot[i].old != -1) { continue; }
        for (var q = 0u; q < (*s).oldCount; q++) {
          if ((((*s).taken >> q) & 1u) != 0u || oldMesh(s, q) != m) { continue; }
          if (stage == 0u && (*s).oldNormal[q].w != (*s).spot[i].key) { continue; }
          if (stage == 1u && oldName(s, q) != (*s).spot[i].name) { continue; }
          if (!(dot(bitcast<vec3f>((*s).oldNormal[q].xyz), (*s).spot[i].n) >= LEAST_COSINE)) { continue; }
          let apart = apartSquared(m, x, (*s).spot[i].at, s, q);
          if (apart > shortest || (apart == shortest && bestNew >= 0)) { continue; }
          shortest = apart;
          bestNew = i32(i);
          bestOld = q;
        }
      }
      if (bestNew < 0) { break; }
      (*s).spot[bestNew].old = i32(bestOld);
      (*s).taken |= 1u << bestOld;
    }
  }
}
`;
}

/** The kernel over all bodies near meshes: `find` puts the spots of body `a` with mesh `m` down, whose material is that of `pair`. */
export function spotsMain(form: ConvexForm, mode: MeshMode, kinds: string, find: string): string {
  const isStep = mode === 'step';
  const accounts = isStep && form.hasAccounts;
  return /* wgsl */ `
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u, @builtin(local_invocation_index) local: u32) {
  let row = indexOf(group, groups, local);
  if (row >= min(meshStarts[p.count], arrayLength(&rows) / ${ROW_VECTORS}u)) { return; }
  ${unlessStopped('moment.step')}
  let base = ${ROW_VECTORS}u * row;
  let header = rows[base];
  let i = header.x;
  let kind = headOf(rest[4u * i + 3u].w, 0u).x;
  if (!(${kinds})) { return; }
  let a = bodyAt(i);
  let cell = unpackCell(rest[4u * i + 1u].w);
  let centre = vec3f(cell) * p.quantum * 1073741824.0 + separation(cell << vec3u(CELL_BITS), a.place);
  var spots: Spots;
  spots.oldCount = header.y;
  spots.taken = 0u;
  for (var q = 0u; q < spots.oldCount; q++) {
    spots.oldSpring[q] = bitcast<vec4f>(rows[base + 1u + 4u * q]);
    spots.oldNormal[q] = rows[base + 2u + 4u * q];
    spots.oldPlace[q] = rows[base + 3u + 4u * q];
  }
  var force = vec3f(0.0);
  var torque = vec3f(0.0);
  var losses = vec4f(0.0);
  var deepest = 0.0;
  var count = 0u;
  ${isStep ? '' : 'var told = 0u;'}
  for (var m = 0u; m < MESHES; m++) {
    let x = locate(m, a.place, cell);
    let range = facetsAt(m, x);
    let mesh = geometry[2u * m + 1u];
    let isOneSided = (mesh.z & 1u) != 0u;
    let pair = (a.tag & 63u) * ${form.materials}u + mesh.y;
    spots.count = 0u;
    if (range.x < range.y) {
      ${find}
      if (spots.count > ${MOST_SPOTS}u) { want(${WANTED_SPOTS}u, spots.count); spots.count = ${MOST_SPOTS}u; }
    }
    for (var k = 0u; k < spots.count; k++) {
      let spot = spots.spot[k];
      if (!(spot.overlap > 0.0)) { if (spot.old >= 0 && !spot.isShared) { spots.taken &= ~(1u << u32(spot.old)); } continue; }
      if (count == ${MOST_SPOTS}u) { want(${WANTED_SPOTS}u, count + 1u); break; }
      var was = spot.old >= 0;
      var spring = vec4f(0.0);
      var isPassing = !was && isOneSided && dot(-spot.at, spot.n) > 0.0;
      if (was) {
        isPassing = (spots.oldPlace[spot.old].w & ${PASSING}u) != 0u;
        was = !isPassing;
        if (was) { spring = spots.oldSpring[spot.old]; }
      }
      let slid = spring.w < 0.0;
      spring.w = select(abs(spring.w), 0.0, spot.isShared);
      var kept = vec4f(0.0);
      if (!isPassing) {
        deepest = max(deepest, spot.overlap / a.ball);
        let wall = wallMotion(m, centre + spot.at, spot.n);
        let u = a.velocity + cross(a.spin, spot.at) - wall.velocity;
        let both = Partners(pair, a.equal, 1.0 / a.inverseMass, 2.5 * a.inverseMass / (a.ball * a.ball), a.spin, wall.rate);
        let area = spot.overlap * (2.0 * a.equal - spot.overlap);
        let cohesive = spot.overlap * spot.overlap * (a.equal - spot.overlap / 3.0);
        let answer = touchForce(both, Touch(spot.n, spot.overlap, u, spot.share, spot.dashpot, area, cohesive), was, spring, slid);
        force += answer.force;
        torque += cross(spot.at, answer.force) + answer.moment;
        losses += answer.losses;
        kept = vec4f(answer.spring.xyz, select(answer.spring.w, -answer.spring.w, answer.isSliding));
        ${accounts ? 'losses.w += p.timeStep * (dot(answer.force, wall.velocity) + dot(answer.moment, wall.rate));' : ''}
        ${
          isStep
            ? ''
            : /* wgsl */ `
        let to = base + 1u + 4u * told;
        list[to] = vec4u(bitcast<vec3u>(spot.at), bitcast<u32>(spot.overlap));
        list[to + 1u] = vec4u(bitcast<vec3u>(answer.force), (geometry[spot.face + 3u].y & 0xffffffu) | (m << ${MESH_SHIFT}u));
        list[to + 2u] = vec4u(bitcast<vec3u>(spot.n), spot.key);
        list[to + 3u] = vec4u(bitcast<vec3u>(answer.moment), 0u);
        told++;`
        }
      }
      ${
        isStep
          ? /* wgsl */ `
      let at = base + 1u + 4u * count;
      rows[at] = bitcast<vec4u>(kept);
      rows[at + 1u] = vec4u(bitcast<vec3u>(spot.n), spot.key);
      rows[at + 2u] = vec4u(latticePlace(m, x, spot.at), spot.name | (m << ${MESH_SHIFT}u) | select(0u, ${PASSING}u, isPassing));`
          : ''
      }
      count++;
    }
    ${
      accounts
        ? /* wgsl */ `
    for (var q = 0u; q < spots.oldCount; q++) {
      if (((spots.taken >> q) & 1u) == 0u && oldMesh(&spots, q) == m && (spots.oldPlace[q].w & ${PASSING}u) == 0u) { losses.y += springEnergy(pair, spots.oldSpring[q]); }
    }`
        : ''
    }
  }
  ${
    isStep
      ? /* wgsl */ `
  if (count != header.y) { rows[base].y = count; }
  if (deepest > 0.05 && bitcast<u32>(deepest) > atomicLoad(&status[${DEEPEST}])) { atomicMax(&status[${DEEPEST}], bitcast<u32>(deepest)); }`
      : ''
  }
  ${isStep ? '' : 'list[base] = vec4u(i, told, 0u, 0u);'}
  let slot = PAIR_CAPACITY + i;
  slots[3u * slot] = vec4f(force, losses.x);
  slots[3u * slot + 1u] = vec4f(torque, losses.y);
  slots[3u * slot + 2u] = vec4f(losses.w, 0.0, 0.0, losses.z);
  stamps[slot] = 4u * (moment.step + 1u) + 2u;
}
`;
}
