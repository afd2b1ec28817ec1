// SPDX-License-Identifier: MIT
/** Resolves orientations and prescribed motions of a scene. */
import type { z } from 'zod';
import type { MotionTable } from '../../bodies/prescribed-motion.ts';
import { SceneError } from '../../errors.ts';
import { fromAxisAngle, normaliseQuaternion, type Quaternion } from '../../math/quaternion.ts';
import type { MotionSpec } from '../../simulation/simulation-spec.ts';
import type { motionField, orientationField } from '../schema/pose-fields.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { DimensionName } from '../units/dimension.ts';
import { numbersOfTable } from './number-table.ts';
import { noBodyFiles, type Resolution, withoutUndefined } from './resolution.ts';

/** A unit quaternion. */
export function resolveOrientation(fields: z.output<typeof orientationField>): Quaternion {
  return 'w' in fields ? normaliseQuaternion(fields) : fromAxisAngle(fields.axis, fields.angle);
}

/** Motions of a list follow the first as its `next`. */
export function resolveMotion(
  fields: z.output<typeof motionField>,
  path: ScenePath,
  resolution: Resolution,
): MotionSpec {
  const isList = Array.isArray(fields);
  const [first, ...others] = (isList ? fields : [fields]).map((part, k) =>
    resolvePart(part, isList ? [...path, k] : path, resolution),
  );
  return others.length === 0 ? (first as MotionSpec) : { ...(first as MotionSpec), next: others };
}

type MotionFields = Exclude<z.output<typeof motionField>, readonly unknown[]>;

function resolvePart({ table, ramp, ...rest }: MotionFields, path: ScenePath, resolution: Resolution): MotionSpec {
  return withoutUndefined({
    ...withoutUndefined(rest),
    ramp: ramp === 0 ? undefined : ramp,
    table: table && resolveTable(table, [...path, 'table'], resolution),
  });
}

function resolveTable(
  { displacement, velocity, file }: NonNullable<MotionFields['table']>,
  path: ScenePath,
  resolution: Resolution,
): MotionTable {
  if (displacement !== undefined) return { of: 'displacement', rows: displacement };
  if (velocity !== undefined || file === undefined) return { of: 'velocity', rows: velocity ?? [] };
  const table = resolution.attempt([...path, 'file'], (): MotionTable => {
    const text = (resolution.files.readTable ?? noBodyFiles)(file);
    const [head = ''] = text.split('\n');
    const of = /(^|[,;\t"])\s*vx\b/.test(head) ? 'velocity' : 'displacement';
    const names = of === 'velocity' ? (['vx', 'vy', 'vz'] as const) : (['x', 'y', 'z'] as const);
    const dimension = of === 'velocity' ? 'velocity' : 'length';
    const columns = Object.fromEntries([['time', 'time'], ...names.map((name) => [name, dimension])]);
    const rows = numbersOfTable(text, file, columns as Record<string, DimensionName>);
    const late = rows.findIndex((row, k) => k > 0 && !((row[0] ?? 0) > (rows[k - 1]?.[0] ?? 0)));
    if (rows.length < 2 || late >= 0) {
      const problem = rows.length < 2 ? 'at least two rows' : `times that increase; row ${late + 1} does not`;
      throw new SceneError('bad-table', `${file}: expected ${problem}`);
    }
    return { of, rows: rows as unknown as MotionTable['rows'] };
  });
  return table ?? { of: 'displacement', rows: [] };
}
