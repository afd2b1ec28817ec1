// SPDX-License-Identifier: MIT
/**
 * Dense linear systems, real and complex, by elimination with row exchanges; in place, nothing allocated after
 * construction.
 */

/** LU factors of a real matrix of n rows. */
export class RealFactors {
  readonly matrix: Float64Array;
  readonly #rows: Int32Array;
  readonly #n: number;

  constructor(n: number) {
    this.#n = n;
    this.matrix = new Float64Array(n * n);
    this.#rows = new Int32Array(n);
  }

  /** Factors what is in `matrix`, row by row. Returns the column without a pivot, or -1. */
  factor(): number {
    const n = this.#n;
    const a = this.matrix;
    for (let k = 0; k < n; k++) {
      let best = k;
      for (let i = k + 1; i < n; i++) if (Math.abs(a[i * n + k]) > Math.abs(a[best * n + k])) best = i;
      this.#rows[k] = best;
      const pivot = a[best * n + k];
      if (!(Math.abs(pivot) > 0 && Math.abs(pivot) < Infinity)) return k;
      if (best !== k) exchange(a, k * n, best * n, n);
      for (let i = k + 1; i < n; i++) {
        const factor = a[i * n + k] / pivot;
        a[i * n + k] = factor;
        if (factor === 0) continue;
        for (let j = k + 1; j < n; j++) a[i * n + j] -= factor * a[k * n + j];
      }
    }
    return -1;
  }

  /** Replaces b by the solution. */
  solve(b: Float64Array): void {
    const n = this.#n;
    const a = this.matrix;
    for (let k = 0; k < n; k++) {
      const row = this.#rows[k];
      const value = b[row];
      b[row] = b[k];
      b[k] = value;
    }
    for (let i = 1; i < n; i++) {
      let sum = b[i];
      for (let j = 0; j < i; j++) sum -= a[i * n + j] * b[j];
      b[i] = sum;
    }
    for (let i = n - 1; i >= 0; i--) {
      let sum = b[i];
      for (let j = i + 1; j < n; j++) sum -= a[i * n + j] * b[j];
      b[i] = sum / a[i * n + i];
    }
  }
}

function exchange(a: Float64Array, from: number, to: number, count: number): void {
  for (let j = 0; j < count; j++) {
    const kept = a[from + j];
    a[from + j] = a[to + j];
    a[to + j] = kept;
  }
}

/** LU factors of a complex matrix; real and imaginary parts apart. */
export class ComplexFactors {
  readonly real: Float64Array;
  readonly imaginary: Float64Array;
  readonly #rows: Int32Array;
  readonly #n: number;

  constructor(n: number) {
    this.#n = n;
    this.real = new Float64Array(n * n);
    this.imaginary = new Float64Array(n * n);
    this.#rows = new Int32Array(n);
  }

  factor(): number {
    const n = this.#n;
    const re = this.real;
    const im = this.imaginary;
    for (let k = 0; k < n; k++) {
      let best = k;
      let most = -1;
      for (let i = k; i < n; i++) {
        const size = Math.abs(re[i * n + k]) + Math.abs(im[i * n + k]);
        if (!(size > most)) continue;
        most = size;
        best = i;
      }
      this.#rows[k] = best;
      if (!(most > 0 && most < Infinity)) return k;
      if (best !== k) {
        exchange(re, k * n, best * n, n);
        exchange(im, k * n, best * n, n);
      }
      const pr = re[k * n + k];
      const pi = im[k * n + k];
      const size = pr * pr + pi * pi;
      for (let i = k + 1; i < n; i++) {
        const xr = re[i * n + k];
        const xi = im[i * n + k];
        if (xr === 0 && xi === 0) continue;
        const fr = (xr * pr + xi * pi) / size;
        const fi = (xi * pr - xr * pi) / size;
        re[i * n + k] = fr;
        im[i * n + k] = fi;
        for (let j = k + 1; j < n; j++) {
          const yr = re[k * n + j];
          const yi = im[k * n + j];
          re[i * n + j] -= fr * yr - fi * yi;
          im[i * n + j] -= fr * yi + fi * yr;
        }
      }
    }
    return -1;
  }

  /** Replaces br + i bi by the solution. */
  solve(br: Float64Array, bi: Float64Array): void {
    const n = this.#n;
    const re = this.real;
    const im = this.imaginary;
    for (let k = 0; k < n; k++) {
      const row = this.#rows[k];
      const r = br[row];
      const i = bi[row];
      br[row] = br[k];
      bi[row] = bi[k];
      br[k] = r;
      bi[k] = i;
    }
    for (let i = 1; i < n; i++) {
      let r = br[i];
      let c = bi[i];
      for (let j = 0; j < i; j++) {
        r -= re[i * n + j] * br[j] - im[i * n + j] * bi[j];
        c -= re[i * n + j] * bi[j] + im[i * n + j] * br[j];
      }
      br[i] = r;
      bi[i] = c;
    }
    for (let i = n - 1; i >= 0; i--) {
      let r = br[i];
      let c = bi[i];
      for (let j = i + 1; j < n; j++) {
        r -= re[i * n + j] * br[j] - im[i * n + j] * bi[j];
        c -= re[i * n + j] * bi[j] + im[i * n + j] * br[j];
      }
      const pr = re[i * n + i];
      const pi = im[i * n + i];
      const size = pr * pr + pi * pi;
      br[i] = (r * pr + c * pi) / size;
      bi[i] = (c * pr - r * pi) / size;
    }
  }
}
