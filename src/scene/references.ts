// SPDX-License-Identifier: MIT
/**
 * Checks unknown names, duplicate names and units that do not fit the law. It reads the raw values, so these problems
 * are reported together with those of the schema.
 */

import { CONTACT_NUMBERS, LAW_PARTS, NORMAL_LAWS, type PartDescription } from '../contact-laws/law-descriptions.ts';
import type { ContactNumber } from '../contact-laws/law-spec.ts';
import { didYouMean } from '../errors/near-names.ts';
import type { ScenePath, SceneProblem } from './source/source-tree.ts';
import { readQuantity } from './units/parse-quantity.ts';

type Raw = Readonly<Record<string, unknown>>;

const MOST_NAMES_LISTED = 20;

const asMapping = (value: unknown): Raw =>
  typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Raw) : {};
const asList = (value: unknown): readonly unknown[] => (Array.isArray(value) ? value : []);

/** Entries of a mapping, or of a list, with their paths. */
function entriesOf(value: unknown, path: ScenePath): { path: ScenePath; entry: Raw }[] {
  if (Array.isArray(value)) return value.map((entry, i) => ({ path: [...path, i], entry: asMapping(entry) }));
  return Object.entries(asMapping(value)).map(([name, entry]) => ({ path: [...path, name], entry: asMapping(entry) }));
}

function listNames(known: readonly string[], section: string): string {
  if (known.length === 0) return `; there are no ${section}`;
  const more = known.length > MOST_NAMES_LISTED ? ` and ${known.length - MOST_NAMES_LISTED} more` : '';
  return `; ${section}: ${known.slice(0, MOST_NAMES_LISTED).join(', ')}${more}`;
}

/** The problem with a name that should be one of `known`; none when it is, or is no name at all. */
function unknownName(name: unknown, known: readonly string[], section: string, path: ScenePath): SceneProblem[] {
  if (typeof name !== 'string' || known.includes(name)) return [];
  const kind = section === 'meshes' ? 'mesh' : section.slice(0, -1);
  const message = `unknown ${kind} "${name}"${didYouMean(name, known)}${listNames(known, section)}`;
  return [{ path, message }];
}

/** All locations that name a material or a shape. */
function unknownNames(scene: Raw): SceneProblem[] {
  const materials = Object.keys(asMapping(scene.materials));
  const shapes = Object.keys(asMapping(scene.shapes));
  const inserted = entriesOf(scene.insertions, ['insertions']).flatMap(({ path, entry }) =>
    entriesOf(entry.shapes, [...path, 'shapes']),
  );
  const kinds = entriesOf(scene.bodies, ['bodies']).flatMap(({ path, entry }) =>
    entriesOf(entry.kinds, [...path, 'kinds']),
  );
  const made = [...entriesOf(scene.bodies, ['bodies']), ...inserted, ...kinds];
  const outlets = entriesOf(scene.outlets, ['outlets']);
  const walls = [...entriesOf(scene.halfSpaces, ['halfSpaces']), ...entriesOf(scene.meshes, ['meshes'])];
  return [
    ...[...made, ...walls].flatMap(({ path, entry }) =>
      unknownName(entry.material, materials, 'materials', [...path, 'material']),
    ),
    ...made.flatMap(({ path, entry }) => unknownName(entry.shape, shapes, 'shapes', [...path, 'shape'])),
    ...[...entriesOf(scene.pairs, ['pairs']), ...outlets].flatMap(({ path, entry }) =>
      asList(entry.materials).flatMap((name, i) =>
        unknownName(name, materials, 'materials', [...path, 'materials', i]),
      ),
    ),
    ...entriesOf(scene.fields, ['fields']).flatMap(({ path, entry }) =>
      asList(entry.materials).flatMap((name, i) =>
        unknownName(name, materials, 'materials', [...path, 'materials', i]),
      ),
    ),
    ...entriesOf(scene.bonds, ['bonds']).flatMap(({ path, entry }) =>
      asList(entry.between).flatMap((name, i) => unknownName(name, materials, 'materials', [...path, 'between', i])),
    ),
    ...entriesOf(scene.insertions, ['insertions']).flatMap(({ path, entry }) => {
      const { mesh } = asMapping(asMapping(entry.fill).region);
      return unknownName(mesh, Object.keys(asMapping(scene.meshes)), 'meshes', [...path, 'fill', 'region', 'mesh']);
    }),
    ...outlets.flatMap(({ path, entry }) =>
      asList(entry.shapes).flatMap((name, i) => unknownName(name, shapes, 'shapes', [...path, 'shapes', i])),
    ),
  ];
}

/** Duplicate entries: `keyOf` must be unique; undefined may repeat. */
function repeated(
  entries: readonly { path: ScenePath; entry: Raw }[],
  keyOf: (entry: Raw) => string | number | undefined,
  problem: (key: string | number, first: ScenePath) => { step: string; message: string },
): SceneProblem[] {
  const first = new Map<string | number, ScenePath>();
  return entries.flatMap(({ path, entry }) => {
    const key = keyOf(entry);
    if (key === undefined) return [];
    const earlier = first.get(key);
    if (earlier === undefined) {
      first.set(key, path);
      return [];
    }
    const { step, message } = problem(key, earlier);
    return [{ path: [...path, step], message }];
  });
}

