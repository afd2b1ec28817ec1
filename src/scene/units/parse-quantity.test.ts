// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { DIMENSIONS, type DimensionName } from './dimension.ts';
import { readQuantity } from './parse-quantity.ts';

function readValue(text: unknown, ...names: DimensionName[]): number {
  const reading = readQuantity(text, names);
  if ('problem' in reading) throw new Error(reading.problem);
  return reading.value;
}

function problemOf(text: unknown, ...names: DimensionName[]): string {
  const reading = readQuantity(text, names);
  if ('value' in reading) throw new Error(`read as ${reading.value}`);
  return reading.problem;
}

describe('a value with a unit', () => {
  it.each<[string, DimensionName, number]>([
    ['3.5 mm', 'length', 0.0035],
    ['3.5mm', 'length', 0.0035],
    ['  3.5   mm ', 'length', 0.0035],
    ['0.1 um', 'length', 1e-7],
    ['0.1 µm', 'length', 1e-7],
    ['2 Mm', 'length', 2e6],
    ['2 km', 'length', 2000],
    ['-1.5 cm', 'length', -0.015],
    ['+7 m', 'length', 7],
    ['.5 m', 'length', 0.5],
    ['5. m', 'length', 5],
    ['5', 'length', 5],
    ['1e5 Pa', 'pressure', 1e5],
    ['1e5Pa', 'pressure', 1e5],
    ['1E-3 GPa', 'pressure', 1e6],
    ['10 MPa', 'pressure', 1e7],
    ['10 mPa', 'pressure', 0.01],
    ['2 bar', 'pressure', 2e5],
    ['2500 kg/m3', 'density', 2500],
    ['2500 kg/m^3', 'density', 2500],
    ['2500 kg/m³', 'density', 2500],
    ['2.5 g/cm3', 'density', 2500],
    ['2.5 t/m3', 'density', 2500],
    ['9.81 m/s2', 'acceleration', 9.81],
    ['9.81 m/s^2', 'acceleration', 9.81],
    ['9.81 m/s/s', 'acceleration', 9.81],
    ['9.81 m s-2', 'acceleration', 9.81],
    ['9.81 m s^-2', 'acceleration', 9.81],
    ['9.81 m·s⁻²', 'acceleration', 9.81],
    ['9.81 m*s^-2', 'acceleration', 9.81],
    ['5 ms', 'time', 0.005],
    ['5 min', 'time', 300],
    ['2 h', 'time', 7200],
    ['1 day', 'time', 86400],
    ['3 t', 'mass', 3000],
    ['3 kt', 'mass', 3e6],
    ['250 g', 'mass', 0.25],
    ['250 mg', 'mass', 2.5e-4],
    ['30 deg', 'angle', Math.PI / 6],
    ['180°', 'angle', Math.PI],
    ['1 rev', 'angle', 2 * Math.PI],
    ['60 rpm', 'angularVelocity', 2 * Math.PI],
    ['2 rad/s', 'angularVelocity', 2],
    ['0.5 rev/s', 'angularVelocity', Math.PI],
    ['360 deg/min', 'angularVelocity', (2 * Math.PI) / 60],
    ['50 Hz', 'frequency', 50],
    ['100 1/s', 'frequency', 100],
    ['100 /s', 'frequency', 100],
    ['100/s', 'frequency', 100],
    ['60 /min', 'frequency', 1],
    ['1 m2', 'area', 1],
    ['1 mm2', 'area', 1e-6],
    ['2 L', 'volume', 0.002],
    ['5 ml', 'volume', 5e-6],
    ['3 N m', 'energy', 3],
    ['3 kN·m', 'energy', 3000],
    ['3 kg/(m s2)', 'pressure', 3],
    ['50 mJ/m2', 'surfaceEnergy', 0.05],
    ['1 N/mm', 'stiffness', 1000],
    ['1e9 N/m3', 'volumeStiffness', 1e9],
    ['20 %', 'number', 0.2],
    ['5%', 'number', 0.05],
  ])('%s as %s is %d', (text, name, value) => {
    expect(readValue(text, name)).toBeCloseTo(value, 14 - Math.ceil(Math.log10(Math.abs(value) + 1)));
  });

  it('is the float64 nearest to its decimal number, where the unit is a power of ten', () => {
    fc.assert(
      fc.property(
        fc.integer({ min: -99_999, max: 99_999 }),
        fc.integer({ min: -8, max: 8 }),
        fc.constantFrom(['mm', -3] as const, ['m', 0] as const, ['km', 3] as const, ['um', -6] as const),
        (mantissa, exponent, [unit, power]) => {
          expect(readValue(`${mantissa}e${exponent} ${unit}`, 'length')).toBe(
            Number(`${mantissa}e${exponent + power}`) + 0,
          );
        },
      ),
    );
  });

  it('is as exact where the unit has a factor of pi', () => {
    expect(readValue('180 deg', 'angle')).toBe(Math.PI);
    expect(readValue('90 deg', 'angle')).toBe(Math.PI / 2);
    expect(readValue('60 rpm', 'angularVelocity')).toBe(2 * Math.PI);
    expect(readValue('0.5 rev/s', 'angularVelocity')).toBe(Math.PI);
  });

  it('may have one of several dimensions', () => {
    expect(readValue('5 N/m', 'stiffness', 'volumeStiffness')).toBe(5);
    expect(readValue('5 N/m3', 'stiffness', 'volumeStiffness')).toBe(5);
    expect(problemOf('5 N', 'stiffness', 'volumeStiffness')).toBe(
      'expected a stiffness or a stiffness per area, got 5 N, a force',
    );
  });

  it('has an example in every dimension that is read in that dimension', () => {
    for (const [name, { example, unit }] of Object.entries(DIMENSIONS)) {
      expect(readValue(example, name as DimensionName)).toBeGreaterThan(0);
      expect(readValue(`1 ${unit}`, name as DimensionName)).toBe(1);
    }
  });
});

