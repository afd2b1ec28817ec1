// SPDX-License-Identifier: MIT
/**
 * WGSL: the rules of the Distance Hierarchy (Santasusana et al. 2016, section 5.2), as in
 * src/kernel/mesh/distance-hierarchy.ts: order of candidates, redundant candidates, and the kind of contact.
 */

/**
 * A contact with a mesh: where it is seen from the centre and in the lattice, the normal from the mesh to the sphere,
 * and the address of the facet, or the number of the image of a wall that is a shape.
 */
export const FOUND = /* wgsl */ `
struct Found {
  point: vec3f, lever: f32, normal: vec3f, overlap: f32, position: vec3u, key: u32, face: u32, planeId: u32, mesh: u32
}`;

/** `flatSine` is that of the angle at which facets count as one plane. */
export function distanceHierarchy(flatSine: number): string {
  return /* wgsl */ `
const FLAT = ${flatSine};
// Points are known to this part of a cell.
const UNCERTAIN = 2.0e-7;
const NOTHING = Candidate(vec3f(0.0), -1.0, vec3i(0), 0.0, 0u, 0u, 0u, false, false);

// Of candidates at one distance: the one in front, then the projection, then by position, by height above the facet, by
// number.
fn comesBefore(a: Candidate, b: Candidate) -> bool {
  if (b.squared < 0.0) { return true; }
  let within = 2.0 * UNCERTAIN * lattice();
  let closer = sqrt(b.squared) - sqrt(a.squared);
  if (abs(closer) > within) { return closer > 0.0; }
  if (a.isBehind != b.isBehind) { return b.isBehind; }
  if (a.isProjection != b.isProjection) { return a.isProjection; }
  let offset = b.point - a.point;
  for (var k = 0u; k < 3u; k++) { if (abs(offset[k]) > within) { return offset[k] > 0.0; } }
  let higher = abs(a.height) - abs(b.height);
  if (abs(higher) > within) { return higher > 0.0; }
  return a.face < b.face;
}
fn isRedundant(point: vec3f, kept: Found) -> bool {
  let known = 2.0 * UNCERTAIN * lattice();
  let offset = point - kept.point;
  let ahead = dot(offset, kept.normal);
  if (ahead <= known) { return true; }
  let apart = length(offset);
  return ahead <= FLAT * apart + known * (1.0 + apart / kept.lever);
}
fn keep(c: Candidate, m: u32, x: At, isTwoSided: bool, radius: u32) -> Found {
  let position = bitcast<vec3u>((x.cell << vec3u(CELL_BITS)) + x.local + vec3i(round(c.point / p.unit)));
  let distance = sqrt(c.squared);
  let signedDistance = select(distance, -distance, c.isBehind);
  var overlap = radiusOf(radius) + distance;
  if (!c.isBehind) {
    if (c.isProjection) { overlap = reachBelow(radius, Split(abs(c.quanta.x), 0.0)); }
    else { overlap = reachBeyond(radius, c.quanta, vec3f(0.0), distance); }
  }
  if (!c.isProjection && distance > 4.0 * UNCERTAIN * lattice()) {
    return Found(c.point, distance, -c.point / signedDistance, overlap, position, c.key, c.face, c.planeId, m);
  }
  let n = bitcast<vec3f>(geometry[c.face].xyz);
  let lever = bitcast<f32>(geometry[c.face + 3u].w);
  return Found(c.point, lever, select(n, -n, isTwoSided && c.height < 0.0), overlap, position, c.key, c.face, c.planeId,
    m);
}
`;
}
