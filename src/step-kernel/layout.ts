// SPDX-License-Identifier: MIT
/**
 * The memory of one simulation. Addresses count float64 cells; the integers of cell `c` are I[2c], I[2c + 1]. The
 * header has fixed places; it holds counts, settings and the addresses of all arrays, so that arrays may be moved
 * between steps.
 *
 * Elements are what touches: spheres, each a body of its own or a member of a clump. They are sorted by cell; blocks of
 * consecutive elements are the unit of work and of every sum, so that no result depends on the number of threads.
 */

// Cells 0 to 63 (I[0] to I[127]) belong to the threads (src/simulation); the kernel does not touch them.
// Header, integers: I[...].
export const ELEMENT_COUNT: i32 = 128;
export const BLOCK_SIZE: i32 = 129; // elements in a block
export const BLOCK_COUNT: i32 = 130;
export const PAIRS_PER_BLOCK: i32 = 131; // room for pairs in a block
export const SLOT_CAPACITY: i32 = 132;
export const SLOT_COUNT: i32 = 133;
export const HALF_SPACE_COUNT: i32 = 134;
export const MATERIAL_COUNT: i32 = 135;
export const HISTORY: i32 = 136; // 1 when pairs have a history, else 0
export const PERIODIC: i32 = 137; // bit 0: x, bit 1: y, bit 2: z
export const CELL_CAPACITY: i32 = 138;
export const LEVEL_COUNT: i32 = 139;
export const TURNING: i32 = 140; // 1 when the orientation of spheres is kept
export const LIST_COUNT: i32 = 141; // elements that the rows were made for
export const DEAD_COUNT: i32 = 142; // elements that the next sort leaves out
export const LIST_INVALID: i32 = 143; // 1 when the rows must be made anew whatever has moved
export const RECORD_COUNT: i32 = 144;
export const RECORD_PAIR: i32 = 145; // where the next call of contactRecords goes on: pair within its row
export const PAIR_CAPACITY: i32 = 146;
export const SORT_COUNT: i32 = 147; // how often the elements have been sorted
export const BODY_COUNT: i32 = 149; // clumps, the dead among them included
export const BODY_BLOCK_COUNT: i32 = 150;
export const PAIR_LOOP: i32 = 148; // which of the pair loops: 0 Hertz-Mindlin, 1 linear, 2 any law, 3 with elements that are not spheres
export const MESH_COUNT: i32 = 151;
export const TOUCH_CAPACITY: i32 = 152; // touches of all blocks together
export const TOUCHES_PER_BLOCK: i32 = 153; // room for touches in a block
export const CARRIED_COUNT: i32 = 154; // touches in CARRIED
export const HALF_DONE: i32 = 155; // 1 when the forces of the next step are there, but for blocks that lacked room for their touches
export const HAS_WAYS: i32 = 156; // 1 when elements have a WAY, else 0
// Addresses of arrays, in cells.
export const PLACE: i32 = 160; // 4 an element: position, radius
export const MOTION: i32 = 161; // 8 an element: velocity 3, angular velocity 3, 1 / mass, two integers
export const SPIN: i32 = 162; // 4 an element: orientation, w first
export const TAG: i32 = 163; // 2 an element: four integers
export const PLACE_SPARE: i32 = 164; // what the sort writes to; the two change places
export const MOTION_SPARE: i32 = 165;
export const SPIN_SPARE: i32 = 166;
export const TAG_SPARE: i32 = 167;
export const FORCE: i32 = 168; // 6 an element: force, torque about the centre
export const PROBE: i32 = 169; // 6 an element: the same, evaluated on request
export const REFERENCE: i32 = 170; // 4 an element: where it was when the rows were made, and its margin: how far it may move before they are made anew
export const ROW: i32 = 171; // 4 an element: eight integers
export const ROW_OLD: i32 = 172;
export const PARTNER: i32 = 173; // one integer a pair
export const PARTNER_OLD: i32 = 174;
export const HISTORIES: i32 = 175; // 4 a pair
export const HISTORIES_OLD: i32 = 176;
export const SLOT: i32 = 177; // 6 a pair across blocks: force and torque on its second element
export const GATHER: i32 = 178; // one integer a slot: slots in the order of their second elements
export const ORDER: i32 = 179; // one integer an element: its number before the last sort
export const CELL_OF: i32 = 180; // one integer an element
export const CELL_START: i32 = 181; // one integer a cell, and one more: its first element
export const LEVEL: i32 = 182;
export const LAW: i32 = 183; // 16 a pair of materials
export const HALF_SPACE: i32 = 184; // 32 a half-space
export const BLOCK: i32 = 185; // 16 a block
export const WALL_LOAD: i32 = 186; // 6 a block and half-space: force and torque on the half-space
export const RECORD: i32 = 187; // 16 a contact, written on request
export const BODY: i32 = 188; // 56 a clump
export const MEMBER: i32 = 189; // 4 a sphere of a clump
export const BODY_BLOCK: i32 = 190; // 8 a block of clumps
export const MESH: i32 = 191; // 40 a mesh
export const MESH_LOAD: i32 = 192; // 6 a block and mesh: force on the mesh, torque about the origin of its frame
export const TOUCH: i32 = 193; // 34 a touch; two regions a block, one of them in use
export const WARM: i32 = 195; // 8 a pair: where the contact kernel starts from; none where all elements are spheres
export const WAY: i32 = 196; // one an element: bounds how far its points have come; only differences between two sorts have a meaning. Where pairs have a WARM
export const CLEAR: i32 = 197; // one a pair: while the ways of both elements sum to less they cannot touch. Where pairs have a WARM
export const HITS: i32 = 198; // HITS_MOST a block: pairs that touch and whose force is still to be computed
export const CARRIED: i32 = 194; // touches of all blocks in one list, when their own regions do not hold them
// Header, floats: F[...].
export const TIME_STEP: i32 = 128;
export const GRAVITY: i32 = 129; // 3
export const SKIN: i32 = 132; // least distance up to which pairs are listed
export const ADHESION_REACH: i32 = 133; // largest gap across which a contact may hold (JKR)
export const DOMAIN_MIN: i32 = 134; // 3
export const DOMAIN_MAX: i32 = 137; // 3
export const LOCAL_DAMPING: i32 = 140; // Cundall's factor
export const VISCOUS_KEPT: i32 = 141; // factor on velocities in one step
export const WALL_MOVED: i32 = 142; // how far a half-space has come nearer to an element at most since the rows were made
export const OVERLAP_LIMIT: i32 = 143; // largest overlap over the smaller radius
export const MARGIN_MOST: i32 = 144; // of an element or wall, whatever its speed
export const WALL_MARGIN: i32 = 145; // how far walls may come nearer before the rows are made anew
export const WALL_MARGIN_LEAST: i32 = 146; // half the skin where walls move, else 0
export const FAST_SQUARED: i32 = 147; // square of the speed over the size, 1/s2, above which a body travels far in a step
export const HEADER_CELLS: i32 = 256;

