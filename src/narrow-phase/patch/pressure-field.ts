// SPDX-License-Identifier: MIT
/**
 * Elastic contact of two bodies with faces, or of one and a half-space, whose energy is that of a pressure field in
 * each body (docs/theory/pressure-field-law.md). The contact law `pressure-field` uses the same query.
 */
import { F } from '../../kernel/memory.ts';
import {
  PRESSURE_DEPTH,
  PRESSURE_ENERGY,
  PRESSURE_FORCE,
  PRESSURE_MOMENT,
  PRESSURE_POINT,
  PRESSURE_RADIUS,
  PRESSURE_STIFFNESS,
} from '../../kernel/pressure-field/pressure-layout.ts';
import type { PoseLike } from '../../math/pose.ts';
import type { Vector3 } from '../../math/vector.ts';
import { fieldSolid, hasField } from '../../shapes/field-solid.ts';
import { requireShape, type Shape } from '../../shapes/shape.ts';
import { POSE_A, POSE_B, vectorAt } from '../kernel-query.ts';
import { PRESSURE_RESULT, queryPressure } from './pressure-query.ts';
import { pairArguments, placeSolids, type SolidPairOptions } from './solid-pair.ts';

/**
 * What two overlapping bodies with pressure fields exert on each other. Values are for a stiffness of 1 N/m3; energy,
 * force, moment and stiffness are proportional to it.
 */
export interface PressureField {
  /** J */
  readonly energy: number;
  /** On B: minus the derivative of the energy by the position of B. On A it is the opposite. */
  readonly force: Vector3;
  /** Centre of pressure, the centroid of the common part; the origin where bodies do not overlap. */
  readonly point: Vector3;
  /** On B about the point: minus the derivative of the energy by a rotation of B about it. On A it is the opposite. */
  readonly moment: Vector3;
  /**
   * Increase of the force with the approach, N/m: the slope of the pressure along the normals, over the pressed area.
   */
  readonly stiffness: number;
  /** Of a disc with the same mean square distance from its centre as the common part has from its centroid. */
  readonly radius: number;
  /** Overlap of the bodies along the force, m. */
  readonly depth: number;
}

/**
 * True if `pressureField` supports the pair: polyhedra, boxes, cylinders, cones and tablets, or one of them and a
 * half-space. Tablets with half balls as caps have neither face nor rim.
 *
 * @throws InvalidShapeError for values that are no shapes.
 *
 * @example
 * ```ts
 * import { box, cone, hasPressureField } from 'scree/contact';
 *
 * console.log(hasPressureField(box({ halfExtents: [1, 1, 1] }), cone({ radius: 1, height: 1 }))); // true
 * ```
 */
export function hasPressureField(a: Shape, b: Shape): boolean {
  requireShape(a, 'a');
  requireShape(b, 'b');
  return (hasField(a) && (hasField(b) || b.kind === 'halfSpace')) || (a.kind === 'halfSpace' && hasField(b));
}

const QUERY = {
  name: 'pressureField',
  supports: hasPressureField,
  supported: 'polyhedra, boxes, cylinders, cones and tablets are, also against a half-space',
};

/**
 * Energy, force and moment of the pressure fields of `a` at `poseA` and `b` at `poseB`; all 0 for bodies apart or
 * touching. Polyhedra, boxes, cylinders, cones and tablets, or one of them and a half-space. Cylinders, cones and
 * tablets have the field of a polyhedron. World coordinates; exchanging the bodies turns the signs of force and moment.
 *
 * @throws UnsupportedPairError for other pairs; InvalidShapeError, InvalidPoseError or InvalidOptionError for arguments
 * that are none of these.
 *
 * @example
 * ```ts
 * import { box, pressureField } from 'scree/contact';
 *
 * const cube = box({ halfExtents: [1, 1, 1] });
 * const { energy, force } = pressureField(cube, {}, cube, { position: [0, 0, 1.9] });
 * console.log(energy > 0, Math.abs(force.x) < 1e-9); // true true
 * ```
 */
export function pressureField(
  a: Shape,
  poseA: PoseLike,
  b: Shape,
  poseB: PoseLike,
  options?: SolidPairOptions,
): PressureField {
  const { engine, placedA, placedB } = pairArguments(QUERY, a, poseA, b, poseB, options);
  const { blockA, blockB } = placeSolids(fieldSolid(a) ?? a, placedA, fieldSolid(b) ?? b, placedB);
  queryPressure(engine, blockA, POSE_A, blockB, POSE_B, 0);
  return readPressure(PRESSURE_RESULT);
}

/** The answer at an address of the kernel's memory. */
export function readPressure(r: number): PressureField {
  return {
    energy: F[r + PRESSURE_ENERGY],
    force: vectorAt(r + PRESSURE_FORCE),
    point: vectorAt(r + PRESSURE_POINT),
    moment: vectorAt(r + PRESSURE_MOMENT),
    stiffness: F[r + PRESSURE_STIFFNESS],
    radius: F[r + PRESSURE_RADIUS],
    depth: F[r + PRESSURE_DEPTH],
  };
}
