// SPDX-License-Identifier: MIT
/** The facets around a body by the plane patch that they belong to, and the connected parts of the mesh they make. */
import { F, I } from '../memory.ts';
import {
  BOUNDARY_CORNERS,
  BOUNDARY_EDGE_COUNT,
  BOUNDARY_EDGE_MARKS,
  BOUNDARY_MARK,
  BOUNDARY_OFFSETS,
  BOUNDARY_PATCH_COUNT,
  BOUNDARY_PATCH_GROUPS,
  BOUNDARY_PATCH_MARKS,
  BOUNDARY_PATCH_OF_FACET,
  BOUNDARY_POINTS,
  BOUNDARY_VERTEX_COUNT,
  BOUNDARY_VERTEX_GROUPS,
  BOUNDARY_VERTEX_MARKS,
  FACET_NUMBER,
  QUERY_AROUND,
  QUERY_AROUND_COUNT,
  QUERY_BOUNDARY,
  QUERY_FACET_COUNT,
  QUERY_FACETS,
  QUERY_GROUP_COUNT,
  QUERY_GROUP_FACETS,
  QUERY_GROUP_FIRST,
  QUERY_GROUP_PARENTS,
  QUERY_GROUP_PATCHES,
  QUERY_GROUP_TOUCHED,
  QUERY_HIGH,
  QUERY_LOW,
  QUERY_MARK,
  QUERY_MET,
  QUERY_MORE,
  QUERY_ORIGIN,
} from './boundary-layout.ts';

/** Marks are cleared when their number exceeds this, before it overflows an i32. */
const LAST_MARK: i32 = 2000000000;

function clear(list: i32, count: i32): void {
  for (let k: i32 = 0; k < count; k++) I[list + k] = 0;
}

/**
 * Begins a query: the marks of groups, edges and vertices that it sets are QUERY_MARK, those of `connectPatches` one
 * more, those of the patches that the body may touch two more.
 */
export function beginMarks(q: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  if (I[b + BOUNDARY_MARK] > LAST_MARK) {
    clear(I[b + BOUNDARY_EDGE_MARKS], I[b + BOUNDARY_EDGE_COUNT]);
    clear(I[b + BOUNDARY_VERTEX_MARKS], I[b + BOUNDARY_VERTEX_COUNT]);
    clear(I[b + BOUNDARY_PATCH_MARKS], I[b + BOUNDARY_PATCH_COUNT]);
    I[b + BOUNDARY_MARK] = 0;
  }
  I[2 * q + QUERY_MARK] = I[b + BOUNDARY_MARK] + 1;
  I[b + BOUNDARY_MARK] = I[b + BOUNDARY_MARK] + 3;
}

/** Groups the facets that the body may touch or be behind by patch; in a group they rise. */
export function makeGroups(q: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const h: i32 = 2 * q;
  const patchOfFacet: i32 = I[b + BOUNDARY_PATCH_OF_FACET];
  const marks: i32 = I[b + BOUNDARY_PATCH_MARKS];
  const groupOf: i32 = I[b + BOUNDARY_PATCH_GROUPS];
  const facets: i32 = I[h + QUERY_FACETS];
  const first: i32 = I[h + QUERY_GROUP_FIRST];
  const count: i32 = I[h + QUERY_FACET_COUNT];
  const touched: i32 = I[h + QUERY_GROUP_TOUCHED];
  let groups: i32 = 0;
  // The number of facets of group g is counted at g + 1.
  for (let i: i32 = 0; i < count; i++) {
    const patch: i32 = I[patchOfFacet + I[facets + i]];
    if (I[marks + patch] !== I[h + QUERY_MARK]) {
      I[marks + patch] = I[h + QUERY_MARK];
      I[groupOf + patch] = groups;
      I[I[h + QUERY_GROUP_PATCHES] + groups] = patch;
      I[touched + groups] = 0;
      groups++;
      I[first + groups] = 0;
    }
    if (I[I[h + QUERY_MET] + i] !== 0) I[touched + I[groupOf + patch]] = 1;
    const next: i32 = first + I[groupOf + patch] + 1;
    I[next] = I[next] + 1;
  }
  I[first] = 0;
  for (let g: i32 = 0; g < groups; g++) I[first + g + 1] = I[first + g + 1] + I[first + g];
  // Filling moves the start of each group to its end, which is the start of the next one.
  for (let i: i32 = count - 1; i >= 0; i--) {
    const facet: i32 = I[facets + i];
    const next: i32 = first + I[groupOf + I[patchOfFacet + facet]] + 1;
    I[next] = I[next] - 1;
    I[I[h + QUERY_GROUP_FACETS] + I[next]] = facet;
  }
  for (let g: i32 = 0; g < groups; g++) I[first + g] = I[first + g + 1];
  I[first + groups] = count;
  I[h + QUERY_GROUP_COUNT] = groups;
}

