// SPDX-License-Identifier: MIT
/**
 * The pressure field of a convex polyhedron on the facets of a mesh (docs/theory/pressure-field-law.md). The force is a
 * sum over facets, the energy one over their shadows. A sheet, a part of the mesh that is connected over its edges, is
 * the surface of a solid on the side where the body is not; at its rims skirts continue it, so that force and moment
 * are the derivatives of the energy there too. Never throws, never NaN.
 */
import {
  ORIGIN_A,
  PAIR_A,
  POLYHEDRON_COLUMN,
  ROTATION_A,
  SHAPE_CENTRE,
  SHAPE_FACE_COUNT,
  SHAPE_FACE_OFFSETS,
  SHAPE_FACE_VERTICES,
  SHAPE_RADIUS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
} from '../layout.ts';
import { F, I } from '../memory.ts';
import { meetsFacet } from '../mesh/body-box.ts';
import { measureBody, placeBody } from '../mesh/body-mesh.ts';
import {
  BOUNDARY_OFFSETS,
  FACET_NUMBER,
  MAY_TOUCH,
  QUERY_AROUND,
  QUERY_AROUND_COUNT,
  QUERY_ASKED,
  QUERY_BODY,
  QUERY_BOUNDARY,
  QUERY_CODE,
  QUERY_DONE,
  QUERY_FACET_COUNT,
  QUERY_FACETS,
  QUERY_MESH,
  QUERY_ORIGIN,
  QUERY_WORLD_POSE,
} from '../mesh/boundary-layout.ts';
import { isInBox } from '../mesh/facet-groups.ts';
import { MESH_UNCERTAINTY } from '../mesh/mesh-layout.ts';
import { findFacetsAround } from '../mesh/near-facets.ts';
import { IN_PLANE_IN_ROUNDINGS } from '../overlap/solid-pair.ts';
import { EPSILON, rotationMatrix } from '../relative-pose.ts';
import { cornersOf, isRimNear, loadSkirt, loadTriangle, loadWedge } from './facet-polygons.ts';
import { addToGroup, finishGroups, groupAt } from './facet-touches.ts';
import { listPlanes, measureVertices, writeCentre } from './field-planes.ts';
import { addFace, clearField } from './field-sums.ts';
import {
  GROUP_BARE,
  GROUP_SHADOW,
  KNOWN_BARE,
  KNOWN_PASSING,
  KNOWN_SHEET,
  KNOWN_SIDE,
  KNOWN_STRIDE,
  MESH_FIELD_COUNT,
  MESH_FIELD_HAS_PAST,
  MESH_FIELD_IS_FULL,
  MESH_FIELD_KNOWN,
  MESH_FIELD_KNOWN_COUNT,
  MESH_FIELD_NEEDS_GROUPS,
  MESH_FIELD_NEEDS_WORK,
  MESH_FIELD_ONE_SIDED,
  MESH_FIELD_PLANES,
  MESH_FIELD_SELECTED,
  MESH_FIELD_SHEETS,
  MESH_FIELD_SKIRT,
  MESH_FIELD_SLAB,
  MESH_FIELD_TOLERANCE,
  MESH_FIELD_WHOLE,
  MESH_FIELD_WORK,
  REGION_OF_CORNER,
  REGION_OF_FACET,
  RIM_OF_CORNER,
  SHEET_OF_FACET,
  SKIRT_IN_RADII,
} from './mesh-field-layout.ts';
import {
  CENTRE_A,
  FACE_NORMAL,
  FIELD_A,
  FIELD_SHELL,
  HAS_REFERENCE,
  IS_PRESSED,
  PLANE_FACE,
  PLANE_STRIDE,
  POLYGON,
  POLYGON_OTHER,
  POLYGON_SPARE,
  POLYGON_STRIDE,
  PRESSURE_HEADER,
  PRESSURE_ROOM,
  TOTAL_PRESSURE,
  TOTAL_STRIDE,
  TOTALS,
} from './pressure-layout.ts';

