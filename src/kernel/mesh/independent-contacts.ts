// SPDX-License-Identifier: MIT
/**
 * Removes redundant contacts with features of a mesh. Each feature has its own tangent cone; where the mesh is convex,
 * as at the rim of a table, several describe one overlap, and separating the body at one of them ends the others too.
 */
import { F, I } from '../memory.ts';
import { distanceTo, isDeeper } from './body-questions.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_ENDS,
  BOUNDARY_EDGE_FACETS,
  BOUNDARY_EDGE_OFFSETS,
  BOUNDARY_OFFSETS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_PATCH_SIZES,
  CONE_PATCH_COUNT,
  CONTACT_DISTANCE,
  CONTACT_END_RULE,
  CONTACT_FACET,
  CONTACT_FEATURE,
  CONTACT_FEATURE_ID,
  CONTACT_FIRST_RULE,
  CONTACT_FLAGS,
  CONTACT_GROUP,
  CONTACT_NORMAL,
  CONTACT_PART,
  CONTACT_POINT,
  CONTACT_STATE,
  CONTACT_STRIDE,
  IS_ON_FEATURE,
  QUERY_BOUNDARY,
  QUERY_CODE,
  QUERY_CONTACT_COUNT,
  QUERY_CONTACTS,
  QUERY_DONE,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_GROUP_PATCHES,
  QUERY_KEPT_COUNT,
  QUERY_NEEDS_ROOM,
  QUERY_NUMBER,
  QUERY_ORDER,
  QUERY_ROOM,
  QUERY_RULE_COUNT,
  QUERY_RULE_ROOM,
  QUERY_RULES,
  QUERY_SIZE,
  QUERY_TOUCHED,
  QUERY_TOUCHED_COUNT,
  QUERY_VECTORS,
} from './boundary-layout.ts';
import { readPoint, SAME_NORMAL_SINE } from './edge-contacts.ts';
import { connectPatches, isInBox, partOf } from './facet-groups.ts';
import { facetAt, pointAt, segmentAt } from './feature-blocks.ts';
import { FEATURE_EDGE, FEATURE_FACET, FEATURE_VERTEX } from './mesh-layout.ts';
import { patchesOfCone } from './vertex-contacts.ts';

/** Overlap that counts as zero, relative to the body: the accuracy for curved bodies. */
const TOUCH_TOLERANCE: f64 = 1.0e-8;
/**
 * Limits per connected part of the mesh: contacts that may make others redundant, deepest first, and tests per contact.
 * Beyond them contacts count as independent, so the time is bounded by their number.
 */
const MOST_RULERS: i32 = 1024;
const QUESTIONS_PER_CONTACT: i32 = 64;
/** Up to so many overlaps `isOnePart` compares with each other. */
const MOST_NEIGHBOURS: i32 = 8;

// States of a contact.
const IS_OPEN: i32 = 0;
const IS_REDUNDANT: i32 = 1;
const IS_KEPT: i32 = 2;
const IS_CHOSEN: i32 = 3;

// Scratch at QUERY_VECTORS: ends of an edge.
const FROM: i32 = 0;
const TO: i32 = 3;

function contactAt(q: i32, k: i32): i32 {
  return I[2 * q + QUERY_CONTACTS] + CONTACT_STRIDE * k;
}

/** Number of patches around the feature of a contact; some of an edge may be named twice. */
export function patchCountOf(q: i32, contact: i32): i32 {
  const feature: i32 = I[2 * contact + CONTACT_FEATURE];
  if (feature === FEATURE_FACET) return 1;
  if (feature !== FEATURE_EDGE) return I[2 * I[2 * contact + CONTACT_GROUP] + CONE_PATCH_COUNT];
  const offsets: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_EDGE_OFFSETS] + I[2 * contact + CONTACT_FEATURE_ID];
  return I[offsets + 1] - I[offsets];
}

/** Patch k around the feature of a contact. */
export function patchOf(q: i32, contact: i32, k: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const feature: i32 = I[2 * contact + CONTACT_FEATURE];
  const group: i32 = I[2 * contact + CONTACT_GROUP];
  if (feature === FEATURE_FACET) return I[I[2 * q + QUERY_GROUP_PATCHES] + group];
  if (feature !== FEATURE_EDGE) return I[patchesOfCone(group) + k];
  const first: i32 = I[I[b + BOUNDARY_EDGE_OFFSETS] + I[2 * contact + CONTACT_FEATURE_ID]];
  return I[I[b + BOUNDARY_PATCH_OF_FACET] + I[I[b + BOUNDARY_EDGE_FACETS] + first + k]];
}