/** True if the box of a facet meets that of the body along the mesh's axes. */
export function isInBox(q: i32, facet: i32): bool {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const begin: i32 = I[b + BOUNDARY_CORNERS] + I[I[b + BOUNDARY_OFFSETS] + facet];
  const end: i32 = I[b + BOUNDARY_CORNERS] + I[I[b + BOUNDARY_OFFSETS] + facet + 1];
  const more: f64 = F[q + QUERY_MORE];
  for (let c: i32 = 0; c < 3; c++) {
    const low: f64 = F[q + QUERY_ORIGIN + c] + F[q + QUERY_LOW + c] - more;
    const high: f64 = F[q + QUERY_ORIGIN + c] + F[q + QUERY_HIGH + c] + more;
    let isBelow: bool = true;
    let isAbove: bool = true;
    for (let corner: i32 = begin; corner < end; corner++) {
      const at: f64 = F[I[b + BOUNDARY_POINTS] + 3 * I[corner] + c];
      if (at >= low) isBelow = false;
      if (at <= high) isAbove = false;
    }
    if (isBelow || isAbove) return false;
  }
  return true;
}

/**
 * Numbers the connected parts of the mesh that the facets in the body's box make: patches with a common vertex are of
 * one part. The groups stay, but `makeGroups` has to come before they are asked for by patch again.
 */
export function connectPatches(q: i32): void {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  const h: i32 = 2 * q;
  const parents: i32 = I[h + QUERY_GROUP_PARENTS];
  const mark: i32 = I[h + QUERY_MARK] + 1;
  const marks: i32 = I[b + BOUNDARY_PATCH_MARKS];
  const numbers: i32 = I[b + BOUNDARY_PATCH_GROUPS];
  let count: i32 = 0;
  for (let k: i32 = 0; k < I[h + QUERY_AROUND_COUNT]; k++) {
    const facet: i32 = I[I[h + QUERY_AROUND] + k] & FACET_NUMBER;
    if (!isInBox(q, facet)) continue;
    const patch: i32 = I[I[b + BOUNDARY_PATCH_OF_FACET] + facet];
    if (I[marks + patch] !== mark) {
      I[marks + patch] = mark;
      I[numbers + patch] = count;
      I[parents + count] = count;
      count++;
    }
    for (let i: i32 = I[I[b + BOUNDARY_OFFSETS] + facet]; i < I[I[b + BOUNDARY_OFFSETS] + facet + 1]; i++) {
      const v: i32 = I[I[b + BOUNDARY_CORNERS] + i];
      if (I[I[b + BOUNDARY_VERTEX_MARKS] + v] === mark) {
        const other: i32 = rootOf(parents, I[I[b + BOUNDARY_VERTEX_GROUPS] + v]);
        I[parents + rootOf(parents, I[numbers + patch])] = other;
      } else {
        I[I[b + BOUNDARY_VERTEX_MARKS] + v] = mark;
        I[I[b + BOUNDARY_VERTEX_GROUPS] + v] = I[numbers + patch];
      }
    }
  }
}

/**
 * The connected part that a patch belongs to, after `connectPatches`; of a patch without facets here one of its own.
 */
export function partOf(q: i32, patch: i32): i32 {
  const b: i32 = 2 * I[2 * q + QUERY_BOUNDARY];
  if (I[I[b + BOUNDARY_PATCH_MARKS] + patch] !== I[2 * q + QUERY_MARK] + 1) return -1 - patch;
  return rootOf(I[2 * q + QUERY_GROUP_PARENTS], I[I[b + BOUNDARY_PATCH_GROUPS] + patch]);
}

function rootOf(parents: i32, g: i32): i32 {
  let root: i32 = g;
  while (I[parents + root] !== root) root = I[parents + root];
  return root;
}
