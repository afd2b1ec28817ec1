// SPDX-License-Identifier: MIT
/**
 * A pair of placed shapes as a line of JSON, `{"id":…,"a":{"shape":…,"pose":…},"b":{…}}`: in space, in the plane, or a
 * body at a mesh.
 */
import { ScreeError, UnsupportedPairError } from '../errors.ts';
import { type PlanarPose, planarPoseArgument } from '../math/planar-pose.ts';
import { type Pose, poseArgument } from '../math/pose.ts';
import type { FacetMesh } from '../meshes/facet-mesh.ts';
import { isMeshJson, meshFromJson } from '../meshes/mesh-from-json.ts';
import { describeValue, readParameters } from '../shapes/parameters.ts';
import type { PlanarShape } from '../shapes/planar/planar-shape.ts';
import { innermostKind, isPlanarShapeJson, planarShapeFromJson } from '../shapes/planar/planar-shape-from-json.ts';
import type { Shape } from '../shapes/shape.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';
import { SHAPE_KINDS } from '../shapes/shape-registry.ts';

export type JsonObject = Readonly<Record<string, unknown>>;

export interface PlacedShape {
  readonly shape: Shape;
  readonly pose: Pose;
}

export interface PlacedPlanarShape {
  readonly shape: PlanarShape;
  readonly pose: PlanarPose;
}

export interface PlacedMesh {
  readonly mesh: FacetMesh;
  readonly pose: Pose;
}

/** Two bodies in space, two in the plane, or a mesh and a body. */
export type PairOfBodies =
  | { readonly kind: 'space'; readonly a: PlacedShape; readonly b: PlacedShape }
  | { readonly kind: 'planar'; readonly a: PlacedPlanarShape; readonly b: PlacedPlanarShape }
  | { readonly kind: 'mesh'; readonly mesh: PlacedMesh; readonly body: PlacedShape; readonly isMeshA: boolean };

/** The object that a line holds. Throws a ScreeError where it holds none. */
export function parsePair(text: string): JsonObject {
  let value: unknown;
  try {
    value = JSON.parse(text);
  } catch (error) {
    throw new ScreeError('not-json', `not JSON: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (isObject(value)) return value;
  throw new ScreeError('not-an-object', `expected {"id":…,"a":{…},"b":{…}}, got ${describeValue(value)}`);
}

/**
 * Which kind of pair two sides make. Throws an UnsupportedPairError for two meshes, and for a planar shape beside one
 * in space.
 */
export function kindOfPair(a: unknown, b: unknown): PairOfBodies['kind'] {
  const isMeshA = isMeshJson(shapeOf(a));
  const isMeshB = isMeshJson(shapeOf(b));
  if (isMeshA && isMeshB) {
    throw new UnsupportedPairError(
      'two-meshes',
      'a.shape.mesh, b.shape.mesh: two meshes have no contact; make one a polyhedron or a compound',
    );
  }
  if (isMeshA || isMeshB) return 'mesh';
  const isPlanarA = isPlanarShapeJson(shapeOf(a));
  const isPlanarB = isPlanarShapeJson(shapeOf(b));
  if (!isPlanarA && !isPlanarB) return 'space';
  // What is no shape at all, or lacks one, is refused by the reader of bodies, who knows what is wrong with it.
  if (isPlanarA !== isPlanarB && isShapeInSpace(shapeOf(isPlanarA ? b : a))) {
    const [planar, other] = isPlanarA ? ['a', 'b'] : ['b', 'a'];
    throw new UnsupportedPairError(
      'mixed-dimensions',
      `${planar}.shape.${kindOf(isPlanarA ? a : b)} is planar and ${other}.shape.${kindOf(isPlanarA ? b : a)} ` +
        'is not; use two planar shapes (polygon, disc, ellipse, or these rounded) or none',
    );
  }
  return 'planar';
}

/** The bodies of a pair. Throws a ScreeError that begins with the path of what is wrong. */
export function bodiesOfPair({ a, b }: JsonObject): PairOfBodies {
  const kind = kindOfPair(a, b);
  switch (kind) {
    case 'space':
      return { kind, a: readBody(a, 'a'), b: readBody(b, 'b') };
    case 'planar':
      return { kind, a: readPlanarBody(a, 'a'), b: readPlanarBody(b, 'b') };
    case 'mesh': {
      const isMeshA = isMeshJson(shapeOf(a));
      const [mesh, body] = isMeshA ? [readMesh(a, 'a'), readBody(b, 'b')] : [readMesh(b, 'b'), readBody(a, 'a')];
      return { kind, mesh, body, isMeshA };
    }
  }
}

function readBody(value: unknown, path: string): PlacedShape {
  const body = readParameters(value, path, ['shape'], ['pose']);
  return { shape: shapeFromJson(body.shape, `${path}.shape`), pose: poseArgument(body.pose ?? {}, `${path}.pose`) };
}

function readPlanarBody(value: unknown, path: string): PlacedPlanarShape {
  const body = readParameters(value, path, ['shape'], ['pose']);
  return {
    shape: planarShapeFromJson(body.shape, `${path}.shape`),
    pose: planarPoseArgument(body.pose ?? {}, `${path}.pose`),
  };
}

function readMesh(value: unknown, path: string): PlacedMesh {
  const body = readParameters(value, path, ['shape'], ['pose']);
  return { mesh: meshFromJson(body.shape, `${path}.shape`), pose: poseArgument(body.pose ?? {}, `${path}.pose`) };
}

function isObject(value: unknown): value is JsonObject {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function shapeOf(body: unknown): unknown {
  return isObject(body) ? body.shape : undefined;
}

function isShapeInSpace(shape: unknown): boolean {
  const kind = innermostKind(shape);
  return SHAPE_KINDS.some((known) => known === kind);
}

function kindOf(body: unknown): string | undefined {
  const shape = shapeOf(body);
  return isObject(shape) ? Object.keys(shape)[0] : undefined;
}
