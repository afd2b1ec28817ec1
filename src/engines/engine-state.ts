// SPDX-License-Identifier: MIT
/** The state of an engine that was read back, in the form of our own simulations. */
import type { Pose } from '../math/pose.ts';
import { inverseRotate, multiply, type Quaternion, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  cross,
  dot,
  interpolate,
  length,
  normalise,
  scale,
  subtract,
  type Vector3,
  vector3,
} from '../math/vector.ts';
import { contact } from '../narrow-phase/contact.ts';
import type { Superquadric } from '../shapes/kinds/superquadric.ts';
import { periodsOf } from '../simulation/neighbour-list/periods.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import {
  type BodyView,
  CONTACT_BODY,
  CONTACT_HALF_SPACE,
  CONTACT_MESH,
  type ContactView,
} from '../simulation/views/simulation-views.ts';
import { wallPlane } from '../simulation/walls/wall-plane.ts';
import type { BodyTable } from './body-table.ts';
import type { DumpRows } from './dump-file.ts';
import { ATOM_COLUMNS, type Readings } from './engine-input.ts';
import type { EngineName } from './engine-name.ts';
import { type SuperquadricShapes, superquadricShapes } from './liggghts-superquadrics.ts';

/** Files of a state as they were read. */
export interface StateFiles {
  readonly atoms: DumpRows;
  /** Contacts of two atoms. */
  readonly pairs: readonly (readonly number[])[];
  /** Contacts of atoms with walls of triangles (LIGGGHTS). */
  readonly walls: readonly (readonly number[])[];
  /** Clumps: index from 1, centre, velocity, angular velocity, quaternion. */
  readonly clumps: readonly (readonly number[])[];
}

export interface EngineState {
  readonly bodies: BodyView;
  readonly contacts: ContactView;
  /** Bodies of the table that the engine does not have any more, by index. */
  readonly lost: ReadonlySet<number>;
  /** Indices in the table of the bodies in `bodies`. */
  readonly indices: Int32Array;
}

interface Contact {
  readonly a: number;
  readonly b: number;
  readonly kind: number;
  readonly facet: number;
  readonly point: Vector3;
  /** From A to B. */
  readonly normal: Vector3;
  readonly overlap: number;
  /** On A. */
  readonly force: Vector3;
}

/** What `read` needs to know besides the files. */
export interface StateContext {
  readonly spec: SimulationSpec;
  readonly engine: EngineName;
  readonly table: BodyTable;
  readonly readings: Readings;
  /** Turns of the clumps at the start: from the engine's principal axes to ours, by index of the body. */
  readonly clumpTurns: Map<number, Quaternion>;
  readonly time: number;
}

/** With the shapes of bodies that are superquadrics in LIGGGHTS. */
interface ReadingContext extends StateContext {
  readonly solids: SuperquadricShapes;
}

export function engineState(files: StateFiles, given: StateContext): EngineState {
  const { table, spec } = given;
  const context: ReadingContext = { ...given, solids: superquadricShapes(spec) };
  const { atoms } = files;
  const found = new Map<number, { readonly row: number }>();
  const forces = new Map<number, { force: Vector3; torque: Vector3 }>();
  const rowsOfAtoms = new Map<number, number>();
  for (let row = 0; row < atoms.count; row++) {
    const atom = atoms.values[row * atoms.columns];
    const body = table.bodyOfAtom(atom);
    if (body === undefined) continue;
    rowsOfAtoms.set(atom, row);
    if (!found.has(body)) found.set(body, { row });
  }
  const clumpRows = new Map(files.clumps.map((row) => [(row[0] ?? 0) - 1, row]));
  for (const [body] of found) forces.set(body, { force: ZERO(), torque: ZERO() });
  const gravity = vector3(spec.gravity);
  for (const row of rowsOfAtoms.values()) {
    const body = table.bodyOfAtom(atoms.values[row * atoms.columns]) ?? 0;
    const sum = forces.get(body);
    const entry = table.bodies[body];
    if (sum === undefined || entry === undefined || entry.isFixed) continue;
    const force = at(atoms, row, 10);
    if (table.isClump(body)) {
      const centre = vectorOf(clumpRows.get(body) ?? [], 1);
      const lever = nearest(context, subtract(at(atoms, row, 1), centre));
      sum.torque = addScaled(addScaled(sum.torque, cross(lever, force), 1), at(atoms, row, 13), 1);
      sum.force = addScaled(sum.force, force, 1);
    } else {
      sum.force = addScaled(force, gravity, -entry.mass);
      sum.torque = at(atoms, row, 13);
    }
  }
  const contacts = allContacts(files, context, rowsOfAtoms);
  for (const { a, b, kind, force } of contacts) addToFixed(table, forces, a, kind === CONTACT_BODY ? b : -1, force);
  const indices = Int32Array.from([...found.keys()].sort((p, q) => idOf(table, p) - idOf(table, q)));
  const lost = new Set<number>();
  table.bodies.forEach((_, k) => {
    if (!table.isGone(k) && !found.has(k)) lost.add(k);
  });
  return {
    bodies: bodyView(files, context, indices, found, forces, clumpRows),
    contacts: contactView(contacts, table),
    lost,
    indices,
  };
}

