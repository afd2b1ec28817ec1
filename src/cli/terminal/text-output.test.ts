// SPDX-License-Identifier: MIT
import { Writable } from 'node:stream';
import { describe, expect, it } from 'vitest';
import { TextOutput } from './text-output.ts';

/** A stream whose reader takes each piece only when told to. */
function slowStream(): { stream: Writable; takeOne: () => void; taken: string[] } {
  const pending: (() => void)[] = [];
  const taken: string[] = [];
  const stream = new Writable({
    highWaterMark: 4,
    decodeStrings: false,
    write: (chunk, _encoding, done) => {
      pending.push(() => {
        taken.push(chunk);
        done();
      });
    },
  });
  return { stream, takeOne: () => pending.shift()?.(), taken };
}

function failingStream(code: string): Writable {
  return new Writable({
    highWaterMark: 1,
    write: (_chunk, _encoding, done) => done(Object.assign(new Error(`${code}: it failed`), { code, errno: -1 })),
  });
}

describe('TextOutput', () => {
  it('waits while the reader is slow', async () => {
    const { stream, takeOne, taken } = slowStream();
    let isWritten = false;
    const writing = new TextOutput(stream).write('12345678').then(() => {
      isWritten = true;
    });
    await new Promise(setImmediate);
    expect(isWritten).toBe(false);
    takeOne();
    await writing;
    expect(taken).toEqual(['12345678']);
  });

  it('answers false, quietly, once the reader has gone', async () => {
    const output = new TextOutput(failingStream('EPIPE'));
    expect(await output.write('one')).toBe(false);
    expect(await output.write('two')).toBe(false);
  });

  it('does not wait for ever on a stream that is closed meanwhile', async () => {
    const { stream } = slowStream();
    const writing = new TextOutput(stream).write('12345678');
    stream.destroy();
    expect(await writing).toBe(false);
  });

  it('throws when the disk is full', async () => {
    await expect(new TextOutput(failingStream('ENOSPC')).write('one')).rejects.toThrow('ENOSPC: it failed');
  });
});
