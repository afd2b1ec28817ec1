// SPDX-License-Identifier: MIT
/** Constants of a contact from two materials and a law, and their cells in the kernel's table. */
import { SceneError } from '../errors.ts';
import * as layout from '../step-kernel/step-layout.ts';
import { dampingRatio } from './damping-ratio.ts';
import {
  CONTACT_NUMBERS,
  type LawCell,
  NORMAL_LAWS,
  type NormalDescription,
  NUMBER_NAMES,
  type NumberDescription,
  partsOf,
  type SpringConstants,
  usesNumber,
} from './law-descriptions.ts';
import type { ContactLawSpec, ContactNumber, MaterialPairSpec, MaterialSpec } from './law-spec.ts';
import { combinedNumber } from './pair-numbers.ts';

/** Constants of a contact between two materials; radii and masses enter later. */
export interface PairConstants extends SpringConstants {
  readonly law: Required<Omit<ContactLawSpec, 'module'>>;
  readonly friction: number;
  readonly staticFriction: number;
  readonly rollingFriction: number;
  readonly twistingFriction: number;
  readonly cohesion: number;
  /** Parameters that the law uses, by name; those that neither material gives are omitted. */
  readonly numbers: Readonly<Partial<Record<ContactNumber, number>>>;
}

const DEFAULT_TANGENTIAL_RATIO = 2 / 7;
/** Attraction is allowed: the force has no lower limit. */
const NO_LEAST_FORCE = -Number.MAX_VALUE;
/** Parameters that the normal law combines by its own rules. */
const OF_SPRINGS: ReadonlySet<ContactNumber> = new Set(['youngsModulus', 'poissonsRatio', 'stiffness']);

/** `path` names the pair in messages. */
export function pairConstants(
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  defaultLaw: ContactLawSpec,
  path: string,
): PairConstants {
  const law = completeLaw(pair?.law ?? defaultLaw);
  const materials = { a, b, pair, path };
  // Reads only the numbers that the law uses: `scree check` finds unused numbers by what is read here.
  const used = NUMBER_NAMES.filter((key) => !OF_SPRINGS.has(key) && usesNumber(law, key));
  const numbers: Partial<Record<ContactNumber, number>> = {};
  for (const key of used) {
    const number = combined(key, materials);
    if (number !== undefined) numbers[key] = number;
  }
  const { restitution = 1, tangentialStiffnessRatio = DEFAULT_TANGENTIAL_RATIO, friction = 0 } = numbers;
  const ratio = dampingRatio(restitution, law.attraction);
  return {
    ...normalLaw(law).springs(materials, ratio, tangentialStiffnessRatio),
    law,
    friction,
    staticFriction: numbers.staticFriction ?? friction,
    rollingFriction: numbers.rollingFriction ?? 0,
    twistingFriction: numbers.twistingFriction ?? 0,
    cohesion: numbers.cohesion ?? 0,
    numbers,
  };
}

/** Description of the normal law of a contact. */
export function normalLaw({ normal }: { readonly normal: keyof typeof NORMAL_LAWS }): NormalDescription {
  return NORMAL_LAWS[normal];
}

/** Constants of two materials for the kernel, and the bits of their law. */
interface LawCells {
  readonly cells: readonly LawCell[];
  readonly bits: number;
  readonly hasHistory: boolean;
  readonly hasRollingSpring: boolean;
  /** Largest gap of an existing contact, m. */
  readonly reach: number;
}

/** `largestRadius` bounds the effective radius. */
export function lawCells(pair: PairConstants, largestRadius: number): LawCells {
  const { law, numbers } = pair;
  const acting = partsOf(law).filter(({ onlyWith }) => onlyWith === undefined || (numbers[onlyWith] ?? 0) > 0);
  const isStatic = pair.staticFriction !== pair.friction;
  const given = { numbers, springs: pair };
  return {
    cells: [
      [layout.LAW_NORMAL, pair.normal],
      [layout.LAW_TANGENTIAL, pair.tangential],
      [layout.LAW_NORMAL_DAMPING, pair.normalDamping],
      [layout.LAW_TANGENTIAL_DAMPING, pair.tangentialDamping],
      [layout.LAW_FRICTION, pair.friction],
      [layout.LAW_STATIC_FRICTION, pair.staticFriction],
      [layout.LAW_ROLLING, pair.rollingFriction],
      [layout.LAW_TWISTING, pair.twistingFriction],
      [layout.LAW_COHESION, pair.cohesion],
      [layout.LAW_LEAST_FORCE, law.attraction === 'cut' ? 0 : NO_LEAST_FORCE],
      ...acting.flatMap(({ cells }) => cells?.(given, largestRadius) ?? []),
    ],
    bits: acting.reduce((bits, { bit = 0 }) => bits | bit, isStatic ? layout.STATIC : 0),
    hasHistory: acting.some((part) => part.hasHistory === true),
    hasRollingSpring: acting.some((part) => part.hasRollingSpring === true),
    reach: Math.max(0, ...acting.map(({ reach }) => reach?.(given, largestRadius) ?? 0)),
  };
}

/** Parameters of two materials that a law for variable time steps uses. */
interface EventNumbers {
  readonly restitution?: number;
  readonly friction: number;
  readonly rollingFriction?: number;
  readonly twistingFriction?: number;
}

/** Parts of a law for variable time steps that decide which parameters it uses. */
export interface EventLawParts {
  readonly damping?: number | undefined;
  readonly rolling?: ContactLawSpec['rolling'];
  readonly twisting?: ContactLawSpec['twisting'];
}

/**
 * `damping` replaces restitution. Rolling and twisting resistance act only if the law has them, as with fixed steps.
 */
export function eventNumbers(
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  { damping, rolling = 'none', twisting = 'none' }: EventLawParts,
): EventNumbers {
  const materials = { a, b, pair };
  const resistance = (key: 'rollingFriction' | 'twistingFriction'): number =>
    usesNumber({ rolling, twisting }, key) ? (combined(key, materials) ?? 0) : 0;
  const rollingFriction = resistance('rollingFriction');
  const twistingFriction = resistance('twistingFriction');
  return {
    ...(damping === undefined && { restitution: combined('restitution', materials) ?? 1 }),
    friction: combined('friction', materials) ?? 0,
    ...(rollingFriction > 0 && { rollingFriction }),
    ...(twistingFriction > 0 && { twistingFriction }),
  };
}

/** The law with its defaults filled in. Laws from modules have no constants. */
function completeLaw(law: ContactLawSpec): PairConstants['law'] {
  if (law.normal === undefined) throw new SceneError('incomplete-law', 'law.normal: missing; state it, or a module');
  return {
    normal: law.normal,
    tangential: law.tangential ?? 'none',
    attraction: law.attraction ?? 'cut',
    rolling: law.rolling ?? 'none',
    twisting: law.twisting ?? 'none',
    cohesion: law.cohesion ?? 'none',
  };
}

function combined(key: ContactNumber, materials: Parameters<typeof combinedNumber>[1]): number | undefined {
  const { rule = Math.min }: NumberDescription = CONTACT_NUMBERS[key];
  return combinedNumber(key, materials, rule);
}
