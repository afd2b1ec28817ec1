// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { Random } from '../math/random.ts';
import { StepMemory } from '../simulation/time-loop/step-memory.ts';
import { type StepKernel, stepModule, typescriptStepKernel, wasmStepKernel } from './step-kernel.ts';
import * as layout from './step-layout.ts';

const ROOM = 64;
const CAPACITIES = {
  ...{
    elements: 2,
    blocks: 1,
    pairs: 1,
    slots: 1,
    spare: 1,
    cells: 1,
    halfSpaces: 1,
    meshes: 1,
    touches: ROOM,
    found: ROOM,
    touchCells: layout.KEPT_ALWAYS,
    clumps: 1,
  },
  ...{ members: 1, materials: 1, histories: 1, rollingSprings: 0, warm: 0, shapes: 0, parts: 0, bonds: 0, threads: 1 },
  ...{ fieldCells: 0, loads: 0 },
};

type Point = readonly [partner: number, x: number, y: number, z: number];

const module = stepModule(false);

/** One block whose element 0 had `old` touches with half-spaces in the last step; the number of each is its history. */
function blockWith(name: 'wasm' | 'typescript', old: readonly Point[]) {
  const memory = new StepMemory(CAPACITIES, name === 'wasm' ? 'private' : 'typescript');
  const { F, I } = memory;
  const kernel: StepKernel =
    name === 'wasm' && module !== undefined && memory.memory !== undefined
      ? wasmStepKernel(module, memory.memory)
      : typescriptStepKernel(() => F.buffer);
  I[layout.ELEMENT_COUNT] = 1;
  I[layout.BLOCK_SIZE] = 2;
  I[layout.BLOCK_COUNT] = 1;
  I[layout.MATERIAL_COUNT] = 1;
  I[layout.TOUCHES_PER_BLOCK] = ROOM;
  const writer = memory.address(layout.WRITER);
  const integers = 2 * (memory.address(layout.BLOCK) + layout.BLOCK_INTEGERS);
  const append = ([partner, ...point]: Point): number => {
    const touch = kernel.appendTouch(writer, layout.TOUCH_HALF_SPACE, partner, -1, 0, 0);
    F.set(point, touch + layout.TOUCH_POINT);
    return touch;
  };
  const begin = (isProbe: boolean): void => {
    kernel.beginTouches(writer, 0, isProbe ? 1 : 0);
    kernel.beginFinder(writer);
    kernel.openElement(writer, 0);
  };
  begin(false);
  old.forEach((point, k) => {
    const touch = append(point);
    F[touch + layout.TOUCH_HISTORY] = k + 1;
    F[touch + layout.TOUCH_HISTORY + layout.HISTORY_LAST] = 1;
    const flags = 2 * touch + layout.TOUCH_FLAGS;
    I[flags] = layout.TOUCHING;
  });
  expect(kernel.endTouches(writer)).toBe(0);
  kernel.keepTouches(writer);
  const address = (k: number): number => memory.address(layout.TOUCH) + I[layout.TOUCH_CELLS_KEPT] * k;
  /** Numbers of the old touches that new ones go on from, 0 for none, and what `endTouches` returned. */
  const goOn = (points: readonly Point[], isProbe = false, most = ROOM): { from: number[]; needed: number } => {
    begin(isProbe);
    I[2 * writer + layout.WRITER_ROOM] = most;
    const touches: number[] = [];
    const partners = [...new Set(points.map(([partner]) => partner))];
    for (const partner of partners) {
      const first = touches.length;
      for (const point of points.filter(([each]) => each === partner)) touches.push(append(point));
      for (const touch of touches.slice(first))
        F.fill(0, touch + layout.TOUCH_HISTORY, touch + layout.TOUCH_HISTORY + 4);
      kernel.inheritNearest(writer, first, layout.TOUCH_HALF_SPACE, partner, 0);
    }
    const from = touches.map((touch) => F[touch + layout.TOUCH_HISTORY] ?? 0);
    return { from, needed: kernel.endTouches(writer) };
  };
  const flagsOfOld = (): number[] => old.map((_, k) => I[2 * address(k) + layout.TOUCH_FLAGS] ?? 0);
  return { goOn, flagsOfOld, count: () => I[integers + layout.BLOCK_TOUCHES] };
}

/** Number of the nearest old point of the same partner, 1 for the first; 0 for none. */
function nearest(old: readonly Point[], [partner, x, y, z]: Point): number {
  let best = 0;
  let least = Infinity;
  old.forEach(([other, u, v, w], k) => {
    const squared = (x - u) ** 2 + (y - v) ** 2 + (z - w) ** 2;
    if (other !== partner || squared >= least) return;
    least = squared;
    best = k + 1;
  });
  return best;
}

describe.each(['wasm', 'typescript'] as const)('history in %s', (name) => {
  it('goes on from the nearest touch with the same partner, whatever the order of partners', () => {
    const random = new Random(3);
    for (let round = 0; round < 20; round++) {
      const point = (partner: number): Point => [partner, random.next(), random.next(), random.next()];
      const sizes = [8, 1, 12, 6];
      const old = sizes.flatMap((size, partner) => Array.from({ length: size }, () => point(partner)));
      const order = round % 2 === 0 ? [0, 1, 2, 3, 4] : [4, 3, 1, 2, 0];
      const points = order.flatMap((partner) => Array.from({ length: 1 + ((7 * partner) % 9) }, () => point(partner)));
      const { from, needed } = blockWith(name, old).goOn(points);
      expect(needed).toBe(0);
      expect(from).toEqual(points.map((each) => nearest(old, each)));
    }
  });

  it('goes on corner by corner where all moved little, from the nearest where they changed their order', () => {
    const corners: Point[] = [
      [0, 0, 0, 0],
      [0, 1, 0, 0],
      [0, 1, 0.1, 0],
      [0, 0, 0.1, 0],
    ];
    const moved = corners.map(([partner, x, y, z]): Point => [partner, x + 0.01, y - 0.02, z]);
    expect(blockWith(name, corners).goOn(moved).from).toEqual([1, 2, 3, 4]);
    const others = [1, 2, 3, 0].map((k): Point => moved[k] ?? [0, 0, 0, 0]);
    expect(blockWith(name, corners).goOn(others).from).toEqual([2, 3, 4, 1]);
    // Two corners have passed each other along a short side.
    const passed = corners.map(([partner, x, y, z], k): Point => [partner, x, k % 3 === 0 ? 0.1 - y : y, z]);
    expect(blockWith(name, corners).goOn(passed).from).toEqual([4, 2, 3, 1]);
  });

  it('leaves the old touches as they were after a probe, and when there is too little room', () => {
    const old: Point[] = [0, 1, 2].map((k) => [k, k, 0, 0]);
    const block = blockWith(name, old);
    const before = block.flagsOfOld();
    expect(block.goOn(old, true)).toEqual({ from: [1, 2, 3], needed: 0 });
    expect(block.flagsOfOld()).toEqual(before);
    expect(block.goOn(old, false, 2).needed).toBe(3);
    expect(block.flagsOfOld()).toEqual(before);
    expect(block.count()).toBe(3);
    expect(block.goOn(old)).toEqual({ from: [1, 2, 3], needed: 0 });
  });
});
