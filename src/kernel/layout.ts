// SPDX-License-Identifier: MIT
/**
 * Memory layout of the contact kernel. Addresses count float64 cells; the integers of cell `c` are I[2c] and I[2c + 1].
 *
 * Each address is the one before plus its size, so regions neither overlap nor leave holes. A number at the start of a
 * comment is the size where it is not 1. tests/memory-layout.test.ts checks both. Lengths are those of the bodies.
 * "The frame" is that of body A.
 */

// Shape kinds: number and parameters, switched on in support/support.ts.
export const POLYHEDRON: i32 = 1; // also point, segment and facet: 1, 2 or n vertices; POLYHEDRON_ parameters
export const BOX: i32 = 2; // a polyhedron whose support vertex follows from three signs
export const CYLINDER: i32 = 3; // radius, half length
export const CONE: i32 = 4; // radius, height; its origin is at half height
export const ELLIPSOID: i32 = 5; // three semi-axes
export const SUPERQUADRIC: i32 = 6; // three semi-axes, n1, n2
export const HALF_SPACE: i32 = 7; // unit normal; its origin is a boundary point
export const TABLET: i32 = 8; // radius, half band height, cap radius, distance of a cap's centre below its rim

// Status of an answer.
export const STATUS_CONVERGED: i32 = 0;
export const STATUS_BOUNDED: i32 = 1;
export const STATUS_UNSUPPORTED: i32 = 2;
export const STATUS_FAR: i32 = 3; // stopped: the bodies are farther apart than asked for; `lower` bounds the distance

// Why an answer is only bounded.
export const REASON_NONE: i32 = 0;
export const REASON_DEEP: i32 = 1;
export const REASON_THIN: i32 = 2;
export const REASON_ITERATION_LIMIT: i32 = 3;
export const REASON_LOCAL_OPTIMUM: i32 = 4;
export const REASON_CONTRADICTION: i32 = 5; // the bounds of all paths crossed; the answer's follow from the sizes

// Limits that set the size of a region.
export const FEATURE_LIMIT: i32 = 256; // vertices of a contact feature; further vertices are ignored
export const EPA_VERTEX_LIMIT: i32 = 512; // random curved pairs need at most 300
export const EPA_FACE_LIMIT: i32 = 4096;
export const EPA_LIST_LIMIT: i32 = 3900; // horizon edges, and faces that one new point sees
export const SUPERQUADRIC_TRACE_LIMIT: i32 = 400;
export const PENG_HANLEY_LIMIT: i32 = 128; // faces of one search: random pairs end after a few, or cycle

// Tables of powers: upper word of the number where the first part of an octave begins, about 0.706.
export const POW_FIRST_WORD: i32 = 0x3fe69555;

// Shape block: F[s + ...]. Vertex coordinates follow the header.
const SHAPE_CODES: i32 = 0; // 2: integers
export const SHAPE_MARGIN: i32 = SHAPE_CODES + 2; // radius of the sphere swept around the core
export const SHAPE_EXTENT: i32 = SHAPE_MARGIN + 1; // largest side of the bounding box, margin included
export const SHAPE_RADIUS: i32 = SHAPE_EXTENT + 1; // largest distance of a core point from the block's origin
export const SHAPE_CENTRE: i32 = SHAPE_RADIUS + 1; // 3: the block's origin in the shape's own frame
const SHAPE_ADDRESSES: i32 = SHAPE_CENTRE + 3; // 6: integers
export const SHAPE_SUPPORT_ERROR: i32 = SHAPE_ADDRESSES + 6; // bound of the rounding error of a support point
export const SHAPE_ROLLING: i32 = SHAPE_SUPPORT_ERROR + 1; // radius of a ball that rolls freely inside the core, else 0
export const SHAPE_PARAMETERS: i32 = SHAPE_ROLLING + 1; // 5: of the shape kind
export const SHAPE_VOLUME: i32 = SHAPE_PARAMETERS + 5; // of a polyhedral core
const SHAPE_ORDER: i32 = SHAPE_VOLUME + 1; // integers
const SHAPE_POWERS: i32 = SHAPE_ORDER + 1; // integers
export const SHAPE_HEADER: i32 = (SHAPE_POWERS + 1 + 7) & -8;

// Parameters of a polyhedron with faces, of its pressure field; a box has its half extents before the last of them.
export const POLYHEDRON_CENTROID: i32 = SHAPE_PARAMETERS; // 3: in the block's frame; that of a box is the origin
export const POLYHEDRON_COLUMN: i32 = POLYHEDRON_CENTROID + 3; // three times the volume over the surface

// Integers of a shape block, I[2 * s + ...]: what it is.
export const SHAPE_KIND: i32 = 2 * SHAPE_CODES;
export const SHAPE_VERTEX_COUNT: i32 = SHAPE_KIND + 1; // 0 for curved shapes
export const SHAPE_KEY_HIGH: i32 = SHAPE_VERTEX_COUNT + 1; // hash of the shape's numbers: canonical order of a pair
export const SHAPE_KEY_LOW: i32 = SHAPE_KEY_HIGH + 1;

