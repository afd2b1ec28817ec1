// SPDX-License-Identifier: MIT
/**
 * CRC-32 of zip and PNG (polynomial 0xEDB88320), which every language can compute. Readers check every byte of
 * trajectories and saved states, so it is Node's own where there is one: 5 GB/s. Elsewhere sixteen bytes at a time go
 * through sixteen tables (Kounavis and Berry 2008, doi:10.1109/TC.2008.85): 1.3 GB/s.
 */

/** Table k has the effect of a byte on the checksum after k further bytes; 256 values each. */
const TABLES = makeTables();
const NO_WORDS = new Int32Array(0);

function makeTables(): Int32Array {
  const tables = new Int32Array(16 * 256);
  for (let byte = 0; byte < 256; byte++) {
    let value = byte;
    for (let bit = 0; bit < 8; bit++) value = value & 1 ? (value >>> 1) ^ 0xedb88320 : value >>> 1;
    tables[byte] = value;
  }
  for (let at = 256; at < tables.length; at++) {
    const before = tables[at - 256];
    tables[at] = tables[before & 0xff] ^ (before >>> 8);
  }
  return tables;
}

/** Node's own function; looked up at run time, so that web pages need no module of Node. */
const nodeCrc32 =
  typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function'
    ? undefined
    : process.getBuiltinModule('node:zlib').crc32;

/** `before` is the checksum of the preceding bytes. */
export function crc32(bytes: Uint8Array, before = 0): number {
  // Node starts again at 0 after no bytes.
  return nodeCrc32 === undefined || bytes.length === 0 ? plainCrc32(bytes, before) : nodeCrc32(bytes, before);
}

/** The checksum by the tables of this file; `crc32` gives the same number. */
export function plainCrc32(bytes: Uint8Array, before = 0): number {
  const t = TABLES;
  const { length, byteOffset } = bytes;
  let value = ~before;
  let at = 0;
  const aligned = Math.min(length, (4 - (byteOffset & 3)) & 3);
  for (; at < aligned; at++) value = t[(value ^ bytes[at]) & 0xff] ^ (value >>> 8);
  const blocks = 4 * Math.floor((length - at) / 16);
  const words = blocks === 0 ? NO_WORDS : new Int32Array(bytes.buffer, byteOffset + at, blocks);
  for (let k = 0; k < blocks; k += 4) {
    const a = value ^ words[k];
    const b = words[k + 1];
    const c = words[k + 2];
    const d = words[k + 3];
    value =
      t[3840 + (a & 0xff)] ^
      t[3584 + ((a >>> 8) & 0xff)] ^
      t[3328 + ((a >>> 16) & 0xff)] ^
      t[3072 + (a >>> 24)] ^
      t[2816 + (b & 0xff)] ^
      t[2560 + ((b >>> 8) & 0xff)] ^
      t[2304 + ((b >>> 16) & 0xff)] ^
      t[2048 + (b >>> 24)] ^
      t[1792 + (c & 0xff)] ^
      t[1536 + ((c >>> 8) & 0xff)] ^
      t[1280 + ((c >>> 16) & 0xff)] ^
      t[1024 + (c >>> 24)] ^
      t[768 + (d & 0xff)] ^
      t[512 + ((d >>> 8) & 0xff)] ^
      t[256 + ((d >>> 16) & 0xff)] ^
      t[d >>> 24];
  }
  for (at += 4 * blocks; at < length; at++) value = t[(value ^ bytes[at]) & 0xff] ^ (value >>> 8);
  return ~value >>> 0;
}
