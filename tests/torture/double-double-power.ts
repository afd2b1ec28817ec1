// SPDX-License-Identifier: MIT
/** Exponential, logarithm and power in double-double: for the support values of superquadrics, to about 28 digits. */
import { addDouble, divideDouble, LOW, multiplyDouble } from './double-double.ts';

const LN2_HIGH = Math.LN2;
const LN2_LOW = 2.3190468138462996e-17;
/** The argument is divided by 2^9 before the series and the result squared nine times. */
const HALVINGS = 9;
const TERMS = 12;

/** e^x for |x| < 700. */
export function expDouble(xh: number, xl: number): number {
  const k = Math.round(xh / LN2_HIGH);
  const p = multiplyDouble(k, 0, LN2_HIGH, LN2_LOW);
  const pl = LOW[0];
  const r = addDouble(xh, xl, -p, -pl);
  const scale = 2 ** -HALVINGS;
  const rh = r * scale;
  const rl = LOW[0] * scale;
  // s = e^r - 1 by Horner's scheme; (1 + s)^2 - 1 = 2 s + s^2 keeps its digits while squaring.
  let sh = 0;
  let sl = 0;
  for (let n = TERMS; n >= 1; n--) {
    const qh = divideDouble(rh, rl, n, 0);
    const ql = LOW[0];
    const th = addDouble(1, 0, sh, sl);
    sh = multiplyDouble(qh, ql, th, LOW[0]);
    sl = LOW[0];
  }
  for (let i = 0; i < HALVINGS; i++) {
    const th = multiplyDouble(sh, sl, sh, sl);
    const tl = LOW[0];
    sh = addDouble(2 * sh, 2 * sl, th, tl);
    sl = LOW[0];
  }
  const high = addDouble(1, 0, sh, sl);
  LOW[0] *= 2 ** k;
  return high * 2 ** k;
}

/** Natural logarithm of a number > 0, by one Newton step from float64. */
export function logDouble(xh: number, xl: number): number {
  const y = Math.log(xh);
  const e = expDouble(-y, 0);
  const p = multiplyDouble(xh, xl, e, LOW[0]);
  const d = addDouble(p, LOW[0], -1, 0);
  const dl = LOW[0];
  // log(1 + d) = d - d^2/2 + d^3/3: d is about 1e-16, so the third term is beyond the last digit.
  const sh = addDouble(d, dl, -0.5 * d * d, 0);
  return addDouble(y, 0, sh, LOW[0]);
}

/** x^exponent for x >= 0 and exponent > 0. */
export function powerDouble(xh: number, xl: number, exponentHigh: number, exponentLow = 0): number {
  if (!(xh > 0)) {
    LOW[0] = 0;
    return 0;
  }
  const log = logDouble(xh, xl);
  const product = multiplyDouble(log, LOW[0], exponentHigh, exponentLow);
  if (product < -700) {
    LOW[0] = 0;
    return 0;
  }
  return expDouble(product, LOW[0]);
}