// Where its arrays are: addresses in cells, or indices into I.
export const SHAPE_X: i32 = 2 * SHAPE_ADDRESSES; // address of x coordinates, padded with vertex 0 to a multiple of 4
export const SHAPE_Y: i32 = SHAPE_X + 1;
export const SHAPE_Z: i32 = SHAPE_Y + 1;
export const SHAPE_NEIGHBOUR_OFFSETS: i32 = SHAPE_Z + 1; // index
export const SHAPE_NEIGHBOURS: i32 = SHAPE_NEIGHBOUR_OFFSETS + 1; // index
export const SHAPE_FACE_COUNT: i32 = SHAPE_NEIGHBOURS + 1;
export const SHAPE_FACE_OFFSETS: i32 = SHAPE_FACE_COUNT + 1; // index
export const SHAPE_FACE_VERTICES: i32 = SHAPE_FACE_OFFSETS + 1; // index; counter-clockwise seen from outside
export const SHAPE_FACE_NORMALS: i32 = SHAPE_FACE_VERTICES + 1; // address, 3 a face
export const SHAPE_VERTEX_FACE_OFFSETS: i32 = SHAPE_FACE_NORMALS + 1; // index
export const SHAPE_VERTEX_FACES: i32 = SHAPE_VERTEX_FACE_OFFSETS + 1; // index
export const SHAPE_UNFLAT: i32 = SHAPE_VERTEX_FACES + 1; // 1 when faces are flat only within a tolerance

// Orders two bodies with the same numbers.
export const SHAPE_DESCRIPTION: i32 = 2 * SHAPE_ORDER; // hash of the words that describe the body

// Exponents of an ellipsoid or superquadric, those below 2 by their dual n / (n - 1), that are half an integer:
// 1 + 2 (n - 2), else 0.
export const SHAPE_OUTER_HALVES: i32 = 2 * SHAPE_POWERS; // of n1
export const SHAPE_INNER_HALVES: i32 = SHAPE_OUTER_HALVES + 1; // of n2

// Pose.
export const POSE_POSITION: i32 = 0; // 3
export const POSE_ORIENTATION: i32 = POSE_POSITION + 3; // 4: unit quaternion, w first
export const POSE_STRIDE: i32 = POSE_ORIENTATION + 4;

// Result of one query, in world coordinates; float64 throughout, as contactBatch returns it.
export const RESULT_DISTANCE: i32 = 0;
export const RESULT_NORMAL: i32 = RESULT_DISTANCE + 1; // 3
export const RESULT_POINT_ON_A: i32 = RESULT_NORMAL + 3; // 3
export const RESULT_POINT_ON_B: i32 = RESULT_POINT_ON_A + 3; // 3
export const RESULT_LOWER: i32 = RESULT_POINT_ON_B + 3;
export const RESULT_UPPER: i32 = RESULT_LOWER + 1;
export const RESULT_STATUS: i32 = RESULT_UPPER + 1;
export const RESULT_REASON: i32 = RESULT_STATUS + 1;
export const RESULT_DIMENSION_A: i32 = RESULT_REASON + 1;
export const RESULT_DIMENSION_B: i32 = RESULT_DIMENSION_A + 1;
export const RESULT_GJK_ITERATIONS: i32 = RESULT_DIMENSION_B + 1;
export const RESULT_EPA_ITERATIONS: i32 = RESULT_GJK_ITERATIONS + 1;
export const RESULT_STRIDE: i32 = RESULT_EPA_ITERATIONS + 1;

// What pengHanley appends to a result.
export const PENG_HANLEY_CASE: i32 = RESULT_STRIDE; // number of the case, 0 for none
export const PENG_HANLEY_HANDED_OVER: i32 = PENG_HANLEY_CASE + 1; // 1 when the default query gave the answer
export const PENG_HANLEY_STRIDE: i32 = PENG_HANLEY_HANDED_OVER + 1;

// Point of the Minkowski difference, w = b - a: support points, simplex slots and the vertices of EPA.
export const POINT_DIFFERENCE: i32 = 0; // 3: w
export const POINT_ON_A: i32 = POINT_DIFFERENCE + 3; // 3: a
export const POINT_IDS: i32 = POINT_ON_A + 3; // integers: vertex of A, vertex of B; -1 on a curved body
export const POINT_STRIDE: i32 = (POINT_IDS + 1 + 7) & -8;

