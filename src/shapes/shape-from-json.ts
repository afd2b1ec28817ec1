// SPDX-License-Identifier: MIT
/** Reads the JSON form of shapes: `{"box": {"halfExtents": [1, 2, 3]}}`, one key, the kind of the shape. */
import { InvalidShapeError } from '../errors.ts';
import { type BoxParameters, box } from './kinds/box.ts';
import { type CapsuleParameters, capsule } from './kinds/capsule.ts';
import { compound, type PieceParameters } from './kinds/compound.ts';
import { type ConeParameters, cone } from './kinds/cone.ts';
import { type ConvexPolyhedronParameters, polyhedron } from './kinds/convex-polyhedron.ts';
import { type CylinderParameters, cylinder } from './kinds/cylinder.ts';
import { type EllipsoidParameters, ellipsoid } from './kinds/ellipsoid.ts';
import { type FacetParameters, facet } from './kinds/facet.ts';
import { type HalfSpaceParameters, halfSpace } from './kinds/half-space.ts';
import { type PointParameters, point } from './kinds/point.ts';
import { type RoundedParameters, rounded } from './kinds/rounded.ts';
import { type SegmentParameters, segment } from './kinds/segment.ts';
import { type SphereParameters, sphere } from './kinds/sphere.ts';
import { type SuperquadricParameters, superquadric } from './kinds/superquadric.ts';
import { readParameters, refuse } from './parameters.ts';
import { SHAPE_KINDS, type Shape, type ShapeKind } from './shape.ts';

/** Shapes inside shapes inside shapes; deeper input is a mistake or an attack on the stack. */
const DEEPEST_NESTING = 64;

/**
 * The shape that a parsed JSON value describes. Throws an InvalidShapeError or InvalidPoseError whose message starts
 * with the path of the part that is wrong, beginning with `path`.
 */
export function shapeFromJson(value: unknown, path = 'shape'): Shape {
  return readShape(value, path, 1);
}

function readShape(value: unknown, path: string, depth: number): Shape {
  if (depth > DEEPEST_NESTING) {
    throw new InvalidShapeError(
      'too-deep',
      `${path}: expected shapes nested at most ${DEEPEST_NESTING} deep; flatten it`,
    );
  }
  const example = 'an object with one key, the kind of the shape, such as {"sphere":{"radius":1}}';
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    refuse('not-an-object', path, example, value);
  const keys = Object.keys(value);
  const [name] = keys;
  if (name === undefined || keys.length > 1) {
    const got = keys.length === 0 ? 'none' : `${keys.length} (${keys.slice(0, 5).join(', ')})`;
    throw new InvalidShapeError('not-one-kind', `${path}: expected ${example}; got ${got}`, { path, keys });
  }
  const kind = SHAPE_KINDS.find((known) => known === name);
  if (kind === undefined) {
    throw new InvalidShapeError(
      'unknown-shape',
      `${path}.${name}: unknown shape; known shapes: ${SHAPE_KINDS.join(', ')}`,
      { path, name, known: SHAPE_KINDS },
    );
  }
  return readKind(kind, (value as Readonly<Record<string, unknown>>)[name], `${path}.${name}`, depth);
}

/** The factories check what they are given, so the parameters may go in unchecked. */
function readKind(kind: ShapeKind, parameters: unknown, path: string, depth: number): Shape {
  switch (kind) {
    case 'sphere':
      return sphere(parameters as SphereParameters, path);
    case 'box':
      return box(parameters as BoxParameters, path);
    case 'capsule':
      return capsule(parameters as CapsuleParameters, path);
    case 'cylinder':
      return cylinder(parameters as CylinderParameters, path);
    case 'cone':
      return cone(parameters as ConeParameters, path);
    case 'ellipsoid':
      return ellipsoid(parameters as EllipsoidParameters, path);
    case 'superquadric':
      return superquadric(parameters as SuperquadricParameters, path);
    case 'polyhedron':
      return polyhedron(parameters as ConvexPolyhedronParameters, path);
    case 'halfSpace':
      return halfSpace(parameters as HalfSpaceParameters, path);
    case 'point':
      return point(parameters as PointParameters, path);
    case 'segment':
      return segment(parameters as SegmentParameters, path);
    case 'facet':
      return facet(parameters as FacetParameters, path);
    case 'rounded': {
      const given = readParameters(parameters, path, ['shape', 'radius']);
      const shape = readShape(given.shape, `${path}.shape`, depth + 1);
      return rounded({ ...given, shape } as RoundedParameters, path);
    }
    case 'compound': {
      if (!Array.isArray(parameters))
        refuse('not-pieces', path, 'an array of pieces [{"shape":…,"pose":…}, …]', parameters);
      const pieces = parameters.map((piece: unknown, i) => {
        const given = readParameters(piece, `${path}[${i}]`, ['shape'], ['pose']);
        return { ...given, shape: readShape(given.shape, `${path}[${i}].shape`, depth + 1) };
      });
      return compound(pieces as PieceParameters[], path);
    }
  }
}
