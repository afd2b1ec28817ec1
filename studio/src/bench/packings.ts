// SPDX-License-Identifier: MIT
/** Synthetic packings for the benchmark: bodies on a jittered grid, with sizes and orientations from a seed. */
import * as THREE from 'three';
import type { ShapeJson } from '../../../src/contact.ts';
import type { BodyArrays } from '../drawing/body-layer.ts';

export interface Packing {
  readonly shapes: readonly ShapeJson[];
  readonly bodies: BodyArrays;
  readonly values: Float32Array;
  readonly box: THREE.Box3;
}

const STONE_CORNERS = 16;

/** Numbers in [0, 1) that are the same each time (a linear congruence modulo 2^32, as in Numerical Recipes). */
function numbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
    return state / 2 ** 32;
  };
}

function packing(shapes: readonly ShapeJson[], count: number): Packing {
  const next = numbers(1);
  const side = Math.ceil(Math.cbrt(count));
  const positions = new Float32Array(3 * count);
  const orientations = new Float32Array(4 * count);
  for (let k = 0; k < count; k++) {
    positions.set(
      [k % side, Math.floor(k / side) % side, Math.floor(k / (side * side))].map((x) => x + 0.3 * next()),
      3 * k,
    );
    const turn = [next() - 0.5, next() - 0.5, next() - 0.5, next() - 0.5];
    const size = Math.hypot(...turn) || 1;
    orientations.set(
      turn.map((x) => x / size),
      4 * k,
    );
  }
  return {
    shapes,
    bodies: {
      ids: Int32Array.from({ length: count }, (_, k) => k),
      shapes: Int32Array.from({ length: count }, (_, k) => k % shapes.length),
      scales: Float32Array.from({ length: count }, () => 0.8 + 0.4 * next()),
      positions,
      orientations,
    },
    values: Float32Array.from({ length: count }, next),
    box: new THREE.Box3(new THREE.Vector3(0, 0, 0), new THREE.Vector3(side, side, side)),
  };
}

export function spherePacking(count: number): Packing {
  return packing([{ sphere: { radius: 0.4 } }], count);
}

/** `stones` is how many of them are different. */
export function polyhedronPacking(count: number, stones: number): Packing {
  const next = numbers(2);
  const corner = (): number[] => {
    const v = [next() - 0.5, next() - 0.5, next() - 0.5];
    const size = Math.hypot(...v) || 1;
    return v.map((x) => (0.45 * x) / size);
  };
  const stone = (): ShapeJson => ({ polyhedron: { vertices: Array.from({ length: STONE_CORNERS }, corner) } });
  return packing(Array.from({ length: stones }, stone), count);
}

export function curvedPacking(count: number): Packing {
  return packing([{ ellipsoid: { semiAxes: [0.45, 0.35, 0.3] } }], count);
}

/** Moves and recolours every body a little. */
export function stir({ bodies, values }: Packing, frame: number): void {
  const { positions } = bodies;
  for (let k = 0; k < positions.length; k++) positions[k] = positions[k] + (((k + frame) & 1) === 0 ? 0.01 : -0.01);
  for (let k = 0; k < values.length; k++) values[k] = (values[k] + 0.01) % 1;
}
