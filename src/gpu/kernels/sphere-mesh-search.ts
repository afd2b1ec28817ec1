// SPDX-License-Identifier: MIT
/**
 * WGSL: contacts of spheres with meshes by the Distance Hierarchy (Santasusana et al. 2016, section 5.2), as in
 * src/kernel/mesh/distance-hierarchy.ts, mesh by mesh: keeps the closest candidate, removes those it makes redundant,
 * and repeats until none is left.
 *
 * Few spheres are near a mesh, and a facet needs several dependent loads, so each sphere has several threads, its
 * lanes, which test one facet each. In each round they select the closest remaining candidate of the present mesh. All
 * spheres of a workgroup run the same rounds until the last is done. A lane with one facet tests it once; a lane with
 * more repeats the tests in every round.
 */

import { ONE_SIDED } from './mesh-geometry.ts';
import { distanceHierarchy } from './mesh-hierarchy.ts';
import { MESH_SHIFT, MOST_NOTED, NOTED_WORD } from './mesh-slots.ts';
import { hasFacets, type KernelForm } from './prelude.ts';

/** Threads of a workgroup, and of a sphere in it. */
export const SEARCH_GROUP = 64;
export const SEARCH_LANES = 8;
export const SEARCH_SLOTS = SEARCH_GROUP / SEARCH_LANES;
/** Workgroups at most, which then take spheres in turn: as many as the largest GPUs hold at once. */
const MOST_GROUPS = 4096;

/** Workgroups for so many slots: where there are no facets, each thread has a sphere. */
export function searchGroups(slots: number, form: KernelForm): number {
  return Math.min(Math.ceil(slots / (hasFacets(form) ? SEARCH_SLOTS : SEARCH_GROUP)), MOST_GROUPS);
}

/** `flatSine` is that of the angle at which facets count as one plane. */
export function meshSearch(flatSine: number): string {
  return /* wgsl */ `
${distanceHierarchy(flatSine)}
const SLOTS = ${SEARCH_SLOTS}u;
// The closest candidate of each lane; how many contacts each sphere has so far; spheres that go on.
var<workgroup> closest: array<Candidate, ${SEARCH_GROUP}>;
var<workgroup> counts: array<u32, SLOTS>;
var<workgroup> going: array<u32, SLOTS>;
${NOTED_WORD}

// The mesh at hand: where the sphere is in its frame, its facets there, and which of them are left to this lane, a bit
// each of the first 32.
struct Look { m: u32, x: At, faces: u32, isTwoSided: bool, range: vec2u, left: u32 }
fn lookAt(meshes: vec2u, position: vec3u, cell: vec3u, noted: u32) -> Look {
  let m = select(32u + firstTrailingBit(meshes.y), firstTrailingBit(meshes.x), meshes.x != 0u);
  let x = locate(m, position, cell);
  let mesh = geometry[2u * m + 1u];
  var range = vec2u(1u, noted + 1u);
  if (noted > ${MOST_NOTED}u) { range = facetsAt(m, x); }
  return Look(m, x, mesh.w, (mesh.z & ${ONE_SIDED}u) == 0u, range, 0xffffffffu);
}

// Contacts of the sphere of a slot to \`found\` and their number to \`counts\`: one more than there is room for where
// they are more. Every lane of the workgroup has to come here.
fn findContacts(slot: u32, isOne: bool, local: u32, header: vec4u) {
  let s = local / LANES;
  let lane = local % LANES;
  var meshes = facetMeshes(header.zw);
  var noted = 0u;
  var me = vec4u(0u);
  var cell = vec3u(0u);
  var look = Look();
  if (isOne) {
    noted = notedWord(slot, 0u);
    me = position[header.x];
    cell = unpackCell(spin[header.x].w);
  }
  let isNoted = noted <= ${MOST_NOTED}u;
  let radius = radiusOf(me.w);
  var isGoing = isOne && any(meshes != vec2u(0u));
  var isNewMesh = true;
  var first = 0u;
  var count = 0u;
  // The candidate that the lane has looked at last, and where that is in the range.
  var c = NOTHING;
  var known = 0xffffffffu;
  loop {
    var best = NOTHING;
    var bestBit = 0u;
    if (isGoing) {
      if (isNewMesh) {
        look = lookAt(meshes, me.xyz, cell, noted);
        first = count;
        known = 0xffffffffu;
      }
      for (var k = lane; k < look.range.y - look.range.x; k += LANES) {
        let bit = select(0u, 1u << ((k / LANES) & 31u), k / LANES < 32u);
        if (bit != 0u && (look.left & bit) == 0u) { continue; }
        if (k != known) {
          var face = 0u;
          if (isNoted) {
            let word = notedWord(slot, look.range.x + k);
            if (word >> ${MESH_SHIFT}u != look.m) { look.left &= ~bit; continue; }
            face = look.faces + FACET * (word & 0xffffffu);
          } else { face = wordAt(look.range.x + k); }
          c = candidateOf(face, look.x, radius, select(radius, -1.0, look.isTwoSided));
          known = k;
        }
        var goes = c.squared < 0.0;
        for (var q = first; q < count && !goes; q++) { goes = isRedundant(c.point, found[MOST_CONTACTS * s + q]); }
        if (goes) { look.left &= ~bit; continue; }
        if (comesBefore(c, best)) { best = c; bestBit = bit; }
      }
    }
    closest[local] = best;
    workgroupBarrier();
    if (isGoing) {
      var top = NOTHING;
      var winner = LANES;
      for (var q = 0u; q < LANES; q++) {
        let other = closest[LANES * s + q];
        if (other.squared >= 0.0 && comesBefore(other, top)) { top = other; winner = q; }
      }
      if (winner < LANES) {
        if (winner == lane) {
          look.left &= ~bestBit;
          if (count < MOST_CONTACTS) {
            found[MOST_CONTACTS * s + count] = keep(best, look.m, look.x, look.isTwoSided, me.w);
          }
        }
        count++;
        isGoing = count <= MOST_CONTACTS;
      } else {
        if (meshes.x != 0u) { meshes.x &= meshes.x - 1u; } else { meshes.y &= meshes.y - 1u; }
        isGoing = any(meshes != vec2u(0u));
      }
      isNewMesh = winner == LANES;
    }
    if (lane == 0u) { going[s] = u32(isGoing); counts[s] = count; }
    let all = workgroupUniformLoad(&going);
    var still = 0u;
    for (var q = 0u; q < SLOTS; q++) { still |= all[q]; }
    if (still == 0u) { break; }
  }
}
`;
}
