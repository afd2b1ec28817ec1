// SPDX-License-Identifier: MIT
/**
 * Copies of meshes in the kernel's memory. A copy is made at the first query and stays until its owner is collected or
 * another mesh needs the memory. The least recently used copy is removed first and written again at its next query.
 */
import { ScreeError } from '../errors.ts';
import { allocateCells, forgetBlocks, freeCells } from '../shapes/kernel-memory/kernel-heap.ts';

/** Location of a copy; address 0 if there is none. */
export interface KernelCopy {
  address: number;
  readonly cells: number;
  /** Number of the use of any copy that was the last one of this. */
  lastUse: number;
}

/** Those with an address. */
const residents: KernelCopy[] = [];
let useCount = 0;

function evict(copy: KernelCopy): void {
  if (copy.address === 0) return;
  freeCells(copy.address, copy.cells);
  copy.address = 0;
  residents.splice(residents.indexOf(copy), 1);
}

const copies = new WeakMap<object, KernelCopy>();
const owners = new FinalizationRegistry<KernelCopy>(evict);

/** Reserves `cells` float64 cells for a copy; freed when `owner` is collected, or by `evictCopyOf`. */
export function kernelCopyFor(owner: object, cells: number): KernelCopy {
  const copy = { address: 0, cells, lastUse: 0 };
  owners.register(owner, copy);
  copies.set(owner, copy);
  return copy;
}

/** Takes the copy of an owner out of memory until its next query. Only between queries. */
export function evictCopyOf(owner: object): void {
  const copy = copies.get(owner);
  if (copy !== undefined) evict(copy);
}

/**
 * Address of the copy; `write` writes it if it is not in memory. Other copies and all blocks of shapes may be removed,
 * so callers must not keep addresses. Throws `kernel-memory-full` if the copy alone is too large. Called in every step:
 * allocates nothing for a copy that is in memory.
 */
export function settle(copy: KernelCopy, write: (address: number) => void): number {
  if (copy.address === 0) {
    const address = allocateWithEviction(copy.cells);
    write(address);
    copy.address = address;
    residents.push(copy);
  }
  useCount += 1;
  copy.lastUse = useCount;
  return copy.address;
}

function leastRecentlyUsed(): KernelCopy | undefined {
  let oldest: KernelCopy | undefined;
  for (const copy of residents) if (oldest === undefined || copy.lastUse < oldest.lastUse) oldest = copy;
  return oldest;
}

function allocateWithEviction(cells: number): number {
  for (;;) {
    try {
      return allocateCells(cells);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      const oldest = leastRecentlyUsed();
      if (oldest !== undefined) {
        evict(oldest);
        continue;
      }
      forgetBlocks();
      return allocateCells(cells);
    }
  }
}
