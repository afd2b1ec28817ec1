// SPDX-License-Identifier: MIT
/**
 * Batch of pairs of convex bodies of a simulation, in cells from its address. Asked pairs, answers and points come from
 * the simulation's memory and go back to it as they are: src/step-kernel/convex-batch-layout.ts has the same fields.
 */
import { FLAT_CELLS, FLAT_STRIDE } from './features/flat-layout.ts';
import { CACHE_STRIDE, POSE_STRIDE, RESULT_STRIDE } from './layout.ts';

// Limits.
export const BATCH_PAIRS: i32 = 256;
export const BATCH_POINTS: i32 = 1024;

// Asked pair.
const ASKED_CODES: i32 = 0; // 2: integers
export const ASKED_SIZE_A: i32 = ASKED_CODES + 2; // factor on the size of the shape; of a sphere, its radius
export const ASKED_SIZE_B: i32 = ASKED_SIZE_A + 1;
export const ASKED_POSE_A: i32 = ASKED_SIZE_B + 1;
export const ASKED_POSE_B: i32 = ASKED_POSE_A + POSE_STRIDE;
export const ASKED_WARM: i32 = ASKED_POSE_B + POSE_STRIDE;
export const ASKED_STRIDE: i32 = ASKED_WARM + CACHE_STRIDE;

// What its bodies are, and whether flat points are domed (the pressure-field law), I[2 * asked + ...].
export const ASKED_A: i32 = 2 * ASKED_CODES; // number of the shape, or ASKED_SPHERE
export const ASKED_B: i32 = ASKED_A + 1; // the same, or ASKED_WALL - the number of the half-space
export const ASKED_DOMES: i32 = ASKED_B + 1; // 1 or 0

// Values of these.
export const ASKED_SPHERE: i32 = -1;
export const ASKED_WALL: i32 = -2;

// Answer.
export const ANSWER_WARM: i32 = 0;
const ANSWER_CODES: i32 = ANSWER_WARM + CACHE_STRIDE; // integers
export const ANSWER_DISTANCE: i32 = ANSWER_CODES + 1;
export const ANSWER_LOWER: i32 = ANSWER_DISTANCE + 1; // bound of the distance
export const ANSWER_NORMAL: i32 = ANSWER_LOWER + 1; // 3
export const ANSWER_STRIDE: i32 = ANSWER_NORMAL + 3;

// Its contact points, I[2 * answer + ...]: flat-layout.ts has their fields.
export const ANSWER_FIRST_POINT: i32 = 2 * ANSWER_CODES;
export const ANSWER_POINT_COUNT: i32 = ANSWER_FIRST_POINT + 1;

// Copy of a shape in another size: what it is a copy of, then its block.
export const COPY_SHAPE: i32 = 0; // integer: number of the shape, -1 for none
export const COPY_FACTOR: i32 = COPY_SHAPE + 1; // 7
export const COPY_BLOCK: i32 = COPY_FACTOR + 7;

// Batch.
const BATCH_CODES: i32 = 0; // 4: integers
export const BATCH_ASKED: i32 = BATCH_CODES + 4;
export const BATCH_ANSWERS: i32 = BATCH_ASKED + ASKED_STRIDE * BATCH_PAIRS;
export const BATCH_FLAT: i32 = BATCH_ANSWERS + ANSWER_STRIDE * BATCH_PAIRS; // contact points
export const BATCH_RESULTS: i32 = BATCH_FLAT + FLAT_STRIDE * BATCH_POINTS;
export const BATCH_BLOCKS: i32 = BATCH_RESULTS + RESULT_STRIDE * BATCH_PAIRS; // integers: blocks of A and B, a pair
export const BATCH_WORK: i32 = BATCH_BLOCKS + BATCH_PAIRS; // of flatContact
export const BATCH_CELLS: i32 = BATCH_WORK + FLAT_CELLS;

// I[2 * batch + ...]: addresses.
export const BATCH_SHAPES: i32 = 2 * BATCH_CODES; // of integers: block of each shape, then of its polyhedron or 0
export const BATCH_SHAPE_COUNT: i32 = BATCH_SHAPES + 1; // a number
export const BATCH_SPHERES: i32 = BATCH_SHAPE_COUNT + 1; // of the sphere blocks, two a pair
export const BATCH_WALLS: i32 = BATCH_SPHERES + 1; // of the blocks of half-spaces
export const BATCH_COPIES: i32 = BATCH_WALLS + 1; // of the copies of shapes, two a pair
export const BATCH_COPY_STRIDE: i32 = BATCH_COPIES + 1;
export const BATCH_OPEN: i32 = BATCH_COPY_STRIDE + 1; // 1: the bounds of the first pair that is left did not close
