// SPDX-License-Identifier: MIT
/**
 * Groups of the facets of one sheet that a body presses, each a contact of its own with friction. A group begins as a
 * region, a part of the sheet whose normals differ little. Regions that bulge towards the body are one contact, as on
 * the edge of a table; those that rise around it, as floor and wall, are several. The sums of all groups are those of
 * the sheet, however they are divided (docs/decisions/0055-touches-of-fields-on-meshes.md).
 */
import { ORIGIN_A, POLYHEDRON_COLUMN, SHAPE_CENTRE, SHAPE_RADIUS } from '../layout.ts';
import { F, I } from '../memory.ts';
import { QUERY_BODY, QUERY_ORIGIN, QUERY_TURN } from '../mesh/boundary-layout.ts';
import { turnToWorld } from '../overlap/solid-pair.ts';
import { measureVertices } from './field-planes.ts';
import {
  GROUP_DEEPEST,
  GROUP_ENERGY,
  GROUP_FACET,
  GROUP_LARGEST,
  GROUP_OWN_POINT,
  GROUP_PASSING,
  GROUP_REGION,
  GROUP_RESULT,
  GROUP_SHADOW,
  GROUP_SHEET,
  GROUP_STRIDE,
  GROUP_TOTALS,
  MESH_FIELD_COUNT,
  MESH_FIELD_GROUPS,
  MESH_FIELD_IS_FULL,
  MESH_FIELD_ROOM,
  MESH_FIELD_WORK,
} from './mesh-field-layout.ts';
import {
  FIELD_A,
  FIELD_NEAREST,
  FIELD_SHADOW,
  PRESSURE_DEPTH,
  PRESSURE_ENERGY,
  PRESSURE_FORCE,
  PRESSURE_MOMENT,
  PRESSURE_POINT,
  PRESSURE_RADIUS,
  PRESSURE_STIFFNESS,
  PRESSURE_STRIDE,
  REFERENCE,
  TOTAL_FIRST,
  TOTAL_FORCE,
  TOTAL_PRESSURE,
  TOTAL_SECOND,
  TOTAL_STIFFNESS,
  TOTAL_STRIDE,
  TOTAL_TORQUE,
  TOTALS,
} from './pressure-layout.ts';

/**
 * How far, over the radius of the body, the centre of one group has to be behind the plane of another for the two to be
 * one contact: coplanar groups stay apart whatever the rounding.
 */
const BEHIND: f64 = 1.0e-6;

/**
 * The overlap along the force is at most this many times the depth in a bed of the largest pressure: 1 for a face of a
 * cube, 3 for the corner of a tetrahedron. A body that reaches around an edge of the mesh overlaps less than its extent
 * behind the plane of a facet.
 */
const DEPTH_BY_PRESSURE: f64 = 3.0;

export function groupAt(field: i32, k: i32): i32 {
  return field + MESH_FIELD_GROUPS + GROUP_STRIDE * k;
}

/**
 * The group of a region among those from number `first` on; a new one where there is none. Without room for it the
 * answer is not used: the caller makes room and asks again.
 */
function groupOf(field: i32, first: i32, region: i32, sheet: i32): i32 {
  const count: i32 = I[2 * field + MESH_FIELD_COUNT];
  for (let k: i32 = first; k < count; k++) {
    if (I[2 * groupAt(field, k) + GROUP_REGION] === region) return groupAt(field, k);
  }
  if (count === I[2 * field + MESH_FIELD_ROOM]) {
    I[2 * field + MESH_FIELD_IS_FULL] = 1;
    return groupAt(field, count - 1);
  }
  const group: i32 = groupAt(field, count);
  for (let k: i32 = 0; k < GROUP_STRIDE; k++) F[group + k] = 0.0;
  I[2 * group + GROUP_REGION] = region;
  I[2 * group + GROUP_SHEET] = sheet;
  I[2 * field + MESH_FIELD_COUNT] = count + 1;
  return group;
}

/** Adds the sums of the polygon integrated last, of a facet or of its skirt, to the group of the facet's region. */
export function addToGroup(field: i32, first: i32, region: i32, sheet: i32, facet: i32): void {
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  const group: i32 = groupOf(field, first, region, sheet);
  const totals: i32 = work + TOTALS;
  for (let k: i32 = 0; k < TOTAL_STRIDE; k++) F[group + GROUP_TOTALS + k] = F[group + GROUP_TOTALS + k] + F[totals + k];
  F[group + GROUP_SHADOW] = F[group + GROUP_SHADOW] + F[work + FIELD_A + FIELD_SHADOW];
  const deepest: f64 = 1.0 - F[work + FIELD_A + FIELD_NEAREST];
  if (deepest > F[group + GROUP_DEEPEST]) F[group + GROUP_DEEPEST] = deepest;
  if (F[totals + TOTAL_PRESSURE] > F[group + GROUP_LARGEST]) {
    F[group + GROUP_LARGEST] = F[totals + TOTAL_PRESSURE];
    I[2 * group + GROUP_FACET] = facet;
  }
}

