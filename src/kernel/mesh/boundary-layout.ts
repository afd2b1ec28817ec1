// SPDX-License-Identifier: MIT
/**
 * Memory layout of a mesh as convex bodies meet it, and of a query of one body against it. Facets, edges and vertices
 * have the caller's numbers. Lengths and positions are those of the mesh's own frame.
 */
import { FLAT_CELLS } from '../features/flat-layout.ts';
import { POSE_STRIDE, RESULT_STRIDE } from '../layout.ts';

// Boundary, I[2 * boundary + ...]: counts; indices into I; addresses in cells.
export const BOUNDARY_FACET_COUNT: i32 = 0;
export const BOUNDARY_PATCH_COUNT: i32 = BOUNDARY_FACET_COUNT + 1;
export const BOUNDARY_EDGE_COUNT: i32 = BOUNDARY_PATCH_COUNT + 1;
export const BOUNDARY_VERTEX_COUNT: i32 = BOUNDARY_EDGE_COUNT + 1;
export const BOUNDARY_MOST_CORNERS: i32 = BOUNDARY_VERTEX_COUNT + 1; // of a facet
export const BOUNDARY_OFFSETS: i32 = BOUNDARY_MOST_CORNERS + 1; // index: place of each facet's first corner
export const BOUNDARY_CORNERS: i32 = BOUNDARY_OFFSETS + 1; // index: vertex of each corner
export const BOUNDARY_SIDES: i32 = BOUNDARY_CORNERS + 1; // index: edge from each corner to the next
export const BOUNDARY_EDGE_ENDS: i32 = BOUNDARY_SIDES + 1; // index: two vertices an edge
export const BOUNDARY_EDGE_OFFSETS: i32 = BOUNDARY_EDGE_ENDS + 1; // index: place of each edge's first facet
export const BOUNDARY_EDGE_FACETS: i32 = BOUNDARY_EDGE_OFFSETS + 1; // index
export const BOUNDARY_EDGE_KINDS: i32 = BOUNDARY_EDGE_FACETS + 1; // index
export const BOUNDARY_IS_CORNER: i32 = BOUNDARY_EDGE_KINDS + 1; // index: per vertex 1 where creases meet
export const BOUNDARY_PATCH_OF_FACET: i32 = BOUNDARY_IS_CORNER + 1; // index
export const BOUNDARY_PATCH_SIZES: i32 = BOUNDARY_PATCH_OF_FACET + 1; // index: facets of each patch
export const BOUNDARY_FIRST_FACETS: i32 = BOUNDARY_PATCH_SIZES + 1; // index: first facet of each patch
export const BOUNDARY_RISES: i32 = BOUNDARY_FIRST_FACETS + 1; // index: per patch, 0 where no face rises from its rim
export const BOUNDARY_WEDGES: i32 = BOUNDARY_RISES + 1; // index: per edge the address of its wedge, see FEATURE_UNKNOWN
export const BOUNDARY_CONES: i32 = BOUNDARY_WEDGES + 1; // index: per vertex the address of its cone
export const BOUNDARY_EDGE_MARKS: i32 = BOUNDARY_CONES + 1; // index: query in which an edge was met last
export const BOUNDARY_VERTEX_MARKS: i32 = BOUNDARY_EDGE_MARKS + 1; // index
export const BOUNDARY_VERTEX_GROUPS: i32 = BOUNDARY_VERTEX_MARKS + 1; // index: group with that vertex
export const BOUNDARY_PATCH_MARKS: i32 = BOUNDARY_VERTEX_GROUPS + 1; // index
export const BOUNDARY_PATCH_GROUPS: i32 = BOUNDARY_PATCH_MARKS + 1; // index
export const BOUNDARY_MARK: i32 = BOUNDARY_PATCH_GROUPS + 1; // number of the last round of marks
export const BOUNDARY_POINTS: i32 = BOUNDARY_MARK + 1; // address: vertices, 3 each
export const BOUNDARY_NORMALS: i32 = BOUNDARY_POINTS + 1; // address: of facets, 3 each
export const BOUNDARY_PATCH_NORMALS: i32 = BOUNDARY_NORMALS + 1; // address: 3 a patch
export const BOUNDARY_WARPS: i32 = BOUNDARY_PATCH_NORMALS + 1; // 2: address: 1 a patch; a free integer
export const BOUNDARY_HEADER: i32 = (BOUNDARY_WARPS + 2) >> 1; // cells

