// SPDX-License-Identifier: MIT
/** The scene files and drawings in verification/: up to date, and the simulations that the cases run. */
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { verificationScenes } from '../scripts/verification-scenes.mjs';
import { objPieces } from '../src/io/obj-writer.ts';
import { readSceneFile } from '../src/scene/scene-file.ts';
import { sceneFromSimulation } from '../src/scene/write-scene.ts';
import type { SimulationSpec } from '../src/simulation/simulation-spec.ts';
import { fullExtent, injectedSpec, SCENES } from '../src/verification/epa-simulations/injected-scenes.ts';
import { endView, sideView } from '../src/verification/h2-mixer/mixer-drawing.ts';
import { DURATION, mixerSpec } from '../src/verification/h2-mixer/mixer-spec.ts';
import { REPORT_STYLE } from '../src/verification/report-style.ts';
import { ROOT, readSourceFile } from './source-files.ts';

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
  ['verification/h2-mixer/mixer.yaml', mixerSpec()],
  ...Object.entries(SCENES).map(
    ([name, scene]) =>
      [`verification/epa-simulations/simulation-${name}.yaml`, injectedSpec(scene, fullExtent(scene))] as const,
  ),
];

describe('the scene files of the verification cases', () => {
  it.each(Object.entries(files))(
    '%s is up to date; node scripts/write-verification-scenes.mjs writes it',
    (path, text) => {
      expect(readSourceFile(path).text).toBe(text);
    },
  );

  it.each(specs)('%s is what the case runs', (path, spec) => {
    const { simulation } = readSceneFile(join(ROOT, path));
    // A scene that was read says what the spec leaves to defaults, too.
    expect(sceneFromSimulation(simulation, 1)).toMatchObject(sceneFromSimulation(spec, 1));
  });
});
