// SPDX-License-Identifier: MIT
/**
 * WGSL: the least overlap of two boxes, in closed form: the normals of the faces of both and the cross products of
 * their edges (Gottschalk, Lin & Manocha 1996, doi:10.1145/237170.237244), written out. Every such product is a facet
 * of the Minkowski difference on both of its sides.
 */
import { each } from './written-out.ts';

const AXES = 3;
const AXIS = ['x', 'y', 'z'] as const;

/** Sum over the axes other than `k`. */
const others = (k: number, term: (c: number) => string): string =>
  [0, 1, 2]
    .filter((c) => c !== k)
    .map(term)
    .join(' + ');

/** In the place of `SEARCH`. */
export const SEARCH_BOXES = /* wgsl */ `
// The two facets along an axis: the normal of the nearer one leads the way of the offset. \`sum\` is how far both
// reach.
fn takeAxis(sum: f32, offset: f32, way: vec3f, kind: u32, a: u32, b: u32, found: ptr<function, Found>) {
  let overlap = sum - abs(offset);
  if (overlap < (*found).overlap) {
    if ((*found).kind != 0u) { second = min(second, (*found).overlap); }
    *found = Found(select(way, -way, offset < 0.0), overlap, kind, a, b, 0u, 0u);
  } else { second = min(second, overlap); }
  second = min(second, sum + abs(offset));
}
// The number of the edge along an axis at a vertex, or of the face across it.
fn edgeAtVertex(axis: u32, v: u32) -> u32 { return 8u * axis + (v & ~(4u >> axis)); }
fn faceAtVertex(axis: u32, v: u32) -> u32 { return 2u * axis + ((v >> (2u - axis)) & 1u); }
// The least overlap. Along \`axis\` it is an upper bound, or all that is known if the bodies are apart.
fn searchFrom(x: Two, axis: vec3f, size: f32) -> Found {
  let along = x.fa * vertexSupport(x.a, axis).value + x.fb * vertexSupport(x.b, -(axis * x.turn)).value -
    dot(axis, x.d);
  var found = Found(axis, along, 0u, 0u, 0u, 0u, 0u);
  if (!(along > 0.0)) { return found; }
  found.overlap = moreThan(along, size);
  let hA = x.fa * halfOf(x.a);
  let hB = x.fb * halfOf(x.b);
  let d = x.d;
  ${each(
    AXES,
    (i) => `takeAxis(hA.${AXIS[i]} + hB.x * abs(x.turn[0].${AXIS[i]}) + hB.y * abs(x.turn[1].${AXIS[i]}) +
    hB.z * abs(x.turn[2].${AXIS[i]}), d.${AXIS[i]}, axisOf(${i}u), 1u, ${i}u, 0u, &found);`,
  )}
  ${each(
    AXES,
    (j) =>
      `takeAxis(hB.${AXIS[j]} + dot(hA, abs(x.turn[${j}])), dot(x.turn[${j}], d), x.turn[${j}], 2u, 0u, ${j}u, &found);`,
  )}
  ${each(AXES * AXES, (k) => {
    const [i, j] = [Math.floor(k / AXES), k % AXES];
    return `{
    let c = cross(axisOf(${i}u), x.turn[${j}]);
    let squared = dot(c, c);
    if (squared >= PARALLEL_SINE_SQUARED) {
      let n = c * inverseSqrt(squared);
      takeAxis(${others(i, (c) => `hA.${AXIS[c]} * abs(n.${AXIS[c]})`)} +
        ${others(j, (c) => `hB.${AXIS[c]} * abs(dot(n, x.turn[${c}]))`)}, dot(n, d), n, 3u, ${i}u, ${j}u, &found);
    }
  }`;
  })}
  found.v = vertexAlong(found.n);
  found.w = vertexAlong(-(found.n * x.turn));
  if (found.kind == 1u) { found.a = faceAtVertex(found.a, found.v); }
  else if (found.kind == 2u) { found.b = faceAtVertex(found.b, found.w); }
  else if (found.kind == 3u) {
    found.a = edgeAtVertex(found.a, found.v);
    found.b = edgeAtVertex(found.b, found.w);
    found.v = found.a & 7u;
    found.w = found.b & 7u;
  }
  return found;
}
`;
