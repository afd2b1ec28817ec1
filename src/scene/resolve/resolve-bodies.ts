// SPDX-License-Identifier: MIT
/** Resolves the bodies of a scene: expands lattices and adds shapes that are defined inside a body. */
import { LARGEST_SIZE } from '../../math/size-range.ts';
import { type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { type BodyEntry, bodyCount } from '../../simulation/bodies/body-groups.ts';
import type { BodyShapeSpec, BodySpec } from '../../simulation/simulation-spec.ts';
import { MOST_PLACED_BODIES } from '../schema/body-fields.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import { noBodyFiles, type Resolution, withoutUndefined } from './resolution.ts';
import { bodiesOfTable, tableWarnings } from './resolve-body-file.ts';
import { resolveMotion, resolveOrientation } from './resolve-pose.ts';
import { resolveShape } from './resolve-shape.ts';

type BodyFields =
  NonNullable<SceneFields['bodies']> extends infer Bodies
    ? Bodies extends readonly (infer Listed)[]
      ? Listed
      : never
    : never;

interface PlacedBody {
  readonly name: string | undefined;
  readonly path: ScenePath;
  readonly fields: BodyFields;
}

function listBodies(bodies: SceneFields['bodies']): PlacedBody[] {
  if (bodies === undefined) return [];
  if (Array.isArray(bodies)) return bodies.map((fields, i) => ({ name: fields.name, path: ['bodies', i], fields }));
  return Object.entries(bodies).map(([name, fields]) => ({ name, path: ['bodies', name], fields }));
}

/** Coordinates of a lattice, x fastest; `spacing` is one distance or three. */
function latticePositions(first: Vector3, { count, spacing }: NonNullable<BodyFields['lattice']>): Float64Array {
  const step = typeof spacing === 'number' ? { x: spacing, y: spacing, z: spacing } : spacing;
  const positions = new Float64Array(3 * count[0] * count[1] * count[2]);
  let at = 0;
  for (let k = 0; k < count[2]; k++) {
    for (let j = 0; j < count[1]; j++) {
      for (let i = 0; i < count[0]; i++) {
        positions[at++] = first.x + i * step.x;
        positions[at++] = first.y + j * step.y;
        positions[at++] = first.z + k * step.z;
      }
    }
  }
  return positions;
}

/** `wanted`, or with a number appended if the name is taken. */
function freeName(wanted: string, taken: ReadonlySet<string>): string {
  let name = wanted;
  for (let i = 2; taken.has(name); i++) name = `${wanted}-${i}`;
  return name;
}

/** Bodies of an entry with `from`; none, with the problem noted, when its file cannot be used. */
function fromFile(
  { name, path, fields }: PlacedBody,
  shape: string | undefined,
  shapes: readonly BodyShapeSpec[],
  materials: readonly string[],
  resolution: Resolution,
): BodySpec[] {
  const { from = '', frame, material, kinds = [], scale, position, velocity, angularVelocity, fixed } = fields;
  const bodies = resolution.attempt([...path, 'from'], () => {
    const table = (resolution.files.readBodies ?? noBodyFiles)(from, frame);
    resolution.warnings.push(...tableWarnings(table));
    const { name: _, from: __, scale: ___, fixed: isFixed, ...changes } = withoutUndefined(fields);
    if (Object.keys(changes).length === 0 && scale === 1 && !isFixed) resolution.carried = table.carried;
    const defaults = {
      name,
      shape,
      material,
      kinds,
      scale,
      velocity,
      angularVelocity,
      fixed,
      shift: position ?? ZERO_VECTOR,
      orientation: fields.orientation && resolveOrientation(fields.orientation),
      motion: fields.motion && resolveMotion(fields.motion, [...path, 'motion'], resolution),
    };
    return bodiesOfTable(table, defaults, { shapes: new Map(shapes.map((each) => [each.name, each])), materials });
  });
  return bodies ?? [];
}

/** All bodies, and the shapes that were written inside them, under names that no shape of `shapes` has. */
export function resolveBodies(
  bodies: SceneFields['bodies'],
  shapes: readonly BodyShapeSpec[],
  materials: readonly string[],
  resolution: Resolution,
): { bodies: BodyEntry[]; ownShapes: BodyShapeSpec[] } {
  const listed = listBodies(bodies);
  const total = listed.reduce(
    (sum, { fields: { lattice } }) => sum + (lattice?.count ?? [1, 1, 1]).reduce((a, b) => a * b),
    0,
  );
  if (total > MOST_PLACED_BODIES) {
    const message = `expected at most ${MOST_PLACED_BODIES} bodies at the start, got ${total}; insert the others`;
    resolution.problems.push({ path: ['bodies'], message });
    return { bodies: [], ownShapes: [] };
  }
  const taken = new Set(shapes.map(({ name }) => name));
  const ownShapes: BodyShapeSpec[] = [];
  const bodiesOf = (entry: PlacedBody): BodyEntry[] => {
    const { name, path, fields } = entry;
    const {
      shape,
      material = '',
      scale,
      position = ZERO_VECTOR,
      velocity,
      angularVelocity,
      fixed,
      id,
      lattice,
    } = fields;
    let shapeName = shape;
    if (shapeName !== undefined && typeof shapeName !== 'string') {
      const own = freeName(`${name ?? 'body'}-shape`, taken);
      const made = resolveShape(own, shapeName, [...path, 'shape'], resolution);
      if (made === undefined) return [];
      taken.add(own);
      ownShapes.push(made);
      shapeName = own;
    }
    if (fields.from !== undefined) return fromFile(entry, shapeName, [...shapes, ...ownShapes], materials, resolution);
    const orientation = fields.orientation && resolveOrientation(fields.orientation);
    const motion = fields.motion && resolveMotion(fields.motion, [...path, 'motion'], resolution);
    const equal = withoutUndefined({
      name,
      shape: shapeName ?? '',
      material,
      orientation,
      velocity,
      angularVelocity,
      fixed,
      motion,
      scale: scale === 1 ? undefined : scale,
    });
    if (lattice === undefined) return [{ ...equal, position, ...(id !== undefined && { id }) }];
    const positions = latticePositions(position, lattice);
    const last = positions.subarray(-3);
    if (Math.max(...last.map(Math.abs)) > LARGEST_SIZE) {
      const message = `expected places of at most ${LARGEST_SIZE} m; take fewer bodies or a smaller spacing`;
      resolution.problems.push({ path: [...path, 'lattice'], message });
      return [];
    }
    return [{ ...equal, positions }];
  };
  const resolved = listed.flatMap((entry) => {
    const made = bodiesOf(entry);
    resolution.bodyEntries.push({ path: entry.path, count: bodyCount(made) });
    return made;
  });
  // Other bodies beside them would have no contacts yet, and ids of their own.
  if (listed.length > 1) resolution.carried = undefined;
  const count = bodyCount(resolved);
  if (count > MOST_PLACED_BODIES) {
    const message = `expected at most ${MOST_PLACED_BODIES} bodies at the start, got ${count}`;
    resolution.problems.push({ path: ['bodies'], message });
  }
  return { bodies: resolved, ownShapes };
}
