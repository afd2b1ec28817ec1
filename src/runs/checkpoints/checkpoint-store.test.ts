// SPDX-License-Identifier: MIT
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinedBytes } from '../../math/joined-bytes.ts';
import { DiskStore } from '../files/disk-store.ts';
import { writeWhole, writeWholeWithEnd } from '../files/write-whole.ts';
import { type CheckpointInParts, decodeCheckpoint, encodeCheckpoint } from './checkpoint-file.ts';
import { CheckpointStore } from './checkpoint-store.ts';

let folder = '';
beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'scree-checkpoints-'));
});
afterEach(() => rmSync(folder, { recursive: true }));

function checkpointAt(step: number): CheckpointInParts {
  const outputs = { 'series.csv': 10 * step };
  return { step, time: step / 10, sceneHash: 'abc', outputs, state: [Uint8Array.of(1, 2), Uint8Array.of(3, step)] };
}

function bytesAt(step: number): Uint8Array {
  const { parts, end } = encodeCheckpoint(checkpointAt(step));
  return joinedBytes([...parts, end()]);
}

describe('a checkpoint', () => {
  it('is read back as it was written', () => {
    const state = Uint8Array.of(1, 2, 3, 7);
    const read = decodeCheckpoint(bytesAt(7), 'f');
    expect(read).toEqual({ ...checkpointAt(7), state });
  });

  it('is refused when any byte of it is missing or altered', () => {
    const whole = bytesAt(7);
    for (let length = 0; length < whole.length; length++) {
      expect(() => decodeCheckpoint(whole.subarray(0, length), 'f')).toThrow(/^f: /);
    }
    for (let at = 0; at < whole.length; at++) {
      const altered = whole.slice();
      altered[at] = altered[at] ^ 1;
      expect(() => decodeCheckpoint(altered, 'f')).toThrow(/^f: /);
    }
  });
});

describe('the checkpoints of a run', () => {
  it('are the newest few', async () => {
    const store = new CheckpointStore(new DiskStore(folder), 2);
    for (const step of [8, 9, 10, 1000000000001]) await store.write(checkpointAt(step));
    expect(store.list()).toEqual([
      'checkpoints/checkpoint-1000000000001.ckpt',
      'checkpoints/checkpoint-000000000010.ckpt',
    ]);
    expect(store.newest()?.checkpoint.step).toBe(1000000000001);
  });

  it('fall back from a broken one to the one before, with a warning', async () => {
    const store = new CheckpointStore(new DiskStore(folder));
    await store.write(checkpointAt(1));
    truncateSync(await store.write(checkpointAt(2)), 40);
    const found = store.newest();
    expect(found?.checkpoint.step).toBe(1);
    expect(found?.refused).toEqual([expect.stringContaining('checkpoint-000000000002.ckpt')]);
  });

  it('are an error when none is good, and nothing when there is none', () => {
    const store = new CheckpointStore(new DiskStore(folder));
    expect(store.newest()).toBeUndefined();
    mkdirSync(join(folder, 'checkpoints'));
    writeFileSync(join(folder, 'checkpoints/checkpoint-000000000001.ckpt'), 'what is this');
    expect(() => store.newest()).toThrow(/no checkpoint can be used:\n.*too few/);
  });

  it('are deleted after the step from which a run is resumed', async () => {
    const store = new CheckpointStore(new DiskStore(folder));
    for (const step of [1, 2, 3]) await store.write(checkpointAt(step));
    store.dropAfter(2);
    expect(store.newest()?.checkpoint.step).toBe(2);
  });
});

describe('a file written whole', () => {
  it('replaces the old one and leaves nothing else behind', () => {
    const path = join(folder, 'a');
    writeWhole(path, Uint8Array.of(1));
    writeWhole(path, [Uint8Array.of(2), Uint8Array.of(3)]);
    expect([...readFileSync(path)]).toEqual([2, 3]);
    expect(() => writeWhole(join(folder, 'missing', 'a'), Uint8Array.of(1))).toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('ends with the bytes of its end, for any number of parts', async () => {
    const path = join(folder, 'a');
    const parts = Array.from({ length: 2500 }, (_, k) => Uint8Array.of(k, k >> 8));
    await writeWholeWithEnd(path, [new Uint8Array(0), ...parts], () => Uint8Array.of(1, 2, 3));
    expect(Buffer.compare(readFileSync(path), joinedBytes([...parts, Uint8Array.of(1, 2, 3)]))).toBe(0);
    expect(readdirSync(folder)).toEqual(['a']);
  });

  it('is not left behind if its end cannot be made, or its folder is missing', async () => {
    const fail = (): never => {
      throw new RangeError('no end');
    };
    await expect(writeWholeWithEnd(join(folder, 'a'), [Uint8Array.of(1)], fail)).rejects.toThrow('no end');
    await expect(new DiskStore(folder).writeWithEnd('b', [Uint8Array.of(1)], fail)).rejects.toThrow('no end');
    const missing = join(folder, 'missing', 'a');
    await expect(writeWholeWithEnd(missing, [Uint8Array.of(1)], () => Uint8Array.of(2))).rejects.toThrow('ENOENT');
    expect(readdirSync(folder)).toEqual([]);
  });
});
