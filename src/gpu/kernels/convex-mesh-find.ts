// SPDX-License-Identifier: MIT
/**
 * WGSL: finds the contact points of convex bodies with meshes, one thread per body near a mesh: contacts with the
 * features of each mesh, and for each the corners of a body that lies flat, or its single point. It writes a list for
 * convex-mesh-forces.ts: point and overlap; shares of springs and dashpots, face with mesh, facet with material; normal
 * into the mesh and key of the feature; position in the lattice of the mesh.
 */
import { EXACT } from './convex-exact.ts';
import { EXACT_ROUND } from './convex-exact-round.ts';
import { FEATURES, FLAT } from './convex-flat.ts';
import { AROUND, MOST_MET, NEAR_FACETS, REFLEX } from './convex-mesh-around.ts';
import { MESH_FLAT, POLYHEDRON_EXACT } from './convex-mesh-flat.ts';
import { MESH_SHIFT, MOST_SPOTS, ONE_SIDE_BIT, ROW_VECTORS } from './convex-mesh-forces.ts';
import { MEETS_FACET, POLYHEDRON_BODY, POLYHEDRON_SEARCH, SIDES } from './convex-mesh-polyhedra.ts';
import { ROUND_BODY, ROUND_SEARCH, SPHERE_SPOTS } from './convex-mesh-round.ts';
import { RULES } from './convex-mesh-rules.ts';
import { bodyOnWall, POLYHEDRON_ON_WALL, roundOnWall } from './convex-on-wall.ts';
import { BODIES, type ConvexForm, convexPrelude, MESH_WANTED } from './convex-prelude.ts';
import { ROUND_SUPPORT } from './convex-smooth.ts';
import { BYTES, SMOOTH_SUPPORT, SUPPORT } from './convex-support.ts';
import { HEIGHT_IN_PARTS, ON_PLANE } from './convex-walls.ts';
import { meshGeometry } from './mesh-geometry.ts';
import { distanceHierarchy, FOUND } from './mesh-hierarchy.ts';
import { hasFacets, STEP_INPUTS, unlessStopped } from './prelude.ts';
import { CONVEX_REST } from './records.ts';
import { SPHERE_ON_WALL } from './sphere-on-wall.ts';

/** What there was no room for, above the number that was wanted. */
export const [WANTED_ROWS, WANTED_FACETS, WANTED_FEATURES, WANTED_SPOTS, WANTED_CORNERS] = [1, 2, 3, 4, 5] as const;
export const WANTED_SHIFT = 24;

export function meshPolyhedraKernel(form: ConvexForm, leastCosine: number): string {
  return [
    convexPrelude(form),
    STEP_INPUTS,
    BINDINGS,
    BODIES,
    SUPPORT,
    EXACT,
    BYTES,
    FEATURES,
    FLAT,
    ON_PLANE,
    meshGeometry(form),
    AROUND,
    spots(leastCosine),
    ...(hasFacets(form)
      ? [
          REFLEX,
          RULES,
          POLYHEDRON_BODY,
          MEETS_FACET,
          POLYHEDRON_SEARCH,
          MESH_FLAT,
          SIDES,
          POLYHEDRON_EXACT,
          FLAT_SPOTS,
          writeAll(true),
        ]
      : []),
    ...(form.shapeWalls.length > 0 ? [SPHERE_ON_WALL, bodyOnWall(POLYHEDRON_ON_WALL)] : []),
    main(form, 'kind == 1u', FIND_FEATURES),
  ].join('\n');
}

