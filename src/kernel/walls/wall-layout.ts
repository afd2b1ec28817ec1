// SPDX-License-Identifier: MIT
/**
 * Memory layout of a wall that is a shape: a sphere, a cylinder or cone, a torus or a box about the origin of its
 * frame, with the z axis as its axis. Addresses count float64 cells; the integers of cell `c` are I[2c] and I[2c + 1].
 */

// Kinds of wall.
export const WALL_SPHERE: i32 = 1;
export const WALL_ROUND: i32 = 2; // cylinder, cone or part of a cone
export const WALL_TORUS: i32 = 3;
export const WALL_BOX: i32 = 4;

// What is solid.
export const SOLID_SHAPE: i32 = 0; // bodies are outside
export const SOLID_REST: i32 = 1; // bodies are inside
export const SHEET: i32 = 2; // the surface alone, which bodies touch from either side; for round walls with an opening

// Wall.
const WALL_CODES: i32 = 0; // 3: integers
export const WALL_RADIUS: i32 = WALL_CODES + 3; // of the sphere; at the lower end; of the ring of a torus
export const WALL_UPPER_RADIUS: i32 = WALL_RADIUS + 1; // at the upper end; of the tube of a torus
export const WALL_LOW: i32 = WALL_UPPER_RADIUS + 1; // z of the lower end
export const WALL_HIGH: i32 = WALL_LOW + 1;
export const WALL_NORMAL: i32 = WALL_HIGH + 1; // 2: outward normal of the side: across the axis, along it
export const WALL_SLANT: i32 = WALL_NORMAL + 2; // length of the side from end to end
export const WALL_HALF: i32 = WALL_SLANT + 1; // 3: half extents of a box
export const WALL_STRIDE: i32 = WALL_HALF + 3;

// Integers of a wall, I[2 * wall + ...].
export const WALL_KIND: i32 = 2 * WALL_CODES;
export const WALL_SOLID: i32 = WALL_KIND + 1;
export const WALL_OPEN: i32 = WALL_SOLID + 1; // OPEN_LOW, OPEN_HIGH: ends that are open
export const WALL_ENDLESS: i32 = WALL_OPEN + 1; // 1 for a cylinder without ends
export const WALL_BLOCK: i32 = WALL_ENDLESS + 1; // the shape as a block: what bodies touch from outside
export const WALL_FLIPPED: i32 = WALL_BLOCK + 1; // 1 for a cone whose wide end is the upper one

// Open ends.
export const OPEN_LOW: i32 = 1;
export const OPEN_HIGH: i32 = 2;

// Contact with a wall, in its frame.
export const AT_POINT: i32 = 0; // 3: on the wall
export const AT_NORMAL: i32 = AT_POINT + 3; // 3: unit, from the body into the wall
export const AT_OVERLAP: i32 = AT_NORMAL + 3;
export const AT_SHARE: i32 = AT_OVERLAP + 1; // factor on springs
export const AT_DASHPOT: i32 = AT_SHARE + 1; // factor on dashpots
export const AT_PART: i32 = AT_DASHPOT + 1; // the part of the wall that is touched: PART_SIDE ...
export const AT_STRIDE: i32 = AT_PART + 1;

// Parts of a wall; a contact on the far half of a round one has that of the near half plus FAR.
export const PART_SIDE: i32 = 0; // also the whole of a sphere or torus
export const PART_LOW: i32 = 1; // end, or the rim of an open end
export const PART_HIGH: i32 = 2;
export const PART_BOX: i32 = 4; // first of the six sides of a box
export const FAR: i32 = 16;

// Limit.
export const MOST_AT: i32 = 64; // contacts of a body with a wall; further ones are left out

// Directions around a circle that a search starts from, the first of them once more at the end.
export const CIRCLE_DIRECTIONS: i32 = 16;

// Working memory of bodyOnWall, in cells from its address.
const WORK_CODES: i32 = 0; // 2: integers
export const WORK_IDENTITY: i32 = WORK_CODES + 2; // 7: the pose that moves nothing
export const WORK_POSE: i32 = WORK_IDENTITY + 7; // 7
export const WORK_RESULT: i32 = WORK_POSE + 7; // 18: RESULT_STRIDE
export const WORK_ROTATION: i32 = WORK_RESULT + 18; // 9: from the body's block to the wall
export const WORK_ORIGIN: i32 = WORK_ROTATION + 9; // 3: of the block, in the wall's frame
export const WORK_GRADIENT: i32 = WORK_ORIGIN + 3; // 3: of the excursion, at the point asked about last
export const WORK_POINT: i32 = WORK_GRADIENT + 3; // 3
export const WORK_START: i32 = WORK_POINT + 3; // 9: directions of a search on a smooth body: the last three
export const WORK_CIRCLE: i32 = WORK_START + 9; // 12: centre, two axes and radius of the circle that is searched
export const WORK_ALONG: i32 = WORK_CIRCLE + 12; // 3: tangent
export const WORK_DIRECTIONS: i32 = WORK_ALONG + 3; // 34: cosine and sine of CIRCLE_DIRECTIONS + 1 directions
export const WORK_SAMPLES: i32 = WORK_DIRECTIONS + 34; // 51: cosine, sine, slope at each of these
export const WORK_WAY: i32 = WORK_SAMPLES + 51; // 7: the shortest way back to the side of a sheet (way-past-rim.ts)
export const WORK_FLAT: i32 = WORK_WAY + 7; // FLAT_CELLS

// I[2 * work + ...]: addresses of blocks that are set before each query.
export const WORK_PLANE: i32 = 2 * WORK_CODES;
export const WORK_BALL: i32 = WORK_PLANE + 1;
export const WORK_ROD: i32 = WORK_BALL + 1;
