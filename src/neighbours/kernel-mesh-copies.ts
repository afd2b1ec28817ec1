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
}

/** Least recently used first. */
const copiesByUse = new Set<KernelCopy>();

function evict(copy: KernelCopy): void {
  if (copy.address === 0) return;
  freeCells(copy.address, copy.cells);
  copy.address = 0;
  copiesByUse.delete(copy);
}

const owners = new FinalizationRegistry<KernelCopy>(evict);

/** Reserves `cells` float64 cells for a copy; freed when `owner` is collected. */
export function kernelCopyFor(owner: object, cells: number): KernelCopy {
  const copy = { address: 0, cells };
  owners.register(owner, copy);
  return copy;
}

/**
 * Address of the copy; `write` writes it if it is not in memory. Other copies and all blocks of shapes may be removed,
 * so callers must not keep addresses. Throws `kernel-memory-full` if the copy alone is too large.
 */
export function settle(copy: KernelCopy, write: (address: number) => void): number {
  copiesByUse.delete(copy);
  if (copy.address === 0) {
    const address = allocateWithEviction(copy.cells);
    write(address);
    copy.address = address;
  }
  copiesByUse.add(copy);
  return copy.address;
}

function allocateWithEviction(cells: number): number {
  for (;;) {
    try {
      return allocateCells(cells);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      const oldest = copiesByUse.values().next().value;
      if (oldest !== undefined) {
        evict(oldest);
        continue;
      }
      forgetBlocks();
      return allocateCells(cells);
    }
  }
}
