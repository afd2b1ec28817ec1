// SPDX-License-Identifier: MIT
/**
 * WGSL: a convex body and the mesh facets around it, in the axes of the mesh with the centre of the body as origin, as
 * in src/narrow-phase/double-hierarchy/body-at-mesh.ts. Corners and sides relative to the centre come from integer
 * heights above planes (mesh-geometry.ts), so large facets far from the origin are as accurate as small ones.
 */

/** Vectors before the facets in what is known of an edge and of a vertex (src/gpu/meshes/mesh-features.ts). */
const EDGE_HEAD = 3;
const VERTEX_HEAD = 2;
/** Beside the patch of a facet: it owns an edge or vertex that a body can touch. */
export const SHARP_FACET = 0x80000000;
/** Facets near a body, and features that it touches, that there is room for. */
export const NEAR_FACETS = 128;
export const MOST_MET = 16;
/**
 * Facets are looked for this much farther than the ball around a body: corners of faces that lie on them are seen along
 * the normal.
 */
export const NEAR_REACH = 1.42;

export const AROUND = /* wgsl */ `
const SHARP_FACET = ${SHARP_FACET}u;
// Over the radius of the body: what is this close is on it, by the rounding of float32; what is this deep counts as
// overlap.
const ON_FEATURE = 2.0e-6;
const TOUCH_DEPTH = 4.0e-6;
// Sine up to which normals are the same, and up to which a face or edge is level for the point that stands for it.
const SAME_NORMAL = 1.0e-5;
const LEVEL_SINE = 4.0e-7;
// m: the mesh, i: the body; turn takes vectors from the body's frame to the mesh's. sharp has a bit for each facet that
// owns an edge or vertex.
struct Around {
  m: u32, i: u32, x: At, turn: mat3x3f, isTwoSided: bool, count: u32, facets: array<u32, ${NEAR_FACETS}>,
    patches: array<u32, ${NEAR_FACETS}>, sharp: vec4u
}
fn inBody(w: ptr<function, Around>, v: vec3f) -> vec3f { return v * (*w).turn; }
fn inMesh(w: ptr<function, Around>, v: vec3f) -> vec3f { return (*w).turn * v; }
fn normalOf(face: u32) -> vec3f { return bitcast<vec3f>(geometry[face].xyz); }
fn sidesOf(face: u32) -> u32 { return geometry[face + 3u].y >> 24u; }
fn sideOf(face: u32, k: u32) -> u32 { return geometry[face + 3u].z + 8u * k; }
fn nameOf(face: u32) -> u32 { return geometry[face + 3u].x; }
// Of a side: the edge and the vertex that it owns, the crease that it is part of (0 for none), and the number of its
// first vertex.
fn linksOf(side: u32) -> vec4u { return geometry[geometry[side + 7u].w]; }

// All facets near the body, and some beside them at sharp corners; how many there are.
fn findNear(w: ptr<function, Around>, radius: f32) -> u32 {
  let range = facetsAt((*w).m, (*w).x);
  let patches = geometry[2u * (*w).m + 1u].w;
  let reach = ${NEAR_REACH} * radius;
  var count = 0u;
  (*w).sharp = vec4u(0u);
  for (var at = range.x; at < range.y; at++) {
    let face = wordAt(at);
    let head = geometry[face + 3u];
    let sides = head.y >> 24u;
    var isNear = aboveLimit(face, (*w).x, reach) <= 0.0 && aboveLimit(face, (*w).x, -reach) >= 0.0;
    for (var k = 0u; k < sides && isNear; k++) { isNear = aboveLimit(head.z + 8u * k, (*w).x, reach) <= 0.0; }
    if (!isNear) { continue; }
    if (count < ${NEAR_FACETS}u) {
      (*w).facets[count] = face;
      let patchOfFacet = wordAt(patches + (head.y & 0xffffffu));
      (*w).patches[count] = patchOfFacet & ~SHARP_FACET;
      if ((patchOfFacet & SHARP_FACET) != 0u) { (*w).sharp[count >> 5u] |= 1u << (count & 31u); }
    }
    count++;
  }
  (*w).count = min(count, ${NEAR_FACETS}u);
  return count;
}

// The start of a side: the normal of the facet, that across the side and its direction, and how far the centre is along
// these, in metres and in quanta.
struct Corner { n: vec3f, m: vec3f, e: vec3f, at: vec3f, quanta: vec3i, long: f32 }
fn cornerOf(x: At, face: u32, side: u32) -> Corner {
  var c = Corner(normalOf(face), bitcast<vec3f>(geometry[side].xyz), bitcast<vec3f>(geometry[side + 3u].xyz),
    vec3f(0.0), vec3i(0), bitcast<f32>(geometry[side + 6u].x));
  let planes = vec3u(face, side, side + 3u);
  for (var k = 0u; k < 3u; k++) {
    let height = above(planes[k], x);
    c.at[k] = height.metres;
    c.quanta[k] = height.quanta;
  }
  return c;
}
fn tipOf(c: Corner) -> vec3f { return -(c.at.x * c.n + c.at.y * c.m + c.at.z * c.e); }
// The part of a side near the body, moved by -shift: from and to along it; none where to is less.
struct Piece { begin: vec3f, to: vec3f, isNear: bool }
fn pieceOf(c: Corner, radius: f32, shift: vec3f) -> Piece {
  let low = max(0.0, c.at.z - 3.0 * radius);
  let high = min(c.long, c.at.z + 3.0 * radius);
  let foot = -(c.at.x * c.n + c.at.y * c.m) - shift;
  return Piece(foot + (low - c.at.z) * c.e, foot + (high - c.at.z) * c.e, low <= high);
}
fn isOver(x: At, face: u32, point: vec3f, tolerance: f32) -> bool {
  let head = geometry[face + 3u];
  for (var k = 0u; k < (head.y >> 24u); k++) {
    let side = head.z + 8u * k;
    let along = dot(bitcast<vec3f>(geometry[side].xyz), point);
    if (aboveLimit(side, x, tolerance - along) > 0.0) { return false; }
  }
  return true;
}
// The facet of a patch under a point of its plane; 0 for none.
fn facetUnder(w: ptr<function, Around>, plate: u32, point: vec3f, tolerance: f32) -> u32 {
  for (var q = 0u; q < (*w).count; q++) {
    if ((*w).patches[q] == plate && isOver((*w).x, (*w).facets[q], point, tolerance)) { return (*w).facets[q]; }
  }
  return 0u;
}

// A feature that the body meets: 0 a face, 1 an edge, 2 a vertex. Normal from the mesh to the body, and the touched
// point. An edge is touched from low to high along it. The code says which part of the body it is.
struct Met {
  kind: u32, record: u32, face: u32, side: u32, n: vec3f, overlap: f32, point: vec3f, low: f32, high: f32,
    isInCorner: bool, code: u32, part: f32, ruler: u32, isOpen: bool
}
struct Mets { count: u32, met: array<Met, ${MOST_MET}> }
// Faces around feature k: how many facets, and each one's normal with its patch, and its address.
fn facetsOf(all: ptr<function, Mets>, k: u32) -> u32 {
  if ((*all).met[k].kind == 0u) { return 1u; }
  return geometry[(*all).met[k].record].x;
}
fn aroundOf(all: ptr<function, Mets>, k: u32, f: u32) -> u32 {
  return (*all).met[k].record + select(${VERTEX_HEAD}u, ${EDGE_HEAD}u, (*all).met[k].kind == 1u) + 2u * f;
}
fn faceAround(all: ptr<function, Mets>, k: u32, f: u32) -> u32 {
  if ((*all).met[k].kind == 0u) { return (*all).met[k].face; }
  return geometry[aroundOf(all, k, f) + 1u].w;
}
fn patchAt(m: u32, face: u32) -> u32 {
  return wordAt(geometry[2u * m + 1u].w + (geometry[face + 3u].y & 0xffffffu)) & ~SHARP_FACET;
}
fn patchAround(m: u32, all: ptr<function, Mets>, k: u32, f: u32) -> u32 { return patchAt(m, faceAround(all, k, f)); }
fn keyOf(all: ptr<function, Mets>, k: u32) -> u32 {
  if ((*all).met[k].kind == 0u) { return 3u * nameOf((*all).met[k].face) + 2u; }
  return 3u * geometry[(*all).met[k].record].y + select(0u, 1u, (*all).met[k].kind == 1u);
}
// Rays of the cone over a vertex.
fn rayCount(record: u32) -> u32 { return geometry[record].z; }
fn rayOf(record: u32, k: u32) -> vec3f {
  return bitcast<vec3f>(geometry[record + ${VERTEX_HEAD}u + 2u * geometry[record].x + k].xyz);
}
// Directions of the outermost facets across an edge.
fn firstOf(record: u32) -> vec3f { return bitcast<vec3f>(geometry[record + 1u].xyz); }
fn lastOf(record: u32) -> vec3f { return bitcast<vec3f>(geometry[record + 2u].xyz); }
`;