// Warm start of one pair, I[2 * cache + ...]; saved states contain it.
export const CACHE_COUNT: i32 = 0; // points of the simplex; 0 for none, CACHE_SMOOTH where a body is smooth
export const CACHE_IDS: i32 = CACHE_COUNT + 1; // 8: their vertices, (A, B) for each
export const CACHE_SWAPPED: i32 = CACHE_IDS + 8; // 1 when the caller's order of the bodies was exchanged
export const CACHE_FACE: i32 = CACHE_SWAPPED + 1; // 1 + number of the face that carried the contact; 0 for none
export const CACHE_OVERLAP: i32 = CACHE_FACE + 1; // 1: the vertices are those of EPA's last face; or CACHE_APART
export const CACHE_FAR_A: i32 = CACHE_OVERLAP + 1; // with 1: vertices as far apart as the bodies go along the normal
export const CACHE_FAR_B: i32 = CACHE_FAR_A + 1;
export const CACHE_CALLER: i32 = CACHE_FAR_B + 1; // 2: free for the caller
export const CACHE_STRIDE: i32 = (CACHE_CALLER + 2) >> 1;

// Values of CACHE_COUNT and CACHE_OVERLAP.
export const CACHE_SMOOTH: i32 = -1;
export const CACHE_NORMAL: i32 = -2; // of CACHE_COUNT: CACHE_DIRECTION is the contact normal (cached-normal.ts)
export const CACHE_MOVING: i32 = -3; // of CACHE_COUNT, or below: as CACHE_SMOOTH, with motion (moving-pair.ts)
export const CACHE_APART: i32 = 2; // the bodies were farther apart than asked for, along CACHE_DIRECTION
export const CACHE_FACES: i32 = 3; // faces of both bodies lay on each other; their numbers are in CACHE_IDS

// Value of FLAT_COUNT.
export const FLAT_NONE: i32 = -1; // the contact is a single point

// The same warm start where a body is smooth, F[cache + ...].
const CACHE_CODES: i32 = 0; // integers: CACHE_COUNT, CACHE_SMOOTH_SWAPPED
export const CACHE_POINT: i32 = CACHE_CODES + 1; // 3: point of A, or of the only smooth body, in the frame of its block
export const CACHE_POINT_B: i32 = CACHE_POINT + 3; // 3

// In place of CACHE_SWAPPED, I[2 * cache + ...].
export const CACHE_SMOOTH_SWAPPED: i32 = CACHE_IDS;

// In place of B's point where B is a polyhedron, I[2 * cache + ...].
export const CACHE_FEATURE: i32 = 2 * CACHE_POINT_B; // 4: number of vertices, vertices

// In place of B's point, with CACHE_COUNT 0: START_TAG where superquadric-start.ts has stored a point in CACHE_POINT.
export const CACHE_START_TAG: i32 = 2 * CACHE_POINT_B;

// After CACHE_APART or CACHE_NORMAL, F[cache + ...].
export const CACHE_DIRECTION: i32 = CACHE_POINT; // 3: unit vector in the frame along which there is a gap

// Face of EPA's polytope.
export const EPA_FACE_NORMAL: i32 = 0; // 3: outward unit normal
export const EPA_FACE_IDS: i32 = EPA_FACE_NORMAL + 3; // 3: integers
export const EPA_FACE_STRIDE: i32 = (EPA_FACE_IDS + 3 + 7) & -8;

// Integers of a face, I[2 * face + ...].
export const EPA_FACE_CORNERS: i32 = 2 * EPA_FACE_IDS; // 3: vertices, counter-clockwise seen from outside
export const EPA_FACE_NEIGHBOURS: i32 = EPA_FACE_CORNERS + 3; // 3: 4 * face + side

// Point of a smooth body.
export const SMOOTH_POINT: i32 = 0; // 3
export const SMOOTH_NORMAL: i32 = SMOOTH_POINT + 3; // 3: outward unit normal
export const SMOOTH_CURVATURE: i32 = SMOOTH_NORMAL + 3; // 6: see gauge.ts; in the frame of the body's block
export const SMOOTH_STRIDE: i32 = SMOOTH_CURVATURE + 6;

// Point of a curved body in two surface coordinates: of the horizontal section, and of the section through the axis.
export const CHART_POINT: i32 = 0; // 3
export const CHART_POINT_ACROSS: i32 = CHART_POINT + 3; // 3: derivative in the first coordinate
export const CHART_POINT_ALONG: i32 = CHART_POINT_ACROSS + 3; // 3: derivative in the second coordinate
export const CHART_NORMAL: i32 = CHART_POINT_ALONG + 3; // 3
export const CHART_NORMAL_ACROSS: i32 = CHART_NORMAL + 3; // 3
export const CHART_NORMAL_ALONG: i32 = CHART_NORMAL_ACROSS + 3; // 3
export const CHART_ACROSS: i32 = CHART_NORMAL_ALONG + 3; // the coordinates
export const CHART_ALONG: i32 = CHART_ACROSS + 1;
const CHART_CODES: i32 = CHART_ALONG + 1; // 3: integers
export const CHART_STRIDE: i32 = (CHART_CODES + 3 + 7) & -8;

// Integers of a chart, I[2 * chart + ...].
export const CHART_SIDES: i32 = 2 * CHART_CODES; // 4: a section: 1 if its second axis is smaller, sign of the larger
export const CHART_ACROSS_DUAL: i32 = CHART_SIDES + 4; // 1 when the horizontal section is described by its normals

