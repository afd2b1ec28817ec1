// SPDX-License-Identifier: MIT
/**
 * Memory layout of a facet mesh and of queries against it. A mesh is a block: header, bins as a tree, facets in the
 * order of the bins. Lengths and positions are those of the mesh's own frame.
 */

// Mesh, F[mesh + ...].
const MESH_ADDRESSES: i32 = 0; // 3: integers
export const MESH_ORIGIN: i32 = MESH_ADDRESSES + 3; // 3: where the lattice of the boxes begins
export const MESH_LATTICE: i32 = MESH_ORIGIN + 3; // lattice steps per unit of length
export const MESH_NOISE: i32 = MESH_LATTICE + 1; // rounding of the mesh's coordinates, a length
export const MESH_UNCERTAINTY: i32 = MESH_NOISE + 1; // of any closest point: that, and the warp of polygons
export const MESH_HEADER: i32 = (MESH_UNCERTAINTY + 1 + 7) & -8;

// Integers of a mesh, I[2 * mesh + ...]: indices into I, or addresses in cells.
export const MESH_NODES: i32 = 2 * MESH_ADDRESSES; // index of the bins, the root first
export const MESH_OFFSETS: i32 = MESH_NODES + 1; // index: place of each facet's first corner; 0 when all are triangles
export const MESH_CORNERS: i32 = MESH_OFFSETS + 1; // index: vertex number and flags; counter-clockwise from the front
export const MESH_VERTICES: i32 = MESH_CORNERS + 1; // address, 3 a vertex
export const MESH_NORMALS: i32 = MESH_VERTICES + 1; // address, 3 a facet: unit, on the front side
export const MESH_NUMBERS: i32 = MESH_NORMALS + 1; // index: the caller's number of each facet

// Flags above the vertex number of a corner.
export const VERTEX_NUMBER: i32 = 0x0fffffff;
export const OPEN_EDGE: i32 = 0x10000000; // the edge that starts here has facets on one side only
export const OPEN_VERTEX: i32 = 0x20000000; // an edge of this vertex is open
export const KNOWN_NORMAL: i32 = 0x40000000; // at the first corner: use the stored normal, not one from three corners

// Bin: eight integers.
export const NODE_MIDDLE: i32 = 0; // 3: twice the middle of its box, on the lattice
export const NODE_HALF_WIDTH: i32 = NODE_MIDDLE + 3; // 3: twice its half width
export const NODE_FIRST: i32 = NODE_HALF_WIDTH + 3; // number of the first child or facet
export const NODE_COUNT: i32 = NODE_FIRST + 1; // children of an inner bin; minus the number of facets of a leaf
export const NODE_STRIDE: i32 = NODE_COUNT + 1;

// Options of a query, F[options + ...].
export const OPTION_REACH: i32 = 0; // how far beyond the sphere a facet may be
export const OPTION_COPLANAR_SINE: i32 = OPTION_REACH + 1; // contacts whose normals differ by less are merged
export const OPTION_DEPTH: i32 = OPTION_COPLANAR_SINE + 1; // largest depth behind a facet; negative: two-sided
export const OPTION_DIRECT: i32 = OPTION_DEPTH + 1; // 1: no fast intersection test before the hierarchy
export const OPTIONS_STRIDE: i32 = OPTION_DIRECT + 1;

// Work area of a query, F[work + ...].
const WORK_CODES: i32 = 0; // 4: integers
export const WORK_SUMS: i32 = WORK_CODES + 4; // 3: potential facets, facets that meet, contacts; since the last reset
export const WORK_ROTATION: i32 = WORK_SUMS + 3; // 9: the mesh's frame into the world
export const WORK_NORMAL: i32 = WORK_ROTATION + 9; // 3: of the contact kept last
export const WORK_HEADER: i32 = WORK_NORMAL + 3;

