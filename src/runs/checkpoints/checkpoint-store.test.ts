// SPDX-License-Identifier: MIT
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, truncateSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { joinedBytes } from '../../math/joined-bytes.ts';
import { DiskStore } from '../files/disk-store.ts';
import { writeWhole } from '../files/write-whole.ts';
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

describe('a checkpoint', () => {
  it('is read back as it was written', () => {
    const state = Uint8Array.of(1, 2, 3, 7);
    const read = decodeCheckpoint(joinedBytes(encodeCheckpoint(checkpointAt(7))), 'f');
    expect(read).toEqual({ ...checkpointAt(7), state });
  });

  it('is refused when any byte of it is missing or altered', () => {
    const whole = joinedBytes(encodeCheckpoint(checkpointAt(7)));
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
  it('are the newest few', () => {
    const store = new CheckpointStore(new DiskStore(folder), 2);
    for (const step of [8, 9, 10, 1000000000001]) store.write(checkpointAt(step));
    expect(store.list()).toEqual([
      'checkpoints/checkpoint-1000000000001.ckpt',
      'checkpoints/checkpoint-000000000010.ckpt',
    ]);
    expect(store.newest()?.checkpoint.step).toBe(1000000000001);
  });

  it('leave out a broken one for the one before, and say so', () => {
    const store = new CheckpointStore(new DiskStore(folder));
    store.write(checkpointAt(1));
    truncateSync(store.write(checkpointAt(2)), 40);
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

  it('are dropped after the step that a run goes on from', () => {
    const store = new CheckpointStore(new DiskStore(folder));
    for (const step of [1, 2, 3]) store.write(checkpointAt(step));
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
});
