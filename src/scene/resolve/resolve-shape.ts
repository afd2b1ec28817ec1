// SPDX-License-Identifier: MIT
/** Resolves the shapes of a scene: reads files and builds hulls. Every shape must have a volume. */
import { InvalidShapeError } from '../../errors.ts';
import { convexPiecesOf } from '../../io/mesh-file-pieces.ts';
import type { Quaternion } from '../../math/quaternion.ts';
import type { Vector3 } from '../../math/vector.ts';
import { readSize, readVector } from '../../shapes/parameters.ts';
import type { ShapeJson } from '../../shapes/shape.ts';
import { shapeFromJson } from '../../shapes/shape-from-json.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import type { ShapeFields } from '../schema/shape-fields.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { Resolution } from './resolution.ts';
import { resolveOrientation } from './resolve-pose.ts';

interface PolyhedronFields {
  readonly vertices?: readonly Vector3[];
  readonly file?: string;
  readonly scale: number;
}

interface ConcaveFields {
  readonly file: string;
  readonly scale: number;
  readonly tolerance: number;
  readonly pieces: number;
}

interface PieceFields {
  readonly shape: ShapeFields;
  readonly pose?: { readonly position?: Vector3; readonly orientation?: Parameters<typeof resolveOrientation>[0] };
}

interface ClumpFields {
  readonly spheres: readonly { readonly centre: Vector3; readonly radius: number }[];
}

/** The form that `shapeFromJson` reads; undefined when a file of it could not be read. */
function toShapeJson(fields: ShapeFields, path: ScenePath, resolution: Resolution): ShapeJson | undefined {
  const kind = Object.keys(fields)[0] ?? '';
  const parameters = fields[kind];
  const at = [...path, kind];
  switch (kind) {
    case 'clump':
      resolution.problems.push({ path: at, message: 'a clump cannot be a piece; list its spheres as pieces' });
      return undefined;
    case 'polyhedron': {
      const { vertices, file, scale } = parameters as PolyhedronFields;
      if (file === undefined) return { polyhedron: { vertices } };
      const mesh = resolution.readMesh([...at, 'file'], file, scale);
      return mesh && { polyhedron: { vertices: mesh.vertices } };
    }
    case 'concave': {
      const { file, scale, tolerance, pieces } = parameters as ConcaveFields;
      const mesh = resolution.readMesh([...at, 'file'], file, scale);
      const made = mesh && resolution.attempt([...at, 'file'], () => convexPiecesOf(mesh, { tolerance, pieces }, file));
      return made && { compound: made.pieces.map(({ vertices }) => ({ shape: { polyhedron: { vertices } } })) };
    }
    case 'rounded': {
      const { shape, radius } = parameters as { readonly shape: ShapeFields; readonly radius: number };
      const inner = toShapeJson(shape, [...at, 'shape'], resolution);
      return inner && { rounded: { shape: inner, radius } };
    }
    case 'compound': {
      const pieces = (parameters as readonly PieceFields[]).map(({ shape, pose = {} }, i) => {
        const inner = toShapeJson(shape, [...at, i, 'shape'], resolution);
        const { position, orientation } = pose;
        const turned: { orientation?: Quaternion } =
          orientation === undefined ? {} : { orientation: resolveOrientation(orientation) };
        return { shape: inner, pose: { ...(position && { position }), ...turned } };
      });
      return pieces.every(({ shape }) => shape !== undefined) ? { compound: pieces } : undefined;
    }
    default:
      return fields;
  }
}

/** The shape under this name; undefined, with problems noted, when it makes no body. */
export function resolveShape(
  name: string,
  fields: ShapeFields,
  path: ScenePath,
  resolution: Resolution,
): BodyShapeSpec | undefined {
  if (fields.clump !== undefined)
    return resolveClump(name, fields.clump as ClumpFields, [...path, 'clump'], resolution);
  const json = toShapeJson(fields, path, resolution);
  if (json === undefined) return undefined;
  return resolution.attempt(path, (pathText) => {
    const shape = shapeFromJson(json, pathText);
    if (shape.kind === 'halfSpace' || !(shape.massProperties().volume > 0)) {
      const message =
        `${pathText}: expected a shape with a volume, got a ${shape.kind}; round it: {rounded: {shape: …, radius: ` +
        '…}}';
      throw new InvalidShapeError('no-volume', message);
    }
    if (shape.kind === 'sphere') return { name, sphere: { radius: shape.radius } };
    return shape.kind === 'compound' ? { name, compound: shape } : { name, convex: shape };
  });
}

function resolveClump(
  name: string,
  { spheres }: ClumpFields,
  path: ScenePath,
  resolution: Resolution,
): BodyShapeSpec | undefined {
  const checked = resolution.attempt(path, (pathText) =>
    spheres.map(({ centre, radius }, i) => {
      readVector(centre, `${pathText}.spheres[${i}].centre`);
      return readSize(radius, `${pathText}.spheres[${i}].radius`);
    }),
  );
  return checked && { name, clump: { spheres } };
}
