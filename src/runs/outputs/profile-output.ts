// SPDX-License-Identifier: MIT
/** Writes profiles of a run: one row for each slice of a region and output time. */
import type { GranularState } from '../../analysis/granular-state.ts';
import { analysisRegion } from '../../analysis/region.ts';
import { Measured } from '../../analysis/region-quantities.ts';
import { slices } from '../../analysis/slices.ts';
import type { ProfileSpec, Scene } from '../../scene/scene.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import { type Row, RowsOutput } from './rows-output.ts';

export function profileFileName({ name }: Pick<ProfileSpec, 'name'>): string {
  return `${name}.csv`;
}

/** Middle of the slice, then its quantities. */
export function profileHeadings({ along, quantities }: Pick<ProfileSpec, 'along' | 'quantities'>): string[] {
  return [along, ...quantities.flatMap(({ columns }) => columns)];
}

/** Throws an InvalidOptionError when the region cannot be cut along the axis. */
export function profileRows(
  state: GranularState,
  { region: { region, ...options }, along, slices: count, quantities }: Omit<ProfileSpec, 'name' | 'every'>,
): Row[] {
  return slices(analysisRegion(region, state), along, count).map(({ at, region: slice }) => {
    const measured = new Measured(state, slice, options);
    return [at, ...quantities.flatMap(({ quantity, component }) => measured.values(quantity, component))];
  });
}

export function profileOutput(profile: ProfileSpec, scene: Scene, target: OutputTarget): Output {
  const { simulation: spec } = scene;
  return new RowsOutput(
    {
      file: profileFileName(profile),
      schedule: outputSchedule(scene, target, profile.name, profile.every),
      headings: profileHeadings(profile),
      rowsOf: (snapshot) => profileRows(snapshot.granular(spec), profile),
    },
    target,
  );
}
