// SPDX-License-Identifier: MIT
/**
 * Picture of a scene: the ground, and the visible faces of all convex parts from back to front; parts of a body
 * alternate in tone.
 */
import { type Pose, transformPoint } from '../../math/pose.ts';
import { cross, dot, subtract, type Vector3 } from '../../math/vector.ts';
import { layeredSolid } from '../../meshes/layered-solid.ts';
import { circleOutline } from '../../meshes/outlines.ts';
import { polyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape, Shape } from '../../shapes/shape.ts';
import { Drawing } from '../report/svg-drawing.ts';
import type { Tone } from '../report/svg-plot.ts';
import { project, viewFrom } from '../report/svg-polyhedron.ts';

/** Corners by which round bodies are drawn. */
const CORNERS = 24;
/** Half the side of the ground that is shown, m. */
const GROUND = 0.25;
const VIEW = viewFrom({ x: 0.9, y: -1.4, z: 0.8 }, { x: 0, y: 0, z: 1 });

interface Face {
  readonly corners: readonly Vector3[];
  readonly tone: Tone;
  readonly depth: number;
}

export function scenePicture(title: string, bodies: readonly { readonly shape: Shape; readonly pose: Pose }[]): string {
  const drawing = new Drawing();
  const ground = [-1, 1, 1, -1].map((sign, i) => ({ x: GROUND * sign, y: GROUND * (i < 2 ? -1 : 1), z: 0 }));
  drawing.polygon(
    ground.map((corner) => project(VIEW, corner)),
    1,
    'faint',
  );
  const faces = bodies.flatMap(({ shape, pose }, i) => facesOf(shape, pose, (i % 6) + 1));
  for (const { corners, tone } of faces.sort((a, b) => a.depth - b.depth)) {
    drawing.polygon(
      corners.map((corner) => project(VIEW, corner)),
      tone,
      'opaque',
    );
  }
  return drawing.svg(title, 620, 420);
}

function facesOf(shape: Shape, pose: Pose, tone: number): Face[] {
  if (shape.kind === 'halfSpace') return [];
  if (shape.kind !== 'compound') return convexFaces(shape, (corner) => transformPoint(pose, corner), tone as Tone);
  return shape.pieces.flatMap((piece, i) =>
    convexFaces(
      piece.shape,
      (corner) => transformPoint(pose, transformPoint(piece.pose, corner)),
      (((tone + i) % 6) + 1) as Tone,
    ),
  );
}

function convexFaces(shape: ConvexShape, place: (corner: Vector3) => Vector3, tone: Tone): Face[] {
  const { vertices, faceOffsets, faceVertices } = polyhedron({ vertices: pointsOf(shape) }).hull;
  const corner = (v: number): Vector3 => place({ x: vertices[3 * v], y: vertices[3 * v + 1], z: vertices[3 * v + 2] });
  return Array.from({ length: faceOffsets.length - 1 }, (_, f) => {
    const corners = Array.from(faceVertices.subarray(faceOffsets[f], faceOffsets[f + 1]), corner);
    return { corners, tone, depth: corners.reduce((sum, p) => sum + dot(p, VIEW.towards), 0) / corners.length };
  }).filter(({ corners: [a, b, c] }) => dot(cross(subtract(b, a), subtract(c, a)), VIEW.towards) > 0);
}

/** Points whose hull is the body, approximately for round ones. */
function pointsOf(shape: ConvexShape): Float64Array {
  if (shape.kind === 'polyhedron') return shape.hull.vertices;
  if (shape.kind === 'box') {
    const { x, y, z } = shape.halfExtents;
    return Float64Array.from(
      { length: 24 },
      (_, i) => [x, y, z][i % 3] * ((Math.floor(i / 3) >> (i % 3)) & 1 ? 1 : -1),
    );
  }
  if (shape.kind === 'cylinder') {
    const loops = [circleOutline(shape.radius, CORNERS)];
    return layeredSolid(-shape.halfLength, [{ loops, to: shape.halfLength }]).vertices;
  }
  const round = Array.from({ length: CORNERS * CORNERS }, (_, i) => {
    const turn = (2 * Math.PI * (i % CORNERS)) / CORNERS;
    const tilt = (Math.PI * (Math.floor(i / CORNERS) + 0.5)) / CORNERS;
    const direction = { x: Math.sin(tilt) * Math.cos(turn), y: Math.sin(tilt) * Math.sin(turn), z: Math.cos(tilt) };
    return shape.support(direction);
  });
  return Float64Array.from(round.flatMap(({ x, y, z }) => [x, y, z]));
}
