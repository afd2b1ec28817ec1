// SPDX-License-Identifier: MIT
/** A closed drum about the y axis with four radial lifters, as a mesh of 3712 triangles. */
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';

/** m */
export const DRUM_RADIUS = 0.2;
export const DRUM_LENGTH = 0.2;
const LIFTER_HEIGHT = 0.05;
const LIFTERS = 4;
const SECTORS = 64;
const RINGS = 10;
const SLICES = 8;
const LIFTER_STRIPS = 4;

type Point = readonly [number, number, number];

/** Whether there is room for a sphere whose centre is at (x, z) and that reaches so far. */
export function isInDrum(x: number, z: number, reach: number): boolean {
  const isAtLifter = (across: number, along: number): boolean =>
    Math.abs(across) < reach && Math.abs(along) > DRUM_RADIUS - LIFTER_HEIGHT - reach;
  return Math.sqrt(x * x + z * z) < DRUM_RADIUS - reach && !isAtLifter(x, z) && !isAtLifter(z, x);
}

export function drumMesh(length: number): FacetMesh {
  const vertices: number[] = [];
  const facets: number[][] = [];
  const triangle = (...corners: readonly Point[]): void => {
    facets.push(corners.map((_, i) => vertices.length / 3 + i));
    for (const corner of corners) vertices.push(...corner);
  };
  const quad = (a: Point, b: Point, c: Point, d: Point): void => {
    triangle(a, b, c);
    triangle(a, c, d);
  };
  const point = (radius: number, sector: number, y: number): Point => {
    // Sector 64 is sector 0, with the same bits, so that the mesh is closed.
    const angle = (2 * Math.PI * (sector % SECTORS)) / SECTORS;
    return [radius * Math.cos(angle), y, radius * Math.sin(angle)];
  };
  const slice = (j: number): number => (length * j) / SLICES;
  for (let k = 0; k < SECTORS; k++) {
    for (let j = 0; j < SLICES; j++) {
      quad(
        point(DRUM_RADIUS, k, slice(j)),
        point(DRUM_RADIUS, k + 1, slice(j)),
        point(DRUM_RADIUS, k + 1, slice(j + 1)),
        point(DRUM_RADIUS, k, slice(j + 1)),
      );
    }
    for (const y of [0, length]) {
      const ring = (i: number): number => (DRUM_RADIUS * i) / RINGS;
      triangle([0, y, 0], point(ring(1), k, y), point(ring(1), k + 1, y));
      for (let i = 1; i < RINGS; i++) {
        quad(point(ring(i), k, y), point(ring(i + 1), k, y), point(ring(i + 1), k + 1, y), point(ring(i), k + 1, y));
      }
    }
  }
  for (let lifter = 0; lifter < LIFTERS; lifter++) {
    const k = (lifter * SECTORS) / LIFTERS;
    for (let i = 0; i < LIFTER_STRIPS; i++) {
      const [outer, inner] = [i, i + 1].map((strip) => DRUM_RADIUS - (LIFTER_HEIGHT * strip) / LIFTER_STRIPS);
      for (let j = 0; j < SLICES; j++) {
        quad(
          point(outer ?? 0, k, slice(j)),
          point(inner ?? 0, k, slice(j)),
          point(inner ?? 0, k, slice(j + 1)),
          point(outer ?? 0, k, slice(j + 1)),
        );
      }
    }
  }
  return facetMesh({ vertices: Float64Array.from(vertices), facets }, 'drum', { weld: true });
}