// The same block for a body that is no superquadric (smooth/surface-point.ts).
export const HALF_LINE: i32 = CHART_NORMAL; // 3: half the line that it touches along
export const LINE_MIDDLE: i32 = CHART_NORMAL_ACROSS; // 3: middle of that line, where it is constant
export const RIM_POINT: i32 = CHART_NORMAL_ALONG; // 3: direction from the axis to a rim point, its height; own frame
export const LINE_COORDINATE: i32 = CHART_ACROSS; // coordinate on the line, -1 to 1

// Answer of superquadricNewton, in the caller's order.
export const ANSWER_DISTANCE: i32 = 0;
export const ANSWER_NORMAL: i32 = ANSWER_DISTANCE + 1; // 3: from A to B
export const ANSWER_POINT_ON_A: i32 = ANSWER_NORMAL + 3; // 3
export const ANSWER_CONTACT_POINT: i32 = ANSWER_POINT_ON_A + 3; // 3: x0
export const ANSWER_LOWER: i32 = ANSWER_CONTACT_POINT + 3;
export const ANSWER_UPPER: i32 = ANSWER_LOWER + 1;
export const ANSWER_GAUGE_A: i32 = ANSWER_UPPER + 1; // at x0; FA = gauge^n1 - 1
export const ANSWER_GAUGE_B: i32 = ANSWER_GAUGE_A + 1;
export const ANSWER_UNIT: i32 = ANSWER_GAUGE_B + 1; // length unit of the recorded points
export const ANSWER_NORMAL_GAP: i32 = ANSWER_UNIT + 1; // relative gap along the normal of the bodies grown to x0
export const ANSWER_CONTACT_NORMAL: i32 = ANSWER_NORMAL_GAP + 1; // 3: along the gradients at x0
export const ANSWER_INTEGERS: i32 = ANSWER_CONTACT_NORMAL + 3; // 3
export const ANSWER_STRIDE: i32 = ANSWER_INTEGERS + 3;

// Integers of that answer, I[ANSWER_CODES + ...].
export const ANSWER_STATUS: i32 = 0;
export const ANSWER_REASON: i32 = ANSWER_STATUS + 1;
export const ANSWER_STEPS: i32 = ANSWER_REASON + 1;
export const ANSWER_STAGES: i32 = ANSWER_STEPS + 1; // forms between spheres and the bodies; 0 where none were needed
export const ANSWER_A_FIRST: i32 = ANSWER_STAGES + 1; // 1 where A is body 1, whose frame the recorded steps are in
export const ANSWER_WARM: i32 = ANSWER_A_FIRST + 1; // 1 where the search started at the point of the last query

// Answer of superquadricSegment: a segment p + t d against a superquadric.
export const SEGMENT_GAUGE: i32 = 0; // least gauge
export const SEGMENT_LEAST: i32 = SEGMENT_GAUGE + 1; // t of it
export const SEGMENT_FIRST: i32 = SEGMENT_LEAST + 1; // t of the first inner point; SEGMENT_LEAST where none is inside
export const SEGMENT_LAST: i32 = SEGMENT_FIRST + 1; // t of the last inner point
export const SEGMENT_STRIDE: i32 = SEGMENT_LAST + 1;

// Step of pengHanley: a face that it has searched.
export const STEP_FACE: i32 = 0; // integer: number of the face; -1 for a plane at an edge
export const STEP_HEIGHT: i32 = STEP_FACE + 1;
export const STEP_POINT: i32 = STEP_HEIGHT + 1; // 3
export const STEP_NORMAL: i32 = STEP_POINT + 3; // 3
export const STEP_STRIDE: i32 = STEP_NORMAL + 3;

// Scratch memory of one query. No query reads what an earlier one left, except in cells marked "between queries".
// First the integers, I[...]. Address 0 means none (a warm start that was not given), so nothing is stored there.
const NO_ADDRESS: i32 = 0; // 2
export const PAIR_A: i32 = NO_ADDRESS + 2; // relative-pose.ts: address of shape A, in canonical order
export const PAIR_B: i32 = PAIR_A + 1;
export const PAIR_HINT_A: i32 = PAIR_B + 1; // vertex of A where the next support query starts
export const PAIR_HINT_B: i32 = PAIR_HINT_A + 1;
export const PAIR_SWAPPED: i32 = PAIR_HINT_B + 1; // 1 when the caller's order was exchanged
export const CLIMB_ABOVE: i32 = PAIR_SWAPPED + 1; // bodies with more vertices are climbed, others scanned

// The answer for the cores; written by the path that answers, read by contact-pair.ts.
export const REASON: i32 = CLIMB_ABOVE + 1;
export const DIMENSION_A: i32 = REASON + 1; // of the feature of A: 0 vertex, 1 edge, 2 face
export const DIMENSION_B: i32 = DIMENSION_A + 1;
export const GJK_ITERATIONS: i32 = DIMENSION_B + 1;
export const EPA_ITERATIONS: i32 = GJK_ITERATIONS + 1;

