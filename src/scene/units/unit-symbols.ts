// SPDX-License-Identifier: MIT
/** The unit symbols of scene files, with SI prefixes where they are usual. Case counts: mPa is not MPa. */
import { nearestNames } from '../../errors/near-names.ts';
import { DIMENSIONS, type Dimension } from './dimension.ts';
import { UNITY, type Unit } from './unit.ts';

const PREFIXES: Readonly<Record<string, number>> = {
  p: -12,
  n: -9,
  u: -6,
  µ: -6,
  μ: -6,
  m: -3,
  c: -2,
  d: -1,
  h: 2,
  k: 3,
  M: 6,
  G: 9,
  T: 12,
};
const ALL_PREFIXES = Object.keys(PREFIXES);
/** A millitonne is a kilogram and more likely a slip. */
const LARGE_PREFIXES = ['k', 'M', 'G', 'T'];

interface UnitSymbol {
  readonly unit: Unit;
  readonly prefixes: readonly string[];
}

function symbol(
  dimension: Dimension,
  prefixes: readonly string[] = [],
  size: Partial<Omit<Unit, 'dimension'>> = {},
): UnitSymbol {
  return { unit: { ...UNITY, dimension, ...size }, prefixes };
}

const { length, mass, time, angle, frequency, force, pressure, energy, volume, angularVelocity } = DIMENSIONS;
const DEGREE = symbol(angle.exponents, [], { denominator: 180, piExponent: 1 });
const REVOLUTION = symbol(angle.exponents, [], { numerator: 2, piExponent: 1 });
const LITRE = symbol(volume.exponents, ['m', 'c', 'd'], { decimalExponent: -3 });

const SYMBOLS: ReadonlyMap<string, UnitSymbol> = new Map([
  ['m', symbol(length.exponents, ALL_PREFIXES)],
  ['g', symbol(mass.exponents, ALL_PREFIXES, { decimalExponent: -3 })],
  ['t', symbol(mass.exponents, LARGE_PREFIXES, { decimalExponent: 3 })],
  ['s', symbol(time.exponents, ALL_PREFIXES)],
  ['min', symbol(time.exponents, [], { numerator: 60 })],
  ['h', symbol(time.exponents, [], { numerator: 3600 })],
  ['day', symbol(time.exponents, [], { numerator: 86400 })],
  ['rad', symbol(angle.exponents, ['u', 'µ', 'μ', 'm'])],
  ['deg', DEGREE],
  ['°', DEGREE],
  ['rev', REVOLUTION],
  ['rpm', symbol(angularVelocity.exponents, [], { numerator: 2, denominator: 60, piExponent: 1 })],
  ['Hz', symbol(frequency.exponents, ALL_PREFIXES)],
  ['N', symbol(force.exponents, ALL_PREFIXES)],
  ['Pa', symbol(pressure.exponents, ALL_PREFIXES)],
  ['bar', symbol(pressure.exponents, ['m', 'k'], { decimalExponent: 5 })],
  ['J', symbol(energy.exponents, ALL_PREFIXES)],
  ['W', symbol([2, 1, -3, 0], ALL_PREFIXES)],
  ['L', LITRE],
  ['l', LITRE],
  ['%', symbol(DIMENSIONS.number.exponents, [], { decimalExponent: -2 })],
]);

/** What messages list. */
export const KNOWN_UNITS = [...SYMBOLS.keys()].filter((name) => name !== '°' && name !== 'l').join(', ');

/** The unit of a symbol, prefix included; symbols without prefix have priority, so `min` is a minute. */
export function unitOfSymbol(name: string): Unit | undefined {
  const whole = SYMBOLS.get(name);
  if (whole !== undefined) return whole.unit;
  const prefix = name.slice(0, 1);
  const base = SYMBOLS.get(name.slice(1));
  if (base === undefined || !base.prefixes.includes(prefix)) return undefined;
  return { ...base.unit, decimalExponent: base.unit.decimalExponent + (PREFIXES[prefix] ?? 0) };
}

/** Known symbols, prefixes included, that are similar to an unknown one; at most three. */
export function similarSymbols(name: string): string[] {
  const all = [...SYMBOLS].flatMap(([base, { prefixes }]) => [base, ...prefixes.map((prefix) => prefix + base)]);
  const otherCase = all.filter((known) => known.toLowerCase() === name.toLowerCase());
  return (otherCase.length > 0 ? otherCase : nearestNames(name, [...SYMBOLS.keys(), 'mm', 'kg', 'ms'])).slice(0, 3);
}
