// SPDX-License-Identifier: MIT
/**
 * First hit of a ray on a shape: closed forms for polyhedra, quadrics, tablets and half-spaces, an advance from outside
 * for rounded shapes and superquadrics. The ray is transformed to the shape's frame with its origin at the point
 * nearest to the shape's centre, so a distant ray keeps its digits.
 */

import { requireKeys } from '../errors/refused-argument.ts';
import { InvalidOptionError } from '../errors.ts';
import { PAIR_TEXT, type PairKernel } from '../kernel/kernel.ts';
import {
  BOX,
  CONE,
  CYLINDER,
  ELLIPSOID,
  HALF_SPACE,
  POLYHEDRON,
  SHAPE_CENTRE,
  SHAPE_KIND,
  SHAPE_MARGIN,
  SHAPE_PARAMETERS,
  SHAPE_RADIUS,
  SHAPE_VERTEX_COUNT,
  SHAPE_X,
  SHAPE_Y,
  SHAPE_Z,
  TABLET,
} from '../kernel/layout.ts';
import { F, I } from '../kernel/memory.ts';
import {
  inverseTransformPoint,
  LARGEST_COORDINATE,
  type Pose,
  type PoseLike,
  poseArgument,
  transformPoint,
} from '../math/pose.ts';
import { inverseRotate, rotate } from '../math/quaternion.ts';
import {
  add,
  addScaled,
  dot,
  largestComponent,
  length,
  negate,
  normalise,
  subtract,
  type Vector3,
  type Vector3Like,
  vectorArgument,
  ZERO_VECTOR,
} from '../math/vector.ts';
import { kernelBlock } from '../shapes/kernel-memory/kernel-block.ts';
import { requireShape, type Shape } from '../shapes/shape.ts';
import { chosenKernel } from './contact.ts';
import { nearestOnLine } from './exact/nearest-on-line.ts';
import {
  type Line,
  type LineInterval,
  lineInBall,
  lineInCapsule,
  lineInCone,
  lineInCylinder,
  lineInEllipsoid,
  lineInHalfSpace,
  lineInTablet,
  pointOnLine,
  withinRadius,
} from './line-interval.ts';
import { lineInPolyhedron } from './line-polyhedron.ts';
import { lengthArgument } from './query-options.ts';
import { advanceToBody, advanceToSuperquadric, type FirstHit } from './ray-advance.ts';

/** A ray in world coordinates. */
export interface Ray {
  readonly origin: Vector3Like;
  /** Of any length but zero. */
  readonly direction: Vector3Like;
  /** Hits farther along than this do not count. Default: Infinity. */
  readonly maxLength?: number;
}

/** Where a ray meets a shape first. */
export interface RayHit {
  /** From the origin, in units of length whatever the length of the direction; 0 when the origin is inside. */
  readonly distance: number;
  /** World coordinates. */
  readonly point: Vector3;
  /** Outward unit normal of the surface; against the ray when the origin is inside. */
  readonly normal: Vector3;
}

/** A ray that passes a polyhedron, a point or a segment by this many roundings of the coordinates touches it. */
const GRAZE_IN_ROUNDINGS = 8;

/**
 * A ray whose origin is farther away than this multiple of the body's reach is moved along its line in exact
 * arithmetic. Rounding would shift it by more than about 1e-12 of the body.
 */
const FAR_IN_REACHES = 2 ** 10;

function cell(at: number): number {
  return F[at];
}

function vertexOf(s: number, v: number): Vector3 {
  return {
    x: cell(I[2 * s + SHAPE_X] + v),
    y: cell(I[2 * s + SHAPE_Y] + v),
    z: cell(I[2 * s + SHAPE_Z] + v),
  };
}

/** First hit on the line at or after `from` of a body whose part of the line is known. */
function firstOf(span: LineInterval | undefined, from: number): FirstHit | undefined {
  if (span === undefined || span.exit < from) return undefined;
  if (span.enter < from) return { at: from, normal: ZERO_VECTOR, inside: true };
  return { at: span.enter, normal: span.normal, inside: false };
}

/**
 * The line's part inside the core of block s without a margin, or inside a ball or capsule; undefined for the others.
 */
