// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { findRuns } from './dropped-runs.ts';

const placed = (...paths: string[]) => paths.map((path) => ({ path, file: new Blob([path]) }));

describe('runs among dropped files', () => {
  it('are the folders with a manifest, with paths from there', () => {
    const runs = findRuns(placed('runs/a/manifest.json', 'runs/a/vtk/1.vtu', 'runs/b/manifest.json', 'runs/note.txt'));
    expect(runs.map(({ folder, files }) => [folder, [...files.keys()]])).toEqual([
      ['a', ['manifest.json', 'vtk/1.vtu']],
      ['b', ['manifest.json']],
    ]);
  });

  it('are trajectories by themselves, under their own names, but not those of a run folder again', () => {
    const runs = findRuns(placed('a/manifest.json', 'a/trajectory.scree', 'before.scree'));
    expect(runs.map(({ folder, files }) => [folder, [...files.keys()]])).toEqual([
      ['a', ['manifest.json', 'trajectory.scree']],
      ['before', ['trajectory.scree']],
    ]);
  });

  it('are none where there is neither', () => {
    expect(findRuns(placed('scene.yaml', 'parts/wheel.obj'))).toEqual([]);
  });
});