// GJK and EPA.
export const SIMPLEX_COUNT: i32 = EPA_ITERATIONS + 1; // gjk.ts: points of the simplex
export const SIMPLEX_SLOTS: i32 = SIMPLEX_COUNT + 1; // 4: which slots of SIMPLEX they are in
export const SUPPORT_FRESH: i32 = SIMPLEX_SLOTS + 4; // GJK, EPA to settle.ts: 1 when SUPPORT is along their normal
export const EPA_TRIANGLE: i32 = SUPPORT_FRESH + 1; // 3: epa.ts: vertices of the face that gave the depth, -1: none
export const EPA_VERTEX_COUNT: i32 = EPA_TRIANGLE + 3; // this and the next two: epa-polytope.ts
export const EPA_FACE_TOP: i32 = EPA_VERTEX_COUNT + 1; // face numbers in use or used before
export const EPA_FREE_COUNT: i32 = EPA_FACE_TOP + 1; // of EPA_FREE

// settle.ts alone: settle() clears both flags, tryNormal() and settleEdges() set them, settle() reads them at its end.
export const FEATURES_STALE: i32 = EPA_FREE_COUNT + 1; // 1 when the normal has turned too far to keep its features
export const EDGES_CROSS: i32 = FEATURES_STALE + 1; // 1 when two crossing edges have settled normal and point

// cached-contact.ts: cachedContact() sets all of them, its tests of features read them until it returns;
// cached-overlap.ts reads the two vertices.
export const VERTICES_SCANNED: i32 = EDGES_CROSS + 1; // 1 when the vertices of both bodies are in the CPU cache
export const TESTS_GAP: i32 = VERTICES_SCANNED + 1; // 1 while a gap is tested, 0 while an overlap is
export const WARM_OVERLAP: i32 = TESTS_GAP + 1; // 1 while an overlap is answered from the last query alone
export const WARM_FAR_A: i32 = WARM_OVERLAP + 1; // vertices of the last query, far from each other along its normal
export const WARM_FAR_B: i32 = WARM_FAR_A + 1;

// Between queries, until the process ends.
export const CONTRADICTION_COUNT: i32 = WARM_FAR_B + 1; // fallback-answer.ts: queries whose bounds crossed
export const NEWTON_OFF: i32 = CONTRADICTION_COUNT + 1; // 1: no Newton's method; set by benchmarks
export const FOR_STEPS: i32 = NEWTON_OFF + 1; // touch-batch.ts: 1 while the pairs of a simulation's step are answered
export const FLAT_WORK: i32 = FOR_STEPS + 1; // touch-batch.ts: address of FLAT_CELLS cells while they are, else 0
export const DOMES: i32 = FLAT_WORK + 1; // 1 while pairs by the pressure-field law are answered: flat points are domed

// Features and contact patch (features/).
export const FLAT_COUNT: i32 = DOMES + 1; // corners of the common part at FLAT_CLIP, 0 if not known, FLAT_NONE
export const FACE_A: i32 = FLAT_COUNT + 1; // feature-pair.ts: face that is A's feature, -1 for none
export const FACE_B: i32 = FACE_A + 1;
export const PATCH_COUNT: i32 = FACE_B + 1; // patch.ts: corners of the contact patch

// Newton's method on smooth bodies, and Peng and Hanley's search.
export const SMOOTH_FEATURE: i32 = PATCH_COUNT + 1; // 4: smooth-polyhedron.ts: number of vertices, vertices
export const DOMED_FEATURE: i32 = SMOOTH_FEATURE + 4; // 3: domed-on-polyhedron.ts: two vertices, face
export const CHART_ORDER: i32 = DOMED_FEATURE + 3; // 4: linear-system.ts: order of the unknowns
export const PENG_HANLEY_EDGE: i32 = CHART_ORDER + 4; // 4: ends of the edge, its two faces
export const PENG_HANLEY_FACE: i32 = PENG_HANLEY_EDGE + 4; // the face searched last
export const PENG_HANLEY_STEP_COUNT: i32 = PENG_HANLEY_FACE + 1;
const SCRATCH_INTEGERS: i32 = PENG_HANLEY_STEP_COUNT + 1;