function closedForm(line: Line, s: number, graze: number): { readonly span: LineInterval | undefined } | undefined {
  const kind = I[2 * s + SHAPE_KIND];
  const vertexCount = I[2 * s + SHAPE_VERTEX_COUNT];
  const margin = cell(s + SHAPE_MARGIN);
  const p = s + SHAPE_PARAMETERS;
  if (kind === POLYHEDRON && vertexCount === 1) return { span: lineInBall(line, vertexOf(s, 0), margin || graze) };
  if (kind === POLYHEDRON && vertexCount === 2) {
    return { span: lineInCapsule(line, vertexOf(s, 0), vertexOf(s, 1), margin || graze) };
  }
  if (margin > 0) return undefined;
  if (kind === POLYHEDRON || kind === BOX) return { span: lineInPolyhedron(line, s, graze) };
  if (kind === CYLINDER) return { span: lineInCylinder(line, cell(p), cell(p + 1)) };
  if (kind === TABLET) return { span: lineInTablet(line, cell(p), cell(p + 1), cell(p + 3)) };
  if (kind === CONE) return { span: lineInCone(line, cell(p), cell(p + 1)) };
  if (kind === ELLIPSOID) return { span: lineInEllipsoid(line, { x: cell(p), y: cell(p + 1), z: cell(p + 2) }) };
  if (kind === HALF_SPACE) return { span: lineInHalfSpace(line, { x: cell(p), y: cell(p + 1), z: cell(p + 2) }) };
  return undefined;
}

interface LocalHit {
  /** Parameter on the line. */
  readonly at: number;
  readonly point: Vector3;
  readonly normal: Vector3;
  readonly inside: boolean;
}

/** A line, and the range of parameters that is the ray. */
interface RayLine extends Line {
  readonly start: number;
  readonly end: number;
}

/** Hit of the ray, in the shape's own frame, on anything but a compound. */
function castAtShape(
  engine: PairKernel,
  shape: Shape,
  { origin, direction, start, end }: RayLine,
): LocalHit | undefined {
  const s = kernelBlock(shape);
  const centre = centreOf(s);
  const fromCentre = subtract(origin, centre);
  const isHalfSpace = shape.kind === 'halfSpace';
  const toNearest = isHalfSpace ? 0 : -dot(fromCentre, direction);
  const line = { origin: addScaled(fromCentre, direction, toNearest), direction };
  const radius = radiusOf(s);
  const graze = GRAZE_IN_ROUNDINGS * Number.EPSILON * (length(fromCentre) + radius);
  const ball = isHalfSpace ? undefined : withinRadius(line.origin, direction, radius + graze);
  const from = start - toNearest;
  const to = end - toNearest;
  if (!isHalfSpace && (ball === undefined || ball.exit < from || ball.enter > to)) return undefined;
  const closed = closedForm(line, s, graze);
  let hit: FirstHit | undefined;
  if (closed !== undefined) {
    hit = firstOf(closed.span, from);
  } else {
    // Never without a ball: the half-space has a closed form.
    const ballEnter = ball?.enter ?? from;
    const stretch = {
      from: Math.max(from, ballEnter),
      to: Math.min(to, ball?.exit ?? Infinity),
      startsAtOrigin: from >= ballEnter,
    };
    hit =
      shape.kind === 'superquadric'
        ? advanceToSuperquadric(line, shape.semiAxes, shape.n1, shape.n2, stretch)
        : advanceToBody(engine, line, s, centre, stretch);
  }
  if (hit === undefined || hit.at > to) return undefined;
  const isThin = shape.kind === 'point' || shape.kind === 'segment';
  return {
    at: hit.inside ? start : Math.max(start, toNearest + hit.at),
    point: add(centre, pointOnLine(line, hit.at)),
    normal: isThin || hit.inside ? negate(direction) : hit.normal,
    inside: hit.inside,
  };
}

function centreOf(s: number): Vector3 {
  return { x: cell(s + SHAPE_CENTRE), y: cell(s + SHAPE_CENTRE + 1), z: cell(s + SHAPE_CENTRE + 2) };
}

function radiusOf(s: number): number {
  return cell(s + SHAPE_RADIUS) + cell(s + SHAPE_MARGIN);
}

function castAtPose(engine: PairKernel, shape: Shape, at: Pose, ray: RayLine): LocalHit | undefined {
  const origin = inverseTransformPoint(at, ray.origin);
  const local = { ...ray, origin, direction: normalise(inverseRotate(at.orientation, ray.direction)) };
  const hit = shape.kind === 'compound' ? castAtPieces(engine, shape.pieces, local) : castAtShape(engine, shape, local);
  if (hit === undefined) return undefined;
  return {
    ...hit,
    point: transformPoint(at, hit.point),
    normal: normalise(rotate(at.orientation, hit.normal)),
  };
}

