// SPDX-License-Identifier: MIT
/**
 * The contacts of a frame as those that a run writes itself: forces on A, the first partner. In a trajectory they are
 * on the second.
 */
import type { Frame } from '../../io/trajectory/frame.ts';
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, CONTACT_MESH } from '../../simulation/views/simulation-views.ts';
import { worldPositions } from './world-positions.ts';

export interface ExportedContacts {
  readonly idA: Int32Array;
  /** Id of B, or its number among the half-spaces or meshes. */
  readonly idB: Int32Array;
  /** What B is: CONTACT_BODY, CONTACT_HALF_SPACE or CONTACT_MESH. */
  readonly kind: Int32Array;
  /** Empty for a body. */
  readonly names: readonly string[];
  readonly points: Float64Array;
  /** From A to B; NaN in trajectories of version 1. */
  readonly normals: Float32Array;
  readonly forces: Float32Array;
}

export function exportedContacts(frame: Frame, { boundaries }: TrajectoryHeader): ExportedContacts {
  const { contactBodies, contactForces, contactNormals } = frame;
  const idA = contactBodies.filter((_, i) => i % 2 === 0);
  const partners = contactBodies.filter((_, i) => i % 2 === 1);
  const boundaryOf = (partner: number) => boundaries[-1 - partner];
  const kind = partners.map((partner) => {
    if (partner >= 0) return CONTACT_BODY;
    return boundaryOf(partner)?.mesh === undefined ? CONTACT_HALF_SPACE : CONTACT_MESH;
  });
  // Half-spaces come before meshes.
  const halfSpaces = boundaries.filter(({ mesh }) => mesh === undefined).length;
  const idB = partners.map((partner, k) => {
    if (partner >= 0) return partner;
    return kind[k] === CONTACT_MESH ? -1 - partner - halfSpaces : -1 - partner;
  });
  return {
    idA,
    idB,
    kind,
    names: Array.from(partners, (partner) => (partner < 0 ? (boundaryOf(partner)?.name ?? '') : '')),
    points: worldPositions(frame.contactPoints, frame),
    normals: contactNormals,
    forces: contactForces.map((value) => -value),
  };
}