/** Least corners that a polygon has room for before it is cut: those of a skirt. */
const SKIRT_CORNERS: i32 = 4;
/**
 * A sum of shadows that is negative by more than this part of the whole field belongs to a body whose centre is behind
 * the sheet: far more than the rounding of the sum.
 */
const IS_THROUGH: f64 = 1.0e-12;
/**
 * A contact that begins with more energy than this part of the whole field has not come over a rim: a body that moves
 * by a hundredth of its size in a step begins with less.
 */
const IS_SUDDEN: f64 = 1.0e-4;

/** Corners that a polygon can have: each plane of the body cuts it once and divides it once. */
function mostCorners(s: i32): i32 {
  return SKIRT_CORNERS + 2 * I[2 * s + SHAPE_FACE_COUNT];
}

/** Cells of a work area for the shape s: planes, planes selected from them, values of vertices, three polygons. */
export function meshFieldCells(s: i32): i32 {
  const planes: i32 = 2 * PLANE_STRIDE * I[2 * s + SHAPE_FACE_COUNT];
  return PRESSURE_HEADER + planes + I[2 * s + SHAPE_VERTEX_COUNT] + 3 * POLYGON_STRIDE * mostCorners(s);
}

/** Address of the planes selected for the polygon at work. */
function selectedPlanes(q: i32, work: i32): i32 {
  return work + PRESSURE_HEADER + PLANE_STRIDE * I[2 * I[2 * q + QUERY_BODY] + SHAPE_FACE_COUNT];
}

/** Address of the values of vertices. */
function vertexValues(q: i32, work: i32): i32 {
  return selectedPlanes(q, work) + PLANE_STRIDE * I[2 * I[2 * q + QUERY_BODY] + SHAPE_FACE_COUNT];
}

/** Integral of the pressure over the whole body: a quarter of its volume times that at the centre. */
function wholeField(work: i32, s: i32): f64 {
  const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
  const corners: i32 = I[2 * s + SHAPE_FACE_VERTICES];
  const x: i32 = I[2 * s + SHAPE_X];
  const y: i32 = I[2 * s + SHAPE_Y];
  const z: i32 = I[2 * s + SHAPE_Z];
  const o: i32 = work + CENTRE_A;
  let sum = 0.0;
  for (let f: i32 = 0; f < I[2 * s + SHAPE_FACE_COUNT]; f++) {
    const first: i32 = I[corners + I[offsets + f]];
    const ax: f64 = F[x + first] - F[o];
    const ay: f64 = F[y + first] - F[o + 1];
    const az: f64 = F[z + first] - F[o + 2];
    for (let k: i32 = I[offsets + f] + 1; k + 1 < I[offsets + f + 1]; k++) {
      const v: i32 = I[corners + k];
      const w: i32 = I[corners + k + 1];
      const bx: f64 = F[x + v] - F[o];
      const by: f64 = F[y + v] - F[o + 1];
      const bz: f64 = F[z + v] - F[o + 2];
      const cx: f64 = F[x + w] - F[o];
      const cy: f64 = F[y + w] - F[o + 1];
      const cz: f64 = F[z + w] - F[o + 2];
      sum += ax * (by * cz - bz * cy) + ay * (bz * cx - bx * cz) + az * (bx * cy - by * cx);
    }
  }
  return (F[s + POLYHEDRON_COLUMN] * sum) / 24.0;
}

