// SPDX-License-Identifier: MIT
/**
 * Memory layout of one simulation. Addresses count float64 cells; the integers of cell `c` are I[2c] and I[2c + 1].
 * Each address is the one before plus its size, as in src/kernel/layout.ts. The header has counts, settings and the
 * addresses of all arrays, so arrays may be moved between steps. Saved states contain the records.
 *
 * Elements are spheres, or bounding spheres of other shapes; each is a body of its own or a member of a clump. They are
 * sorted by cell. Blocks of consecutive elements are the unit of work and of every sum, so that no result depends on
 * the number of threads.
 */

// Limits and fixed sizes.
export const MOST_THREADS: i32 = 16;
export const HITS_MOST: i32 = 256; // touching pairs of a block that are noted before their forces are computed
export const MOST_LEVELS: i32 = 8; // size classes of elements, by factors of two
export const BODIES_PER_BLOCK: i32 = 64;
export const RECORD_CAPACITY: i32 = 1024;
export const MOST_PROBED: i32 = 2048; // meshes whose loads a probe sums

// Control cells of the threads, I[...]; the kernel does not use them. Cells that different threads write are on
// different cache lines of 16 integers. step-loop.ts uses them, and thread-team.ts with step-worker.ts the first ones.
export const EPOCH: i32 = 0; // workers wait for it to change: number of the order and of the threads (thread-order.ts)
export const ORDER_TO_STOP: i32 = EPOCH + 1;
export const STEPS_WANTED: i32 = ORDER_TO_STOP + 1;
export const MEMORY_PAGES: i32 = STEPS_WANTED + 1;
export const THREADS_READY: i32 = MEMORY_PAGES + 1;
export const THREAD_FAILED: i32 = THREADS_READY + 1; // 1 once a thread has failed: no thread may wait for it
export const BARRIER_ARRIVED: i32 = (THREAD_FAILED + 1 + 15) & -16;
export const BARRIER_GENERATION: i32 = (BARRIER_ARRIVED + 1 + 15) & -16;
export const STATUS: i32 = (BARRIER_GENERATION + 1 + 15) & -16; // of the rebuild of the rows
export const STEPS_DONE: i32 = STATUS + 1;
export const STATUS_AFTER: i32 = STEPS_DONE + 1; // result of `afterStep`
export const AFTER_STEP_READS_BODIES: i32 = STATUS_AFTER + 1; // 1 when `afterStep` reads bodies
export const IS_STEERED: i32 = AFTER_STEP_READS_BODIES + 1; // 1 when bodies follow a motion
export const WALLS_TRAVELLED: i32 = IS_STEERED + 1; // 1 when walls travelled far in the step
export const STATUS_TRAVEL: i32 = WALLS_TRAVELLED + 1; // result of `checkTravel`
export const QUEUES: i32 = (STATUS_TRAVEL + 1 + 15) & -16; // next block of each thread's share, in four queues

// Header, I[...].
export const ELEMENT_COUNT: i32 = QUEUES + 4 * MOST_THREADS;
export const BLOCK_SIZE: i32 = ELEMENT_COUNT + 1; // elements in a block
export const BLOCK_COUNT: i32 = BLOCK_SIZE + 1;
export const PAIRS_PER_BLOCK: i32 = BLOCK_COUNT + 1; // room for pairs in a block
export const SLOT_CAPACITY: i32 = PAIRS_PER_BLOCK + 1;
export const SLOT_COUNT: i32 = SLOT_CAPACITY + 1;
export const HALF_SPACE_COUNT: i32 = SLOT_COUNT + 1;
export const MATERIAL_COUNT: i32 = HALF_SPACE_COUNT + 1;
export const HAS_HISTORY: i32 = MATERIAL_COUNT + 1; // 1 when pairs have a history, else 0
export const PERIODIC: i32 = HAS_HISTORY + 1; // bit 0: x, bit 1: y, bit 2: z
export const CELL_CAPACITY: i32 = PERIODIC + 1;
export const LEVEL_COUNT: i32 = CELL_CAPACITY + 1;
export const TURNING: i32 = LEVEL_COUNT + 1; // 1 when the orientation of spheres is integrated
export const LIST_COUNT: i32 = TURNING + 1; // elements at the last rebuild of the rows
export const DEAD_COUNT: i32 = LIST_COUNT + 1; // elements that the next sort leaves out
export const LIST_INVALID: i32 = DEAD_COUNT + 1; // 1 when the rows must be rebuilt, whatever has moved
export const RECORD_COUNT: i32 = LIST_INVALID + 1;
export const RECORD_PAIR: i32 = RECORD_COUNT + 1; // where the next call of contactRecords resumes: pair within its row
export const PAIR_CAPACITY: i32 = RECORD_PAIR + 1;
export const SORT_COUNT: i32 = PAIR_CAPACITY + 1; // sorts of the elements so far
export const PAIR_LOOP: i32 = SORT_COUNT + 1; // which loop computes the pairs: PAIRS_HERTZ_MINDLIN ...
export const BODY_COUNT: i32 = PAIR_LOOP + 1; // clumps, the dead among them included
export const BODY_BLOCK_COUNT: i32 = BODY_COUNT + 1;
export const MESH_COUNT: i32 = BODY_BLOCK_COUNT + 1;
export const TOUCH_CAPACITY: i32 = MESH_COUNT + 1; // touches of all blocks together
export const TOUCHES_PER_BLOCK: i32 = TOUCH_CAPACITY + 1; // room for touches in a block
export const CARRIED_COUNT: i32 = TOUCHES_PER_BLOCK + 1; // touches in CARRIED
export const HALF_DONE: i32 = CARRIED_COUNT + 1; // 1 when the next step has its forces, except in blocks without room
export const HAS_PATH_LENGTHS: i32 = HALF_DONE + 1; // 1 when elements have a PATH_LENGTH and a POSE, else 0
export const SPARE_CELLS: i32 = HAS_PATH_LENGTHS + 1; // of FORCE and what follows it there
export const SPARE_NEEDED: i32 = SPARE_CELLS + 1; // cells that the last sort lacked room for
export const SORTED_COUNT: i32 = SPARE_NEEDED + 1; // elements that the sort in progress keeps
export const TOUCH_CELLS_KEPT: i32 = SORTED_COUNT + 1; // first cells of a touch that go from step to step
export const FOUND_CAPACITY: i32 = TOUCH_CELLS_KEPT + 1; // room for the touches that a thread finds in a block

