// SPDX-License-Identifier: MIT
/** Closed meshes of solids made of prismatic layers along z, such as gears, brackets and crank shafts. */

import { refuseArgument, requireKeys, requireNumber } from '../errors/refused-argument.ts';
import { MeshError } from '../errors.ts';
import { planarVectorArgument } from '../math/planar-vector.ts';
import { LARGEST_SIZE } from '../math/size-range.ts';
import { planarRegion } from './decomposition/planar-region.ts';

/** A corner in the plane z = 0. */
export type OutlinePoint = readonly [x: number, y: number];

/** One layer of a solid: an outline that is extruded along z. */
export interface Layer {
  /** Closed loops with the solid to their left: outer ones counter-clockwise, holes clockwise. */
  readonly loops: readonly (readonly OutlinePoint[])[];
  /** Upper end of the layer; the lower end is that of the layer before. */
  readonly to: number;
}

/**
 * The mesh of layers from z = `from` upward, with outward normals. Loops of neighbouring layers must be nested or
 * apart, and may share corners and whole sides only.
 *
 * @throws MeshError for loops that cross, and for layers and numbers that make no solid.
 *
 * @example
 * ```ts
 * import { layeredSolid } from 'scree/contact';
 *
 * const { vertices, facets } = layeredSolid(0, [{ loops: [[[0, 0], [1, 0], [0, 1]]], to: 2 }]);
 * console.log(vertices.length / 3, facets.length > 0); // 6 true
 * ```
 */
export function layeredSolid(
  from: number,
  layers: readonly Layer[],
): { readonly vertices: Float64Array; readonly facets: number[][] } {
  requireNumber(from, 'from', MeshError);
  checkLayers(layers);
  const coordinates: number[] = [];
  const numbers = new Map<string, number>();
  const vertex = ([x, y]: OutlinePoint, z: number): number => {
    const key = `${x + 0} ${y + 0} ${z}`;
    const known = numbers.get(key);
    if (known !== undefined) return known;
    numbers.set(key, numbers.size);
    coordinates.push(x, y, z);
    return numbers.size - 1;
  };
  const facets: number[][] = [];
  let bottom = from;
  layers.forEach(({ loops, to }, i) => {
    if (!(to > bottom)) throw new MeshError('not-rising', `layers[${i}].to: expected more than ${bottom}, got ${to}`);
    for (const loop of loops) {
      loop.forEach((p, k) => {
        const q = loop[(k + 1) % loop.length];
        facets.push([vertex(p, bottom), vertex(q, bottom), vertex(q, to), vertex(p, to)]);
      });
    }
    bottom = to;
  });
  const heights = [from, ...layers.map(({ to }) => to)];
  heights.forEach((z, i) => {
    for (const [upper, lower, isUp] of [
      [layers[i]?.loops ?? [], layers[i - 1]?.loops ?? [], true],
      [layers[i]?.loops ?? [], layers[i - 1]?.loops ?? [], false],
    ] as const) {
      // What is below and not above ends with a face that looks up, and the other way round.
      const [solid, taken] = isUp ? [lower, upper] : [upper, lower];
      for (const polygon of difference(solid, taken, i)) {
        const loop = polygon.map((p) => vertex(p, z));
        facets.push(isUp ? loop : loop.reverse());
      }
    }
  });
  return { vertices: Float64Array.from(coordinates), facets };
}

function checkLayers(layers: readonly Layer[]): void {
  if (!Array.isArray(layers)) refuseArgument(MeshError, 'not-layers', 'layers', 'an array of layers', layers);
  layers.forEach((layer: unknown, i) => {
    const path = `layers[${i}]`;
    const { loops, to } = requireKeys(layer, path, ['loops', 'to'], MeshError);
    requireNumber(to, `${path}.to`, MeshError);
    if (!Array.isArray(loops)) refuseArgument(MeshError, 'not-loops', `${path}.loops`, 'an array of loops', loops);
    loops.forEach((loop: unknown, k) => {
      if (!Array.isArray(loop))
        refuseArgument(MeshError, 'not-a-loop', `${path}.loops[${k}]`, 'an array of [x, y]', loop);
      loop.forEach((p: unknown, j) => {
        planarVectorArgument(p, `${path}.loops[${k}][${j}]`, MeshError, LARGEST_SIZE);
      });
    });
  });
}

/** Convex polygons of the first region minus the second; their loops do not cross. */
function difference(solid: Layer['loops'], taken: Layer['loops'], layer: number): OutlinePoint[][] {
  const points: OutlinePoint[] = [];
  const numbers = new Map<string, number>();
  const edges = new Map<string, readonly [number, number, count: number]>();
  const add = (loops: Layer['loops'], sign: number): void => {
    for (const loop of loops) {
      const ids = loop.map((p) => {
        const key = `${p[0] + 0} ${p[1] + 0}`;
        if (!numbers.has(key)) numbers.set(key, points.push(p) - 1);
        return numbers.get(key) as number;
      });
      ids.forEach((a, k) => {
        const b = ids[(k + 1) % ids.length];
        const [from, to, direction] = a < b ? [a, b, sign] : [b, a, -sign];
        edges.set(`${from} ${to}`, [from, to, (edges.get(`${from} ${to}`)?.[2] ?? 0) + direction]);
      });
    }
  };
  add(solid, 1);
  add(taken, -1);
  const sides = Array.from(edges.values()).flatMap(([a, b, count]) => (count === 0 ? [] : count > 0 ? [a, b] : [b, a]));
  if (sides.length === 0) return [];
  const x = points.map((p) => p[0]);
  const y = points.map((p) => p[1]);
  // Where the second is larger the edges wind backwards: that face belongs to the other side.
  const region = planarRegion(x, y, sides, -1);
  if (region === undefined) {
    throw new MeshError('crossing-outlines', `layers: the loops at the beginning of layer ${layer} cross or touch`);
  }
  return region.polygons.map((polygon) => polygon.map((p) => points[p]));
}
