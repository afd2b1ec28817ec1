// SPDX-License-Identifier: MIT
/**
 * Boundaries of the benchmarks of Santasusana et al. 2016, section 6.1, as facet meshes: planes, a roof, a pyramid,
 * plates with holes, a step.
 */
import { type FacetMesh, facetMesh } from '../../meshes/facet-mesh.ts';

type Point = [number, number, number];

/**
 * The rectangle |x| <= length / 2, |y| <= width / 2 at z = 0 of cells of two triangles, with its corner cells' vertices
 * moved by `shift`.
 */
export function triangledPlane(
  cellsX: number,
  cellsY: number,
  length: number,
  width: number,
  shift: readonly [number, number] = [0, 0],
): FacetMesh {
  const vertices: Point[] = [];
  const facets: number[][] = [];
  for (let j = 0; j <= cellsY; j++) {
    for (let i = 0; i <= cellsX; i++) {
      vertices.push([length * (i / cellsX - 0.5) + shift[0], width * (j / cellsY - 0.5) + shift[1], 0]);
    }
  }
  for (let j = 0; j < cellsY; j++) {
    for (let i = 0; i < cellsX; i++) {
      const a = i + j * (cellsX + 1);
      facets.push([a, a + 1, a + cellsX + 2], [a, a + cellsX + 2, a + cellsX + 1]);
    }
  }
  return facetMesh({ vertices, facets });
}

/** The same rectangle as one quadrilateral. */
export function onePlane(length: number, width: number): FacetMesh {
  const [x, y] = [length / 2, width / 2];
  const vertices: Point[] = [
    [-x, -y, 0],
    [x, -y, 0],
    [x, y, 0],
    [-x, y, 0],
  ];
  return facetMesh({ vertices, facets: [[0, 1, 2, 3]] });
}

/** A pyramid of `sides` triangles with its apex at the origin, falling off by 45 degrees along its edges. */
export function pyramid(sides: number, size: number): FacetMesh {
  const rim = Array.from({ length: sides }, (_, k): Point => {
    const angle = (2 * Math.PI * k) / sides;
    return [size * Math.cos(angle), size * Math.sin(angle), -size];
  });
  return facetMesh({
    vertices: [[0, 0, 0], ...rim],
    facets: rim.map((_, k) => [0, 1 + k, 1 + ((k + 1) % sides)]),
  });
}

/** A roof of four triangles with its ridge on the y axis, falling off by 45 degrees. */
export function roof(size: number): FacetMesh {
  const vertices: Point[] = [
    [0, -size, 0],
    [0, size, 0],
    [size, -size, -size],
    [size, size, -size],
    [-size, -size, -size],
    [-size, size, -size],
  ];
  const facets = [
    [0, 2, 3],
    [0, 3, 1],
    [0, 1, 5],
    [0, 5, 4],
  ];
  return facetMesh({ vertices, facets });
}

/** A level facet x <= 0 at z = 0 and an upright one below its end, in triangles: the edge of a table. */
export function tableEdge(size: number): FacetMesh {
  const vertices: Point[] = [
    [-size, -size, 0],
    [0, -size, 0],
    [0, size, 0],
    [-size, size, 0],
    [0, -size, -size],
    [0, size, -size],
  ];
  const facets = [
    [0, 1, 2],
    [0, 2, 3],
    [1, 4, 5],
    [1, 5, 2],
  ];
  return facetMesh({ vertices, facets });
}

/** A plate at z = 0 with a hole in the form of a regular polygon about the origin whose sides are `inradius` away. */
export function plateWithHole(sides: number, inradius: number, outer: number): FacetMesh {
  const ring = (distance: number): Point[] =>
    Array.from({ length: sides }, (_, k): Point => {
      const angle = (2 * Math.PI * (k + 0.5)) / sides;
      const radius = distance / Math.cos(Math.PI / sides);
      return [radius * Math.cos(angle), radius * Math.sin(angle), 0];
    });
  const facets = Array.from({ length: sides }, (_, k) => {
    const next = (k + 1) % sides;
    return [k, sides + k, sides + next, next];
  });
  return facetMesh({ vertices: [...ring(inradius), ...ring(outer)], facets });
}

/**
 * A plate at z = 0 with a hole in the form of a plus about the origin, whose inner corners are `distance` away from it.
 */
export function plateWithPlus(distance: number, arm: number, outer: number): FacetMesh {
  const half = distance / Math.SQRT2;
  const lines = [-outer, -arm, -half, half, arm, outer];
  const vertices = lines.flatMap((y) => lines.map((x): Point => [x, y, 0]));
  const facets: number[][] = [];
  for (let j = 0; j < 5; j++) {
    for (let i = 0; i < 5; i++) {
      const isArm = (i === 2 && j > 0 && j < 4) || (j === 2 && i > 0 && i < 4);
      const a = i + 6 * j;
      if (!isArm) facets.push([a, a + 1, a + 7, a + 6]);
    }
  }
  return facetMesh({ vertices, facets });
}
