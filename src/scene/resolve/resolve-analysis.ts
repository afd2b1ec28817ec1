// SPDX-License-Identifier: MIT
/**
 * The analysis that a scene asks for: regions and planes by name, profiles and force chains with the regions they name.
 */
import { type MeasuredRegion, REGION_QUANTITIES } from '../../analysis/region-quantities.ts';
import { nearestNames } from '../../errors/near-names.ts';
import { nearQuantity, SLICE_FORMS, type SliceQuantity, sliceQuantity } from '../measured-quantity.ts';
import type { AnalysisSpec, ProfileSpec } from '../scene.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { FollowedWalls } from './followed-walls.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';

type OutputFields = NonNullable<SceneFields['outputs']>;
type RegionFields = NonNullable<OutputFields['regions']>[string];

/** Of the file with the force chains, without .csv. */
const FORCE_CHAINS_NAME = 'force-chains';

/** The region that is there without being defined. */
const ALL_REGION = 'all';

function measuredRegion(
  name: string,
  { region, follows, mixing, heap }: RegionFields,
  walls: FollowedWalls,
): MeasuredRegion {
  const { box, cylinder, sphere } = region ?? {};
  const place =
    box !== undefined ? { box } : cylinder !== undefined ? { cylinder } : sphere !== undefined ? { sphere } : 'all';
  const followed = walls.follow(follows, box !== undefined, ['outputs', 'regions', name]);
  return {
    region: place,
    ...(followed && { follows: followed }),
    ...(mixing && { mixing: { ...mixing, cells: [mixing.cells.x, mixing.cells.y, mixing.cells.z] as const } }),
    ...(heap && { heap: withoutUndefined(heap) }),
  };
}

/** What `outputs` says about analysis. Problems with names go to the resolution. */
export function resolveAnalysis(
  outputs: SceneFields['outputs'],
  walls: FollowedWalls,
  resolution: Resolution,
): AnalysisSpec {
  const { regions = {}, planes = {}, profiles = {}, forceChains, csv = {} } = outputs ?? {};
  for (const [section, names] of Object.entries({ csv, profiles })) {
    for (const name of Object.keys(names)) {
      const other = section === 'profiles' && name in csv ? 'the table of this name in outputs.csv' : undefined;
      const taken = name === FORCE_CHAINS_NAME && forceChains !== undefined ? 'outputs.forceChains' : other;
      if (taken === undefined) continue;
      const message = `${name}.csv is the file of ${taken} already; choose another name`;
      resolution.problems.push({ path: ['outputs', section, name], message });
    }
  }
  const known = new Map<string, MeasuredRegion>([[ALL_REGION, { region: 'all' }]]);
  for (const [name, fields] of Object.entries(regions)) known.set(name, measuredRegion(name, fields, walls));
  const regionAt = (name: string, path: ScenePath): MeasuredRegion => {
    const found = known.get(name);
    if (found?.follows !== undefined) {
      const message = `the region "${name}" follows a wall, which is for quantities region.${name}.…; name another`;
      resolution.problems.push({ path, message });
    }
    if (found !== undefined) return found;
    const [nearest] = nearestNames(name, [...known.keys()]);
    const hint = nearest === undefined ? `; there are ${[...known.keys()].join(', ')}` : `; did you mean ${nearest}?`;
    resolution.problems.push({ path, message: `no region has the name "${name}"${hint}` });
    return { region: 'all' };
  };
  return {
    regions: known,
    planes: new Map(
      Object.entries(planes).map(([name, { within, ...plane }]) => {
        const region = within === undefined ? undefined : regionAt(within, ['outputs', 'planes', name, 'within']);
        return [name, { ...plane, ...(region && { within: region.region }) }];
      }),
    ),
    profiles: Object.entries(profiles).map(([name, { region, quantities, ...rest }]): ProfileSpec => {
      const path = ['outputs', 'profiles', name];
      const measured = regionAt(region, [...path, 'region']);
      if (typeof measured.region === 'object' && 'sphere' in measured.region) {
        const message = `the region "${region}" is a ball, which is not cut into slices; give a box or a cylinder`;
        resolution.problems.push({ path: [...path, 'region'], message });
      }
      return {
        name,
        ...rest,
        region: measured,
        quantities: quantities.flatMap((text, i): SliceQuantity[] => {
          const quantity = sliceQuantity(text);
          if (quantity !== undefined) return [quantity];
          const hint = nearQuantity(text, REGION_QUANTITIES);
          const message = `unknown quantity "${text}"${hint}; of a slice there are ${SLICE_FORMS}`;
          resolution.problems.push({ path: [...path, 'quantities', i], message });
          return [];
        }),
      };
    }),
    ...(forceChains && {
      forceChains: {
        every: forceChains.every,
        angle: forceChains.angle,
        region: regionAt(forceChains.region, ['outputs', 'forceChains', 'region']),
      },
    }),
  };
}
