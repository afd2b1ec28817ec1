// SPDX-License-Identifier: MIT
/** Quantities of several seeds, and how far the means of two samples are apart. */

export interface Sample {
  readonly mean: number;
  /** Of one value. */
  readonly deviation: number;
  readonly count: number;
}

export function sampleOf(values: readonly number[]): Sample {
  const count = values.length;
  const mean = values.reduce((sum, value) => sum + value, 0) / count;
  const squares = values.reduce((sum, value) => sum + (value - mean) ** 2, 0);
  return { mean, deviation: Math.sqrt(squares / (count - 1)), count };
}

/** Difference of two means over its standard error. */
export function errorsApart(a: Sample, b: Sample): number {
  return Math.abs(a.mean - b.mean) / Math.sqrt(a.deviation ** 2 / a.count + b.deviation ** 2 / b.count);
}

/** `9.32 ± 0.11` */
export function sampleText({ mean, deviation }: Sample, digits: number): string {
  return `${mean.toFixed(digits)} ± ${deviation.toFixed(digits)}`;
}
