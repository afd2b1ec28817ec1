// SPDX-License-Identifier: MIT
/**
 * A line of `scree contact` with a mesh: all contacts of the body with the mesh, with normals from the mesh to the
 * body.
 */
import { ScreeError } from '../../errors.ts';
import { isFiniteVector, toTriple } from '../../math/vector.ts';
import type { MeshContact } from '../../narrow-phase/double-hierarchy/mesh-contact.ts';
import { meshContacts } from '../../narrow-phase/double-hierarchy/mesh-contacts.ts';
import type { JsonObject, PairOfBodies } from '../../pair-lines/read-pair.ts';

export interface MeshLineOptions {
  readonly algorithm?: string;
  readonly manifold?: boolean;
  readonly patch: boolean;
}

export function meshAnswer({ mesh, body }: PairOfBodies & { kind: 'mesh' }): JsonObject {
  const contacts = meshContacts(mesh.mesh, mesh.pose, body.shape, body.pose);
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

/** Throws if the options request fields that contacts with meshes do not have. */
export function refuseForMeshes({ algorithm, manifold, patch }: MeshLineOptions): void {
  if (algorithm !== undefined && algorithm !== 'gjk-epa') {
    throw new ScreeError('not-for-meshes', `--algorithm ${algorithm}: meshes have gjk-epa only; leave it out`);
  }
  if (manifold || patch) {
    const flag = manifold ? '--manifold' : '--patch';
    throw new ScreeError('not-for-meshes', `${flag}: contacts with meshes have none; leave it out`);
  }
}

/** JSON would silently convert NaN and infinity to null. */
function isWritable({ distance, lower, upper, normal, point, weights }: MeshContact): boolean {
  return [distance, lower, upper, ...weights].every(Number.isFinite) && isFiniteVector(normal) && isFiniteVector(point);
}
