// SPDX-License-Identifier: MIT
/** Which bodies are bonded, when, and with what law and strength. */
import { SceneError } from '../errors.ts';

/** Bonds that are made together. Stiffnesses are those of a beam (E, nu) or of a parallel bond (Pa/m). */
export interface BondRule {
  readonly name?: string;
  /** Materials of the two bodies; default any. */
  readonly between?: readonly [string, string];
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
  /** Whether the beam shears (Timoshenko), or not (Euler-Bernoulli); default true. */
  readonly shearDeformation?: boolean;
  /** Of a parallel bond, Pa/m. */
  readonly normalStiffness?: number;
  /** Of a parallel bond, Pa/m; default that along the normal. */
  readonly shearStiffness?: number;
  /** Pa; default: it does not break. */
  readonly tensileStrength?: number;
  /** Pa; default: it does not break. */
  readonly shearStrength?: number;
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
  /** Time at which the bonds are made, s; default 0. */
  readonly at?: number;
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
  ['friction', (value) => value >= 0, 'a number >= 0'],
  ['momentFactor', (value) => value >= 0 && value <= 1, 'a number from 0 to 1'],
  ['scatter', (value) => value >= 0 && value <= 2, 'a number from 0 to 2'],
  ['damping', (value) => value >= 0 && value <= 1, 'a number from 0 to 1'],
  ['at', (value) => value >= 0, 'a time >= 0'],
];

/** Throws a SceneError that starts with the path of the wrong entry. */
export function checkBondRule(rule: BondRule, path: string, materials: readonly string[]): void {
  const refuse = (key: string, expected: string, value: unknown): never => {
    throw new SceneError('bad-bonds', `${path}${key}: expected ${expected}, got ${JSON.stringify(value)}`);
  };
  for (const [key, isAllowed, expected] of NUMBERS) {
    const value = rule[key];
    if (value === undefined) continue;
    if (typeof value !== 'number' || !Number.isFinite(value) || !isAllowed(value)) refuse(`.${key}`, expected, value);
  }
  const isBeam = rule.youngsModulus !== undefined;
  if (isBeam === (rule.normalStiffness !== undefined)) {
    refuse('', 'either youngsModulus (beam) or normalStiffness (parallel bond)', Object.keys(rule));
  }
  if (isBeam && rule.shearStiffness !== undefined) {
    refuse('.shearStiffness', 'nothing with youngsModulus: a beam has its own', rule.shearStiffness);
  }
  for (const [k, name] of (rule.between ?? []).entries()) {
    if (!materials.includes(name)) refuse(`.between[${k}]`, `one of ${JSON.stringify(materials)}`, name);
  }
}
