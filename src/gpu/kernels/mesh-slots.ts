// SPDX-License-Identifier: MIT
/**
 * WGSL: the slot of a sphere near meshes, in vectors of four words:
 * - the sphere, its number of contacts, and a bit for each near mesh;
 * - for each contact its spring; world normal and key of the feature; position in the lattice of the mesh, face and
 *   mesh;
 * - the number of near facets, and their numbers and meshes. If they do not fit, the bins of the meshes are searched;
 * - losses of a step, on a device that binds few buffers.
 *
 * Near means within the skin at the last rebuild. No centre and no point of a mesh moves farther than half a skin while
 * a list is in use, so every facet that comes within reach is in the slot.
 */

/** Most contacts of a sphere with all meshes. */
export const MESH_CONTACTS = 8;
export const CONTACT_VECTORS = 3;
const NOTED_VECTORS = 4;
/** Most facets that are noted. */
export const MOST_NOTED = 4 * NOTED_VECTORS - 1;
export const NOTED_AT = 1 + CONTACT_VECTORS * MESH_CONTACTS;
/** Where a device binds few buffers: losses of a step, on their way to the sphere. */
export const LOSSES_AT = NOTED_AT + NOTED_VECTORS;
export const SLOT_VECTORS = LOSSES_AT + 1;
/** Above the number of a facet or face: the mesh. */
export const MESH_SHIFT = 24;

/** Word k of what is noted: how many, then facets from 1 on. */
export const NOTED_WORD = /* wgsl */ `
fn notedWord(slot: u32, k: u32) -> u32 { return slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u + (k >> 2u)][k & 3u]; }
`;
