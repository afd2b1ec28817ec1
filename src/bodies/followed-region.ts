// SPDX-License-Identifier: MIT
/** Regions that follow a wall: their positions after the wall has moved. */
import { inverseTransformPoint, type Pose, transformPoint } from '../math/pose.ts';
import { conjugate, multiply, rotate } from '../math/quaternion.ts';
import { add, subtract, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import type { InsertionRegionSpec, RegionSpec } from './insertion/insertion-spec.ts';
import type { OutletRegionSpec } from './outlet.ts';

/** The wall that a region follows. */
export interface FollowSpec {
  /** Name of a half-space or mesh. */
  readonly wall: string;
  /** Place of the wall for which the region is described: of a half-space, its point nearest to the origin. */
  readonly start: Pose;
}

type AnyRegion = RegionSpec | InsertionRegionSpec | OutletRegionSpec;

/**
 * The region after its wall has moved from one pose to another. Boxes stay parallel to the axes: they translate with
 * the origin of the wall and do not rotate.
 */
export function movedRegion<Region extends AnyRegion>(region: Region, start: Pose, now: Pose): Region {
  const moved = (point: Vector3Like): Vector3 => transformPoint(now, inverseTransformPoint(start, vector3(point)));
  const turned = (direction: Vector3Like): Vector3 =>
    rotate(multiply(now.orientation, conjugate(start.orientation)), vector3(direction));
  return regionAt(region, moved, turned, subtract(now.position, start.position)) as Region;
}

function regionAt(
  region: AnyRegion,
  moved: (point: Vector3Like) => Vector3,
  turned: (direction: Vector3Like) => Vector3,
  shift: Vector3,
): AnyRegion {
  if ('box' in region) {
    const { min, max } = region.box;
    return { box: { min: add(vector3(min), shift), max: add(vector3(max), shift) } };
  }
  if ('sphere' in region) return { sphere: { ...region.sphere, centre: moved(region.sphere.centre) } };
  if ('plane' in region) {
    return { plane: { through: moved(region.plane.through), direction: turned(region.plane.direction) } };
  }
  if ('tube' in region) return { tube: { ...region.tube, from: moved(region.tube.from), to: moved(region.tube.to) } };
  const { from, to, radius } = region.cylinder;
  return { cylinder: { from: moved(from), to: moved(to), radius } };
}
