// SPDX-License-Identifier: MIT
/**
 * Copies of meshes in the kernel's memory. A copy is made at the first query and stays until its owner is gone or
 * another mesh needs the room; then the one unused for longest goes first, and is written again when it is asked for.
 */
import { ScreeError } from '../errors.ts';
import { allocateCells, forgetBlocks, freeCells } from '../shapes/kernel-memory/kernel-heap.ts';

/** Where a copy is; address 0 when there is none. */
export interface Residence {
  address: number;
  readonly cells: number;
}

/** Least recently used first. */
const residents = new Set<Residence>();

function evict(residence: Residence): void {
  if (residence.address === 0) return;
  freeCells(residence.address, residence.cells);
  residence.address = 0;
  residents.delete(residence);
}

const owners = new FinalizationRegistry<Residence>(evict);

/** Room for a copy of `cells` float64 cells that goes when `owner` is collected. */
export function residenceFor(owner: object, cells: number): Residence {
  const residence = { address: 0, cells };
  owners.register(owner, residence);
  return residence;
}

/**
 * Address of the copy, written by `write` where it is not in memory. Other copies and all blocks of shapes may go, so
 * nothing outside may hold an address. Throws `kernel-memory-full` when the copy alone is too large.
 */
export function settle(residence: Residence, write: (address: number) => void): number {
  residents.delete(residence);
  if (residence.address === 0) {
    const address = allocateWithEviction(residence.cells);
    write(address);
    residence.address = address;
  }
  residents.add(residence);
  return residence.address;
}

function allocateWithEviction(cells: number): number {
  for (;;) {
    try {
      return allocateCells(cells);
    } catch (error) {
      if (!(error instanceof ScreeError)) throw error;
      const oldest = residents.values().next().value;
      if (oldest !== undefined) {
        evict(oldest);
        continue;
      }
      forgetBlocks();
      return allocateCells(cells);
    }
  }
}
