// SPDX-License-Identifier: MIT
/**
 * The memory layout that the kernel owns. Addresses count float64 cells; the integers of cell `c` are I[2c], I[2c+1].
 * Lengths inside are those of the bodies; directions are in the frame of body A ("the frame" below) unless said
 * otherwise.
 */

// Shape kinds: number and parameter block, switched on in support.ts.
export const POLYHEDRON: i32 = 1; // also point, segment and facet: 1, 2 or n vertices
export const BOX: i32 = 2; // a polyhedron whose support vertex follows from three signs
export const CYLINDER: i32 = 3; // radius, half length
export const CONE: i32 = 4; // radius, height; its origin is at half height
export const ELLIPSOID: i32 = 5; // three semi-axes
export const SUPERQUADRIC: i32 = 6; // three semi-axes, n1, n2
export const HALF_SPACE: i32 = 7; // unit normal; its origin is a boundary point

// Shape block. Integers at I[2 * s + ...]:
export const SHAPE_KIND: i32 = 0;
export const SHAPE_VERTEX_COUNT: i32 = 1; // 0 for curved shapes
export const SHAPE_KEY_HIGH: i32 = 2; // hash of the shape's numbers: the canonical order of a pair
export const SHAPE_KEY_LOW: i32 = 3;
export const SHAPE_X: i32 = 16; // address of the x coordinates, padded to a multiple of 4 with vertex 0
export const SHAPE_Y: i32 = 17;
export const SHAPE_Z: i32 = 18;
export const SHAPE_NEIGHBOUR_OFFSETS: i32 = 19; // index into I
export const SHAPE_NEIGHBOURS: i32 = 20; // index into I
export const SHAPE_FACE_COUNT: i32 = 21;
export const SHAPE_FACE_OFFSETS: i32 = 22; // index into I
export const SHAPE_FACE_VERTICES: i32 = 23; // index into I, counter-clockwise from outside
export const SHAPE_FACE_NORMALS: i32 = 24; // address, 3 a face
export const SHAPE_VERTEX_FACE_OFFSETS: i32 = 25; // index into I
export const SHAPE_VERTEX_FACES: i32 = 26; // index into I
export const SHAPE_UNFLAT: i32 = 27; // 1 when faces are flat only within a tolerance
export const SHAPE_DESCRIPTION: i32 = 44; // hash of the words that the body was described in: orders what is otherwise one body
// Floats at F[s + ...]:
export const SHAPE_MARGIN: i32 = 2; // radius of the sphere swept around the core
export const SHAPE_EXTENT: i32 = 3; // largest side of the bounding box, margin included
export const SHAPE_RADIUS: i32 = 4; // largest distance of a core point from the block's origin
export const SHAPE_CENTRE: i32 = 5; // 3: the block's origin in the shape's own frame
export const SHAPE_PARAMETERS: i32 = 16; // 5
export const SHAPE_SUPPORT_ERROR: i32 = 14; // how far a support point may be off by its own rounding
export const SHAPE_ROLLING: i32 = 15; // radius of a ball that rolls freely inside the core: 0 where none is known
export const SHAPE_VOLUME: i32 = 21; // of a polyhedral core
export const SHAPE_HEADER: i32 = 24;

// Pose: position 3, orientation 4 (w first, unit).
export const POSE_STRIDE: i32 = 7;

// Result of one query, in world coordinates; all of it float64, as contactBatch hands it out.
export const RESULT_DISTANCE: i32 = 0;
export const RESULT_NORMAL: i32 = 1;
export const RESULT_POINT_ON_A: i32 = 4;
export const RESULT_POINT_ON_B: i32 = 7;
export const RESULT_LOWER: i32 = 10;
export const RESULT_UPPER: i32 = 11;
export const RESULT_STATUS: i32 = 12;
export const RESULT_REASON: i32 = 13;
export const RESULT_DIMENSION_A: i32 = 14;
export const RESULT_DIMENSION_B: i32 = 15;
export const RESULT_GJK_ITERATIONS: i32 = 16;
export const RESULT_EPA_ITERATIONS: i32 = 17;
export const RESULT_STRIDE: i32 = 18;
// What pengHanley adds: the number of the case, 0 for none, and whether the default query gave the answer.
export const PENG_HANLEY_CASE: i32 = 18;
export const PENG_HANLEY_HANDED_OVER: i32 = 19;
export const PENG_HANLEY_STRIDE: i32 = 20;

