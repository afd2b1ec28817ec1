// SPDX-License-Identifier: MIT
/**
 * SHA-256 (FIPS 180-4): Node's own, or this implementation where there is none. The one of browsers is asynchronous,
 * and a run may not wait.
 */
import { cubeRoot } from '../../math/elementary.ts';
import { joinedBytes } from '../../math/joined-bytes.ts';

const ROUNDS = 64;
const BLOCK_BYTES = 64;
const DIGEST_BYTES = 32;
/** Node takes at most 2 GiB at once. */
const MOST_BYTES_AT_ONCE = 2 ** 30;

/**
 * The first 32 bits of the fractions of square roots, and of cube roots, of the first primes (sections 4.2.2 and
 * 5.3.3).
 */
const START = new Int32Array(8);
const ROUND_CONSTANTS = new Int32Array(ROUNDS);

function fraction(root: number): number {
  return ((root - Math.floor(root)) * 2 ** 32) | 0;
}

/**
 * The roots are rounded by less than one part in 2^52 and their whole parts need at most 3 bits: 32 bits of the
 * fraction are sure.
 */
function fillConstants(): void {
  const primes: number[] = [];
  for (let candidate = 2; primes.length < ROUNDS; candidate++) {
    if (primes.every((prime) => candidate % prime !== 0)) primes.push(candidate);
  }
  primes.forEach((prime, k) => {
    if (k < START.length) START[k] = fraction(Math.sqrt(prime));
    ROUND_CONSTANTS[k] = fraction(cubeRoot(prime));
  });
}
fillConstants();

function rotated(word: number, by: number): number {
  return (word >>> by) | (word << (32 - by));
}

/** Takes in the block of `data` that begins at `at`. */
function compress(state: Int32Array, schedule: Int32Array, data: DataView, at: number): void {
  for (let t = 0; t < 16; t++) schedule[t] = data.getInt32(at + 4 * t);
  for (let t = 16; t < ROUNDS; t++) {
    const near = schedule[t - 2];
    const far = schedule[t - 15];
    const mixedNear = rotated(near, 17) ^ rotated(near, 19) ^ (near >>> 10);
    const mixedFar = rotated(far, 7) ^ rotated(far, 18) ^ (far >>> 3);
    schedule[t] = (mixedNear + schedule[t - 7] + mixedFar + schedule[t - 16]) | 0;
  }
  let [a = 0, b = 0, c = 0, d = 0, e = 0, f = 0, g = 0, h = 0] = state;
  for (let t = 0; t < ROUNDS; t++) {
    const sumE = rotated(e, 6) ^ rotated(e, 11) ^ rotated(e, 25);
    const choice = (e & f) ^ (~e & g);
    const first = (h + sumE + choice + ROUND_CONSTANTS[t] + schedule[t]) | 0;
    const sumA = rotated(a, 2) ^ rotated(a, 13) ^ rotated(a, 22);
    const majority = (a & b) ^ (a & c) ^ (b & c);
    h = g;
    g = f;
    f = e;
    e = (d + first) | 0;
    d = c;
    c = b;
    b = a;
    a = (first + sumA + majority) | 0;
  }
  [a, b, c, d, e, f, g, h].forEach((word, k) => {
    state[k] = (state[k] + word) | 0;
  });
}

/** The digest, computed here; `sha256Digest` is the same. */
export function plainSha256(bytes: Uint8Array): Uint8Array {
  const state = START.slice();
  const schedule = new Int32Array(ROUNDS);
  const whole = bytes.length - (bytes.length % BLOCK_BYTES);
  const data = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
  for (let at = 0; at < whole; at += BLOCK_BYTES) compress(state, schedule, data, at);
  // The remaining bytes, a set bit, zeros, and the number of bits as a 64-bit integer at the end of a block.
  const left = bytes.length - whole;
  const tail = new Uint8Array(left + 9 > BLOCK_BYTES ? 2 * BLOCK_BYTES : BLOCK_BYTES);
  tail.set(bytes.subarray(whole));
  tail[left] = 0x80;
  const end = new DataView(tail.buffer);
  end.setBigUint64(tail.length - 8, 8n * BigInt(bytes.length));
  for (let at = 0; at < tail.length; at += BLOCK_BYTES) compress(state, schedule, end, at);
  const digest = new Uint8Array(DIGEST_BYTES);
  const view = new DataView(digest.buffer);
  state.forEach((word, k) => {
    view.setInt32(4 * k, word);
  });
  return digest;
}

/** Hash of all parts in their order; a part is not used after the next one has been read. */
export function sha256Digest(parts: readonly Uint8Array[] | Iterable<Uint8Array>): Uint8Array {
  if (typeof process === 'undefined' || typeof process.getBuiltinModule !== 'function') {
    return plainSha256(joinedBytes(Array.isArray(parts) ? parts : Array.from(parts, (part) => part.slice())));
  }
  const hash = process.getBuiltinModule('node:crypto').createHash('sha256');
  for (const part of parts) {
    for (let at = 0; at < part.length; at += MOST_BYTES_AT_ONCE)
      hash.update(part.subarray(at, at + MOST_BYTES_AT_ONCE));
  }
  return hash.digest();
}

/** As hexadecimal digits. */
export function sha256(bytes: Uint8Array | Iterable<Uint8Array>): string {
  const parts = bytes instanceof Uint8Array ? [bytes] : bytes;
  return Array.from(sha256Digest(parts), (byte) => byte.toString(16).padStart(2, '0')).join('');
}