/** Length of the force of a group. */
function forceOf(group: i32): f64 {
  const f: i32 = group + GROUP_TOTALS + TOTAL_FORCE;
  return Math.sqrt(F[f] * F[f] + F[f + 1] * F[f + 1] + F[f + 2] * F[f + 2]);
}

/** Whether the centre of pressure of group b is behind the plane across the force of group a through its centre. */
function isBehind(a: i32, b: i32, least: f64): bool {
  const f: i32 = a + GROUP_TOTALS + TOTAL_FORCE;
  const x: i32 = a + GROUP_TOTALS + TOTAL_FIRST;
  const y: i32 = b + GROUP_TOTALS + TOTAL_FIRST;
  const pressureA: f64 = F[a + GROUP_TOTALS + TOTAL_PRESSURE];
  const pressureB: f64 = F[b + GROUP_TOTALS + TOTAL_PRESSURE];
  let along = 0.0;
  for (let c: i32 = 0; c < 3; c++) along += F[f + c] * (F[y + c] / pressureB - F[x + c] / pressureA);
  // The force is that on the mesh, so it points behind the plane.
  return along > least * forceOf(a);
}

/** Makes one of the groups from number `first` on that bulge towards the body together. */
function mergeGroups(field: i32, first: i32, radius: f64): void {
  const least: f64 = BEHIND * radius;
  let i: i32 = first;
  while (i < I[2 * field + MESH_FIELD_COUNT]) {
    const a: i32 = groupAt(field, i);
    let j: i32 = i + 1;
    while (
      j < I[2 * field + MESH_FIELD_COUNT] &&
      !(isBehind(a, groupAt(field, j), least) && isBehind(groupAt(field, j), a, least))
    ) {
      j++;
    }
    if (j === I[2 * field + MESH_FIELD_COUNT]) {
      i++;
      continue;
    }
    takeOver(a, groupAt(field, j));
    const last: i32 = I[2 * field + MESH_FIELD_COUNT] - 1;
    for (let k: i32 = j; k < last; k++) {
      for (let c: i32 = 0; c < GROUP_STRIDE; c++) F[groupAt(field, k) + c] = F[groupAt(field, k + 1) + c];
    }
    I[2 * field + MESH_FIELD_COUNT] = last;
    // The group has changed: all are compared again.
    i = first;
  }
}

function takeOver(a: i32, b: i32): void {
  for (let k: i32 = 0; k < TOTAL_STRIDE; k++)
    F[a + GROUP_TOTALS + k] = F[a + GROUP_TOTALS + k] + F[b + GROUP_TOTALS + k];
  F[a + GROUP_SHADOW] = F[a + GROUP_SHADOW] + F[b + GROUP_SHADOW];
  if (I[2 * b + GROUP_REGION] < I[2 * a + GROUP_REGION]) I[2 * a + GROUP_REGION] = I[2 * b + GROUP_REGION];
  if (F[b + GROUP_DEEPEST] > F[a + GROUP_DEEPEST]) F[a + GROUP_DEEPEST] = F[b + GROUP_DEEPEST];
  if (F[b + GROUP_LARGEST] > F[a + GROUP_LARGEST]) {
    F[a + GROUP_LARGEST] = F[b + GROUP_LARGEST];
    I[2 * a + GROUP_FACET] = I[2 * b + GROUP_FACET];
  }
}

/**
 * Divides the energy of a sheet among its groups from number `first` on. A group has the shadows of its facets. Where
 * the body's centre is behind some of them, that may be too little or negative; it then counts as much as a bed of the
 * pressed area with the same force, but no more than by its share of the forces.
 */
function shareEnergy(field: i32, first: i32, energy: f64, column: f64): void {
  const count: i32 = I[2 * field + MESH_FIELD_COUNT];
  let forces = 0.0;
  for (let k: i32 = first; k < count; k++) forces += forceOf(groupAt(field, k));
  let sum = 0.0;
  for (let k: i32 = first; k < count; k++) {
    const group: i32 = groupAt(field, k);
    const force: f64 = forceOf(group);
    const byForce: f64 = forces > 0.0 ? (energy * force) / forces : energy;
    const stiffness: f64 = F[group + GROUP_TOTALS + TOTAL_STIFFNESS];
    const bed: f64 = 0.5 * force * force < byForce * stiffness ? (0.5 * force * force) / stiffness : byForce;
    const own: f64 = (column * F[group + GROUP_SHADOW]) / 12.0;
    F[group + GROUP_ENERGY] = own > bed ? own : bed;
    sum += F[group + GROUP_ENERGY];
  }
  for (let k: i32 = first; k < count; k++) {
    const group: i32 = groupAt(field, k);
    F[group + GROUP_ENERGY] = sum > 0.0 ? (energy * F[group + GROUP_ENERGY]) / sum : 0.0;
  }
}