export const STATUS_CONVERGED: i32 = 0;
export const STATUS_BOUNDED: i32 = 1;
export const STATUS_UNSUPPORTED: i32 = 2;
/** The query was stopped because the bodies are farther apart than asked for; `lower` says how far at least. */
export const STATUS_FAR: i32 = 3;

export const REASON_NONE: i32 = 0;
export const REASON_DEEP: i32 = 1;
export const REASON_THIN: i32 = 2;
export const REASON_ITERATION_LIMIT: i32 = 3;
export const REASON_LOCAL_OPTIMUM: i32 = 4;
/**
 * The bounds of every path contradicted each other. The bounds of the answer follow from the sizes of the bodies alone.
 */
export const REASON_CONTRADICTION: i32 = 5;

// Warm start of one pair, in I: number of simplex points (0 = empty), the vertex numbers (A, B) of up to four, the
// order.
export const CACHE_SWAPPED: i32 = 9;
/** Number of the face that carried the contact, plus 1; 0 when none did. */
export const CACHE_FACE: i32 = 10;
/**
 * 1 when the bodies overlapped: the vertices are those of EPA's last face. Then one vertex of each body, as far apart
 * as they are along the normal.
 */
export const CACHE_OVERLAP: i32 = 11;
export const CACHE_FAR_A: i32 = 12;
export const CACHE_FAR_B: i32 = 13;
/** In place of that 1: the bodies were farther apart than asked for, along a unit vector in the frame of A. */
export const CACHE_APART: i32 = 2;
export const CACHE_DIRECTION: i32 = 1; // 3 cells
/** In place of the number of simplex points where a body is smooth. I: the order follows. */
export const CACHE_SMOOTH: i32 = -1;
export const CACHE_SMOOTH_SWAPPED: i32 = 1;
/** A smooth body's point then, each in the frame of its own block: 3 of A (or of the only one), 3 of B. */
export const CACHE_POINT: i32 = 1;
/** I: the polyhedron's feature in place of a second point: number of vertices, the vertices. */
export const CACHE_FEATURE: i32 = 8;
export const CACHE_STRIDE: i32 = 8;

