// SPDX-License-Identifier: MIT
/**
 * Memory layout of a pressure field against a mesh: the sheets of the mesh, and a query of one body, whose answer is a
 * record for each group of facets.
 */
import { PRESSURE_STRIDE, TOTAL_STRIDE } from './pressure-layout.ts';

// Sheets of a mesh, I[2 * sheets + ...]: indices into I.
export const SHEET_OF_FACET: i32 = 0; // per facet: twice the number of its sheet, plus 1 for a facet at a rim
export const REGION_OF_FACET: i32 = SHEET_OF_FACET + 1;
export const RIM_OF_CORNER: i32 = REGION_OF_FACET + 1; // per corner: -1, or the facet of the next side of the rim
export const REGION_OF_CORNER: i32 = RIM_OF_CORNER + 1; // per corner at a rim: the region of its skirt
export const SHEETS_HEADER: i32 = (REGION_OF_CORNER + 1) >> 1; // cells

// Sheets whose side is known from the last step: more begin anew.
export const KNOWN_MOST: i32 = 32;

// Known sheet, integers.
export const KNOWN_SHEET: i32 = 0;
export const KNOWN_SIDE: i32 = KNOWN_SHEET + 1; // 1: the body is in front, -1: behind
export const KNOWN_PASSING: i32 = KNOWN_SIDE + 1; // 1 while it passes a one-sided sheet from behind
export const KNOWN_BARE: i32 = KNOWN_PASSING + 1; // 1 while the contact has no skirts
export const KNOWN_STRIDE: i32 = KNOWN_BARE + 1;

// Group of facets, F[group + ...]; pressures are those of a stiffness of 1 N/m3.
export const GROUP_TOTALS: i32 = 0; // sums of pressure-layout.ts
export const GROUP_SHADOW: i32 = GROUP_TOTALS + TOTAL_STRIDE; // of distances times FACE_SHADOW
export const GROUP_LARGEST: i32 = GROUP_SHADOW + 1; // pressure on the facet GROUP_FACET
export const GROUP_DEEPEST: i32 = GROUP_LARGEST + 1; // largest pressure over that at the body's centre
export const GROUP_ENERGY: i32 = GROUP_DEEPEST + 1; // share of the energy of its sheet, before it is scaled to the sum
export const GROUP_OWN_POINT: i32 = GROUP_ENERGY + 1; // 3: centre of pressure in the mesh's frame
const GROUP_CODES: i32 = GROUP_OWN_POINT + 3; // 3: integers
export const GROUP_RESULT: i32 = GROUP_CODES + 3; // PRESSURE_ENERGY and so on: the mesh is B
export const GROUP_STRIDE: i32 = GROUP_RESULT + PRESSURE_STRIDE;

// Integers of a group, I[2 * group + ...].
export const GROUP_REGION: i32 = 2 * GROUP_CODES; // the least of its regions
export const GROUP_SHEET: i32 = GROUP_REGION + 1; // twice its sheet, plus 1 where the body is behind
export const GROUP_FACET: i32 = GROUP_SHEET + 1; // the facet with the largest pressure
export const GROUP_PASSING: i32 = GROUP_FACET + 1;
export const GROUP_BARE: i32 = GROUP_PASSING + 1; // 1: without skirts

// Query, F[field + ...].
const MESH_FIELD_CODES: i32 = 0; // 5: integers
export const MESH_FIELD_TOLERANCE: i32 = MESH_FIELD_CODES + 5; // a length: rounding of coordinates
export const MESH_FIELD_WHOLE: i32 = MESH_FIELD_TOLERANCE + 1; // integral of the pressure over the whole body
export const MESH_FIELD_SKIRT: i32 = MESH_FIELD_WHOLE + 1; // length of skirts
export const MESH_FIELD_SLAB: i32 = MESH_FIELD_SKIRT + 1; // 4: direction and limit that planes were selected for
export const MESH_FIELD_CORNERS: i32 = MESH_FIELD_SLAB + 4; // 15: corners of a polygon and a normal, in the frame
export const MESH_FIELD_KNOWN: i32 = MESH_FIELD_CORNERS + 15;
export const MESH_FIELD_GROUPS: i32 = MESH_FIELD_KNOWN + ((KNOWN_STRIDE * KNOWN_MOST) >> 1); // MESH_FIELD_ROOM of them

// Integers of a query, I[2 * field + ...].
export const MESH_FIELD_WORK: i32 = 2 * MESH_FIELD_CODES; // address of the work area, see meshFieldCells
export const MESH_FIELD_SHEETS: i32 = MESH_FIELD_WORK + 1; // address of the sheets
export const MESH_FIELD_ONE_SIDED: i32 = MESH_FIELD_SHEETS + 1;
export const MESH_FIELD_KNOWN_COUNT: i32 = MESH_FIELD_ONE_SIDED + 1;
export const MESH_FIELD_COUNT: i32 = MESH_FIELD_KNOWN_COUNT + 1; // groups
export const MESH_FIELD_PLANES: i32 = MESH_FIELD_COUNT + 1; // planes of the body, at the start of the work area
export const MESH_FIELD_SELECTED: i32 = MESH_FIELD_PLANES + 1; // planes that matter for the polygon at work
export const MESH_FIELD_ROOM: i32 = MESH_FIELD_SELECTED + 1; // groups that there is room for
export const MESH_FIELD_IS_FULL: i32 = MESH_FIELD_ROOM + 1; // 1 when there was too little
export const MESH_FIELD_HAS_PAST: i32 = MESH_FIELD_IS_FULL + 1; // 1 in steps: a sheet that is not known begins now

// Codes of a query, besides those of boundary-layout.ts.
export const MESH_FIELD_NEEDS_WORK: i32 = -1; // a larger work area
export const MESH_FIELD_NEEDS_GROUPS: i32 = -2; // room for more groups

/** Skirts are this many radii of the body long: their lower rims are outside a body that meets the upper ones. */
export const SKIRT_IN_RADII: f64 = 4.0;
