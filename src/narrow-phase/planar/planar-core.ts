// SPDX-License-Identifier: MIT
/**
 * A planar shape as a core and the radius of a disc swept around it, in the shape's own frame. A disc is a point. An
 * ellipse is never more sharply curved than at the end of its long axis, where the radius of curvature is b^2/a: it is
 * a smaller convex body swept by that disc, and the nearer it is to a disc, the nearer that body is to a point.
 */
import { type PlanarShape, requirePlanarShape } from '../../shapes/planar/planar-shape.ts';
import type { Polygon } from '../../shapes/planar/polygon.ts';

export interface PlanarCore {
  /** Vertices x, y in turn, relative to the reference, counter-clockwise; one for a point, none for an ellipse. */
  readonly vertices: Float64Array;
  /** The vertices as given, in the own frame. */
  readonly given: Float64Array;
  /** Of an ellipse: its semi-axes, and the radius taken off all around. */
  readonly ellipse: { readonly a: number; readonly b: number; readonly inset: number } | undefined;
  /** Where the coordinates are counted from: the own origin, or the middle of a polygon that lies far from it. */
  readonly referenceX: number;
  readonly referenceY: number;
  /** Radius of the disc swept around the core. */
  readonly margin: number;
  /** Largest distance of the core from its reference, rounded up. */
  readonly reach: number;
  /** Largest side of the whole shape's bounding box. */
  readonly extent: number;
}

/**
 * A polygon whose coordinates are larger than this many extents has its reference in its middle: differences then cost
 * no digits.
 */
const FAR_IN_EXTENTS = 4;

const ORIGIN = Float64Array.of(0, 0);
const cores = new WeakMap<PlanarShape, PlanarCore>();

/** The core of a shape, checked and built once per shape. Throws an InvalidShapeError for other values. */
export function planarCore(shape: PlanarShape, path = 'shape'): PlanarCore {
  // A value that is not an object cannot be a key of the map; it is refused below.
  let core = cores.get(shape);
  if (core === undefined) {
    core = makeCore(requirePlanarShape(shape, path));
    cores.set(shape, core);
  }
  return core;
}

function makeCore(shape: PlanarShape): PlanarCore {
  const { min, max } = shape.boundingBox();
  return { ...bareCore(shape), extent: Math.max(max.x - min.x, max.y - min.y) };
}

function bareCore(shape: PlanarShape): Omit<PlanarCore, 'extent'> {
  switch (shape.kind) {
    case 'disc':
      return pointCore(shape.radius);
    case 'polygon':
      return polygonCore(shape);
    case 'ellipse':
      return ellipseCore(shape.semiAxes.x, shape.semiAxes.y);
    case 'rounded': {
      const inner = planarCore(shape.shape);
      return { ...inner, margin: inner.margin + shape.radius };
    }
  }
}

function pointCore(margin: number): Omit<PlanarCore, 'extent'> {
  return { vertices: ORIGIN, given: ORIGIN, ellipse: undefined, referenceX: 0, referenceY: 0, margin, reach: 0 };
}

function ellipseCore(a: number, b: number): Omit<PlanarCore, 'extent'> {
  if (a === b) return pointCore(a);
  const long = Math.max(a, b);
  const short = Math.min(a, b);
  const inset = short * (short / long);
  return {
    vertices: new Float64Array(0),
    given: new Float64Array(0),
    ellipse: { a, b, inset },
    referenceX: 0,
    referenceY: 0,
    margin: inset,
    reach: long,
  };
}

function polygonCore(shape: Polygon): Omit<PlanarCore, 'extent'> {
  const given = shape.coordinates;
  const { min, max } = shape.boundingBox();
  const extent = Math.max(max.x - min.x, max.y - min.y);
  const largest = Math.max(-min.x, -min.y, max.x, max.y);
  const isFar = largest > FAR_IN_EXTENTS * extent;
  const referenceX = isFar ? min.x + (max.x - min.x) / 2 : 0;
  const referenceY = isFar ? min.y + (max.y - min.y) / 2 : 0;
  const vertices = given.map((value, i) => value - (i % 2 === 0 ? referenceX : referenceY));
  let reach = 0;
  for (let i = 0; i < vertices.length; i += 2) {
    const x = vertices[i];
    const y = vertices[i + 1];
    reach = Math.max(reach, x * x + y * y);
  }
  return { vertices, given, ellipse: undefined, referenceX, referenceY, margin: 0, reach: 1.001 * Math.sqrt(reach) };
}