// Addresses of the arrays, in cells; src/simulation/time-loop/step-memory.ts places them.
export const POSITION: i32 = FOUND_CAPACITY + 1; // an element: 4 cells: centre, radius
export const MOTION: i32 = POSITION + 1; // an element: MOTION_STRIDE cells
export const ORIENTATION: i32 = MOTION + 1; // an element: 4 cells: orientation, w first
export const TAG: i32 = ORIENTATION + 1; // an element: 2 cells: integers
export const FORCE: i32 = TAG + 1; // an element: 6 cells: force, torque about the centre; spare during a rebuild
export const REFERENCE: i32 = FORCE + 1; // an element: 4 cells: position at the last rebuild, and margin
export const ROW: i32 = REFERENCE + 1; // an element: ROW_INTEGERS
export const PARTNER: i32 = ROW + 1; // a pair: one integer
export const HISTORIES: i32 = PARTNER + 1; // a pair: HISTORY_STRIDE cells
export const SLOT: i32 = HISTORIES + 1; // a pair across blocks: 6 cells: force and torque on its second element
export const GATHER: i32 = SLOT + 1; // a slot: one integer: slots in the order of their second elements
export const ORDER: i32 = GATHER + 1; // an element: one integer: its number before the last sort
export const CELL_START: i32 = ORDER + 1; // a cell, and one more: one integer: its first element
export const LEVEL: i32 = CELL_START + 1; // LEVEL_CELLS_TOTAL cells
export const LAW: i32 = LEVEL + 1; // a pair of materials: LAW_STRIDE cells
export const HALF_SPACE: i32 = LAW + 1; // a half-space: HALF_SPACE_STRIDE cells
export const BLOCK: i32 = HALF_SPACE + 1; // a block: BLOCK_STRIDE cells
export const WALL_LOAD: i32 = BLOCK + 1; // a block and half-space: 6 cells: force and torque on the half-space
export const RECORD: i32 = WALL_LOAD + 1; // a contact: RECORD_STRIDE cells, written on request
export const BODY: i32 = RECORD + 1; // a clump: BODY_STRIDE cells
export const MEMBER: i32 = BODY + 1; // a sphere of a clump: MEMBER_STRIDE cells
export const BODY_BLOCK: i32 = MEMBER + 1; // a block of clumps: BODY_BLOCK_STRIDE cells
export const MESH: i32 = BODY_BLOCK + 1; // a mesh: MESH_STRIDE cells
export const MESH_LOAD: i32 = MESH + 1; // a block and mesh: 6 cells: force on the mesh, torque about its origin
export const TOUCH: i32 = MESH_LOAD + 1; // a touch of the last step: TOUCH_CELLS_KEPT cells; a region a block
export const CARRIED: i32 = TOUCH + 1; // the same of all blocks in one list, when their own regions do not hold them
export const WARM: i32 = CARRIED + 1; // a pair: WARM_STRIDE cells; none where all elements are spheres
export const PATH_LENGTH: i32 = WARM + 1; // an element, where pairs have a WARM: bound of its path since the last sort
export const CLEARANCE: i32 = PATH_LENGTH + 1; // a pair with a WARM: no touch while both path lengths sum to less
export const HITS: i32 = CLEARANCE + 1; // a block: HITS_MOST pairs that touch and whose force is still to be computed
export const WRITER: i32 = HITS + 1; // a thread: WRITER_STRIDE cells: where it is in writing the touches of a block
export const BATCH: i32 = WRITER + 1; // a thread: BATCH_STRIDE cells (convex-batch-layout.ts)
export const PART: i32 = BATCH + 1; // a part of a shape that is not a sphere: PART_STRIDE cells
export const SHAPE_PART: i32 = PART + 1; // a shape: one integer: number of its first part
export const TOUCH_ORDER: i32 = SHAPE_PART + 1; // a touch: 2 integers: addresses in the order before and after a sort
export const FOUND: i32 = TOUCH_ORDER + 1; // a thread: FOUND_CAPACITY touches and one more: TOUCH_STRIDE cells each
export const POSE: i32 = FOUND + 1; // an element, where pairs have a WARM: POSE_STRIDE cells; not of spheres

// Addresses within the cells of FORCE, behind its first 6 for each element; and, between a sort and the new rows, of
// the pairs of the old list that have something to hand over, which take the place of both.
export const PROBE: i32 = POSE + 1; // an element: 6 cells: force and torque evaluated on request
export const ROW_OLD: i32 = PROBE + 1; // an element before the sort: OLD_INTEGERS
export const PARTNER_OLD: i32 = ROW_OLD + 1; // a pair: one integer
export const HISTORIES_OLD: i32 = PARTNER_OLD + 1; // a pair: HISTORY_STRIDE cells
export const WARM_OLD: i32 = HISTORIES_OLD + 1; // a pair that is WARM_KEPT: WARM_STRIDE cells
export const CLEARANCE_OLD: i32 = WARM_OLD + 1; // any other pair, where pairs have a WARM

// Springs against rolling, where a law has them.
export const HAS_ROLLING_SPRINGS: i32 = CLEARANCE_OLD + 1; // 1 when pairs have them, else 0
export const ROLLING_SPRINGS: i32 = HAS_ROLLING_SPRINGS + 1; // a pair: ROLLING_STRIDE cells
export const ROLLING_SPRINGS_OLD: i32 = ROLLING_SPRINGS + 1; // the same of the old list, as HISTORIES_OLD

// Bonds.
export const BOND_COUNT: i32 = ROLLING_SPRINGS_OLD + 1;
export const BOND_BREAKING: i32 = BOND_COUNT + 1; // 1 when the last forces have broken bonds
export const BOND: i32 = BOND_BREAKING + 1; // a bond: BOND_STRIDE cells
export const BOND_LOAD: i32 = BOND + 1; // a bond: BOND_LOAD_STRIDE cells, of the last forces
export const BOND_START: i32 = BOND_LOAD + 1; // an element, all walls, and one more: one integer: first in BOND_GATHER
export const BOND_GATHER: i32 = BOND_START + 1; // an end of a bond: one integer: 2 bond + (0 first, 1 second body)
export const WALL_POSE: i32 = BOND_GATHER + 1; // a half-space, then a mesh: WALL_POSE_STRIDE cells, if it has bonds

// Force fields and forces from programs.
export const HAS_LOADS: i32 = WALL_POSE + 1; // 1 when bodies have loads, else 0
export const FIELD_GROUP_COUNT: i32 = HAS_LOADS + 1; // groups of fields that act on the same bodies
export const FIELD: i32 = FIELD_GROUP_COUNT + 1; // a group: GROUP_STRIDE cells; then the tables that groups name
export const FIELD_LOAD: i32 = FIELD + 1; // an element: LOAD_STRIDE cells
export const FIELD_BODY_LOAD: i32 = FIELD_LOAD + 1; // a clump: LOAD_STRIDE cells
export const FIELD_LANES: i32 = FIELD_BODY_LOAD + 1; // a thread: LANES_STRIDE cells

// Room for more addresses. Saved states contain the settings by address, so these must not move.
const ADDRESSES_FREE: i32 = FIELD_LANES + 1; // 35: not used

// Settings, F[...].
export const TIME_STEP: i32 = (ADDRESSES_FREE + 35) >> 1;
export const GRAVITY: i32 = TIME_STEP + 1; // 3
export const SKIN: i32 = GRAVITY + 3; // least distance up to which pairs are listed
export const ADHESION_REACH: i32 = SKIN + 1; // largest gap across which a contact may hold (JKR)
export const DOMAIN_MIN: i32 = ADHESION_REACH + 1; // 3
export const DOMAIN_MAX: i32 = DOMAIN_MIN + 3; // 3
export const LOCAL_DAMPING: i32 = DOMAIN_MAX + 3; // Cundall's factor
export const VISCOUS_FACTOR: i32 = LOCAL_DAMPING + 1; // factor on velocities in one step
export const WALL_MOVED: i32 = VISCOUS_FACTOR + 1; // largest approach of a half-space since the last rebuild
export const OVERLAP_LIMIT: i32 = WALL_MOVED + 1; // largest overlap over the smaller radius
export const MARGIN_MOST: i32 = OVERLAP_LIMIT + 1; // of an element or wall, whatever its speed
export const WALL_MARGIN: i32 = MARGIN_MOST + 1; // approach of walls that makes a rebuild necessary
export const WALL_MARGIN_LEAST: i32 = WALL_MARGIN + 1; // half the skin where walls move, else 0
export const FAST_SQUARED: i32 = WALL_MARGIN_LEAST + 1; // (speed / size)^2 above which a body travels far in a step
export const FIELD_TIME: i32 = FAST_SQUARED + 1; // time at which fields act, s
const SETTINGS_FREE: i32 = FIELD_TIME + 1; // 107: not used
export const HEADER_CELLS: i32 = SETTINGS_FREE + 107;

