// SPDX-License-Identifier: MIT
/** Shapes and their surfaces from the header of a trajectory. */
import type { TrajectoryHeader } from '../../io/trajectory/trajectory-header.ts';
import type { Shape } from '../../shapes/shape.ts';
import { shapeFromJson } from '../../shapes/shape-from-json.ts';
import type { SurfaceMesh } from '../../shapes/surface-mesh.ts';
import type { BodyShapeSpec } from '../../simulation/simulation-spec.ts';
import { bodySurface } from '../outputs/body-surface.ts';

export interface HeaderShape {
  readonly name: string;
  readonly shape: Shape;
  /** In the shape's own frame. */
  readonly surface: SurfaceMesh;
}

/** In the order of the header. */
export function headerShapes({ shapes }: TrajectoryHeader): HeaderShape[] {
  return shapes.map(({ name, shape: json }) => {
    const shape = shapeFromJson(json, name);
    const spec = shape.kind === 'compound' ? { name, compound: shape } : { name, convex: shape };
    return { name, shape, surface: bodySurface(spec as BodyShapeSpec) };
  });
}
