// SPDX-License-Identifier: MIT
/** Which bodies are bonded, when, and with what law and strength. */
import { SceneError } from '../errors.ts';

/** Bodies by their ids: ranges from the first id up to the one before the second. */
export type BodyIds = readonly (readonly [from: number, to: number])[];

/** Bonds that are made together. Stiffnesses are those of a beam (E, nu) or of a parallel bond (Pa/m). */
export interface BondRule {
  readonly name?: string;
  /** Materials of the two bodies; default any. */
  readonly between?: readonly [string, string];
  /** One group: bonds within it. Two groups: bonds between them. */
  readonly groups?: readonly [BodyIds] | readonly [BodyIds, BodyIds];
  /** Names of walls that bodies are bonded to, instead of to each other. */
  readonly walls?: readonly string[];
  /** Pairs of ids of bodies, instead of all pairs within the gap. */
  readonly list?: readonly (readonly [number, number])[];
  /** Largest gap of surfaces that is bonded, m; default 1e-6 of the smaller radius. */
  readonly gap?: number;
  /** Radius of the bond, m; default `radiusFactor` times the smaller radius of the bodies. */
  readonly radius?: number;
  /** Default 1. */
  readonly radiusFactor?: number;
  /** Of the material of a beam between the centres, Pa. */
  readonly youngsModulus?: number;
  /** Default 0.3. */
  readonly poissonsRatio?: number;
  /** Whether the beam has shear deformation (Timoshenko), or not (Euler-Bernoulli); default true. */
  readonly shearDeformation?: boolean;
  /** Of a parallel bond, Pa/m. */
  readonly normalStiffness?: number;
  /** Of a parallel bond, Pa/m; default that along the normal. */
  readonly shearStiffness?: number;
  /** Pa; default: it does not break. */
  readonly tensileStrength?: number;
  /** Pa; default: it does not break. */
  readonly shearStrength?: number;
  /**
   * `stress`: tension and bending add up, and shear and twisting (Potyondy and Cundall 2004); `sum`: the shares of all
   * four strengths add up, as in LAMMPS. Default `stress`.
   */
  readonly criterion?: 'stress' | 'sum';
  /** Stress by bending at which it breaks, with `sum` only, Pa; default `tensileStrength`. */
  readonly bendingStrength?: number;
  /** Stress by twisting at which it breaks, with `sum` only, Pa; default `shearStrength`. */
  readonly twistingStrength?: number;
  /** Tangent of the angle of friction: pressure adds to the strength in shear; default 0. */
  readonly friction?: number;
  /** Share of the moments in the stresses, 0 to 1; default 1. */
  readonly momentFactor?: number;
  /** Coefficient of variation of both strengths, log-normal about the mean; default 0. */
  readonly scatter?: number;
  /** Damping ratio of each of the four springs; default 0.05. */
  readonly damping?: number;
  /** Whether the bodies also touch each other while they are bonded; default false. */
  readonly contact?: boolean;
  /**
   * Whether the contact of two spheres, or of a sphere and a half-space, counts only the overlap beyond the one at
   * which their bond broke; default false.
   */
  readonly restOverlap?: boolean;
  /** Time at which the bonds are made, s; default 0. */
  readonly at?: number;
  /** Whether bodies are bonded when they touch, from time `at` on, instead of all pairs within the gap at that time. */
  readonly onContact?: boolean;
  /** Time between two searches for bodies that touch, s; default 10 time steps. */
  readonly every?: number;
  /** Set by a change of the spec: with `stop` the rule makes no more bonds, with `remove` its bonds are removed too. */
  readonly ended?: 'stop' | 'remove';
}