// Integers of the last cell of MOTION.
export const MATERIAL: i32 = 0;
export const FLAGS: i32 = 1;
export const MOTION_STRIDE: i32 = 8;
export const INVERSE_MASS: i32 = 6;
export const MOTION_INTEGERS: i32 = 7; // cell
/** Its velocity is that of the whole step: the next kick takes half a step. */
export const FRESH: i32 = 1;
/** Removed: the next sort leaves it out. */
export const DEAD: i32 = 2;
/** Its next state would not have been finite: it kept the old one. */
export const BAD: i32 = 4;
/** Its radius is that of a sphere around it; what it touches is found outside the kernel. */
export const NOT_SPHERE: i32 = 8;

// Integers of TAG.
export const TAG_ID: i32 = 0;
export const TAG_SHAPE: i32 = 1;
export const TAG_OWNER: i32 = 2; // number of the clump, or -1
export const TAG_MEMBER: i32 = 3; // number within the clump

// Integers of ROW: pairs [FIRST, CROSS) have their second element in the same block, [CROSS, WALLS) beyond it,
// [WALLS, END) are half-spaces.
export const ROW_FIRST: i32 = 0;
export const ROW_CROSS: i32 = 1;
export const ROW_WALLS: i32 = 2;
export const ROW_END: i32 = 3;
export const ROW_SLOT: i32 = 4; // slot of the pair CROSS
export const ROW_GATHER: i32 = 5; // slots that the element gathers: [GATHER, GATHER_END) of GATHER
export const ROW_GATHER_END: i32 = 6;
export const ROW_INTEGERS: i32 = 8;