// Floats, F[...], from the next cache line on. The placed pair (relative-pose.ts).
export const RELATIVE: i32 = ((SCRATCH_INTEGERS + 15) >> 4) << 3; // 9: rotation of B's frame into A's, row-major
export const RELATIVE_ORIGIN: i32 = RELATIVE + 9; // 3: B's origin in the frame
export const ROTATION_A: i32 = RELATIVE_ORIGIN + 3; // 9: A's frame into the world
export const ORIGIN_A: i32 = ROTATION_A + 9; // 3: A's origin in the world
export const SEPARATION: i32 = ORIGIN_A + 3; // 3: from the origin of A to that of B, in world axes
export const ROTATION_B: i32 = SEPARATION + 3; // 9: B's frame into the world
export const SCALE: i32 = ROTATION_B + 9; // largest coordinate that occurs: |B's origin| + both radii
export const ROUNDING: i32 = SCALE + 1; // unit round-off times SCALE
export const PLACEMENT: i32 = ROUNDING + 1; // rounding error of the blocks' rotated centres, a length
export const STOP_DISTANCE: i32 = PLACEMENT + 1; // contact-pair.ts: GJK may stop at this gap of the cores

// Support points.
export const SUPPORT: i32 = STOP_DISTANCE + 1; // 3: w = b - a, the first field of a point record
export const SUPPORT_ON_A: i32 = SUPPORT + 3; // 3: a
const SUPPORT_INTEGERS: i32 = SUPPORT_ON_A + 3; // 2
export const SUPPORT_VALUE: i32 = SUPPORT_INTEGERS + 2; // where SUPPORT_FRESH: support value along the normal
export const LOCAL_POINT: i32 = SUPPORT_VALUE + 1; // 3: support.ts: support point in the shape's own block frame
export const CLOSEST: i32 = LOCAL_POINT + 3; // 3: sub-simplex.ts: closest point to the origin; also returned by others
export const WEIGHTS: i32 = CLOSEST + 3; // 3: sub-simplex.ts: weight of each vertex kept
export const EDGE_CANDIDATE: i32 = WEIGHTS + 3; // 6: sub-simplex.ts: point and weights of the best edge so far
export const FACE_CANDIDATE: i32 = EDGE_CANDIDATE + 6; // 6: of the best face
// Between queries: smooth-contact.ts sets both while it needs them, and back to 0.
export const SHRINK_A: i32 = FACE_CANDIDATE + 6; // radius of the ball by which A is shrunk
export const SHRINK_B: i32 = SHRINK_A + 1;
export const STEP_REACH: i32 = SHRINK_B + 1; // touch-batch.ts: gap across which forces act in the step, else 0
export const POW_BITS: i32 = STEP_REACH + 1; // float-bits.ts: a number whose bits it reads and writes
// Between queries: written when the memory is made (pow-tables.ts).
export const POW_LOGS: i32 = POW_BITS + 1; // 384: 1/c and two parts of ln c for 128 parts of an octave
export const POW_POWERS: i32 = POW_LOGS + 384; // 256: powers of 2 from 1 to 2, each with its relative rounding error

// GJK.
export const SIMPLEX: i32 = (POW_POWERS + 256 + 7) & -8;
export const BEST: i32 = SIMPLEX + 4 * POINT_STRIDE; // 3: point v with the closest bounds so far
export const BEST_ON_A: i32 = BEST + 3; // 3: its witness on A
export const BEST_ON_B: i32 = BEST_ON_A + 3; // 3
export const BEST_LENGTH: i32 = BEST_ON_B + 3; // |v|
export const GAP_DIRECTION: i32 = BEST_LENGTH + 1; // 3: gjk.ts: unit vector along which there is a gap

// The answer for the cores, in the frame.
export const CORE: i32 = GAP_DIRECTION + 3; // distance
export const CORE_NORMAL: i32 = CORE + 1; // 3
export const CORE_POINT: i32 = CORE_NORMAL + 3; // 3: on A
export const CORE_POINT_B: i32 = CORE_POINT + 3; // 3: the point of B that CORE_POINT was found with
export const CORE_LOWER: i32 = CORE_POINT_B + 3;
export const CORE_UPPER: i32 = CORE_LOWER + 1;
export const OWN_CACHE: i32 = CORE_UPPER + 1; // contact-pair.ts: warm start where the caller gives none

// Points and features on the way to it.
export const OFFERED_A: i32 = OWN_CACHE + CACHE_STRIDE; // 3: witness to compare with CORE_POINT (polish.ts)
export const OFFERED_B: i32 = OFFERED_A + 3; // 3: and with CORE_POINT_B
export const KEPT_POINT: i32 = OFFERED_B + 3; // 3: polish.ts: the point that GJK or EPA found, while others are tried
export const TRIED_NORMAL: i32 = KEPT_POINT + 3; // 3: normal-newton.ts, surface-newton.ts: the next normal
export const LINE_A: i32 = TRIED_NORMAL + 3; // 3: flatness.ts: line or side normal of A at the contact
export const LINE_B: i32 = LINE_A + 3; // 3
export const FEATURE_SPREAD: i32 = LINE_B + 3; // feature.ts: height of the feature along the normal
export const FEATURE_RELATIVE_TOLERANCE: i32 = FEATURE_SPREAD + 1; // feature-pair.ts
export const PATCH_AXES: i32 = FEATURE_RELATIVE_TOLERANCE + 1; // 6: patch.ts: the plane's two axes