// Integers of a work area, I[2 * work + ...].
export const WORK_QUEUE: i32 = 2 * WORK_CODES; // index into I: bins that the sphere meets
export const WORK_FACETS: i32 = WORK_QUEUE + 1; // index into I: facets in them
export const WORK_CANDIDATES: i32 = WORK_FACETS + 1; // address
export const WORK_CAPACITY: i32 = WORK_CANDIDATES + 1; // of each of the three
export const WORK_NEEDED: i32 = WORK_CAPACITY + 1; // set when a sphere needs more room than that
export const WORK_POTENTIAL: i32 = WORK_NEEDED + 1; // facets that the last sphere was tested with
export const WORK_MEETING: i32 = WORK_POTENTIAL + 1; // of them, those that it meets

// Candidate: the closest point of one facet, relative to the centre. Before that is known: the square of the facet's
// normal, the normal (not unit), and the centre's height over the plane times the normal's length.
export const CANDIDATE_DISTANCE_SQUARED: i32 = 0;
export const CANDIDATE_POINT: i32 = CANDIDATE_DISTANCE_SQUARED + 1; // 3
export const CANDIDATE_HEIGHT: i32 = CANDIDATE_POINT + 3; // of the centre over the facet's plane
export const CANDIDATE_CODES: i32 = CANDIDATE_HEIGHT + 1; // 2: integers
export const CANDIDATE_STRIDE: i32 = (CANDIDATE_CODES + 2 + 7) & -8;

// Integers of a candidate, I[2 * (candidate + CANDIDATE_CODES) + ...].
export const CANDIDATE_FACET: i32 = 0;
export const CANDIDATE_FEATURE: i32 = CANDIDATE_FACET + 1; // FEATURE_VERTEX, FEATURE_EDGE or FEATURE_FACET
export const CANDIDATE_FEATURE_ID: i32 = CANDIDATE_FEATURE + 1; // edge or corner of the facet
export const CANDIDATE_FLAGS: i32 = CANDIDATE_FEATURE_ID + 1;

// Flags of a candidate.
export const IS_BEHIND: i32 = 1; // the centre is behind the facet
export const IS_PROJECTION: i32 = 2; // the closest point is the centre's projection; the normal is the facet's

// Sphere, in the world.
export const SPHERE_CENTRE: i32 = 0; // 3
export const SPHERE_RADIUS: i32 = SPHERE_CENTRE + 3;
export const SPHERE_STRIDE: i32 = SPHERE_RADIUS + 1;

// Facets near a sphere, integers: their number, -1 where they are too many to be listed; then the facets.
export const LISTED_MOST: i32 = 31;

// Size of that list.
export const LISTED_COUNT: i32 = 0;
export const LISTED_FACETS: i32 = LISTED_COUNT + 1;
export const LISTED_STRIDE: i32 = LISTED_FACETS + LISTED_MOST;

/** Distance where no facet is within reach. */
export const NOTHING_NEAR: f64 = 1.0e150;

// Contact as it is handed out, in world coordinates.
export const MESH_CONTACT_SPHERE: i32 = 0;
export const MESH_CONTACT_FACET: i32 = MESH_CONTACT_SPHERE + 1;
export const MESH_CONTACT_FEATURE: i32 = MESH_CONTACT_FACET + 1;
export const MESH_CONTACT_FEATURE_ID: i32 = MESH_CONTACT_FEATURE + 1; // edge or corner of the facet
export const MESH_CONTACT_POINT: i32 = MESH_CONTACT_FEATURE_ID + 1; // 3
export const MESH_CONTACT_NORMAL: i32 = MESH_CONTACT_POINT + 3; // 3
export const MESH_CONTACT_DISTANCE: i32 = MESH_CONTACT_NORMAL + 3;
export const MESH_CONTACT_STRIDE: i32 = MESH_CONTACT_DISTANCE + 1;

// Kinds of feature.
export const FEATURE_VERTEX: i32 = 0;
export const FEATURE_EDGE: i32 = 1;
export const FEATURE_FACET: i32 = 2;
