// SPDX-License-Identifier: MIT
/**
 * The memory layout of a facet mesh and of queries against it. A mesh is a block: a header, the bins as a tree, and the
 * facets in the order of the bins. Lengths and positions are those of the mesh's own frame.
 */

// Header. Integers at I[2 * mesh + ...]. Facets are in the order of the bins.
export const MESH_NODES: i32 = 0; // index into I of the bins, the root first
export const MESH_OFFSETS: i32 = 1; // index into I: place of each facet's first corner; 0 when all are triangles
export const MESH_CORNERS: i32 = 2; // index into I: vertex number and flags; counter-clockwise seen from the front
export const MESH_VERTICES: i32 = 3; // address, 3 a vertex
export const MESH_NORMALS: i32 = 4; // address, 3 a facet: unit, on the front side
export const MESH_NUMBERS: i32 = 5; // index into I: the caller's number of each facet
// Floats at F[mesh + ...]:
export const MESH_ORIGIN: i32 = 3; // 3: where the lattice of the boxes begins
export const MESH_LATTICE: i32 = 6; // steps of that lattice per unit of length
export const MESH_NOISE: i32 = 7; // rounding of the mesh's coordinates, a length
export const MESH_UNCERTAINTY: i32 = 8; // the same and what polygons are off their planes: how well any closest point is known
export const MESH_HEADER: i32 = 10;

// Flags above the vertex number of a corner.
export const VERTEX_NUMBER: i32 = 0x0fffffff;
export const OPEN_EDGE: i32 = 0x10000000; // the edge that starts here has facets on one side only
export const OPEN_VERTEX: i32 = 0x20000000; // so has one of this vertex's edges
export const KNOWN_NORMAL: i32 = 0x40000000; // at a facet's first corner: its normal is better not made from three corners

// A bin: twice the middle of its box x, y, z and twice its half width x, y, z, on the lattice; number of the first
// child or facet; how many of them.
export const NODE_FIRST: i32 = 6;
/** Children of an inner bin; minus the number of facets of a leaf. */
export const NODE_COUNT: i32 = 7;
export const NODE_STRIDE: i32 = 8;

// What is asked, at F[options + ...]:
export const OPTION_REACH: i32 = 0; // how far beyond the sphere a facet may be
export const OPTION_COPLANAR_SINE: i32 = 1; // contacts this flat against another are one with it
export const OPTION_DEPTH: i32 = 2; // how far behind a facet a centre is still pushed to its front; negative: two-sided
export const OPTION_DIRECT: i32 = 3; // 1: no fast intersection test before the hierarchy
export const OPTIONS_STRIDE: i32 = 4;

// Work area of a query. Integers at I[2 * work + ...]:
export const WORK_QUEUE: i32 = 0; // index into I: bins that the sphere meets
export const WORK_FACETS: i32 = 1; // index into I: facets in them
export const WORK_CANDIDATES: i32 = 2; // address
export const WORK_CAPACITY: i32 = 3; // of each of the three
export const WORK_NEEDED: i32 = 4; // set when a sphere needs more room than that
export const WORK_POTENTIAL: i32 = 5; // facets that the last sphere was tested with
export const WORK_MEETING: i32 = 6; // of them, those that it meets
// Floats at F[work + ...]:
export const WORK_SUMS: i32 = 4; // 3: potential facets, facets that meet, contacts, of all spheres since they were set to zero
export const WORK_ROTATION: i32 = 7; // 9: the mesh's frame into the world
export const WORK_NORMAL: i32 = 16; // 3: of the contact kept last
export const WORK_HEADER: i32 = 20;

// Candidate: the closest point of one facet, relative to the centre. Before that is known: the square of the facet's
// normal, the normal (not unit), and the centre's height over the plane times the normal's length.
export const CANDIDATE_DISTANCE_SQUARED: i32 = 0;
export const CANDIDATE_POINT: i32 = 1; // 3
export const CANDIDATE_HEIGHT: i32 = 4; // of the centre over the facet's plane
export const CANDIDATE_CODES: i32 = 6; // I: facet, feature (0 vertex, 1 edge, 2 facet), edge or corner of the facet, flags
export const CANDIDATE_STRIDE: i32 = 8;
// Flags: the centre is behind the facet; the closest point is its projection, so that the facet's normal is the
// contact's.
export const IS_BEHIND: i32 = 1;
export const IS_PROJECTION: i32 = 2;

// Sphere: centre 3 in the world, radius.
export const SPHERE_STRIDE: i32 = 4;

// Listed facets: integers. Their number, or -1 where they are too many to be listed; then the facets.
export const LISTED_STRIDE: i32 = 32;
export const LISTED_MOST: i32 = 31;
/** Distance where no facet is within reach. */
export const NOTHING_NEAR: f64 = 1.0e150;

// Contact as it is handed out: sphere, facet, feature, edge or corner of the facet, point 3, normal 3, distance; world
// coordinates.
export const MESH_CONTACT_SPHERE: i32 = 0;
export const MESH_CONTACT_FACET: i32 = 1;
export const MESH_CONTACT_FEATURE: i32 = 2;
export const MESH_CONTACT_FEATURE_ID: i32 = 3;
export const MESH_CONTACT_POINT: i32 = 4;
export const MESH_CONTACT_NORMAL: i32 = 7;
export const MESH_CONTACT_DISTANCE: i32 = 10;
export const MESH_CONTACT_STRIDE: i32 = 11;

export const FEATURE_VERTEX: i32 = 0;
export const FEATURE_EDGE: i32 = 1;
export const FEATURE_FACET: i32 = 2;
