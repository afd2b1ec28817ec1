// SPDX-License-Identifier: MIT
/**
 * Fingerprint of a spec in a saved state: for each section a checksum, and the section itself if it is short. `restore`
 * compares it with the given spec and names the first difference of each section. Two forms of a value, such as `[0, 0,
 * 1]` and `{ x: 0, y: 0, z: 1 }`, are equal. Functions of time are not compared.
 */
import { crc32 } from '../../math/crc32.ts';
import { vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type BodyEntry, bodyCount, countOf, eachBody, isGroup } from '../bodies/body-groups.ts';
import type { BodySpec, SimulationSpec } from '../simulation-spec.ts';

interface SectionFingerprint {
  readonly checksum: number;
  /** The section as JSON, unless it is long. */
  readonly text?: string;
  /** Number of entries of a long list, and checksums of groups of entries. */
  readonly count?: number;
  readonly groups?: readonly number[];
}

export type SpecFingerprint = Readonly<Record<string, SectionFingerprint>>;

/** Most characters of a section that is kept as text. */
const LONGEST_TEXT = 1 << 14;
const MOST_GROUPS = 256;

const encoder = new TextEncoder();

/** Canonical form of a value: vectors as lists, keys in order, typed arrays as checksums. */
function canonical(value: unknown): unknown {
  if (typeof value === 'number') return value === 0 ? 0 : value;
  if (typeof value === 'function') return 'function';
  if (value === null || typeof value !== 'object') return value;
  if (Array.isArray(value)) return value.map(canonical);
  if (ArrayBuffer.isView(value)) {
    return {
      length: value.byteLength,
      checksum: crc32(new Uint8Array(value.buffer, value.byteOffset, value.byteLength)),
    };
  }
  if ('toJson' in value && typeof value.toJson === 'function') return canonical(value.toJson());
  const keys = Object.keys(value).sort();
  const { w, x, y, z } = value as Readonly<Record<string, unknown>>;
  if (keys.join('') === 'xyz') return [x, y, z].map(canonical);
  if (keys.join('') === 'wxyz') return [w, x, y, z].map(canonical);
  const entries = keys.flatMap((key): [string, unknown][] => {
    const each = (value as Readonly<Record<string, unknown>>)[key];
    // The file name alone: a run and its modules may have been moved.
    if (key === 'module' && typeof each === 'string') return [[key, each.replace(/.*[\\/]/, '')]];
    return each === undefined ? [] : [[key, canonical(each)]];
  });
  return Object.fromEntries(entries);
}

function sectionOf(value: unknown): SectionFingerprint {
  if (Array.isArray(value) && value.length > MOST_GROUPS) return longList(value);
  const text = JSON.stringify(canonical(value)) ?? 'null';
  const checksum = crc32(encoder.encode(text));
  if (text.length <= LONGEST_TEXT) return { checksum, text };
  return Array.isArray(value) ? longList(value) : { checksum };
}

function longList(items: readonly unknown[]): SectionFingerprint {
  const size = Math.ceil(items.length / MOST_GROUPS);
  const groups: number[] = [];
  let checksum = 0;
  for (let start = 0; start < items.length; start += size) {
    const bytes = encoder.encode(JSON.stringify(items.slice(start, start + size).map(canonical)));
    checksum = crc32(bytes, checksum);
    groups.push(crc32(bytes));
  }
  return { checksum, count: items.length, groups };
}

/** Each defined entry is a section. */
export function fingerprintOf(sections: Readonly<Record<string, unknown>>): SpecFingerprint {
  const given = Object.entries(sections).filter(([, value]) => value !== undefined);
  return Object.fromEntries(given.map(([name, value]) => [name, sectionOf(value)]));
}

/** A body with its defaults, without its name. */
function bodyFacts(body: BodySpec): Readonly<Record<string, unknown>> {
  const {
    id,
    shape,
    material,
    scale = 1,
    position,
    orientation,
    velocity,
    angularVelocity,
    fixed = false,
    motion,
  } = body;
  return {
    id,
    shape,
    material,
    scale,
    fixed,
    motion,
    position: vector3(position),
    orientation: orientation ?? [1, 0, 0, 0],
    velocity: vector3(velocity ?? ZERO_VECTOR),
    angularVelocity: vector3(angularVelocity ?? ZERO_VECTOR),
  };
}