const ZERO = (): Vector3 => ({ x: 0, y: 0, z: 0 });

function idOf(table: BodyTable, index: number): number {
  return table.bodies[index]?.id ?? -1;
}

function at({ values, columns }: DumpRows, row: number, column: number): Vector3 {
  const start = row * columns + column;
  return { x: values[start], y: values[start + 1], z: values[start + 2] };
}

/** Of a superquadric. */
function turnAt({ values, columns }: DumpRows, row: number): Quaternion {
  const start = row * columns + ATOM_COLUMNS.length;
  return { w: values[start], x: values[start + 1], y: values[start + 2], z: values[start + 3] };
}

function vectorOf(row: readonly number[], column: number): Vector3 {
  return { x: row[column] ?? 0, y: row[column + 1] ?? 0, z: row[column + 2] ?? 0 };
}

type Forces = Map<number, { force: Vector3; torque: Vector3 }>;

/** Engines set the forces on fixed bodies to zero; those of their contacts are known. */
function addToFixed(table: BodyTable, forces: Forces, a: number, b: number, force: Vector3): void {
  const [ofA, ofB] = [forces.get(a), forces.get(b)];
  if (ofA !== undefined && table.bodies[a]?.isFixed === true) ofA.force = addScaled(ofA.force, force, 1);
  if (ofB !== undefined && table.bodies[b]?.isFixed === true) ofB.force = addScaled(ofB.force, force, -1);
}

function bodyView(
  { atoms }: StateFiles,
  { spec, table, clumpTurns, solids }: ReadingContext,
  indices: Int32Array,
  found: ReadonlyMap<number, { readonly row: number }>,
  forces: Forces,
  clumpRows: ReadonlyMap<number, readonly number[]>,
): BodyView {
  const count = indices.length;
  const entries = Array.from(indices, (index) => table.bodies[index]);
  const vectors = (of: (index: number) => Vector3): Float64Array => {
    const flat = new Float64Array(3 * count);
    indices.forEach((index, k) => {
      const { x, y, z } = of(index);
      flat[3 * k] = x;
      flat[3 * k + 1] = y;
      flat[3 * k + 2] = z;
    });
    return flat;
  };
  const motion =
    (column: number, clumpColumn: number) =>
    (index: number): Vector3 => {
      const clump = clumpRows.get(index);
      return clump === undefined ? at(atoms, found.get(index)?.row ?? 0, column) : vectorOf(clump, clumpColumn);
    };
  const hasTurns = solids.length > 0;
  const orientation = new Float64Array(4 * count);
  indices.forEach((index, k) => {
    const clump = clumpRows.get(index);
    const turn = clumpTurns.get(index);
    const row = found.get(index)?.row ?? 0;
    const own = hasTurns ? turnAt(atoms, row) : (entries[k]?.orientation ?? { w: 1, x: 0, y: 0, z: 0 });
    const [w = 1, x = 0, y = 0, z = 0] = clump?.slice(10, 14) ?? [];
    const q = clump === undefined || turn === undefined ? own : multiply({ w, x, y, z }, turn);
    orientation.set([q.w, q.x, q.y, q.z], 4 * k);
  });
  const inside = wrapped(spec);
  return {
    count,
    ids: Int32Array.from(entries, (entry) => entry?.id ?? 0),
    shape: Int32Array.from(entries, (entry) => entry?.shape ?? 0),
    material: Int32Array.from(entries, (entry) => entry?.material ?? 0),
    radius: Float64Array.from(entries, (entry) => entry?.radius ?? 0),
    scale: Float64Array.from(entries, (entry) => entry?.scale ?? 1),
    orientation,
    position: vectors((index) => inside(motion(1, 1)(index))),
    velocity: vectors(motion(4, 4)),
    angularVelocity: vectors(motion(7, 7)),
    force: vectors((index) => forces.get(index)?.force ?? ZERO()),
    torque: vectors((index) => forces.get(index)?.torque ?? ZERO()),
  };
}

