// SPDX-License-Identifier: MIT
/** Formats numbers with units for people: `5 mm`, `3.2 us`, `1.5 GiB`. */

const PREFIXES: readonly (readonly [power: number, prefix: string])[] = [
  [9, 'G'],
  [6, 'M'],
  [3, 'k'],
  [0, ''],
  [-3, 'm'],
  [-6, 'u'],
  [-9, 'n'],
];
const DIGITS = 3;

/** At most three digits, or as many as are asked for, without trailing zeros. */
export function formatNumber(value: number, digits = DIGITS): string {
  return String(Number(value.toPrecision(digits)));
}

/** At most three digits and a power of ten, `2.5e9`: for units that take no prefix, such as N/m3. */
export function formatPower(value: number): string {
  return Number(value.toPrecision(DIGITS)).toExponential().replace('e+', 'e');
}

/** With an SI prefix; beyond the prefixes as a power of ten. `unit` is one that takes prefixes, such as m, s or Pa. */
export function formatSi(value: number, unit: string, digits = DIGITS): string {
  const rounded = Math.abs(Number(value.toPrecision(digits)));
  if (rounded === 0 || !Number.isFinite(rounded)) return `${formatNumber(value, digits)} ${unit}`;
  const [power, prefix] = PREFIXES.find(([each]) => rounded >= 10 ** each) ?? [0, ''];
  const scaled = value / 10 ** power;
  return Math.abs(scaled) >= 1e6
    ? `${formatNumber(value, digits)} ${unit}`
    : `${formatNumber(scaled, digits)} ${prefix}${unit}`;
}

/** Seconds; from two minutes on in minutes, hours or days. */
export function formatTime(seconds: number): string {
  if (seconds < 120) return formatSi(seconds, 's');
  if (seconds < 7200) return `${formatNumber(seconds / 60)} min`;
  return seconds < 172_800 ? `${formatNumber(seconds / 3600)} h` : `${formatNumber(seconds / 86_400)} days`;
}

/** `about 5 to 15 min`, or `about 3 s` if both ends have the same text; two digits. */
export function formatTimeRange(least: number, most: number): string {
  const [first, last] = [least, most].map((seconds) => formatTime(Number(seconds.toPrecision(2)))) as [string, string];
  if (first === last) return `about ${first}`;
  const [, unit] = last.split(' ');
  return `about ${first.endsWith(` ${unit}`) ? first.split(' ')[0] : first} to ${last}`;
}

export function formatBytes(count: number): string {
  const units = ['bytes', 'KiB', 'MiB', 'GiB', 'TiB'];
  const step = Math.min(units.length - 1, Math.floor(Math.log2(Math.max(1, count)) / 10));
  return `${formatNumber(count / 1024 ** step)} ${units[step]}`;
}

/** With thousands set apart by blanks: `1 234 567`. */
export function formatCount(count: number): string {
  return Math.round(count)
    .toString()
    .replace(/\B(?=(\d{3})+$)/g, ' ');
}

export function formatPercent(ratio: number): string {
  return `${formatNumber(100 * ratio)} %`;
}
