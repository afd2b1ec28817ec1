// SPDX-License-Identifier: MIT
/**
 * The entries of the step kernel, and the two ways to run the one text: as TypeScript, and as WebAssembly where it can
 * be had.
 */

import { bondForces, gatherBonds, gatherWallBonds } from './bonds.ts';
import { beginConvexPairs, gatherConvexPairs, keepConvexPairs, noteGap } from './convex-pairs.ts';
import { writeConvexTouches } from './convex-touches.ts';
import { fieldBodyLoads, fieldLoads, probeFields } from './fields/field-loads.ts';
import { STEP_WASM_BASE64, STEP_WASM_SHARED_BASE64 } from './generated/wasm-bytes.ts';
import { integrateBlock } from './integrate.ts';
import { integrateClumps, placeClump } from './integrate-clumps.ts';
import { sumEnergies } from './kinetic-energy.ts';
import { bindStepMemory } from './memory-views.ts';
import { inheritNearest } from './nearest-history.ts';
import { pairsAnyElement, pairsAnyLaw, pairsHertzMindlin, pairsLinear } from './pair-loop.ts';
import { beginProbe, contactRecords, probeBlock } from './probe-forces.ts';
import { makeRows } from './rows.ts';
import { linkSlots } from './slots.ts';
import { endSort, orderElements, sortShare } from './sort-elements.ts';
import { touchForces, touchRecord } from './touch-forces.ts';
import { listTouches, moveTouches } from './touch-order.ts';
import {
  appendTouch,
  beginFinder,
  beginTouches,
  endOldTouches,
  endTouches,
  inheritByKeys,
  inheritTouch,
  keepTouches,
  openElement,
  releaseTouches,
} from './touch-writer.ts';

const ENTRIES = {
  sortShare,
  orderElements,
  listTouches,
  endSort,
  moveTouches,
  makeRows,
  linkSlots,
  pairsHertzMindlin,
  pairsLinear,
  pairsAnyLaw,
  pairsAnyElement,
  touchForces,
  touchRecord,
  beginTouches,
  beginFinder,
  openElement,
  appendTouch,
  inheritTouch,
  inheritByKeys,
  inheritNearest,
  endTouches,
  releaseTouches,
  endOldTouches,
  keepTouches,
  beginConvexPairs,
  gatherConvexPairs,
  writeConvexTouches,
  keepConvexPairs,
  noteGap,
  integrateBlock,
  integrateClumps,
  placeClump,
  beginProbe,
  probeBlock,
  contactRecords,
  sumEnergies,
  bondForces,
  gatherBonds,
  gatherWallBonds,
  fieldLoads,
  fieldBodyLoads,
  probeFields,
};

export type StepKernel = Readonly<typeof ENTRIES>;

/**
 * A compiled module. Published declarations do not name WebAssembly's types: a program without those of Node or the DOM
 * has none.
 */
export type StepModule = object;

/** A WebAssembly memory, by what is used of it. */
export interface PagedMemory {
  readonly buffer: ArrayBufferLike;
  grow(pages: number): number;
}

/** The compiled module for shared or for private memory; undefined where WebAssembly is refused. */
export function stepModule(shared: boolean): StepModule | undefined {
  try {
    const text = shared ? STEP_WASM_SHARED_BASE64 : STEP_WASM_BASE64;
    // A loop, since Uint8Array.from takes tens of milliseconds for it, by an iterator.
    const code = atob(text);
    const bytes = new Uint8Array(code.length);
    for (let k = 0; k < code.length; k++) bytes[k] = code.charCodeAt(k);
    return new WebAssembly.Module(bytes);
  } catch {
    return undefined;
  }
}

/** The kernel on one memory, as WebAssembly. */
export function wasmStepKernel(module: StepModule, memory: PagedMemory): StepKernel {
  const imports = { env: { memory: memory as WebAssembly.Memory } };
  return new WebAssembly.Instance(module as WebAssembly.Module, imports).exports as unknown as StepKernel;
}

/** The same text as TypeScript, on whatever memory `buffer` returns at the time of the call. */
export function typescriptStepKernel(buffer: () => ArrayBufferLike): StepKernel {
  const bound = Object.entries(ENTRIES).map(([name, entry]) => [
    name,
    (a: number, b: number, c: number, d: number, e: number, f: number) => {
      bindStepMemory(buffer());
      return (entry as (...numbers: number[]) => unknown)(a, b, c, d, e, f);
    },
  ]);
  return Object.fromEntries(bound) as StepKernel;
}
