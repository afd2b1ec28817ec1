// SPDX-License-Identifier: MIT
/** Drawing of a polyhedron and a superquadric in parallel projection, with the faces that a search visited. */
import type { PoseLike } from '../../math/pose.ts';
import { pose, transformPoint } from '../../math/pose.ts';
import { inverseRotate } from '../../math/quaternion.ts';
import { add, addScaled, scale, type Vector3 } from '../../math/vector.ts';
import { type Contact, contact, type TraceStep } from '../../narrow-phase/contact.ts';
import type { ConvexPolyhedron } from '../../shapes/kinds/convex-polyhedron.ts';
import type { ConvexShape } from '../../shapes/shape.ts';
import { Drawing } from '../report/svg-drawing.ts';
import { drawPolyhedron, project, type View } from '../report/svg-polyhedron.ts';

/** Points of an outline. */
const OUTLINE = 180;

export interface Scene {
  /** At the origin, not rotated. */
  readonly solid: ConvexPolyhedron;
  readonly body: ConvexShape;
  readonly poseOfBody: PoseLike;
}

/** The record of a search: the result, the faces as outward normals, and the deepest points X0, X1, ... below them. */
export interface Searched {
  readonly found: Contact;
  readonly steps: readonly TraceStep[];
  readonly deepest: readonly Vector3[];
}

export function searched(
  { solid, body, poseOfBody }: Scene,
  algorithm: 'peng-hanley' | 'peng-hanley-as-printed',
): Searched {
  const steps: TraceStep[] = [];
  const trace = (step: TraceStep): void => {
    if (step.kind === 'plane') steps.push(step);
  };
  const found = contact(solid, {}, body, poseOfBody, { algorithm, trace });
  const deepest = steps.map(({ points, normal, distance }) => addScaled(points[0], normal, distance));
  return { found, steps, deepest };
}

/** The silhouette of a convex body: its support points along the directions of the page. */
function silhouette(body: ConvexShape, at: PoseLike, view: View): { x: number; y: number }[] {
  const placed = pose(at);
  return Array.from({ length: OUTLINE }, (_, i) => {
    const angle = (2 * Math.PI * i) / OUTLINE;
    const direction = add(scale(view.right, Math.cos(angle)), scale(view.up, Math.sin(angle)));
    return project(view, transformPoint(placed, body.support(inverseRotate(placed.orientation, direction))));
  });
}

/** Both bodies; the superquadric is drawn over the polyhedron as a pane. */
export function sceneDrawing({ solid, body, poseOfBody }: Scene, view: View): Drawing {
  const drawing = new Drawing();
  drawPolyhedron(drawing, solid, view, 1);
  return drawing.polygon(silhouette(body, poseOfBody, view), 2, 'faint');
}
