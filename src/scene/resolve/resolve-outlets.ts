// SPDX-License-Identifier: MIT
/** Outlets of a scene as the simulation takes them. */
import type { OutletRegionSpec, OutletSpec } from '../../simulation/simulation-spec.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import { withoutUndefined } from './without-undefined.ts';

export function resolveOutlets(outlets: SceneFields['outlets']): OutletSpec[] {
  return Object.entries(outlets).map(([name, { region, ...rest }]) =>
    withoutUndefined({ name, region: withoutUndefined(region) as OutletRegionSpec, ...rest }),
  );
}
