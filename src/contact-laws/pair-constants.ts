// SPDX-License-Identifier: MIT
/**
 * From two materials and a law to the numbers that a contact needs. What the pair does not state itself is combined:
 * the smaller friction, the geometric mean of restitution and cohesion, the harmonic mean of stiffnesses. Against a
 * rigid material the stiffness is that of the partner.
 */
import { SceneError } from '../errors.ts';
import { dampingRatio } from './damping-ratio.ts';
import { type ElasticMaterial, effectiveModulus, effectiveShearModulus } from './elastic-pair.ts';
import { type ContactNumber, usesNumber } from './law-numbers.ts';
import type { ContactLawSpec, MaterialPairSpec, MaterialSpec } from './law-spec.ts';

/** Numbers of a contact between two materials; radii and masses enter later. */
export interface PairConstants {
  readonly law: Required<Omit<ContactLawSpec, 'module'>>;
  /** Hertz: 4/3 E*, Pa. Linear: N/m. Overlap volume: N/m3. */
  readonly normal: number;
  /** Hertz: 8 G*, Pa. Linear: N/m. Overlap volume: N/m3. */
  readonly tangential: number;
  /**
   * Hertz: times the root of effective mass and contact radius. Linear: times the root of the effective mass. Overlap
   * volume: of mass and S^2 / A.
   */
  readonly normalDamping: number;
  readonly tangentialDamping: number;
  readonly friction: number;
  readonly staticFriction: number;
  readonly rollingFriction: number;
  readonly twistingFriction: number;
  readonly cohesion: number;
  /** E*; infinite where the law has none. */
  readonly modulus: number;
}

/**
 * 2 sqrt(5/6): the dashpot of a Hertz contact in terms of its tangent stiffness (Tsuji, Tanaka & Ishida 1992,
 * doi:10.1016/0032-5910(92)88030-L).
 */
const HERTZ_DAMPING = 2 * Math.sqrt(5 / 6);
const DEFAULT_TANGENTIAL_RATIO = 2 / 7;

/** `path` names the pair in messages. */
export function pairConstants(
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  defaultLaw: ContactLawSpec,
  path: string,
): PairConstants {
  const law = completeLaw(pair?.law ?? defaultLaw);
  // Reads only the numbers that the law uses: `scree check` finds unused numbers by what is read here.
  const used = (key: ContactNumber, rule: Rule): number | undefined =>
    usesNumber(law, key) ? combined(key, a, b, pair, rule) : undefined;
  const ratio = dampingRatio(pairRestitution(a, b, pair), law.attraction);
  const friction = used('friction', Math.min) ?? 0;
  const numbers = {
    law,
    friction,
    staticFriction: used('staticFriction', Math.min) ?? friction,
    rollingFriction: used('rollingFriction', Math.min) ?? 0,
    twistingFriction: used('twistingFriction', Math.min) ?? 0,
    cohesion: used('cohesion', geometricMean) ?? 0,
  };
  if (law.normal === 'hertz') {
    const elastic = elasticPair(a, b, pair, path);
    const modulus = effectiveModulus(...elastic);
    const shear = effectiveShearModulus(...elastic);
    return {
      ...numbers,
      modulus,
      normal: (4 / 3) * modulus,
      tangential: 8 * shear,
      normalDamping: HERTZ_DAMPING * ratio * Math.sqrt(2 * modulus),
      tangentialDamping: HERTZ_DAMPING * ratio * Math.sqrt(8 * shear),
    };
  }
  const stiffness = stiffnessOf(a, b, pair, law.normal, path);
  const tangential = stiffness * (used('tangentialStiffnessRatio', Math.min) ?? DEFAULT_TANGENTIAL_RATIO);
  return {
    ...numbers,
    modulus: Infinity,
    normal: stiffness,
    tangential,
    normalDamping: 2 * ratio * Math.sqrt(stiffness),
    tangentialDamping: 2 * ratio * Math.sqrt(tangential),
  };
}

/** Numbers of two materials that a law of variable steps uses. */
export interface EventNumbers {
  readonly restitution?: number;
  readonly friction: number;
  readonly rollingFriction?: number;
  readonly twistingFriction?: number;
}

/** Parts of a law of variable steps that decide which numbers it uses. */
export interface EventLawParts {
  readonly damping?: number | undefined;
  readonly rolling?: 'none' | 'model-a' | undefined;
  readonly twisting?: 'none' | 'model-a' | undefined;
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
  const resistance = (key: 'rollingFriction' | 'twistingFriction'): number =>
    usesNumber({ rolling, twisting }, key) ? (combined(key, a, b, pair, Math.min) ?? 0) : 0;
  const rollingFriction = resistance('rollingFriction');
  const twistingFriction = resistance('twistingFriction');
  return {
    ...(damping === undefined && { restitution: pairRestitution(a, b, pair) }),
    friction: combined('friction', a, b, pair, Math.min) ?? 0,
    ...(rollingFriction > 0 && { rollingFriction }),
    ...(twistingFriction > 0 && { twistingFriction }),
  };
}

function pairRestitution(a: MaterialSpec, b: MaterialSpec, pair: MaterialPairSpec | undefined): number {
  return combined('restitution', a, b, pair, geometricMean) ?? 1;
}

/** The law with its defaults filled in. Laws from modules have no constants. */
export function completeLaw(law: ContactLawSpec): PairConstants['law'] {
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

type Rule = (x: number, y: number) => number;

function combined(
  key: ContactNumber,
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  rule: Rule,
): number | undefined {
  const own = pair?.[key];
  if (own !== undefined) return own;
  const x = a[key];
  const y = b[key];
  if (x === undefined || y === undefined) return x ?? y;
  return x === y ? x : rule(x, y);
}

function geometricMean(x: number, y: number): number {
  return Math.sqrt(x * y);
}

/** Elastic numbers of both; those that the pair states hold for both materials. */
function elasticPair(
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  path: string,
): [ElasticMaterial, ElasticMaterial] {
  if (a.rigid && b.rigid) return refusePair(path, 'two rigid materials', 'make one of them elastic');
  const elastic = (material: MaterialSpec): ElasticMaterial => {
    if (material.rigid) return { youngsModulus: Infinity, poissonsRatio: 0, rigid: true };
    const youngsModulus = pair?.youngsModulus ?? material.youngsModulus;
    const poissonsRatio = pair?.poissonsRatio ?? material.poissonsRatio;
    if (youngsModulus === undefined || poissonsRatio === undefined) {
      const missing = youngsModulus === undefined ? 'youngsModulus' : 'poissonsRatio';
      return refusePair(
        path,
        `the Hertz law needs ${missing} of "${material.name}"`,
        'state it, or use the linear law',
      );
    }
    return { youngsModulus, poissonsRatio, rigid: false };
  };
  return [elastic(a), elastic(b)];
}

function stiffnessOf(
  a: MaterialSpec,
  b: MaterialSpec,
  pair: MaterialPairSpec | undefined,
  law: string,
  path: string,
): number {
  if (pair?.stiffness !== undefined) return pair.stiffness;
  if (a.rigid && b.rigid) return refusePair(path, 'two rigid materials', 'make one of them elastic');
  const of = (material: MaterialSpec): number =>
    material.stiffness ??
    refusePair(path, `the ${law} law needs stiffness of "${material.name}"`, 'state it, or use the Hertz law');
  if (a.rigid) return of(b);
  if (b.rigid) return of(a);
  return 2 / (1 / of(a) + 1 / of(b));
}

function refusePair(path: string, problem: string, remedy: string): never {
  throw new SceneError('incomplete-material', `${path}: ${problem}; ${remedy}`, { path });
}
