// SPDX-License-Identifier: MIT
/** A line of `scree contact` with a mesh on one side: all contacts of the body on the other, normals from the mesh to it. */
import { ScreeError, UnsupportedPairError } from '../errors.ts';
import { isFiniteVector, toTriple } from '../math/vector.ts';
import { isMeshJson, meshFromJson } from '../meshes/mesh-from-json.ts';
import type { MeshContact } from '../narrow-phase/double-hierarchy/mesh-contact.ts';
import { meshContacts } from '../narrow-phase/double-hierarchy/mesh-contacts.ts';
import { readParameters, readPose } from '../shapes/parameters.ts';
import { shapeFromJson } from '../shapes/shape-from-json.ts';

type JsonObject = Readonly<Record<string, unknown>>;

export interface MeshLineOptions {
  readonly algorithm?: string;
  readonly manifold?: boolean;
  readonly patch: boolean;
}

/** The answer to a pair with a mesh, or undefined when neither is one. Throws when both are. */
export function meshLineAnswer(a: unknown, b: unknown, options: MeshLineOptions): JsonObject | undefined {
  const isMeshA = isMeshJson(shapeOf(a));
  const isMeshB = isMeshJson(shapeOf(b));
  if (!isMeshA && !isMeshB) return undefined;
  if (isMeshA && isMeshB) {
    throw new UnsupportedPairError(
      'two-meshes',
      'a.shape.mesh, b.shape.mesh: two meshes have no contact; make one a polyhedron or a compound',
    );
  }
  refuseOptions(options);
  const [meshPath, bodyPath] = isMeshA ? ['a', 'b'] : ['b', 'a'];
  const meshSide = readParameters(isMeshA ? a : b, meshPath, ['shape'], ['pose']);
  const bodySide = readParameters(isMeshA ? b : a, bodyPath, ['shape'], ['pose']);
  const contacts = meshContacts(
    meshFromJson(meshSide.shape, `${meshPath}.shape`),
    readPose(meshSide.pose, `${meshPath}.pose`),
    shapeFromJson(bodySide.shape, `${bodyPath}.shape`),
    readPose(bodySide.pose, `${bodyPath}.pose`),
  );
  if (!contacts.every(isWritable)) throw new Error('the mesh query gave a number that is not finite');
  return { contacts: contacts.map(meshContactToJson) };
}

/** One contact as the command line writes it; `piece` only for compounds. */
function meshContactToJson(found: MeshContact): JsonObject {
  return {
    facet: found.facet,
    feature: found.feature,
    featureId: found.featureId,
    point: toTriple(found.point),
    normal: toTriple(found.normal),
    distance: found.distance,
    lower: found.lower,
    upper: found.upper,
    weights: found.weights,
    piece: found.piece,
  };
}

function refuseOptions({ algorithm, manifold, patch }: MeshLineOptions): void {
  if (algorithm !== undefined && algorithm !== 'gjk-epa') {
    throw new ScreeError('not-for-meshes', `--algorithm ${algorithm}: meshes have gjk-epa only; leave it out`);
  }
  if (manifold || patch) {
    const flag = manifold ? '--manifold' : '--patch';
    throw new ScreeError('not-for-meshes', `${flag}: contacts with meshes have none; leave it out`);
  }
}

/** JSON would turn NaN and infinity into null without a word. */
function isWritable({ distance, lower, upper, normal, point, weights }: MeshContact): boolean {
  return [distance, lower, upper, ...weights].every(Number.isFinite) && isFiniteVector(normal) && isFiniteVector(point);
}

function shapeOf(body: unknown): unknown {
  return typeof body === 'object' && body !== null && 'shape' in body ? body.shape : undefined;
}
