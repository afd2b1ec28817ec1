// SPDX-License-Identifier: MIT
/** The settings of a GPU engine, and the bodies that it finds in regions. */

import { PICKED } from '../kernels/prelude.ts';
import type { GpuMeshes } from '../meshes/gpu-meshes.ts';
import type { ClumpCounts } from '../spheres/gpu-clump-memory.ts';
import type { GpuMemory } from '../spheres/sphere-memory.ts';
import { readBuffer } from './gpu-program.ts';

/** Settings of a step for all kinds of bodies. */
export interface StepSettings {
  readonly count: number;
  readonly timeStep: number;
  readonly skin: number;
  /** Largest overlap over the smaller radius; more is an error. */
  readonly overlapLimit: number;
  readonly gravity: readonly [number, number, number];
  readonly localDamping: number;
  readonly viscousKept: number;
  /** Constants of laws, materials and walls, as the kernels' `Tables`. */
  readonly tables: Uint32Array<ArrayBuffer>;
  /** Bytes of the inputs of one step, and their content besides step and parity. */
  readonly stepInputBytes: number;
  readonly writeWalls: (step: number, words: Uint32Array, at: number) => void;
}

/** What bodies that come and go need. */
export interface PopulationSettings {
  /** Regions in which bodies are searched, REGION_WORDS each. */
  readonly regions: Uint32Array<ArrayBuffer>;
  /** Regions, a bit each, in which bodies that are there after this many steps have to be taken out. */
  readonly outletsAt: (step: number) => number;
  /** The same for whenever a list is made. */
  readonly atLists: number;
  /** Removes the bodies found (index and regions of each, sorted by index). No submission is pending. */
  readonly onFound: (found: readonly Found[]) => Promise<void>;
}

export interface EngineSettings extends StepSettings, PopulationSettings {
  /** Initial capacity for spheres. */
  readonly capacity: number;
  readonly meshes?: GpuMeshes | undefined;
  /** Initial capacity for clumps. */
  readonly clumps?: ClumpCounts | undefined;
  /** Masses of clumps are floats of it, kg. */
  readonly massUnit?: number;
}

/** A body in regions, a bit each. */
export interface Found {
  readonly index: number;
  readonly regions: number;
}

/** Bodies found by the last query, sorted by index; clears the list. */
export async function readFound(
  device: GPUDevice,
  { status, picked }: Pick<GpuMemory, 'status' | 'picked'>,
): Promise<Found[]> {
  const [count = 0] = new Uint32Array(await readBuffer(device, status, 4, 4 * PICKED));
  if (count === 0) return [];
  const words = new Uint32Array(await readBuffer(device, picked, 8 * count));
  device.queue.writeBuffer(status, 4 * PICKED, new Uint32Array(1));
  const found = Array.from({ length: count }, (_, k) => ({
    index: words[2 * k],
    regions: words[2 * k + 1],
  }));
  return found.sort((a, b) => a.index - b.index);
}