describe('a plain number', () => {
  it('is in SI units', () => {
    expect(readValue(0.25, 'length')).toBe(0.25);
    expect(readValue(-3, 'velocity')).toBe(-3);
  });

  it('must be finite', () => {
    expect(problemOf(Number.NaN, 'length')).toBe('expected a length, finite, got NaN');
    expect(problemOf(Number.POSITIVE_INFINITY, 'time')).toBe('expected a time, finite, got Infinity');
  });
});

describe('a value that could be misread', () => {
  it.each<[unknown, DimensionName, string]>([
    ['3 s', 'length', 'expected a length, got 3 s, a time'],
    ['60 rpm', 'frequency', 'expected a frequency, got 60 rpm, an angular velocity'],
    ['2 1/s', 'angularVelocity', 'expected an angular velocity, got 2 1/s, a frequency'],
    ['5 kg m', 'length', 'expected a length, got 5 kg m, something in m kg'],
    ['5 %', 'length', 'expected a length, got 5 %, a plain number'],
    ['1 m 2', 'area', 'the number "2" stands apart from a unit; exponents are attached, as in m2 or m^2'],
    ['1 000 m', 'length', 'the number "000" stands apart'],
    ['1 m2', 'length', 'expected a length, got 1 m2, an area'],
    ['1,5 mm', 'length', 'write 1.5 and 1000, not 1,5 and 1_000'],
    ['1_000 m', 'length', 'write 1.5 and 1000'],
    ['1 kg/m s', 'pressure', 'Use parentheses, as in J/(kg s)'],
    ['1 kg/m*s', 'pressure', 'Use parentheses'],
    ['1 Kg', 'mass', 'unknown unit "Kg"; did you mean kg?'],
    ['1 MM', 'length', 'unknown unit "MM"; did you mean mm or Mm?'],
    ['1 mpa', 'pressure', 'unknown unit "mpa"; did you mean mPa or MPa?'],
    ['1 mt', 'mass', 'unknown unit "mt"; did you mean Mt?'],
    ['1 mmin', 'time', 'unknown unit "mmin"'],
    ['1 degs', 'angle', 'unknown unit "degs"; did you mean deg?'],
    ['1 furlong', 'length', 'known, most of them with SI prefixes: m, g, t, s, min'],
    ['1 m^0.5', 'length', '"^0.5": exponents are integers'],
    ['1 m0', 'length', '"0": exponents are integers'],
    ['1 m10', 'length', '"10": exponents are integers'],
    ['1 m^', 'length', '"^" does not belong in a unit'],
    ['1 m**2', 'area', 'a unit is missing before "*"'],
    ['1 m/', 'length', 'a unit is missing at the end'],
    ['1 /', 'length', 'a unit is missing at the end'],
    ['1 N/(m', 'stiffness', '"(" without ")"'],
    ['1 N/m)', 'stiffness', '")" without "("'],
    ['1 m$', 'length', '"$" does not belong in a unit'],
    ['0x10 m', 'length', 'unknown unit "x'],
    ['1 e5 m', 'length', 'unknown unit "e"'],
    ['1 + 2 m', 'length', 'does not belong'],
    ['mm', 'length', 'expected a length, such as 5 mm, got "mm"'],
    ['', 'length', 'expected a length, such as 5 mm, got ""'],
    ['inf', 'length', 'got "inf"'],
    ['.inf m', 'length', 'got ".inf m"'],
    ['−5 m', 'length', 'got "−5 m"'],
    ['1e400 m', 'length', 'too large for float64'],
    ['1e308 km', 'length', 'too large for float64'],
    ['1e-400 m', 'length', 'too small for float64'],
    [null, 'length', 'expected a length, such as 5 mm, got nothing'],
    [true, 'length', 'got true'],
    [[1, 2], 'length', 'got a list of 2'],
    [{}, 'length', 'got a mapping'],
    ['9'.repeat(400), 'length', 'too large'],
    [`1 ${'m'.repeat(300)}`, 'length', 'unknown unit'],
  ])('%j as %s is refused', (text, name, message) => {
    expect(problemOf(text, name)).toContain(message);
  });

  it('never makes the reader throw or answer with something not finite', () => {
    const alphabet = fc.constantFrom(...' 0123456789.eE+-^*·/()mkgsPaNJ%°²⁻1'.split(''));
    fc.assert(
      fc.property(fc.string({ unit: alphabet, maxLength: 16 }), (text) => {
        const reading = readQuantity(text, ['length', 'time', 'pressure', 'number']);
        if ('value' in reading) expect(Number.isFinite(reading.value)).toBe(true);
        else expect(reading.problem).toMatch(/^expected /);
      }),
      { numRuns: 2000 },
    );
  });
});
