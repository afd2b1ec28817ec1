// SPDX-License-Identifier: MIT
/** Resolves joints and springs of a scene; drives given as expressions in time become functions. */
import { SceneError } from '../../errors.ts';
import type { JointDriveSpec, JointSpec, PointSpringSpec } from '../../multibody/joint-spec.ts';
import type { HarmonicSpec, TimeFunctionSpec } from '../../multibody/time-function.ts';
import { ExpressionProblem, evaluate } from '../expressions/expression.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { DIMENSIONS, type DimensionName, describeDimension, sameDimension } from '../units/dimension.ts';
import { type Quantity, readAnyQuantity } from '../units/parse-quantity.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';
import { resolveOrientation } from './resolve-pose.ts';

type JointFields = SceneFields['joints'][string];
type AxisFields = NonNullable<JointFields['revolute']>;
type TimeFields = number | string | Record<string, number | undefined>;
type Variables = SceneFields['variables'];

/**
 * A function of the time from a text such as `2 N m * sin(3 rad/s * time)`; `t` is the tonne; throws a SceneError when
 * it has another dimension.
 */
function timeExpression(text: string, dimension: DimensionName, variables: Variables): (t: number) => number {
  const value = (t: number): Quantity =>
    evaluate(text, 0, (name, at) => {
      if (name === 'time') return { value: t, dimension: DIMENSIONS.time.exponents };
      const given = Object.hasOwn(variables, name) ? readAnyQuantity(variables[name]) : undefined;
      if (given !== undefined && 'value' in given) return given;
      throw new ExpressionProblem(at, `unknown name "${name}"; expected time, or a variable of the scene`);
    });
  const { exponents, words } = DIMENSIONS[dimension];
  try {
    // At a time that no one would write, so that a division by zero at the start is not taken for one at all times.
    const found = value(0.6180339887498949);
    // A plain number is in SI units, as everywhere.
    if (!sameDimension(found.dimension, exponents) && !sameDimension(found.dimension, DIMENSIONS.number.exponents)) {
      throw new SceneError('dimension', `expected ${words}, got "${text}", ${describeDimension(found.dimension)}`);
    }
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    throw new SceneError('expression', `"${text}", character ${error.at + 1}: ${error.message}`);
  }
  return (t) => {
    try {
      return value(t).value;
    } catch (error) {
      if (error instanceof ExpressionProblem) return Number.NaN;
      throw error;
    }
  };
}

function timeFunction(
  given: TimeFields,
  dimension: DimensionName,
  path: ScenePath,
  variables: Variables,
  resolution: Resolution,
): TimeFunctionSpec {
  if (typeof given === 'string')
    return resolution.attempt(path, () => timeExpression(given, dimension, variables)) ?? 0;
  return typeof given === 'number' ? given : (withoutUndefined(given) as HarmonicSpec);
}

function resolveDrive(
  drive: NonNullable<AxisFields['drive']>,
  [force, coordinate]: readonly [DimensionName, DimensionName],
  path: ScenePath,
  variables: Variables,
  resolution: Resolution,
): JointDriveSpec {
  const given = drive as {
    readonly force?: TimeFields;
    readonly servo?: { readonly target: TimeFields; readonly stiffness: number; readonly damping?: number };
    readonly motion?: Record<string, number | undefined>;
  };
  if (given.force !== undefined) {
    const value = timeFunction(given.force, force, [...path, 'force'], variables, resolution);
    return { kind: 'force', value };
  }
  if (given.servo !== undefined) {
    const { target, ...rest } = given.servo;
    const value = timeFunction(target, coordinate, [...path, 'servo', 'target'], variables, resolution);
    return { kind: 'servo', target: value, ...withoutUndefined(rest) };
  }
  return { kind: 'motion', value: withoutUndefined(given.motion ?? {}) as HarmonicSpec };
}

/** Joints by name, in the order of the scene. */
export function resolveJoints({ joints, variables }: SceneFields, resolution: Resolution): JointSpec[] {
  return Object.entries(joints).map(([name, fields]): JointSpec => {
    const { fixed, revolute, prismatic, spherical, free } = fields;
    const placed = fixed ?? revolute ?? prismatic ?? spherical ?? free;
    const { parent = 'world', child = '', at, contact = false } = placed ?? {};
    const place = withoutUndefined({ name, parent, child, at, contact });
    const axis = revolute ?? prismatic;
    if (axis !== undefined) {
      const kind = revolute === undefined ? 'prismatic' : 'revolute';
      const { axis: direction, initial, spring, damping, drive, limits } = axis;
      const dimensions = kind === 'revolute' ? (['torque', 'angle'] as const) : (['force', 'length'] as const);
      const path = ['joints', name, kind, 'drive'];
      return {
        kind,
        ...place,
        axis: direction,
        ...(initial && { initial: withoutUndefined(initial) }),
        ...(spring && { spring: withoutUndefined(spring) }),
        ...(damping !== undefined && { damping }),
        ...(drive && { drive: resolveDrive(drive, dimensions, path, variables, resolution) }),
        ...(limits && { limits: withoutUndefined(limits) }),
      } as JointSpec;
    }
    if (free !== undefined) {
      const { orientation, ...rest } = free.initial ?? {};
      const turned = orientation && resolveOrientation(orientation);
      return { kind: 'free', ...place, initial: withoutUndefined({ ...rest, orientation: turned }) };
    }
    if (spherical === undefined) return { kind: 'fixed', ...place };
    const { spring, damping, initial } = spherical;
    const { orientation, angularVelocity } = initial ?? {};
    return {
      kind: 'spherical',
      ...place,
      ...(spring && { spring }),
      ...(damping !== undefined && { damping }),
      ...(initial && {
        initial: withoutUndefined({ orientation: orientation && resolveOrientation(orientation), angularVelocity }),
      }),
    };
  });
}

export function resolveSprings({ springs }: SceneFields): PointSpringSpec[] {
  return Object.entries(springs).map(([name, { bodies, points, ...numbers }]) => {
    const [a = '', b = ''] = bodies;
    const [p, q] = points ?? [];
    return {
      name,
      bodies: [a, b] as const,
      ...(p && q && { points: [p, q] as const }),
      ...withoutUndefined(numbers),
    };
  });
}
