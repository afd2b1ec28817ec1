// SPDX-License-Identifier: MIT
/**
 * WGSL: spheres and facets in the frame of the mesh, in integers. Three sums of integer products transform a centre to
 * that frame, exact to a few quanta at any distance from the origin; there the mesh is at rest. A facet is its plane
 * and, for each side, a plane through the side and one through its start. Exact heights above these planes are all that
 * the Contact Type Hierarchy needs (Santasusana et al. 2016, section 5.1), so large facets are as accurate as small
 * ones.
 */
import type { KernelForm } from './prelude.ts';

/** Vectors of four words: of a mesh, a facet, a side. */
export const MESH_VECTORS = 2;
export const FACET_VECTORS = 4;
export const SIDE_VECTORS = 8;
/** Parts of a quantum in which what whole numbers leave over is counted. */
export const FINER = 2 ** 16;
/** Of a mesh: only the front of its facets is touched. */
export const ONE_SIDED = 1;
/** Flag of a wall that is a shape and solid behind its surface: a body that passes through keeps its contact. */
export const SOLID_WALL = 2;
/** Of a side: the surface ends here, or at the vertex where it starts. */
export const OPEN_EDGE = 1;
export const OPEN_VERTEX = 2;
const FEATURE_VERTEX = 0;
const FEATURE_EDGE = 1;
export const FEATURE_FACET = 2;