function hasPatch(q: i32, contact: i32, patch: i32): bool {
  const count: i32 = patchCountOf(q, contact);
  for (let k: i32 = 0; k < count; k++) if (patchOf(q, contact, k) === patch) return true;
  return false;
}

/**
 * True if `other` is a contact along the same normal with a facet or edge that the feature of `each` bounds, or at the
 * same point, with an edge that comes before that of `each`: where edges meet, a point is on all of them.
 */
function isRepeated(q: i32, each: i32, other: i32): bool {
  // Facets have the largest number, vertices the least.
  const feature: i32 = I[2 * each + CONTACT_FEATURE];
  const isEdgeBefore: bool =
    feature === FEATURE_EDGE &&
    I[2 * other + CONTACT_FEATURE] === FEATURE_EDGE &&
    I[2 * other + CONTACT_FEATURE_ID] < I[2 * each + CONTACT_FEATURE_ID];
  if (!isEdgeBefore && !(I[2 * other + CONTACT_FEATURE] > feature)) return false;
  let squared: f64 = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const off: f64 = F[other + CONTACT_NORMAL + c] - F[each + CONTACT_NORMAL + c];
    squared += off * off;
  }
  if (!(Math.sqrt(squared) <= SAME_NORMAL_SINE)) return false;
  if (isEdgeBefore) {
    let apart: f64 = 0.0;
    for (let c: i32 = 0; c < 3; c++) {
      const off: f64 = F[other + CONTACT_POINT + c] - F[each + CONTACT_POINT + c];
      apart += off * off;
    }
    return Math.sqrt(apart) <= SAME_NORMAL_SINE * F[q + QUERY_SIZE];
  }
  const count: i32 = patchCountOf(q, other);
  for (let k: i32 = 0; k < count; k++) if (!hasPatch(q, each, patchOf(q, other, k))) return false;
  return true;
}

/** Leaves the contacts that are independent of each other in QUERY_ORDER, by distance, then by facet. */
export function keepIndependent(q: i32): void {
  const h: i32 = 2 * q;
  const count: i32 = I[h + QUERY_CONTACT_COUNT];
  const order: i32 = I[h + QUERY_ORDER];
  let found: i32 = 0;
  let overlaps: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const each: i32 = contactAt(q, k);
    I[2 * each + CONTACT_STATE] = IS_OPEN;
    for (let j: i32 = 0; j < count; j++) {
      if (j !== k && isRepeated(q, each, contactAt(q, j))) {
        I[2 * each + CONTACT_STATE] = IS_REDUNDANT;
        break;
      }
    }
    if (I[2 * each + CONTACT_STATE] !== IS_OPEN) continue;
    found++;
    if (F[each + CONTACT_DISTANCE] < 0.0) overlaps++;
  }
  if (found > 1 && overlaps > 0) {
    findRules(q, count);
    removeRuled(q, count);
  }
  let kept: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const state: i32 = I[2 * contactAt(q, k) + CONTACT_STATE];
    if (state === IS_REDUNDANT) continue;
    let at: i32 = kept;
    for (; at > 0 && comesBefore(contactAt(q, k), contactAt(q, I[order + at - 1])); at--)
      I[order + at] = I[order + at - 1];
    I[order + at] = k;
    kept++;
  }
  I[h + QUERY_KEPT_COUNT] = kept;
}

function comesBefore(a: i32, b: i32): bool {
  if (F[a + CONTACT_DISTANCE] !== F[b + CONTACT_DISTANCE]) return F[a + CONTACT_DISTANCE] < F[b + CONTACT_DISTANCE];
  return I[2 * a + CONTACT_FACET] < I[2 * b + CONTACT_FACET];
}

/** The connected part of the mesh that a contact is on. */
function partOfContact(q: i32, contact: i32): i32 {
  const count: i32 = patchCountOf(q, contact);
  let least: i32 = patchOf(q, contact, 0);
  for (let k: i32 = 1; k < count; k++) {
    const patch: i32 = patchOf(q, contact, k);
    if (patch < least) least = patch;
  }
  return partOf(q, least);
}

