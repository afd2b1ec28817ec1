// SPDX-License-Identifier: MIT
/**
 * The vessels of the round robin as meshes of triangles: a silo with a conical funnel, its plug, and a closed drum
 * about the y axis.
 */
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';

type Point = readonly [number, number, number];

/** Corners of round parts; the chord stays within 0.5 % of the radius. */
const SECTORS = 32;

/** Collects triangles; equal corners are welded. */
class Triangles {
  readonly #vertices: number[] = [];
  readonly #facets: number[][] = [];

  add(...corners: readonly Point[]): void {
    const first = this.#vertices.length / 3;
    this.#facets.push([first, first + 1, first + 2]);
    for (const corner of corners) this.#vertices.push(...corner);
  }

  addQuad(a: Point, b: Point, c: Point, d: Point): void {
    this.add(a, b, c);
    this.add(a, c, d);
  }

  mesh(name: string): FacetMesh {
    return facetMesh({ vertices: Float64Array.from(this.#vertices), facets: this.#facets }, name, { weld: true });
  }
}

/** The last sector ends where the first begins, with the same bits. */
function around(radius: number, sector: number): readonly [number, number] {
  const angle = (2 * Math.PI * (sector % SECTORS)) / SECTORS;
  return [radius * Math.cos(angle), radius * Math.sin(angle)];
}

/** A cylinder over z = 0 and a cone below it down to the orifice, open at both ends. */
export function siloMesh(radius: number, height: number, orifice: number, depth: number): FacetMesh {
  const triangles = new Triangles();
  const at = (r: number, sector: number, z: number): Point => [...around(r, sector), z];
  for (let k = 0; k < SECTORS; k++) {
    triangles.addQuad(at(radius, k, 0), at(radius, k + 1, 0), at(radius, k + 1, height), at(radius, k, height));
    triangles.addQuad(at(orifice, k, -depth), at(orifice, k + 1, -depth), at(radius, k + 1, 0), at(radius, k, 0));
  }
  return triangles.mesh('silo');
}

/** A disc, a little larger than the orifice that it closes. */
export function plugMesh(orifice: number, depth: number): FacetMesh {
  const triangles = new Triangles();
  const at = (sector: number): Point => [...around(1.2 * orifice, sector), -depth];
  for (let k = 0; k < SECTORS; k++) triangles.add([0, 0, -depth], at(k), at(k + 1));
  return triangles.mesh('plug');
}

/** A closed drum about the y axis, |y| <= length / 2. */
export function drumMesh(radius: number, length: number): FacetMesh {
  const triangles = new Triangles();
  const at = (sector: number, y: number): Point => {
    const [x, z] = around(radius, sector);
    return [x, y, z];
  };
  const [south, north] = [-length / 2, length / 2];
  for (let k = 0; k < SECTORS; k++) {
    triangles.addQuad(at(k, south), at(k + 1, south), at(k + 1, north), at(k, north));
    for (const y of [south, north]) triangles.add([0, y, 0], at(k, y), at(k + 1, y));
  }
  return triangles.mesh('drum');
}