function repetitions(scene: Raw): SceneProblem[] {
  const bodies = entriesOf(scene.bodies, ['bodies']);
  const listed = Array.isArray(scene.bodies) ? bodies : [];
  const firstAt = (path: ScenePath): string => `first used by ${path.map(String).join('.')}`;
  return [
    ...repeated(
      listed,
      ({ name }) => (typeof name === 'string' ? name : undefined),
      (name, path) => ({ step: 'name', message: `the name "${name}" is ${firstAt(path)}; names are unique` }),
    ),
    ...repeated(
      bodies,
      ({ id }) => (typeof id === 'number' ? id : undefined),
      (id, path) => ({ step: 'id', message: `the id ${id} is ${firstAt(path)}; ids are unique` }),
    ),
    ...repeated(
      entriesOf(scene.pairs, ['pairs']),
      ({ materials }) => {
        const names = asList(materials).filter((name) => typeof name === 'string');
        return names.length === 2 ? names.sort().join('\n') : undefined;
      },
      (_, path) => ({ step: 'materials', message: `this pair is ${firstAt(path)}; put its numbers together` }),
    ),
  ];
}

/**
 * Numbers that may be one of several quantities, with the part of a law that says which, by the part's key in the law.
 */
const AMBIGUOUS_NUMBERS = Object.entries({ normal: NORMAL_LAWS, ...LAW_PARTS }).flatMap(([key, parts]) =>
  Object.entries<PartDescription>(parts).flatMap(([name, { dimensions = {} }]) =>
    Object.entries(dimensions).map(([number, dimension]) => ({ key, name, number, dimension })),
  ),
);

/** Stiffness and cohesion mean different things in different laws; a unit shows which one the user meant. */
function unitsAgainstLaw(scene: Raw): SceneProblem[] {
  const common = asMapping(scene.law);
  const laws = entriesOf(scene.pairs, ['pairs']).map(({ entry }) => asMapping(entry.law));
  const isOneLaw = laws.every((law) => Object.keys(law).length === 0);
  const check = (path: ScenePath, entry: Raw, law: Raw): SceneProblem[] =>
    AMBIGUOUS_NUMBERS.filter(({ key, name }) => law[key] === name).flatMap(({ number, name, dimension }) => {
      const value = entry[number];
      const either = CONTACT_NUMBERS[number as ContactNumber].dimension;
      if (typeof value !== 'string' || 'problem' in readQuantity(value, [either].flat())) return [];
      const reading = readQuantity(value, [dimension]);
      if (!('problem' in reading)) return [];
      return [{ path: [...path, number], message: `${reading.problem}, for the ${name} law` }];
    });
  return [
    ...(isOneLaw ? entriesOf(scene.materials, ['materials']) : []).flatMap(({ path, entry }) =>
      check(path, entry, common),
    ),
    ...entriesOf(scene.pairs, ['pairs']).flatMap(({ path, entry }) =>
      check(path, entry, entry.law === undefined ? common : asMapping(entry.law)),
    ),
  ];
}

/** With an exponent the stiffness of a point has no unit that could be written. */
function unitsOfPoints(scene: Raw): SceneProblem[] {
  const laws = [
    { path: ['law'] as ScenePath, law: asMapping(scene.law) },
    ...entriesOf(scene.pairs, ['pairs']).map(({ path, entry }) => ({
      path: [...path, 'law'],
      law: asMapping(entry.law),
    })),
  ];
  return laws.flatMap(({ path, law }) => {
    const { stiffness, exponent = 1 } = asMapping(law.point);
    if (Number(exponent) === 1 || typeof stiffness !== 'string' || 'value' in readQuantity(stiffness, ['number']))
      return [];
    const message = `expected a plain number in N/m^${String(exponent)} with this exponent, got ${stiffness}`;
    return [{ path: [...path, 'point', 'stiffness'], message }];
  });
}

/** Required keys of a body, and keys that only bodies from a file, or only others, may have. */
function bodyParts(scene: Raw): SceneProblem[] {
  return entriesOf(scene.bodies, ['bodies']).flatMap(({ path, entry }) => {
    const problem = (key: string, message: string): SceneProblem => ({ path: [...path, key], message });
    if (entry.from === undefined) {
      const needed = {
        shape: 'the name of a shape, or a shape',
        material: 'the name of a material',
        position: 'a list of three, [x, y, z]',
      };
      return [
        ...Object.entries(needed).flatMap(([key, what]) =>
          entry[key] === undefined ? [problem(key, `missing; expected ${what}`)] : [],
        ),
        ...['frame', 'kinds'].flatMap((key) =>
          entry[key] === undefined ? [] : [problem(key, 'expected only with from, which names a file')],
        ),
      ];
    }
    return ['lattice', 'id'].flatMap((key) =>
      entry[key] === undefined ? [] : [problem(key, 'expected no such key with from, whose file has all the bodies')],
    );
  });
}

/** Problems with the names in a scene as read, before any value is known to be right. */
export function referenceProblems(value: unknown): SceneProblem[] {
  const scene = asMapping(value);
  return [
    ...unknownNames(scene),
    ...bodyParts(scene),
    ...repetitions(scene),
    ...unitsAgainstLaw(scene),
    ...unitsOfPoints(scene),
  ];
}
