// SPDX-License-Identifier: MIT
/** `scree run`: simulates a scene file and writes a run folder. */
import { Command, Option } from 'commander';
import type { RunDevice } from '../../runs/time/time-loop.ts';
import { type EngineOptions, engineChoice, withEngine } from '../options/engine-option.ts';
import { type SettingOptions, withSettings } from '../options/setting-option.ts';
import { runOptions, runSession, type SessionOptions, withSessionOptions } from '../terminal/run-session.ts';

const DETAILS = `
The folder gets manifest.json, a copy of the scene, the outputs that the scene asks for, checkpoints/ and log.txt.
Ctrl-C, SIGTERM and a closed terminal write a checkpoint; scree resume goes on from there with the same bits.
With --engine the same scene runs in LAMMPS or LIGGGHTS, on several machines too; docs/guide/engines.md tells what they
cannot do and where their formulas differ. Then resuming goes on from a restart file of the engine, with other bits.
Exit codes: 1 scene or folder cannot be used, 3 the simulation failed, 129, 130 and 143 stopped by a signal.

Examples:
  scree run examples/bouncing-balls.yaml --out runs/balls
  scree run examples/bouncing-balls.yaml --out runs/slippery --set materials.steel.friction=0.05
  scree run examples/settling-bed.yaml --out runs/bed --engine lammps --ranks 4`;

async function start(
  sceneFile: string,
  options: SessionOptions & SettingOptions & EngineOptions & { out: string; force?: true; device: RunDevice },
): Promise<void> {
  const engine = engineChoice(options);
  // The schema of scenes takes a tenth of a second to load, which the other commands need not wait for.
  const { startRun } = await import('../../runs/folder/run-on-disk.ts');
  const run = await startRun(sceneFile, options.out, {
    ...runOptions(options),
    force: options.force === true,
    device: options.device,
    settings: options.set,
    ...(engine !== undefined && { engine }),
  });
  await runSession(run, options);
}

export function runCommand(): Command {
  return withSessionOptions(
    withEngine(
      withSettings(
        new Command('run')
          .argument('<scene>', 'scene file, YAML or JSON')
          .requiredOption('--out <folder>', 'folder for the run, new or empty')
          .option('--force', 'replace the run that the folder holds')
          .addOption(
            new Option(
              '--device <name>',
              'where to compute: cpu, gpu (through WebGPU, in float32), or auto: the GPU where it can do the scene',
            )
              .choices(['cpu', 'gpu', 'auto'])
              .default('cpu'),
          ),
      ),
    ),
  )
    .addHelpText('after', DETAILS)
    .action(start);
}
