// SPDX-License-Identifier: MIT
/** A cylinder of plane facets along its axis, without ends. */
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';

/** Vertices are on the cylinder about the z axis, which is centred at the origin. */
export function facetedCylinder(radius: number, length: number, count: number): FacetMesh {
  const vertices = Array.from({ length: 2 * count }, (_, k) => {
    const angle = (2 * Math.PI * (k % count)) / count;
    const z = k < count ? -length / 2 : length / 2;
    return [radius * Math.cos(angle), radius * Math.sin(angle), z] as const;
  });
  const facets = Array.from({ length: count }, (_, k) => {
    const next = (k + 1) % count;
    return [k, next, count + next, count + k];
  });
  return facetMesh({ vertices, facets });
}
