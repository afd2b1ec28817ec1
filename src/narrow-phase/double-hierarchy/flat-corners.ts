// SPDX-License-Identifier: MIT
/**
 * Corners of a body lying flat on a face of a mesh, each with its own overlap and shares of springs and dashpots, as on
 * a half-space (src/kernel/features/flat-contact.ts). The body's face is clipped at the rim of the mesh face.
 */
import { FLAT_CELLS, FLAT_DASHPOT, FLAT_OVERLAP, FLAT_SHARE, FLAT_STRIDE } from '../../kernel/features/flat-layout.ts';

import { F } from '../../kernel/memory.ts';
import { addScaled, dot, subtract, type Vector3, ZERO_VECTOR } from '../../math/vector.ts';
import { allocateCells } from '../../shapes/kernel-memory/kernel-heap.ts';
import type { BodyAtMesh } from './body-at-mesh.ts';
import { planeAt, polygonAt, segmentAt } from './feature-blocks.ts';
import { FlatSupport } from './flat-support.ts';

export interface FlatCorner {
  readonly facet: number;
  /** On the face, in the frame of `BodyAtMesh`. */
  readonly point: Vector3;
  readonly overlap: number;
  /** Factors on springs and on dashpots. */
  readonly share: number;
  readonly dashpot: number;
}

/** The plane of a patch, on the side of the body. */
export interface FaceSide {
  readonly patch: number;
  readonly normal: Vector3;
  readonly through: Vector3;
  /** See `FeatureContact`. */
  readonly isInCorner: boolean;
}

const support = new FlatSupport();
const WORK = allocateCells(FLAT_CELLS);
/** In sizes of the body: a plane so far above its own place has all corners of the body behind it. */
const LIFT = 4;
/** The hull is made larger by this part, so that corners of the body which are on it are not cut off by rounding. */
const MARGIN = 1e-9;

/** Corners behind the plane; none if the body is not flat on it. */
export function flatCorners(body: BodyAtMesh, { patch, normal, through, isInCorner }: FaceSide): FlatCorner[] {
  const lifted = addScaled(through, normal, LIFT * body.size);
  const count = body.flatAgainst(planeAt(normal, lifted), normal, WORK);
  if (count < 2) return [];
  const surface = Array.from({ length: count }, (_, k) => pointAt(WORK + FLAT_STRIDE * k));
  const outline = surface.map((p) => addScaled(p, normal, dot(normal, subtract(through, p))));
  support.find(outline, normal, body, body.facetsUnder([...surface, ...outline], patch));
  const isNowhere = !support.isWhole && support.corners.length === 0;
  if (isNowhere && !isInCorner) return [];
  const isCut = !(support.isWhole || isNowhere);
  const kept = body.flatAgainst(isCut ? hullBlock(support.corners, normal) : planeAt(normal, through), normal, WORK);
  return Array.from({ length: kept }, (_, k) => {
    const at = WORK + FLAT_STRIDE * k;
    const overlap = F[at + FLAT_OVERLAP];
    const point = addScaled(pointAt(at), normal, overlap);
    return {
      facet: support.facetAt(point),
      point,
      overlap,
      share: F[at + FLAT_SHARE],
      dashpot: F[at + FLAT_DASHPOT],
    };
  });
}

function pointAt(at: number): Vector3 {
  return { x: F[at], y: F[at + 1], z: F[at + 2] };
}

function hullBlock(corners: readonly Vector3[], normal: Vector3): number {
  const centre = corners.reduce((sum, corner) => addScaled(sum, corner, 1 / corners.length), ZERO_VECTOR);
  const enlarged = corners.map((corner) => addScaled(corner, subtract(corner, centre), MARGIN));
  if (enlarged.length > 2) return polygonAt(enlarged, normal);
  return segmentAt(enlarged[0], enlarged[1]);
}