// Wedge or cone of an edge or a vertex that has not been looked up, and of one that cannot be touched by itself.
export const FEATURE_UNKNOWN: i32 = 0;
export const FEATURE_NONE: i32 = -1;

// Wedge, F[wedge + ...].
const WEDGE_CODES: i32 = 0; // integers
export const WEDGE_ALONG: i32 = WEDGE_CODES + 1; // 3: unit vector along the edge
export const WEDGE_SIDES: i32 = WEDGE_ALONG + 3; // 9: one direction of a half-plane, or three
export const WEDGE_STRIDE: i32 = WEDGE_SIDES + 9;

// Integer of a wedge, I[2 * wedge + ...].
export const WEDGE_SIDE_COUNT: i32 = 2 * WEDGE_CODES;

// Cone, F[cone + ...]; rays and directions follow, 3 each, then patches and facets as integers.
const CONE_CODES: i32 = 0; // 4: integers
export const CONE_SUM: i32 = CONE_CODES + 4; // 3: sum of the facets' normals
export const CONE_AXIS: i32 = CONE_SUM + 3; // 3
export const CONE_HEADER: i32 = CONE_AXIS + 3;

// Integers of a cone, I[2 * cone + ...].
export const CONE_RAY_COUNT: i32 = 2 * CONE_CODES;
export const CONE_DIRECTION_COUNT: i32 = CONE_RAY_COUNT + 1;
export const CONE_PATCH_COUNT: i32 = CONE_DIRECTION_COUNT + 1;
export const CONE_FACET_COUNT: i32 = CONE_PATCH_COUNT + 1;
export const CONE_IS_CONVEX: i32 = CONE_FACET_COUNT + 1;
export const CONE_IS_REFLEX: i32 = CONE_IS_CONVEX + 1;
export const CONE_BLOCK: i32 = CONE_IS_REFLEX + 1; // shape block of its kind: polygon, pyramid or pyramid with walls
export const CONE_HAS_WALLS: i32 = CONE_BLOCK + 1;

// Body: properties of a shape that queries with meshes need, F[shape + ...].
export const BODY_CENTRE: i32 = 0; // 3: centre of mass at size 1
export const BODY_MIN: i32 = BODY_CENTRE + 3; // 3: corners of the box along its own axes
export const BODY_MAX: i32 = BODY_MIN + 3; // 3
export const BODY_IS_CUT: i32 = BODY_MAX + 3; // 1 if edges or corners of the box are cut off
export const BODY_IS_ROUND: i32 = BODY_IS_CUT + 1; // 1 if it has round flat ends
export const BODY_REACHES: i32 = BODY_IS_ROUND + 1; // 27: see body-box.ts
export const BODY_STRIDE: i32 = BODY_REACHES + 27;

// Contact with a feature, F[contact + ...], in the frame along the mesh's axes with its origin at the body.
const CONTACT_CODES: i32 = 0; // 5: integers
export const CONTACT_DISTANCE: i32 = CONTACT_CODES + 5;
export const CONTACT_LOWER: i32 = CONTACT_DISTANCE + 1;
export const CONTACT_UPPER: i32 = CONTACT_LOWER + 1;
export const CONTACT_POINT: i32 = CONTACT_UPPER + 1; // 3
export const CONTACT_NORMAL: i32 = CONTACT_POINT + 3; // 3: from the mesh to the body
export const CONTACT_FROM: i32 = CONTACT_NORMAL + 3; // 3: of an edge: its first end
export const CONTACT_ALONG: i32 = CONTACT_FROM + 3; // 3: of an edge: its direction
export const CONTACT_LOW: i32 = CONTACT_ALONG + 3; // of an edge: the touched interval
export const CONTACT_HIGH: i32 = CONTACT_LOW + 1;
export const CONTACT_STRIDE: i32 = CONTACT_HIGH + 1;

