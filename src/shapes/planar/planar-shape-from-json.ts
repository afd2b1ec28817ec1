// SPDX-License-Identifier: MIT
/** Reads the JSON form of planar shapes: `{"polygon": {"vertices": [[0, 0], [1, 0], [0, 1]]}}`. */
import { InvalidShapeError } from '../../errors.ts';
import { readParameters, refuse } from '../parameters.ts';
import { type DiscParameters, disc } from './disc.ts';
import { type EllipseParameters, ellipse } from './ellipse.ts';
import { PLANAR_SHAPE_KINDS, type PlanarShape, type PlanarShapeKind } from './planar-shape.ts';
import { type PolygonParameters, polygon } from './polygon.ts';
import { type RoundedPlanarParameters, roundedPlanar } from './rounded-planar.ts';

/** Shapes inside shapes; deeper input is a mistake or an attack on the stack. */
const DEEPEST_NESTING = 64;

/**
 * The planar shape that a parsed JSON value describes.
 *
 * @throws InvalidShapeError whose message starts with the path of the part that is wrong, beginning with `path`.
 *
 * @example
 * ```ts
 * import { planarShapeFromJson } from 'scree/contact';
 *
 * const shape = planarShapeFromJson(JSON.parse('{ "disc": { "radius": 2 } }'));
 * console.log(shape.kind); // disc
 * ```
 */
export function planarShapeFromJson(value: unknown, path = 'shape'): PlanarShape {
  return readShape(value, path, 1);
}

/**
 * Whether a JSON value names a planar shape, well-formed or not: the kind, below any number of `rounded`, is one of the
 * plane.
 */
export function isPlanarShapeJson(value: unknown): boolean {
  const kind = innermostKind(value);
  return PLANAR_SHAPE_KINDS.some((known) => known === kind);
}

/** The kind that a JSON value names below any number of `rounded`; undefined where there is none. */
export function innermostKind(value: unknown): string | undefined {
  let inner = value;
  for (let depth = 0; depth < DEEPEST_NESTING; depth++) {
    if (!isObject(inner)) return undefined;
    const [kind] = Object.keys(inner);
    if (kind !== 'rounded') return kind;
    const parameters: unknown = inner.rounded;
    inner = isObject(parameters) ? parameters.shape : undefined;
  }
  return undefined;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function readShape(value: unknown, path: string, depth: number): PlanarShape {
  if (depth > DEEPEST_NESTING) {
    throw new InvalidShapeError(
      'too-deep',
      `${path}: expected shapes nested at most ${DEEPEST_NESTING} deep; add the radii and round once`,
    );
  }
  const example = 'an object with one key, the kind of the planar shape, such as {"disc":{"radius":1}}';
  if (!isObject(value)) refuse('not-an-object', path, example, value);
  const keys = Object.keys(value);
  const [name] = keys;
  if (name === undefined || keys.length > 1) {
    const got = keys.length === 0 ? 'none' : `${keys.length} (${keys.slice(0, 5).join(', ')})`;
    throw new InvalidShapeError('not-one-kind', `${path}: expected ${example}; got ${got}`, { path, keys });
  }
  const kind = PLANAR_SHAPE_KINDS.find((known) => known === name);
  if (kind === undefined) {
    throw new InvalidShapeError(
      'unknown-shape',
      `${path}.${name}: unknown planar shape; known planar shapes: ${PLANAR_SHAPE_KINDS.join(', ')}`,
      { path, name, known: PLANAR_SHAPE_KINDS },
    );
  }
  return readKind(kind, value[name], `${path}.${name}`, depth);
}

/** The factories check their parameters, so none are checked here. */
function readKind(kind: PlanarShapeKind, parameters: unknown, path: string, depth: number): PlanarShape {
  switch (kind) {
    case 'polygon':
      return polygon(parameters as PolygonParameters, path);
    case 'disc':
      return disc(parameters as DiscParameters, path);
    case 'ellipse':
      return ellipse(parameters as EllipseParameters, path);
    case 'rounded': {
      const given = readParameters(parameters, path, ['shape', 'radius']);
      const shape = readShape(given.shape, `${path}.shape`, depth + 1);
      return roundedPlanar({ ...given, shape } as RoundedPlanarParameters, path);
    }
  }
}
