// SPDX-License-Identifier: MIT
/** Sizes of the bodies of a scene, for estimates and checks. */
import { unionOfBalls } from '../../bodies/union-of-balls.ts';
import { transformPoint } from '../../math/pose.ts';
import { add, distance, scale, type Vector3, vector3, ZERO_VECTOR } from '../../math/vector.ts';
import type { BoundingBall } from '../../shapes/bounding-ball.ts';
import { type Compound, compound, type Piece } from '../../shapes/kinds/compound.ts';
import { sphere } from '../../shapes/kinds/sphere.ts';
import type { BoundingBox, ConvexShape, Shape } from '../../shapes/shape.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';

export interface BodySize {
  /** As the narrow phase takes it. */
  readonly shape: Shape;
  /** A ball around the body: its centre in the shape's frame, and its radius. */
  readonly ballCentre: Vector3;
  readonly ballRadius: number;
  /** Half of the smallest side, or the smallest sphere of a clump: what limits the time step. */
  readonly smallestRadius: number;
  /** Not more than the volume: for a clump, that of its largest sphere. */
  readonly volumeAtLeast: number;
  /** Undefined for a clump, whose spheres may overlap: see `bodyVolume`. */
  readonly volume: number | undefined;
  /** Spheres of a clump or pieces of a compound; 1 for others. */
  readonly elementCount: number;
}

const sphereVolume = (radius: number): number => (4 / 3) * Math.PI * radius ** 3;

export function bodySizeOf(spec: BodyShapeSpec): BodySize {
  if ('sphere' in spec) {
    const { radius } = spec.sphere;
    const volume = sphereVolume(radius);
    const sizes = { ballCentre: ZERO_VECTOR, ballRadius: radius, smallestRadius: radius };
    return { shape: sphere({ radius }), ...sizes, volumeAtLeast: volume, volume, elementCount: 1 };
  }
  const shape =
    'clump' in spec ? compoundOfSpheres(spec.clump.spheres) : 'convex' in spec ? spec.convex : spec.compound;
  const { min, max } = shape.boundingBox();
  const { centre: ballCentre, radius: ballRadius } = ballAround(shape, { min, max });
  const ball = { ballCentre, ballRadius };
  if ('clump' in spec) {
    const radii = spec.clump.spheres.map(({ radius }) => radius);
    const volumeAtLeast = sphereVolume(Math.max(...radii));
    return {
      shape,
      ...ball,
      smallestRadius: Math.min(...radii),
      volumeAtLeast,
      volume: undefined,
      elementCount: radii.length,
    };
  }
  const smallestRadius = Math.min(max.x - min.x, max.y - min.y, max.z - min.z) / 2;
  const { volume } = shape.massProperties();
  const elementCount = shape.kind === 'compound' ? shape.pieces.length : 1;
  return { shape, ...ball, smallestRadius, volumeAtLeast: volume, volume, elementCount };
}

/** Of a clump that of the union of its spheres, which takes milliseconds. */
export function bodyVolume(spec: BodyShapeSpec): number {
  if (!('clump' in spec)) return bodySizeOf(spec).volumeAtLeast;
  return unionOfBalls(spec.clump.spheres.map(({ centre, radius }) => ({ centre: vector3(centre), radius }))).volume;
}

/** The smaller of the ball around the box and the shape's own; for a compound, the ball around those of its pieces. */
function ballAround(shape: ConvexShape | Compound, { min, max }: BoundingBox): BoundingBall {
  const centre = scale(add(min, max), 1 / 2);
  const ofBox = { centre, radius: distance(min, max) / 2 };
  const own = shape.kind === 'compound' ? ballOfPieces(shape.pieces, centre) : shape.boundingBall();
  return own.radius < ofBox.radius ? own : ofBox;
}

function ballOfPieces(pieces: readonly Piece[], centre: Vector3): BoundingBall {
  const reach = pieces.map(({ shape, pose }) => {
    const ball = shape.boundingBall();
    return distance(transformPoint(pose, ball.centre), centre) + ball.radius;
  });
  return { centre, radius: Math.max(...reach) };
}

function compoundOfSpheres(spheres: readonly { centre: Parameters<typeof vector3>[0]; radius: number }[]): Compound {
  return compound(
    spheres.map(({ centre, radius }) => ({ shape: sphere({ radius }), pose: { position: vector3(centre) } })),
  );
}
