// SPDX-License-Identifier: MIT
/**
 * A mesh in a periodic domain, together with its images one period away in every periodic direction, as one mesh:
 * contacts at a seam are reduced together, and a floor that ends at the seam goes on beyond it. Images move with the
 * mesh, which holds as long as it does not turn them out of line.
 */

import { pose } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { normalise, toTriple, type Vector3, vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetCountOf, facetMesh } from '../../meshes/facet-mesh.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { DomainSpec, MeshSpec, MotionSpec } from '../simulation-spec.ts';
import { joinedMesh } from './joined-mesh.ts';

/**
 * How far the axis of a rotation may be off a periodic direction, relative: rounding of a direction that was
 * normalised.
 */
const ALIGNED = 1e-12;

/** Ways from a mesh to its images, in the world: the mesh itself first. */
export function imageShifts(domain: DomainSpec | undefined): Vector3[] {
  const { x, y, z } = periodsOf(domain);
  const steps = (period: number): number[] => (period < Infinity ? [0, -period, period] : [0]);
  return steps(x).flatMap((a) => steps(y).flatMap((b) => steps(z).map((c) => ({ x: a, y: b, z: c }))));
}

/** The same in the mesh's own frame. */
export function ownShifts({ orientation }: Pick<MeshSpec, 'orientation'>, shifts: readonly Vector3[]): Vector3[] {
  const start = pose(orientation === undefined ? {} : { orientation });
  return shifts.map((shift) => inverseRotate(start.orientation, shift));
}

/**
 * Whether a motion leaves the images where they are relative to the mesh: it turns, if at all, about the one periodic
 * direction.
 */
export function keepsImages({ rotation }: MotionSpec, domain: DomainSpec | undefined): boolean {
  if (rotation === undefined) return true;
  const axis = toTriple(normalise(vector3(rotation.axis)));
  return toTriple(periodsOf(domain)).every((period, k) => period === Infinity || 1 - Math.abs(axis[k]) < ALIGNED);
}

/** The mesh and its images as one: image m has the facets from m times their number on. */
export class MeshImages {
  readonly mesh: FacetMesh;
  /** The mesh without images, its facets joined. */
  readonly alone: FacetMesh;
  readonly #facetCount: number;
  readonly #vertexCount: number;
  /** Original number of each edge. */
  readonly #edges: Int32Array;

  /** `shifts` are those of the images in the mesh's own frame, the mesh itself first. */
  constructor(original: FacetMesh, shifts: readonly Vector3[], oneSided: boolean) {
    this.#facetCount = facetCountOf(original);
    this.#vertexCount = original.vertices.length / 3;
    const { mesh: alone, edgeOfCorner } = joinedMesh(original, oneSided);
    this.alone = alone;
    this.mesh = shifts.length === 1 ? alone : withImages(alone, shifts);
    this.#edges = new Int32Array(this.mesh.edgeVertices.length / 2);
    this.mesh.facetEdges.forEach((edge, corner) => {
      this.#edges[edge] = edgeOfCorner[corner % edgeOfCorner.length];
    });
  }

  imageOf(facet: number): number {
    return Math.floor(facet / this.#facetCount);
  }

  facetOf(facet: number): number {
    return facet % this.#facetCount;
  }

  /** The facet in an image, by its number in the mesh. */
  inImage(facet: number, image: number): number {
    return image * this.#facetCount + facet;
  }

  vertexOf(vertex: number): number {
    return vertex % this.#vertexCount;
  }

  edgeOf(edge: number): number {
    return this.#edges[edge];
  }
}

function withImages(original: FacetMesh, shifts: readonly Vector3[]): FacetMesh {
  const { vertices, facetOffsets, facetVertices } = original;
  const facetCount = facetCountOf(original);
  const vertexCount = vertices.length / 3;
  const all = new Float64Array(shifts.length * vertices.length);
  const corners = new Int32Array(shifts.length * facetVertices.length);
  const offsets = new Int32Array(shifts.length * facetCount + 1);
  shifts.forEach((shift, m) => {
    const offset = toTriple(shift);
    for (let i = 0; i < vertices.length; i++) {
      all[m * vertices.length + i] = vertices[i] + offset[i % 3];
    }
    for (let i = 0; i < facetVertices.length; i++) {
      corners[m * facetVertices.length + i] = facetVertices[i] + m * vertexCount;
    }
    for (let f = 0; f < facetCount; f++) {
      offsets[m * facetCount + f + 1] = m * facetVertices.length + facetOffsets[f + 1];
    }
  });
  // Facets on both sides of a seam meet there.
  return facetMesh({ vertices: all, facets: { offsets, vertices: corners } }, 'mesh', { weld: true });
}
