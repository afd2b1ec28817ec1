// SPDX-License-Identifier: MIT
/**
 * What is known of a sphere near meshes, in vectors of four words:
 * - the sphere, how many contacts it has, and a bit for each mesh that is near;
 * - for each contact its spring; normal in the world and key of the feature; position in the lattice of the mesh, face
 *   and mesh;
 * - how many facets are near, and which: number and mesh. Where they are more than fit in, the bins of the meshes are
 *   asked instead.
 *
 * What is near is what the list was made with: within the skin. No centre and no point of a mesh goes farther than half
 * a skin while a list serves, so that whatever comes within reach then has been noted.
 */

/** Most contacts of a sphere with all meshes. */
export const MESH_CONTACTS = 8;
export const CONTACT_VECTORS = 3;
const NOTED_VECTORS = 4;
/** Most facets that are noted. */
export const MOST_NOTED = 4 * NOTED_VECTORS - 1;
export const NOTED_AT = 1 + CONTACT_VECTORS * MESH_CONTACTS;
export const SLOT_VECTORS = NOTED_AT + NOTED_VECTORS;
/** Above the number of a facet or face: the mesh. */
export const MESH_SHIFT = 24;

/** Word k of what is noted: how many, then facets from 1 on. */
export const NOTED_WORD = /* wgsl */ `
fn notedWord(slot: u32, k: u32) -> u32 { return slots[${SLOT_VECTORS}u * slot + ${NOTED_AT}u + (k >> 2u)][k & 3u]; }
`;
