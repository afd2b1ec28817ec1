// SPDX-License-Identifier: MIT
/**
 * WGSL: selects the contacts among the features that a body touches, as in
 * src/narrow-phase/double-hierarchy/independent-contacts.ts: removes duplicates, merges the pieces of one edge, and
 * removes a contact that ends when the body is moved out at another one, sideways.
 */
import { MOST_MET } from './convex-mesh-around.ts';

export const RULES = /* wgsl */ `
const NO_RULER = 99u;
fn addMet(all: ptr<function, Mets>, met: Met) {
  if ((*all).count < ${MOST_MET}u) { (*all).met[(*all).count] = met; }
  (*all).count++;
}
// Edges that are touched the same way and are pieces of one become the one that the middle is nearest to; the others
// stay behind it as closed ones with its number.
fn mergeEdges(all: ptr<function, Mets>) {
  for (var j = 0u; j < (*all).count; j++) {
    if ((*all).met[j].kind != 1u || (*all).met[j].ruler != NO_RULER) { continue; }
    let start = (*all).met[j].point;
    let along = unitAlong((*all).met[j].side);
    var covered = 0.0;
    var moment2 = 0.0;
    var middle = 0.0;
    var best = j;
    var least = 3.0e38;
    // First the middle of what is touched, then the piece that it is on, then all others are closed.
    for (var round = 0u; round < 3u; round++) {
      for (var k = j; k < (*all).count; k++) {
        if (k != j && !isPiece(all, j, k)) { continue; }
        let offset = (*all).met[k].point - start;
        let other = unitAlong((*all).met[k].side);
        let low = dot(offset + (*all).met[k].low * other, along);
        let high = dot(offset + (*all).met[k].high * other, along);
        if (round == 0u) {
          if (k == j) { middle = low; }
          covered += abs(high - low);
          moment2 += abs(high - low) * 0.5 * (low + high);
        } else if (round == 1u) {
          let off = max(min(low, high) - middle, middle - max(low, high));
          if (off < least) { least = off; best = k; }
        } else if (k != j) {
          (*all).met[k].isOpen = k == best;
          (*all).met[k].ruler = best;
        }
      }
      if (round == 0u && covered > 0.0) { middle = moment2 / covered; }
    }
    (*all).met[j].isOpen = j == best;
    (*all).met[j].ruler = best;
    (*all).met[best].point = start + middle * along;
  }
}
fn unitAlong(side: u32) -> vec3f { return bitcast<vec3f>(geometry[side + 3u].xyz); }
// Until edges are merged their own point is their start.
fn isPiece(all: ptr<function, Mets>, j: u32, k: u32) -> bool {
  if ((*all).met[k].kind != 1u || (*all).met[k].ruler != NO_RULER ||
    geometry[(*all).met[j].record].z != geometry[(*all).met[k].record].z) {
    return false;
  }
  let difference = (*all).met[j].n - (*all).met[k].n;
  return dot(difference, difference) <= SAME_NORMAL * SAME_NORMAL;
}
// Whether all faces of one feature are faces of the other.
fn bounds(m: u32, all: ptr<function, Mets>, inner: u32, outer: u32) -> bool {
  let innerCount = facetsOf(all, inner);
  let outerCount = facetsOf(all, outer);
  for (var k = 0u; k < innerCount; k++) {
    var isThere = false;
    for (var j = 0u; j < outerCount && !isThere; j++) {
      isThere = patchAround(m, all, outer, j) == patchAround(m, all, inner, k);
    }
    if (!isThere) { return false; }
  }
  return true;
}
// An edge or vertex touched along the normal of a face or edge that it bounds, and which is touched too, is the same
// contact.
fn closeRepeats(m: u32, all: ptr<function, Mets>) {
  for (var k = 0u; k < (*all).count; k++) {
    for (var j = 0u; j < (*all).count && (*all).met[k].isOpen; j++) {
      let difference = (*all).met[j].n - (*all).met[k].n;
      if (!(*all).met[j].isOpen || (*all).met[j].kind >= (*all).met[k].kind ||
        dot(difference, difference) > SAME_NORMAL * SAME_NORMAL) {
        continue;
      }
      if (bounds(m, all, j, k)) { (*all).met[k].isOpen = false; }
    }
  }
}
// Is the body, moved by shift, farther inside a feature than depth? Into a corner (isSelf) the way leads through any of
// its faces.
fn isInside(w: ptr<function, Around>, a: Body, all: ptr<function, Mets>, k: u32, shift: vec3f, depth: f32,
  isSelf: bool) -> bool {
  let kind = (*all).met[k].kind;
  if ((kind == 2u || isSelf) && hasPoint(a, inBody(w, (*all).met[k].point - shift), depth)) { return true; }
  if (kind == 2u) { return false; }
  // The facets of a face, or the pieces of an edge; that at the point of the contact, which is the likeliest, comes
  // first.
  let plate = patchAround((*w).m, all, k, 0u);
  let isAny = isSelf && (*all).met[k].isInCorner;
  for (var o = 0u; o <= select((*all).count, (*w).count, kind == 0u); o++) {
    let q = max(o, 1u) - 1u;
    var isAsked = o == 0u;
    var face = (*all).met[k].face;
    var side = select((*all).met[k].side, 0u, kind == 0u);
    if (o > 0u && kind == 0u) {
      isAsked = isAny || (*w).patches[q] == plate;
      face = (*w).facets[q];
    } else if (o > 0u) {
      isAsked = q != k && (*all).met[q].kind == 1u && (*all).met[q].ruler == k;
      face = (*all).met[q].face;
      side = (*all).met[q].side;
    }
    if (isAsked && meetsFacet(w, a, face, side, shift, depth)) { return true; }
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
        if ((seen[o >> 5u] & (1u << (o & 31u))) != 0u) {
          isNext = (*w).patches[o] == (*w).patches[q] || shareVertex((*w).facets[q], (*w).facets[o]);
        }
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
fn isShallower(all: ptr<function, Mets>, j: u32, k: u32) -> bool {
  let deeper = (*all).met[k].overlap - (*all).met[j].overlap;
  if (deeper != 0.0) { return deeper > 0.0; }
  if ((*all).met[j].kind != (*all).met[k].kind) { return (*all).met[j].kind < (*all).met[k].kind; }
  let difference = (*all).met[j].n - (*all).met[k].n;
  return select(select(difference.z > 0.0, difference.y > 0.0, difference.y != 0.0), difference.x > 0.0,
    difference.x != 0.0);
}
// Leaves those open that are contacts: faces that the body reaches through, and of all those that no other one rules,
// where moving the body out at the other one does not end them sideways.
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
    if (!(*all).met[k].isOpen || !(*all).met[j].isOpen || (j == k && !isSelf) || (isSelf && (*all).met[k].kind != 0u)) {
      continue;
    }
    let shift = select((*all).met[j].overlap * (*all).met[j].n, vec3f(0.0), isSelf);
    if (!isSelf && dot(shift, (*all).met[k].n) >= (*all).met[k].overlap - tolerance) { continue; }
    if (isInside(w, a, all, k, shift, select(tolerance, 0.0, isSelf), isSelf)) { continue; }
    if (isSelf) { (*all).met[k].isOpen = false; continue; }
    if (!hangTogether(w, patchAround((*w).m, all, j, 0u), patchAround((*w).m, all, k, 0u))) { continue; }
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
    for (var k = 0u; k < count; k++) {
      if (((open >> k) & 1u) == 0u) { continue; }
      var isFree = true;
      for (var j = 0u; j < count; j++) {
        if ((((rulers[k] & open) >> j) & 1u) == 0u) { continue; }
        if (((rulers[j] >> k) & 1u) == 0u || isShallower(all, j, k)) { isFree = false; }
      }
      if (isFree) { chosen |= 1u << k; }
    }
    // Of those that rule each other in a ring the shallowest.
    if (chosen == 0u) {
      var shallowest = firstTrailingBit(open);
      for (var k = 0u; k < count; k++) {
        if (((open >> k) & 1u) != 0u && (*all).met[k].overlap < (*all).met[shallowest].overlap) { shallowest = k; }
      }
      chosen = 1u << shallowest;
    }
    kept |= chosen;
    open &= ~chosen;
    for (var k = 0u; k < count; k++) { if ((rulers[k] & chosen) != 0u) { open &= ~(1u << k); } }
  }
  for (var k = 0u; k < count; k++) { if (((kept >> k) & 1u) == 0u) { (*all).met[k].isOpen = false; } }
}
`;
