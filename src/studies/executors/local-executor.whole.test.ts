// SPDX-License-Identifier: MIT
/** The pool of processes, with processes that do nothing but answer. */
import { expect, it } from 'vitest';
import type { StudyCase } from '../plan/study-case.ts';
import type { ExecutorContext } from './executor.ts';
import { LocalExecutor } from './local-executor.ts';

const CASES = ['a', 'b', 'c'].map((id, point): StudyCase => ({ id, scene: 's', point, seed: undefined, settings: [] }));

/** A process that answers each line, as `scree study work` does when a case has ended. */
const ANSWERS = 'process.stdin.on("data", () => console.log("ended"))';
/** One that ends with a message. */
const ENDS = 'process.stdin.on("data", () => { console.error("the disk is full"); process.exit(1); })';

function contextOf(script: string, own: Partial<ExecutorContext>): ExecutorContext {
  const ignore = (): void => {};
  return {
    folder: '/nowhere',
    command: [process.execPath, '-e', script, '--'],
    memory: 1,
    signal: new AbortController().signal,
    cost: () => Promise.reject(new Error('not asked')),
    onStart: ignore,
    onEnd: ignore,
    record: () => undefined,
    progress: () => undefined,
    write: ignore,
    leave: ignore,
    note: ignore,
    ...own,
  };
}

it('rejects with what the study throws when a case has ended, such as a full disk, and starts no other case', async () => {
  const started: string[] = [];
  const context = contextOf(ANSWERS, {
    onStart: (id) => started.push(id),
    onEnd: () => {
      throw new Error('table.csv: cannot be written');
    },
  });
  await expect(new LocalExecutor({ cores: 1 }).execute(CASES, context)).rejects.toThrow('cannot be written');
  expect(started).toEqual(['a']);
});

it('says what a process printed before it ended, and rejects if that cannot be recorded', async () => {
  const notes: string[] = [];
  const context = contextOf(ENDS, {
    note: (message) => notes.push(message),
    write: ({ notes: [note = ''] }) => {
      throw new Error(note);
    },
  });
  await expect(new LocalExecutor({ cores: 1 }).execute(CASES, context)).rejects.toThrow(
    'its process was ended 3 times, the last time by exit code 1: the disk is full',
  );
  expect(notes).toEqual(
    Array(2).fill(
      'the process of run a was ended (exit code 1: the disk is full); it goes on from its last checkpoint',
    ),
  );
});
