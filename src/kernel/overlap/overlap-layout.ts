// SPDX-License-Identifier: MIT
/**
 * The memory layout of overlap volumes: what a query hands out, and the polyhedron that is cut, as corners and sides
 * (half-edges).
 */

// Result of one query, F[r + ...], in world axes.
export const OVERLAP_VOLUME: i32 = 0;
export const OVERLAP_GRADIENT: i32 = 1; // 3: derivative of the volume by the position of B
export const OVERLAP_POINT: i32 = 4; // 3: a point of the line that the force acts along
export const OVERLAP_MOMENT: i32 = 7; // 3: derivative of the volume by a rotation of B about that point
export const OVERLAP_STRIDE: i32 = 10;

// What a query returns.
export const OVERLAP_FOUND: i32 = 0; // also where the bodies are apart: everything is zero then
export const OVERLAP_NO_ROOM: i32 = 1; // the work area is too small; ask again with a larger one
export const OVERLAP_UNSUPPORTED: i32 = 2; // not two solid polyhedra, nor one and a half-space

// Work area. Integers at I[2 * work + ...]:
export const CLIP_CORNER_CAPACITY: i32 = 0;
export const CLIP_SIDE_CAPACITY: i32 = 1;
export const CLIP_CORNER_COUNT: i32 = 2; // places in use or used before
export const CLIP_SIDE_COUNT: i32 = 3;
export const CLIP_FREE_CORNER: i32 = 4; // first of the places used before, -1 for none
export const CLIP_FREE_SIDE: i32 = 5;
// Floats at F[work + ...]:
export const CLIP_ROTATION: i32 = 3; // 9: the half-space's frame into the world
export const CLIP_SUMS: i32 = 12; // 12: sums over the surface, see overlap-integrals.ts
export const CLIP_HEADER: i32 = 24; // corners follow, then sides

// Corner: position, height over the plane that cuts, two integers.
export const CORNER_STRIDE: i32 = 5;
export const CORNER_HEIGHT: i32 = 3;
export const CORNER_CODES: i32 = 4; // cell of integers
export const CORNER_ALIVE: i32 = 0; // 1; 0 for a place that is free
export const CORNER_SIDE: i32 = 1; // a side that starts here; of a free place the next one, -1 for none

// Side: one edge of one face, from its corner to that of the next side, counter-clockwise seen from outside.
export const SIDE_STRIDE: i32 = 3;
export const SIDE_CORNER: i32 = 0; // I: number of the corner it starts at
export const SIDE_TWIN: i32 = 1; // the same edge in the other face
export const SIDE_NEXT: i32 = 2; // within its face; of a free place the next one, -1 for none
export const SIDE_OWNER: i32 = 3; // whose boundary the face is part of; OWNER_NONE for a free place
export const SIDE_MARK: i32 = 4; // the corner where the plane cuts it; the next side from the same corner; whether it has been summed
export const OWNER_NONE: i32 = -1;
export const OWNER_A: i32 = 0;
export const OWNER_B: i32 = 1;
