// SPDX-License-Identifier: MIT
/**
 * Volume of a body in a region, with an error bound: closed forms for balls, exact clipping for polyhedra in boxes,
 * inscribed polyhedra for curved convex bodies, cells otherwise.
 */
import { type Quaternion, rotate } from '../math/quaternion.ts';
import { add, cross, dot, length, normalise, scale, subtract, type Vector3, ZERO_VECTOR } from '../math/vector.ts';
import { type BodyCells, type BoundedVolume, bodyCells, cellsInRegion, type Depth } from './body-cells.ts';
import type { Solid, SolidPiece } from './body-solid.ts';
import { type CuttingPlane, clippedVolume, type Loops } from './clipped-polyhedron.ts';
import type { AnalysisRegion, BoxBounds } from './region.ts';
import { sphereBoxVolume } from './sphere-box-volume.ts';
import { SPHERE_CYLINDER_ACCURACY, sphereCylinderVolume, sphereSphereVolume } from './sphere-round-volume.ts';

/** Pose of a body: centre of mass, own frame, factor on its size. */
export interface ScaledPose {
  readonly position: Vector3;
  readonly orientation: Quaternion;
  readonly scale: number;
}

const NONE: BoundedVolume = { volume: 0, error: 0 };
/** Closed forms and clipping: of the body's volume. */
const ROUNDING = 1e-14;

const BOX_NORMALS: readonly Vector3[] = [
  { x: 1, y: 0, z: 0 },
  { x: 0, y: 1, z: 0 },
  { x: 0, y: 0, z: 1 },
];

/** Volume of the body at a position, m3; in a periodic domain of its image at that position. */
export function volumeInRegion(solid: Solid, scaledPose: ScaledPose, region: AnalysisRegion): BoundedVolume {
  const factor = scaledPose.scale * scaledPose.scale * scaledPose.scale;
  const whole = { volume: factor * solid.volume, error: 0 };
  if (region.isAll) return whole;
  const radius = scaledPose.scale * solid.radius;
  const depth = region.depth(scaledPose.position);
  if (depth >= radius) return whole;
  if (depth <= -radius) return NONE;
  if (solid.ball !== undefined) return ballVolume(scaledPose.position, radius, region);
  if (solid.balls !== undefined) return clumpVolume(solid, scaledPose, region);
  const parts = (solid.pieces ?? []).map((piece) => pieceVolume(piece, scaledPose, region));
  return {
    volume: parts.reduce((sum, { volume }) => sum + volume, 0),
    error: parts.reduce((sum, { error }) => sum + error, 0),
  };
}

function ballVolume(centre: Vector3, radius: number, { box, cylinder, sphere }: AnalysisRegion): BoundedVolume {
  const all = (4 / 3) * Math.PI * radius * radius * radius;
  if (box !== undefined) return { volume: sphereBoxVolume(centre, radius, box), error: ROUNDING * all };
  if (cylinder !== undefined) {
    return { volume: sphereCylinderVolume(centre, radius, cylinder), error: SPHERE_CYLINDER_ACCURACY * all };
  }
  if (sphere === undefined) return { volume: all, error: 0 };
  return { volume: sphereSphereVolume(centre, radius, sphere.centre, sphere.radius), error: ROUNDING * all };
}

function clumpVolume(solid: Solid, scaledPose: ScaledPose, region: AnalysisRegion): BoundedVolume {
  const balls = solid.balls ?? [];
  const cells = cellsOf(solid, () => {
    const depth: Depth = (point) => {
      let most = -Infinity;
      for (const { centre, radius } of balls) most = Math.max(most, radius - length(subtract(point, centre)));
      return most;
    };
    return bodyCells(depth, ZERO_VECTOR, solid.radius);
  });
  return placedCells(cells, scaledPose, region, solid.volume);
}

/** Cells of a solid or of a piece, made when they are first needed. */
const knownCells = new WeakMap<object, BodyCells>();

function cellsOf(owner: object, make: () => BodyCells): BodyCells {
  const cells = knownCells.get(owner) ?? make();
  knownCells.set(owner, cells);
  return cells;
}

function placedCells(cells: BodyCells, scaledPose: ScaledPose, region: AnalysisRegion, whole: number): BoundedVolume {
  const factor = scaledPose.scale * scaledPose.scale * scaledPose.scale;
  const depth: Depth = (point) => region.depth(atPose(scaledPose, point)) / scaledPose.scale;
  const { volume, error } = cellsInRegion(cells, depth, whole);
  return { volume: factor * volume, error: factor * error };
}

function atPose({ position, orientation, scale: factor }: ScaledPose, point: Vector3): Vector3 {
  return add(position, scale(rotate(orientation, point), factor));
}

function pieceVolume(piece: SolidPiece, scaledPose: ScaledPose, region: AnalysisRegion): BoundedVolume {
  const factor = scaledPose.scale * scaledPose.scale * scaledPose.scale;
  const inscribed =
    region.box === undefined ? roundRegionVolume(piece, scaledPose, region) : boxClipped(piece, scaledPose, region.box);
  // All or nothing of the volume that the polyhedron misses may be in the region; the best estimate is the same
  // fraction as of the rest.
  const missing = factor * (piece.volume - piece.inscribed);
  const share = Math.min(1, inscribed.volume / (factor * piece.inscribed));
  return {
    volume: inscribed.volume + share * missing,
    error: inscribed.error + Math.max(share, 1 - share) * missing + ROUNDING * factor * piece.volume,
  };
}

function boxClipped(piece: SolidPiece, scaledPose: ScaledPose, { min, max }: BoxBounds): BoundedVolume {
  const loops: Loops = piece.loops.map((loop) => loop.map((point) => atPose(scaledPose, point)));
  const ball = { centre: atPose(scaledPose, piece.ball.centre), radius: scaledPose.scale * piece.ball.radius };
  const planes = BOX_NORMALS.flatMap((normal): CuttingPlane[] => [
    { normal, offset: dot(normal, max) },
    { normal: scale(normal, -1), offset: -dot(normal, min) },
  ]);
  return { volume: clippedVolume(loops, planes, ball), error: 0 };
}

function roundRegionVolume(piece: SolidPiece, scaledPose: ScaledPose, region: AnalysisRegion): BoundedVolume {
  const cells = cellsOf(piece, () => {
    const planes = piece.loops.flatMap((loop) => planeOf(loop));
    const depth: Depth = (point) => {
      let least = Infinity;
      for (const { normal, offset } of planes) least = Math.min(least, offset - dot(normal, point));
      return least;
    };
    return bodyCells(depth, piece.ball.centre, piece.ball.radius);
  });
  return placedCells(cells, scaledPose, region, piece.inscribed);
}

/** Normal of a face; none if the face is too small. */
function planeOf(loop: readonly Vector3[]): CuttingPlane[] {
  const origin = loop[0];
  let area = { x: 0, y: 0, z: 0 };
  for (let k = 1; k + 1 < loop.length; k++) {
    area = add(area, cross(subtract(loop[k], origin), subtract(loop[k + 1], origin)));
  }
  if (!(length(area) > 0)) return [];
  const normal = normalise(area);
  return [{ normal, offset: Math.max(...loop.map((point) => dot(normal, point))) }];
}