// Motion of an element; its velocities come first.
export const MOTION_VELOCITY: i32 = 0; // 3
export const MOTION_ANGULAR_VELOCITY: i32 = MOTION_VELOCITY + 3; // 3: angular velocity
export const INVERSE_MASS: i32 = MOTION_ANGULAR_VELOCITY + 3;
export const MOTION_INTEGERS: i32 = INVERSE_MASS + 1; // integers
export const MOTION_STRIDE: i32 = MOTION_INTEGERS + 1;

// Integers of a motion.
export const MATERIAL: i32 = 0;
export const FLAGS: i32 = MATERIAL + 1;

// Flags of an element or clump.
export const FRESH: i32 = 1; // its velocity is that of the whole step: the next kick takes half a step
export const DEAD: i32 = 2; // removed: the next sort leaves it out
export const BAD: i32 = 4; // its next state would not have been finite: it kept the old one
export const NOT_SPHERE: i32 = 8; // its radius is that of a bounding sphere; its contacts are found outside the kernel

// Integers of a tag.
export const TAG_ID: i32 = 0;
export const TAG_SHAPE: i32 = TAG_ID + 1;
export const TAG_OWNER: i32 = TAG_SHAPE + 1; // number of the clump, or -1
export const TAG_MEMBER: i32 = TAG_OWNER + 1; // number within the clump

// Integers of a row. Second elements of the pairs [FIRST, CROSS) are in the same block, of [CROSS, WALLS) beyond it;
// [WALLS, END) are half-spaces.
export const ROW_FIRST: i32 = 0;
export const ROW_CROSS: i32 = ROW_FIRST + 1;
export const ROW_WALLS: i32 = ROW_CROSS + 1;
export const ROW_END: i32 = ROW_WALLS + 1;
export const ROW_SLOT: i32 = ROW_END + 1; // slot of the pair CROSS
export const ROW_GATHER: i32 = ROW_SLOT + 1; // slots that the element gathers: [GATHER, GATHER_END) of GATHER
export const ROW_GATHER_END: i32 = ROW_GATHER + 1; // 2
export const ROW_INTEGERS: i32 = ROW_GATHER_END + 2;

// Integers of a row of the old list: pairs with elements [FIRST, WALLS), with half-spaces [WALLS, END).
export const OLD_FIRST: i32 = 0;
export const OLD_WALLS: i32 = OLD_FIRST + 1;
export const OLD_END: i32 = OLD_WALLS + 1;
export const OLD_WARM: i32 = OLD_END + 1; // pairs that are WARM_KEPT in the rows before
export const OLD_INTEGERS: i32 = OLD_WARM + 1;

// Parts of a partner: number of the second element or half-space, and two bits.
export const PARTNER_MASK: i32 = 0x0fffffff;
export const TOUCHING: i32 = 0x20000000;
export const SLIDING: i32 = 0x10000000;
export const RESTS: i32 = 0x40000000; // in the list: the bond of the pair has broken and left a rest overlap
export const WARM_KEPT: i32 = 0x40000000; // in the old list: the next step asks about the pair, from its warm start

// Hit, integers: first element, second element, pair, address of the force on the second element or of the pair's slot.
export const HIT_INTEGERS: i32 = 4;

// History of a pair.
export const HISTORY_TANGENT: i32 = 0; // 3: tangential displacement of the first body; INCREMENTAL: spring force
export const HISTORY_LAST: i32 = HISTORY_TANGENT + 3; // radius of the contact circle, 1 for the linear law
export const HISTORY_STRIDE: i32 = HISTORY_LAST + 1;

// Spring against rolling of a pair.
export const ROLLING_TORQUE: i32 = 0; // 3: on the first body
export const ROLLING_LAST: i32 = ROLLING_TORQUE + 3; // its stiffness, N m
export const ROLLING_STRIDE: i32 = ROLLING_LAST + 1;

// Level: the grid of one size class.
export const LEVEL_ORIGIN: i32 = 0; // 3
export const LEVEL_SCALE: i32 = LEVEL_ORIGIN + 3; // 3: cells per metre
export const LEVEL_RADIUS: i32 = LEVEL_SCALE + 3; // largest radius inside
export const LEVEL_MARGIN: i32 = LEVEL_RADIUS + 1; // largest margin inside
export const LEVEL_CELLS: i32 = LEVEL_MARGIN + 1; // 2: integers: cells along x, y, z, number of the first cell
export const LEVEL_AXES: i32 = LEVEL_CELLS + 2; // 2: integers: axes, the one with the fewest cells first
export const LEVEL_STRIDE: i32 = LEVEL_AXES + 2;

// Behind the levels, from I[LEVEL]: size classes, 0 the coarsest.
export const LEVELS: i32 = 0;
export const CLASS_BOUND: i32 = LEVELS + LEVEL_STRIDE * MOST_LEVELS; // a larger radius is in the class
export const CLASS_RADIUS: i32 = CLASS_BOUND + MOST_LEVELS; // largest inside
export const CLASS_LEVEL: i32 = CLASS_RADIUS + MOST_LEVELS; // 4: integers
export const CLASS_COUNT: i32 = CLASS_LEVEL + 4; // 4: integers: elements
export const LEVEL_EXTENT: i32 = CLASS_COUNT + 4; // 6: least and greatest coordinates, while a grid is laid out
export const LEVEL_CELLS_TOTAL: i32 = (LEVEL_EXTENT + 6 + 7) & -8;

// Constants of a pair of materials.
export const LAW_NORMAL: i32 = 0; // Hertz: 4/3 E*; linear: kn; overlap volume: k, N/m3
export const LAW_TANGENTIAL: i32 = LAW_NORMAL + 1; // Hertz: 8 G*; linear: kt
export const LAW_NORMAL_DAMPING: i32 = LAW_TANGENTIAL + 1; // times sqrt(m* a) for Hertz, sqrt(m*) for linear
export const LAW_TANGENTIAL_DAMPING: i32 = LAW_NORMAL_DAMPING + 1;
export const LAW_FRICTION: i32 = LAW_TANGENTIAL_DAMPING + 1;
export const LAW_STATIC_FRICTION: i32 = LAW_FRICTION + 1;
export const LAW_ROLLING: i32 = LAW_STATIC_FRICTION + 1;
export const LAW_TWISTING: i32 = LAW_ROLLING + 1;
export const LAW_COHESION: i32 = LAW_TWISTING + 1; // sjkr: Pa; jkr: J/m2
export const LAW_JKR_GAP: i32 = LAW_COHESION + 1; // sqrt(2 pi w / E*)
export const LAW_JKR_PULL: i32 = LAW_JKR_GAP + 1; // sqrt(8 pi w E*)
export const LAW_JKR_START: i32 = LAW_JKR_PULL + 1; // above every root of the contact radius at zero overlap
export const LAW_LEAST_FORCE: i32 = LAW_JKR_START + 1; // least force of spring and dashpot: 0 to cut off attraction
export const LAW_ROLLING_STIFFNESS: i32 = LAW_LEAST_FORCE + 1; // times a R^2 for Hertz, R^2 for linear
export const LAW_ROLLING_DAMPING: i32 = LAW_ROLLING_STIFFNESS + 1; // twice the damping ratio
export const LAW_FLAGS: i32 = LAW_ROLLING_DAMPING + 1; // integers
export const LAW_STRIDE: i32 = (LAW_FLAGS + 1 + 7) & -8;

