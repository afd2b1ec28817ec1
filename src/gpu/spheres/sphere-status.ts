// SPDX-License-Identifier: MIT
/** Turns the status words of spheres into errors. */
import { SimulationError } from '../../errors.ts';
import { checkBodies } from '../engine/gpu-status.ts';
import { MESH_CONTACTS } from '../kernels/mesh-slots.ts';
import {
  CONTACTS_WANTED,
  type KernelForm,
  MESH_CONTACTS_WANTED,
  MESH_SLOTS,
  PARTNERS_WANTED,
} from '../kernels/prelude.ts';

/**
 * Throws a SimulationError with the numbers and the remedy. `slots` is the room for spheres near meshes, `step` the
 * step before the submission.
 */
export function checkSpheres(
  words: Uint32Array,
  { partners, contacts, levels }: KernelForm,
  slots: number,
  step: number,
): void {
  const fail = (code: string, message: string): never => {
    throw new SimulationError(code, `${message} (after step ${step})`, { step });
  };
  const wanted = words[PARTNERS_WANTED];
  if (wanted > partners && levels === 0)
    fail(
      'gpu-partners',
      `device gpu: a sphere has ${wanted} near ones and there is room for ${partners}; shrink neighbours.skin, ` +
        'or run with --device cpu',
    );
  const touching = words[CONTACTS_WANTED];
  if (touching > contacts)
    fail(
      'gpu-contacts',
      `device gpu: a sphere has ${touching} contacts and there is room for ${contacts}; run with --device cpu`,
    );
  if (words[MESH_CONTACTS_WANTED] > 0)
    fail(
      'gpu-mesh-contacts',
      `device gpu: a sphere has more than ${MESH_CONTACTS} contacts with meshes; run with --device cpu`,
    );
  const near = Math.max(words[MESH_SLOTS], words[MESH_SLOTS + 1]);
  if (near > slots)
    fail(
      'gpu-near-meshes',
      `device gpu: ${near} spheres are near meshes and there is room for ${slots}; shrink neighbours.skin, or ` +
        'run with --device cpu',
    );
  checkBodies(words, 'spheres', step);
}
