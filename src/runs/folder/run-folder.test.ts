// SPDX-License-Identifier: MIT
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { DiskStore } from '../files/disk-store.ts';
import { MANIFEST_FORMAT, parseManifest } from './manifest.ts';
import { prepareRunFolder } from './run-folder.ts';
import { isRunFolderInUse, lockRunFolder, unlockRunFolder } from './run-lock.ts';

const MANIFEST = {
  ...MANIFEST_FORMAT,
  program: '1.0.0',
  title: 'Balls',
  scene: { file: 'scene.yaml', original: 'balls.yaml', sha256: '00', meshes: [], modules: [] },
  seed: 1,
  threads: 1,
  timeStep: 1e-5,
  until: 1,
  steps: 100_000,
  shapes: [],
  materials: [],
  halfSpaces: [],
  meshes: [],
  outputs: ['energies.csv'],
  machine: { processor: 'one', cores: 1, platform: 'linux x64', node: 'v20.19.0' },
  started: '2026-11-16T12:00:00.000Z',
};

let parent = '';
let folder = '';
const at = (name: string): string => join(folder, name);

beforeEach(() => {
  parent = mkdtempSync(join(tmpdir(), 'scree-folder-'));
  folder = join(parent, 'run');
  mkdirSync(folder);
});
afterEach(() => rmSync(parent, { recursive: true, force: true }));

function putRun(changes: object = {}): void {
  writeFileSync(at('manifest.json'), JSON.stringify({ ...MANIFEST, ...changes }));
  for (const name of ['scene.yaml', 'energies.csv', 'log.txt', 'thesis.txt']) writeFileSync(at(name), name);
}

describe('a run that replaces an old one', () => {
  it('removes the files of the old run and no others', () => {
    putRun();
    prepareRunFolder(folder, true);
    expect(
      ['manifest.json', 'scene.yaml', 'energies.csv', 'log.txt', 'thesis.txt'].filter((n) => existsSync(at(n))),
    ).toEqual(['thesis.txt']);
    unlockRunFolder(folder);
  });

  it.each([
    ['outputs', { outputs: ['../precious'] }],
    ['outputs', { outputs: ['energies.csv', 'a/../../precious'] }],
    ['outputs', { outputs: ['..\\precious'] }],
    ['outputs', { outputs: ['.'] }],
    ['scene.file', { scene: { ...MANIFEST.scene, file: '../precious' } }],
  ])('removes nothing when %s of the manifest name what is elsewhere', (path, changes) => {
    putRun(changes);
    writeFileSync(join(parent, 'precious'), 'mine');
    expect(() => prepareRunFolder(folder, true)).toThrow(path);
    expect(readFileSync(join(parent, 'precious'), 'utf8')).toBe('mine');
    expect(readFileSync(at('energies.csv'), 'utf8')).toBe('energies.csv');
    expect(isRunFolderInUse(folder)).toBe(false);
  });

  it('removes nothing through an absolute name or a link that leads out', () => {
    mkdirSync(join(parent, 'elsewhere'));
    const precious = join(parent, 'elsewhere/precious.csv');
    writeFileSync(precious, 'mine');
    putRun({ outputs: [precious] });
    expect(() => prepareRunFolder(folder, true)).toThrow('outputs[0]: expected the name of a file in the run folder');
    symlinkSync(join(parent, 'elsewhere'), at('out'));
    putRun({ outputs: ['out/precious.csv'] });
    expect(() => prepareRunFolder(folder, true)).toThrow('a symbolic link leads out of the run folder');
    // Links by the names of a run's own files are removed themselves.
    symlinkSync(join(parent, 'elsewhere'), at('checkpoints'));
    putRun({ outputs: [] });
    prepareRunFolder(folder, true);
    expect(existsSync(at('checkpoints'))).toBe(false);
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    unlockRunFolder(folder);
  });

  it('may use a folder that is itself a link', () => {
    putRun();
    const link = join(parent, 'link');
    symlinkSync(folder, link);
    prepareRunFolder(link, true);
    expect(existsSync(at('energies.csv'))).toBe(false);
    unlockRunFolder(link);
  });
});

