// SPDX-License-Identifier: MIT
/**
 * Which bodies are bonded: their contacts are not listed, unless the bond leaves them to the contact laws. And which
 * were: their contacts count the overlap beyond the one that a broken bond has left, if its rule says so.
 */
import { I } from './memory-views.ts';
import {
  BODY,
  BODY_INTEGERS,
  BODY_MEMBERS,
  BODY_STRIDE,
  BOND,
  BOND_ELEMENT,
  BOND_GATHER,
  BOND_HAS_CONTACT,
  BOND_INTEGERS,
  BOND_LENGTH,
  BOND_RESTS,
  BOND_START,
  BOND_STRIDE,
  BOND_WALL,
  IS_REST,
  MEMBER,
  MEMBER_ELEMENT,
  MEMBER_STRIDE,
  TAG,
  TAG_OWNER,
} from './step-layout.ts';

/** The element of a body that its bonds are attached to: of a clump the first. */
function anchorOf(e: i32): i32 {
  const owner: i32 = I[2 * I[TAG] + 4 * e + TAG_OWNER];
  if (owner < 0) return e;
  const member: i32 = I[2 * (I[BODY] + BODY_STRIDE * owner + BODY_INTEGERS) + BODY_MEMBERS];
  return I[2 * (I[MEMBER] + MEMBER_STRIDE * member + MEMBER_ELEMENT)];
}

/** Whether a bond replaces the contacts of the bodies of elements i and j. */
export function areBonded(i: i32, j: i32): bool {
  const a: i32 = anchorOf(i);
  const b: i32 = anchorOf(j);
  const starts: i32 = 2 * I[BOND_START];
  const ends: i32 = 2 * I[BOND_GATHER];
  for (let k: i32 = I[starts + a]; k < I[starts + a + 1]; k++) {
    const end: i32 = I[ends + k];
    const integers: i32 = 2 * (I[BOND] + BOND_STRIDE * (end >> 1) + BOND_INTEGERS);
    if (I[integers + BOND_ELEMENT + 1 - (end & 1)] === b && I[integers + BOND_HAS_CONTACT] === 0) return true;
  }
  return false;
}

/** Address of the overlap that a broken bond of spheres i and j has left; -1 without one. */
export function restOfSpheres(i: i32, j: i32): i32 {
  const starts: i32 = 2 * I[BOND_START];
  const ends: i32 = 2 * I[BOND_GATHER];
  for (let k: i32 = I[starts + i]; k < I[starts + i + 1]; k++) {
    const end: i32 = I[ends + k];
    const bond: i32 = I[BOND] + BOND_STRIDE * (end >> 1);
    const integers: i32 = 2 * (bond + BOND_INTEGERS);
    if (I[integers + BOND_RESTS] === IS_REST && I[integers + BOND_ELEMENT + 1 - (end & 1)] === j)
      return bond + BOND_LENGTH;
  }
  return -1;
}

/** The same for sphere i and a half-space. */
export function restOfWall(i: i32, wall: i32): i32 {
  const starts: i32 = 2 * I[BOND_START];
  const ends: i32 = 2 * I[BOND_GATHER];
  for (let k: i32 = I[starts + i]; k < I[starts + i + 1]; k++) {
    const bond: i32 = I[BOND] + BOND_STRIDE * (I[ends + k] >> 1);
    const integers: i32 = 2 * (bond + BOND_INTEGERS);
    if (I[integers + BOND_RESTS] === IS_REST && I[integers + BOND_WALL] === wall) return bond + BOND_LENGTH;
  }
  return -1;
}

/** Whether a bond replaces the contacts of the body of element i with a wall. */
export function isBondedToWall(i: i32, wall: i32): bool {
  const a: i32 = anchorOf(i);
  const starts: i32 = 2 * I[BOND_START];
  const ends: i32 = 2 * I[BOND_GATHER];
  for (let k: i32 = I[starts + a]; k < I[starts + a + 1]; k++) {
    const integers: i32 = 2 * (I[BOND] + BOND_STRIDE * (I[ends + k] >> 1) + BOND_INTEGERS);
    if (I[integers + BOND_WALL] === wall && I[integers + BOND_HAS_CONTACT] === 0) return true;
  }
  return false;
}