/** Sets the field of the placed body up: its planes, pose and tolerance. */
function placeField(q: i32, field: i32): void {
  const s: i32 = I[2 * q + QUERY_BODY];
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  const pose: i32 = q + QUERY_WORLD_POSE;
  const centre: i32 = s + SHAPE_CENTRE;
  I[PAIR_A] = s;
  rotationMatrix(pose, ROTATION_A);
  let largest = 0.0;
  for (let c: i32 = 0; c < 3; c++) {
    const row: i32 = ROTATION_A + 3 * c;
    F[ORIGIN_A + c] = F[pose + c] + (F[row] * F[centre] + F[row + 1] * F[centre + 1] + F[row + 2] * F[centre + 2]);
    if (Math.abs(F[q + QUERY_ORIGIN + c]) > largest) largest = Math.abs(F[q + QUERY_ORIGIN + c]);
  }
  const radius: f64 = F[s + SHAPE_RADIUS];
  F[field + MESH_FIELD_TOLERANCE] = IN_PLANE_IN_ROUNDINGS * EPSILON * (radius + largest);
  F[field + MESH_FIELD_SKIRT] = SKIRT_IN_RADII * radius;
  writeCentre(s, false, work + CENTRE_A);
  const values: i32 = vertexValues(q, work);
  // Every vertex has a value above the limit.
  measureVertices(s, 0.0, 0.0, 0.0, values);
  I[2 * field + MESH_FIELD_PLANES] = listPlanes(
    work,
    s,
    false,
    values,
    -Infinity,
    F[field + MESH_FIELD_TOLERANCE],
    work + PRESSURE_HEADER,
  );
  F[field + MESH_FIELD_WHOLE] = wholeField(work, s);
  const cells: i32 = POLYGON_STRIDE * mostCorners(s);
  const polygons: i32 = values + I[2 * s + SHAPE_VERTEX_COUNT];
  I[2 * work + POLYGON] = polygons;
  I[2 * work + POLYGON_OTHER] = polygons + cells;
  I[2 * work + POLYGON_SPARE] = polygons + 2 * cells;
  I[2 * work + HAS_REFERENCE] = 0;
  // No direction: a slab of the first polygon differs from this.
  for (let k: i32 = 0; k < 4; k++) F[field + MESH_FIELD_SLAB + k] = 0.0;
  I[2 * field + MESH_FIELD_SELECTED] = 0;
}

/**
 * Selects the planes of the body that may give the pressure on the polygon at work: a ray from the centre through a
 * point of it leaves the body beyond the polygon's plane, through a face with a vertex there. False if the body has no
 * vertex there and so does not meet the polygon.
 */
function selectPlanes(q: i32, field: i32): bool {
  const s: i32 = I[2 * q + QUERY_BODY];
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  const n: i32 = work + FACE_NORMAL;
  const o: i32 = work + CENTRE_A;
  const p: i32 = I[2 * work + POLYGON];
  const height: f64 = F[n] * (F[p] - F[o]) + F[n + 1] * (F[p + 1] - F[o + 1]) + F[n + 2] * (F[p + 2] - F[o + 2]);
  const sign: f64 = height < 0.0 ? -1.0 : 1.0;
  const wx: f64 = sign * F[n];
  const wy: f64 = sign * F[n + 1];
  const wz: f64 = sign * F[n + 2];
  const limit: f64 = wx * F[p] + wy * F[p + 1] + wz * F[p + 2];
  const slab: i32 = field + MESH_FIELD_SLAB;
  // Facets of one plane often have the same normal and height to the bit.
  if (F[slab] === wx && F[slab + 1] === wy && F[slab + 2] === wz && F[slab + 3] === limit) {
    return I[2 * field + MESH_FIELD_SELECTED] > 0;
  }
  F[slab] = wx;
  F[slab + 1] = wy;
  F[slab + 2] = wz;
  F[slab + 3] = limit;
  const tolerance: f64 = F[field + MESH_FIELD_TOLERANCE];
  const values: i32 = vertexValues(q, work);
  let count: i32 = 0;
  if (measureVertices(s, wx, wy, wz, values) > limit + tolerance) {
    const offsets: i32 = I[2 * s + SHAPE_FACE_OFFSETS];
    const corners: i32 = I[2 * s + SHAPE_FACE_VERTICES];
    const to: i32 = selectedPlanes(q, work);
    for (let i: i32 = 0; i < I[2 * field + MESH_FIELD_PLANES]; i++) {
      const plane: i32 = work + PRESSURE_HEADER + PLANE_STRIDE * i;
      const face: i32 = I[2 * (plane + PLANE_FACE)];
      const end: i32 = I[offsets + face + 1];
      let k: i32 = I[offsets + face];
      while (k < end && !(F[values + I[corners + k]] > limit - tolerance)) k++;
      if (k === end) continue;
      for (let c: i32 = 0; c < PLANE_STRIDE; c++) F[to + PLANE_STRIDE * count + c] = F[plane + c];
      count++;
    }
  }
  I[2 * field + MESH_FIELD_SELECTED] = count;
  return count > 0;
}