// Flags of a law.
export const HERTZ: i32 = 1;
export const FRICTION: i32 = 2;
export const INCREMENTAL: i32 = 4;
export const ROLLING: i32 = 8;
export const TWISTING: i32 = 16;
export const SJKR: i32 = 32;
export const JKR: i32 = 64;
export const STATIC: i32 = 128; // static friction differs from that of sliding
export const OVERLAP_LAW: i32 = 256; // polyhedra by their common volume: every contact is a touch with a GIVEN spring
export const USER_LAW: i32 = 512; // a law from a module: every contact is a touch; its force comes from outside
export const FIELD_LAW: i32 = 1024; // pressure fields: contacts of polyhedra are touches with a GIVEN spring
export const ROLLING_SPRING: i32 = 2048;
export const AHEAD: i32 = 4096; // while a contact is computed, in no table: CONTACT_AHEAD is known

// Moving surface of a wall at rest.
export const SURFACE_VELOCITY: i32 = 0; // 3: of the point below; of a belt, its speed alone
export const SURFACE_ANGULAR_VELOCITY: i32 = SURFACE_VELOCITY + 3; // 3: angular velocity; of a belt, its unit axis
export const SURFACE_POINT: i32 = SURFACE_ANGULAR_VELOCITY + 3; // 3
export const SURFACE_CELLS: i32 = SURFACE_POINT + 3;

// Kinds of surface; 0 for none.
export const SURFACE_RIGID: i32 = 1; // as a rigid body would move
export const SURFACE_BELT: i32 = 2;

// Half-space: free space is normal.x >= offset.
export const HALF_SPACE_NORMAL: i32 = 0; // 3
export const HALF_SPACE_OFFSET: i32 = HALF_SPACE_NORMAL + 3;
export const HALF_SPACE_VELOCITY: i32 = HALF_SPACE_OFFSET + 1; // 3: of the point below
export const HALF_SPACE_ANGULAR_VELOCITY: i32 = HALF_SPACE_VELOCITY + 3; // 3: angular velocity
export const HALF_SPACE_POINT: i32 = HALF_SPACE_ANGULAR_VELOCITY + 3; // 3
export const HALF_SPACE_MATERIAL: i32 = HALF_SPACE_POINT + 3; // integers of a wall
export const HALF_SPACE_LIST_NORMAL: i32 = HALF_SPACE_MATERIAL + 1; // 3: normal and offset at the last rebuild
export const HALF_SPACE_LIST_OFFSET: i32 = HALF_SPACE_LIST_NORMAL + 3;
export const HALF_SPACE_SURFACE: i32 = HALF_SPACE_LIST_OFFSET + 1;
export const HALF_SPACE_STRIDE: i32 = (HALF_SPACE_SURFACE + SURFACE_CELLS + 7) & -8;

// Mesh: a boundary of facets; its geometry is known to the finders of touches.
export const MESH_POSITION: i32 = 0; // 3: origin of its frame
export const MESH_ORIENTATION: i32 = MESH_POSITION + 3; // 4: orientation, w first
export const MESH_VELOCITY: i32 = MESH_ORIENTATION + 4; // 3: of the point below
export const MESH_ANGULAR_VELOCITY: i32 = MESH_VELOCITY + 3; // 3: angular velocity
export const MESH_POINT: i32 = MESH_ANGULAR_VELOCITY + 3; // 3
export const MESH_LIST_POSITION: i32 = MESH_POINT + 3; // 3: position and orientation at the last rebuild
export const MESH_LIST_ORIENTATION: i32 = MESH_LIST_POSITION + 3; // 4
export const MESH_BOX: i32 = MESH_LIST_ORIENTATION + 4; // 6: least and greatest coordinates in its frame
export const MESH_INTEGERS: i32 = MESH_BOX + 6; // integers of a wall
export const MESH_SURFACE: i32 = MESH_INTEGERS + 1;
export const MESH_INVERSE_MASS: i32 = MESH_SURFACE + SURFACE_CELLS; // of a mesh that forces move; 0 for a wall
export const MESH_STRIDE: i32 = MESH_INVERSE_MASS + 1;

// Integers of a wall: a half-space or a mesh.
export const MESH_MATERIAL: i32 = 0;
export const SURFACE_KIND: i32 = MESH_MATERIAL + 1;

// Touch: a contact found outside the kernel, of an element with another element or a wall. A finder writes it,
// touch-forces.ts adds its force. What several kinds of touch use differently is a union, below. The first cells are
// what the next step needs of it: KEPT_ALWAYS of them, KEPT_OF_LAWS where laws need it, KEPT_OF_MESHES with
// meshes, KEPT_OF_ROLLING with springs against rolling.
const TOUCH_CODES: i32 = 0; // 4: integers
export const TOUCH_POINT: i32 = TOUCH_CODES + 4; // 3: world, near the element's own image
export const TOUCH_HISTORY: i32 = TOUCH_POINT + 3;
export const KEPT_ALWAYS: i32 = TOUCH_HISTORY + HISTORY_STRIDE;
export const TOUCH_RADIUS: i32 = KEPT_ALWAYS; // effective radius of curvature
export const TOUCH_KEPT: i32 = TOUCH_RADIUS + 1; // 2: union; goes from step to step with the history
export const KEPT_OF_LAWS: i32 = TOUCH_KEPT + 2; // with JKR, OVERLAP_LAW or USER_LAW
export const TOUCH_NORMAL: i32 = KEPT_OF_LAWS; // 3: unit, from the element into its partner
export const KEPT_OF_FIELDS: i32 = TOUCH_NORMAL + 3; // with FIELD_LAW, whose query starts from the last normal
export const TOUCH_OWN_POINT: i32 = KEPT_OF_FIELDS; // 3: the point in the frame of the mesh
export const KEPT_OF_MESHES: i32 = TOUCH_OWN_POINT + 3;
export const TOUCH_ROLLING: i32 = KEPT_OF_MESHES; // ROLLING_STRIDE
export const KEPT_OF_ROLLING: i32 = TOUCH_ROLLING + ROLLING_STRIDE;
export const TOUCH_OVERLAP: i32 = KEPT_OF_ROLLING;
const TOUCH_SPRING_OR_LOSS: i32 = TOUCH_OVERLAP + 1; // union
export const TOUCH_ELASTIC: i32 = TOUCH_SPRING_OR_LOSS + 1; // with GIVEN or USER_LAW: energy that the contact holds
const TOUCH_MOMENT_OR_TORQUE: i32 = TOUCH_ELASTIC + 1; // 3: union
export const TOUCH_SHARE: i32 = TOUCH_MOMENT_OR_TORQUE + 3; // factor on springs, for one of several points of a contact
export const TOUCH_DASHPOT: i32 = TOUCH_SHARE + 1; // factor on dashpots
export const TOUCH_SHIFT: i32 = TOUCH_DASHPOT + 1; // 3: of a mesh, from it to the periodic image that is touched
export const TOUCH_FORCE: i32 = TOUCH_SHIFT + 3; // 3: on the element
export const TOUCH_STRIDE: i32 = TOUCH_FORCE + 3;

