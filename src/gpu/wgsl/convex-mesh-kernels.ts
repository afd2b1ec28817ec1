// SPDX-License-Identifier: MIT
/** The kernels of convex bodies on meshes: polyhedra, and all that is round. */
import { EXACT } from './convex-exact.ts';
import { FEATURES, FLAT } from './convex-flat.ts';
import { AROUND, MOST_MET, NEAR_FACETS, REFLEX } from './convex-mesh-around.ts';
import { MESH_FLAT, POLYHEDRON_EXACT } from './convex-mesh-flat.ts';
import {
  type MeshMode,
  MOST_SPOTS,
  meshBindings,
  spotsMain,
  spotsText,
  WANTED_CORNERS,
  WANTED_FACETS,
  WANTED_FEATURES,
} from './convex-mesh-forces.ts';
import { MEETS_FACET, POLYHEDRON_BODY, POLYHEDRON_SEARCH, SIDES } from './convex-mesh-polyhedra.ts';
import { RULES } from './convex-mesh-rules.ts';
import { BODIES, type ConvexForm, convexPrelude } from './convex-prelude.ts';
import { BYTES, SUPPORT } from './convex-support.ts';
import { ON_PLANE } from './convex-walls.ts';
import type { MeshAngles } from './mesh-forces.ts';
import { meshGeometry } from './mesh-geometry.ts';
import { MOMENT } from './prelude.ts';

export function meshPolyhedraKernel(form: ConvexForm, mode: MeshMode, { leastCosine }: MeshAngles): string {
  return [
    convexPrelude(form),
    MOMENT,
    meshBindings(mode),
    BODIES,
    SUPPORT,
    EXACT,
    BYTES,
    FEATURES,
    FLAT,
    ON_PLANE,
    meshGeometry(form),
    AROUND,
    REFLEX,
    RULES,
    POLYHEDRON_BODY,
    MEETS_FACET,
    POLYHEDRON_SEARCH,
    MESH_FLAT,
    SIDES,
    POLYHEDRON_EXACT,
    spotsText(form, mode, leastCosine),
    writing(true),
    spotsMain(form, mode, 'kind == 1u', FIND_SPOTS),
  ].join('\n');
}

/** Contacts with the features of a mesh, and their points. */
const FIND_SPOTS = /* wgsl */ `
      var around: Around;
      around.m = m;
      around.i = i;
      around.x = x;
      around.isTwoSided = !isOneSided;
      for (var c = 0u; c < 3u; c++) {
        around.turn[c] = vec3f(dot(moment.meshes[m].axes[0].normal, a.turn[c]), dot(moment.meshes[m].axes[1].normal, a.turn[c]), dot(moment.meshes[m].axes[2].normal, a.turn[c]));
      }
      let near = findNear(&around, a.radius);
      if (near > ${NEAR_FACETS}u) { want(${WANTED_FACETS}u, near); }
      if (around.count > 0u) {
        var all: Mets;
        meetMesh(&around, a, &all);
        if (all.count > ${MOST_MET}u) { want(${WANTED_FEATURES}u, all.count); }
        else { writeAll(&around, a, &all, &spots, pair); }
        matchRest(m, x, &spots, a.equal);
      }`;

/** From contacts to their points: the corners of a body that lies flat, or the one that the contact has. */
function writing(hasFlat: boolean): string {
  return /* wgsl */ `
fn meshDirection(m: u32, v: vec3f) -> vec3f {
  let x = turnedExactly(moment.meshes[m].turn, v, PARTS);
  return (x.whole + x.rest) / (PARTS * PARTS);
}
// Has the body touched this face from the other side than that of the normal, which leads into the mesh, and from that one only?
fn hasCrossed(m: u32, s: ptr<function, Spots>, name: u32, n: vec3f) -> bool {
  var isCrossed = false;
  for (var q = 0u; q < (*s).oldCount; q++) {
    if (oldMesh(s, q) != m || oldName(s, q) != name) { continue; }
    let cosine = dot(bitcast<vec3f>((*s).oldNormal[q].xyz), n);
    if (cosine >= LEAST_COSINE) { return false; }
    if (cosine <= -LEAST_COSINE) { isCrossed = true; }
  }
  return isCrossed;
}
${hasFlat ? FLAT_SPOTS : ''}
// The deepest first.
fn writeAll(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, s: ptr<function, Spots>, pair: u32) {
  ${hasFlat ? `var flat: Flats;\n  flat.count = 0u;` : ''}
  loop {
    var best = ${MOST_MET}u;
    for (var k = 0u; k < (*all).count; k++) {
      if (!(*all).met[k].isOpen) { continue; }
      if (best == ${MOST_MET}u) { best = k; } else if ((*all).met[k].overlap > (*all).met[best].overlap) { best = k; }
    }
    if (best == ${MOST_MET}u) { break; }
    (*all).met[best].isOpen = false;
    let met = (*all).met[best];
    let m = (*w).m;
    let named = faceAround(met, 0u);
    var n = met.n;
    var overlap = met.overlap;
    var point = met.point;
    let isCrossed = (*w).isTwoSided && hasCrossed(m, s, nameOf(named), -toWorld(m, n));
    if (isCrossed) {
      // A centre that has gone through a mesh with two sides is pushed back to the side that it came from.
      n = -n;
      let nb = -inBody(w, n);
      let low = lowestOf(a, nb).point;
      overlap = dot(low, nb) + dot(n, point);
      point = inMesh(w, low) + overlap * n;
    }
    let first = (*s).count;
    var isOfFace = met.kind == 0u;
    ${hasFlat ? FLAT_OR_SINGLE : singleWith('-meshDirection(m, n)')}
    if (isOfFace && (*s).count <= ${MOST_SPOTS}u) { inheritFace(m, (*w).x, s, first, isIncremental(pair)); }
  }
}
`;
}

