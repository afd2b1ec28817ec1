// SPDX-License-Identifier: MIT
/**
 * The point of a line nearest to a given point, correctly rounded. Float64 cannot decide whether a ray from far away
 * hits a small body: the rounded unit direction alone displaces the ray by 1e-16 of the distance.
 */
import type { Vector3 } from '../../math/vector.ts';
import { roundQuotient, scaleByPowerOfTwo, trailingExponentOf } from './rounding.ts';

interface NearestOnLine {
  /** The nearest point, relative to the given point. */
  readonly offset: Vector3;
  /** Signed distance from the origin of the line to the nearest point, along the direction. */
  readonly along: number;
}

/** Coordinates as integers times 2^exponent. */
function integersOf(values: readonly number[]): { readonly integers: readonly bigint[]; readonly exponent: number } {
  const trailing = values.map((x) => (x === 0 ? Infinity : trailingExponentOf(x)));
  const finest = Math.min(...trailing);
  if (finest === Infinity) return { integers: values.map(() => 0n), exponent: 0 };
  const integers = values.map((x, i) => {
    const own = trailing[i];
    return x === 0 ? 0n : BigInt(scaleByPowerOfTwo(x, -own)) << BigInt(own - finest);
  });
  return { integers, exponent: finest };
}

/** The line goes through `origin` along `direction`, which has any finite length except zero. */
export function nearestOnLine(origin: Vector3, direction: Vector3, to: Vector3): NearestOnLine {
  const points = integersOf([origin.x, origin.y, origin.z, to.x, to.y, to.z]);
  const [ox, oy, oz, px, py, pz] = points.integers as [bigint, bigint, bigint, bigint, bigint, bigint];
  const { integers } = integersOf([direction.x, direction.y, direction.z]);
  const [dx, dy, dz] = integers as [bigint, bigint, bigint];
  const [x, y, z] = [ox - px, oy - py, oz - pz];
  const squared = dx * dx + dy * dy + dz * dz;
  const product = x * dx + y * dy + z * dz;
  const component = (own: bigint, d: bigint): number =>
    roundQuotient(own * squared - d * product, squared, points.exponent);
  const unit = Math.max(Math.abs(direction.x), Math.abs(direction.y), Math.abs(direction.z));
  const [ux, uy, uz] = [direction.x / unit, direction.y / unit, direction.z / unit];
  const length = Math.sqrt(ux * ux + uy * uy + uz * uz);
  // The quotient by the largest component stays in range, whatever the length of the direction.
  const largest = [dx, dy, dz].map((d) => (d < 0n ? -d : d)).reduce((p, q) => (p > q ? p : q));
  return {
    offset: { x: component(x, dx), y: component(y, dy), z: component(z, dz) },
    along: -roundQuotient(product, largest, points.exponent) / length,
  };
}