// Integers of a touch, I[2 * touch + ...].
export const TOUCH_ELEMENT: i32 = 2 * TOUCH_CODES;
export const TOUCH_PARTNER: i32 = TOUCH_ELEMENT + 1; // element, half-space or mesh
export const TOUCH_KIND: i32 = TOUCH_PARTNER + 1;
export const TOUCH_SLOT: i32 = TOUCH_KIND + 1; // of a second element in another block; else -1
export const TOUCH_KEY: i32 = TOUCH_SLOT + 1; // feature of the element that touches, or of the mesh
export const TOUCH_PARTNER_KEY: i32 = TOUCH_KEY + 1; // feature of the second element that is touched
export const TOUCH_FLAGS: i32 = TOUCH_PARTNER_KEY + 1; // TOUCHING, SLIDING of the last known force; GIVEN, PASSING
export const TOUCH_FINDER: i32 = TOUCH_FLAGS + 1; // number of the finder that wrote it

// With GIVEN: the finder computes the normal spring (overlap-finder.ts).
export const TOUCH_SPRING: i32 = TOUCH_SPRING_OR_LOSS; // force of the normal spring
export const TOUCH_MOMENT: i32 = TOUCH_MOMENT_OR_TORQUE; // 3: moment on the element besides that of the force

// With USER_LAW: the law computes the force (user-laws.ts).
export const TOUCH_LOSS: i32 = TOUCH_SPRING_OR_LOSS; // energy dissipated in this step
export const TOUCH_TORQUE: i32 = TOUCH_MOMENT_OR_TORQUE; // 3: on the element about the point

// TOUCH_KEPT with USER_LAW.
export const TOUCH_LOSS_AT_END: i32 = TOUCH_KEPT; // part of its energy that is lost if it ends now

// TOUCH_KEPT of a GIVEN spring with OVERLAP_LAW or FIELD_LAW.
export const TOUCH_TWIST: i32 = TOUCH_KEPT; // angle that the spring against twisting holds
export const TOUCH_TWIST_LAST: i32 = TOUCH_TWIST + 1; // its stiffness, N m

// Loops over pairs.
export const PAIRS_HERTZ_MINDLIN: i32 = 0;
export const PAIRS_LINEAR: i32 = 1;
export const PAIRS_ANY_LAW: i32 = 2;
export const PAIRS_ANY_ELEMENT: i32 = 3; // where some elements are not spheres

// Kinds of touch.
export const TOUCH_BODY: i32 = 0;
export const TOUCH_HALF_SPACE: i32 = 1;
export const TOUCH_MESH: i32 = 2;

// Further flags of a touch.
export const GIVEN: i32 = 1; // its finder has computed force, energy and moment of the normal spring
export const PASSING: i32 = 2; // the element passes a one-sided mesh from behind: no force until it is free of it
export const TAKEN: i32 = 4; // of the last step, while a block's touches are found: one of the new ones goes on from it

// Writer of touches, I[2 * writer + ...]: the block and finder at work, and the element that is open.
export const WRITER_BLOCK: i32 = 0;
export const WRITER_IS_PROBE: i32 = WRITER_BLOCK + 1;
export const WRITER_FIRST_ELEMENT: i32 = WRITER_IS_PROBE + 1; // elements of the block: [FIRST, END)
export const WRITER_END_ELEMENT: i32 = WRITER_FIRST_ELEMENT + 1;
export const WRITER_REGION: i32 = WRITER_END_ELEMENT + 1; // address of the touches that are written
export const WRITER_ROOM: i32 = WRITER_REGION + 1; // for so many
export const WRITER_SPARE: i32 = WRITER_ROOM + 1; // address for those that find no room
export const WRITER_COUNT: i32 = WRITER_SPARE + 1; // touches so far, those without room among them
export const WRITER_OLD: i32 = WRITER_COUNT + 1; // address of the touches of the last step
export const WRITER_OLD_COUNT: i32 = WRITER_OLD + 1;
export const WRITER_FINDER: i32 = WRITER_OLD_COUNT + 1;
export const WRITER_OLD_NEXT: i32 = WRITER_FINDER + 1; // old touches of this finder and later elements: [NEXT, END)
export const WRITER_OLD_END: i32 = WRITER_OLD_NEXT + 1;
export const WRITER_ELEMENT: i32 = WRITER_OLD_END + 1; // the open one
export const WRITER_OPENED: i32 = WRITER_ELEMENT + 1; // touches before it
export const WRITER_OLD_FROM: i32 = WRITER_OPENED + 1; // old touches of the open element: [FROM, TO)
export const WRITER_OLD_TO: i32 = WRITER_OLD_FROM + 1;
export const WRITER_OLD_HINT: i32 = WRITER_OLD_TO + 1; // the one behind those of the partner before
export const WRITER_KEPT_PAIRS: i32 = WRITER_OLD_HINT + 1; // in a rebuild: pairs of the thread's share that are kept
export const WRITER_KEPT_WARM: i32 = WRITER_KEPT_PAIRS + 1; // those of them that are WARM_KEPT
const WRITER_CELLS: i32 = (WRITER_KEPT_WARM + 1) >> 1;
export const WRITER_STRIDE: i32 = (WRITER_CELLS + 7) & -8;

// Block: results of its last step, sums over all steps, and the record of the contact that is being computed.
export const BLOCK_MOVED: i32 = 0; // positive when an element has moved by more than its margin, see movedMark
export const BLOCK_OVERLAP: i32 = BLOCK_MOVED + 1; // largest overlap over the smaller radius
export const BLOCK_BEND: i32 = BLOCK_OVERLAP + 1; // largest overlap over radius of curvature, see rolling-contacts.ts
export const BLOCK_FRICTION_LOSS: i32 = BLOCK_BEND + 1;
export const BLOCK_DAMPING_LOSS: i32 = BLOCK_FRICTION_LOSS + 1;
export const BLOCK_ROLLING_LOSS: i32 = BLOCK_DAMPING_LOSS + 1;
export const BLOCK_GLOBAL_LOSS: i32 = BLOCK_ROLLING_LOSS + 1;
export const BLOCK_WALL_WORK: i32 = BLOCK_GLOBAL_LOSS + 1;
export const BLOCK_FIELD_WORK: i32 = BLOCK_WALL_WORK + 1; // of force fields and of forces from programs
export const BLOCK_DRAG_LOSS: i32 = BLOCK_FIELD_WORK + 1;
export const BLOCK_FLUID_WORK: i32 = BLOCK_DRAG_LOSS + 1;
export const BLOCK_ELASTIC: i32 = BLOCK_FLUID_WORK + 1; // of the last probe
export const BLOCK_INTEGERS: i32 = BLOCK_ELASTIC + 1; // 6: cells of integers
export const BLOCK_SURFACE: i32 = BLOCK_INTEGERS + 6; // 3: velocity of the wall's surface at the present contact