/** Superquadrics, ellipsoids and spheres. */
export function meshRoundKernel(form: ConvexForm, leastCosine: number, flatSine: number): string {
  const { hasSuperquadrics } = form;
  const hasFeatures = hasSuperquadrics && hasFacets(form);
  return [
    convexPrelude(form),
    STEP_INPUTS,
    BINDINGS,
    BODIES,
    EXACT,
    meshGeometry(form),
    AROUND,
    FOUND,
    distanceHierarchy(flatSine),
    spots(leastCosine),
    SPHERE_SPOTS,
    ...(hasSuperquadrics ? [SMOOTH_SUPPORT, EXACT_ROUND] : []),
    ...(hasFeatures
      ? [ROUND_SUPPORT, REFLEX, RULES, ROUND_BODY, MEETS_FACET, ROUND_SEARCH, SIDES, writeAll(false)]
      : []),
    ...(form.shapeWalls.length > 0 ? [SPHERE_ON_WALL, HEIGHT_IN_PARTS, bodyOnWall(roundOnWall(hasSuperquadrics))] : []),
    main(
      form,
      'kind != 1u',
      hasFeatures
        ? `if (kind == 0u) { writeSphere(&around, a, &found); } else {${FIND_FEATURES}\n    }`
        : 'writeSphere(&around, a, &found);',
    ),
  ].join('\n');
}

const BINDINGS = /* wgsl */ `
@group(0) @binding(2) var<uniform> tables: Tables;
@group(0) @binding(3) var<storage, read> position: array<vec4u>;
@group(0) @binding(4) var<storage, read> rest: array<vec4u>;
@group(0) @binding(5) var<storage, read> shapes: array<vec4u>;
@group(0) @binding(6) var<storage, read> geometry: array<vec4u>;
@group(0) @binding(7) var<storage, read> rows: array<vec4u>;
@group(0) @binding(8) var<storage, read_write> list: array<vec4u>;
@group(0) @binding(9) var<storage, read> meshStarts: array<u32>;
@group(0) @binding(10) var<storage, read_write> status: array<atomic<u32>>;
struct WallHeight { metres: f32, quanta: Split, isFar: bool }
var<private> points: array<vec4f, POINTS>;
var<private> shares: array<vec2f, POINTS>;
`;

function spots(leastCosine: number): string {
  return /* wgsl */ `
const LEAST_COSINE = ${leastCosine};
// The row of a body, and its points so far.
struct Spots { base: u32, count: u32 }
fn want(kind: u32, count: u32) {
  atomicMax(&status[${MESH_WANTED}], (kind << ${WANTED_SHIFT}u) | min(count, 0xffffffu));
}
// A point on the mesh, from the centre in world axes, with the normal that leads into the mesh.
fn addSpot(w: ptr<function, Around>, s: ptr<function, Spots>, at: vec3f, overlap: f32, n: vec3f, share: vec2f, key: u32,
  face: u32) {
  if (!(overlap > 0.0)) { return; }
  let k = (*s).count;
  (*s).count++;
  if (k >= ${MOST_SPOTS}u) { return; }
  let m = (*w).m;
  let mesh = geometry[2u * m + 1u];
  let to = (*s).base + 1u + 4u * k;
  let own = vec3f(dot(inputs.meshes[m].axes[0].normal, at), dot(inputs.meshes[m].axes[1].normal, at),
    dot(inputs.meshes[m].axes[2].normal, at));
  list[to] = vec4u(bitcast<vec3u>(at), bitcast<u32>(overlap));
  list[to + 1u] = vec4u(bitcast<vec2u>(share), nameOf(face) | (m << ${MESH_SHIFT}u),
    (geometry[face + 3u].y & 0xffffffu) | (mesh.y << ${MESH_SHIFT}u) | select(0u, ${ONE_SIDE_BIT}u,
      (mesh.z & 1u) != 0u));
  list[to + 2u] = vec4u(bitcast<vec3u>(n), key);
  list[to + 3u] = vec4u(bitcast<vec3u>(((*w).x.cell << vec3u(CELL_BITS)) + (*w).x.local + vec3i(round(own / p.unit))),
    0u);
}
fn meshDirection(m: u32, v: vec3f) -> vec3f {
  let x = turnedExactly(inputs.meshes[m].turn, v, PARTS);
  return (x.whole + x.rest) / (PARTS * PARTS);
}
// Has the body touched this face from the other side than that of the normal, which leads into the mesh, and from that
// one only?
fn hasCrossed(m: u32, s: ptr<function, Spots>, name: u32, n: vec3f) -> bool {
  var isCrossed = false;
  for (var q = 0u; q < rows[(*s).base].y; q++) {
    let at = (*s).base + 1u + 4u * q;
    if ((rows[at + 2u].w & 0x7fffffffu) != (name | (m << ${MESH_SHIFT}u))) { continue; }
    let cosine = dot(bitcast<vec3f>(rows[at + 1u].xyz), n);
    if (cosine >= LEAST_COSINE) { return false; }
    if (cosine <= -LEAST_COSINE) { isCrossed = true; }
  }
  return isCrossed;
}
`;
}

