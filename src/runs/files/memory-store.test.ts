// SPDX-License-Identifier: MIT
import { mkdtempSync, readdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { startRun } from '../folder/run-on-disk.ts';
import { Run, type RunOptions } from '../run.ts';
import { findScene } from '../scenes/scene-copy.ts';
import { siteInMemory } from '../scenes/scene-in-memory.ts';
import { runToEnd } from '../time/run-loop.ts';
import { MemoryStore } from './memory-store.ts';

const SCENE = new URL('../../../tests/support/rain.yaml', import.meta.url).pathname;
const OPTIONS: RunOptions = { program: 'test', date: () => 'now', until: 0.02 };
const MACHINE = { processor: 'p', cores: 1, platform: 'x', node: 'n' };

async function toEnd(run: Run): Promise<void> {
  const hooks = { now: () => 0, onSlice() {}, onCheckpoint() {}, onWarning() {}, isStopWanted: () => false };
  await runToEnd(run, { ...hooks, rest: async () => {} });
  run.close();
}

function filesOf(folder: string): [name: string, bytes: Buffer][] {
  return readdirSync(folder, { recursive: true, encoding: 'utf8' })
    .filter((name) => statSync(join(folder, name)).isFile())
    .sort()
    .map((name) => [name, readFileSync(join(folder, name))]);
}

describe('a run in memory', () => {
  it('has the files of the same run on a disk, byte for byte', { tags: ['long'] }, async () => {
    const folder = mkdtempSync(join(tmpdir(), 'scree-memory-'));
    try {
      await toEnd(await startRun(SCENE, folder, OPTIONS));
      const store = new MemoryStore(folder);
      const found = findScene(siteInMemory(SCENE, readFileSync(SCENE, 'utf8'), new Map()));
      await toEnd(await Run.start(found, () => store, { ...OPTIONS, machine: MACHINE }));
      const onDisk = filesOf(folder);
      expect(store.files().map(({ name }) => name)).toEqual(onDisk.map(([name]) => name));
      for (const [name, bytes] of onDisk) {
        if (name !== 'manifest.json') expect(Buffer.from(store.read(name)).equals(bytes), name).toBe(true);
      }
      expect(store.size).toBe(store.files().reduce((sum, { bytes }) => sum + bytes.length, 0));
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('fails when it needs more than it may take, and says what to do', () => {
    const store = new MemoryStore('page', 100);
    const file = store.grow('a.csv', 0);
    file.append(new Uint8Array(90));
    expect(() => file.append(new Uint8Array(11))).toThrow(/page\/a.csv: .*use scree run/);
    store.remove('a.csv');
    expect(store.size).toBe(0);
  });
});

describe('a scene whose files are at hand', () => {
  const text = 'materials: { m: { density: 1 } }\nshapes: { s: { mesh: { file: parts/cube.stl } } }\n';

  it('says which file is missing, with line and column', () => {
    const site = siteInMemory('dropped.yaml', 'include: [parts/base.yaml]\n', new Map());
    expect(() => findScene(site)).toThrow(/dropped\.yaml:1:\d+ .*parts\/base\.yaml/);
  });

  it('finds files by path and by name alone, and includes as the program does', () => {
    const base = new TextEncoder().encode('gravity: [0, 0, oops]\n');
    for (const name of ['parts/base.yaml', 'base.yaml']) {
      const site = siteInMemory('dropped.yaml', `include: [parts/base.yaml]\n${text}`, new Map([[name, base]]));
      expect(() => findScene(site)).toThrow(/parts\/base\.yaml:1:\d+ gravity/);
    }
  });
});