// Scratch, one query at a time. Cell 8 belongs to portable-pow.ts.
export const EDGE_CANDIDATE: i32 = 2; // 6: closest point and weights of the best edge of a triangle so far
export const FACE_CANDIDATE: i32 = 9; // 6: the same of the best face of a tetrahedron
// The placed pair, in I: shape A, shape B (canonical order), last support vertex on A, on B, whether the caller's order
// was exchanged.
export const PAIR_A: i32 = 32;
export const PAIR_B: i32 = 33;
export const PAIR_HINT_A: i32 = 34;
export const PAIR_HINT_B: i32 = 35;
export const PAIR_SWAPPED: i32 = 36;
export const SCANNED: i32 = 125442; // I: 1 while the vertices of both bodies are in the cache
export const KNOWN_APART: i32 = 125443; // I: 1 while a gap is looked at, 0 for an overlap
export const EPA_TRIANGLE: i32 = 125444; // I: vertices of the polytope's face that the depth is along, -1 for none
export const GAP_DIRECTION: i32 = 62744; // 3: unit vector along which GJK has found a gap that is wide enough
export const KNOWN_WARM: i32 = 125448; // I: 1 while an overlap is answered from the last query alone
export const KNOWN_FAR_A: i32 = 125449; // I: vertices of the last query, far from each other
export const KNOWN_FAR_B: i32 = 125450;
export const CONTRADICTION_COUNT: i32 = 125451; // I: queries so far whose bounds crossed, so that a plain path had to answer
export const OWN_CACHE: i32 = 62728; // 8: in place of the caller's warm start
export const CLIMB_ABOVE: i32 = 125440; // = 2 * 62720: bodies with more vertices are climbed, others scanned
export const RELATIVE: i32 = 20; // 9: rotation of B's frame into A's, row-major; 3: B's origin in the frame
export const ROTATION_A: i32 = 32; // 9: A's frame into the world
export const ORIGIN_A: i32 = 41; // 3: A's origin in the world
export const SCALE: i32 = 44; // largest coordinate that occurs: |B's origin| + both radii
export const ROUNDING: i32 = 45; // unit round-off times SCALE
export const PLACEMENT: i32 = 47; // what rotating the blocks' centres has cost, in units of length
export const SUPPORT_FRESH: i32 = 37; // I: 1 when SUPPORT is along the normal that GJK or EPA ended on
export const REGATHER: i32 = 38; // I: 1 when the settled normal is too far from the rough one to keep its features
export const CROSSED: i32 = 39; // I: 1 when two crossing edges have settled normal and point
export const STOP_DISTANCE: i32 = 46; // GJK may stop once the cores are proven farther apart
export const SUPPORT: i32 = 48; // 3: w = b - a, 3: a; I: vertex on A, vertex on B (-1: curved)
export const SUPPORT_IDS: i32 = 108; // = 2 * (SUPPORT + 6)
export const LOCAL_POINT: i32 = 56; // 3: support point in the shape's own block frame
export const CLOSEST: i32 = 60; // 3: closest point of the sub-simplex to the origin
export const WEIGHTS: i32 = 112; // 3: what each kept vertex of the sub-simplex contributes to that point
export const SIMPLEX: i32 = 64; // 4 slots of 8: w 3, a 3, ids
export const SIMPLEX_COUNT: i32 = 192; // = 2 * 96, then the slots in use, in I
export const BEST: i32 = 116; // GJK's point v with the closest bounds so far 3, its witness on A 3, its length
export const BEST_POINT_B: i32 = 62704; // 3: its witness on B
export const SUPPORT_VALUE: i32 = 62716; // support value along that normal
export const OFFERED: i32 = 62708; // 6: a pair of witnesses, on A and on B, to compare with CORE_POINT and CORE_POINT_B
export const KEPT: i32 = 62736; // 3: the point of A that GJK or EPA found, while others are looked for
export const TRIED: i32 = 62740; // 3: the normal that Newton's method tries next
// Superquadrics (superquadric-function.ts, superquadric-segment.ts).
export const SUPERQUADRIC_NORMS: i32 = 62752; // 2 of 8: a nested norm and its derivatives, the inner one and the outer one
export const SUPERQUADRIC_DERIVATIVES: i32 = 62768; // 10: value, gradient 3, second derivatives xx, xy, xz, yy, yz, zz
export const SUPERQUADRIC_PARAMETERS: i32 = 62784; // 2 of 5: a, b, c, n1, n2 of a body whose block does not have them
export const SUPERQUADRIC_SEGMENT: i32 = 62800; // 4: least gauge, where on the segment, first and last inner point of it
// A pair of superquadrics (superquadric-pair.ts and what uses it); body 1 is the smaller one, lengths are in units of
// its largest semi-axis.
export const SUPERQUADRIC_BODIES: i32 = 62816; // 2 of 5: a, b, c, n1, n2 as the bodies are, and
export const SUPERQUADRIC_FORMS: i32 = 62832; // 2 of 5: as they are for the moment, on the way from spheres
export const SUPERQUADRIC_FRAME: i32 = 62848; // 9: frame of 2 into that of 1, row-major; 3: centre of 2 in the frame of 1
export const SUPERQUADRIC_METRIC: i32 = 62864; // 6: of body 2, in the frame of 1
export const SUPERQUADRIC_LOCAL: i32 = 62870; // 10: derivatives at a point, of 2 in its own frame
export const SUPERQUADRIC_TERMS: i32 = 62880; // 2 of 10: the same of both bodies in the frame of 1
export const SUPERQUADRIC_POINT: i32 = 62900; // 3: where the search is; 3: the most nearly stationary point of it so far; 3: where it may go
export const SUPERQUADRIC_QUADRATIC: i32 = 62916; // 6: matrix of a step; 6: its factor; 9: three solutions
export const SUPERQUADRIC_ANSWER: i32 = 62944; // 16 cells, 8 integers, 3 cells; see superquadric-answer.ts
export const SUPERQUADRIC_NORMAL: i32 = 62968; // 3: from body 1 to body 2, in the frame of 1
export const SUPERQUADRIC_TRACE: i32 = 62976; // 6 a step: point, normal
export const SUPERQUADRIC_TRACE_LIMIT: i32 = 400;
export const GAUGE_NORM: i32 = 65400; // 7: a norm in the plane, its derivatives and powers
export const SMOOTH_A: i32 = 65408; // 12: point of A, outward unit normal, two vectors of curvature, in the frame
export const SMOOTH_B: i32 = 65420; // 12: the same of B
export const SMOOTH_POINT: i32 = 0;
export const SMOOTH_NORMAL: i32 = 3;
export const SMOOTH_CURVATURE: i32 = 6;
export const SMOOTH_AXES: i32 = 65432; // 6: two unit vectors across the normal
export const SMOOTH_EDGE: i32 = 65438; // 3: direction of an edge, or normal of a face turned inwards
export const SMOOTH_CORNER: i32 = 65441; // 3: a vertex of the polyhedron, in the frame
export const SMOOTH_FEATURE: i32 = 130888; // = 2 * 65444, I: 1 to 3 vertices of the polyhedron, their numbers
export const SHRINK_A: i32 = 65446; // support points of A are those of what the centre of a rolling ball of this radius reaches
export const SHRINK_B: i32 = 65447;
export const NEWTON_OFF: i32 = 130896; // = 2 * 65448, I: 1 where smooth bodies go through GJK and EPA too, for comparison; 0 otherwise
export const LINE_A: i32 = 123; // 3: line or side normal of A at the contact, in the frame
export const LINE_B: i32 = 2698; // 3: the same of B
export const CORE: i32 = 100; // answer for the cores in the frame: distance, normal 3, point on A 3, lower, upper
export const CORE_NORMAL: i32 = 101;
export const CORE_POINT: i32 = 104;
export const CORE_POINT_B: i32 = 2701; // 3: the point of B that CORE_POINT was found with
export const CORE_LOWER: i32 = 107;
export const CORE_UPPER: i32 = 108;
export const CORE_CODES: i32 = 218; // = 2 * 109: reason, dimension A, dimension B, GJK iterations, EPA iterations
export const REASON: i32 = 218;
export const DIMENSION_A: i32 = 219;
export const DIMENSION_B: i32 = 220;
export const GJK_ITERATIONS: i32 = 221;
export const EPA_ITERATIONS: i32 = 222;