// Contact, in the same cells behind those of its block: what a law sees of the contact that is being computed, and what
// it answers. Written by whoever found the contact; a field that the law does not use is not written.
export const CONTACT_NORMAL: i32 = BLOCK_SURFACE + 3; // 3: unit, from the first body i to the second body j
export const CONTACT_OVERLAP: i32 = CONTACT_NORMAL + 3;
export const CONTACT_APPROACH: i32 = CONTACT_OVERLAP + 1; // velocity of i against j along the normal
export const CONTACT_SLIP: i32 = CONTACT_APPROACH + 1; // 3: velocity of i against j across the normal. With FRICTION
export const CONTACT_SPIN: i32 = CONTACT_SLIP + 3; // 3: angular velocity of i against j. If it RESISTS_SPIN; faces
export const CONTACT_INVERSE_INERTIA: i32 = CONTACT_SPIN + 3; // 1 / I_i + 1 / I_j. With a law that RESISTS_SPIN
export const CONTACT_RADIUS: i32 = CONTACT_INVERSE_INERTIA + 1; // effective radius
export const CONTACT_MASS: i32 = CONTACT_RADIUS + 1; // effective mass
export const CONTACT_CUT_AREA: i32 = CONTACT_MASS + 1; // area / pi of the circle where the surfaces intersect; SJKR
export const CONTACT_CUT_WORK: i32 = CONTACT_CUT_AREA + 1; // its integral over the overlap. With SJKR, of a probe
export const CONTACT_PUSH: i32 = CONTACT_CUT_WORK + 1; // the answer: force of j on i against the normal, with cohesion
export const CONTACT_SHEAR: i32 = CONTACT_PUSH + 1; // 3: force on i across the normal. With FRICTION
export const CONTACT_TORQUE: i32 = CONTACT_SHEAR + 3; // 3: torque on i beside that of the force, if it RESISTS_SPIN
export const CONTACT_ELASTIC: i32 = CONTACT_TORQUE + 3; // energy that it holds, of a probe
export const CONTACT_WALL_MOTION: i32 = CONTACT_ELASTIC + 1; // 6: velocity of a wall at the point, angular velocity
export const CONTACT_AHEAD: i32 = CONTACT_WALL_MOTION + 6; // 9: gain of half a step: velocity there, spin; 3 spare
export const SPREAD_ACROSS: i32 = CONTACT_AHEAD + 9; // 6: two unit vectors across the normal; spread-resistance.ts
export const SPREAD_INERTIA: i32 = SPREAD_ACROSS + 6; // 4: inverse inertia about them, its product, about the normal
export const SPREAD_OWN: i32 = SPREAD_INERTIA + 4; // 9: these vectors and the normal in the frame of a body
// Written by a probe: what is due of the sums from BLOCK_FRICTION_LOSS on, see losses-at.ts.
export const BLOCK_DUE: i32 = SPREAD_OWN + 9; // 5: in the order of the sums
export const BLOCK_DUE_BONDS: i32 = BLOCK_DUE + 5; // of the dashpots of bonds, in the first block
export const BLOCK_STRIDE: i32 = (BLOCK_DUE_BONDS + 1 + 7) & -8;

// Integers of a block.
export const BLOCK_BAD: i32 = 0; // elements that are BAD
export const BLOCK_PAIRS: i32 = BLOCK_BAD + 1; // room that its pairs need
export const BLOCK_DEEPEST: i32 = BLOCK_PAIRS + 1; // 1 + number of the element with the largest overlap
export const BLOCK_CONTACTS: i32 = BLOCK_DEEPEST + 1; // of the last probe
export const BLOCK_TOUCHES: i32 = BLOCK_CONTACTS + 1; // in its region
export const BLOCK_CARRIED: i32 = BLOCK_TOUCHES + 1; // 1 when its touches are in CARRIED
export const BLOCK_TOUCH_ROOM: i32 = BLOCK_CARRIED + 1; // room that its touches need when they did not fit; else 0
export const BLOCK_PROBED: i32 = BLOCK_TOUCH_ROOM + 1; // touches of a probe, where the first thread has found them
export const BLOCK_FAILED: i32 = BLOCK_PROBED + 1; // 1 + number of the first touch without a finite force, else 0
export const BLOCK_BENT: i32 = BLOCK_FAILED + 1; // 1 + number of the element with the contact of BLOCK_BEND
export const BLOCK_BENT_KIND: i32 = BLOCK_BENT + 1; // TOUCH_KIND of that contact
export const BLOCK_BENT_PARTNER: i32 = BLOCK_BENT_KIND + 1; // its TOUCH_PARTNER

// Clump: a rigid body of several elements. Its own frame is that of its principal axes, about the centre of mass.
export const BODY_POSITION: i32 = 0; // 3
export const BODY_ORIENTATION: i32 = BODY_POSITION + 3; // 4: orientation, w first
export const BODY_VELOCITY: i32 = BODY_ORIENTATION + 4; // 3
export const BODY_MOMENTUM: i32 = BODY_VELOCITY + 3; // 3: angular momentum in world axes
export const BODY_ANGULAR_VELOCITY: i32 = BODY_MOMENTUM + 3; // 3: angular velocity in world axes
export const BODY_INVERSE_MASS: i32 = BODY_ANGULAR_VELOCITY + 3;
export const BODY_INERTIA: i32 = BODY_INVERSE_MASS + 1; // 3: principal moments
export const BODY_FORCE: i32 = BODY_INERTIA + 3; // 6: force and torque of the last step
export const BODY_MATRIX: i32 = BODY_FORCE + 6; // 9: from the own frame to the world, row by row
export const BODY_RADIUS: i32 = BODY_MATRIX + 9; // of a sphere about the centre of mass that holds it
export const BODY_INTEGERS: i32 = BODY_RADIUS + 1; // 3: integers
export const BODY_SIZE: i32 = BODY_INTEGERS + 3; // half of its smallest thickness
export const BODY_PROBE: i32 = BODY_SIZE + 1; // 6: force and torque evaluated on request; last, as steps do not use it
export const BODY_STRIDE: i32 = (BODY_PROBE + 6 + 7) & -8;

// Integers of a clump.
export const BODY_ID: i32 = 0;
export const BODY_SHAPE: i32 = BODY_ID + 1;
export const BODY_MATERIAL: i32 = BODY_SHAPE + 1;
export const BODY_FLAGS: i32 = BODY_MATERIAL + 1; // FRESH, DEAD, BAD
export const BODY_MEMBERS: i32 = BODY_FLAGS + 1; // number of the first of its spheres
export const BODY_MEMBER_COUNT: i32 = BODY_MEMBERS + 1;

// Sphere of a clump.
export const MEMBER_CENTRE: i32 = 0; // 3: in the clump's frame
export const MEMBER_ELEMENT: i32 = MEMBER_CENTRE + 3; // integer: number of its element
export const MEMBER_STRIDE: i32 = MEMBER_ELEMENT + 1;

