// SPDX-License-Identifier: MIT
/**
 * Which of the features that a body meets are its contacts, as src/narrow-phase/double-hierarchy/independent-contacts.ts has it: what repeats another goes, pieces of one edge are one, and a contact goes that ends when the body is moved out at
 * another one, sideways.
 */
import { MOST_MET } from './convex-mesh-around.ts';

export const RULES = /* wgsl */ `
const NO_RULER = 99u;
struct Mets { count: u32, met: array<Met, ${MOST_MET}> }
fn addMet(all: ptr<function, Mets>, met: Met) {
  if ((*all).count < ${MOST_MET}u) { (*all).met[(*all).count] = met; }
  (*all).count++;
}
// Edges that are touched the same way and are pieces of one become the one that the middle is nearest to; the others stay behind it as closed ones with its number.
fn mergeEdges(all: ptr<function, Mets>) {
  for (var j = 0u; j < (*all).count; j++) {
    let first = (*all).met[j];
    if (first.kind != 1u || first.ruler != NO_RULER) { continue; }
    let start = first.point;
    let along = unitAlong(first);
    var covered = 0.0;
    var moment = 0.0;
    var pieces = 0u;
    for (var k = j; k < (*all).count; k++) {
      let other = (*all).met[k];
      if (k != j && !isPiece(first, other)) { continue; }
      let a = dot(pointAlong(other, other.low) - start, along);
      let b = dot(pointAlong(other, other.high) - start, along);
      covered += abs(b - a);
      moment += abs(b - a) * 0.5 * (a + b);
      pieces++;
    }
    if (pieces == 1u) {
      (*all).met[j].point = pointAlong(first, 0.5 * (first.low + first.high));
      (*all).met[j].ruler = j;
      continue;
    }
    var middle = dot(pointAlong(first, first.low) - start, along);
    if (covered > 0.0) { middle = moment / covered; }
    var best = j;
    var least = 3.0e38;
    for (var k = j; k < (*all).count; k++) {
      let other = (*all).met[k];
      if (k != j && !isPiece(first, other)) { continue; }
      let a = dot(pointAlong(other, other.low) - start, along);
      let b = dot(pointAlong(other, other.high) - start, along);
      let off = max(min(a, b) - middle, middle - max(a, b));
      if (off < least) { least = off; best = k; }
    }
    for (var k = j; k < (*all).count; k++) {
      let other = (*all).met[k];
      if (k != j && !isPiece(first, other)) { continue; }
      (*all).met[k].isOpen = k == best;
      (*all).met[k].ruler = best;
    }
    (*all).met[best].point = start + middle * along;
    (*all).met[best].isOnFeature = least <= 0.0;
  }
}
fn unitAlong(met: Met) -> vec3f { return bitcast<vec3f>(geometry[met.side + 3u].xyz); }
// The point of an edge; until edges are merged its own point is its start.
fn pointAlong(met: Met, at: f32) -> vec3f { return met.point + at * unitAlong(met); }
fn isPiece(a: Met, b: Met) -> bool {
  return b.kind == 1u && b.ruler == NO_RULER && geometry[a.record].z == geometry[b.record].z && length(cross(a.n, b.n)) <= SAME_NORMAL && dot(a.n, b.n) > 0.0;
}
// Whether all faces of one feature are faces of the other.
fn bounds(m: u32, inner: Met, outer: Met) -> bool {
  for (var k = 0u; k < facetsOf(inner); k++) {
    let plate = patchAround(m, inner, k);
    var isThere = false;
    for (var j = 0u; j < facetsOf(outer); j++) { if (patchAround(m, outer, j) == plate) { isThere = true; break; } }
    if (!isThere) { return false; }
  }
  return true;
}
// An edge or vertex touched along the normal of a face or edge that it bounds, and which is touched too, is the same contact.
fn closeRepeats(m: u32, all: ptr<function, Mets>) {
  for (var k = 0u; k < (*all).count; k++) {
    let each = (*all).met[k];
    if (each.kind == 0u || !each.isOpen) { continue; }
    for (var j = 0u; j < (*all).count; j++) {
      let other = (*all).met[j];
      if (!other.isOpen || other.kind >= each.kind || length(other.n - each.n) > SAME_NORMAL) { continue; }
      if (bounds(m, other, each)) { (*all).met[k].isOpen = false; break; }
    }
  }
}
// Is the body, moved by shift, farther inside a feature than depth? Into a corner (isSelf) the way leads through any of its faces.
fn isInside(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, k: u32, shift: vec3f, depth: f32, isSelf: bool) -> bool {
  let each = (*all).met[k];
  if ((each.kind == 2u || isSelf) && hasPoint(a, inBody(w, each.point - shift), depth)) { return true; }
  if (each.kind == 2u) { return false; }
  if (each.kind == 0u) {
    let plate = patchAt((*w).m, each.face);
    for (var q = 0u; q < (*w).count; q++) {
      if (((*w).patches[q] == plate || (isSelf && each.isInCorner)) && meetsFacet(w, a, (*w).facets[q], shift, depth)) { return true; }
    }
    return false;
  }
  for (var j = 0u; j < (*all).count; j++) {
    let piece = (*all).met[j];
    if (j != k && !(piece.kind == 1u && piece.ruler == k)) { continue; }
    let part = pieceOf(cornerOf((*w).x, piece.face, piece.side), a.radius, shift);
    if (part.isNear && meetsSegment(a, inBody(w, part.begin), inBody(w, part.to), depth)) { return true; }
  }
  return false;
}
// Whether the faces of two features hang together around the body, by facets that share vertices.
fn hangTogether(w: ptr<function, Around>, first: u32, second: u32) -> bool {
  var seen = vec4u(0u);
  for (var q = 0u; q < (*w).count; q++) { if ((*w).patches[q] == first) { seen[q >> 5u] |= 1u << (q & 31u); } }
  for (var round = 0u; round < 128u; round++) {
    var isMore = false;
    for (var q = 0u; q < (*w).count; q++) {
      if ((seen[q >> 5u] & (1u << (q & 31u))) != 0u) {
        if ((*w).patches[q] == second) { return true; }
        continue;
      }
      var isNext = false;
      for (var o = 0u; o < (*w).count && !isNext; o++) {
        if ((seen[o >> 5u] & (1u << (o & 31u))) != 0u) { isNext = (*w).patches[o] == (*w).patches[q] || shareVertex((*w).facets[q], (*w).facets[o]); }
      }
      if (isNext) { seen[q >> 5u] |= 1u << (q & 31u); isMore = true; }
    }
    if (!isMore) { break; }
  }
  return false;
}
fn shareVertex(a: u32, b: u32) -> bool {
  for (var k = 0u; k < sidesOf(a); k++) {
    let v = linksOf(sideOf(a, k)).w;
    for (var j = 0u; j < sidesOf(b); j++) { if (linksOf(sideOf(b, j)).w == v) { return true; } }
  }
  return false;
}
// By depth, then by what does not depend on the numbers of the facets.
fn isShallower(a: Met, b: Met) -> bool {
  if (a.overlap != b.overlap) { return a.overlap < b.overlap; }
  if (a.kind != b.kind) { return a.kind < b.kind; }
  let way = a.n - b.n;
  if (way.x != 0.0) { return way.x > 0.0; }
  if (way.y != 0.0) { return way.y > 0.0; }
  return way.z > 0.0;
}
// Leaves those open that are contacts: faces that the body reaches through, and of all those that no other one rules, where moving the body out at the other one does not end them sideways.
fn closeOthers(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>) {
  let count = (*all).count;
  let tolerance = TOUCH_DEPTH * a.radius;
  // Bits of those that rule each.
  var rulers = array<u32, ${MOST_MET}>();
  var any = 0u;
  // The questions about each one by itself come first.
  for (var t = 0u; t < count * (count + 1u); t++) {
    if (t == count) {
      mergeEdges(all);
      closeRepeats((*w).m, all);
    }
    let isSelf = t < count;
    let k = t % count;
    let j = select(t / count - 1u, k, isSelf);
    let each = (*all).met[k];
    let ruler = (*all).met[j];
    if (!each.isOpen || !ruler.isOpen || (j == k && !isSelf) || (isSelf && each.kind != 0u)) { continue; }
    if (!isSelf && ruler.overlap * dot(ruler.n, each.n) >= each.overlap - tolerance) { continue; }
    if (isInside(w, a, all, k, select(ruler.overlap * ruler.n, vec3f(0.0), isSelf), select(tolerance, 0.0, isSelf), isSelf)) { continue; }
    if (isSelf) { (*all).met[k].isOpen = false; continue; }
    if (!hangTogether(w, patchAround((*w).m, ruler, 0u), patchAround((*w).m, each, 0u))) { continue; }
    rulers[k] |= 1u << j;
    any |= 1u << k;
  }
  if (any == 0u) { return; }
  var open = 0u;
  for (var k = 0u; k < count; k++) { if ((*all).met[k].isOpen) { open |= 1u << k; } }
  var kept = 0u;
  loop {
    if (open == 0u) { break; }
    var chosen = 0u;
    var shallowest = 32u;
    for (var k = 0u; k < count; k++) {
      if (((open >> k) & 1u) == 0u) { continue; }
      var isFree = true;
      for (var j = 0u; j < count; j++) {
        if ((((rulers[k] & open) >> j) & 1u) == 0u) { continue; }
        if (((rulers[j] >> k) & 1u) == 0u || isShallower((*all).met[j], (*all).met[k])) { isFree = false; }
      }
      if (isFree) { chosen |= 1u << k; }
      if (shallowest == 32u) { shallowest = k; } else if (isShallower((*all).met[k], (*all).met[shallowest])) { shallowest = k; }
    }
    if (chosen == 0u) { chosen = 1u << shallowest; }
    kept |= chosen;
    open &= ~chosen;
    for (var k = 0u; k < count; k++) { if ((rulers[k] & chosen) != 0u) { open &= ~(1u << k); } }
  }
  for (var k = 0u; k < count; k++) { if (((kept >> k) & 1u) == 0u) { (*all).met[k].isOpen = false; } }
}
`;
