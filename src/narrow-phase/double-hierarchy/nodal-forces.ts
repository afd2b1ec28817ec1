// SPDX-License-Identifier: MIT
/**
 * Nodal forces of a mesh from contact forces (Santasusana et al. 2016, eq. 13, with weights that reproduce the contact
 * point), and total force and moment. The weights preserve the point, so both have the same resultant.
 */

import { refuseArgument } from '../../errors/refused-argument.ts';
import { InvalidOptionError } from '../../errors.ts';
import {
  add,
  addScaled,
  cross,
  subtract,
  type Vector3,
  type Vector3Like,
  vectorArgument,
  ZERO_VECTOR,
} from '../../math/vector.ts';
import { type FacetMesh, requireFacet, requireMesh } from '../../meshes/facet-mesh.ts';
import type { MeshContact } from './mesh-contact.ts';

/** Sum of the forces on a mesh, N, and their moment, N m. */
export interface MeshLoad {
  /** N */
  readonly force: Vector3;
  /** Moment about the given point, N m. */
  readonly moment: Vector3;
}

/**
 * Adds the force on the mesh at a contact, N, to those of its facet's vertices: three numbers a vertex in `into`, in
 * world coordinates. The force on the mesh is minus that on the body.
 *
 * @throws MeshError unless `facetMesh` made the mesh, InvalidOptionError for arrays of the wrong length.
 *
 * @example
 * ```ts
 * import { addNodalForces, facetMesh, meshContacts, sphere } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * const ball = sphere({ radius: 0.1 });
 * const forces = new Float64Array(9);
 * for (const found of meshContacts(floor, {}, ball, { position: [0.25, 0.25, 0.09] })) {
 *   addNodalForces(floor, found, [0, 0, -10], forces);
 * }
 * console.log(forces[2] + forces[5] + forces[8]); // -10
 * ```
 */
export function addNodalForces(
  mesh: FacetMesh,
  contact: Pick<MeshContact, 'facet' | 'weights'>,
  force: Vector3Like,
  into: Float64Array,
): void {
  requireMesh(mesh);
  const facet = requireFacet(contact?.facet, mesh, 'contact.facet');
  const weights: unknown = contact.weights;
  const corners = mesh.facetOffsets[facet + 1] - mesh.facetOffsets[facet];
  if (!Array.isArray(weights) || weights.length !== corners || !weights.every(Number.isFinite)) {
    refuseArgument(InvalidOptionError, 'not-weights', 'contact.weights', `${corners} finite numbers`, weights);
  }
  const f = vectorArgument(force, 'force', InvalidOptionError);
  if (!(into instanceof Float64Array) || into.length < mesh.vertices.length) {
    const room = `a Float64Array of at least ${mesh.vertices.length}, three for each vertex`;
    refuseArgument(InvalidOptionError, 'wrong-length', 'into', room, into);
  }
  const begin = mesh.facetOffsets[facet];
  weights.forEach((weight: number, k) => {
    const at = 3 * mesh.facetVertices[begin + k];
    into[at] = into[at] + weight * f.x;
    into[at + 1] = into[at + 1] + weight * f.y;
    into[at + 2] = into[at + 2] + weight * f.z;
  });
}

/**
 * Sum of the forces on the mesh, one a contact, and of their moments about a point.
 *
 * @throws InvalidOptionError for contacts and forces that are no arrays of the same length.
 *
 * @example
 * ```ts
 * import { meshLoad, point } from 'scree/contact';
 *
 * const { force, moment } = meshLoad([{ point: { x: 1, y: 0, z: 0 } }], [[0, 0, -5]]);
 * console.log(force.z, moment.y); // -5 5
 * ```
 */
export function meshLoad(
  contacts: readonly Pick<MeshContact, 'point'>[],
  forces: readonly Vector3Like[],
  about: Vector3Like = ZERO_VECTOR,
): MeshLoad {
  if (!Array.isArray(contacts)) refuseArgument(InvalidOptionError, 'not-an-array', 'contacts', 'an array', contacts);
  if (!Array.isArray(forces) || forces.length !== contacts.length) {
    const expected = `an array of ${contacts.length}, one for each contact`;
    refuseArgument(InvalidOptionError, 'wrong-length', 'forces', expected, forces);
  }
  const centre = vectorArgument(about, 'about', InvalidOptionError);
  let force = ZERO_VECTOR;
  let moment = ZERO_VECTOR;
  contacts.forEach((contact, i) => {
    const point = vectorArgument(contact?.point, `contacts[${i}].point`, InvalidOptionError);
    const each = vectorArgument(forces[i], `forces[${i}]`, InvalidOptionError);
    force = add(force, each);
    moment = addScaled(moment, cross(subtract(point, centre), each), 1);
  });
  return { force, moment };
}