export function meshGeometry(form: KernelForm): string {
  return /* wgsl */ `
const MESHES = ${form.meshes}u;
// A bit for each mesh that is a shape without facets.
const SHAPE_WALLS = vec2u(${wallBits(form, 0)}u, ${wallBits(form, 32)}u);
fn isShapeWall(m: u32) -> bool { return ((SHAPE_WALLS[m >> 5u] >> (m & 31u)) & 1u) != 0u; }
fn facetMeshes(meshes: vec2u) -> vec2u { return meshes & ~SHAPE_WALLS; }
fn shapeWalls(meshes: vec2u) -> vec2u { return meshes & SHAPE_WALLS; }
const FACET = ${FACET_VECTORS}u;
// A position in the lattice of a mesh: cell, and quanta from its lower corner.
struct At { cell: vec3i, local: vec3i }
// The closest point of a facet, relative to the centre, and the quanta to there: above the facet, beyond a side, beyond
// an end of it; \`squared\` is negative where there is none within reach.
struct Candidate {
  point: vec3f, squared: f32, quanta: vec3i, height: f32, face: u32, key: u32, planeId: u32, isBehind: bool,
    isProjection: bool
}

// Metres a cell of the lattices, whose axes are alike.
fn lattice() -> f32 { return p.unit * 1073741824.0; }
// Within this many quanta a point is on a side, or behind a plane.
const ON = 16.0;

// Quanta above a plane, modulo four cells: differences that wrap are right near the plane.
fn quantaAbove(high: vec3i, offsetHigh: i32, low: vec3i, offsetLow: i32, x: At) -> i32 {
  let a = scaledProduct(high.x, x.local.x);
  let b = scaledProduct(high.y, x.local.y);
  let c = scaledProduct(high.z, x.local.z);
  let fine = f32(dot(low, x.cell) - offsetLow) + dot(vec3f(low), vec3f(x.local)) * 9.313225746154785e-10;
  return dot(high, x.cell) - offsetHigh + (a.whole + b.whole + c.whole) +
    i32(round(a.rest + b.rest + c.rest + fine * ${1 / FINER}));
}

// Where the centre is in the frame of mesh m, in quanta of its lattice.
fn locate(m: u32, position: vec3u, cell: vec3u) -> At {
  let x = At(vec3i(cell), bitcast<vec3i>(position - (cell << vec3u(CELL_BITS))));
  let metres = vec3f(x.cell) * p.quantum * 1073741824.0 + vec3f(x.local) * p.quantum;
  var found = At(vec3i(0), vec3i(0));
  for (var k = 0u; k < 3u; k++) {
    let axis = inputs.meshes[m].axes[k];
    let quanta = quantaAbove(axis.high, axis.offsetHigh, axis.low, axis.offsetLow, x);
    let coarse = (dot(axis.normal, metres) - axis.offset) / lattice();
    let turns = i32(round(0.25 * (coarse - f32(quanta) * 9.313225746154785e-10)));
    found.cell[k] = (quanta >> 30u) + 4 * turns;
    found.local[k] = quanta & 0x3fffffff;
  }
  return found;
}
fn toWorld(m: u32, v: vec3f) -> vec3f {
  return v.x * inputs.meshes[m].axes[0].normal + v.y * inputs.meshes[m].axes[1].normal +
    v.z * inputs.meshes[m].axes[2].normal;
}

fn coarseAbove(plane: vec4u, x: At) -> f32 {
  return dot(bitcast<vec3f>(plane.xyz), (vec3f(x.cell) + vec3f(x.local) * 9.313225746154785e-10) * lattice()) -
    bitcast<f32>(plane.w);
}
// Cells by which a rough height may be off: in the largest mesh, of 2^14 cells, coordinates are known to 2^-10 of a
// cell, and a dozen such roundings are less.
const ROUGH = 0.03125;
struct Height { metres: f32, quanta: i32 }
fn heightOf(quanta: i32) -> Height { return Height(f32(quanta) * p.unit, quanta); }
// Height above the plane at this address; far from it only roughly, and no quanta. All is loaded at once, so that it
// comes at once.
fn above(at: u32, x: At) -> Height {
  let plane = geometry[at];
  let high = bitcast<vec4i>(geometry[at + 1u]);
  let low = bitcast<vec4i>(geometry[at + 2u]);
  let coarse = coarseAbove(plane, x);
  if (abs(coarse) > lattice()) { return Height(coarse, 0); }
  return heightOf(quantaAbove(high.xyz, high.w, low.xyz, low.w, x));
}
// The same less \`limit\`, at least with its sign: by a third of the loads where it is far from 0.
fn aboveLimit(at: u32, x: At, limit: f32) -> f32 {
  let rough = coarseAbove(geometry[at], x) - limit;
  if (abs(rough) > ROUGH * lattice()) { return rough; }
  return above(at, x).metres - limit;
}
// The same beyond the end of the side at this address.
fn beyondEnd(side: u32, x: At) -> Height {
  let end = geometry[side + 6u];
  let coarse = coarseAbove(geometry[side + 3u], x) - bitcast<f32>(end.x);
  if (abs(coarse) > lattice()) { return Height(coarse, 0); }
  return heightOf(quantaAbove(bitcast<vec3i>(geometry[side + 4u].xyz), bitcast<i32>(end.y),
    bitcast<vec3i>(geometry[side + 5u].xyz), bitcast<i32>(end.z), x));
}

fn wordAt(at: u32) -> u32 { return geometry[at >> 2u][at & 3u]; }
// First and last word, past the end, of the facets that may be near a position.
fn facetsAt(m: u32, x: At) -> vec2u {
  let first = geometry[${MESH_VECTORS}u * m];
  let bin = x.cell >> vec3u(first.w);
  if (any(bin < vec3i(0)) || any(bin >= vec3i(first.xyz))) { return vec2u(0u); }
  let cell = vec3u(bin);
  let at = geometry[${MESH_VECTORS}u * m + 1u].x + (cell.z * first.y + cell.y) * first.x + cell.x;
  return vec2u(wordAt(at), wordAt(at + 1u));
}

// A negative depth is for facets with two fronts.
fn candidateOf(face: u32, x: At, reach: f32, depth: f32) -> Candidate {
  let head = geometry[face + 3u];
  let height = above(face, x);
  let h = height.metres;
  let on = ON * p.unit;
  let isFront = depth < 0.0 || h >= -on;
  let farthest = select(depth, reach, isFront);
  var found = Candidate(vec3f(0.0), -1.0, vec3i(height.quanta, 0, 0), h, face, 3u * head.x + ${FEATURE_FACET}u, head.x,
    !isFront, true);
  if (abs(h) > farthest) { return found; }
  let n = bitcast<vec3f>(geometry[face].xyz);
  let sides = head.y >> 24u;
  var best = -1.0;
  var code = vec2u(${FEATURE_FACET}u, 0u);
  for (var k = 0u; k < sides; k++) {
    let side = head.z + ${SIDE_VECTORS}u * k;
    let out = above(side, x);
    let s = out.metres;
    if (s < -on) { continue; }
    let start = above(side + 3u, x);
    let end = beyondEnd(side, x);
    let t = start.metres;
    let u = end.metres;
    var feature = vec2u(${FEATURE_EDGE}u, k);
    if (t <= on) { feature = vec2u(${FEATURE_VERTEX}u, k); }
    else if (u >= -on) { feature = vec2u(${FEATURE_VERTEX}u, select(k + 1u, 0u, k + 1u == sides)); }
    if (s > on) {
      let over = min(t, 0.0) + max(u, 0.0);
      let squared = h * h + s * s + over * over;
      if (best < 0.0 || squared < best) {
        let m = bitcast<vec3f>(geometry[side].xyz);
        let e = bitcast<vec3f>(geometry[side + 3u].xyz);
        best = squared;
        found.point = -h * n - s * m - over * e;
        found.quanta = vec3i(height.quanta, out.quanta, select(select(0, end.quanta, u > 0.0), start.quanta, t < 0.0));
        code = feature;
      }
    } else if (best < 0.0 && t >= -on && u <= on) { code = feature; }
  }
  if (code.x != ${FEATURE_FACET}u) {
    let names = geometry[head.z + ${SIDE_VECTORS}u * code.y + 7u];
    found.key = 3u * select(names.y, names.x, code.x == ${FEATURE_EDGE}u) + code.x;
    if (best >= 0.0 && !isFront &&
      (names.z & select(${OPEN_VERTEX}u, ${OPEN_EDGE}u, code.x == ${FEATURE_EDGE}u)) != 0u) {
      return found;
    }
  }
  if (best < 0.0) {
    found.squared = h * h;
    found.point = -h * n;
    return found;
  }
  found.isProjection = false;
  if (sqrt(best) <= farthest) { found.squared = best; }
  return found;
}
`;
}

function wallBits({ shapeWalls }: KernelForm, from: number): number {
  return shapeWalls.reduce((bits, m) => (m >= from && m < from + 32 ? (bits | (1 << (m - from))) >>> 0 : bits), 0);
}
