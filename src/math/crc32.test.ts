// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { crc32, plainCrc32 } from './crc32.ts';

/** Bit by bit, as the polynomial says. */
function slow(bytes: Uint8Array): number {
  let value = 0xffffffff;
  for (const byte of bytes) {
    value ^= byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
  }
  return ~value >>> 0;
}

const BYTES = Uint8Array.from({ length: 80 }, (_, k) => (k * 167 + 41) >>> 1);

describe('the checksum', () => {
  it('is that of zip files', () => {
    expect(crc32(new TextEncoder().encode('123456789'))).toBe(0xcbf43926);
  });

  it('is that of its polynomial for any length and alignment', () => {
    for (let from = 0; from < 8; from++)
      for (let to = from; to <= BYTES.length; to++)
        for (const checksum of [crc32, plainCrc32])
          expect(checksum(BYTES.subarray(from, to))).toBe(slow(BYTES.subarray(from, to)));
  });

  it('of two parts is that of the whole', () => {
    for (let at = 0; at <= BYTES.length; at++)
      for (const checksum of [crc32, plainCrc32])
        expect(checksum(BYTES.subarray(at), checksum(BYTES.subarray(0, at)))).toBe(slow(BYTES));
    expect(crc32(new Uint8Array(0), slow(BYTES))).toBe(slow(BYTES));
  });
});