/** Writes force, centre of pressure, moment and the rest of a group to its result. */
function writeGroup(q: i32, field: i32, group: i32, values: i32): void {
  const work: i32 = I[2 * field + MESH_FIELD_WORK];
  const body: i32 = I[2 * q + QUERY_BODY];
  const totals: i32 = group + GROUP_TOTALS;
  const r: i32 = group + GROUP_RESULT;
  const pressure: f64 = F[totals + TOTAL_PRESSURE];
  const cx: f64 = F[totals + TOTAL_FIRST] / pressure;
  const cy: f64 = F[totals + TOTAL_FIRST + 1] / pressure;
  const cz: f64 = F[totals + TOTAL_FIRST + 2] / pressure;
  const fx: f64 = F[totals + TOTAL_FORCE];
  const fy: f64 = F[totals + TOTAL_FORCE + 1];
  const fz: f64 = F[totals + TOTAL_FORCE + 2];
  const px: f64 = F[work + REFERENCE] + cx;
  const py: f64 = F[work + REFERENCE + 1] + cy;
  const pz: f64 = F[work + REFERENCE + 2] + cz;
  for (let k: i32 = 0; k < PRESSURE_STRIDE; k++) F[r + k] = 0.0;
  F[r + PRESSURE_ENERGY] = F[group + GROUP_ENERGY];
  turnToWorld(fx, fy, fz, 1.0, r + PRESSURE_FORCE);
  turnToWorld(
    F[totals + TOTAL_TORQUE] - (cy * fz - cz * fy),
    F[totals + TOTAL_TORQUE + 1] - (cz * fx - cx * fz),
    F[totals + TOTAL_TORQUE + 2] - (cx * fy - cy * fx),
    1.0,
    r + PRESSURE_MOMENT,
  );
  turnToWorld(px, py, pz, 1.0, r + PRESSURE_POINT);
  for (let k: i32 = 0; k < 3; k++) F[r + PRESSURE_POINT + k] = F[ORIGIN_A + k] + F[r + PRESSURE_POINT + k];
  F[r + PRESSURE_STIFFNESS] = F[totals + TOTAL_STIFFNESS];
  const squared: f64 = F[totals + TOTAL_SECOND] / pressure - (cx * cx + cy * cy + cz * cz);
  F[r + PRESSURE_RADIUS] = squared > 0.0 ? Math.sqrt(2.0 * squared) : 0.0;
  const force: f64 = forceOf(group);
  const scale: f64 = force > 0.0 ? 1.0 / force : 0.0;
  const end: f64 = measureVertices(body, scale * fx, scale * fy, scale * fz, values);
  const along: f64 = end - scale * (fx * px + fy * py + fz * pz);
  const most: f64 = DEPTH_BY_PRESSURE * F[body + POLYHEDRON_COLUMN] * F[group + GROUP_DEEPEST];
  F[r + PRESSURE_DEPTH] = along < most ? along : most;
  const m: i32 = q + QUERY_TURN;
  const ox: f64 = px + F[body + SHAPE_CENTRE];
  const oy: f64 = py + F[body + SHAPE_CENTRE + 1];
  const oz: f64 = pz + F[body + SHAPE_CENTRE + 2];
  for (let c: i32 = 0; c < 3; c++) {
    F[group + GROUP_OWN_POINT + c] = F[m + c] * ox + F[m + 3 + c] * oy + F[m + 6 + c] * oz + F[q + QUERY_ORIGIN + c];
  }
}

/** Completes the groups of a sheet, those from number `first` on, whose energy together is `energy`. */
export function finishGroups(q: i32, field: i32, first: i32, energy: f64, isPassing: bool, values: i32): void {
  mergeGroups(field, first, F[I[2 * q + QUERY_BODY] + SHAPE_RADIUS]);
  shareEnergy(field, first, energy, F[I[2 * q + QUERY_BODY] + POLYHEDRON_COLUMN]);
  for (let k: i32 = first; k < I[2 * field + MESH_FIELD_COUNT]; k++) {
    const group: i32 = groupAt(field, k);
    I[2 * group + GROUP_PASSING] = isPassing ? 1 : 0;
    writeGroup(q, field, group, values);
  }
}
