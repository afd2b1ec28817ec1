// SPDX-License-Identifier: MIT
/** A line of `scree contact` with a mesh: its contacts with a sphere, as a list; normals point from the mesh to the sphere. */
import { ScreeError, UnsupportedPairError } from '../errors.ts';
import type { Pose } from '../math/pose.ts';
import { toTriple } from '../math/vector.ts';
import { isMeshJson, meshFromJson } from '../meshes/mesh-from-json.ts';
import { type MeshContact, meshContacts } from '../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { readParameters, readPose } from '../shapes/parameters.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface MeshLineOptions {
  readonly algorithm?: string;
  readonly manifold?: boolean;
  readonly patch: boolean;
}

/** The answer to a mesh and a sphere, or undefined when there is no mesh. Throws when the other one is no sphere. */
export function meshLineAnswer(a: unknown, b: unknown, options: MeshLineOptions): JsonObject | undefined {
  const isMeshA = isMeshJson(shapeOf(a));
  if (!isMeshA && !isMeshJson(shapeOf(b))) return undefined;
  const refused = options.algorithm ? '--algorithm' : options.manifold ? '--manifold' : options.patch ? '--patch' : '';
  if (refused !== '') {
    throw new ScreeError(
      'not-for-meshes',
      `${refused}: a mesh meets a sphere by the Double Hierarchy only; leave it out`,
    );
  }
  const [meshPath, bodyPath] = isMeshA ? (['a', 'b'] as const) : (['b', 'a'] as const);
  const placed = readPlaced(isMeshA ? a : b, meshPath);
  const other = readPlaced(isMeshA ? b : a, bodyPath);
  if (isMeshJson(other.shape)) {
    throw new UnsupportedPairError(
      'mesh-mesh',
      `${bodyPath}.shape.mesh: a mesh against a mesh; one of them must be a sphere`,
    );
  }
  const mesh = meshFromJson(placed.shape, `${meshPath}.shape`);
  const body = shapeFromJson(other.shape, `${bodyPath}.shape`);
  return { contacts: meshContacts(mesh, placed.pose, body, other.pose).map(meshContactToJson) };
}

function meshContactToJson({ point, normal, ...rest }: MeshContact): JsonObject {
  const { facet, feature, featureId, distance, weights } = rest;
  return { facet, feature, featureId, point: toTriple(point), normal: toTriple(normal), distance, weights };
}

function readPlaced(value: unknown, path: string): { shape: unknown; pose: Pose } {
  const body = readParameters(value, path, ['shape'], ['pose']);
  return { shape: body.shape, pose: readPose(body.pose, `${path}.pose`) };
}

function shapeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'shape' in body ? body.shape : undefined;
}