/** Contacts with the features of a mesh, and their points. */
const FIND_FEATURES = /* wgsl */ `
    let near = findNear(&around, a.radius);
    if (near > ${NEAR_FACETS}u) { want(${WANTED_FACETS}u, near); }
    if (near > 0u) {
      var all: Mets;
      meetMesh(&around, a, &all);
      if (all.count > ${MOST_MET}u) { want(${WANTED_FEATURES}u, all.count); }
      else { writeAll(&around, a, &all, &found); }
    }`;

const WITH_FACETS = /* wgsl */ `
    let range = facetsAt(m, around.x);
    if (range.x >= range.y) { continue; }
    around.isTwoSided = (geometry[2u * m + 1u].z & 1u) == 0u;
    around.turn = turnInto(m, a);
    `;

/** `find` puts down the points of body \`a\` with the mesh of \`around\`. */
function main(form: ConvexForm, kinds: string, find: string): string {
  return /* wgsl */ `
// From the frame of a body to that of a mesh.
fn turnInto(m: u32, a: Body) -> mat3x3f {
  var turn = a.turn;
  for (var c = 0u; c < 3u; c++) {
    turn[c] = vec3f(dot(inputs.meshes[m].axes[0].normal, a.turn[c]),
      dot(inputs.meshes[m].axes[1].normal, a.turn[c]), dot(inputs.meshes[m].axes[2].normal, a.turn[c]));
  }
  return turn;
}
@compute @workgroup_size(GROUP) fn main(@builtin(workgroup_id) group: vec3u, @builtin(num_workgroups) groups: vec3u,
  @builtin(local_invocation_index) local: u32) {
  let row = indexOf(group, groups, local);
  if (row >= min(meshStarts[p.count], arrayLength(&rows) / ${ROW_VECTORS}u)) { return; }
  ${unlessStopped('inputs.step')}
  let i = rows[${ROW_VECTORS}u * row].x;
  let kind = headOf(${CONVEX_REST.word('rest', 'shape', 'i')}, 0u).x;
  if (!(${kinds})) { return; }
  let a = bodyAt(i);
  let cell = unpackCell(${CONVEX_REST.word('rest', 'cell', 'i')});
  var found = Spots(${ROW_VECTORS}u * row, 0u);
  var around: Around;
  around.i = i;
  for (var m = 0u; m < MESHES; m++) {
    around.m = m;
    around.x = locate(m, a.position, cell);
    ${form.shapeWalls.length > 0 ? 'if (isShapeWall(m)) { around.turn = turnInto(m, a); writeShapeWall(&around, a, &found); continue; }' : ''}
    ${hasFacets(form) ? WITH_FACETS + find : ''}
  }
  if (found.count > ${MOST_SPOTS}u) { want(${WANTED_SPOTS}u, found.count); }
  list[found.base] = vec4u(i, min(found.count, ${MOST_SPOTS}u), 0u, 0u);
}
`;
}