// Block of clumps.
export const BODY_BLOCK_MOVED: i32 = 0; // as BLOCK_MOVED
export const BODY_BLOCK_GLOBAL_LOSS: i32 = BODY_BLOCK_MOVED + 1;
export const BODY_BLOCK_WALL_WORK: i32 = BODY_BLOCK_GLOBAL_LOSS + 1;
export const BODY_BLOCK_FIELD_WORK: i32 = BODY_BLOCK_WALL_WORK + 1; // 3: as BLOCK_FIELD_WORK and what follows it
export const BODY_BLOCK_BAD: i32 = BODY_BLOCK_FIELD_WORK + 3; // integer: clumps that are BAD
export const BODY_BLOCK_STRIDE: i32 = (BODY_BLOCK_BAD + 1 + 7) & -8;

// Part of a shape, at size 1: a convex body, or a sphere of a clump, of which nothing is known here.
export const PART_ORIGIN: i32 = 0; // 3: of its own frame, from the centre of its ball, along the body's principal axes
export const PART_TURN: i32 = PART_ORIGIN + 3; // 4: from its own frame to the principal axes
export const PART_RADIUS: i32 = PART_TURN + 4; // of the sphere of equal volume
export const PART_BALL: i32 = PART_RADIUS + 1; // radius of the ball around it
export const PART_ROLLING: i32 = PART_BALL + 1; // radius of a ball that rolls freely inside it; 0 for edges
export const PART_HAS_FIELD: i32 = PART_ROLLING + 1; // 1 for bodies with flat faces or rims, else 0
export const PART_STRIDE: i32 = PART_HAS_FIELD + 1;

// Pose of the part that an element is, written whenever its body has turned.
export const POSE_OFFSET: i32 = 0; // 3: from the centre of the element to the origin of the part's frame
export const POSE_ORIENTATION: i32 = POSE_OFFSET + 3; // 4: orientation, w first
export const POSE_PART: i32 = POSE_ORIENTATION + 4; // integer: number of the part
export const POSE_STRIDE: i32 = POSE_PART + 1;

// Warm start of a pair: what the contact kernel keeps of a query (CACHE_STRIDE there), integers.
const WARM_CONTACT: i32 = 0; // 14
export const WARM_SORT: i32 = WARM_CONTACT + 14; // 2: the sort that it is valid for
export const WARM_STRIDE: i32 = (WARM_SORT + 2) >> 1;

// Contact record.
export const RECORD_INTEGERS: i32 = 0; // integers: element, partner (or -1 - half-space)
export const RECORD_POINT: i32 = RECORD_INTEGERS + 1; // 3
export const RECORD_NORMAL: i32 = RECORD_POINT + 3; // 3: from the first body to the second
export const RECORD_OVERLAP: i32 = RECORD_NORMAL + 3;
export const RECORD_FORCE: i32 = RECORD_OVERLAP + 1; // 3: on the first body
export const RECORD_TORQUE: i32 = RECORD_FORCE + 3; // 3: on the first body about its centre
export const RECORD_STRIDE: i32 = (RECORD_TORQUE + 3 + 7) & -8;

// The same memory during a probe: sums of energies, then the loads of the first MOST_PROBED meshes, 6 cells each.
const RECORD_SUMS: i32 = 0; // 16
export const RECORD_MESH_LOADS: i32 = RECORD_SUMS + 16;

// Bond: a copy of its frame and a point in each of the two bodies, in the frames of the bodies; constants; sums.
export const BOND_FRAME: i32 = 0; // 4: from the bond's frame to that of the first body, w first; x along the bond
export const BOND_POINT: i32 = BOND_FRAME + 4; // 3: in the frame of the first body
export const BOND_SECOND: i32 = BOND_POINT + 3; // 7: frame and point of the second body
export const BOND_STIFFNESS: i32 = BOND_SECOND + 7; // 4: normal, shear, twisting, bending
export const BOND_DASHPOT: i32 = BOND_STIFFNESS + 4; // 4: the same
export const BOND_AREA_INVERSE: i32 = BOND_DASHPOT + 4;
export const BOND_BENDING: i32 = BOND_AREA_INVERSE + 1; // stress of a unit bending moment
export const BOND_TWISTING: i32 = BOND_BENDING + 1; // stress of a unit twisting moment
export const BOND_TENSILE_STRENGTH: i32 = BOND_TWISTING + 1;
export const BOND_SHEAR_STRENGTH: i32 = BOND_TENSILE_STRENGTH + 1;
export const BOND_BENDING_STRENGTH: i32 = BOND_SHEAR_STRENGTH + 1; // strengths are one after the other
export const BOND_TWISTING_STRENGTH: i32 = BOND_BENDING_STRENGTH + 1;
export const BOND_FRICTION: i32 = BOND_TWISTING_STRENGTH + 1; // tangent of the angle of friction
export const BOND_DAMPING_LOSS: i32 = BOND_FRICTION + 1; // over all steps
export const BOND_DAMPING: i32 = BOND_DAMPING_LOSS + 1; // 9: load of the dashpots in the last step: F, torques
export const BOND_LENGTH: i32 = BOND_DAMPING + 9; // of a beam; of an IS_REST the overlap that contacts do not count
export const BOND_SMALLER_RADIUS: i32 = BOND_LENGTH + 1; // of its bodies, when it was made; 0 if they are not spheres
export const BOND_INTEGERS: i32 = BOND_SMALLER_RADIUS + 1; // 6: integers
export const BOND_STRIDE: i32 = (BOND_INTEGERS + 6 + 7) & -8;

// Integers of a bond.
export const BOND_ELEMENT: i32 = 0; // 2: elements that the loads go to: a sphere, or the first element of a clump
export const BOND_OWNER: i32 = BOND_ELEMENT + 2; // 2: numbers of the clumps, or -1
export const BOND_IDS: i32 = BOND_OWNER + 2; // 2: ids of the bodies
export const BOND_MODE: i32 = BOND_IDS + 2; // how it breaks: BOND_IN_TENSION ..., or 0
export const BOND_HAS_CONTACT: i32 = BOND_MODE + 1; // 1 when the bodies touch each other while they are bonded
export const BOND_IS_SUM: i32 = BOND_HAS_CONTACT + 1; // 1 when the shares of its four strengths add up
export const BOND_WALL: i32 = BOND_IS_SUM + 1; // half-space, or number of half-spaces + mesh, in place of a body; or -1
export const BOND_RULE: i32 = BOND_WALL + 1; // number of the rule that made it, or -1
export const BOND_RESTS: i32 = BOND_RULE + 1; // LEAVES_REST, IS_REST, or 0

// Whether contacts count the overlap at which a bond has broken.
export const LEAVES_REST: i32 = 1; // they will not
export const IS_REST: i32 = 2; // it has broken, and only BOND_LENGTH is left of it

// How a bond breaks.
export const BOND_IN_TENSION: i32 = 1;
export const BOND_IN_BENDING: i32 = 2;
export const BOND_IN_SHEAR: i32 = 3;
export const BOND_IN_TWISTING: i32 = 4;
export const BOND_BY_TURN: i32 = 5; // beyond the turn that the formulas are good for

// Loads of a bond: force and torque about the centre of the element, on the first body and on the second.
const BOND_FORCES: i32 = 0; // 12
export const BOND_ENERGY: i32 = BOND_FORCES + 12; // in its springs
export const BOND_PLACE: i32 = BOND_ENERGY + 1; // 3
export const BOND_USED: i32 = BOND_PLACE + 3; // share of its strength that its load uses
export const BOND_LOAD_STRIDE: i32 = BOND_USED + 1;

