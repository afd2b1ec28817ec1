// SPDX-License-Identifier: MIT
import { describe, expect, it, vi } from 'vitest';
import { Random } from '../../math/random.ts';

// A memory that nobody has used: other test files run in the same process.
vi.resetModules();
const { F } = await import('../../kernel/memory.ts');
const { allocateCells, freeCells } = await import('./kernel-heap.ts');

const seed = Number(process.env.TEST_SEED ?? 17);

describe(`buffers of the kernel's memory, seed ${seed}`, () => {
  it('do not overlap, whatever is freed in between, and large ones come back', () => {
    const random = new Random(seed);
    const live: { address: number; cells: number }[] = [];
    for (let k = 0; k < 3000; k++) {
      if (live.length > 0 && random.next() < 0.55) {
        const [freed] = live.splice(random.integer(live.length), 1) as [(typeof live)[number]];
        freeCells(freed.address, freed.cells);
        continue;
      }
      const cells = Math.floor(10 ** random.between(0, 6.3));
      const address = allocateCells(cells);
      expect(address + cells).toBeLessThanOrEqual(F.length);
      for (const other of live) {
        const isApart = address + cells <= other.address || other.address + other.cells <= address;
        if (!isApart) expect.fail(`${cells} cells at ${address} overlap ${other.cells} at ${other.address}`);
      }
      live.push({ address, cells });
    }
    for (const { address, cells } of live) freeCells(address, cells);
    // What was freed in many pieces is one again.
    const most = Math.floor(0.9 * F.length);
    const address = allocateCells(most);
    freeCells(address, most);
    expect(allocateCells(most)).toBe(address);
    freeCells(address, most);
  });
});
