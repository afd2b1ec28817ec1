// SPDX-License-Identifier: MIT
/** Memory layout of overlap volumes: the result of a query, and the cut polyhedron as corners and half-edges. */

// Result of one query, F[r + ...], in world axes.
export const OVERLAP_VOLUME: i32 = 0;
export const OVERLAP_GRADIENT: i32 = OVERLAP_VOLUME + 1; // 3: derivative of the volume by the position of B
export const OVERLAP_POINT: i32 = OVERLAP_GRADIENT + 3; // 3: a point of the line that the force acts along
export const OVERLAP_MOMENT: i32 = OVERLAP_POINT + 3; // 3: derivative of the volume by a rotation of B about that point
export const OVERLAP_STRIDE: i32 = OVERLAP_MOMENT + 3;

// What a query returns.
export const OVERLAP_FOUND: i32 = 0; // also where the bodies are apart: everything is zero then
export const OVERLAP_NO_ROOM: i32 = 1; // the work area is too small; ask again with a larger one
export const OVERLAP_UNSUPPORTED: i32 = 2; // not two solid polyhedra, nor one and a half-space

// Sums over the surface (overlap-integrals.ts), F[work + CLIP_SUMS + ...]. Positions count from the first corner.
export const SUM_VOLUME: i32 = 0; // six times the volume
export const SUM_AREA: i32 = SUM_VOLUME + 1; // twice the area of the surface
export const SUM_AREA_B: i32 = SUM_AREA + 1; // twice the area of B's part
export const SUM_CENTRE: i32 = SUM_AREA_B + 1; // 3: six times the integral of x over the surface
export const SUM_GRADIENT: i32 = SUM_CENTRE + 3; // 3: twice the integral of n over B's part
export const SUM_MOMENT: i32 = SUM_GRADIENT + 3; // 3: six times the integral of x cross n over B's part
export const SUM_STRIDE: i32 = SUM_MOMENT + 3;

// Work area, F[work + ...]. Corners follow the header, then sides.
const CLIP_CODES: i32 = 0; // 3: integers
export const CLIP_SUMS: i32 = CLIP_CODES + 3;
export const CLIP_HEADER: i32 = CLIP_SUMS + SUM_STRIDE;

// Integers of a work area, I[2 * work + ...].
export const CLIP_CORNER_CAPACITY: i32 = 2 * CLIP_CODES;
export const CLIP_SIDE_CAPACITY: i32 = CLIP_CORNER_CAPACITY + 1;
export const CLIP_CORNER_COUNT: i32 = CLIP_SIDE_CAPACITY + 1; // places in use or used before
export const CLIP_SIDE_COUNT: i32 = CLIP_CORNER_COUNT + 1;
export const CLIP_FREE_CORNER: i32 = CLIP_SIDE_COUNT + 1; // first of the places used before, -1 for none
export const CLIP_FREE_SIDE: i32 = CLIP_FREE_CORNER + 1;

// Corner.
export const CORNER_POSITION: i32 = 0; // 3
export const CORNER_HEIGHT: i32 = CORNER_POSITION + 3; // over the plane that cuts
export const CORNER_CODES: i32 = CORNER_HEIGHT + 1; // integers
export const CORNER_STRIDE: i32 = CORNER_CODES + 1;

// Integers of a corner, I[2 * (corner + CORNER_CODES) + ...].
export const CORNER_ALIVE: i32 = 0; // 1; 0 for a free place
export const CORNER_SIDE: i32 = CORNER_ALIVE + 1; // a side that starts here; of a free place the next one, -1 for none

// Side: one edge of one face, from its corner to that of the next side, counter-clockwise seen from outside; integers.
export const SIDE_CORNER: i32 = 0; // number of the corner it starts at
export const SIDE_TWIN: i32 = SIDE_CORNER + 1; // the same edge in the other face
export const SIDE_NEXT: i32 = SIDE_TWIN + 1; // within its face; of a free place the next one, -1 for none
export const SIDE_OWNER: i32 = SIDE_NEXT + 1; // whose boundary the face is part of; OWNER_NONE for a free place
export const SIDE_MARK: i32 = SIDE_OWNER + 1; // 2: scratch, see below
export const SIDE_STRIDE: i32 = (SIDE_MARK + 2) >> 1;

// SIDE_MARK while the twins of a loaded polyhedron are searched (clip-polyhedron.ts).
export const SIDE_SAME_CORNER: i32 = SIDE_MARK; // next side from the same corner, -1 for none

// SIDE_MARK while a plane cuts (clip-polyhedron.ts).
export const SIDE_CUT: i32 = SIDE_MARK; // corner where the plane cuts the side

// SIDE_MARK while sums are taken (overlap-integrals.ts).
export const SIDE_SUMMED: i32 = SIDE_MARK; // 1 when the side has been visited

// Owners of a face.
export const OWNER_NONE: i32 = -1;
export const OWNER_A: i32 = 0;
export const OWNER_B: i32 = 1;
