// SPDX-License-Identifier: MIT
/** The drift of the total energy of bodies without friction and damping, and the box of half-spaces they move in. */
import type { Simulation } from '../../simulation/simulation.ts';
import type { HalfSpaceSpec } from '../../simulation/simulation-spec.ts';
import { plot, type Tone } from '../report/svg-plot.ts';
import { type Block, figure } from '../verification-case.ts';

export interface Drift {
  /** Time and energy over that at the start, less one. */
  readonly looks: readonly (readonly [time: number, drift: number])[];
  /** Largest of the samples, and their root mean square. */
  readonly worst: number;
  readonly mean: number;
}

/** Samples the energy `looks` times, each after this many steps. `onLook` is called at each sample. */
export function measureDrift(simulation: Simulation, steps: number, looks: number, onLook?: () => void): Drift {
  const first = simulation.energy().insertedEnergy;
  const seen = Array.from({ length: looks }, (): [number, number] => {
    simulation.step(steps);
    onLook?.();
    return [simulation.time, simulation.energy().balance / first];
  });
  const drifts = seen.map(([, drift]) => Math.abs(drift));
  return {
    looks: seen,
    worst: Math.max(...drifts),
    mean: Math.sqrt(drifts.reduce((sum, drift) => sum + drift * drift, 0) / looks),
  };
}

/** The six walls of a cube with one corner at the origin. */
export function cubeOfHalfSpaces(width: number, material: string): HalfSpaceSpec[] {
  const wall = (name: string, normal: readonly [number, number, number], offset: number): HalfSpaceSpec => ({
    name,
    normal,
    offset,
    material,
  });
  return [
    wall('floor', [0, 0, 1], 0),
    wall('lid', [0, 0, -1], -width),
    wall('west', [1, 0, 0], 0),
    wall('east', [-1, 0, 0], -width),
    wall('south', [0, 1, 0], 0),
    wall('north', [0, -1, 0], -width),
  ];
}

/** Smallest drift that a logarithmic axis shows. */
const LEAST_SHOWN = 1e-12;

/** Size of the drift over time, a line for each gas. */
export function driftFigure(
  caption: string,
  title: string,
  gases: readonly { readonly name: string; readonly looks: Drift['looks'] }[],
): Block {
  return figure(
    caption,
    plot({
      title,
      x: { label: 'time in s', min: 0 },
      y: { label: 'size of (energy / energy at the start − 1)', scale: 'log' },
      series: gases.map(({ name, looks }, k) => ({
        name,
        style: 'line' as const,
        tone: (k + 1) as Tone,
        points: looks.map(([time, drift]) => [time, Math.max(Math.abs(drift), LEAST_SHOWN)] as const),
      })),
    }),
  );
}
