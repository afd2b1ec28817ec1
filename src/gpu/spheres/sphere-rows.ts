// SPDX-License-Identifier: MIT
/**
 * Room for the partners and contacts of a sphere, by the size ratio of a dense packing, and the number of bin sizes.
 */
import type { CellGrid } from '../engine/cell-grid.ts';
import { CONTACTS_WANTED, type KernelForm, PARTNERS_WANTED } from '../kernels/prelude.ts';

/** Up to these size ratios the narrow rows hold all partners in a dense packing. */
const EQUAL_RATIO = 1.12;
const NARROW_RATIO = 1.3;
/** Cells of all sizes together: their starts then fit into the binding that every adapter has. */
const MOST_BINS = 2 ** 25 - 1;
/** Every rebuild visits all bins: not many more than the spheres of a packing that fills a part of its domain. */
const BINS_PER_SPHERE = 64;
const FEW_BINS = 2 ** 16;

/** Radii and skin, m, and how many spheres there is to be room for. */
interface Sizes {
  readonly smallest: number;
  readonly largest: number;
  readonly skin: number;
  readonly spheres: number;
}

type Rows = Pick<KernelForm, 'maskWords' | 'partners' | 'contacts' | 'levels'>;

export function rowsFor(grid: CellGrid, { smallest, largest, skin, spheres }: Sizes): Rows {
  const ratio = largest / smallest;
  if (ratio <= EQUAL_RATIO) return { maskWords: 1, partners: 22, contacts: 13, levels: 0 };
  if (ratio <= NARROW_RATIO) return { maskWords: 1, partners: 26, contacts: 16, levels: 0 };
  // Whoever has more partners than this keeps them in the overflow buffer; so a row never has too many contacts.
  let levels = 1;
  const most = Math.min(MOST_BINS, Math.max(FEW_BINS, BINS_PER_SPHERE * spheres));
  const cell = Math.min(...grid.size);
  while (2 * smallest + skin <= cell / 2 ** levels && binCount(grid, levels + 1) <= most) levels++;
  return { maskWords: 1, partners: 22, contacts: 22, levels };
}

/** Cells of all sizes: of each size eight times as many as of the next larger one. */
export function binCount(grid: CellGrid, levels: number): number {
  return (grid.cellCount * (2 ** (3 * Math.max(1, levels)) - 1)) / 7;
}

/** Capacities that may grow during a simulation. */
export type RowRoom = Pick<KernelForm, 'contacts' | 'levels'>;

export function rowRoom({ contacts, levels }: KernelForm): RowRoom {
  return { contacts, levels };
}

/**
 * New capacities after a list or a step that ran out of room, from the status words; undefined if the room sufficed or
 * cannot grow. Partners beyond a row go to the overflow buffer; contacts get as much room as a row has partners. The
 * contacts of a step without room are lost.
 */
export function roomWanted(words: Uint32Array, form: KernelForm): RowRoom | undefined {
  const { maskWords, partners, contacts, levels } = form;
  const isNarrow = maskWords === 1 && levels === 0 && words[PARTNERS_WANTED] > partners;
  const isFull = contacts < partners && words[CONTACTS_WANTED] === contacts;
  if (!isNarrow && !isFull) return undefined;
  return { contacts: isFull ? partners : contacts, levels: isNarrow ? 1 : levels };
}
