// SPDX-License-Identifier: MIT
/**
 * Memory layout of the pressure-field law: the result of a query, and its work area. A pressure is that of a stiffness
 * of 1 N/m3: everything is proportional to the stiffness.
 */

// Result of one query, F[r + ...], in world axes.
export const PRESSURE_ENERGY: i32 = 0;
export const PRESSURE_FORCE: i32 = PRESSURE_ENERGY + 1; // 3: on B
export const PRESSURE_POINT: i32 = PRESSURE_FORCE + 3; // 3: centre of pressure
export const PRESSURE_MOMENT: i32 = PRESSURE_POINT + 3; // 3: on B about that point
export const PRESSURE_STIFFNESS: i32 = PRESSURE_MOMENT + 3; // of the pressed area
export const PRESSURE_RADIUS: i32 = PRESSURE_STIFFNESS + 1; // of the disc whose pressure resists twisting as much
export const PRESSURE_DEPTH: i32 = PRESSURE_RADIUS + 1; // overlap of the bodies along the force
export const PRESSURE_STRIDE: i32 = PRESSURE_DEPTH + 1;

// Codes that a query returns.
export const PRESSURE_FOUND: i32 = 0; // also where the bodies are apart: everything is zero then
export const PRESSURE_NO_ROOM: i32 = 1; // the work area is too small; call again with a larger one
export const PRESSURE_UNSUPPORTED: i32 = 2; // not two solid polyhedra, nor one and a half-space

// Integrals over one face in the field of the other body, with l = pressure over that at the centre, x from REFERENCE.
export const FACE_PRESSURE: i32 = 0; // of l
export const FACE_MOMENT: i32 = FACE_PRESSURE + 1; // 3: of l x
export const FACE_SECOND: i32 = FACE_MOMENT + 3; // of l x^2
export const FACE_SHADOW: i32 = FACE_SECOND + 1; // twelve times the energy behind the face, over its distance
export const FACE_AREA: i32 = FACE_SHADOW + 1;
export const FACE_STIFFNESS: i32 = FACE_AREA + 1; // of the slope of l along the face's normal
export const FACE_STRIDE: i32 = FACE_STIFFNESS + 1;

// Sums over the faces of one body in the field of the other, for the energy of the field.
export const FIELD_SHADOW: i32 = 0; // of distances times FACE_SHADOW, for a centre that no face is near
export const FIELD_FLUX: i32 = FIELD_SHADOW + 1; // of distances times FACE_PRESSURE
export const FIELD_NEAREST: i32 = FIELD_FLUX + 1; // least gauge of a point of a face
export const FIELD_OUTSIDE: i32 = FIELD_NEAREST + 1; // 1 when the centre of the field is outside the other body
export const FIELD_SHELL: i32 = FIELD_OUTSIDE + 1; // least gauge of a face up to which FACE_SHADOW is computed
export const FIELD_SHAPE: i32 = FIELD_SHELL + 1; // integer: the body whose faces are those of the planes; 0: unknown
export const FIELD_STRIDE: i32 = FIELD_SHAPE + 1;

// Sums over the faces of both bodies.
export const TOTAL_VOLUME: i32 = 0; // three times the common volume, by the divergence theorem
export const TOTAL_PRESSURE: i32 = TOTAL_VOLUME + 1; // integral of the pressure
export const TOTAL_FIRST: i32 = TOTAL_PRESSURE + 1; // 3: of pressure times x
export const TOTAL_SECOND: i32 = TOTAL_FIRST + 3; // of pressure times x^2
export const TOTAL_FORCE: i32 = TOTAL_SECOND + 1; // 3: on B
export const TOTAL_TORQUE: i32 = TOTAL_FORCE + 3; // 3: on B about REFERENCE
export const TOTAL_STIFFNESS: i32 = TOTAL_TORQUE + 3;
export const TOTAL_PART_VOLUME: i32 = TOTAL_STIFFNESS + 1; // six times the common volume
export const TOTAL_PART_FIRST: i32 = TOTAL_PART_VOLUME + 1; // 3: 24 times its first moment about REFERENCE
export const TOTAL_PART_SECOND: i32 = TOTAL_PART_FIRST + 3; // 120 times its second moment about REFERENCE
export const TOTAL_STRIDE: i32 = TOTAL_PART_SECOND + 1;

// Limits and codes of prisms.
// Two ends of cylinders, polygons of 24 corners, have 48 in common.
export const LABELLED_LIMIT: i32 = 64; // corners of a labelled polygon; polygons with more take the general way
export const CORNER_LIMIT: i32 = 128; // corners of the common part: those of two labelled polygons
export const HINGE: i32 = 1; // side of the common part that is the line where the planes of the two faces meet

// Polygon of labelled-polygon.ts: a face in the other body, each edge with the plane of the face beyond it.
export const LABELLED_POSITION: i32 = 0; // 3
export const LABELLED_VALUE: i32 = LABELLED_POSITION + 3; // of the plane at work
export const LABELLED_PLANE: i32 = LABELLED_VALUE + 1; // integer: plane through this corner and the next; 0 for none
export const LABELLED_STRIDE: i32 = LABELLED_PLANE + 1;

