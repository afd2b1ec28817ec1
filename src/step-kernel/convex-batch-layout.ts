// SPDX-License-Identifier: MIT
/**
 * Batch of pairs of convex bodies on its way to a thread's contact kernel and back, in cells from the thread's address
 * (I[BATCH]). Asked pairs, answers and points are laid out as in src/kernel/touch-batch-layout.ts: they are copied
 * from one memory to the other as they are.
 */

// Limits.
export const BATCH_PAIRS: i32 = 256; // their poses, warm starts and answers stay in the second-level cache
export const BATCH_POINTS: i32 = 1024; // a pair has at most a quarter of it

// Asked pair.
const ASKED_CODES: i32 = 0; // 2: integers
export const ASKED_SIZE_A: i32 = ASKED_CODES + 2; // factor on the size of the part; of a sphere, its radius
export const ASKED_SIZE_B: i32 = ASKED_SIZE_A + 1;
export const ASKED_POSE_A: i32 = ASKED_SIZE_B + 1; // 7: position, orientation
export const ASKED_POSE_B: i32 = ASKED_POSE_A + 7; // 7
export const ASKED_WARM: i32 = ASKED_POSE_B + 7; // 8
export const ASKED_STRIDE: i32 = ASKED_WARM + 8;

// What its bodies are, and whether flat points are domed (the pressure-field law), I[2 * asked + ...].
export const ASKED_A: i32 = 2 * ASKED_CODES; // number of the part, or ASKED_SPHERE
export const ASKED_B: i32 = ASKED_A + 1; // the same, or ASKED_WALL - the number of the half-space
export const ASKED_DOMES: i32 = ASKED_B + 1; // 1 or 0

// Values of these.
export const ASKED_SPHERE: i32 = -1;
export const ASKED_WALL: i32 = -2;

// Answer.
export const ANSWER_WARM: i32 = 0; // 8: warm start of the next query
const ANSWER_CODES: i32 = ANSWER_WARM + 8; // integers
export const ANSWER_DISTANCE: i32 = ANSWER_CODES + 1;
export const ANSWER_LOWER: i32 = ANSWER_DISTANCE + 1; // bound of the distance
export const ANSWER_NORMAL: i32 = ANSWER_LOWER + 1; // 3: unit, from the first body to the second
export const ANSWER_STRIDE: i32 = ANSWER_NORMAL + 3;

// Its contact points, I[2 * answer + ...].
export const ANSWER_FIRST_POINT: i32 = 2 * ANSWER_CODES;
export const ANSWER_POINT_COUNT: i32 = ANSWER_FIRST_POINT + 1;

// Contact point.
export const POINT_POSITION: i32 = 0; // 3: on the surface of the first body
export const POINT_OVERLAP: i32 = POINT_POSITION + 3;
export const POINT_SHARE: i32 = POINT_OVERLAP + 1; // factor on the stiffness of springs
export const POINT_DASHPOT: i32 = POINT_SHARE + 1; // factor on dashpots
export const POINT_STRIDE: i32 = POINT_DASHPOT + 1;

// Listed pair: what is known of an asked pair and stays here.
const LISTED_CODES: i32 = 0; // 3: integers
export const LISTED_RADIUS_A: i32 = LISTED_CODES + 3; // of the spheres that stand for the bodies in laws
export const LISTED_RADIUS_B: i32 = LISTED_RADIUS_A + 1;
export const LISTED_STRIDE: i32 = LISTED_RADIUS_B + 1;

// I[2 * listed + ...].
export const LISTED_PAIR: i32 = 2 * LISTED_CODES; // its number in the neighbour list
export const LISTED_ELEMENT: i32 = LISTED_PAIR + 1;
export const LISTED_PARTNER: i32 = LISTED_ELEMENT + 1; // element or half-space
export const LISTED_KIND: i32 = LISTED_PARTNER + 1; // of its touches
export const LISTED_SLOT: i32 = LISTED_KIND + 1; // of a second element in another block; else -1

// Batch.
const BATCH_CODES: i32 = 0; // 3: integers
export const BATCH_ASKED: i32 = BATCH_CODES + 3;
export const BATCH_LISTED: i32 = BATCH_ASKED + ASKED_STRIDE * BATCH_PAIRS;
export const BATCH_ANSWERS: i32 = BATCH_LISTED + LISTED_STRIDE * BATCH_PAIRS;
export const BATCH_FLAT: i32 = BATCH_ANSWERS + ANSWER_STRIDE * BATCH_PAIRS; // contact points
export const BATCH_STRIDE: i32 = (BATCH_FLAT + POINT_STRIDE * BATCH_POINTS + 7) & -8;

// I[2 * batch + ...].
export const BATCH_ELEMENT: i32 = 2 * BATCH_CODES; // where the next batch begins: element, pair of its row or -1
export const BATCH_PAIR: i32 = BATCH_ELEMENT + 1;
export const BATCH_SCALED: i32 = BATCH_PAIR + 1; // bodies in another size than that of their shape
export const BATCH_IS_MIXED: i32 = BATCH_SCALED + 1; // 1 when some pairs are left to other finders
export const BATCH_IS_PROBE: i32 = BATCH_IS_MIXED + 1; // 1 when nothing that steps see may change
