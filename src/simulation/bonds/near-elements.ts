// SPDX-License-Identifier: MIT
/** Finds all pairs of elements within a distance by a grid, with nearest images in periodic directions. */
import * as layout from '../../step-kernel/step-layout.ts';
import { periodsOf } from '../neighbour-list/periods.ts';
import type { SimulationSpec } from '../simulation-spec.ts';
import type { StepMemory } from '../time-loop/step-memory.ts';

/** Two elements, spheres or balls around parts, and the vector between their centres, to the nearest image. */
export interface ElementPair {
  readonly first: number;
  readonly second: number;
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly distance: number;
  /** Of the surfaces; negative for overlap. */
  readonly gap: number;
}

/** The pair of these two elements. */
export function elementPair({ F, I }: StepMemory, spec: SimulationSpec, first: number, second: number): ElementPair {
  const a = I[layout.POSITION] + 4 * first;
  const b = I[layout.POSITION] + 4 * second;
  const periods = periodsOf(spec.domain);
  const nearest = (difference: number, period: number): number =>
    period < Infinity ? difference - period * Math.round(difference / period) : difference;
  const x = nearest(F[b] - F[a], periods.x);
  const y = nearest(F[b + 1] - F[a + 1], periods.y);
  const z = nearest(F[b + 2] - F[a + 2], periods.z);
  const distance = Math.sqrt(x * x + y * y + z * z);
  return { first, second, x, y, z, distance, gap: distance - F[a + 3] - F[b + 3] };
}

/** All pairs of these elements within `gap`. */
export function nearPairs(
  memory: StepMemory,
  spec: SimulationSpec,
  elements: readonly number[],
  gap: number,
): ElementPair[] {
  const { F, I } = memory;
  const position = (e: number, axis: number): number => F[I[layout.POSITION] + 4 * e + axis];
  const largest = elements.reduce((most, e) => Math.max(most, position(e, 3)), 0);
  const size = 2 * largest + gap;
  if (!(size > 0)) return [];
  const periods = periodsOf(spec.domain);
  const counts = [periods.x, periods.y, periods.z].map((period) =>
    period < Infinity ? Math.max(1, Math.floor(period / size)) : 0,
  );
  const cellAlong = (x: number, axis: number): number => {
    const count = counts[axis] ?? 0;
    if (count === 0) return Math.floor(x / size);
    const min = F[layout.DOMAIN_MIN + axis];
    const period = F[layout.DOMAIN_MAX + axis] - min;
    return Math.floor(((x - min) / period) * count);
  };
  const wrapped = (cell: number, axis: number): number => {
    const count = counts[axis] ?? 0;
    return count === 0 ? cell : ((cell % count) + count) % count;
  };
  const cells = new Map<string, number[]>();
  const keyOf = (cell: readonly number[]): string => cell.map(wrapped).join();
  const cellOf = (e: number): number[] => [0, 1, 2].map((axis) => cellAlong(position(e, axis), axis));
  for (const e of elements) {
    const key = keyOf(cellOf(e));
    const inside = cells.get(key);
    if (inside === undefined) cells.set(key, [e]);
    else inside.push(e);
  }
  const found: ElementPair[] = [];
  const steps = [-1, 0, 1];
  for (const e of elements) {
    const own = cellOf(e);
    const keys = new Set(
      steps.flatMap((x) => steps.flatMap((y) => steps.map((z) => keyOf([x, y, z].map((d, k) => d + (own[k] ?? 0)))))),
    );
    for (const other of [...keys].flatMap((key) => cells.get(key) ?? [])) {
      if (other <= e) continue;
      const pair = elementPair(memory, spec, e, other);
      if (pair.gap <= gap) found.push(pair);
    }
  }
  return found;
}

/** Elements of bodies that have not been removed. */
export function presentElements({ I }: StepMemory, isWanted: (element: number) => boolean): number[] {
  const found: number[] = [];
  for (let e = 0; e < I[layout.ELEMENT_COUNT]; e++) {
    const flags = I[2 * (I[layout.MOTION] + layout.MOTION_STRIDE * e + layout.MOTION_INTEGERS) + layout.FLAGS];
    if ((flags & layout.DEAD) === 0 && isWanted(e)) found.push(e);
  }
  return found;
}
