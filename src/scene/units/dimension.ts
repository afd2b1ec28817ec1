// SPDX-License-Identifier: MIT
/**
 * Dimensions as exponents of length, mass, time and angle. Angle counts as a dimension, unlike in the SI, so that
 * revolutions a minute in a field for hertz are an error and not a factor of 2 pi.
 */

/** Exponents of metre, kilogram, second and radian. */
export type Dimension = readonly [length: number, mass: number, time: number, angle: number];

interface NamedDimension {
  readonly exponents: Dimension;
  /** With its article, as messages say it. */
  readonly words: string;
  /** The SI unit of plain numbers. */
  readonly unit: string;
  readonly example: string;
}

/**
 * The dimensions that fields of a scene have. Where two have the same exponents, the first names a value of unknown
 * purpose.
 */
export const DIMENSIONS = {
  number: { exponents: [0, 0, 0, 0], words: 'a plain number', unit: '', example: '0.5' },
  length: { exponents: [1, 0, 0, 0], words: 'a length', unit: 'm', example: '5 mm' },
  mass: { exponents: [0, 1, 0, 0], words: 'a mass', unit: 'kg', example: '20 g' },
  time: { exponents: [0, 0, 1, 0], words: 'a time', unit: 's', example: '10 ms' },
  angle: { exponents: [0, 0, 0, 1], words: 'an angle', unit: 'rad', example: '30 deg' },
  frequency: { exponents: [0, 0, -1, 0], words: 'a frequency', unit: '1/s', example: '50 Hz' },
  velocity: { exponents: [1, 0, -1, 0], words: 'a velocity', unit: 'm/s', example: '0.5 m/s' },
  acceleration: { exponents: [1, 0, -2, 0], words: 'an acceleration', unit: 'm/s2', example: '9.81 m/s2' },
  angularVelocity: { exponents: [0, 0, -1, 1], words: 'an angular velocity', unit: 'rad/s', example: '60 rpm' },
  area: { exponents: [2, 0, 0, 0], words: 'an area', unit: 'm2', example: '4 mm2' },
  volume: { exponents: [3, 0, 0, 0], words: 'a volume', unit: 'm3', example: '2 L' },
  density: { exponents: [-3, 1, 0, 0], words: 'a density', unit: 'kg/m3', example: '2500 kg/m3' },
  force: { exponents: [1, 1, -2, 0], words: 'a force', unit: 'N', example: '5 kN' },
  energy: { exponents: [2, 1, -2, 0], words: 'an energy', unit: 'J', example: '5 J' },
  pressure: { exponents: [-1, 1, -2, 0], words: 'a pressure', unit: 'Pa', example: '10 MPa' },
  viscosity: { exponents: [-1, 1, -1, 0], words: 'a viscosity', unit: 'Pa s', example: '1 mPa s' },
  stiffness: { exponents: [0, 1, -2, 0], words: 'a stiffness', unit: 'N/m', example: '1e5 N/m' },
  volumeStiffness: { exponents: [-2, 1, -2, 0], words: 'a stiffness per area', unit: 'N/m3', example: '1e9 N/m3' },
  inertia: { exponents: [2, 1, 0, 0], words: 'a moment of inertia', unit: 'kg m2', example: '0.1 kg m2' },
  mobility: { exponents: [0, -1, 1, 0], words: 'a speed per force', unit: 'm/(N s)', example: '1e-3 m/(N s)' },
  slowness: { exponents: [-1, 0, 1, 0], words: 'a time per length', unit: 's/m', example: '0.5 s/m' },
  massRate: { exponents: [0, 1, -1, 0], words: 'a mass rate', unit: 'kg/s', example: '2 kg/s' },
  surfaceEnergy: { exponents: [0, 1, -2, 0], words: 'a surface energy', unit: 'J/m2', example: '50 mJ/m2' },
  dashpot: { exponents: [0, 1, -1, 0], words: 'a force per speed', unit: 'N s/m', example: '20 N s/m' },
  torque: { exponents: [2, 1, -2, 0], words: 'a torque', unit: 'N m', example: '5 N m' },
  forceRate: { exponents: [1, 1, -3, 0], words: 'a force by time', unit: 'N/s', example: '5 N/s' },
  torqueRate: { exponents: [2, 1, -3, 0], words: 'a torque by time', unit: 'N m/s', example: '5 N m/s' },
  angularStiffness: { exponents: [2, 1, -2, -1], words: 'a torque per angle', unit: 'N m/rad', example: '5 N m/rad' },
  angularDashpot: {
    exponents: [2, 1, -1, -1],
    words: 'a torque per angular velocity',
    unit: 'N m s/rad',
    example: '0.1 N m s/rad',
  },
} as const satisfies Readonly<Record<string, NamedDimension>>;

export type DimensionName = keyof typeof DIMENSIONS;

export const DIMENSIONLESS: Dimension = DIMENSIONS.number.exponents;

export function sameDimension(a: Dimension, b: Dimension): boolean {
  return a.every((exponent, i) => exponent === b[i]);
}

/** a * b^power */
export function combineDimensions(a: Dimension, b: Dimension, power: number): Dimension {
  const [length, mass, time, angle] = a;
  return [length + power * b[0], mass + power * b[1], time + power * b[2], angle + power * b[3]];
}

export const BASE_UNITS = ['m', 'kg', 's', 'rad'];

/** `a time`, or the SI base units if the combination has no name here. */
export function describeDimension(dimension: Dimension): string {
  const named = Object.values(DIMENSIONS).find(({ exponents }) => sameDimension(exponents, dimension));
  if (named !== undefined) return named.words;
  const powers = dimension.map((exponent, i) => (exponent === 1 ? BASE_UNITS[i] : `${BASE_UNITS[i]}^${exponent}`));
  return `something in ${powers.filter((_, i) => dimension[i] !== 0).join(' ')}`;
}