// A partner is the number of the second element or half-space, and two bits.
export const PARTNER_MASK: i32 = 0x0fffffff;
export const TOUCHING: i32 = 0x20000000;
export const SLIDING: i32 = 0x10000000;

// Hit: first element, second element, pair, address of the force on the second element or of the pair's slot.
export const HIT_INTEGERS: i32 = 4;
export const HITS_MOST: i32 = 256;

// History of a pair: tangential displacement of the first body against the second, with INCREMENTAL the force of the
// spring; then the radius of the contact circle, 1 for the linear law.
export const HISTORY_STRIDE: i32 = 4;
export const HISTORY_LAST: i32 = 3;

// Sizes of elements by factors of two, each with a grid of its own.
export const MOST_LEVELS: i32 = 8;
export const LEVEL_STRIDE: i32 = 12;
export const LEVEL_ORIGIN: i32 = 0; // 3
export const LEVEL_SCALE: i32 = 3; // 3: cells a metre
export const LEVEL_RADIUS: i32 = 6; // largest radius inside
export const LEVEL_MARGIN: i32 = 7; // largest margin inside
export const LEVEL_CELLS: i32 = 8; // two cells of integers: cells along x, y, z, number of the first cell
export const LEVEL_AXES: i32 = 10; // two cells of integers: axes from that with the fewest cells, along which they are consecutive, to that with the most
// Behind the levels: size classes, 0 the coarsest. Offsets from I[LEVEL].
export const CLASS_BOUND: i32 = 96; // 8: a radius above it is in the class
export const CLASS_RADIUS: i32 = 104; // 8: largest inside
export const CLASS_LEVEL: i32 = 112; // cell of 8 integers
export const CLASS_COUNT: i32 = 116; // cell of 8 integers: elements
export const LEVEL_EXTENT: i32 = 120; // 6: least and greatest coordinates, while a grid is laid out
export const LEVEL_CELLS_TOTAL: i32 = 128; // room

// Constants of a pair of materials.
export const LAW_STRIDE: i32 = 16;
export const LAW_NORMAL: i32 = 0; // Hertz: 4/3 E*; linear: kn; overlap volume: k, N/m3
export const LAW_TANGENTIAL: i32 = 1; // Hertz: 8 G*; linear: kt
export const LAW_NORMAL_DAMPING: i32 = 2; // times sqrt(m* a) for Hertz, sqrt(m*) for linear
export const LAW_TANGENTIAL_DAMPING: i32 = 3;
export const LAW_FRICTION: i32 = 4;
export const LAW_STATIC_FRICTION: i32 = 5;
export const LAW_ROLLING: i32 = 6;
export const LAW_TWISTING: i32 = 7;
export const LAW_COHESION: i32 = 8; // sjkr: Pa; jkr: J/m2
export const LAW_JKR_GAP: i32 = 9; // sqrt(2 pi w / E*)
export const LAW_JKR_PULL: i32 = 10; // sqrt(8 pi w E*)
export const LAW_JKR_START: i32 = 11; // above every root of the contact radius at zero overlap
export const LAW_LEAST: i32 = 12; // least force of spring and dashpot: 0 where attraction is cut off
export const LAW_FLAGS: i32 = 13; // cell of integers
export const HERTZ: i32 = 1;
export const FRICTION: i32 = 2;
export const INCREMENTAL: i32 = 4;
export const ROLLING: i32 = 8;
export const TWISTING: i32 = 16;
export const SJKR: i32 = 32;
export const JKR: i32 = 64;
export const STATIC: i32 = 128; // static friction differs from that of sliding
export const OVERLAP_LAW: i32 = 256; // polyhedra by their common volume: every contact is a touch with a GIVEN spring
export const USER_LAW: i32 = 512; // a law of the user's own: every contact is a touch, whose force is found outside the kernel

