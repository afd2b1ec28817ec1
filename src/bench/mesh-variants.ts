// SPDX-License-Identifier: MIT
/**
 * The variants for sets of spheres and a mesh: Scree's methods, and three-mesh-bvh, which collects every triangle
 * within the radius.
 */
import { facetMesh } from '../meshes/facet-mesh.ts';
import type { MeshContactOptions } from '../narrow-phase/double-hierarchy/mesh-contact-options.ts';
import { MeshContactList, sphereMeshContacts } from '../narrow-phase/double-hierarchy/sphere-batch.ts';
import { MeshIndex } from '../neighbours/mesh-bins.ts';
import { measureVariant } from './cpu-time.ts';
import type { MeshSet } from './mesh-set.ts';
import { PeerMissing } from './peer-package.ts';
import { threeMeshBvh } from './three-mesh-bvh-variant.ts';

export interface PreparedMeshVariant {
  /** Engine and version if it is not Scree. */
  readonly engine?: string;
  /** Answers all spheres once. */
  pass(): void;
  /** Facets within the radius, of all spheres of the last pass. */
  meetingCount(): number;
}

function screeVariant(set: MeshSet, spheres: Float64Array, options: MeshContactOptions = {}): PreparedMeshVariant {
  const index = new MeshIndex(facetMesh(set));
  const list = new MeshContactList();
  return {
    pass: () => sphereMeshContacts(index, {}, spheres, options, list),
    meetingCount: () => list.meetingCount,
  };
}

const VARIANTS: Readonly<Record<string, (set: MeshSet) => PreparedMeshVariant | Promise<PreparedMeshVariant>>> = {
  wasm: (set) => screeVariant(set, set.spheres),
  'any order': (set) => screeVariant(set, set.shuffled),
  split: (set) => screeVariant(set, set.spheres, { fastIntersection: true }),
  typescript: (set) => screeVariant(set, set.spheres, { kernel: 'typescript' }),
  'three-mesh-bvh': (set) => threeMeshBvh(set, set.spheres),
  'three-mesh-bvh, any order': (set) => threeMeshBvh(set, set.shuffled),
};
export const MESH_VARIANT_NAMES: readonly string[] = Object.keys(VARIANTS);

export type MeshTiming =
  | { readonly missing: string }
  | { readonly engine?: string; readonly nanoseconds: number; readonly meeting: number };

export async function timeMeshVariant(name: string, set: MeshSet, budgetSeconds: number): Promise<MeshTiming> {
  const prepare = VARIANTS[name];
  if (prepare === undefined) throw new Error(`no variant "${name}"; there are ${MESH_VARIANT_NAMES.join(', ')}`);
  try {
    const variant = await prepare(set);
    const nanoseconds = measureVariant(variant, set.spheres.length / 4, budgetSeconds);
    const meeting = variant.meetingCount();
    return { ...(variant.engine && { engine: variant.engine }), nanoseconds, meeting };
  } catch (error) {
    if (error instanceof PeerMissing) return { missing: error.message };
    throw error;
  }
}