// Integers of a contact, I[2 * contact + ...].
export const CONTACT_FEATURE: i32 = 2 * CONTACT_CODES; // FEATURE_FACET and so on of mesh-layout.ts
export const CONTACT_FEATURE_ID: i32 = CONTACT_FEATURE + 1;
export const CONTACT_FACET: i32 = CONTACT_FEATURE_ID + 1;
export const CONTACT_GROUP: i32 = CONTACT_FACET + 1; // of a face: of its facets; of an edge: of its collinear pieces
export const CONTACT_FLAGS: i32 = CONTACT_GROUP + 1;
export const CONTACT_PART: i32 = CONTACT_FLAGS + 1; // connected part of the mesh around the body
export const CONTACT_STATE: i32 = CONTACT_PART + 1; // of independent-contacts.ts
export const CONTACT_FIRST_RULE: i32 = CONTACT_STATE + 1; // rules of what makes it redundant: the first
export const CONTACT_END_RULE: i32 = CONTACT_FIRST_RULE + 1;

// Flags of a contact.
export const IS_ON_FEATURE: i32 = 1; // its point is on the feature, and not over a gap of it
export const IS_IN_CORNER: i32 = 2; // the body's lowest part is over no facet, in the corner of faces at the rim

// Facets around a body of a simulation as they were searched for in an earlier step, F[near + ...]; a list of integers
// follows: facets with flags.
const NEAR_CODES: i32 = 0; // integers
export const NEAR_POSE: i32 = NEAR_CODES + 1; // 7: of the body in the mesh's frame
export const NEAR_SKIN: i32 = NEAR_POSE + POSE_STRIDE; // how far the body may move from there
export const NEAR_BODY: i32 = NEAR_SKIN + 1; // 3: QUERY_REACH, QUERY_DEPTH and QUERY_FACTOR
export const NEAR_LAST: i32 = NEAR_BODY + 3; // 7: pose of the body in the last query
export const NEAR_PATH: i32 = NEAR_LAST + POSE_STRIDE; // how far its points have moved, at most, from query to query
export const NEAR_WAY: i32 = NEAR_PATH + 1; // the last part of that
export const NEAR_DIRECTIONS: i32 = NEAR_WAY + 1; // 12: from features to the body, in which there was a gap
export const NEAR_LEASTS: i32 = NEAR_DIRECTIONS + 12; // 4: the least of the body along each of them, in this query
export const NEAR_CLEAR: i32 = NEAR_LEASTS + 4; // 16: edges and vertices with limits, see feature-clearance.ts
export const NEAR_HEADER: i32 = NEAR_CLEAR + 16; // 80: the list, NEAR_MOST facets of half a cell each
export const NEAR_LIMITS: i32 = NEAR_HEADER + 80; // 80: a limit for each
export const NEAR_STRIDE: i32 = NEAR_LIMITS + 80;

// Integers of it, I[2 * near + ...].
export const NEAR_COUNT: i32 = 2 * NEAR_CODES; // NEAR_UNKNOWN before the first search, or where facets are too many
export const NEAR_NEXT: i32 = NEAR_COUNT + 1; // number of directions kept; modulo their slots the next to be replaced

// Cells at NEAR_CLEAR, a power of 2: each has one of the edges and vertices whose keys are equal modulo this number.
export const CLEAR_SLOTS: i32 = 16;

// Directions at NEAR_DIRECTIONS, a power of 2.
export const DIRECTION_SLOTS: i32 = 4;

// Facets that the list has room for; more are searched for in every step.
export const NEAR_MOST: i32 = 160;

// Value of NEAR_COUNT.
export const NEAR_UNKNOWN: i32 = -1;