/**
 * The body pressed into a corner of faces: its lowest point can be beyond the rim of both
 * (src/narrow-phase/double-hierarchy/reflex-corners.ts).
 */
export const REFLEX = /* wgsl */ `
struct Rim { point: vec3f, face: u32 }
fn nearestOnSide(c: Corner, foot: vec3f) -> vec3f {
  let tip = tipOf(c);
  return tip + clamp(dot(foot - tip, c.e), 0.0, c.long) * c.e;
}
// The rim of the patch next to a foot that misses it; no face unless faces rise there and the body is behind both.
fn rimNear(w: ptr<function, Around>, plate: u32, foot: vec3f, normal: vec3f, overlap: f32, radius: f32) -> Rim {
  var rim = Rim(vec3f(0.0), 0u);
  var least = 3.0e38;
  let tolerance = ON_FEATURE * radius;
  var isBehind = false;
  // First the nearest point of the rim, then the creases that meet there.
  for (var pass2 = 0u; pass2 < 2u; pass2++) {
    for (var q = 0u; q < (*w).count; q++) {
      if ((*w).patches[q] != plate) { continue; }
      let face = (*w).facets[q];
      for (var k = 0u; k < sidesOf(face); k++) {
        let side = sideOf(face, k);
        let crease = linksOf(side).z;
        if (pass2 == 1u && crease == 0u) { continue; }
        let c = cornerOf((*w).x, face, side);
        let point = nearestOnSide(c, select(rim.point, foot, pass2 == 0u));
        if (pass2 == 0u) {
          let off = length(foot - point);
          if (off < least) { least = off; rim = Rim(point, face); }
          continue;
        }
        let beyond = foot - rim.point;
        if (length(rim.point - point) > 2.0 * tolerance || dot(beyond, -c.m) > -tolerance) { continue; }
        if (!hasFaceBehind(crease, face, -c.m, normal, beyond - overlap * normal, rim.point, tolerance)) {
          return Rim(rim.point, 0u);
        }
        isBehind = true;
      }
    }
  }
  if (!isBehind) { rim.face = 0u; }
  return rim;
}
fn hasFaceBehind(crease: u32, face: u32, inward: vec3f, normal: vec3f, lowest: vec3f, rim: vec3f,
  tolerance: f32) -> bool {
  for (var k = 0u; k < geometry[crease].x; k++) {
    let first = geometry[crease + ${EDGE_HEAD}u + 2u * k];
    let second = geometry[crease + ${EDGE_HEAD}u + 2u * k + 1u];
    if (second.w == face) { continue; }
    let rising = bitcast<vec3f>(second.xyz);
    if (!(dot(rising, normal) > 0.0) || dot(lowest, rising) > tolerance) { continue; }
    let across = bitcast<vec3f>(first.xyz);
    let front = select(1.0, -1.0, dot(across, inward) < 0.0);
    if (front * dot(across, -rim) >= 0.0) { return true; }
  }
  return false;
}
`;
