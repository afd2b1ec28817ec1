// SPDX-License-Identifier: MIT
/**
 * One scene of the round robin by Scree and by LIGGGHTS from the same packing: both curves in one plot, and their
 * difference.
 */
import { plot, type Series, type Tone } from '../report/svg-plot.ts';
import { check, figure, plain, type RunSetup, type Section, text } from '../verification-case.ts';
import { runSceneOnGpu, settledOnGpu } from './gpu-run-scene.ts';
import { LIGGGHTS_CURVES } from './liggghts-curves.ts';
import type { RoundRobinScene } from './round-robin-scene.ts';
import { type Curves, measuredBodies, runScene, settledPacking } from './run-scene.ts';

/**
 * Relative to the range of LIGGGHTS's curves. Collisions amplify rounding, so after some of them two engines agree only
 * in the mean: of some hundred spheres that left the silo, the number varies by about ten.
 */
const TOLERANCE = 0.1;

function farthestApart(ours: readonly (readonly number[])[], theirs: readonly (readonly number[])[]): number {
  return Math.max(
    ...theirs.map((curve, k) => Math.max(...curve.map((value, i) => Math.abs(value - (ours[k]?.[i] ?? Number.NaN))))),
  );
}

async function curvesOf(scene: RoundRobinScene, setup: RunSetup): Promise<Curves & { readonly count: number }> {
  const { full, gpu, progress } = setup;
  progress(`${scene.name}: settling`);
  // LIGGGHTS ran the short forms from packings of the CPU.
  const bed = gpu !== undefined && full ? await settledOnGpu(scene, gpu, setup) : settledPacking(scene);
  const bodies = measuredBodies(scene, bed);
  const curves = gpu === undefined ? runScene(scene, bodies, progress) : await runSceneOnGpu(scene, bodies, gpu, setup);
  if (full) {
    const lines = curves.values.map((values, k) => `${scene.curves[k]}: ${values.map((x) => plain(x, 5)).join(' ')}`);
    progress(lines.join('\n'));
  }
  return { ...curves, count: bodies.length };
}

export async function besideLiggghts(scene: RoundRobinScene, setup: RunSetup): Promise<Section> {
  const { full } = setup;
  const { times, values, count } = await curvesOf(scene, setup);
  const theirs = LIGGGHTS_CURVES[`${scene.name}${full ? '-full' : ''}`];
  const series = (curves: readonly (readonly number[])[], engine: string, dashed: boolean): Series[] =>
    curves.map((curve, k) => ({
      name: curves.length > 1 ? `${scene.curves[k]}, ${engine}` : engine,
      style: 'line',
      tone: (curves.length > 1 ? k + 1 : dashed ? 2 : 1) as Tone,
      dashed,
      points: curve.map((value, i) => [times[i] ?? Number.NaN, value] as const),
    }));
  const all = (theirs ?? []).flat();
  const range = Math.max(...all) - Math.min(...all);
  const until = times[(theirs?.[0]?.length ?? 0) - 1] ?? 0;
  const isPart = (theirs?.[0]?.length ?? 0) < times.length;
  const apart = theirs === undefined ? Number.NaN : farthestApart(values, theirs);
  return {
    title: scene.title,
    blocks: [
      text(
        `${count} spheres of ${plain(1000 * scene.radius)} mm, ${plain(scene.duration)} s in steps of ` +
          `${plain(1e6 * scene.timeStep)} µs.`,
        ...(scene.softening === 1 ? [] : [`Grains ${scene.softening} times softer than published.`]),
      ),
      figure(
        `${scene.curves.join('; ')}`,
        plot({
          title: scene.title,
          x: { label: 'time in s', min: 0, max: times[times.length - 1] ?? 1 },
          y: { label: scene.unit, min: 0 },
          series: [...series(values, 'Scree', false), ...series(theirs ?? [], 'LIGGGHTS', true)],
        }),
      ),
      theirs === undefined
        ? text('LIGGGHTS has not been run in this size: scripts/round-robin-liggghts.mjs --full does it.')
        : check({
            what: 'The curves are those of LIGGGHTS',
            published: `range ${plain(range)} ${scene.unit}`,
            ours:
              `at most ${plain(apart)} ${scene.unit} ` +
              `apart${isPart ? ` in the first ${plain(until)} s, which LIGGGHTS was run for` : ''}`,
            tolerance: `${plain(TOLERANCE * range)} ${scene.unit}`,
            reason: 'two engines agree in the mean only, since contacts amplify rounding',
            passed: apart <= TOLERANCE * range,
          }),
    ],
  };
}