/** True if two facets in the body's box have a common vertex. */
function haveCommonVertex(q: i32, f: i32, g: i32): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  if (!isInBox(q, f) || !isInBox(q, g)) return false;
  const corners: i32 = I[b + BOUNDARY_CORNERS];
  for (let i: i32 = I[I[b + BOUNDARY_OFFSETS] + f]; i < I[I[b + BOUNDARY_OFFSETS] + f + 1]; i++) {
    for (let k: i32 = I[I[b + BOUNDARY_OFFSETS] + g]; k < I[I[b + BOUNDARY_OFFSETS] + g + 1]; k++) {
      if (I[corners + i] === I[corners + k]) return true;
    }
  }
  return false;
}

/** True if two contacts are surely on one connected part: on patches with a common vertex, or around one patch. */
function areOnOnePart(q: i32, each: i32, other: i32): bool {
  const patches: i32 = I[2 * I[2 * q + QUERY_BOUNDARY] + BOUNDARY_PATCH_OF_FACET];
  const f: i32 = I[2 * each + CONTACT_FACET];
  const g: i32 = I[2 * other + CONTACT_FACET];
  return I[patches + f] === I[patches + g] || haveCommonVertex(q, f, g);
}

/**
 * True if the overlaps are surely all on one connected part of the mesh: each beside another. Mostly they are, and the
 * parts need not be told from all facets around the body.
 */
function isOnePart(q: i32, count: i32): bool {
  let overlaps: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const each: i32 = contactAt(q, k);
    I[2 * each + CONTACT_PART] = 0;
    if (!isOpenOverlap(each)) continue;
    if (overlaps === 0) I[2 * each + CONTACT_PART] = 1;
    overlaps++;
  }
  if (overlaps > MOST_NEIGHBOURS) return false;
  for (let reached: i32 = 1; reached < overlaps; ) {
    const before: i32 = reached;
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      if (!isOpenOverlap(each) || I[2 * each + CONTACT_PART] === 1) continue;
      for (let i: i32 = 0; i < count; i++) {
        const other: i32 = contactAt(q, i);
        if (I[2 * other + CONTACT_PART] !== 1 || !areOnOnePart(q, each, other)) continue;
        I[2 * each + CONTACT_PART] = 1;
        reached++;
        break;
      }
    }
    if (reached === before) return false;
  }
  return true;
}

function isOpenOverlap(contact: i32): bool {
  return I[2 * contact + CONTACT_STATE] === IS_OPEN && F[contact + CONTACT_DISTANCE] < 0.0;
}

/**
 * Finds which contacts make which redundant: one does so if moving the body out along its normal ends that overlap too,
 * without moving it out along the other normal: the body then leaves the other feature sideways. For that it moves at
 * least as far as a point of the feature is inside it. Only pairs where that is possible are tested: few, unless a body
 * is deep in a convex mesh.
 */
function findRules(q: i32, count: i32): void {
  const h: i32 = 2 * q;
  const order: i32 = I[h + QUERY_ORDER];
  const tolerance: f64 = TOUCH_TOLERANCE * F[q + QUERY_SIZE];
  const isAllOne: bool = isOnePart(q, count);
  if (!isAllOne) connectPatches(q);
  I[h + QUERY_RULE_COUNT] = 0;
  // Overlaps, deepest first.
  let overlaps: i32 = 0;
  for (let k: i32 = 0; k < count; k++) {
    const each: i32 = contactAt(q, k);
    I[2 * each + CONTACT_FIRST_RULE] = 0;
    I[2 * each + CONTACT_END_RULE] = 0;
    if (!isOpenOverlap(each)) continue;
    I[2 * each + CONTACT_PART] = isAllOne ? 0 : partOfContact(q, each);
    let at: i32 = overlaps;
    for (; at > 0 && F[contactAt(q, I[order + at - 1]) + CONTACT_DISTANCE] > F[each + CONTACT_DISTANCE]; at--)
      I[order + at] = I[order + at - 1];
    I[order + at] = k;
    overlaps++;
  }
  for (let i: i32 = 0; i < overlaps; i++) {
    const each: i32 = contactAt(q, I[order + i]);
    I[2 * each + CONTACT_FIRST_RULE] = I[h + QUERY_RULE_COUNT];
    findRulersOf(q, each, overlaps, tolerance);
    I[2 * each + CONTACT_END_RULE] = I[h + QUERY_RULE_COUNT];
  }
}

