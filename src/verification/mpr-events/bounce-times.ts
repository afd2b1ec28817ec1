// SPDX-License-Identifier: MIT
/**
 * Begin and end times of the contacts of a body that bounces on a linear spring and dashpot, in closed form: parabolas
 * in flight, a damped oscillation m d'' = m g - k d - c d' of the depth d in contact. Only the end of a contact, the
 * first return of d to zero, needs an iteration.
 */

export interface Bouncing {
  /** kg */
  readonly mass: number;
  /** m/s2 */
  readonly gravity: number;
  /** N/m */
  readonly stiffness: number;
  /** N s/m; below critical. */
  readonly dashpot: number;
  /** Gap at the start, m; at rest. */
  readonly height: number;
}

/** Depth and its rate at a time after first contact at the speed v. */
function depthAt({ mass, gravity, stiffness, dashpot }: Bouncing, v: number, t: number): [number, number] {
  const rest = (mass * gravity) / stiffness;
  const decay = dashpot / (2 * mass);
  const omega = Math.sqrt(stiffness / mass - decay * decay);
  // d = rest + exp(-decay t) (a cos + b sin), d(0) = 0, d'(0) = v.
  const a = -rest;
  const b = (v + decay * a) / omega;
  const factor = Math.exp(-decay * t);
  const c = Math.cos(omega * t);
  const s = Math.sin(omega * t);
  const depth = rest + factor * (a * c + b * s);
  const rate = factor * ((b * omega - decay * a) * c - (a * omega + decay * b) * s);
  return [depth, rate];
}

/** Time at which the depth first returns to zero; Newton's method from past the deepest point. */
function contactDuration(given: Bouncing, v: number): number {
  const omega = Math.sqrt(given.stiffness / given.mass - (given.dashpot / (2 * given.mass)) ** 2);
  // Between half a period and a whole one; the depth is convex or concave there at most once, bisection is safe.
  let low = (0.5 * Math.PI) / omega;
  let high = (2 * Math.PI) / omega;
  while (depthAt(given, v, low)[0] <= 0) low *= 0.5;
  // The deepest point is before `low` or soon after; the first zero beyond it is bracketed by the first sample below
  // zero.
  for (let t = low; t <= high; t += 0.01 / omega) {
    if (depthAt(given, v, t)[0] <= 0) {
      high = t;
      break;
    }
    low = t;
  }
  for (;;) {
    const middle = 0.5 * (low + high);
    if (middle <= low || middle >= high) return middle;
    if (depthAt(given, v, middle)[0] > 0) low = middle;
    else high = middle;
  }
}

/** Times of the first `count` events: beginning, end, beginning, ... */
export function bounceTimes(given: Bouncing, count: number): readonly number[] {
  const times: number[] = [];
  let t = Math.sqrt((2 * given.height) / given.gravity);
  let v = given.gravity * t;
  while (times.length < count) {
    times.push(t);
    const duration = contactDuration(given, v);
    const [, rate] = depthAt(given, v, duration);
    t += duration;
    times.push(t);
    v = -rate;
    t += (2 * v) / given.gravity;
  }
  return times.slice(0, count);
}
