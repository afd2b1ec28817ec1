// SPDX-License-Identifier: MIT
/** The kernel of a page, in separate modules of this test: WebAssembly and the family come later, or not at all. */
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';

/** The test imports all sources again, which is slow on a busy machine. */
const IMPORT_LIMIT = 120_000;

type Entry = typeof import('../contact.ts');

/** `scree/contact` as a page has it; `bytes` takes the place of the script with the WebAssembly. */
async function inPage(bytes?: () => Promise<unknown>): Promise<Entry> {
  vi.resetModules();
  vi.doMock('../kernel/kernel-bytes.ts', () => import('../kernel/kernel-bytes-in-page.ts'));
  vi.doMock('./family/family-at-hand.ts', () => import('./family/family-at-hand-in-page.ts'));
  if (bytes === undefined) vi.doUnmock('../kernel/later-bytes.ts');
  else vi.doMock('../kernel/later-bytes.ts', bytes);
  return import('../contact.ts');
}

/** A pair on its way through the other, asked with a warm start; `between` runs in the middle. */
async function sequence(entry: Entry, between?: () => Promise<unknown>): Promise<unknown[]> {
  const { ContactCache, contact, ellipsoid, polyhedron, superquadric } = entry;
  const corners = [
    [1, 0, 0.2],
    [-1, 0.3, 0],
    [0, 1, 0],
    [0.1, -1, 0],
    [0, 0.2, 1],
    [0, 0, -1],
    [0.7, 0.7, 0.7],
  ] as const;
  const stone = polyhedron({ vertices: corners });
  const others = [
    stone,
    superquadric({ semiAxes: [1, 0.8, 0.6], n1: 4, n2: 3 }),
    ellipsoid({ semiAxes: [1, 0.7, 0.5] }),
  ];
  const caches = others.map(() => new ContactCache());
  const found: unknown[] = [];
  for (let k = 0; k < 12; k++) {
    if (k === 6) await between?.();
    const pose = { position: [1.9 - 0.15 * k, 0.3, 0.1 * k], orientation: [1, 0.1 * k, 0.3, 0.2] } as const;
    for (const [i, other] of others.entries()) found.push(contact(stone, {}, other, pose, { cache: caches[i] }));
  }
  return found;
}

const CUBE = { halfExtents: [1, 1, 1] } as const;
let expected: unknown[];

describe('in a page', { tags: ['long'] }, () => {
  beforeEach(async () => {
    vi.resetModules();
    vi.doUnmock('../kernel/kernel-bytes.ts');
    vi.doUnmock('./family/family-at-hand.ts');
    expected = await sequence(await import('../contact.ts'));
  }, IMPORT_LIMIT);
  afterEach(() => {
    vi.doUnmock('../kernel/kernel-bytes.ts');
    vi.doUnmock('./family/family-at-hand.ts');
    vi.doUnmock('../kernel/later-bytes.ts');
    vi.resetModules();
  });

  it('TypeScript answers at once, WebAssembly takes over in the middle, with the same bits', async () => {
    const page = await inPage();
    const cube = page.box(CUBE);
    const byWebAssembly = (): unknown => page.contact(cube, {}, cube, {}, { kernel: 'webassembly' });
    expect(byWebAssembly).toThrow("options.kernel: 'webassembly' is not available here");
    const found = await sequence(page, async () => {
      expect(await page.loadWebAssembly()).toBe('webassembly');
      expect(byWebAssembly()).toMatchObject({ distance: -2 });
    });
    expect(found).toEqual(expected);
  });

  it('WebAssembly takes over by itself after the first query', async () => {
    const page = await inPage();
    const { wasmKernel } = await import('../kernel/kernel.ts');
    expect(wasmKernel).toBeUndefined();
    expect((await sequence(page)).length).toBe(expected.length);
    await vi.waitFor(async () => expect((await import('../kernel/kernel.ts')).wasmKernel).toBeDefined());
  });

  it.each([
    ['cannot be loaded', () => Promise.reject(new Error('no network'))],
    ['is damaged', async () => ({ WASM_BASE64: 'AGFzbQE=' })],
  ])('TypeScript goes on answering where the script %s', async (_, bytes) => {
    const page = await inPage(bytes);
    const found = await sequence(page, async () => expect(await page.loadWebAssembly()).toBe('typescript'));
    expect(found).toEqual(expected);
  });

  it('TypeScript goes on answering, and loads nothing, where the policy of the page refuses WebAssembly', async () => {
    const bytes = vi.fn(async () => ({ WASM_BASE64: '' }));
    const page = await inPage(bytes);
    const Module = vi.spyOn(WebAssembly, 'Module').mockImplementation(
      class {
        constructor() {
          throw new EvalError('Refused to compile or instantiate WebAssembly module');
        }
      } as never,
    );
    try {
      const found = await sequence(page, async () => expect(await page.loadWebAssembly()).toBe('typescript'));
      expect(found).toEqual(expected);
      expect(bytes).not.toHaveBeenCalled();
    } finally {
      Module.mockRestore();
    }
  });

  it('the other algorithms and traces are loaded by name, and an earlier query says how', async () => {
    const { box, contact, loadAlgorithms } = await inPage();
    const cube = box(CUBE);
    const [place, steps] = [{ position: [1.5, 0.25, 0] as const }, [] as unknown[]];
    const byMpr = (): unknown => contact(cube, {}, cube, place, { algorithm: 'mpr' });
    const traced = (): unknown => contact(cube, {}, cube, place, { trace: (step) => steps.push(step) });
    expect(byMpr).toThrow(/^options\.algorithm: in a page .* `await loadAlgorithms\(\)` before the query$/);
    expect(traced).toThrow(/^options\.trace: /);
    expect(contact(cube, {}, cube, place, { algorithm: 'gjk-epa' })).toEqual(contact(cube, {}, cube, place));
    await loadAlgorithms();
    expect(byMpr()).toMatchObject({ status: 'converged' });
    traced();
    expect(steps.length).toBeGreaterThan(0);
  });
});