/** Integrates the polygon at work; true if the body presses it by more than rounding. */
function press(q: i32, field: i32, corners: i32): bool {
  if (corners === 0 || !selectPlanes(q, field)) return false;
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  for (let k: i32 = 0; k < TOTAL_STRIDE; k++) F[work + TOTALS + k] = 0.0;
  clearField(work + FIELD_A, true, 0);
  // Shadows at any depth: the other formula of the energy needs a closed body.
  F[work + FIELD_A + FIELD_SHELL] = -1.0;
  I[2 * work + IS_PRESSED] = 0;
  addFace(
    work,
    corners,
    work + CENTRE_A,
    selectedPlanes(q, work),
    I[2 * field + MESH_FIELD_SELECTED],
    work + FIELD_A,
    F[I[2 * q + QUERY_BODY] + POLYHEDRON_COLUMN],
    -1.0,
  );
  return I[2 * work + IS_PRESSED] !== 0 && F[work + TOTALS + TOTAL_PRESSURE] > 0.0;
}

/** Facets that meet the box around the body, to QUERY_FACETS. */
function selectMet(q: i32): void {
  const h: i32 = 2 * q;
  let count: i32 = 0;
  for (let k: i32 = 0; k < I[h + QUERY_AROUND_COUNT]; k++) {
    const flagged: i32 = I[I[h + QUERY_AROUND] + k];
    const facet: i32 = flagged & FACET_NUMBER;
    if ((flagged & MAY_TOUCH) === 0 || !isInBox(q, facet)) continue;
    if (!meetsFacet(q, facet, F[I[h + QUERY_MESH] + MESH_UNCERTAINTY])) continue;
    I[I[h + QUERY_FACETS] + count] = facet;
    count++;
  }
  I[h + QUERY_FACET_COUNT] = count;
}

/** Presses the facets of a sheet; true if there is any that the body presses. */
function pressFacets(q: i32, field: i32, sheet: i32, side: i32, first: i32): bool {
  const sheets: i32 = 2 * I[2 * field + MESH_FIELD_SHEETS];
  const name: i32 = 2 * sheet + (side < 0 ? 1 : 0);
  let isPressed = false;
  for (let k: i32 = 0; k < I[2 * q + QUERY_FACET_COUNT]; k++) {
    const facet: i32 = I[I[2 * q + QUERY_FACETS] + k];
    if (I[I[sheets + SHEET_OF_FACET] + facet] >> 1 !== sheet) continue;
    const region: i32 = I[I[sheets + REGION_OF_FACET] + facet];
    const last: i32 = cornersOf(q, facet) - 1;
    for (let i: i32 = 1; i < last; i++) {
      if (!press(q, field, loadTriangle(q, field, facet, i, side))) continue;
      addToGroup(field, first, region, name, facet);
      isPressed = true;
    }
  }
  return isPressed;
}

