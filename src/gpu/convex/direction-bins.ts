// SPDX-License-Identifier: MIT
/**
 * For directions in bins on the sides of a cube: the vertices of a polyhedron that can be the support point, and the
 * faces that can be visible. The lists are complete for each bin, so the result is exact. They save loads, which cost
 * more on a GPU than arithmetic.
 */
import { acos, asin, sin } from '../../math/circular.ts';
import { cross, dot, length, normalise, subtract, type Vector3 } from '../../math/vector.ts';

/** Bins along a side of the cube. */
export const BINS_ALONG = 3;
/**
 * Cosine of the angle to a direction of its bin up to which normals of faces and of their edges are noted. Bodies whose
 * balls inside are at least this part of the distance of their centres when they touch ask for no other face.
 */
export const CONE_COSINE = 0.55;
/** Bins are taken larger by this angle: a direction near a border may be put into the neighbour by rounding. */
const BORDER = 1e-3;
/** Words of a bin: two of bits of vertices, two of nothing, four of bits of faces. */
export const BIN_WORDS = 8;

interface Bin {
  readonly centre: Vector3;
  /** Angle from the centre to the farthest corner. */
  readonly radius: number;
}

function bins(): Bin[] {
  const all: Bin[] = [];
  for (let axis = 0; axis < 3; axis++) {
    for (const side of [1, -1]) {
      for (let i = 0; i < BINS_ALONG; i++) {
        for (let j = 0; j < BINS_ALONG; j++) {
          const at = (u: number, v: number): Vector3 => {
            const own = [side, (2 * u) / BINS_ALONG - 1, (2 * v) / BINS_ALONG - 1];
            const [x = 0, y = 0, z = 0] = [0, 1, 2].map((k) => own[(k - axis + 3) % 3]);
            return normalise({ x, y, z });
          };
          const centre = at(i + 0.5, j + 0.5);
          const corners = [at(i, j), at(i + 1, j), at(i, j + 1), at(i + 1, j + 1)];
          const radius = Math.max(...corners.map((corner) => acos(Math.min(1, dot(centre, corner)))));
          all.push({ centre, radius: radius + BORDER });
        }
      }
    }
  }
  return all;
}

const BINS = bins();

/** Normals of the two faces of an edge. */
export type Arc = readonly [Vector3, Vector3];

/** Angle from a direction to the nearest normal between two. */
function angleToArc(direction: Vector3, [a, b]: Arc): number {
  const ends = Math.min(angle(direction, a), angle(direction, b));
  const across = cross(a, b);
  // Faces that are all but parallel are as one.
  if (length(across) < 1e-9) return ends;
  const m = normalise(across);
  const isBetween = dot(cross(a, direction), m) >= 0 && dot(cross(direction, b), m) >= 0;
  return isBetween ? Math.min(ends, asin(Math.min(1, Math.abs(dot(direction, m))))) : ends;
}

const angle = (a: Vector3, b: Vector3): number => acos(Math.max(-1, Math.min(1, dot(a, b))));

/** BIN_WORDS words for each bin; `arcs` has those of the edges around each face. */
export function directionBins(vertices: readonly Vector3[], arcs: readonly (readonly Arc[])[]): Uint32Array {
  const words = new Uint32Array(BIN_WORDS * BINS.length);
  const note = (at: number, k: number): void => {
    words[at + (k >> 5)] = (words[at + (k >> 5)] | (1 << (k & 31))) >>> 0;
  };
  const cone = acos(CONE_COSINE);
  BINS.forEach(({ centre, radius }, bin) => {
    // No direction of the bin is farther from its centre than this.
    const chord = 2 * sin(radius / 2);
    vertices.forEach((v, k) => {
      const isNever = vertices.some((w) => {
        const apart = subtract(w, v);
        return dot(apart, centre) > chord * length(apart);
      });
      if (!isNever) note(BIN_WORDS * bin, k);
    });
    arcs.forEach((around, f) => {
      if (around.some((arc) => angleToArc(centre, arc) <= radius + cone)) note(BIN_WORDS * bin + 4, f);
    });
  });
  return words;
}