// Smooth bodies (smooth/), Newton's method in surface coordinates.
export const SMOOTH_A: i32 = PATCH_AXES + 6;
export const SMOOTH_B: i32 = SMOOTH_A + SMOOTH_STRIDE;
export const SMOOTH_AXES: i32 = SMOOTH_B + SMOOTH_STRIDE; // 6: two unit vectors across the normal
export const SMOOTH_BEND: i32 = SMOOTH_AXES + 6; // 3: smooth-body.ts: curvature on these axes: 11, 12, 22
export const SMOOTH_EDGE: i32 = SMOOTH_BEND + 3; // 3: direction of an edge, or inward normal of a face
export const SMOOTH_CORNER: i32 = SMOOTH_EDGE + 3; // 3: a vertex of the polyhedron, in the frame
export const SUPERELLIPSE: i32 = SMOOTH_CORNER + 3; // 8: point (smaller coordinate, larger), normal, derivatives
export const CHART_A: i32 = SUPERELLIPSE + 8;
export const CHART_B: i32 = CHART_A + CHART_STRIDE;
export const CHART_SYSTEM: i32 = CHART_B + CHART_STRIDE; // 20: 4 rows of 5: the linear equations of a step
export const CHART_STEP: i32 = CHART_SYSTEM + 20; // 4: their solution

// Superquadrics whose flat points are domed (domed-superquadric.ts, domed-on-polyhedron.ts).
export const DOMED_BEND: i32 = CHART_STEP + 4; // 6: second derivatives of the support function: xx, xy, xz, yy, yz, zz
export const DOMED_NORMAL: i32 = DOMED_BEND + 6; // 3: outward unit normal, in the body's block, as all of these
export const DOMED_POINT: i32 = DOMED_NORMAL + 3; // 3: the body's farthest point along it
export const DOMED_CORNER: i32 = DOMED_POINT + 3; // 3: a vertex of the polyhedron that is farthest against it
export const DOMED_EDGE: i32 = DOMED_CORNER + 3; // 3: along the polyhedron's edge from there
export const DOMED_STEP: i32 = DOMED_EDGE + 3; // 3: the next step of the normal
export const DOMED_FROM: i32 = DOMED_STEP + 3; // 3: the normal before it
export const DOMED_OTHER: i32 = DOMED_FROM + 3; // 3: another vertex, or the normal of a face

// Superquadrics (superquadric-function.ts, superquadric-segment.ts).
export const SUPERQUADRIC_NORMS: i32 = DOMED_OTHER + 3; // 16: inner and outer norm: value and derivatives, 8 each
export const SUPERQUADRIC_DERIVATIVES: i32 = SUPERQUADRIC_NORMS + 16; // 10: value, gradient, xx, xy, xz, yy, yz, zz
export const SUPERQUADRIC_PARAMETERS: i32 = SUPERQUADRIC_DERIVATIVES + 10; // 5: a, b, c, n1, n2
export const SUPERQUADRIC_PARAMETERS_B: i32 = SUPERQUADRIC_PARAMETERS + 5; // 5
export const SUPERQUADRIC_SEGMENT: i32 = SUPERQUADRIC_PARAMETERS_B + 5;

// A pair of superquadrics (superquadric-pair.ts). Body 1 is the smaller one; its largest semi-axis is the length unit.
export const SUPERQUADRIC_BODIES: i32 = SUPERQUADRIC_SEGMENT + SEGMENT_STRIDE; // 10: a, b, c, n1, n2 of each
export const SUPERQUADRIC_FORMS: i32 = SUPERQUADRIC_BODIES + 10; // 5: form of body 1 between sphere and body
export const SUPERQUADRIC_FORM_2: i32 = SUPERQUADRIC_FORMS + 5; // 5
export const SUPERQUADRIC_FRAME: i32 = SUPERQUADRIC_FORM_2 + 5; // 9: frame of 2 into that of 1, row-major
export const SUPERQUADRIC_CENTRE: i32 = SUPERQUADRIC_FRAME + 9; // 3: centre of 2 in the frame of 1
export const SUPERQUADRIC_METRIC: i32 = SUPERQUADRIC_CENTRE + 3; // 6: of body 2, in the frame of 1
export const SUPERQUADRIC_LOCAL: i32 = SUPERQUADRIC_METRIC + 6; // 10: derivatives at a point, of 2 in its own frame
export const SUPERQUADRIC_TERMS: i32 = SUPERQUADRIC_LOCAL + 10; // 10: derivatives of body 1 in the frame of 1
export const SUPERQUADRIC_TERMS_2: i32 = SUPERQUADRIC_TERMS + 10; // 10: of body 2 in the frame of 1
export const SUPERQUADRIC_POINT: i32 = SUPERQUADRIC_TERMS_2 + 10; // 3: the present point of the search
export const SUPERQUADRIC_BEST: i32 = SUPERQUADRIC_POINT + 3; // 3: the most nearly stationary point so far
export const SUPERQUADRIC_TRIAL: i32 = SUPERQUADRIC_BEST + 3; // 3: the next point, if it is better
export const SUPERQUADRIC_MATRIX: i32 = SUPERQUADRIC_TRIAL + 3; // 6: of a step
export const SUPERQUADRIC_FACTOR: i32 = SUPERQUADRIC_MATRIX + 6; // 6: of that matrix
export const SUPERQUADRIC_SOLUTIONS: i32 = SUPERQUADRIC_FACTOR + 6; // 9: three
export const SUPERQUADRIC_ANSWER: i32 = SUPERQUADRIC_SOLUTIONS + 9;
export const SUPERQUADRIC_NORMAL: i32 = SUPERQUADRIC_ANSWER + ANSWER_STRIDE; // 3: from 1 to 2, in the frame of 1