// Flags above the number of a facet: the body may touch it, may be in a corner at its rim; it is a face by itself.
export const FACET_NUMBER: i32 = 0x0fffffff;
export const MAY_TOUCH: i32 = 0x10000000;
export const MAY_BE_IN_CORNER: i32 = 0x20000000;
export const IS_ALONE: i32 = 0x40000000;

// Codes of a query that waits for its caller.
export const QUERY_DONE: i32 = 0;
export const QUERY_NEEDS_ROOM: i32 = 1; // lists of QUERY_NUMBER facets
export const QUERY_NEEDS_WEDGES: i32 = 2; // of the edges at QUERY_FEATURES
export const QUERY_NEEDS_CONES: i32 = 3; // of the vertices at QUERY_FEATURES
export const QUERY_NEEDS_EXACT: i32 = 4; // the answer of the pair that was asked last, as question QUERY_NUMBER
export const QUERY_NEEDS_POLYGON: i32 = 5; // a shape block of polygons with QUERY_NUMBER corners

// Answer that has been found in exact arithmetic: number of the question, then the result.
export const EXACT_NUMBER: i32 = 0; // integer
export const EXACT_RESULT: i32 = EXACT_NUMBER + 1;
export const EXACT_STRIDE: i32 = EXACT_RESULT + RESULT_STRIDE;

// Limit of their number.
export const EXACT_MOST: i32 = 64;

// Query, F[query + ...].
const QUERY_CODES: i32 = 0; // 40: integers
export const QUERY_REACH: i32 = QUERY_CODES + 40; // largest distance of a contact
export const QUERY_DEPTH: i32 = QUERY_REACH + 1; // largest depth of a centre behind a facet; negative: two-sided
export const QUERY_FACTOR: i32 = QUERY_DEPTH + 1; // size of the body over that of its shape
export const QUERY_MESH_POSE: i32 = QUERY_FACTOR + 1; // in the world
export const QUERY_WORLD_POSE: i32 = QUERY_MESH_POSE + POSE_STRIDE; // of the body
export const QUERY_IDENTITY: i32 = QUERY_WORLD_POSE + POSE_STRIDE; // pose of all features
export const QUERY_POSE: i32 = QUERY_IDENTITY + POSE_STRIDE; // of the body, in the frame along the mesh's axes
export const QUERY_ORIGIN: i32 = QUERY_POSE + POSE_STRIDE; // 3: that frame's origin in the mesh's frame
export const QUERY_CENTRE: i32 = QUERY_ORIGIN + 3; // 3: centre of mass
export const QUERY_LOW: i32 = QUERY_CENTRE + 3; // 3: box along the mesh's axes
export const QUERY_HIGH: i32 = QUERY_LOW + 3; // 3
export const QUERY_SIZE: i32 = QUERY_HIGH + 3; // of the body
export const QUERY_MORE: i32 = QUERY_SIZE + 1; // margin of the box for possible contacts
export const QUERY_TURN: i32 = QUERY_MORE + 1; // 9: from this frame to the body's, by rows
export const QUERY_MIDDLE: i32 = QUERY_TURN + 9; // 3: of the box along the body's axes
export const QUERY_HALF: i32 = QUERY_MIDDLE + 3; // 3: half widths
export const QUERY_SCALE: i32 = QUERY_HALF + 3; // 3: inverse half widths of the box before it is made larger
export const QUERY_CUT: i32 = QUERY_SCALE + 3; // 27: reaches of the larger box, in these units
export const QUERY_RESULT: i32 = QUERY_CUT + 27;
export const QUERY_PLANE_CORNER: i32 = QUERY_RESULT + RESULT_STRIDE; // 3: plane of the face looked at last
export const QUERY_PLANE_NORMAL: i32 = QUERY_PLANE_CORNER + 3; // 3
export const QUERY_VECTORS: i32 = QUERY_PLANE_NORMAL + 3; // 24: scratch
export const QUERY_SEARCH_BOX: i32 = QUERY_VECTORS + 24; // 6: of facetsInBox
export const QUERY_WORLD: i32 = QUERY_SEARCH_BOX + 6; // 9: rotation of the mesh
export const QUERY_AXES: i32 = QUERY_WORLD + 9; // 9: origin and two axes of the plane of the outlines
export const QUERY_RIM: i32 = QUERY_AXES + 9; // 4: centre and radius of a round face
export const QUERY_CENTROID: i32 = QUERY_RIM + 4; // 2: of the common part found last
export const QUERY_MOMENTS: i32 = QUERY_CENTROID + 2; // 3: area and first moments of a polygon
export const QUERY_SUMS: i32 = QUERY_MOMENTS + 3; // 3
export const QUERY_EXACT: i32 = QUERY_SUMS + 3;
export const QUERY_FLAT: i32 = QUERY_EXACT + EXACT_STRIDE * EXACT_MOST; // working memory of flatContact
export const QUERY_HEADER: i32 = QUERY_FLAT + FLAT_CELLS;

