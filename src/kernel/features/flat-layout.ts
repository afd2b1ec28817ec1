// SPDX-License-Identifier: MIT
/** Working memory of flatContact, in cells from its address. The contact points come first: they are the result. */

// Limit.
export const FLAT_LIMIT: i32 = 256; // corners of a feature; one with more has a single contact point

// Contact point.
export const FLAT_POINT: i32 = 0; // 3
export const FLAT_OVERLAP: i32 = FLAT_POINT + 3;
export const FLAT_SHARE: i32 = FLAT_OVERLAP + 1; // factor on the stiffness of springs
export const FLAT_DASHPOT: i32 = FLAT_SHARE + 1; // factor on dashpots
export const FLAT_STRIDE: i32 = FLAT_DASHPOT + 1;

// Body in the frame of the contact.
export const TURN_ROTATION: i32 = 0; // 9: from the body's frame into that of the contact
export const TURN_ORIGIN: i32 = TURN_ROTATION + 9; // 3: the body's origin there
export const TURN_POINT: i32 = TURN_ORIGIN + 3; // 3: scratch of a point
export const TURN_STRIDE: i32 = TURN_POINT + 3;

// Plane of a feature.
export const PLANE_POINT: i32 = 0; // 3: x, y, height there
export const PLANE_SLOPE: i32 = PLANE_POINT + 3; // 2: along x, along y
export const PLANE_STRIDE: i32 = PLANE_SLOPE + 2;

// Buffers of clipping: points (x, y), two for each corner.
export const CLIP_FROM: i32 = 0;
export const CLIP_TO: i32 = CLIP_FROM + 4 * FLAT_LIMIT;
export const CLIP_HEIGHTS: i32 = CLIP_TO + 4 * FLAT_LIMIT; // of corners over the line that clips, or lengths of sides
export const CLIP_STRIDE: i32 = CLIP_HEIGHTS + FLAT_LIMIT;

// Working memory.
export const FLAT_POINTS: i32 = 0;
export const FLAT_A: i32 = FLAT_POINTS + FLAT_STRIDE * FLAT_LIMIT; // corners of A's feature: x, y
export const FLAT_B: i32 = FLAT_A + 2 * FLAT_LIMIT;
export const FLAT_CLIP: i32 = FLAT_B + 2 * FLAT_LIMIT;
export const FLAT_PLANE_A: i32 = FLAT_CLIP + CLIP_STRIDE;
export const FLAT_PLANE_B: i32 = FLAT_PLANE_A + PLANE_STRIDE;
export const FLAT_AXES: i32 = FLAT_PLANE_B + PLANE_STRIDE; // 9: two axes across the normal, the normal; in the world
export const FLAT_ORIGIN: i32 = FLAT_AXES + 9; // 3: of the frame of the contact, in the world
export const FLAT_TURN_A: i32 = FLAT_ORIGIN + 3;
export const FLAT_TURN_B: i32 = FLAT_TURN_A + TURN_STRIDE;
export const FLAT_CROSSING: i32 = FLAT_TURN_B + TURN_STRIDE; // faces-overlap.ts: overlap where two edges cross
export const FLAT_CELLS: i32 = FLAT_CROSSING + 1;
