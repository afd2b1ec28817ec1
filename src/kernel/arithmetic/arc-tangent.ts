// SPDX-License-Identifier: MIT
/** The angle of a point in the plane, by sums and roots alone, so that it has the same bits everywhere. */

const QUARTER_TURN: f64 = 1.5707963267948966;
/** Halvings of an angle of at most an eighth of a turn; its tangent is then below 0.1. */
const HALVINGS: i32 = 3;

/** Angle of the point (x, y) from the x axis, -pi to pi, to a few roundings; 0 at the origin. */
export function angleOf(x: f64, y: f64): f64 {
  const width: f64 = Math.abs(x);
  const height: f64 = Math.abs(y);
  const large: f64 = width > height ? width : height;
  if (!(large > 0.0)) return 0.0;
  let t: f64 = (width > height ? height : width) / large;
  for (let k: i32 = 0; k < HALVINGS; k++) t = t / (1.0 + Math.sqrt(1.0 + t * t));
  const u: f64 = t * t;
  const tail: f64 = 1.0 / 9.0 - u * (1.0 / 11.0 - u * (1.0 / 13.0 - u * (1.0 / 15.0 - u / 17.0)));
  const series: f64 = 1.0 - u * (1.0 / 3.0 - u * (1.0 / 5.0 - u * (1.0 / 7.0 - u * tail)));
  const small: f64 = 8.0 * t * series;
  const first: f64 = width > height ? small : QUARTER_TURN - small;
  const turned: f64 = x < 0.0 ? 2.0 * QUARTER_TURN - first : first;
  return y < 0.0 ? -turned : turned;
}
