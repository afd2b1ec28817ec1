// SPDX-License-Identifier: MIT
/**
 * Bodies other than single spheres, in the frame of their principal axes about the centre of mass: clumps, convex
 * shapes and compounds. Every part is an element with a bounding ball. Spherical parts touch as spheres, the others
 * through the contact kernel.
 */
import { cubeRoot } from '../../math/elementary.ts';
import { conjugate, fromAxes, inverseRotate, multiply, type Quaternion, rotate } from '../../math/quaternion.ts';
import { Random } from '../../math/random.ts';
import { eigenSystem } from '../../math/symmetric-matrix.ts';
import { add, cross, length, negate, subtract, type Vector3 } from '../../math/vector.ts';
import { fieldBallRadius } from '../../shapes/field-solid.ts';
import { compound, type Piece } from '../../shapes/kinds/compound.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import type { BodyShapeSpec } from '../simulation-spec.ts';
import { type ClumpShape, clumpShape } from './clump-shape.ts';

/** A part that is not a sphere. */
interface ConvexPart {
  readonly shape: ConvexShape;
  /** Origin of the part's own frame, from the centre of its ball, along the body's principal axes. */
  readonly origin: Vector3;
  /** From the part's own frame to the principal axes. */
  readonly turn: Quaternion;
  /** Radius of the sphere of equal volume: replaces the curvature of the part in laws that need one. */
  readonly radius: number;
}

export interface BodyForm extends ClumpShape {
  /** One for each of `spheres`, which then are the balls around the parts; undefined for parts that are spheres. */
  readonly parts?: readonly (ConvexPart | undefined)[];
}

/**
 * Undefined for a sphere, which is an element of its own. With `byField` the balls around the parts contain the
 * polyhedra of their pressure fields, too.
 */
export function bodyForm(shape: BodyShapeSpec, byField = false): BodyForm | undefined {
  if ('sphere' in shape) return undefined;
  if ('clump' in shape) return clumpShape(shape.clump.spheres);
  return formOfPieces(piecesOf(shape), byField);
}

/** Directions that are tried for the worst lever. */
const DIRECTIONS = 256;

/**
 * Smallest effective volume of the body at a surface point: the minimum of 1 / (1/V + (r x n) J^-1 (r x n)) over its
 * surface points r with normals n, J being the inertia at unit density. It bounds the time step.
 */
export function contactVolume(form: BodyForm, shape: Pick<ConvexShape, 'support'>): number {
  const random = new Random(1);
  const axes = [0, 1, 2].map((k) => ({ x: k === 0 ? 1 : 0, y: k === 1 ? 1 : 0, z: k === 2 ? 1 : 0 }));
  const directions = [...axes, ...Array.from({ length: DIRECTIONS }, () => random.unitVector())];
  const [jx, jy, jz] = form.inertia;
  let most = 0;
  for (const direction of directions) {
    const point = subtract(shape.support(direction), form.centroid);
    const lever = inverseRotate(form.principal, cross(point, direction));
    most = Math.max(most, lever.x ** 2 / jx + lever.y ** 2 / jy + lever.z ** 2 / jz);
  }
  return 1 / (1 / form.volume + most);
}

/** The convex pieces of a shape that is not made of spheres alone. */
export function piecesOf(shape: BodyShapeSpec): readonly Piece[] {
  if ('convex' in shape) return compound([{ shape: shape.convex }]).pieces;
  return 'compound' in shape ? shape.compound.pieces : [];
}

/** Radius of the sphere with this volume. */
function radiusOfVolume(volume: number): number {
  return cubeRoot((3 * volume) / (4 * Math.PI));
}

/** Where pieces overlap the common part has its mass twice. */
function formOfPieces(pieces: readonly Piece[], byField: boolean): BodyForm {
  const { volume, centroid, inertia } = compound(pieces).massProperties();
  const { values, vectors } = eigenSystem(inertia);
  const principal = fromAxes(...vectors);
  const own = conjugate(principal);
  const balls = pieces.map(({ shape, pose }) => {
    const { centre, radius } = shape.boundingBall();
    const placed = add(pose.position, rotate(pose.orientation, centre));
    return { centre: inverseRotate(principal, subtract(placed, centroid)), radius };
  });
  const spheres = balls.map(({ centre, radius }, k) => ({
    centre,
    radius: byField ? fieldBallRadius(pieces[k].shape) : radius,
  }));
  const parts = pieces.map(({ shape, pose }) => {
    if (shape.kind === 'sphere') return undefined;
    const turn = multiply(own, pose.orientation);
    const origin = rotate(turn, negate(shape.boundingBall().centre));
    return { shape, origin, turn, radius: radiusOfVolume(shape.massProperties().volume) };
  });
  return {
    volume,
    centroid,
    principal,
    own,
    inertia: values,
    spheres,
    parts,
    radius: Math.max(...balls.map(({ centre, radius }) => length(centre) + radius)),
  };
}
