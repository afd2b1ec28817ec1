// SPDX-License-Identifier: MIT
/**
 * Contacts of a sphere with one mesh: the Distance Hierarchy (Santasusana et al. 2016, section 5.2) as src/kernel/distance-hierarchy.ts has it. The closest candidate is kept, what it makes redundant
 * goes, then the closest of the rest, until none is left. Facets are asked again for each contact instead of being remembered: most spheres have one.
 */
import { ONE_SIDED } from './mesh-geometry.ts';

/** Most contacts of a sphere with all meshes. */
export const MESH_CONTACTS = 8;

/** `flatSine` is that of the angle at which facets count as one plane. */
export function meshSearch(flatSine: number): string {
  return /* wgsl */ `
struct Found { point: vec3f, lever: f32, normal: vec3f, overlap: f32, face: u32, key: u32, planeId: u32 }
// What one thread remembers. A variable of the function that needs it, not of the module: those are set to zero before anything else, by threads without work too, which took longer than all work.
struct Work {
  found: array<Found, ${MESH_CONTACTS}>,
  oldSpring: array<vec4f, ${MESH_CONTACTS}>, oldNormal: array<vec4u, ${MESH_CONTACTS}>, oldPlace: array<vec4u, ${MESH_CONTACTS}>,
  // Which old contact each new one continues, -1 for none; bits of the old contacts that go on.
  matches: array<i32, ${MESH_CONTACTS}>, oldCount: u32, taken: u32,
}
const FLAT = ${flatSine};
// Points are known to this part of a cell.
const UNCERTAIN = 2.0e-7;

// Of candidates at one distance: the one in front, then the projection, then by place, by height above the facet, by number.
fn comesBefore(a: Candidate, b: Candidate) -> bool {
  if (b.squared < 0.0) { return true; }
  let within = 2.0 * UNCERTAIN * lattice();
  let closer = sqrt(b.squared) - sqrt(a.squared);
  if (abs(closer) > within) { return closer > 0.0; }
  if (a.isBehind != b.isBehind) { return b.isBehind; }
  if (a.isProjection != b.isProjection) { return a.isProjection; }
  let way = b.point - a.point;
  for (var k = 0u; k < 3u; k++) { if (abs(way[k]) > within) { return way[k] > 0.0; } }
  let higher = abs(a.height) - abs(b.height);
  if (abs(higher) > within) { return higher > 0.0; }
  return a.face < b.face;
}
fn isRedundant(point: vec3f, kept: Found) -> bool {
  let known = 2.0 * UNCERTAIN * lattice();
  let way = point - kept.point;
  let ahead = dot(way, kept.normal);
  if (ahead <= known) { return true; }
  let apart = length(way);
  return ahead <= FLAT * apart + known * (1.0 + apart / kept.lever);
}
fn keep(c: Candidate, isTwoSided: bool, radius: u32) -> Found {
  let way = sqrt(c.squared);
  let signedWay = select(way, -way, c.isBehind);
  var overlap = radiusOf(radius) + way;
  if (!c.isBehind) {
    if (c.isProjection) { overlap = reachBelow(radius, Split(abs(c.quanta.x), 0.0)); }
    else { overlap = reachBeyond(radius, c.quanta, vec3f(0.0), way); }
  }
  if (!c.isProjection && way > 4.0 * UNCERTAIN * lattice()) {
    return Found(c.point, way, -c.point / signedWay, overlap, c.face, c.key, c.planeId);
  }
  let n = bitcast<vec3f>(geometry[c.face].xyz);
  let lever = bitcast<f32>(geometry[c.face + 3u].w);
  return Found(c.point, lever, select(n, -n, isTwoSided && c.height < 0.0), overlap, c.face, c.key, c.planeId);
}

// How many contacts a sphere at x has with mesh m, in the mesh's frame; one more than there is room for where they are more.
fn findContacts(m: u32, x: At, size: u32, w: ptr<function, Work>) -> u32 {
  let range = facetsAt(m, x);
  let radius = radiusOf(size);
  let isTwoSided = (geometry[2u * m + 1u].z & ${ONE_SIDED}u) == 0u;
  let depth = select(radius, -1.0, isTwoSided);
  var left = 0xffffffffu;
  var count = 0u;
  loop {
    var best = Candidate(vec3f(0.0), -1.0, vec3i(0), 0.0, 0u, 0u, 0u, false, false);
    var bestPlace = 0u;
    for (var at = range.x; at < range.y; at++) {
      let place = at - range.x;
      let bit = select(0u, 1u << (place & 31u), place < 32u);
      if (place < 32u && (left & bit) == 0u) { continue; }
      let c = candidateOf(wordAt(at), x, radius, depth);
      var goes = c.squared < 0.0;
      for (var k = 0u; k < count && !goes; k++) { goes = isRedundant(c.point, (*w).found[k]); }
      if (goes) { left &= ~bit; continue; }
      if (comesBefore(c, best)) { best = c; bestPlace = place; }
    }
    if (best.squared < 0.0) { break; }
    if (count == ${MESH_CONTACTS}u) { return count + 1u; }
    (*w).found[count] = keep(best, isTwoSided, size);
    count++;
    if (bestPlace < 32u) { left &= ~(1u << bestPlace); }
    let near = range.y - range.x;
    if (near <= 32u && (left & (0xffffffffu >> (32u - near))) == 0u) { break; }
  }
  return count;
}
`;
}