// Polyhedron against superquadric (peng-hanley-kernel.ts), in the frame of the polyhedron.
export const PENG_HANLEY_POINT: i32 = SUPERQUADRIC_NORMAL + 3; // 3: superquadric's deepest point under the last face
export const PENG_HANLEY_EDGE_POINT: i32 = PENG_HANLEY_POINT + 3; // 3: the edge's deepest point in the superquadric
export const PENG_HANLEY_NORMAL: i32 = PENG_HANLEY_EDGE_POINT + 3; // 3: normal of the plane at that point
export const PENG_HANLEY_SUPPORT: i32 = PENG_HANLEY_NORMAL + 3; // 3: superquadric's deepest point under it
export const PENG_HANLEY_LOWER: i32 = PENG_HANLEY_SUPPORT + 3; // largest gap along any normal so far
export const PENG_HANLEY_HIGHEST: i32 = PENG_HANLEY_LOWER + 1; // greatest height of a point over a face

// Lists.
export const EPA_DISTANCES: i32 = (PENG_HANLEY_HIGHEST + 1 + 7) & -8; // of each face; read in blocks of 4
export const EPA_VERTICES: i32 = EPA_DISTANCES + EPA_FACE_LIMIT;
export const EPA_FACES: i32 = EPA_VERTICES + POINT_STRIDE * EPA_VERTEX_LIMIT;
export const PATCH: i32 = EPA_FACES + EPA_FACE_STRIDE * EPA_FACE_LIMIT; // points (x, y), two for each vertex
export const PATCH_OTHER: i32 = PATCH + 4 * FEATURE_LIMIT; // second buffer of clipping
export const SUPERQUADRIC_TRACE: i32 = PATCH_OTHER + 4 * FEATURE_LIMIT; // a step: point 3, normal 3
export const PENG_HANLEY_STEPS: i32 = SUPERQUADRIC_TRACE + 6 * SUPERQUADRIC_TRACE_LIMIT;
const LISTS_OF_INTEGERS: i32 = PENG_HANLEY_STEPS + STEP_STRIDE * (PENG_HANLEY_LIMIT + 1);

// Lists of integers, I[...].
export const FEATURE_A: i32 = 2 * LISTS_OF_INTEGERS; // feature.ts: count, vertices
export const FEATURE_B: i32 = FEATURE_A + 1 + FEATURE_LIMIT;
export const EPA_FREE: i32 = FEATURE_B + 1 + FEATURE_LIMIT; // free face numbers
export const EPA_HORIZON: i32 = EPA_FREE + EPA_FACE_LIMIT; // 3 an edge, see findHorizon
export const EPA_REMOVED: i32 = EPA_HORIZON + 3 * (EPA_LIST_LIMIT + 1); // faces that the new point sees
export const EPA_STACK: i32 = EPA_REMOVED + EPA_LIST_LIMIT + 2; // sides of them not crossed yet
const SCRATCH_END: i32 = EPA_STACK + EPA_LIST_LIMIT + 8;

/** First cell free for shapes, poses and results, at the start of a cache line. */
export const HEAP: i32 = ((SCRATCH_END + 15) >> 4) << 3;

// Views of the regions above. Integers of SUPPORT: vertex of A, vertex of B.
export const SUPPORT_IDS: i32 = 2 * SUPPORT_INTEGERS; // 2

// Integers of SUPERQUADRIC_ANSWER.
export const ANSWER_CODES: i32 = 2 * (SUPERQUADRIC_ANSWER + ANSWER_INTEGERS);

// Scratch of patch.ts, in the stack of EPA, which has ended before a patch is made.
export const PATCH_LOOP_A: i32 = EPA_STACK; // corners of A's feature: count, vertices
export const PATCH_LOOP_B: i32 = PATCH_LOOP_A + 1 + FEATURE_LIMIT;
export const PATCH_LOOPS_END: i32 = PATCH_LOOP_B + 1 + FEATURE_LIMIT;

// Scratch of proven-depth.ts, in the vertices of EPA, which has ended: centres of balls inside A and B, in the frame.
export const BALL_A: i32 = EPA_VERTICES; // 3
export const BALL_B: i32 = BALL_A + 3; // 3