function findRulersOf(q: i32, each: i32, overlaps: i32, tolerance: f64): void {
  const h: i32 = 2 * q;
  const order: i32 = I[h + QUERY_ORDER];
  const isOnFeature: bool = (I[2 * each + CONTACT_FLAGS] & IS_ON_FEATURE) !== 0;
  const depth: f64 = -F[each + CONTACT_DISTANCE];
  let least: f64 = isOnFeature ? -1.0 : 0.0;
  let questions: i32 = QUESTIONS_PER_CONTACT;
  let rulers: i32 = 0;
  for (let i: i32 = 0; i < overlaps && questions > 0 && rulers < MOST_RULERS; i++) {
    const ruler: i32 = contactAt(q, I[order + i]);
    if (I[2 * ruler + CONTACT_PART] !== I[2 * each + CONTACT_PART]) continue;
    rulers++;
    const way: f64 = -F[ruler + CONTACT_DISTANCE];
    const x: f64 = way * F[ruler + CONTACT_NORMAL];
    const y: f64 = way * F[ruler + CONTACT_NORMAL + 1];
    const z: f64 = way * F[ruler + CONTACT_NORMAL + 2];
    const n: i32 = each + CONTACT_NORMAL;
    if (ruler === each || x * F[n] + y * F[n + 1] + z * F[n + 2] >= depth - tolerance) continue;
    if (least < 0.0) {
      const p: i32 = each + CONTACT_POINT;
      const inside: f64 = -distanceTo(q, pointAt(q, F[p], F[p + 1], F[p + 2])) - tolerance;
      least = inside > 0.0 ? inside : 0.0;
    }
    if (way < least) break;
    questions--;
    if (isInside(q, each, x, y, z, tolerance)) continue;
    if (I[h + QUERY_CODE] !== QUERY_DONE) return;
    if (I[h + QUERY_RULE_COUNT] === I[h + QUERY_RULE_ROOM]) {
      I[h + QUERY_CODE] = QUERY_NEEDS_ROOM;
      I[h + QUERY_NUMBER] = 2 * I[h + QUERY_ROOM];
      return;
    }
    I[I[h + QUERY_RULES] + I[h + QUERY_RULE_COUNT]] = I[order + i];
    I[h + QUERY_RULE_COUNT] = I[h + QUERY_RULE_COUNT] + 1;
  }
}

/** True if the body, moved by (x, y, z), is deeper in the feature of a contact than `depth`. */
function isInside(q: i32, contact: i32, x: f64, y: f64, z: f64, depth: f64): bool {
  const h: i32 = 2 * q;
  const feature: i32 = I[2 * contact + CONTACT_FEATURE];
  const group: i32 = I[2 * contact + CONTACT_GROUP];
  // A point of the feature as deep in the body proves it, mostly by a closed form; a vertex has no other. That of a
  // face of several facets is on its mean plane, and may be off them.
  const p: i32 = contact + CONTACT_POINT;
  const sizes: i32 = I[2 * I[h + QUERY_BOUNDARY] + BOUNDARY_PATCH_SIZES];
  const isOnFeature: bool =
    (I[2 * contact + CONTACT_FLAGS] & IS_ON_FEATURE) !== 0 &&
    (feature !== FEATURE_FACET || I[sizes + patchOf(q, contact, 0)] === 1);
  if (isOnFeature && isDeeper(q, pointAt(q, F[p], F[p + 1], F[p + 2]), x, y, z, depth)) return true;
  if (feature === FEATURE_VERTEX) return false;
  if (feature === FEATURE_FACET) {
    for (let i: i32 = I[I[h + QUERY_GROUP_FIRST] + group]; i < I[I[h + QUERY_GROUP_FIRST] + group + 1]; i++) {
      if (isDeeper(q, facetAt(q, I[I[h + QUERY_GROUP_FACETS] + i]), x, y, z, depth)) return true;
    }
    return false;
  }
  const ends: i32 = I[2 * I[h + QUERY_BOUNDARY] + BOUNDARY_EDGE_ENDS];
  for (let k: i32 = 0; k < I[h + QUERY_TOUCHED_COUNT]; k++) {
    const touched: i32 = I[h + QUERY_TOUCHED] + 2 * k;
    if (I[touched + 1] !== group) continue;
    readPoint(q, I[ends + 2 * I[touched]], q + QUERY_VECTORS + FROM);
    readPoint(q, I[ends + 2 * I[touched] + 1], q + QUERY_VECTORS + TO);
    if (isDeeper(q, segmentAt(q, q + QUERY_VECTORS + FROM, q + QUERY_VECTORS + TO), x, y, z, depth)) return true;
  }
  return false;
}

