// SPDX-License-Identifier: MIT
/** Resolves force fields: reads expressions with their units, names of bodies to ids, and flows from files. */
import { SceneError, ScreeError } from '../../errors.ts';
import { binary, input, number, product, sum } from '../../fields/expression-tree.ts';
import type { FieldExpression, FieldSpec, FieldVector, FlowGrid, FluidSpec } from '../../fields/field-spec.ts';
import { checkFields } from '../../fields/field-spec.ts';
import { checkPotentials } from '../../simulation/checks/check-potentials.ts';
import type { MaterialSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { ExpressionProblem } from '../expressions/expression.ts';
import { type FieldNames, readFieldExpression } from '../expressions/field-expression.ts';
import type { ForceFieldFields } from '../schema/force-field-fields.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { type Dimension, type DimensionName, sameDimension } from '../units/dimension.ts';
import { readAnyQuantity } from '../units/parse-quantity.ts';
import type { NamedBodies } from './named-bodies.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';

const BY_MATERIAL = 'give them a material of their own and limit the field to it with materials';

/** Names of the scene that expressions may use. */
export interface FieldScope {
  readonly names: FieldNames;
  readonly materials: readonly MaterialSpec[];
  readonly bodies: NamedBodies;
}

export function fieldScope(
  fields: SceneFields,
  materials: readonly MaterialSpec[],
  bodies: NamedBodies,
  resolution: Resolution,
): FieldScope {
  const variables = Object.entries(fields.variables).flatMap(([name, value]) => {
    const reading = readAnyQuantity(value);
    return 'problem' in reading ? [] : [[name, reading] as const];
  });
  const properties: Record<string, Dimension> = {};
  for (const [material, { properties: own = {} }] of Object.entries(fields.materials)) {
    for (const [name, { dimension }] of Object.entries(own)) {
      const known = properties[name];
      if (known !== undefined && !sameDimension(known, dimension)) {
        const message = 'has another dimension in another material';
        resolution.problems.push({ path: ['materials', material, 'properties', name], message });
      }
      properties[name] = known ?? dimension;
    }
  }
  const names = { variables: Object.fromEntries(variables), properties };
  return { names, materials, bodies };
}

export function resolveFields(
  given: Readonly<Record<string, ForceFieldFields>>,
  path: ScenePath,
  scope: FieldScope,
  resolution: Resolution,
): FieldSpec[] {
  const fields = Object.entries(given).flatMap(([name, field]) => {
    const resolved = resolveField(name, field, [...path, name], scope, resolution);
    if (resolved !== undefined) {
      noteProblem(() => checkFields([resolved], scope.materials), [...path, name], 'fields[0]', resolution);
    }
    return resolved === undefined ? [] : [resolved];
  });
  if (resolution.problems.length === 0) {
    noteProblem(() => checkFields(fields, scope.materials), path, 'fields', resolution);
  }
  return fields;
}

/** Notes potentials that differ at two periodic sides. */
export function notePotentials(
  { fields = [], domain }: Pick<SimulationSpec, 'fields' | 'domain'>,
  to: Resolution,
): void {
  for (const field of fields) {
    noteProblem(() => checkPotentials([field], domain), ['fields', field.name], 'fields[0]', to);
  }
}

/** Notes the error of a check at the path of its entry. */
function noteProblem(check: () => void, path: ScenePath, prefix: string, resolution: Resolution): void {
  try {
    check();
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    const [, deeper = '', message = error.message] = /^([^:]*): (.*)$/s.exec(error.message) ?? [];
    const steps = [...deeper.slice(prefix.length).matchAll(/\.([^.[\]]+)|\[(\d+)\]/g)];
    const isField = prefix === 'fields[0]';
    const at = isField ? steps.map(([, key, index]) => key ?? Number(index)) : [];
    resolution.problems.push({ path: [...path, ...at], message });
  }
}

function resolveField(
  name: string,
  field: ForceFieldFields,
  path: ScenePath,
  scope: FieldScope,
  resolution: Resolution,
): FieldSpec | undefined {
  const before = resolution.problems.length;
  const read = (given: unknown, at: ScenePath, dimension: DimensionName): FieldExpression | undefined =>
    readAt(given, at, dimension, scope.names, resolution);
  const vector = (given: readonly unknown[], at: ScenePath, dimension: DimensionName): FieldVector =>
    given.map((part, k) => read(part, [...at, k], dimension)) as unknown as FieldVector;
  const { materials, bodies, potential, force, acceleration, linear, rotation, fluid } = field;
  const ids = bodies?.flatMap((body, k) => scope.bodies.idsOf(body, [...path, 'bodies', k], BY_MATERIAL));
  const spec = withoutUndefined({
    name,
    materials,
    ids,
    potential: linear === undefined ? potential && read(potential, [...path, 'potential'], 'energy') : springs(linear),
    force: force && vector(force, [...path, 'force'], 'force'),
    acceleration: acceleration && vector(acceleration, [...path, 'acceleration'], 'acceleration'),
    rotation: rotation && {
      angularVelocity: vector(rotation.angularVelocity, [...path, 'rotation', 'angularVelocity'], 'angularVelocity'),
      origin: [rotation.origin.x, rotation.origin.y, rotation.origin.z] as const,
    },
    fluid: fluid && resolveFluid(fluid, [...path, 'fluid'], scope.names, resolution),
  });
  return resolution.problems.length === before ? (spec as FieldSpec) : undefined;
}

function resolveFluid(
  { velocity, voidFraction, ...numbers }: NonNullable<ForceFieldFields['fluid']>,
  path: ScenePath,
  names: FieldNames,
  resolution: Resolution,
): FluidSpec {
  let flow: FieldVector | FlowGrid | undefined;
  if (Array.isArray(velocity)) {
    flow = velocity.map((part, k) =>
      readAt(part, [...path, 'velocity', k], 'velocity', names, resolution),
    ) as unknown as FieldVector;
  } else if (velocity !== undefined) {
    const { file, outside } = velocity as { readonly file: string; readonly outside: 'nearest' | 'none' };
    const grid = resolution.attempt([...path, 'velocity', 'file'], () => (resolution.files.readFlow ?? noFlows)(file));
    flow = grid && { ...grid, outside };
  }
  return withoutUndefined({
    ...numbers,
    velocity: flow,
    voidFraction:
      voidFraction === undefined
        ? undefined
        : readAt(voidFraction, [...path, 'voidFraction'], 'number', names, resolution),
  }) as FluidSpec;
}

function noFlows(name: string): never {
  throw new SceneError('no-files', `${name}: this scene was not read from a file, so there are no files beside it`);
}

function readAt(
  given: unknown,
  path: ScenePath,
  dimension: DimensionName,
  names: FieldNames,
  resolution: Resolution,
): FieldExpression | undefined {
  try {
    return readFieldExpression(given, dimension, names);
  } catch (error) {
    if (!(error instanceof ExpressionProblem)) throw error;
    resolution.problems.push({ path, message: error.message, inside: error.at });
    return undefined;
  }
}

/** The potential of springs along the axes. */
function springs({ centre, stiffness }: NonNullable<ForceFieldFields['linear']>): FieldExpression {
  const parts = (['x', 'y', 'z'] as const).map((axis) => {
    const off = binary('subtract', input(axis), number(centre[axis]));
    return product(number(0.5 * stiffness[axis]), product(off, off));
  });
  return { text: 'linear', tree: sum(...parts) };
}
