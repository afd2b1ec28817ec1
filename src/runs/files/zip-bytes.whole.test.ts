// SPDX-License-Identifier: MIT
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { zipBytes } from './zip-bytes.ts';

const FILES = [
  { name: 'manifest.json', bytes: new TextEncoder().encode('{}\n') },
  { name: 'checkpoints/größe.ckpt', bytes: Uint8Array.from({ length: 1000 }, (_, k) => k % 256) },
  { name: 'empty', bytes: new Uint8Array(0) },
];

describe('an archive', () => {
  it('is unpacked by another program', () => {
    const folder = mkdtempSync(join(tmpdir(), 'scree-zip-'));
    try {
      writeFileSync(join(folder, 'a.zip'), zipBytes(FILES));
      const { status, stderr } = spawnSync('python3', ['-m', 'zipfile', '-e', 'a.zip', 'out'], { cwd: folder });
      expect(String(stderr)).toBe('');
      expect(status).toBe(0);
      for (const { name, bytes } of FILES) {
        expect(new Uint8Array(readFileSync(join(folder, 'out', name)))).toEqual(bytes);
      }
    } finally {
      rmSync(folder, { recursive: true });
    }
  });

  it('has the same bytes for the same files', () => {
    expect(zipBytes(FILES)).toEqual(zipBytes(FILES));
  });
});
