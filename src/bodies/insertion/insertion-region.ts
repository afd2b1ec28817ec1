// SPDX-License-Identifier: MIT
/** Regions of insertion: uniformly distributed points, volume and bounds. */
import type { Random } from '../../math/random.ts';
import {
  add,
  addScaled,
  cross,
  length,
  negate,
  perpendicular,
  scale,
  subtract,
  type Vector3,
  vector3,
} from '../../math/vector.ts';
import type { InsertionRegionSpec } from './insertion-spec.ts';

export interface Region {
  /** m3; 0 for a box without depth. */
  readonly volume: number;
  readonly min: Vector3;
  readonly max: Vector3;
  draw(random: Random): Vector3;
}

export function regionOf(spec: InsertionRegionSpec): Region {
  if ('box' in spec) return boxRegion(vector3(spec.box.min), vector3(spec.box.max));
  if ('sphere' in spec) return ballRegion(vector3(spec.sphere.centre), spec.sphere.radius);
  const { from, to, radius, innerRadius } = 'tube' in spec ? spec.tube : { ...spec.cylinder, innerRadius: 0 };
  return tubeRegion(vector3(from), vector3(to), radius, innerRadius);
}

function boxRegion(min: Vector3, max: Vector3): Region {
  const { x, y, z } = subtract(max, min);
  return {
    volume: x * y * z,
    min,
    max,
    draw: (random) => ({
      x: random.between(min.x, max.x),
      y: random.between(min.y, max.y),
      z: random.between(min.z, max.z),
    }),
  };
}

function ballRegion(centre: Vector3, radius: number): Region {
  const reach = { x: radius, y: radius, z: radius };
  return {
    volume: (4 / 3) * Math.PI * radius * radius * radius,
    min: subtract(centre, reach),
    max: add(centre, reach),
    draw: (random) => {
      for (;;) {
        const x = random.between(-1, 1);
        const y = random.between(-1, 1);
        const z = random.between(-1, 1);
        if (x * x + y * y + z * z <= 1) return addScaled(centre, { x, y, z }, radius);
      }
    },
  };
}

/** A cylinder if the inner radius is 0. */
function tubeRegion(from: Vector3, to: Vector3, radius: number, innerRadius: number): Region {
  const axis = subtract(to, from);
  const height = length(axis);
  const along = scale(axis, 1 / height);
  const u = perpendicular(along);
  const v = cross(along, u);
  // The rim of a disc reaches radius * sin(angle to the axis) along each direction.
  const rim = (a: number): number => radius * Math.sqrt(Math.max(0, 1 - a * a));
  const reach = { x: rim(along.x), y: rim(along.y), z: rim(along.z) };
  const hole = (innerRadius / radius) ** 2;
  return {
    volume: Math.PI * (radius * radius - innerRadius * innerRadius) * height,
    min: subtract(least(from, to), reach),
    max: add(negate(least(negate(from), negate(to))), reach),
    draw: (random) => {
      for (;;) {
        const a = random.between(-1, 1);
        const b = random.between(-1, 1);
        const t = random.next();
        const squared = a * a + b * b;
        if (squared > 1 || squared < hole) continue;
        return addScaled(addScaled(addScaled(from, axis, t), u, radius * a), v, radius * b);
      }
    },
  };
}

function least(a: Vector3, b: Vector3): Vector3 {
  return { x: Math.min(a.x, b.x), y: Math.min(a.y, b.y), z: Math.min(a.z, b.z) };
}