/**
 * Vertices that a contact feature may have before the rest is ignored (a facet with more is rare and stays a facet).
 */
export const FEATURE_LIMIT: i32 = 256;
export const FEATURE_SPREAD: i32 = 126;
export const FEATURE_LOOSE: i32 = 127; // the tolerance, relative to the body, that the features were gathered with
export const FEATURE_A: i32 = 256; // I: count, vertex numbers
export const FEATURE_B: i32 = 768;
export const FACE_A: i32 = 1026; // I: number of the face that A's feature is, -1 for none
export const FACE_B: i32 = 1027;
export const PATCH_COUNT: i32 = 1280; // I: corners of the contact patch
export const PATCH: i32 = 642; // 2 buffers of 2 * FEATURE_LIMIT planar points (x, y)
export const PATCH_BUFFER: i32 = 1024;
export const PATCH_AXES: i32 = 2692; // 6: the plane's two axes
export const PATCH_LOOP_A: i32 = 107520; // I: the corners of A's feature, count and vertex numbers; EPA's stack is not in use then
export const PATCH_LOOP_B: i32 = 107840; // I: the same of B

export const EPA_VERTEX_LIMIT: i32 = 512; // random curved pairs need at most 300
export const EPA_FACE_LIMIT: i32 = 4096;
export const EPA_VERTICES: i32 = 2704; // stride 8: w 3, a 3, ids
export const EPA_FACES: i32 = 10896; // stride 8: outward normal 3, unused; I: vertices 3, neighbours 3 (4 * face + side)
export const EPA_FREE: i32 = 87328; // = 2 * 43664: free list of face numbers, in I
export const EPA_HORIZON: i32 = 91440; // I: horizon edges: start vertex, face and side beyond, face whose plane goes on or -1
export const EPA_REMOVED: i32 = 103424; // I: faces that the new point sees
export const EPA_STACK: i32 = 107520; // I: sides of them that are still to be crossed
export const EPA_DISTANCES: i32 = 57856; // per face: distance of its plane, 1e300 when removed; read in blocks of 4
// Polyhedron against superquadric (peng-hanley.ts), in the frame of the polyhedron.
/** Faces that one search may look at: the searches of random pairs end after a few, or go round in circles. */
export const PENG_HANLEY_LIMIT: i32 = 128;
export const PENG_HANLEY_POINT: i32 = 65536; // 3: the superquadric's point deepest under the face searched last
export const PENG_HANLEY_EDGE_POINT: i32 = 65539; // 3: the point of an edge that is deepest in the superquadric
export const PENG_HANLEY_NORMAL: i32 = 65542; // 3: normal of the plane at that point
export const PENG_HANLEY_SUPPORT: i32 = 65545; // 3: the superquadric's point deepest under it
export const PENG_HANLEY_LOWER: i32 = 65548; // largest gap along any normal so far
export const PENG_HANLEY_HIGHEST: i32 = 65549; // height of a point over the face that it is highest over
export const PENG_HANLEY_EDGE: i32 = 131100; // = 2 * 65550, I: the ends of the edge, its two faces
export const PENG_HANLEY_FACE: i32 = 131104; // I: the face searched last
export const PENG_HANLEY_STEP_COUNT: i32 = 131105; // I
export const PENG_HANLEY_STEPS: i32 = 65560; // stride 8: I face, -1 for a plane at an edge; height, point 3, normal 3
// Newton's method on the surface of a superquadric.
export const SUPERELLIPSE: i32 = 65450; // 8: a point of the curve (smaller coordinate, larger), its normal, derivatives of the four
export const CHART_A: i32 = 65458; // what A has at the contact: one block of CHART_STRIDE cells
export const CHART_B: i32 = 65482; // the same of B
export const CHART_POINT: i32 = 0; // 3, then its derivatives in the two coordinates, and the same of the normal
export const CHART_POINT_ACROSS: i32 = 3;
export const CHART_POINT_ALONG: i32 = 6;
export const CHART_NORMAL: i32 = 9;
export const CHART_NORMAL_ACROSS: i32 = 12;
export const CHART_NORMAL_ALONG: i32 = 15;
export const CHART_ACROSS: i32 = 18; // the coordinates: of the horizontal section, and of the section through the axis
export const CHART_ALONG: i32 = 19;
export const CHART_SIDES: i32 = 40; // = 2 * 20, I: for each section, 1 when its second axis has the smaller coordinate, sign of the larger
export const CHART_ACROSS_DUAL: i32 = 44; // I: 1 when the horizontal section is described by its normals
export const CHART_STRIDE: i32 = 24;
export const CHART_SYSTEM: i32 = 65506; // 4 rows of 5: the linear equations of a step
export const CHART_STEP: i32 = 65526; // 4: their solution
export const CHART_ORDER: i32 = 131060; // = 2 * 65530, I, 4: order of the unknowns
export const SEPARATION: i32 = 66600; // 3: from the origin of A to that of B, in world axes
export const HEAP: i32 = 66624; // first cell free for shapes, poses, results; at the start of a cache line