// Half-space: free space is normal.x >= offset.
export const HALF_SPACE_STRIDE: i32 = 32;
export const HALF_SPACE_NORMAL: i32 = 0; // 3
export const HALF_SPACE_OFFSET: i32 = 3;
export const HALF_SPACE_VELOCITY: i32 = 4; // 3: of the point below
export const HALF_SPACE_RATE: i32 = 7; // 3: angular velocity
export const HALF_SPACE_POINT: i32 = 10; // 3
export const HALF_SPACE_MATERIAL: i32 = 13; // cell of integers: material, kind of surface
export const HALF_SPACE_LIST_NORMAL: i32 = 14; // 3: normal and offset when the rows were made
export const HALF_SPACE_LIST_OFFSET: i32 = 17;
export const HALF_SPACE_SURFACE: i32 = 18; // 9

// Surface that moves on a wall that stands still. The kind, 0 for none, is the second integer of the cell with the
// wall's material.
export const SURFACE_VELOCITY: i32 = 0; // 3: of the point below; of a belt, its speed alone
export const SURFACE_RATE: i32 = 3; // 3: angular velocity; of a belt, the unit axis around which it runs
export const SURFACE_POINT: i32 = 6; // 3
export const SURFACE_CELLS: i32 = 9;
export const SURFACE_KIND: i32 = 1;
export const SURFACE_RIGID: i32 = 1; // kinds: as a rigid body would move
export const SURFACE_BELT: i32 = 2;

// Mesh: a boundary of facets; its geometry is known to the finders of touches.
export const MESH_STRIDE: i32 = 40;
export const MESH_PLACE: i32 = 0; // 3: origin of its frame
export const MESH_SPIN: i32 = 3; // 4: orientation, w first
export const MESH_VELOCITY: i32 = 7; // 3: of the point below
export const MESH_RATE: i32 = 10; // 3: angular velocity
export const MESH_POINT: i32 = 13; // 3
export const MESH_LIST_PLACE: i32 = 16; // 3: place and orientation when the rows were made
export const MESH_LIST_SPIN: i32 = 19; // 4
export const MESH_BOX: i32 = 23; // 6: least and greatest coordinates in its frame
export const MESH_INTEGERS: i32 = 29; // cell of integers
export const MESH_MATERIAL: i32 = 0;
export const MESH_SURFACE: i32 = 30; // 9
export const MESH_INVERSE_MASS: i32 = 39; // of a mesh that forces move; 0 for a wall

// Touch: a contact found outside the kernel, of an element with another element or a wall.
export const TOUCH_STRIDE: i32 = 34;
export const TOUCH_ELEMENT: i32 = 0; // first four cells: eight integers
export const TOUCH_PARTNER: i32 = 1; // element, half-space or mesh
export const TOUCH_KIND: i32 = 2;
export const TOUCH_SLOT: i32 = 3; // of a second element in another block; else -1
export const TOUCH_KEY: i32 = 4; // what of the element touches, or of the mesh
export const TOUCH_PARTNER_KEY: i32 = 5; // what of the second element is touched
export const TOUCH_FLAGS: i32 = 6; // TOUCHING and SLIDING once the force is known; before, those of the step before; GIVEN, PASSING
export const TOUCH_FINDER: i32 = 7; // number of the finder that wrote it
export const TOUCH_POINT: i32 = 4; // 3: world, near the element's own image
export const TOUCH_NORMAL: i32 = 7; // 3: unit, from the element into its partner
export const TOUCH_OVERLAP: i32 = 10;
export const TOUCH_RADIUS: i32 = 11; // effective radius of curvature
export const TOUCH_OWN_POINT: i32 = 12; // 3: the point in the frame of the mesh
export const TOUCH_HISTORY: i32 = 15; // 4
export const TOUCH_SPRING: i32 = 19; // with GIVEN: force of the normal spring
export const TOUCH_ELASTIC: i32 = 20; // and the energy it holds
export const TOUCH_MOMENT: i32 = 21; // 3: and a moment on the element besides that of the force at the point
export const TOUCH_SHARE: i32 = 24; // factor on the stiffness of springs, for one of several points of a contact
export const TOUCH_DASHPOT: i32 = 25; // factor on dashpots
export const TOUCH_SHIFT: i32 = 26; // 3: of a mesh, the way to the periodic image of it that is touched
export const TOUCH_LOSS: i32 = 19; // with USER_LAW: energy dissipated in this step
export const TOUCH_TORQUE: i32 = 21; // 3: on the element about the point
export const TOUCH_FORCE: i32 = 29; // 3: on the element
export const TOUCH_KEPT: i32 = 32; // 2: what goes on from step to step besides the history
export const TOUCH_LEFT: i32 = 32; // with USER_LAW: of the energy it holds, what is lost should it end now
export const TOUCH_TWIST: i32 = 32; // with OVERLAP_LAW: angle that the spring against twisting holds
export const TOUCH_TWIST_LAST: i32 = 33; // and its stiffness, N m
export const TOUCH_BODY: i32 = 0; // kinds
export const TOUCH_HALF_SPACE: i32 = 1;
export const TOUCH_MESH: i32 = 2;
/** Among the flags of a touch: force, energy and moment of the normal spring are given by its finder. */
export const GIVEN: i32 = 1;
/** The element goes through a one-sided mesh from behind: no force until it is free of it. */
export const PASSING: i32 = 2;

