// SPDX-License-Identifier: MIT
/** The axes of a plot: linear, logarithmic or by name, with ticks at round numbers. */

interface LinearAxis {
  readonly label: string;
  readonly scale?: 'linear' | 'log';
  readonly min?: number;
  readonly max?: number;
}

interface NamedAxis {
  readonly label: string;
  readonly names: readonly string[];
}

export type Axis = LinearAxis | NamedAxis;

interface Tick {
  /** 0 to 1 along the axis. */
  readonly at: number;
  readonly label: string;
}

export interface PlacedAxis {
  readonly label: string;
  readonly ticks: readonly Tick[];
  /** Value to 0 .. 1, clamped to the ends; of a named axis the value is the number of the name. */
  place(value: number): number;
}

const TARGET_TICKS = 6;
/** Values that differ by less, relative to their size, are one value: ticks between them would be equal numbers. */
const ROUNDING = 1e-12;
const MOST_DECIMALS = 9;
const TICK_DIGITS = 15;
const SUPERSCRIPTS = '⁰¹²³⁴⁵⁶⁷⁸⁹';

function powerLabel(exponent: number): string {
  if (exponent === 0) return '1';
  const digits = [...String(Math.abs(exponent))].map((digit) => SUPERSCRIPTS[Number(digit)] ?? '').join('');
  return `10${exponent < 0 ? '⁻' : ''}${digits}`;
}

const clamp = (value: number): number => Math.max(0, Math.min(1, value));

function logAxis(label: string, low: number, high: number): PlacedAxis {
  const from = Math.floor(Math.log10(low) + 1e-9);
  const to = Math.max(from + 1, Math.ceil(Math.log10(high) - 1e-9));
  const every = Math.max(1, Math.ceil((to - from) / TARGET_TICKS));
  const ticks: Tick[] = [];
  for (let exponent = from; exponent <= to; exponent += every) {
    ticks.push({ at: (exponent - from) / (to - from), label: powerLabel(exponent) });
  }
  return {
    label,
    ticks,
    place: (value) => (value > 0 ? clamp((Math.log10(value) - from) / (to - from)) : 0),
  };
}

/** 1, 2 or 5 times a power of ten, at least a `count`th of the span. */
function roundStep(span: number, steps: number): number {
  const rough = span / steps;
  const power = 10 ** Math.floor(Math.log10(rough));
  const factor = [1, 2, 5, 10].find((each) => each * power >= rough * (1 - 1e-9)) ?? 10;
  return factor * power;
}

/** Of a multiple of the step: with the decimals of the step, or as a power of ten if these are too many to read. */
function tickLabel(value: number, decimals: number): string {
  const text = decimals > MOST_DECIMALS ? String(Number(value.toPrecision(TICK_DIGITS))) : value.toFixed(decimals);
  return text.replace('-', '−');
}

function linearAxis(label: string, low: number, high: number): PlacedAxis {
  const size = Math.max(Math.abs(low), Math.abs(high));
  const span = high - low > ROUNDING * size ? high - low : size || 1;
  const step = roundStep(span, TARGET_TICKS);
  const decimals = Math.max(0, -Math.floor(Math.log10(step) + 1e-9));
  const ticks: Tick[] = [];
  for (let i = Math.ceil(low / step - 1e-9); i * step <= low + span * (1 + 1e-9); i++) {
    ticks.push({ at: (i * step - low) / span, label: tickLabel(i * step, decimals) });
  }
  return { label, ticks, place: (value) => clamp((value - low) / span) };
}

/** The axis over the range of `values`, unless it has its own limits. */
export function placeAxis(axis: Axis, values: readonly number[]): PlacedAxis {
  if ('names' in axis) {
    const { names } = axis;
    const middle = (index: number): number => (index + 0.5) / names.length;
    return { label: axis.label, ticks: names.map((label, i) => ({ at: middle(i), label })), place: middle };
  }
  const isLog = axis.scale === 'log';
  let low = Infinity;
  let high = -Infinity;
  for (const value of values) {
    if (!Number.isFinite(value) || (isLog && !(value > 0))) continue;
    low = Math.min(low, value);
    high = Math.max(high, value);
  }
  if (low > high) [low, high] = isLog ? [0.1, 1] : [0, 1];
  low = axis.min ?? low;
  high = axis.max ?? high;
  return isLog ? logAxis(axis.label, low, high) : linearAxis(axis.label, low, high);
}
