// SPDX-License-Identifier: MIT
/**
 * The JSON form of a facet mesh: `{"mesh": {"vertices": [[x, y, z], ...], "facets": [[i, j, k, ...], ...]}}`. It looks
 * like that of a shape, but a mesh is a boundary, not a convex body, and has its own questions.
 */
import { MeshError } from '../errors.ts';
import { type FacetMesh, type FacetMeshParameters, facetMesh, requireMesh } from './facet-mesh.ts';

const KEYS = ['vertices', 'facets'];
const OPTIONAL_KEYS = ['weld'];
const EXAMPLE = '{"mesh":{"vertices":[[x,y,z],…],"facets":[[i,j,k,…],…]}}';

/** A mesh in the JSON form of pairs and scenes. */
export interface MeshJson {
  readonly mesh: {
    readonly vertices: readonly (readonly [number, number, number])[];
    readonly facets: readonly (readonly number[])[];
    /** Merge vertices with equal coordinates. */
    readonly weld?: boolean;
  };
}

/**
 * True if this parsed JSON value is meant as a mesh, which `meshFromJson` then reads or refuses.
 *
 * @example
 * ```ts
 * import { isMeshJson } from 'scree/contact';
 *
 * console.log(isMeshJson(JSON.parse('{ "sphere": { "radius": 1 } }'))); // false
 * ```
 */
export function isMeshJson(value: unknown): boolean {
  return isRecord(value) && Object.hasOwn(value, 'mesh');
}

/**
 * The mesh that a parsed JSON value describes.
 *
 * @throws MeshError whose message starts with the path of the invalid value.
 *
 * @example
 * ```ts
 * import { facetMesh, meshFromJson, meshToJson } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(meshFromJson(meshToJson(floor)).vertices.length); // 9
 * ```
 */
export function meshFromJson(value: unknown, path = 'shape'): FacetMesh {
  const isMesh = isRecord(value) && Object.keys(value).join() === 'mesh';
  if (!isMesh) throw new MeshError('not-a-mesh', `${path}: expected ${EXAMPLE}`, { path });
  const given = value.mesh;
  const location = `${path}.mesh`;
  if (!isRecord(given)) {
    throw new MeshError('not-an-object', `${location}: expected an object with ${KEYS.join(', ')}`, { path: location });
  }
  const allowed = [...KEYS, ...OPTIONAL_KEYS];
  const unknown = Object.keys(given).find((key) => !allowed.includes(key));
  if (unknown !== undefined) {
    throw new MeshError('unknown-key', `${location}.${unknown}: unknown key; allowed: ${allowed.join(', ')}`, {
      path: location,
    });
  }
  const missing = KEYS.find((key) => given[key] === undefined);
  if (missing !== undefined) {
    throw new MeshError('missing-key', `${location}.${missing}: missing; needed: ${KEYS.join(', ')}`, {
      path: location,
    });
  }
  const { weld = false } = given;
  if (typeof weld !== 'boolean')
    throw new MeshError('not-a-boolean', `${location}.weld: expected true or false`, { path: location });
  // What the mesh cannot use, it refuses itself.
  return facetMesh(given as unknown as FacetMeshParameters, location, { weld });
}

/**
 * The JSON form of a mesh, for `meshFromJson`.
 *
 * @throws MeshError unless `facetMesh` made the mesh.
 *
 * @example
 * ```ts
 * import { facetMesh, meshToJson } from 'scree/contact';
 *
 * const floor = facetMesh({ vertices: [[0, 0, 0], [1, 0, 0], [0, 1, 0]], facets: [[0, 1, 2]] });
 * console.log(JSON.stringify(meshToJson(floor)).length > 0); // true
 * ```
 */
export function meshToJson(mesh: FacetMesh): MeshJson {
  const { vertices, facetOffsets, facetVertices } = requireMesh(mesh);
  return {
    mesh: {
      vertices: Array.from({ length: vertices.length / 3 }, (_, v) => {
        return [vertices[3 * v], vertices[3 * v + 1], vertices[3 * v + 2]] as const;
      }),
      facets: Array.from({ length: facetOffsets.length - 1 }, (_, f) => {
        return [...facetVertices.subarray(facetOffsets[f], facetOffsets[f + 1])];
      }),
    },
  };
}

function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