// Block: results of its last step, sums over all steps, and the record of the contact that is being computed.
export const BLOCK_STRIDE: i32 = 48;
export const BLOCK_MOVED: i32 = 0; // positive when an element has moved by more than its margin, see movedMark
export const BLOCK_OVERLAP: i32 = 1; // largest overlap over the smaller radius
export const BLOCK_FRICTION_LOSS: i32 = 2;
export const BLOCK_DAMPING_LOSS: i32 = 3;
export const BLOCK_ROLLING_LOSS: i32 = 4;
export const BLOCK_GLOBAL_LOSS: i32 = 5;
export const BLOCK_WALL_WORK: i32 = 6;
export const BLOCK_ELASTIC: i32 = 7; // of the last probe
export const BLOCK_INTEGERS: i32 = 8; // five cells of integers
export const BLOCK_SURFACE: i32 = 13; // 3: velocity of the surface at the contact that is being computed
export const BLOCK_BAD: i32 = 0; // elements that are BAD
export const BLOCK_PAIRS: i32 = 1; // room that its pairs need
export const BLOCK_DEEP: i32 = 2; // 1 + number of the element with the largest overlap
export const BLOCK_CONTACTS: i32 = 3; // of the last probe
export const BLOCK_TOUCHES: i32 = 4; // in its region in use
export const BLOCK_TOUCH_SIDE: i32 = 5; // which of its two regions is in use
export const BLOCK_CARRIED: i32 = 6; // 1 when its touches are in CARRIED
export const BLOCK_TOUCH_ROOM: i32 = 7; // room that its touches need when they did not fit; else 0
export const BLOCK_PROBED: i32 = 8; // touches of a probe, in the region that is not in use
export const BLOCK_CLEAR: i32 = 10; // the sort that its part of CLEAR is good for
export const BLOCK_FAILED: i32 = 9; // 1 + number of the first touch whose USER_LAW gave no finite force; else 0