/** A point moved into the domain along its periodic directions. */
function wrapped({ domain }: SimulationSpec): (point: Vector3) => Vector3 {
  if (domain?.periodic?.includes(true) !== true) return (point) => point;
  const period = periodsOf(domain);
  const min = vector3(domain.min);
  const wrap = (value: number, low: number, size: number): number =>
    size === Infinity ? value : value - size * Math.floor((value - low) / size);
  return ({ x, y, z }) => ({
    x: wrap(x, min.x, period.x),
    y: wrap(y, min.y, period.y),
    z: wrap(z, min.z, period.z),
  });
}

/** In the order of ids: bodies, then half-spaces, then meshes. */
function allContacts(files: StateFiles, context: ReadingContext, rowsOfAtoms: ReadonlyMap<number, number>): Contact[] {
  const { table } = context;
  const pairs = new Map<string, Contact>();
  for (const row of files.pairs) {
    const contact = pairContact(row, files.atoms, context, rowsOfAtoms);
    // A pair on the border of two ranks may be listed by both.
    if (contact !== undefined)
      pairs.set(`${Math.min(row[0] ?? 0, row[1] ?? 0)} ${Math.max(row[0] ?? 0, row[1] ?? 0)}`, contact);
  }
  const contacts = [
    ...pairs.values(),
    ...planeContacts(files.atoms, context, rowsOfAtoms),
    ...wallContacts(files, context, rowsOfAtoms),
  ];
  const second = ({ b, kind }: Contact): number => (kind === CONTACT_BODY ? idOf(table, b) : b);
  return contacts.sort(
    (p, q) => p.kind - q.kind || idOf(table, p.a) - idOf(table, q.a) || second(p) - second(q) || p.facet - q.facet,
  );
}

function nearest(context: ReadingContext, offset: Vector3): Vector3 {
  const { x, y, z } = periodsOf(context.spec.domain);
  const near = (value: number, period: number): number =>
    period === Infinity ? value : value - period * Math.round(value / period);
  return { x: near(offset.x, x), y: near(offset.y, y), z: near(offset.z, z) };
}

/** Of the sphere of an atom. */
function radiusOfAtom(context: ReadingContext, atom: number): number {
  return context.table.radiusOfAtom(atom);
}

function pairContact(
  row: readonly number[],
  atoms: DumpRows,
  context: ReadingContext,
  rowsOfAtoms: ReadonlyMap<number, number>,
): Contact | undefined {
  const { table, engine } = context;
  const [first = 0, second = 0] = row;
  const [a, b] = [table.bodyOfAtom(first), table.bodyOfAtom(second)];
  const [rowA, rowB] = [rowsOfAtoms.get(first), rowsOfAtoms.get(second)];
  if (a === undefined || b === undefined || rowA === undefined || rowB === undefined) return undefined;
  const [solidA, solidB] = [solidOf(context, a), solidOf(context, b)];
  if (solidA !== undefined && solidB !== undefined) {
    const [poseA, poseB] = [rowA, rowB].map((each) => poseAt(atoms, each));
    const { distance, normal, pointOnA, pointOnB } = contact(solidA, poseA, solidB, poseB);
    if (distance >= 0) return undefined;
    const point = interpolate(pointOnA, pointOnB, 0.5);
    const touch = { kind: CONTACT_BODY, facet: -1, point, overlap: -distance };
    return ordered(table, { ...touch, a, b, normal, force: vectorOf(row, 3) });
  }
  const centre = at(atoms, rowA, 1);
  const apart = nearest(context, subtract(at(atoms, rowB, 1), centre));
  const normal = normalise(apart);
  const radius = radiusOfAtom(context, first);
  const overlap = radius + radiusOfAtom(context, second) - length(apart);
  if (overlap <= 0) return undefined;
  // LAMMPS: normal force, then tangential force on the first atom; LIGGGHTS: the whole force on it.
  const force = engine === 'lammps' ? addScaled(vectorOf(row, 3), normal, -(row[2] ?? 0)) : vectorOf(row, 3);
  const point = addScaled(centre, normal, radius - 0.5 * overlap);
  return ordered(table, { kind: CONTACT_BODY, facet: -1, point, overlap, a, b, normal, force });
}

/** A is the body with the smaller id. */
function ordered(table: BodyTable, contact: Contact): Contact {
  const { a, b, normal, force } = contact;
  if (idOf(table, a) < idOf(table, b)) return contact;
  return { ...contact, a: b, b: a, normal: scale(normal, -1), force: scale(force, -1) };
}

/** A body that is a superquadric in LIGGGHTS, in its size. */
function solidOf({ solids, table }: ReadingContext, index: number): Superquadric | undefined {
  const body = table.bodies[index];
  const solid = solids[body?.shape ?? -1];
  return body === undefined || body.scale === 1 ? solid : solid?.scaled(body.scale);
}

function poseAt(atoms: DumpRows, row: number): Pose {
  return { position: at(atoms, row, 1), orientation: turnAt(atoms, row) };
}