// Integers of a query, I[2 * query + ...].
export const QUERY_MESH: i32 = 2 * QUERY_CODES; // address of the mesh block
export const QUERY_BOUNDARY: i32 = QUERY_MESH + 1;
export const QUERY_BODY: i32 = QUERY_BOUNDARY + 1; // shape block
export const QUERY_SHAPE: i32 = QUERY_BODY + 1; // address of the properties of its shape (BODY_CENTRE ...)
export const QUERY_WORK: i32 = QUERY_SHAPE + 1; // work area of facetsInBox
export const QUERY_CODE: i32 = QUERY_WORK + 1;
export const QUERY_NUMBER: i32 = QUERY_CODE + 1;
export const QUERY_ROOM: i32 = QUERY_NUMBER + 1; // facets that the lists have room for
export const QUERY_CORNER_ROOM: i32 = QUERY_ROOM + 1; // the same for corners of facets
export const QUERY_ASKED: i32 = QUERY_CORNER_ROOM + 1; // questions asked so far
export const QUERY_EXACT_COUNT: i32 = QUERY_ASKED + 1;
export const QUERY_FACET_COUNT: i32 = QUERY_EXACT_COUNT + 1;
export const QUERY_GROUP_COUNT: i32 = QUERY_FACET_COUNT + 1;
export const QUERY_CONTACT_COUNT: i32 = QUERY_GROUP_COUNT + 1;
export const QUERY_UNDER_COUNT: i32 = QUERY_CONTACT_COUNT + 1;
export const QUERY_OUTLINE_COUNT: i32 = QUERY_UNDER_COUNT + 1;
export const QUERY_HAS_RIM: i32 = QUERY_OUTLINE_COUNT + 1; // 1 when a side of an outlined facet is the rim of its patch
export const QUERY_POINT_COUNT: i32 = QUERY_HAS_RIM + 1; // corners at QUERY_POINTS
export const QUERY_POLYGON_COUNT: i32 = QUERY_POINT_COUNT + 1; // corners at QUERY_POLYGON
export const QUERY_FACETS: i32 = QUERY_POLYGON_COUNT + 1; // index: facets of patches that the body may touch, rising
export const QUERY_MET: i32 = QUERY_FACETS + 1; // index: 1 for those of them that meet its box
export const QUERY_AROUND: i32 = QUERY_MET + 1; // index: facets around the body with flags, rising
export const QUERY_STATES: i32 = QUERY_AROUND + 1; // index: what the body may do with each of them
export const QUERY_AROUND_COUNT: i32 = QUERY_STATES + 1;
export const QUERY_GROUP_PATCHES: i32 = QUERY_AROUND_COUNT + 1; // index
export const QUERY_GROUP_FIRST: i32 = QUERY_GROUP_PATCHES + 1; // index
export const QUERY_GROUP_FACETS: i32 = QUERY_GROUP_FIRST + 1; // index
export const QUERY_GROUP_PARENTS: i32 = QUERY_GROUP_FACETS + 1; // index
export const QUERY_GROUP_TOUCHED: i32 = QUERY_GROUP_PARENTS + 1; // index
export const QUERY_FEATURES: i32 = QUERY_GROUP_TOUCHED + 1; // index: edges or vertices around the body, rising
export const QUERY_UNDER: i32 = QUERY_FEATURES + 1; // index: facets of a patch under a footprint, rising
export const QUERY_OUTLINE_FIRST: i32 = QUERY_UNDER + 1; // index: first corner of each outlined facet
export const QUERY_ORDER: i32 = QUERY_OUTLINE_FIRST + 1; // index: contacts in order
export const QUERY_MARK: i32 = QUERY_ORDER + 1; // round of marks of the groups
export const QUERY_CONTACTS: i32 = QUERY_MARK + 1; // address
export const QUERY_OUTLINE: i32 = QUERY_CONTACTS + 1; // address: 2 a corner
export const QUERY_OUTLINE_SIDES: i32 = QUERY_OUTLINE + 1; // address: 3 a corner: inward normal and offset of the side
export const QUERY_ROUNDINGS: i32 = QUERY_OUTLINE_SIDES + 1; // address: 1 a facet
export const QUERY_CORNERS: i32 = QUERY_ROUNDINGS + 1; // address: corners of a facet in the frame of the box, 3 each
export const QUERY_POINTS: i32 = QUERY_CORNERS + 1; // address: corners of the body's feature on a plane, 3 each
export const QUERY_POLYGON: i32 = QUERY_POINTS + 1; // address: polygon in the plane, 2 a corner
export const QUERY_PART: i32 = QUERY_POLYGON + 1; // address: the same, clipped
export const QUERY_SPARE: i32 = QUERY_PART + 1; // address: second buffer of clipping
export const QUERY_HULL: i32 = QUERY_SPARE + 1; // address: points of a hull, 2 each
export const QUERY_RULES: i32 = QUERY_HULL + 1; // index: which contacts make which redundant
export const QUERY_RULE_COUNT: i32 = QUERY_RULES + 1;
export const QUERY_RULE_ROOM: i32 = QUERY_RULE_COUNT + 1;
export const QUERY_POINT_BLOCK: i32 = QUERY_RULE_ROOM + 1; // shape blocks that are written again and again
export const QUERY_SEGMENT_BLOCK: i32 = QUERY_POINT_BLOCK + 1;
export const QUERY_PLANE_BLOCK: i32 = QUERY_SEGMENT_BLOCK + 1;
export const QUERY_PRISM_BLOCK: i32 = QUERY_PLANE_BLOCK + 1;
export const QUERY_POLYGON_BLOCKS: i32 = QUERY_PRISM_BLOCK + 1; // index: block by number of corners
export const QUERY_INTERVALS: i32 = QUERY_POLYGON_BLOCKS + 1; // address: 2 each
export const QUERY_INTERVAL_COUNT: i32 = QUERY_INTERVALS + 1;
export const QUERY_NEAR: i32 = QUERY_INTERVAL_COUNT + 1; // address of the facets known from an earlier step, or 0
export const QUERY_TOUCHED: i32 = QUERY_NEAR + 1; // index: touched edges and the groups of collinear ones they are of
export const QUERY_TOUCHED_COUNT: i32 = QUERY_TOUCHED + 1;
export const QUERY_KEPT_COUNT: i32 = QUERY_TOUCHED_COUNT + 1; // contacts that are left, in QUERY_ORDER
export const QUERY_FEATURE_COUNT: i32 = QUERY_KEPT_COUNT + 1; // of QUERY_FEATURES
export const QUERY_PLANE_ROOM: i32 = QUERY_FEATURE_COUNT + 1; // points in each list from QUERY_POINTS to QUERY_HULL

/** Corners of a body's feature on a plane, and of a polygon clipped to a facet. */
export const POLYGON_LIMIT: i32 = 512;
