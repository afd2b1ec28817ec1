// SPDX-License-Identifier: MIT
/** `scree check`: reports problems of a scene, its expected cost, and values that are probably a mistake. */
import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { type EngineOptions, withCheckedEngine } from '../options/engine-option.ts';
import { type SettingOptions, withSettings } from '../options/setting-option.ts';
import { EXIT_INPUT } from '../terminal/exit-code.ts';
import { TextOutput } from '../terminal/text-output.ts';

const DETAILS = `
Prints what the scene has, its time step beside the critical one, and estimates of memory, output and run time, then
warnings: bodies that overlap at the start or lie outside the domain, a time step that is too large, numbers that no law
uses. The first moments of the run are tried out for about a second: overlaps that are too deep there are warned of, and
a run that would end there is an error. The run time is estimated from the steps of this trial, and from the scene's own
shapes in a dense bed.
Modules are not imported, so a scene with a law of your own is not tried. With --device gpu, what the scene takes there,
at its lines what the GPU cannot do, and where float32 is too coarse for it.
With --engine, what LAMMPS or LIGGGHTS cannot do at its lines, where their formulas differ, and what ranks, memory and
time it takes; --bodies asks for that many, up to 1e8.
Exit code 1 when the scene cannot be read, and when a run of it would be refused or end in its first moments; every
problem of the file has a line scene.yaml:LINE:COLUMN. Warnings leave it at 0.

Example: scree check examples/bouncing-balls.yaml`;

interface CheckOptions extends SettingOptions, EngineOptions {
  readonly bodies?: number;
  readonly device: 'cpu' | 'gpu';
  readonly json?: true;
}

async function check(path: string, { set, device, json, engine, ranks, bodies }: CheckOptions): Promise<void> {
  // The schema takes a tenth of a second to load, which the other commands need not wait for.
  const { filesBeside, readSceneText } = await import('../../scene/scene-file.ts');
  const { readComposedScene } = await import('../../scene/read-scene.ts');
  const { readAnyBodies } = await import('../../runs/scenes/run-bodies.ts');
  const { sceneSummary, summaryLine } = await import('../../scene/check/scene-summary.ts');
  const { sceneWarnings } = await import('../../scene/check/scene-warnings.ts');
  const { memoryCheck } = await import('../../scene/check/memory-check.ts');
  const { tryRun } = await import('../../scene/check/trial-run.ts');
  const { measureRun } = await import('../../scene/check/run-time.ts');
  const { scene, origin } = readComposedScene(readSceneText(path), {
    file: path,
    files: { ...filesBeside(path), readBodies: (name, frame) => readAnyBodies(dirname(path), name, frame) },
    settings: set,
  });
  const onGpu =
    device === 'gpu' ? await (await import('../../runs/gpu/gpu-check.ts')).checkOnGpu(scene, origin) : undefined;
  const asked = { ...(ranks !== undefined && { ranks }), ...(bodies !== undefined && { bodies }) };
  const onEngine =
    engine && (await import('../../runs/engines/engine-check.ts')).checkOnEngine(scene, origin, engine, asked);
  const trial = await tryRun(scene, processorTime);
  const { refusal, warning: fullLater } = device === 'gpu' ? {} : memoryCheck(scene);
  const errors = [
    ...(refusal === undefined ? [] : [`a run would be refused: ${refusal}`]),
    ...(trial.problem === undefined ? [] : [trial.problem]),
    ...(onGpu?.problems ?? []).map((problem) => `a run would be refused: ${problem}`),
  ];
  const warnings = [
    ...(fullLater === undefined ? [] : [fullLater]),
    ...sceneWarnings(scene, origin.tree, trial),
    ...(onGpu?.warnings ?? []),
    ...(onEngine?.warnings ?? []),
  ];
  const lines = [...errors.map((error) => `error: ${error}\n`), ...warnings.map((warning) => `warning: ${warning}\n`)];
  const summary = sceneSummary(scene, measureRun(scene, trial, processorTime));
  const elsewhere = [...(onGpu?.lines ?? []), ...(onEngine?.lines ?? [])];
  const elsewhereText = elsewhere.map(([label, text]) => summaryLine(label, text)).join('');
  const output = new TextOutput(process.stdout);
  if (json) {
    const summaryLines = `${summary}${elsewhereText}`.trimEnd().split('\n');
    const { title } = scene;
    const estimates = onEngine && { engine: { ...onEngine.estimate, differences: onEngine.differences } };
    const report = { file: path, title, summary: summaryLines, errors, warnings, ...estimates };
    await output.write(`${JSON.stringify(report)}\n`);
  } else await output.write(summary + elsewhereText + (lines.length === 0 ? 'no warnings\n' : lines.join('')));
  if (errors.length > 0) process.exitCode = EXIT_INPUT;
}

/** CPU time of this program, ms, so that other programs do not make a scene look slow. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

export function checkCommand(): Command {
  return withSettings(
    withCheckedEngine(new Command('check'))
      .argument('<scene>', 'scene file, YAML or JSON')
      .addOption(
        new Option('--device <name>', 'for a run there: cpu, or gpu, which is refused what it cannot do')
          .choices(['cpu', 'gpu'])
          .default('cpu'),
      )
      .option('--json', 'one JSON object instead of lines: summary, warnings; or error, with file, line and column'),
  )
    .addHelpText('after', DETAILS)
    .action(check);
}