function planeContacts(atoms: DumpRows, context: ReadingContext, rowsOfAtoms: ReadonlyMap<number, number>): Contact[] {
  const { readings, spec, table, time } = context;
  return readings.halfSpaces.flatMap((w, k) => {
    const wall = spec.halfSpaces?.[w];
    if (wall === undefined) return [];
    const { normal, offset } = wallPlane(wall, time);
    const column = ATOM_COLUMNS.length + 3 * k;
    return [...rowsOfAtoms].flatMap(([atom, row]): Contact[] => {
      const centre = at(atoms, row, 1);
      const body = table.bodyOfAtom(atom);
      const overlap = radiusOfAtom(context, atom) - (dot(normal, centre) - offset);
      if (overlap <= 0 || body === undefined || table.bodies[body]?.isFixed === true) return [];
      const point = addScaled(centre, normal, 0.5 * overlap - radiusOfAtom(context, atom));
      const force = at(atoms, row, column);
      return [{ a: body, b: w, kind: CONTACT_HALF_SPACE, facet: -1, point, normal: scale(normal, -1), overlap, force }];
    });
  });
}

/** LIGGGHTS: wall, triangle, atom, force on the atom, overlap, point. */
function wallContacts(
  { walls, atoms }: StateFiles,
  context: ReadingContext,
  rowsOfAtoms: ReadonlyMap<number, number>,
): Contact[] {
  const { table, readings } = context;
  return walls.flatMap((row): Contact[] => {
    const [wall = 0, facet = 0, atom = 0] = row;
    const body = table.bodyOfAtom(atom);
    const atomRow = rowsOfAtoms.get(atom);
    const halfSpace = readings.triangleHalfSpaces[wall - readings.meshes];
    const isMesh = wall < readings.meshes;
    if (body === undefined || (!isMesh && halfSpace === undefined) || atomRow === undefined) return [];
    const force = vectorOf(row, 3);
    const point = vectorOf(row, 7);
    const away = nearest(context, subtract(point, at(atoms, atomRow, 1)));
    const solid = solidOf(context, body);
    if (solid !== undefined && halfSpace !== undefined) {
      return solidOnPlane(solid, poseAt(atoms, atomRow), { context, body, halfSpace, force });
    }
    const overlap = Math.abs(row[6] ?? 0);
    const other = isMesh
      ? { b: wall, kind: CONTACT_MESH, facet }
      : { b: halfSpace ?? 0, kind: CONTACT_HALF_SPACE, facet: -1 };
    return [{ ...other, a: body, point, normal: normalise(away), overlap, force }];
  });
}

/** The overlap that LIGGGHTS tells of a superquadric on a wall is that of its ball. */
function solidOnPlane(
  solid: Superquadric,
  { position, orientation }: Pose,
  at: { readonly context: ReadingContext; readonly body: number; readonly halfSpace: number; readonly force: Vector3 },
): Contact[] {
  const { context, body, halfSpace, force } = at;
  const wall = context.spec.halfSpaces?.[halfSpace];
  if (wall === undefined) return [];
  const { normal, offset } = wallPlane(wall, context.time);
  const deepest = add(position, rotate(orientation, solid.support(inverseRotate(orientation, scale(normal, -1)))));
  const overlap = offset - dot(normal, deepest);
  if (overlap <= 0) return [];
  const point = addScaled(deepest, normal, overlap);
  const plane = { b: halfSpace, kind: CONTACT_HALF_SPACE, facet: -1 };
  return [{ ...plane, a: body, point, normal: scale(normal, -1), overlap, force }];
}

function contactView(contacts: readonly Contact[], table: BodyTable): ContactView {
  const vectors = (of: (contact: Contact) => Vector3): Float64Array =>
    Float64Array.from(
      contacts.flatMap((contact) => {
        const { x, y, z } = of(contact);
        return [x, y, z];
      }),
    );
  const facet = Int32Array.from(contacts, (each) => (each.kind === CONTACT_MESH ? each.facet : -1));
  return {
    count: contacts.length,
    idA: Int32Array.from(contacts, ({ a }) => idOf(table, a)),
    idB: Int32Array.from(contacts, ({ b, kind }) => (kind === CONTACT_BODY ? idOf(table, b) : b)),
    kind: Int32Array.from(contacts, ({ kind }) => kind),
    facet,
    // Engines do not say whether a facet, an edge or a vertex is touched.
    feature: Int32Array.from(contacts, ({ kind }) => (kind === CONTACT_MESH ? 2 : -1)),
    featureId: facet,
    point: vectors(({ point }) => point),
    normal: vectors(({ normal }) => normal),
    overlap: Float64Array.from(contacts, ({ overlap }) => overlap),
    force: vectors(({ force }) => force),
  };
}
