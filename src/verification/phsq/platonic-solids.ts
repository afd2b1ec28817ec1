// SPDX-License-Identifier: MIT
/** The five regular polyhedra, and round polyhedra with many faces, all with the volume of a cube of edge 2. */
import { type ConvexPolyhedron, polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';

type Triple = readonly [number, number, number];

const VOLUME = 8;
const GOLDEN = (1 + Math.sqrt(5)) / 2;

function ofVolume(vertices: readonly Triple[]): ConvexPolyhedron {
  const { volume } = polyhedron({ vertices }).massProperties();
  const factor = Math.cbrt(VOLUME / volume);
  return polyhedron({ vertices: vertices.map(([x, y, z]): Triple => [factor * x, factor * y, factor * z]) });
}

const SIGNS = [-1, 1] as const;
const CUBE: readonly Triple[] = SIGNS.flatMap((x) => SIGNS.flatMap((y) => SIGNS.map((z): Triple => [x, y, z])));

/** (0, ±p, ±q) and its cyclic permutations. */
function cyclic(p: number, q: number): Triple[] {
  return SIGNS.flatMap((s) =>
    SIGNS.flatMap((t): Triple[] => [
      [0, s * p, t * q],
      [s * p, t * q, 0],
      [t * q, 0, s * p],
    ]),
  );
}

export const PLATONIC_SOLIDS: Readonly<Record<string, ConvexPolyhedron>> = {
  tetrahedron: ofVolume(CUBE.filter(([x, y, z]) => x * y * z > 0)),
  cube: ofVolume(CUBE),
  octahedron: ofVolume(
    SIGNS.flatMap((s): Triple[] => [
      [s, 0, 0],
      [0, s, 0],
      [0, 0, s],
    ]),
  ),
  dodecahedron: ofVolume([...CUBE, ...cyclic(1 / GOLDEN, GOLDEN)]),
  icosahedron: ofVolume(cyclic(1, GOLDEN)),
};

/** Four times as long as wide. */
export const BEAM = ofVolume(CUBE.map(([x, y, z]): Triple => [4 * x, y, z]));

/** A hull of that many triangles, nearly: points evenly on a sphere along a spiral. */
export function roundPolyhedron(faces: number): ConvexPolyhedron {
  const points = faces / 2 + 2;
  const turn = Math.PI * (3 - Math.sqrt(5));
  return ofVolume(
    Array.from({ length: points }, (_, i): Triple => {
      const z = 1 - (2 * i + 1) / points;
      const r = Math.sqrt(1 - z * z);
      return [r * Math.cos(turn * i), r * Math.sin(turn * i), z];
    }),
  );
}

export function faceCount({ hull }: ConvexPolyhedron): number {
  return hull.faceOffsets.length - 1;
}