/** Numbers of a body besides its position: scale, fixed, orientation, velocity, angular velocity. */
const OTHER_NUMBERS = 12;

/**
 * Checksums of many bodies from flat numbers, which takes a hundredth of the time of JSON. A simulation may have
 * millions. What a body shares with the one before it counts once.
 */
function manyBodies(bodies: readonly BodyEntry[]): SectionFingerprint {
  const count = bodyCount(bodies);
  const size = Math.ceil(count / MOST_GROUPS);
  const positions = new Float64Array(3 * size);
  // Of each body that differs from the one before: its number and its other numbers.
  const changes = new Float64Array((1 + OTHER_NUMBERS) * (size + 1));
  let changed = 0;
  // Names, ids and motions, with the numbers of their bodies.
  let words: unknown[] = [];
  const groups: number[] = [];
  let checksum = 0;
  let k = 0;
  const endGroup = (): void => {
    const numbers = crc32(new Uint8Array(changes.buffer, 0, 8 * changed), crc32(new Uint8Array(positions.buffer)));
    const group = crc32(encoder.encode(JSON.stringify(words)), numbers);
    groups.push(group);
    checksum = crc32(Uint8Array.of(group, group >>> 8, group >>> 16, group >>> 24), checksum);
    words = [];
    changed = 0;
    positions.fill(0);
  };
  let names: readonly [string, string] | undefined;
  for (const entry of bodies) {
    const { shape, material, scale = 1, fixed = false, motion, orientation, velocity, angularVelocity } = entry;
    const id = isGroup(entry) ? undefined : entry.id;
    for (let body = 0; body < countOf(entry); body++) {
      const at = 3 * (k % size);
      if (isGroup(entry)) for (let c = 0; c < 3; c++) positions[at + c] = entry.positions[3 * body + c] + 0;
      else writeNumbers(positions, at, entry.position, 3);
      if (body === 0 || changed === 0) {
        changes[changed] = k;
        changes[changed + 1] = scale;
        changes[changed + 2] = fixed ? 1 : 0;
        writeNumbers(changes, changed + 3, orientation ?? IDENTITY, 4);
        writeNumbers(changes, changed + 7, velocity ?? ZERO_VECTOR, 3);
        writeNumbers(changes, changed + 10, angularVelocity ?? ZERO_VECTOR, 3);
        if (changed === 0 || names?.[0] !== shape || names[1] !== material) words.push(k, shape, material);
        names = [shape, material];
        if (changed === 0 || !isRepeated(changes, changed)) changed += 1 + OTHER_NUMBERS;
      }
      if (id !== undefined) words.push(k, id);
      if (motion !== undefined) words.push(k, canonical(motion));
      k++;
      if (k % size === 0) endGroup();
    }
  }
  if (k % size !== 0) endGroup();
  return { checksum, count, groups };
}

/** Whether the numbers of a body are those of the entry before it. */
function isRepeated(changes: Float64Array, at: number): boolean {
  for (let c = 1; c <= OTHER_NUMBERS; c++) {
    if (changes[at + c] !== changes[at + c - 1 - OTHER_NUMBERS]) return false;
  }
  return true;
}

const IDENTITY = [1, 0, 0, 0] as const;

/** Writes a vector or quaternion of either form; + 0 turns -0 into 0. */
function writeNumbers(
  to: Float64Array,
  at: number,
  value: BodySpec['position'] | NonNullable<BodySpec['orientation']>,
  count: number,
): void {
  if ('x' in value) {
    let next = at;
    if ('w' in value) to[next++] = value.w + 0;
    to[next] = value.x + 0;
    to[next + 1] = value.y + 0;
    to[next + 2] = value.z + 0;
  } else for (let c = 0; c < count; c++) to[at + c] = value[c] + 0;
}

/**
 * Fingerprint of a simulation with fixed steps. Leaves out threads and reserved sizes, which do not change results. A
 * spec without bodies matches any bodies.
 */
