// SPDX-License-Identifier: MIT
import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { plainSha256, sha256 } from './sha256.ts';

const bytesOf = (length: number): Uint8Array => Uint8Array.from({ length }, (_, k) => (k * k + 7 * k) % 251);

describe('SHA-256', () => {
  it('is that of the example in the standard', () => {
    const text = new TextEncoder().encode('abc');
    expect(sha256(text)).toBe('ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad');
  });

  it('is the same without Node, for every way in which the last block can end', () => {
    for (const length of [...Array.from({ length: 140 }, (_, k) => k), 100_003]) {
      const bytes = bytesOf(length);
      expect(Buffer.from(plainSha256(bytes)).toString('hex')).toBe(createHash('sha256').update(bytes).digest('hex'));
    }
  });

  it('of a part of a buffer is that of the part alone', () => {
    expect(plainSha256(bytesOf(300).subarray(5, 205))).toEqual(plainSha256(bytesOf(300).slice(5, 205)));
  });
});
