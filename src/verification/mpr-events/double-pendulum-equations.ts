// SPDX-License-Identifier: MIT
/**
 * A double pendulum of two balls on massless rods beside a wall that acts as a spring, by Lagrange's equations in the
 * angles of both rods from the vertical. It shares only the integrator with the simulator. With x to the right and the
 * angles towards it, x1 = L sin a, x2 = x1 + L sin b.
 */
import { DormandPrince } from '../../motion/dormand-prince.ts';
import { Integration } from '../../motion/integration.ts';

export interface DoublePendulum {
  /** Of each ball, kg and m. */
  readonly mass: number;
  readonly radius: number;
  /** Of each rod, m. */
  readonly reach: number;
  /** m/s2 */
  readonly gravity: number;
  /** The wall occupies x below this, m. */
  readonly wall: number;
  /** N/m */
  readonly stiffness: number;
  readonly angles: readonly [number, number];
}

/** A ball touches the wall, or leaves it. */
interface WallEvent {
  readonly time: number;
  readonly ball: number;
  readonly isBeginning: boolean;
}

/** Angles and their rates at the end, and all events until then. */
export function doublePendulum(
  given: DoublePendulum,
  until: number,
  tolerance: number,
): { readonly state: Float64Array; readonly events: readonly WallEvent[] } {
  const { mass: m, radius, reach: l, gravity: g, wall, stiffness, angles } = given;
  const own = 0.4 * m * radius ** 2;
  const touches = [false, false];
  const gap = (y: Float64Array, ball: number): number =>
    l * (Math.sin(y[0]) + (ball === 1 ? Math.sin(y[1]) : 0)) - radius - wall;
  const equations = {
    size: 4,
    derivatives(_t: number, y: Float64Array, out: Float64Array) {
      const [a, b, u, v] = y;
      const push = [0, 1].map((ball) => (touches[ball] ? -stiffness * gap(y, ball) : 0));
      const c = m * l * l * Math.cos(a - b);
      const s = m * l * l * Math.sin(a - b);
      const first = own + 2 * m * l * l;
      const second = own + m * l * l;
      const p = -s * v * v - 2 * m * g * l * Math.sin(a) + (push[0] + push[1]) * l * Math.cos(a);
      const q = s * u * u - m * g * l * Math.sin(b) + push[1] * l * Math.cos(b);
      const determinant = first * second - c * c;
      out[0] = u;
      out[1] = v;
      out[2] = (second * p - c * q) / determinant;
      out[3] = (first * q - c * p) / determinant;
    },
  };
  const crossings = {
    count: 2,
    prepare: () => Infinity,
    evaluate(_t: number, y: Float64Array, z: Float64Array) {
      z[0] = gap(y, 0);
      z[1] = gap(y, 1);
    },
    hasKink: (ball: number) => touches[ball],
  };
  const method = new DormandPrince(equations, { relativeTolerance: tolerance, absoluteTolerance: tolerance });
  const run = new Integration(method, 0, Float64Array.of(...angles, 0, 0), crossings, { longestStep: 1e-3 });
  const events: WallEvent[] = [];
  for (;;) {
    const result = run.advance(until);
    if (result.kind !== 'event') return { state: run.state, events };
    for (const { index, isRising } of result.crossings) {
      touches[index] = !isRising;
      events.push({ time: result.time, ball: index, isBeginning: !isRising });
    }
    run.restart();
  }
}