const NUMBERS: readonly (readonly [key: keyof BondRule, isAllowed: (value: number) => boolean, expected: string])[] = [
  ['gap', (value) => value >= 0, 'a length >= 0'],
  ['radius', (value) => value > 0, 'a length > 0'],
  ['radiusFactor', (value) => value > 0, 'a number > 0'],
  ['youngsModulus', (value) => value > 0, 'a number > 0'],
  ['poissonsRatio', (value) => value > -1 && value <= 0.5, 'a number above -1, at most 0.5'],
  ['normalStiffness', (value) => value > 0, 'a number > 0'],
  ['shearStiffness', (value) => value > 0, 'a number > 0'],
  ['tensileStrength', (value) => value > 0, 'a number > 0'],
  ['shearStrength', (value) => value > 0, 'a number > 0'],
  ['bendingStrength', (value) => value > 0, 'a number > 0'],
  ['twistingStrength', (value) => value > 0, 'a number > 0'],
  ['friction', (value) => value >= 0, 'a number >= 0'],
  ['momentFactor', (value) => value >= 0 && value <= 1, 'a number from 0 to 1'],
  ['scatter', (value) => value >= 0 && value <= 2, 'a number from 0 to 2'],
  ['damping', (value) => value >= 0 && value <= 1, 'a number from 0 to 1'],
  ['at', (value) => value >= 0, 'a time >= 0'],
  ['every', (value) => value > 0, 'a time > 0'],
];

/** Pairs of keys that exclude each other, with the reason. */
const EXCLUDED: readonly (readonly [keyof BondRule, keyof BondRule, string])[] = [
  ['list', 'between', 'it names the pairs'],
  ['list', 'groups', 'it names the pairs'],
  ['list', 'gap', 'its pairs are bonded at any gap'],
  ['list', 'walls', 'its pairs are bodies'],
  ['list', 'onContact', 'its pairs are bonded at once'],
  ['contact', 'restOverlap', 'bodies that touch while they are bonded have their overlap already'],
  ['onContact', 'gap', 'bodies are bonded when they touch'],
  ['youngsModulus', 'shearStiffness', 'a beam has its own'],
];

/** Names that a rule may refer to. */
interface RuleNames {
  readonly materials: readonly string[];
  readonly walls: readonly string[];
  /** Of those walls, the meshes. */
  readonly meshes: readonly string[];
}

/** Throws a SceneError that starts with the path of the wrong entry. */
export function checkBondRule(rule: BondRule, path: string, { materials, walls, meshes }: RuleNames): void {
  const refuse = (key: string, expected: string, value: unknown): never => {
    const shown = typeof value === 'number' ? String(value) : JSON.stringify(value);
    throw new SceneError('bad-bonds', `${path}${key}: expected ${expected}, got ${shown}`);
  };
  for (const [key, isAllowed, expected] of NUMBERS) {
    const value = rule[key];
    if (value === undefined) continue;
    if (typeof value === 'number' && Number.isFinite(value) && isAllowed(value)) continue;
    const isStrength = key.endsWith('Strength') && value === Infinity;
    refuse(`.${key}`, isStrength ? `${expected}; leave it out for a bond that does not break` : expected, value);
  }
  if ((rule.youngsModulus !== undefined) === (rule.normalStiffness !== undefined)) {
    refuse('', 'either youngsModulus (beam) or normalStiffness (parallel bond)', Object.keys(rule));
  }
  for (const [key, other, why] of EXCLUDED) {
    if (rule[key] === undefined || rule[other] === undefined || rule[key] === false) continue;
    refuse(`.${other}`, `nothing with ${key}: ${why}`, rule[other]);
  }
  if (rule.criterion !== 'sum') {
    for (const key of ['bendingStrength', 'twistingStrength'] as const) {
      if (rule[key] !== undefined) refuse(`.${key}`, 'nothing without criterion sum, which alone uses it', rule[key]);
    }
  }
  for (const [k, name] of (rule.between ?? []).entries()) {
    if (!materials.includes(name)) refuse(`.between[${k}]`, `one of ${JSON.stringify(materials)}`, name);
  }
  for (const [k, name] of (rule.walls ?? []).entries()) {
    if (!walls.includes(name)) refuse(`.walls[${k}]`, `one of ${JSON.stringify(walls)}`, name);
    if (meshes.includes(name) && rule.contact !== true) {
      refuse('.contact', `true, since bodies that are bonded to the mesh ${name} also touch it`, rule.contact ?? false);
    }
  }
  if (rule.walls !== undefined && rule.groups?.length === 2) {
    refuse('.groups', 'one group with walls: the bodies that are bonded to them', 2);
  }
}
