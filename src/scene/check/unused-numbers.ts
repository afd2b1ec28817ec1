// SPDX-License-Identifier: MIT
/**
 * Finds numbers of materials and pairs that no law uses. There is no list of used numbers: the constants of every
 * possible contact are computed as for a run, from materials that record which of their numbers are read.
 */

import { CONTACT_NUMBERS, NUMBER_NAMES, remedyForUnused, usesNumber } from '../../contact-laws/law-descriptions.ts';
import type { ContactLawSpec, ContactNumber, ContactNumbers } from '../../contact-laws/law-spec.ts';
import { type EventLawParts, eventNumbers, pairConstants } from '../../contact-laws/pair-constants.ts';
import { isFree } from '../../simulation/bodies/body-groups.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { formatNumber } from '../format-quantity.ts';
import type { SceneProblem } from '../source/source-tree.ts';
import { type MaterialContact, materialContact } from './material-contacts.ts';

type Spec = Omit<SimulationSpec, 'timeStep'>;

/** Access of a contact law to the numbers of its materials. */
interface LawReading {
  /** Reads the numbers that have an effect, from the pair and the two materials. */
  read(contact: MaterialContact): void;
  /** The change that makes a number effective; undefined if the law uses it. */
  remedy(contact: MaterialContact, number: ContactNumber): string | undefined;
}

/** Numbers whose default is 0, without effect: an explicit 0 needs no warning. */
const ZERO_IS_DEFAULT: ReadonlySet<ContactNumber> = new Set(
  NUMBER_NAMES.filter((number) => 'from' in CONTACT_NUMBERS[number].range),
);
const ELASTIC_NUMBERS: ReadonlySet<ContactNumber> = new Set(['youngsModulus', 'poissonsRatio', 'stiffness']);

/**
 * Laws of fixed steps. A user-defined law receives both materials and may use any of their numbers. It does not receive
 * the numbers of pairs.
 */
const FIXED: LawReading = {
  read: ({ a, b, pair, law }) => {
    if (law.module === undefined) pairConstants(a, b, pair, law, `materials ${a.name} and ${b.name}`);
    else for (const material of [a, b]) for (const number of NUMBER_NAMES) void material[number];
  },
  remedy: ({ law }, number) => {
    if (law.module !== undefined)
      return 'set it in the materials, since a module does not receive the numbers of pairs';
    return usesNumber(law, number) ? undefined : remedyForUnused(law, number);
  },
};

/** Laws of variable steps; `lawOf` returns the law of a contact. */
function eventReading(lawOf: (contact: MaterialContact) => EventLawParts): LawReading {
  return {
    read: (contact) => void eventNumbers(contact.a, contact.b, contact.pair, lawOf(contact)),
    remedy: (contact, number) => {
      const { damping, rolling = 'none', twisting = 'none' } = lawOf(contact);
      if (number === 'friction') return undefined;
      if (number === 'restitution') return damping === undefined ? undefined : 'remove damping from the law';
      if (number !== 'rollingFriction' && number !== 'twistingFriction')
        return 'with variable steps, set the stiffness in the law';
      const law = { rolling, twisting };
      return usesNumber(law, number) ? undefined : remedyForUnused(law, number);
    },
  };
}

/** The same numbers; calls `note` for each one that is read. */
function watched<Numbers extends ContactNumbers>(numbers: Numbers, note: (key: PropertyKey) => void): Numbers {
  return new Proxy(numbers, {
    get: (target, key) => {
      note(key);
      return Reflect.get(target, key);
    },
  });
}

/** Each pair of materials that can touch, once. */
function possibleContacts(spec: Spec): MaterialContact[] {
  const { free, all } = usedMaterials(spec);
  const used = spec.materials.filter(({ name }) => all.has(name));
  return used.flatMap((a, i) =>
    used
      .slice(i)
      .filter((b) => free.has(a.name) || free.has(b.name))
      .map((b) => materialContact(spec, a, b)),
  );
}

function reasonOf(
  number: ContactNumber,
  contacts: readonly MaterialContact[],
  material: { readonly name: string; readonly rigid?: boolean } | undefined,
  { remedy }: LawReading,
): string {
  const remedies = contacts.map((contact) => remedy(contact, number));
  const first = remedies.find((each) => each !== undefined);
  if (first !== undefined && remedies.every((each) => each !== undefined))
    return ` by the law of its contacts; ${first}, or leave it out`;
  if (material?.rigid && ELASTIC_NUMBERS.has(number)) return `, since ${material.name} is rigid; leave it out`;
  return `: pairs set it for every contact of ${material?.name}; leave it out`;
}

