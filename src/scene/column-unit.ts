// SPDX-License-Identifier: MIT
/** Units of the columns of a run's tables, by heading. */
import { planeQuantityUnit } from '../analysis/plane-flow.ts';
import { regionQuantityUnit } from '../analysis/region-quantities.ts';
import { formatNumber, formatSi } from './format-quantity.ts';
import { sliceQuantity } from './measured-quantity.ts';
import { type OutputQuantity, outputQuantity } from './output-quantity.ts';

/** Of bodies, meshes, walls, outlets, insertions and servos. */
const UNITS: Readonly<Record<string, string>> = {
  position: 'm',
  orientation: '',
  velocity: 'm/s',
  angularVelocity: 'rad/s',
  force: 'N',
  torque: 'N m',
  moment: 'N m',
  displacement: 'm',
  count: '',
  waiting: '',
  mass: 'kg',
  energy: 'J',
  power: 'W',
  porosity: '',
};

/** Of columns that are not quantities of a time series: time, positions of slices, contacts. */
const OTHERS: Readonly<Record<string, string>> = {
  time: 's',
  step: '',
  x: 'm',
  y: 'm',
  z: 'm',
  overlap: 'm',
  chain: '',
  place: '',
  stress: 'Pa',
  'point.x': 'm',
  'point.y': 'm',
  'point.z': 'm',
  'force.x': 'N',
  'force.y': 'N',
  'force.z': 'N',
};

function quantityUnit(quantity: OutputQuantity): string {
  switch (quantity.kind) {
    case 'region':
      return regionQuantityUnit(quantity.quantity);
    case 'plane':
      return planeQuantityUnit(quantity.quantity);
    case 'energy':
      return 'J';
    case 'count':
    case 'overlap':
      return '';
    default:
      return UNITS[quantity.value] ?? '';
  }
}

/** The empty text for pure numbers and for headings of no known quantity. */
export function columnUnit(heading: string): string {
  const quantity = outputQuantity(heading);
  if (quantity !== undefined) return quantityUnit(quantity);
  // A heading may be any word, even `constructor`.
  if (Object.hasOwn(OTHERS, heading)) return OTHERS[heading];
  const slice = sliceQuantity(heading);
  return slice === undefined ? '' : regionQuantityUnit(slice.quantity);
}

/** Units of columns that take an SI prefix. */
const PREFIXED = ['J', 'N', 'N m', 'Pa', 'W', 'm', 'm/s', 's'];

/** A value of a column for people: `2 uJ`, `0.15 kg`. */
export function formatColumnValue(value: number, heading: string, digits?: number): string {
  const unit = columnUnit(heading);
  return PREFIXED.includes(unit) ? formatSi(value, unit, digits) : `${formatNumber(value, digits)} ${unit}`.trim();
}

/** A value and a bound of its column, both with as many digits as set them apart. */
export function formatColumnPair(value: number, bound: number, heading: string): [value: string, bound: string] {
  for (let digits = 3; ; digits++) {
    const [first, second] = [value, bound].map((each) => formatColumnValue(each, heading, digits)) as [string, string];
    if (first !== second || value === bound || digits === MOST_DIGITS) return [first, second];
  }
}

/** Of a float64. */
const MOST_DIGITS = 17;
