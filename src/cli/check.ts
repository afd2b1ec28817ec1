// SPDX-License-Identifier: MIT
/** `scree check`: is this scene right, what will it cost, and what in it is probably not meant? */
import { availableParallelism } from 'node:os';
import { dirname } from 'node:path';
import { Command, Option } from 'commander';
import { type SettingOptions, withSettings } from './setting-option.ts';
import { TextOutput } from './text-output.ts';

const DETAILS = `
Prints what the scene has, its time step beside the critical one, and estimates of memory, output and run time, then warnings:
bodies that overlap at the start or lie outside the domain, a time step or overlaps that are too large, bodies that find no
place, things not used. The run time is estimated from a measurement of a third of a second on a bed of spheres; with variable
steps, from how far the scene itself comes in that time. With --device gpu, what the scene takes there, at its lines what the
GPU cannot do, and where float32 is too coarse for it.
Exit code 1 when the scene cannot be read; every problem has a line scene.yaml:LINE:COLUMN. Warnings leave it at 0.

Example: scree check examples/bouncing-balls.yaml`;

async function check(path: string, { set, device }: SettingOptions & { device: 'cpu' | 'gpu' }): Promise<void> {
  // The schema takes a tenth of a second to load, which the other commands need not wait for.
  const { filesBeside, readSceneText } = await import('../scene/scene-file.ts');
  const { readComposedScene } = await import('../scene/read-scene.ts');
  const { readAnyBodies } = await import('../runs/run-bodies.ts');
  const { sceneSummary, summaryLine } = await import('../scene/check/scene-summary.ts');
  const { sceneWarnings } = await import('../scene/check/scene-warnings.ts');
  const { measureStepCost } = await import('../scene/check/run-time.ts');
  const { measureEvents } = await import('../scene/check/event-summary.ts');
  const { startProblem } = await import('../scene/check/start-problem.ts');
  const { scene, origin } = readComposedScene(readSceneText(path), {
    file: path,
    files: { ...filesBeside(path), readBodies: (name, frame) => readAnyBodies(dirname(path), name, frame) },
    settings: set,
  });
  const onGpu = device === 'gpu' ? await (await import('../runs/gpu-check.ts')).checkOnGpu(scene, origin) : undefined;
  const warnings = [...(await startProblem(scene)), ...sceneWarnings(scene, origin.tree), ...(onGpu?.warnings ?? [])];
  const now = (): number => performance.now();
  const summary =
    scene.events === undefined
      ? sceneSummary(scene, { cost: measureStepCost(scene.simulation, now), cores: availableParallelism() })
      : sceneSummary(scene, undefined, measureEvents(scene, now));
  const text = warnings.map((warning) => `warning: ${warning}\n`).join('');
  const gpuText = (onGpu?.lines ?? []).map(([label, told]) => summaryLine(label, told)).join('');
  await new TextOutput(process.stdout).write(summary + gpuText + (text === '' ? 'no warnings\n' : text));
}

export function checkCommand(): Command {
  return withSettings(
    new Command('check')
      .description('checks a scene file and tells what it has and what it will cost')
      .argument('<scene>', 'scene file, YAML or JSON')
      .addOption(
        new Option('--device <name>', 'for a run there: cpu, or gpu, which is refused what it cannot do')
          .choices(['cpu', 'gpu'])
          .default('cpu'),
      ),
  )
    .addHelpText('after', DETAILS)
    .action(check);
}
