// SPDX-License-Identifier: MIT
/**
 * Pages, scene files and drawings in src/verification: complete, up to date, and the simulations that the cases run.
 */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verificationScenes } from '../scripts/verification-scenes.mjs';
import { objPieces } from '../src/io/obj-writer.ts';
import { readSceneFile } from '../src/scene/scene-file.ts';
import { sceneFromSimulation } from '../src/scene/write-scene.ts';
import type { SimulationSpec } from '../src/simulation/simulation-spec.ts';
import { CASES } from '../src/verification/cases.ts';
import { endView, sideView } from '../src/verification/double-hierarchy/h2-mixer/mixer-drawing.ts';
import { DURATION, mixerSpec } from '../src/verification/double-hierarchy/h2-mixer/mixer-spec.ts';
import { fullExtent, injectedSpec, SCENES } from '../src/verification/epa-simulations/injected-scenes.ts';
import { REPORT_STYLE } from '../src/verification/report/report-style.ts';
import { ROOT, readSourceFile, sourceFiles } from './source-files.ts';

const files: Record<string, string> = verificationScenes({
  sceneFromSimulation,
  objPieces,
  mixerSpec,
  DURATION,
  SCENES,
  fullExtent,
  injectedSpec,
  sideView,
  endView,
  REPORT_STYLE,
});

const specs: readonly (readonly [string, SimulationSpec])[] = [
  ['src/verification/double-hierarchy/h2-mixer/mixer.yaml', mixerSpec()],
  ...Object.entries(SCENES).map(
    ([name, scene]) =>
      [`src/verification/epa-simulations/simulation-${name}.yaml`, injectedSpec(scene, fullExtent(scene))] as const,
  ),
];

describe('the scene files of the verification cases', () => {
  it.each(Object.entries(files))(
    '%s is up to date; node scripts/write-verification-scenes.mjs writes it',
    { tags: ['long'] },
    (path, text) => {
      expect(readSourceFile(path).text).toBe(text);
    },
  );

  it.each(specs)('%s is what the case runs', { tags: ['long'] }, (path, spec) => {
    const { simulation } = readSceneFile(join(ROOT, path));
    // A scene that was read says what the spec leaves to defaults, too.
    expect(sceneFromSimulation(simulation, 1)).toMatchObject(sceneFromSimulation(spec, 1));
  });
});

describe('the page of a verification case', () => {
  it('is beside the code, in the folder with the name of the case, and in the index', { tags: ['long'] }, () => {
    const folders = sourceFiles(['src/verification'], ['/README.md']).map(({ path }) => path.split('/').slice(2, -1));
    const index = readSourceFile('src/verification/README.md').text;
    for (const { name } of CASES) {
      const own = folders.filter((folder) => folder.at(-1) === name).map((folder) => folder.join('/'));
      expect(own, name).toHaveLength(1);
      expect(index).toContain(`| [${name}](${own[0]}/README.md) |`);
    }
    expect(folders).toHaveLength(CASES.length + 1);
  });
});