// Contact: what a law sees of the contact that is being computed and what it answers, in cells of the contact's block.
// Written by whoever found the contact; a field that the law does not use is not written.
export const CONTACT_NORMAL: i32 = 16; // 3: unit, from the first body i to the second body j
export const CONTACT_OVERLAP: i32 = 19;
export const CONTACT_APPROACH: i32 = 20; // velocity of i against j along the normal
export const CONTACT_SLIP: i32 = 21; // 3: velocity of i against j across the normal, at the contact point. With FRICTION
export const CONTACT_SPIN: i32 = 24; // 3: angular velocity of i against j. With ROLLING or TWISTING
export const CONTACT_INVERSE_INERTIA: i32 = 27; // 1 / I_i + 1 / I_j. With ROLLING or TWISTING
export const CONTACT_RADIUS: i32 = 28; // effective radius
export const CONTACT_MASS: i32 = 29; // effective mass
export const CONTACT_CUT_AREA: i32 = 30; // area over pi of the circle in which the surfaces cut each other. With SJKR
export const CONTACT_CUT_WORK: i32 = 31; // its integral over the overlap. With SJKR, of a probe
export const CONTACT_PUSH: i32 = 32; // the answer: force of j on i against the normal, cohesion included
export const CONTACT_SHEAR: i32 = 33; // 3: force on i across the normal. With FRICTION
export const CONTACT_TORQUE: i32 = 36; // 3: torque on i beside that of the force. With ROLLING or TWISTING
export const CONTACT_ELASTIC: i32 = 39; // energy that it holds, of a probe
export const CONTACT_WALL_MOTION: i32 = 40; // 6: velocity of a wall at the contact point, its angular velocity

// Clump: a rigid body of several elements. Its own frame is that of its principal axes, about the centre of mass.
export const BODY_STRIDE: i32 = 56;
export const BODY_PLACE: i32 = 0; // 3
export const BODY_SPIN: i32 = 3; // 4: orientation, w first
export const BODY_VELOCITY: i32 = 7; // 3
export const BODY_MOMENTUM: i32 = 10; // 3: angular momentum in world axes
export const BODY_RATE: i32 = 13; // 3: angular velocity in world axes
export const BODY_INVERSE_MASS: i32 = 16;
export const BODY_INERTIA: i32 = 17; // 3: principal moments
export const BODY_FORCE: i32 = 20; // 6: force and torque of the last step
export const BODY_PROBE: i32 = 26; // 6: the same, evaluated on request
export const BODY_MATRIX: i32 = 32; // 9: from the own frame to the world, row by row
export const BODY_RADIUS: i32 = 41; // of a sphere about the centre of mass that holds it
export const BODY_INTEGERS: i32 = 42; // three cells of integers
export const BODY_SIZE: i32 = 45; // half of its smallest thickness
export const BODY_ID: i32 = 0;
export const BODY_SHAPE: i32 = 1;
export const BODY_MATERIAL: i32 = 2;
export const BODY_FLAGS: i32 = 3; // FRESH, DEAD, BAD
export const BODY_MEMBERS: i32 = 4; // number of the first of its spheres
export const BODY_MEMBER_COUNT: i32 = 5;

// Sphere of a clump: centre in the clump's frame, number of its element.
export const MEMBER_STRIDE: i32 = 4;
export const MEMBER_ELEMENT: i32 = 3; // cell of integers

export const BODIES_PER_BLOCK: i32 = 64;
export const BODY_BLOCK_STRIDE: i32 = 8;
export const BODY_BLOCK_MOVED: i32 = 0; // as BLOCK_MOVED
export const BODY_BLOCK_GLOBAL_LOSS: i32 = 1;
export const BODY_BLOCK_WALL_WORK: i32 = 2;
export const BODY_BLOCK_BAD: i32 = 3; // cell of integers: clumps that are BAD

// Warm start of a pair: what the contact kernel keeps of a query, and the sort that it is good for.
export const WARM_STRIDE: i32 = 8;
export const WARM_SORT: i32 = 14; // integer

// Contact record: element and partner as integers, then floats.
export const RECORD_STRIDE: i32 = 16;
export const RECORD_INTEGERS: i32 = 0; // cell: element, partner (or -1 - half-space)
export const RECORD_POINT: i32 = 1; // 3
export const RECORD_NORMAL: i32 = 4; // 3, from the first body to the second
export const RECORD_OVERLAP: i32 = 7;
export const RECORD_FORCE: i32 = 8; // 3, on the first body
export const RECORD_TORQUE: i32 = 11; // 3, on the first body about its centre
export const RECORD_CAPACITY: i32 = 1024;
/**
 * Where a probe adds up the loads of meshes, 6 each, behind what the sums of energies write; for the first MOST_PROBED
 * meshes.
 */
export const RECORD_MESH_LOADS: i32 = 16;
export const MOST_PROBED: i32 = 2048;