/** Presses the skirts of the rims of a sheet within the body's box. */
function pressSkirts(q: i32, field: i32, sheet: i32, side: i32, first: i32): void {
  const h: i32 = 2 * q;
  const sheets: i32 = 2 * I[2 * field + MESH_FIELD_SHEETS];
  const offsets: i32 = I[2 * I[h + QUERY_BOUNDARY] + BOUNDARY_OFFSETS];
  const name: i32 = 2 * sheet + (side < 0 ? 1 : 0);
  for (let k: i32 = 0; k < I[h + QUERY_AROUND_COUNT]; k++) {
    const facet: i32 = I[I[h + QUERY_AROUND] + k] & FACET_NUMBER;
    if (I[I[sheets + SHEET_OF_FACET] + facet] !== 2 * sheet + 1) continue;
    for (let i: i32 = 0; i < cornersOf(q, facet); i++) {
      const corner: i32 = I[offsets + facet] + i;
      const next: i32 = I[I[sheets + RIM_OF_CORNER] + corner];
      if (next < 0 || !isRimNear(q, facet, i)) continue;
      const region: i32 = I[I[sheets + REGION_OF_CORNER] + corner];
      if (press(q, field, loadSkirt(q, field, facet, i, side))) addToGroup(field, first, region, name, facet);
      if (next === facet) continue;
      for (let half: i32 = 0; half < 2; half++) {
        if (!press(q, field, loadWedge(q, field, facet, i, next, half, side))) continue;
        addToGroup(field, first, region, name, facet);
      }
    }
  }
}

/** Sum of the shadows of the groups from number `first` on, as an energy. */
function shadowsFrom(q: i32, field: i32, first: i32): f64 {
  let shadows = 0.0;
  for (let k: i32 = first; k < I[2 * field + MESH_FIELD_COUNT]; k++) shadows += F[groupAt(field, k) + GROUP_SHADOW];
  return (F[I[2 * q + QUERY_BODY] + POLYHEDRON_COLUMN] * shadows) / 12.0;
}

/** Seen from a centre behind the sheet, the shadows are those of what is in front of it, less than none. */
function energyOf(field: i32, shadows: f64): f64 {
  const whole: f64 = F[field + MESH_FIELD_WHOLE];
  return shadows < -IS_THROUGH * whole ? shadows + whole : shadows;
}

/**
 * Presses a sheet from one side into groups from number `first` on; returns its energy, or -1 where it is not touched.
 * A skirt alone is no contact: a body that has gone around a rim is free to meet the sheet from its other side. A body
 * in a hole that meets a facet again would get the force of the skirts at their full depth at once. Such a contact
 * stays without skirts, and its groups are marked.
 */
function pressSheet(q: i32, field: i32, sheet: i32, side: i32, first: i32, known: i32): f64 {
  I[2 * field + MESH_FIELD_COUNT] = first;
  if (!pressFacets(q, field, sheet, side, first)) return -1.0;
  let isBare: bool = known >= 0 && I[knownAt(field, known) + KNOWN_BARE] !== 0;
  const facets: f64 = shadowsFrom(q, field, first);
  let shadows: f64 = facets;
  if (!isBare) {
    pressSkirts(q, field, sheet, side, first);
    shadows = shadowsFrom(q, field, first);
    const skirts: f64 = Math.abs(shadows - facets);
    const isNew: bool = known < 0 && I[2 * field + MESH_FIELD_HAS_PAST] !== 0;
    isBare = isNew && skirts > Math.abs(facets) && skirts > IS_SUDDEN * F[field + MESH_FIELD_WHOLE];
    if (isBare) {
      I[2 * field + MESH_FIELD_COUNT] = first;
      pressFacets(q, field, sheet, side, first);
      shadows = facets;
    }
  }
  for (let k: i32 = first; k < I[2 * field + MESH_FIELD_COUNT]; k++) {
    I[2 * groupAt(field, k) + GROUP_BARE] = isBare ? 1 : 0;
  }
  return energyOf(field, shadows);
}

/** Address of a known sheet among the integers. */
function knownAt(field: i32, known: i32): i32 {
  return 2 * (field + MESH_FIELD_KNOWN) + KNOWN_STRIDE * known;
}