export function simulationFingerprint(spec: SimulationSpec): SpecFingerprint {
  const { timeStep, gravity, seed = 1, law, materials, pairs = [], shapes = [], bodies, halfSpaces = [] } = spec;
  const {
    meshes = [],
    insertions = [],
    outlets = [],
    bonds = [],
    fields = [],
    domain,
    damping,
    neighbours,
    limits,
  } = spec;
  const isMany = bodies !== undefined && bodyCount(bodies) > MOST_GROUPS;
  const rest = fingerprintOf({
    timeStep,
    gravity: vector3(gravity),
    seed,
    law,
    shapes,
    halfSpaces,
    insertions,
    outlets,
    bonds,
    fields,
    // Laws and densities cannot change on restoring: contact histories belong to a law, and masses are in the state.
    // They have their own sections.
    pairs: pairs.map(({ law: _law, ...numbers }) => numbers),
    pairLaws: pairs.flatMap(({ materials: names, law: own }) =>
      own === undefined ? [] : [{ materials: names, law: own }],
    ),
    densities: materials.map(({ name, density, rigid }) => ({ name, density, rigid })),
    materials: materials.map(({ density: _density, rigid: _rigid, ...numbers }) => numbers),
    meshes: meshes.map(({ mesh, ...rest }) => {
      const { vertices, facetOffsets, facetVertices } = mesh;
      return { ...rest, mesh: { vertices, facetOffsets, facetVertices } };
    }),
    domain: domain ?? null,
    damping: damping ?? null,
    neighbours: neighbours ?? null,
    limits: limits ?? null,
    ...(!isMany && { bodies: bodies && Array.from(eachBody(bodies), bodyFacts) }),
  });
  return isMany ? { ...rest, bodies: manyBodies(bodies) } : rest;
}

/** Path of the first difference of two values, with both. */
function firstDifference(saved: unknown, given: unknown, path: string): string | undefined {
  if (Object.is(saved, given)) return undefined;
  const isTree = (value: unknown): value is object => typeof value === 'object' && value !== null;
  if (!isTree(saved) || !isTree(given) || Array.isArray(saved) !== Array.isArray(given)) {
    return `${path}: ${textOf(saved)} saved, ${textOf(given)} given`;
  }
  const isList = Array.isArray(saved);
  if (isList && Array.isArray(given) && saved.length !== given.length && path.match(/^[a-zA-Z]+$/)) {
    return `${path}: ${saved.length} saved, ${given.length} given`;
  }
  for (const key of new Set([...Object.keys(saved), ...Object.keys(given)])) {
    const [a, b] = [saved, given].map((tree) => (tree as Readonly<Record<string, unknown>>)[key]);
    const found = firstDifference(a, b, isList ? `${path}[${key}]` : `${path}.${key}`);
    if (found !== undefined) return found;
  }
  return undefined;
}

const LONGEST_VALUE = 60;

function textOf(value: unknown): string {
  const text = value === undefined ? 'nothing' : JSON.stringify(value);
  return text.length <= LONGEST_VALUE ? text : `${text.slice(0, LONGEST_VALUE)}…`;
}

function sectionDifference(name: string, saved?: SectionFingerprint, given?: SectionFingerprint): string {
  if (saved?.text !== undefined && given?.text !== undefined) {
    return firstDifference(JSON.parse(saved.text), JSON.parse(given.text), name) ?? `${name}: differ`;
  }
  const { count: savedCount, groups = [] } = saved ?? {};
  if (savedCount === undefined || savedCount !== given?.count) return `${name}: differ`;
  const group = groups.findIndex((checksum, k) => checksum !== given.groups?.[k]);
  const size = Math.ceil(savedCount / MOST_GROUPS);
  const last = Math.min(savedCount, (group + 1) * size) - 1;
  return `${name}: differ, first between ${name}[${group * size}] and ${name}[${last}]`;
}

/** First difference of each section, by the name of the section. Bodies that the given spec lacks do not count. */
export function specDifferences(saved: SpecFingerprint, given: SpecFingerprint): Map<string, string> {
  const names = new Set([...Object.keys(saved), ...Object.keys(given)]);
  const found = new Map<string, string>();
  for (const name of names) {
    const [a, b] = [saved[name], given[name]];
    if (a?.checksum === b?.checksum || (name === 'bodies' && b === undefined)) continue;
    found.set(name, sectionDifference(name, a, b));
  }
  return found;
}