/** True if contact j makes contact k redundant. */
function isRuledBy(q: i32, k: i32, j: i32): bool {
  const each: i32 = contactAt(q, k);
  for (let i: i32 = I[2 * each + CONTACT_FIRST_RULE]; i < I[2 * each + CONTACT_END_RULE]; i++) {
    if (I[I[2 * q + QUERY_RULES] + i] === j) return true;
  }
  return false;
}

/** By depth, then by what does not depend on the numbers of the facets. */
function isShallower(a: i32, b: i32): bool {
  if (F[a + CONTACT_DISTANCE] !== F[b + CONTACT_DISTANCE]) return F[a + CONTACT_DISTANCE] > F[b + CONTACT_DISTANCE];
  if (I[2 * a + CONTACT_FEATURE] !== I[2 * b + CONTACT_FEATURE])
    return I[2 * a + CONTACT_FEATURE] > I[2 * b + CONTACT_FEATURE];
  for (let c: i32 = 0; c < 3; c++) {
    const off: f64 = F[a + CONTACT_NORMAL + c] - F[b + CONTACT_NORMAL + c];
    if (off !== 0.0) return off > 0.0;
  }
  return false;
}

/** True if an open contact makes contact k redundant; of two that do so mutually the shallower one does. */
function isDominated(q: i32, k: i32): bool {
  const each: i32 = contactAt(q, k);
  for (let i: i32 = I[2 * each + CONTACT_FIRST_RULE]; i < I[2 * each + CONTACT_END_RULE]; i++) {
    const j: i32 = I[I[2 * q + QUERY_RULES] + i];
    const ruler: i32 = contactAt(q, j);
    if (I[2 * ruler + CONTACT_STATE] !== IS_OPEN) continue;
    if (!isRuledBy(q, j, k) || isShallower(ruler, each)) return true;
  }
  return false;
}

/**
 * Chooses the contacts that stay: those that none makes redundant, or, where they do so in a ring, the shallowest,
 * which is the minimum translation. What they make redundant goes.
 */
function removeRuled(q: i32, count: i32): void {
  for (;;) {
    let open: i32 = 0;
    let chosen: i32 = 0;
    let best: i32 = -1;
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      if (I[2 * each + CONTACT_STATE] !== IS_OPEN) continue;
      open++;
      if (best < 0 || isShallower(each, contactAt(q, best))) best = k;
    }
    if (open === 0) return;
    // States change only when all have been looked at.
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      I[2 * each + CONTACT_PART] = I[2 * each + CONTACT_STATE] === IS_OPEN && !isDominated(q, k) ? 1 : 0;
      chosen += I[2 * each + CONTACT_PART];
    }
    if (chosen === 0) I[2 * contactAt(q, best) + CONTACT_PART] = 1;
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      if (I[2 * each + CONTACT_PART] === 1) I[2 * each + CONTACT_STATE] = IS_CHOSEN;
    }
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      if (I[2 * each + CONTACT_STATE] !== IS_OPEN) continue;
      for (let i: i32 = I[2 * each + CONTACT_FIRST_RULE]; i < I[2 * each + CONTACT_END_RULE]; i++) {
        if (I[2 * contactAt(q, I[I[2 * q + QUERY_RULES] + i]) + CONTACT_STATE] === IS_CHOSEN)
          I[2 * each + CONTACT_STATE] = IS_REDUNDANT;
      }
    }
    for (let k: i32 = 0; k < count; k++) {
      const each: i32 = contactAt(q, k);
      if (I[2 * each + CONTACT_STATE] === IS_CHOSEN) I[2 * each + CONTACT_STATE] = IS_KEPT;
    }
  }
}