/** Number of the known sheet, -1 if it begins anew. */
function knownOf(field: i32, sheet: i32): i32 {
  for (let k: i32 = 0; k < I[2 * field + MESH_FIELD_KNOWN_COUNT]; k++) {
    if (I[knownAt(field, k) + KNOWN_SHEET] === sheet) return k;
  }
  return -1;
}

/**
 * Presses a sheet from the side that the body came from. A contact that begins takes the side on which more of the
 * field is. A one-sided sheet has its front only: a body with more than half of its field behind passes it.
 */
function findOnSheet(q: i32, field: i32, sheet: i32): void {
  const first: i32 = I[2 * field + MESH_FIELD_COUNT];
  const known: i32 = knownOf(field, sheet);
  const whole: f64 = F[field + MESH_FIELD_WHOLE];
  let isPassing = false;
  let energy = 0.0;
  if (known >= 0) {
    const entry: i32 = knownAt(field, known);
    isPassing = I[entry + KNOWN_PASSING] !== 0;
    energy = pressSheet(q, field, sheet, I[entry + KNOWN_SIDE], first, known);
  } else {
    energy = pressSheet(q, field, sheet, 1, first, -1);
    const isBehind: bool = energy > 0.5 * whole;
    if (isBehind && I[2 * field + MESH_FIELD_ONE_SIDED] !== 0) isPassing = true;
    else if (isBehind) {
      const back: f64 = pressSheet(q, field, sheet, -1, first, -1);
      energy = back < energy ? back : pressSheet(q, field, sheet, 1, first, -1);
    }
  }
  if (energy > 0.0) {
    finishGroups(q, field, first, energy, isPassing, vertexValues(q, I[2 * field + MESH_FIELD_WORK]));
  } else I[2 * field + MESH_FIELD_COUNT] = first;
}

/** The least sheet above `last` that the body may touch, -1 if there is none. */
function nextSheet(q: i32, field: i32, last: i32): i32 {
  const sheets: i32 = I[2 * I[2 * field + MESH_FIELD_SHEETS] + SHEET_OF_FACET];
  let least: i32 = -1;
  for (let k: i32 = 0; k < I[2 * q + QUERY_FACET_COUNT]; k++) {
    const sheet: i32 = I[sheets + I[I[2 * q + QUERY_FACETS] + k]] >> 1;
    if (sheet > last && (least < 0 || sheet < least)) least = sheet;
  }
  return least;
}

/**
 * Contacts of a polyhedron with a mesh by the body's pressure field, to the groups at `field`, sheets rising. Query q
 * has body, poses and mesh as for `bodyMesh`. Returns what the query waits for: QUERY_CODE, or a code of its own.
 */
export function meshField(q: i32, field: i32): i32 {
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  I[2 * q + QUERY_CODE] = QUERY_DONE;
  I[2 * q + QUERY_ASKED] = 0;
  I[2 * field + MESH_FIELD_COUNT] = 0;
  I[2 * field + MESH_FIELD_IS_FULL] = 0;
  if (I[2 * work + PRESSURE_ROOM] < meshFieldCells(I[2 * q + QUERY_BODY])) return MESH_FIELD_NEEDS_WORK;
  placeBody(q);
  measureBody(q);
  if (!findFacetsAround(q)) return I[2 * q + QUERY_CODE];
  selectMet(q);
  if (I[2 * q + QUERY_FACET_COUNT] === 0) return QUERY_DONE;
  placeField(q, field);
  for (let sheet: i32 = nextSheet(q, field, -1); sheet >= 0; sheet = nextSheet(q, field, sheet)) {
    findOnSheet(q, field, sheet);
  }
  return I[2 * field + MESH_FIELD_IS_FULL] !== 0 ? MESH_FIELD_NEEDS_GROUPS : QUERY_DONE;
}
