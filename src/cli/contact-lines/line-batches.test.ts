// SPDX-License-Identifier: MIT
import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { lineBatches, type NumberedLine } from './line-batches.ts';

async function* chunked(bytes: Uint8Array, sizes: readonly number[]): AsyncGenerator<Uint8Array> {
  let start = 0;
  for (const size of sizes) {
    yield bytes.subarray(start, start + size);
    start += size;
  }
  yield bytes.subarray(start);
}

async function linesOf(text: string, sizes: readonly number[] = [], longestLine?: number): Promise<NumberedLine[]> {
  const batches = lineBatches(chunked(new TextEncoder().encode(text), sizes), longestLine);
  const lines: NumberedLine[] = [];
  for await (const batch of batches) lines.push(...batch);
  return lines;
}

const textsOf = async (text: string, sizes?: readonly number[]): Promise<(string | undefined)[]> =>
  (await linesOf(text, sizes)).map((line) => line.text);

describe('lineBatches', () => {
  it('numbers lines from 1 and keeps empty ones', async () => {
    expect(await linesOf('a\n\nb\n')).toEqual([
      { number: 1, text: 'a' },
      { number: 2, text: '' },
      { number: 3, text: 'b' },
    ]);
  });

  it('reads a last line without a line end, and Windows line ends', async () => {
    expect(await textsOf('a\r\nb\r')).toEqual(['a', 'b']);
    expect(await textsOf('')).toEqual([]);
  });

  it('does not split at U+2028, which JSON strings may hold', async () => {
    expect(await textsOf('"\u2028"\n')).toEqual(['"\u2028"']);
  });

  it('drops a byte order mark', async () => {
    expect(await textsOf('\uFEFF{}\n')).toEqual(['{}']);
  });

  it('gives the same lines however the bytes are cut into chunks', { tags: ['long'] }, async () => {
    const line = fc.string({ unit: 'binary' }).map((text) => text.replace(/[\r\n\uFEFF]/g, ''));
    await fc.assert(
      fc.asyncProperty(fc.array(line), fc.array(fc.nat(5)), async (lines, sizes) => {
        const text = lines.map((each) => `${each}\n`).join('');
        expect(await textsOf(text, sizes)).toEqual(lines);
      }),
    );
  });

  it('gives a batch as soon as a line is complete', async () => {
    const waiting = new Promise<Uint8Array>(() => {});
    async function* conversation(): AsyncGenerator<Uint8Array> {
      yield new TextEncoder().encode('first\nsec');
      yield await waiting;
    }
    const { value } = await lineBatches(conversation()).next();
    expect(value).toEqual([{ number: 1, text: 'first' }]);
  });

  it('gives up the text of a line over the limit, not the lines after it', async () => {
    expect(await linesOf('1234567890\nabc\n', [4, 4], 5)).toEqual([
      { number: 1, text: undefined },
      { number: 2, text: 'abc' },
    ]);
  });
});
