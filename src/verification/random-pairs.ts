// SPDX-License-Identifier: MIT
/** Pairs of bodies at random orientations, at a wanted signed distance or anywhere between concentric and apart. */
import type { Quaternion } from '../math/quaternion.ts';
import type { Random } from '../math/random.ts';
import { addScaled, scale, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { type Algorithm, type Contact, contact } from '../narrow-phase/contact.ts';
import { placeAtDistance } from '../narrow-phase/place-at-distance.ts';
import type { ConvexShape } from '../shapes/shape.ts';

export interface BodyPair {
  readonly a: ConvexShape;
  readonly poseA: { readonly position: Vector3; readonly orientation: Quaternion };
  readonly b: ConvexShape;
  readonly poseB: { readonly position: Vector3; readonly orientation: Quaternion };
  /** Largest side of the bounding box of the smaller body, to which errors are compared. */
  readonly size: number;
}

const PLACEMENT_STEPS = 40;
/** Position of A: at random near the origin, so that no coordinates cancel. */
const OFFSET = 1;

/** Largest side of the bounding box along the own axes. */
export function extentOf(shape: ConvexShape): number {
  const { min, max } = shape.boundingBox();
  return Math.max(max.x - min.x, max.y - min.y, max.z - min.z);
}

/** Radius of a ball about the own origin that holds the shape. */
export function reachOf(shape: ConvexShape): number {
  const { min, max } = shape.boundingBox();
  const square = (low: number, high: number): number => Math.max(low * low, high * high);
  return Math.sqrt(square(min.x, max.x) + square(min.y, max.y) + square(min.z, max.z));
}

function sizeOf(a: ConvexShape, b: ConvexShape): number {
  return Math.min(extentOf(a), extentOf(b));
}

function placedPair(a: ConvexShape, b: ConvexShape, random: Random, along: Vector3): BodyPair {
  const position = {
    x: random.between(-OFFSET, OFFSET),
    y: random.between(-OFFSET, OFFSET),
    z: random.between(-OFFSET, OFFSET),
  };
  return {
    a,
    poseA: { position, orientation: random.rotation() },
    b,
    poseB: { position: addScaled(position, along, 1), orientation: random.rotation() },
    size: sizeOf(a, b),
  };
}

export function ask(pair: BodyPair, algorithm?: Algorithm): Contact {
  const { a, poseA, b, poseB } = pair;
  return algorithm === undefined ? contact(a, poseA, b, poseB) : contact(a, poseA, b, poseB, { algorithm });
}

/** The pair with B moved along a direction until the signed distance is `part` of the size; undefined if B misses A. */
export function pairAtDistance(a: ConvexShape, b: ConvexShape, random: Random, part: number): BodyPair | undefined {
  const direction = random.unitVector();
  const pair = placedPair(a, b, random, ZERO_VECTOR);
  const moved = (way: number): BodyPair => {
    const position = addScaled(pair.poseA.position, direction, way);
    return { ...pair, poseB: { ...pair.poseB, position } };
  };
  const start = reachOf(a) + reachOf(b);
  const way = placeAtDistance((at) => ask(moved(at)), direction, start, part * pair.size, PLACEMENT_STEPS);
  return way === undefined ? undefined : moved(way);
}

/** The pair with the origin of B at random, up to the distance at which the bodies cannot meet. */
export function pairAnywhere(a: ConvexShape, b: ConvexShape, random: Random): BodyPair {
  return placedPair(a, b, random, scale(random.unitVector(), random.next() * (reachOf(a) + reachOf(b))));
}

/** Pairs until there are as many as wanted. */
export function* pairs(howMany: number, next: () => BodyPair | undefined): Generator<BodyPair, void, undefined> {
  for (let found = 0; found < howMany; ) {
    const pair = next();
    if (pair === undefined) continue;
    found++;
    yield pair;
  }
}
