// SPDX-License-Identifier: MIT
/** Shapes as three.js geometry: triangles with normals, and edges. */
import { BufferGeometry, Float32BufferAttribute } from 'three';
import {
  type FacetMesh,
  isMeshJson,
  meshFromJson,
  type Shape,
  type ShapeJson,
  shapeFromJson,
} from '../../../src/contact.ts';
import { shapeSurface } from './shape-surface.ts';
import type { Surface } from './surface.ts';

/** A shape, a mesh, or either as `scree contact` writes them in JSON. */
type DrawableShape = Shape | FacetMesh | ShapeJson;

/** Segments around curved parts: smooth to the eye at the size of a window. */
export const FINE_DETAIL = 64;
/** For bodies of which there are many. */
export const COARSE_DETAIL = 24;

/** Radius of the disc that represents a half-space, in the units of the shape. */
const DEFAULT_REACH = 10;

/**
 * The surface in the shape's own frame, coordinates as float32; `detail` segments around curved parts. A segment has
 * none, a half-space is a disc of radius `reach`. Throws on JSON that is no shape.
 */
export function shapeGeometry(shape: DrawableShape, detail: number, reach = DEFAULT_REACH): BufferGeometry {
  return surfaceGeometry(shapeSurface(shapeOf(shape), detail, reach));
}

/** The edges of the shape for line segments; undefined if it is smooth everywhere. */
export function shapeEdges(shape: DrawableShape, detail: number, reach = DEFAULT_REACH): BufferGeometry | undefined {
  return edgeGeometry(shapeSurface(shapeOf(shape), detail, reach));
}

export function surfaceGeometry({ positions, normals, triangles }: Surface): BufferGeometry {
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(positions, 3));
  geometry.setAttribute('normal', new Float32BufferAttribute(normals, 3));
  geometry.setIndex(triangles);
  return geometry;
}

export function edgeGeometry({ lines }: Surface): BufferGeometry | undefined {
  if (lines.length === 0) return undefined;
  const geometry = new BufferGeometry();
  geometry.setAttribute('position', new Float32BufferAttribute(lines, 3));
  return geometry;
}

function shapeOf(shape: DrawableShape): Shape | FacetMesh {
  if ('kind' in shape || 'facetOffsets' in shape) return shape as Shape | FacetMesh;
  return isMeshJson(shape) ? meshFromJson(shape) : shapeFromJson(shape);
}