/** One contact at the point of the feature. */
function singleWith(into: string): string {
  return /* wgsl */ `
    let into = ${into};
    if (!isCrossed) { overlap = exactOverlap(w, a, met, into); }
    addSpot(s, Spot(toWorld(m, point), overlap, into, 1.0, 1.0, keyOf(met), nameOf(named), named, -1, false));`;
}

/** Flat on a face, or else by itself: the direction in one place, since kernels hold every call as a copy. */
const FLAT_OR_SINGLE = /* wgsl */ `
    for (var round = 0u; round < 2u; round++) {
      var level = LevelFace(0u, 0u, n);
      if (round == 0u) {
        level = levelFace(w, met, n);
        if (level.face == 0u) { continue; }
      }
      let leading = -meshDirection(m, level.n);
      if (round == 0u) {
        if (!writeFlat(w, a, met, level, leading, &flat, s)) { continue; }
        isOfFace = true;
        break;
      }
      ${singleWith('leading')}
    }`;

const FLAT_SPOTS = /* wgsl */ `
const FLAT_COSINE = 0.99874921777;
// Faces whose flat contact has been put down.
struct Flats { count: u32, plate: array<u32, ${MOST_MET}> }
// The face that the body may lie flat on that touches with this normal: the one that is touched, or one at the touched edge or vertex; with its normal on the side of the body.
struct LevelFace { face: u32, plate: u32, n: vec3f }
fn levelFace(w: ptr<function, Around>, met: Met, n: vec3f) -> LevelFace {
  var best = LevelFace(0u, 0u, n);
  var most = FLAT_COSINE;
  for (var k = 0u; k < facetsOf(met); k++) {
    let front = normalAround(met, k);
    let cosine = dot(front, n);
    let along = select(cosine, abs(cosine), (*w).isTwoSided);
    if (along > most || (along == most && best.face == 0u)) {
      most = along;
      best = LevelFace(faceAround(met, k), patchAround((*w).m, met, k), select(front, -front, cosine < 0.0));
    }
  }
  return best;
}
fn writeFlat(w: ptr<function, Around>, a: Body, met: Met, level: LevelFace, into: vec3f, flat: ptr<function, Flats>, s: ptr<function, Spots>) -> bool {
  for (var k = 0u; k < (*flat).count; k++) { if ((*flat).plate[k] == level.plate) { return true; } }
  let h = above(level.face, (*w).x);
  let isBack = dot(normalOf(level.face), level.n) < 0.0;
  let height = WallHeight(select(h.metres, -h.metres, isBack), Split(select(h.quanta, -h.quanta, isBack), 0.0), false);
  let count = flatOn(w, a, level.plate, height, met.isInCorner, into);
  if (count == 99u) { want(${WANTED_CORNERS}u, 35u); return false; }
  if (count == 0u) { return false; }
  for (var k = 0u; k < count; k++) {
    let at = points[k].xyz - points[k].w * into;
    addSpot(s, Spot(at, points[k].w, into, shares[k].x, shares[k].y, 3u * nameOf(level.face) + 2u, nameOf(level.face), level.face, -1, false));
  }
  if ((*flat).count < ${MOST_MET}u) { (*flat).plate[(*flat).count] = level.plate; (*flat).count++; }
  return true;
}
`;