// Pose of a wall with bonds, of a frame that moves with it.
export const WALL_POSITION: i32 = 0; // 3
export const WALL_ORIENTATION: i32 = WALL_POSITION + 3; // 4: w first
export const WALL_VELOCITY: i32 = WALL_ORIENTATION + 4; // 3: of that position, half a step behind it
export const WALL_ANGULAR_VELOCITY: i32 = WALL_VELOCITY + 3; // 3
export const WALL_POSE_STRIDE: i32 = (WALL_ANGULAR_VELOCITY + 3 + 7) & -8;

// Load of a body: what fields and programs add to the forces of its contacts.
export const LOAD_FORCE: i32 = 0; // 3: of all fields but drag, at the velocity before the kick
export const LOAD_WORKING: i32 = LOAD_FORCE + 3; // 3: share of it that is no gradient of a potential
export const LOAD_BUOYANCY: i32 = LOAD_WORKING + 3; // 3: share of the fluid
export const LOAD_JACOBIAN: i32 = LOAD_BUOYANCY + 3; // 9: derivatives of the force by the velocity, row by row
export const LOAD_HAS_JACOBIAN: i32 = LOAD_JACOBIAN + 9; // not 0 when some of them may not be 0
export const LOAD_RATE: i32 = LOAD_HAS_JACOBIAN + 1; // derivative of its potentials by time
export const LOAD_DRAG: i32 = LOAD_RATE + 1; // drag over relative speed
export const LOAD_SLOPE: i32 = LOAD_DRAG + 1; // derivative of LOAD_DRAG by the relative speed, times that speed
export const LOAD_FLOW: i32 = LOAD_SLOPE + 1; // 3: velocity of the fluid
export const LOAD_ENERGY: i32 = LOAD_FLOW + 3; // of its potentials; of a probe
export const LOAD_GIVEN: i32 = LOAD_ENERGY + 1; // 6: force and torque from programs; a step uses them up
export const LOAD_RESULT: i32 = LOAD_GIVEN + 6; // 3: mean acceleration over the kick
export const LOAD_WORK: i32 = LOAD_RESULT + 3; // 3: work of fields, loss by drag, work of the fluid in half a kick
export const LOAD_STRIDE: i32 = (LOAD_WORK + 3 + 7) & -8;

// Group of fields, integers; addresses count from FIELD.
export const GROUP_CODE: i32 = 0; // address of its first instruction
export const GROUP_LENGTH: i32 = GROUP_CODE + 1; // instructions of a step
export const GROUP_PROBE_LENGTH: i32 = GROUP_LENGTH + 1; // instructions of a probe: those of a step come first
export const GROUP_MATERIALS: i32 = GROUP_PROBE_LENGTH + 1; // address of a number for each material: 0 for others
export const GROUP_RANGES: i32 = GROUP_MATERIALS + 1; // address of pairs of ids, from and to, as cells
export const GROUP_RANGE_COUNT: i32 = GROUP_RANGES + 1; // none of them: all ids
export const GROUP_STRIDE: i32 = (GROUP_RANGE_COUNT + 1) >> 1;

// Lanes: bodies that a thread computes the fields of together, and the registers of the program.
export const LANES: i32 = 32;
export const MOST_REGISTERS: i32 = 128;

// Cells of the lanes of a thread.
export const LANE_LOADS: i32 = 0; // 16: integers: addresses of the loads
export const LANE_SCRATCH: i32 = LANE_LOADS + 16; // 8: cells whose bits are read as integers, and second results
export const LANE_REGISTERS: i32 = LANE_SCRATCH + 8; // 4096
export const LANES_STRIDE: i32 = LANE_REGISTERS + 4096;

// First registers of every program.
export const REGISTER_POSITION: i32 = 0; // 3
export const REGISTER_VELOCITY: i32 = REGISTER_POSITION + 3; // 3
export const REGISTER_MASS: i32 = REGISTER_VELOCITY + 3;
export const REGISTER_RADIUS: i32 = REGISTER_MASS + 1; // of the sphere of equal volume
export const REGISTER_VOLUME: i32 = REGISTER_RADIUS + 1;
export const REGISTER_MATERIAL: i32 = REGISTER_VOLUME + 1;
export const REGISTER_TIME: i32 = REGISTER_MATERIAL + 1;
export const FIRST_REGISTER: i32 = REGISTER_TIME + 1;

// Instruction, integers: what it does, register of the result, up to four registers or addresses.
export const CODE_OPERATION: i32 = 0;
export const CODE_TO: i32 = CODE_OPERATION + 1;
export const CODE_A: i32 = CODE_TO + 1;
export const CODE_B: i32 = CODE_A + 1;
export const CODE_C: i32 = CODE_B + 1;
export const CODE_D: i32 = CODE_C + 1;
export const CODE_INTEGERS: i32 = CODE_D + 1;

// Operations.
export const OP_CONSTANT: i32 = 0; // A: address of the number
export const OP_PROPERTY: i32 = 1; // A: address of a table of the materials
export const OP_ADD: i32 = 2;
export const OP_SUBTRACT: i32 = 3;
export const OP_MULTIPLY: i32 = 4;
export const OP_DIVIDE: i32 = 5;
export const OP_NEGATE: i32 = 6;
export const OP_SQRT: i32 = 7;
export const OP_ABS: i32 = 8;
export const OP_MIN: i32 = 9;
export const OP_MAX: i32 = 10;
export const OP_FLOOR: i32 = 11;
export const OP_SIGN: i32 = 12;
export const OP_SELECT: i32 = 13; // A > 0 ? B : C
export const OP_EXP: i32 = 14;
export const OP_LOG: i32 = 15;
export const OP_POWER: i32 = 16;
export const OP_SIN: i32 = 17;
export const OP_COS: i32 = 18;
export const OP_CBRT: i32 = 19;
export const OP_GRID: i32 = 20; // A: address of a grid, B: component
export const OP_ADD_TO_LOAD: i32 = 21; // TO: place in the load, A: register
export const OP_DRAG: i32 = 22; // TO: address of a fluid; A, B, C: its velocity; D: void fraction

// Grid of a flow, cells: numbers of points as numbers; then the three components of each point, x fastest.
export const GRID_ORIGIN: i32 = 0; // 3
export const GRID_SPACING: i32 = GRID_ORIGIN + 3; // 3
export const GRID_POINTS: i32 = GRID_SPACING + 3; // 3
export const GRID_OUTSIDE: i32 = GRID_POINTS + 3; // 1: no flow outside; 0: that at the nearest point
export const GRID_VALUES: i32 = GRID_OUTSIDE + 1;

// Fluid, cells.
export const FLUID_LAW: i32 = 0; // one of DRAG_STOKES ...
export const FLUID_DENSITY: i32 = FLUID_LAW + 1;
export const FLUID_VISCOSITY: i32 = FLUID_DENSITY + 1;
export const FLUID_SHAPE: i32 = FLUID_VISCOSITY + 1; // 3: factors of 1/Re, 1/sqrt(Re) and 1 in the drag coefficient
export const FLUID_STRIDE: i32 = FLUID_SHAPE + 3;

// Drag laws.
export const DRAG_STOKES: i32 = 0;
export const DRAG_SCHILLER_NAUMANN: i32 = 1;
export const DRAG_DI_FELICE: i32 = 2;
export const DRAG_GIDASPOW: i32 = 3;
export const DRAG_BY_SHAPE: i32 = 4;