/** From contacts to their points. */
function writeAll(hasFlat: boolean): string {
  return /* wgsl */ `
// The deepest first.
fn writeAll(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, s: ptr<function, Spots>) {
  let m = (*w).m;
  ${hasFlat ? 'var flat: Flats;\n  flat.count = 0u;' : ''}
  loop {
    var k = ${MOST_MET}u;
    for (var j = 0u; j < (*all).count; j++) {
      if ((*all).met[j].isOpen &&
        (k == ${MOST_MET}u || (*all).met[j].overlap > (*all).met[min(k, ${MOST_MET - 1}u)].overlap)) {
        k = j;
      }
    }
    if (k == ${MOST_MET}u) { break; }
    (*all).met[k].isOpen = false;
    let named = faceAround(all, k, 0u);
    var n = (*all).met[k].n;
    var overlap = (*all).met[k].overlap;
    var point = (*all).met[k].point;
    let isCrossed = (*w).isTwoSided && hasCrossed(m, s, nameOf(named), -toWorld(m, n));
    if (isCrossed) {
      // A centre that has gone through a mesh with two sides is pushed back to the side that it came from.
      n = -n;
      let nb = -inBody(w, n);
      let low = lowestOf(a, nb).point;
      overlap = dot(low, nb) + dot(n, point);
      point = inMesh(w, low) + overlap * n;
    }
    ${hasFlat ? FLAT_OR_SINGLE : singleWith('-meshDirection(m, n)')}
  }
}
`;
}

/** One contact at the point of the feature. */
function singleWith(into: string): string {
  return /* wgsl */ `
    let into = ${into};
    if (!isCrossed) { overlap = exactOverlap(w, a, (*all).met[k], into); }
    addSpot(w, s, toWorld(m, point), overlap, into, vec2f(1.0), keyOf(all, k), named);`;
}

/** Flat on a face, or else by itself: the direction in one position, since kernels hold every call as a copy. */
const FLAT_OR_SINGLE = /* wgsl */ `
    for (var round = 0u; round < 2u; round++) {
      var level = LevelFace(0u, 0u, n);
      if (round == 0u) {
        level = levelFace(w, all, k, n);
        if (level.face == 0u) { continue; }
      }
      let leading = -meshDirection(m, level.n);
      if (round == 0u) {
        if (writeFlat(w, a, (*all).met[k].isInCorner, level, leading, &flat, s)) { break; }
        continue;
      }
      ${singleWith('leading')}
    }`;

const FLAT_SPOTS = /* wgsl */ `
const FLAT_COSINE = 0.99874921777;
// Faces whose flat contact has been put down.
struct Flats { count: u32, plate: array<u32, ${MOST_MET}> }
// The face that the body may lie flat on that touches with this normal: the one that is touched, or one at the touched
// edge or vertex; with its normal on the side of the body.
struct LevelFace { face: u32, plate: u32, n: vec3f }
fn levelFace(w: ptr<function, Around>, all: ptr<function, Mets>, k: u32, n: vec3f) -> LevelFace {
  var best = LevelFace(0u, 0u, n);
  var most = FLAT_COSINE;
  for (var f = 0u; f < facetsOf(all, k); f++) {
    let face = faceAround(all, k, f);
    let front = normalOf(face);
    let cosine = dot(front, n);
    let along = select(cosine, abs(cosine), (*w).isTwoSided);
    if (along > most || (along == most && best.face == 0u)) {
      most = along;
      best = LevelFace(face, patchAt((*w).m, face), select(front, -front, cosine < 0.0));
    }
  }
  return best;
}
fn writeFlat(w: ptr<function, Around>, a: Body, isInCorner: bool, level: LevelFace, into: vec3f,
  flat: ptr<function, Flats>, s: ptr<function, Spots>) -> bool {
  for (var k = 0u; k < (*flat).count; k++) { if ((*flat).plate[k] == level.plate) { return true; } }
  let h = above(level.face, (*w).x);
  let isBack = dot(normalOf(level.face), level.n) < 0.0;
  let height = WallHeight(select(h.metres, -h.metres, isBack), Split(select(h.quanta, -h.quanta, isBack), 0.0), false);
  let count = flatOn(w, a, level.plate, height, isInCorner, into);
  if (count == 99u) { want(${WANTED_CORNERS}u, 35u); return false; }
  if (count == 0u) { return false; }
  for (var k = 0u; k < count; k++) {
    addSpot(w, s, points[k].xyz - points[k].w * into, points[k].w, into, shares[k], 3u * nameOf(level.face) + 2u,
      level.face);
  }
  (*flat).plate[(*flat).count] = level.plate;
  (*flat).count++;
  return true;
}
`;