// Corner of the common part between two faces (face-prism.ts), with the side that follows.
export const CORNER_LOW: i32 = 0; // 3: on B's face
export const CORNER_TOP: i32 = CORNER_LOW + 3; // 3: on A's face
export const CORNER_INNER_LOW: i32 = CORNER_TOP + 3; // 3: on B's face, where the pyramid over A's face begins
export const CORNER_INNER_TOP: i32 = CORNER_INNER_LOW + 3; // 3: on A's face, where that over B's face begins
export const CORNER_PRESSURE_LOW: i32 = CORNER_INNER_TOP + 3; // of A's field under its face, at CORNER_LOW
export const CORNER_PRESSURE_TOP: i32 = CORNER_PRESSURE_LOW + 1; // of B's field under its face, at CORNER_TOP
export const CORNER_SIDE: i32 = CORNER_PRESSURE_TOP + 1; // integer: plane of the side to the next corner, or HINGE
export const CORNER_STRIDE: i32 = CORNER_SIDE + 1;

// Work area, F[work + ...]. Values of vertices, planes and polygons follow the header.
const PRESSURE_CODES: i32 = 0; // 6: integers
export const GUESS: i32 = PRESSURE_CODES + 6; // 3: direction from A to B that the slab is across, in the frame
export const REFERENCE: i32 = GUESS + 3; // 3: a point of the contact, in the frame
export const CENTRE_A: i32 = REFERENCE + 3; // 3: centre of A's field, in the frame
export const CENTRE_B: i32 = CENTRE_A + 3; // 3
export const FACE_NORMAL: i32 = CENTRE_B + 3; // 3: outward unit normal of a face, in the frame
export const FACE_CENTRE: i32 = FACE_NORMAL + 3; // 3: of a circle around a face, in the frame
export const FACE_RADIUS_SQUARED: i32 = FACE_CENTRE + 3;
export const FACE_SUMS: i32 = FACE_RADIUS_SQUARED + 1;
export const FIELD_A: i32 = FACE_SUMS + FACE_STRIDE; // sums of A's field
export const FIELD_B: i32 = FIELD_A + FIELD_STRIDE;
export const TOTALS: i32 = FIELD_B + FIELD_STRIDE;
export const LABELLED: i32 = TOTALS + TOTAL_STRIDE; // 3: polygons
export const BESIDE_A: i32 = LABELLED + 3 * LABELLED_STRIDE * LABELLED_LIMIT; // integers: planes beside A's face
export const BESIDE_B: i32 = BESIDE_A + LABELLED_LIMIT; // the same for B's face
export const CORNERS: i32 = BESIDE_B + LABELLED_LIMIT;
export const PRESSURE_HEADER: i32 = CORNERS + CORNER_STRIDE * CORNER_LIMIT;

// Integers of a work area, I[2 * work + ...].
export const PRESSURE_ROOM: i32 = 2 * PRESSURE_CODES; // cells of the work area
export const POLYGON: i32 = PRESSURE_ROOM + 1; // address of the polygon at work
export const POLYGON_OTHER: i32 = POLYGON + 1; // addresses of two that are free
export const POLYGON_SPARE: i32 = POLYGON_OTHER + 1;
export const HAS_REFERENCE: i32 = POLYGON_SPARE + 1; // 1 when REFERENCE has been set
export const IS_PRESSED: i32 = HAS_REFERENCE + 1; // 1 when a point of a face is deeper in the other body than rounding
export const POLYGON_COUNT: i32 = IS_PRESSED + 1; // corners of the face in the field that was integrated last
export const FACING_A: i32 = POLYGON_COUNT + 1; // address of the listed plane of A that faces B most, 0 for none
export const FACING_B: i32 = FACING_A + 1;
export const LABELLED_AT: i32 = FACING_B + 1; // address of the labelled polygon at work
export const LABELLED_FREE: i32 = LABELLED_AT + 1; // address of one that is free

// Plane of a face of a field: l = constant - gradient.x.
export const PLANE_GRADIENT: i32 = 0; // 3
export const PLANE_CONSTANT: i32 = PLANE_GRADIENT + 3;
export const PLANE_TOLERANCE: i32 = PLANE_CONSTANT + 1; // values of l that are zero to rounding
export const PLANE_LEAST: i32 = PLANE_TOLERANCE + 1; // of l over the corners of a polygon
export const PLANE_GREATEST: i32 = PLANE_LEAST + 1;
export const PLANE_FACE: i32 = PLANE_GREATEST + 1; // integer: number of the face
export const PLANE_LISTED: i32 = PLANE_FACE + 1; // integer, in record f: address of the listed plane of face f, or 0
export const PLANE_STRIDE: i32 = PLANE_LISTED + 1;

// Corner of a polygon.
export const POLYGON_POSITION: i32 = 0; // 3
export const POLYGON_VALUE: i32 = POLYGON_POSITION + 3; // of the function at work
export const POLYGON_STRIDE: i32 = POLYGON_VALUE + 1;