function unusedBy(spec: Spec, reading: LawReading): SceneProblem[] {
  const contacts = possibleContacts(spec);
  const read = new Set<string>();
  const noteFor =
    (owner: string) =>
    (key: PropertyKey): void =>
      void read.add(`${owner}.${String(key)}`);
  const indexOf = ({ pair }: MaterialContact): number => (pair === undefined ? -1 : (spec.pairs ?? []).indexOf(pair));
  for (const contact of contacts) {
    const { a, b, pair, law } = contact;
    reading.read({
      a: watched(a, noteFor(`materials.${a.name}`)),
      b: watched(b, noteFor(`materials.${b.name}`)),
      pair: pair && watched(pair, noteFor(`pairs.${indexOf(contact)}`)),
      law,
    });
  }
  const problemsOf = (
    owner: readonly [string, string | number],
    numbers: ContactNumbers,
    own: readonly MaterialContact[],
    material?: { readonly name: string; readonly rigid?: boolean },
  ): SceneProblem[] =>
    NUMBER_NAMES.flatMap((number) => {
      const value = numbers[number];
      if (value === undefined || (value === 0 && ZERO_IS_DEFAULT.has(number))) return [];
      if (own.length === 0 || read.has(`${owner.join('.')}.${number}`)) return [];
      const message = `${formatNumber(value)} is not used${reasonOf(number, own, material, reading)}`;
      return [{ path: [...owner, number], message, at: 'key' as const }];
    });
  const ofMaterials = spec.materials.flatMap((material) => {
    const own = contacts.filter(({ a, b }) => a.name === material.name || b.name === material.name);
    return problemsOf(['materials', material.name], material, own, material);
  });
  const ofPairs = (spec.pairs ?? []).flatMap((pair, i) => {
    const own = contacts.filter((contact) => contact.pair === pair);
    if (own.length > 0) return problemsOf(['pairs', i], pair, own);
    const [first, second] = pair.materials;
    const message = `is not used: no contact of ${first} with ${second} can occur; leave it out`;
    return [{ path: ['pairs', i], message }];
  });
  return [...ofMaterials, ...ofPairs];
}

/** Numbers without which a part of a law has no effect: one of them must be given. */
const ACTS_BY = {
  tangential: ['friction', 'staticFriction'],
  rolling: ['rollingFriction'],
  twisting: ['twistingFriction'],
  cohesion: ['cohesion'],
} as const satisfies Partial<Record<keyof ContactLawSpec, readonly ContactNumber[]>>;

/** Parts of the scene's law that have no effect: no contact is given their number. An explicit 0 is on purpose. */
function idleParts(spec: Spec): SceneProblem[] {
  const own = possibleContacts(spec).filter(({ pair, law }) => pair?.law === undefined && law.module === undefined);
  if (own.length === 0) return [];
  return Object.entries(ACTS_BY).flatMap(([part, numbers]) => {
    const chosen = spec.law[part as keyof typeof ACTS_BY] ?? 'none';
    if (chosen === 'none') return [];
    const isGiven = own.some(({ a, b, pair }) =>
      numbers.some((each) => (pair?.[each] ?? a[each] ?? b[each]) !== undefined),
    );
    if (isGiven) return [];
    const message = `${chosen} is not used: no material of a contact has ${numbers[0]}; give it, or leave ${part} out`;
    return [{ path: ['law', part], message, at: 'key' as const }];
  });
}

/**
 * Unused numbers, and unused parts of the law, with fixed steps. The scene must have all numbers that its laws need.
 */
export function unusedNumbers(spec: Spec): SceneProblem[] {
  return [...unusedBy(spec, FIXED), ...idleParts(spec)];
}

/** Unused numbers with variable steps; `lawOf` returns the law of a contact. */
export function unusedEventNumbers(spec: Spec, lawOf: (contact: MaterialContact) => EventLawParts): SceneProblem[] {
  return unusedBy(spec, eventReading(lawOf));
}

type Occurrences = Pick<SimulationSpec, 'bodies' | 'insertions' | 'halfSpaces' | 'meshes'>;

/** Materials of free bodies, and of everything. */
export function usedMaterials({ bodies = [], insertions = [], halfSpaces = [], meshes = [] }: Occurrences): {
  free: ReadonlySet<string>;
  all: ReadonlySet<string>;
} {
  const inserted = insertions.flatMap(({ shapes }) => shapes);
  const moving = bodies.filter(isFree);
  const free = new Set([...moving, ...inserted].map(({ material }) => material));
  return { free, all: new Set([...bodies, ...inserted, ...halfSpaces, ...meshes].map(({ material }) => material)) };
}

export function usedShapes({ bodies = [], insertions = [] }: Occurrences): ReadonlySet<string> {
  return new Set([...bodies, ...insertions.flatMap(({ shapes }) => shapes)].map(({ shape }) => shape));
}
