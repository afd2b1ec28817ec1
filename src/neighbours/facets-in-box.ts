// SPDX-License-Identifier: MIT
/** Facets whose bounding boxes meet a box, by the bins of a mesh: the first search for bodies other than spheres. */
import { fastestKernel, type Kernel } from '../kernel/kernel.ts';
import { F, I } from '../kernel/memory.ts';
import { facetsInBox as facetsInBoxText } from '../kernel/mesh/facets-in-box-kernel.ts';
import { WORK_CAPACITY, WORK_FACETS, WORK_HEADER, WORK_NEEDED, WORK_QUEUE } from '../kernel/mesh/mesh-layout.ts';
import { sortNumbers } from '../kernel/mesh/sort-numbers.ts';
import { allocateCells, freeCells } from '../shapes/kernel-memory/kernel-heap.ts';
import type { MeshIndex } from './mesh-bins.ts';

const TEXT = { facetsInBox: facetsInBoxText };
const BOX_CELLS = 6;
const FIRST_CAPACITY = 1024;

/** Memory for the box, the bins and the facets of one search; reallocated when a search needs more. */
class SearchMemory {
  readonly box: number;
  readonly work: number;
  readonly #cells: number;

  constructor(capacity: number) {
    this.#cells = BOX_CELLS + WORK_HEADER + capacity;
    this.box = allocateCells(this.#cells);
    this.work = this.box + BOX_CELLS;
    const head = 2 * this.work;
    I[head + WORK_QUEUE] = head + 2 * WORK_HEADER;
    I[head + WORK_FACETS] = head + 2 * WORK_HEADER + capacity;
    I[head + WORK_CAPACITY] = capacity;
  }

  free(): void {
    freeCells(this.box, this.#cells);
  }
}

let memory: SearchMemory | undefined;

/**
 * Writes all facets whose bounding boxes meet `box` (lowest x, y, z, highest x, y, z; the mesh's own frame) to the
 * front of `into`, ascending, and returns their number; enlarges `into` if needed.
 */
export function facetsInBox(
  index: MeshIndex,
  box: ArrayLike<number>,
  into: number[],
  engine: Pick<Kernel, 'facetsInBox'> = fastestKernel(TEXT),
): number {
  const mesh = index.settle();
  memory ??= new SearchMemory(FIRST_CAPACITY);
  let at = memory;
  for (let k = 0; k < BOX_CELLS; k++) F[at.box + k] = box[k];
  let count = engine.facetsInBox(mesh, at.box, at.work);
  while (count < 0) {
    const larger = new SearchMemory(2 * I[2 * at.work + WORK_NEEDED]);
    F.copyWithin(larger.box, at.box, at.box + BOX_CELLS);
    at.free();
    memory = larger;
    at = larger;
    count = engine.facetsInBox(mesh, at.box, at.work);
  }
  const facets = I[2 * at.work + WORK_FACETS];
  sortNumbers(facets, count);
  for (let i = 0; i < count; i++) into[i] = I[facets + i];
  return count;
}
