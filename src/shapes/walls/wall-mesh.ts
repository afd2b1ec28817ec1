// SPDX-License-Identifier: MIT
/** Facets of a wall that is a shape, for pictures and VTK files alone: contacts are with the shape itself. */
import { cos, sin } from '../../math/circular.ts';
import { vector3 } from '../../math/vector.ts';
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';
import type { WallShapeSpec } from './wall-shape.ts';

/**
 * Facets around an axis, and around a tube or from pole to pole: multiples of four, so that the box around them is that
 * of the shape.
 */
const AROUND = 96;
const ALONG = 32;
/** A cylinder without ends is drawn this long, over its radius. */
const DRAWN_LENGTH = 20;

type Point = readonly [x: number, y: number, z: number];

/** A closed or open surface of rings; a ring without a radius is one point. */
class Rings {
  readonly vertices: Point[] = [];
  readonly facets: number[][] = [];
  #last: number[] | undefined;

  /** A ring at this height; joined to the one before unless it is the first. */
  add(radius: number, z: number): number[] {
    const first = this.vertices.length;
    const count = radius > 0 ? AROUND : 1;
    for (let k = 0; k < count; k++) {
      const angle = (2 * Math.PI * k) / AROUND;
      this.vertices.push([radius * cos(angle), radius * sin(angle), z]);
    }
    const ring = Array.from({ length: AROUND }, (_, k) => first + (count === 1 ? 0 : k));
    if (this.#last !== undefined) this.join(this.#last, ring);
    this.#last = ring;
    return ring;
  }

  join(low: readonly number[], high: readonly number[]): void {
    for (let k = 0; k < AROUND; k++) {
      const next = (k + 1) % AROUND;
      const corners = [low[k], low[next], high[next], high[k]];
      const different = corners.filter((corner, c) => corners.indexOf(corner) === c);
      // Corners of a cone's side are in a plane only with rounding: triangles always are.
      if (different.length === 3) this.facets.push(different);
      else this.facets.push([corners[0], corners[1], corners[2]], [corners[0], corners[2], corners[3]]);
    }
  }

  /** A face over a ring, seen from above or below. */
  close(ring: readonly number[], isTop: boolean): void {
    this.facets.push(isTop ? [...ring] : [...ring].reverse());
  }

  mesh(name: string): FacetMesh {
    return facetMesh({ vertices: this.vertices, facets: this.facets }, name);
  }
}

/** The wall in facets, whose vertices are on it. */
export function wallMesh(shape: WallShapeSpec, name = 'wall'): FacetMesh {
  if ('box' in shape) return boxMesh(shape.box.halfExtents, name);
  const rings = new Rings();
  if ('sphere' in shape) {
    const { radius } = shape.sphere;
    for (let k = 0; k <= ALONG; k++) {
      const angle = (Math.PI * k) / ALONG;
      rings.add(k === 0 || k === ALONG ? 0 : radius * sin(angle), -radius * cos(angle));
    }
    return rings.mesh(name);
  }
  if ('torus' in shape) {
    const { ringRadius, tubeRadius } = shape.torus;
    const all = Array.from({ length: ALONG }, (_, k) => {
      const angle = (2 * Math.PI * k) / ALONG;
      return rings.add(ringRadius + tubeRadius * cos(angle), tubeRadius * sin(angle));
    });
    rings.join(all[ALONG - 1], all[0]);
    return rings.mesh(name);
  }
  const { low, high, bottom, top } =
    'cone' in shape
      ? { low: 0, high: shape.cone.height, bottom: shape.cone.bottomRadius, top: shape.cone.topRadius }
      : cylinderEnds(shape.cylinder);
  const lower = rings.add(bottom, low);
  const upper = rings.add(top, high);
  const { open } = shape;
  const isEndless = 'cylinder' in shape && shape.cylinder.length === undefined;
  if (bottom > 0 && !isEndless && open !== 'bottom' && open !== 'both') rings.close(lower, false);
  if (top > 0 && !isEndless && open !== 'top' && open !== 'both') rings.close(upper, true);
  return rings.mesh(name);
}

function cylinderEnds({ radius, length = DRAWN_LENGTH * radius }: { radius: number; length?: number }) {
  return { low: -length / 2, high: length / 2, bottom: radius, top: radius };
}

function boxMesh(halfExtents: Parameters<typeof vector3>[0], name: string): FacetMesh {
  const { x, y, z } = vector3(halfExtents);
  const vertices = Array.from(
    { length: 8 },
    (_, k): Point => [(k & 4) === 0 ? -x : x, (k & 2) === 0 ? -y : y, (k & 1) === 0 ? -z : z],
  );
  const facets = [
    [0, 1, 3, 2],
    [4, 6, 7, 5],
    [0, 4, 5, 1],
    [2, 3, 7, 6],
    [0, 2, 6, 4],
    [1, 5, 7, 3],
  ];
  return facetMesh({ vertices, facets }, name);
}
