// SPDX-License-Identifier: MIT
/** Reads the JSON form of shapes: `{"box": {"halfExtents": [1, 2, 3]}}`, one key, the kind of the shape. */
import { InvalidShapeError } from '../errors.ts';
import { refuse } from './parameters.ts';
import type { Shape } from './shape.ts';
import { SHAPE_FORMS, SHAPE_KINDS } from './shape-registry.ts';

/** Shapes inside shapes inside shapes; deeper input is a mistake or an attack on the stack. */
const DEEPEST_NESTING = 64;

/**
 * The shape that a parsed JSON value describes.
 *
 * @throws InvalidShapeError or InvalidPoseError whose message starts with the path of the part that is wrong, beginning
 * with `path`.
 *
 * @example
 * ```ts
 * import { shapeFromJson } from 'scree/contact';
 *
 * const shape = shapeFromJson(JSON.parse('{ "sphere": { "radius": 2 } }'));
 * console.log(shape.kind); // sphere
 * ```
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
  const parameters = (value as Readonly<Record<string, unknown>>)[name];
  return SHAPE_FORMS[kind].read(parameters, `${path}.${name}`, (inner, at) => readShape(inner, at, depth + 1));
}