describe('the files of a run', () => {
  it('are not written, truncated or removed through links that lead out', () => {
    const store = new DiskStore(folder);
    const elsewhere = join(parent, 'elsewhere');
    mkdirSync(elsewhere);
    const precious = join(elsewhere, 'checkpoint-000000000001.ckpt');
    writeFileSync(precious, 'mine');
    symlinkSync(elsewhere, at('checkpoints'));
    for (const name of ['trajectory.scree', 'log.txt', 'manifest.json.part']) symlinkSync(precious, at(name));
    expect(() => store.remove('checkpoints/checkpoint-000000000001.ckpt')).toThrow('leads out of the run folder');
    expect(() => store.writeWhole('checkpoints/checkpoint-000000000001.ckpt', new Uint8Array(3))).toThrow('leads out');
    expect(() => store.remove('../elsewhere/checkpoint-000000000001.ckpt')).toThrow('not the name of a file');
    expect(() => store.grow('trajectory.scree', 0)).toThrow('it is a symbolic link');
    store.writeWhole('manifest.json', new TextEncoder().encode('{}'));
    store.log('a line');
    expect(readFileSync(precious, 'utf8')).toBe('mine');
    expect(readFileSync(at('manifest.json'), 'utf8')).toBe('{}');
  });
});

describe('the lock of a run folder', () => {
  it('is held once in a process, and can be taken again after its release', () => {
    lockRunFolder(folder);
    expect(() => lockRunFolder(folder)).toThrow(`is in use by process ${process.pid}`);
    expect(isRunFolderInUse(folder)).toBe(true);
    unlockRunFolder(folder);
    lockRunFolder(folder);
    unlockRunFolder(folder);
    expect(isRunFolderInUse(folder)).toBe(false);
  });

  it('of another process stays when this process unlocks the folder', () => {
    writeFileSync(at('lock'), `${process.ppid}\n`);
    unlockRunFolder(folder);
    expect(isRunFolderInUse(folder)).toBe(true);
  });

  it('does not belong to a later process with the same number', () => {
    if (!existsSync('/proc/self/stat')) return;
    writeFileSync(at('lock'), `${process.ppid} 1 other\n`);
    expect(isRunFolderInUse(folder)).toBe(false);
    lockRunFolder(folder);
    unlockRunFolder(folder);
  });

  it('is refused if its owner is unknown or it cannot be read', () => {
    writeFileSync(at('lock'), '');
    expect(() => lockRunFolder(folder)).toThrow(
      `is in use by another program; if that is not a run of Scree, remove ${at('lock')}`,
    );
    rmSync(at('lock'));
    symlinkSync(join(parent, 'nowhere'), at('lock'));
    expect(() => lockRunFolder(folder)).toThrow('remove it');
  });

  it('alone does not make an empty folder count as used', () => {
    writeFileSync(at('lock'), '4194305\n');
    writeFileSync(at('lock.left.part'), '4194305\n');
    prepareRunFolder(folder, false);
    unlockRunFolder(folder);
  });
});

describe('a manifest', () => {
  it.each([
    ['scene', { scene: undefined }],
    ['scene', { scene: null }],
    ['scene.file', { scene: { ...MANIFEST.scene, file: 3 } }],
    [
      'scene.meshes[0].path',
      { scene: { ...MANIFEST.scene, meshes: [{ name: 'a', path: '/etc/passwd', sha256: '' }] } },
    ],
    ['outputs', { outputs: 'energies.csv' }],
    ['threads', { threads: 0 }],
    ['threads', { threads: 'many' }],
    ['trajectoryFrames', { trajectoryFrames: -1 }],
    ['threads', { threads: 'AUTO' }],
    ['until', { until: 'long' }],
    ['shapes[0]', { shapes: [{}] }],
  ])('that is wrong in %s is refused at that place', (path, changes) => {
    expect(() => parseManifest(JSON.stringify({ ...MANIFEST, ...changes }), 'manifest.json')).toThrow(
      `manifest.json: ${path}: `,
    );
  });

  it.each(['', 'null', '[]', '3', '"scree run"', '{"__proto__":{"format":"scree run"}}'])('is not %s', (text) => {
    expect(() => parseManifest(text, 'manifest.json')).toThrow(/^manifest\.json: /);
  });

  it.each([
    ['threads', 1],
    ['threads', 16],
    ['threads', 'auto'],
    ['trajectoryFrames', 0],
    ['integrator', 'variable'],
    ['device', { kind: 'gpu', adapter: 'one' }],
  ])('may have %s: %j, as runs write it', (key, value) => {
    expect(parseManifest(JSON.stringify({ ...MANIFEST, [key]: value }), 'manifest.json')).toHaveProperty(key, value);
  });

  it('of an older version without settings has none', () => {
    expect(parseManifest(JSON.stringify(MANIFEST), 'manifest.json').scene).toMatchObject({ settings: [], bodies: [] });
  });
});