function castAtPieces(
  engine: PairKernel,
  pieces: readonly { readonly shape: Shape; readonly pose: Pose }[],
  ray: RayLine,
): LocalHit | undefined {
  let nearest: LocalHit | undefined;
  for (const piece of pieces) {
    const hit = castAtPose(engine, piece.shape, piece.pose, { ...ray, end: nearest?.at ?? ray.end });
    // Of two pieces at the same distance one may hold the origin inside: then the ray starts inside the whole.
    if (hit && (nearest === undefined || hit.at < nearest.at || hit.inside)) nearest = hit;
  }
  return nearest;
}

/** Upper bound of the distance of the shape's points from its origin; for a half-space, the distance of its plane. */
function reachOf(shape: Shape): number {
  if (shape.kind === 'compound') {
    return shape.pieces.reduce((most, piece) => Math.max(most, length(piece.pose.position) + reachOf(piece.shape)), 0);
  }
  const s = kernelBlock(shape);
  return length(centreOf(s)) + radiusOf(s);
}

interface CheckedRay {
  readonly origin: Vector3;
  /** The given direction, and its unit vector. */
  readonly direction: Vector3;
  readonly unit: Vector3;
  readonly maxLength: number;
}

const KEYS = ['origin', 'direction', 'maxLength'];

function rayArgument(given: unknown): CheckedRay {
  const ray = requireKeys(given, 'ray', KEYS, InvalidOptionError);
  const origin = vectorArgument(ray.origin, 'ray.origin', InvalidOptionError, LARGEST_COORDINATE);
  const direction = vectorArgument(ray.direction, 'ray.direction', InvalidOptionError);
  const maxLength = lengthArgument(ray.maxLength, 'ray.maxLength', Infinity);
  if (direction.x === 0 && direction.y === 0 && direction.z === 0) {
    throw new InvalidOptionError(
      'zero-direction',
      'ray.direction: expected finite numbers, not all zero, got (0, 0, 0)',
    );
  }
  return { origin, direction, unit: normalise(direction), maxLength };
}

/** The ray relative to the position of the pose, with the exact nearest point of its line as origin. */
function castFromNear(engine: PairKernel, shape: Shape, at: Pose, ray: CheckedRay): LocalHit | undefined {
  const { offset, along } = nearestOnLine(ray.origin, ray.direction, at.position);
  const line = { origin: offset, direction: ray.unit, start: -along, end: ray.maxLength - along };
  const hit = castAtPose(engine, shape, { position: ZERO_VECTOR, orientation: at.orientation }, line);
  return hit && { ...hit, at: hit.at + along, point: add(at.position, hit.point) };
}

/**
 * First point of the shape at `pose` on the ray, in world coordinates; undefined when it misses, or hits beyond
 * `maxLength`.
 *
 * Shapes are closed and solid: a ray that starts inside hits at distance 0 with the normal against it, one that runs
 * along a face hits. Points and segments are hit by rays that pass them within rounding, with the normal against the
 * ray. The hit is on the body to rounding, for rounded shapes to 1e-9 of their extent.
 *
 * @throws InvalidOptionError for a ray that is not finite, has its origin beyond 1e50, or has no direction;
 * InvalidShapeError or InvalidPoseError for a shape or pose that is none.
 *
 * @example
 * ```ts
 * import { raycast, sphere } from 'scree/contact';
 *
 * const hit = raycast({ origin: [5, 0, 0], direction: [-1, 0, 0] }, sphere({ radius: 1 }));
 * console.log(hit?.distance); // 4
 * ```
 */
export function raycast(ray: Ray, shape: Shape, at: PoseLike = {}): RayHit | undefined {
  const given = rayArgument(ray);
  requireShape(shape, 'shape');
  const placed = poseArgument(at, 'pose');
  const engine = chosenKernel(PAIR_TEXT, undefined);
  const { origin, unit, maxLength } = given;
  const isFar = largestComponent(subtract(origin, placed.position)) > FAR_IN_REACHES * reachOf(shape);
  const hit =
    isFar && shape.kind !== 'halfSpace'
      ? castFromNear(engine, shape, placed, given)
      : castAtPose(engine, shape, placed, { origin, direction: unit, start: 0, end: maxLength });
  if (hit === undefined) return undefined;
  if (hit.inside) return { distance: 0, point: origin, normal: negate(unit) };
  return { distance: Math.max(0, hit.at), point: hit.point, normal: hit.normal };
}
