// SPDX-License-Identifier: MIT
/** Bodies that an input gives one by one, on a lattice or in a file, and what it sets of them. */
import type { Vector3 } from '../../math/vector.ts';
import { AXES, type InputBody, type InputDraft, numberOf, vectorOf } from './input-draft.ts';
import { type ScriptCommand, ScriptProblem } from './input-script.ts';
import { regionNamed } from './read-region.ts';

/** What the engines give an atom for which no size has been set. */
const UNSET = 1;

/** `create_atoms TYPE single x y z` or `create_atoms TYPE region R`, on a simple cubic lattice. */
export function readCreated(draft: InputDraft, command: ScriptCommand): void {
  const { words, line } = command;
  const [, typeWord, style = ''] = words;
  const type = numberOf(typeWord, 'type');
  const body: Omit<InputBody, 'position' | 'lattice'> = {
    ...{ line, type, diameter: UNSET, density: UNSET, velocity: undefined },
  };
  if (style === 'single') {
    draft.bodies.push({ ...body, position: vectorOf(words, 3, 'single'), lattice: undefined });
    return;
  }
  if (style !== 'region' && style !== 'box') {
    throw new ScriptProblem(`create_atoms ${style}; a scene has single bodies, lattices and insertions at random`);
  }
  const spacing = draft.latticeSpacing;
  if (spacing === undefined) throw new ScriptProblem('create_atoms without `lattice sc`');
  const region =
    style === 'box' ? draft.box && { kind: 'block' as const, ...draft.box } : regionNamed(draft, words[3] ?? '');
  if (region?.kind !== 'block') throw new ScriptProblem('a lattice in a region that is not a block');
  const [first, last] = [region.min, region.max].map((corner, k) =>
    AXES.map((axis) =>
      k === 0 ? Math.ceil(corner[axis] / spacing - SAME_PLACE) : Math.floor(corner[axis] / spacing + SAME_PLACE),
    ),
  );
  const count = AXES.map((_, k) => (last?.[k] ?? 0) - (first?.[k] ?? 0) + 1);
  if (count.some((each) => each < 1)) throw new ScriptProblem('a lattice without points in the region');
  const [x = 0, y = 0, z = 0] = (first ?? []).map((k) => k * spacing);
  draft.bodies.push({ ...body, position: { x, y, z }, lattice: { count, spacing } });
}

/** A lattice point on the border of a region is in it; as a fraction of the spacing. */
const SAME_PLACE = 1e-9;

/** `lattice sc SPACING` */
export function readLattice(draft: InputDraft, command: ScriptCommand): void {
  const [, style, spacing, ...more] = command.words;
  if (style !== 'sc' || more.length > 0) throw new ScriptProblem(`lattice ${style}; a scene has simple cubic ones`);
  draft.latticeSpacing = numberOf(spacing, 'lattice');
}

/** `set group all|type T|atom ID … diameter D density R vx …` */
export function readSet(draft: InputDraft, command: ScriptCommand): void {
  const [, style = '', which = '', ...words] = command.words;
  const chosen = selected(draft, style, which);
  for (let k = 0; k < words.length; k += 2) {
    const [key = '', word] = [words[k], words[k + 1]];
    const value = numberOf(word, key);
    for (const body of chosen) setValue(body, key, value);
  }
}

function setValue(body: InputBody, key: string, value: number): void {
  const still: Vector3 = { x: 0, y: 0, z: 0 };
  if (key === 'diameter') body.diameter = value;
  else if (key === 'density') body.density = value;
  else if (key === 'vx') body.velocity = { ...(body.velocity ?? still), x: value };
  else if (key === 'vy') body.velocity = { ...(body.velocity ?? still), y: value };
  else if (key === 'vz') body.velocity = { ...(body.velocity ?? still), z: value };
  else throw new ScriptProblem(`set ${key}; a scene takes diameter, density and velocity`);
}

function selected(draft: InputDraft, style: string, which: string): InputBody[] {
  if (style === 'type') return draft.bodies.filter(({ type }) => type === Number(which));
  if (style === 'group') {
    if (which === 'all') return draft.bodies;
    const types = draft.groups.get(which);
    if (types !== undefined) return draft.bodies.filter(({ type }) => types.includes(type));
  }
  if (style === 'atom' && draft.bodies.every(({ lattice }) => lattice === undefined)) {
    const body = draft.bodies[Number(which) - 1];
    if (body !== undefined) return [body];
  }
  throw new ScriptProblem(`set ${style} ${which}: which bodies that are is not known here`);
}

/** `velocity GROUP set vx vy vz` */
export function readVelocity(draft: InputDraft, command: ScriptCommand): void {
  const [, group = '', style = '', ...words] = command.words;
  if (style !== 'set') throw new ScriptProblem(`velocity ${style}; a scene takes velocities that are set`);
  const velocity = vectorOf(
    words.map((word) => (word === 'NULL' ? '0' : word)),
    0,
    'velocity',
  );
  for (const body of selected(draft, 'group', group)) body.velocity = velocity;
}

/** `read_data FILE` */
export function readData(draft: InputDraft, command: ScriptCommand): void {
  const file = command.words[1] ?? '';
  const text = draft.files.readText(file);
  const count = (what: string): number | undefined => {
    const found = new RegExp(`^\\s*(\\S+)\\s+${what}\\s*$`, 'm').exec(text)?.[1];
    return found === undefined ? undefined : numberOf(found, what);
  };
  draft.types = count('atom types') ?? draft.types;
  const bounds = AXES.map((axis) => new RegExp(`^\\s*(\\S+)\\s+(\\S+)\\s+${axis}lo\\s+${axis}hi`, 'm').exec(text));
  if (bounds.every((bound) => bound !== null)) {
    const [x = 0, y = 0, z = 0] = bounds.map((bound) => Number(bound?.[1]));
    const [u = 0, v = 0, w = 0] = bounds.map((bound) => Number(bound?.[2]));
    draft.box = { line: command.line, min: { x, y, z }, max: { x: u, y: v, z: w } };
  }
  draft.bodyFiles.push({ line: command.line, file: draft.files.named(file), isRun: false });
}
