// SPDX-License-Identifier: MIT
/** Insertions and outlets of a scene in the form of the simulation. */

import { closedVolume } from '../../simulation/filling/fill-regions.ts';
import type {
  InsertionRegionSpec,
  InsertionSpec,
  MeshSpec,
  OutletRegionSpec,
  OutletSpec,
  SizeDistribution,
} from '../../simulation/simulation-spec.ts';
import { meshBox } from '../../simulation/walls/meshes.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { FollowedWalls } from './followed-walls.ts';
import { type Resolution, withoutUndefined } from './resolution.ts';

type InsertionFields = SceneFields['insertions'][string];

function resolveScale(scale: NonNullable<InsertionFields['shapes'][number]['scale']>): SizeDistribution {
  const { constant, uniform, normal, table, logNormal, weibull, rosinRammler, sieves, samples } = scale;
  if (uniform !== undefined) return { uniform: [uniform.from, uniform.to] };
  if (normal !== undefined) return { normal };
  if (logNormal !== undefined) return { logNormal };
  if (weibull !== undefined) return { weibull };
  if (rosinRammler !== undefined) return { weibull: { ...rosinRammler, by: 'mass' } };
  if (sieves !== undefined) return { sieves };
  if (samples !== undefined) return { samples };
  return table === undefined ? { constant: constant ?? 1 } : { table };
}

/** The region of a fill and, for a mesh, the box around it at the start. */
function resolveFill(
  { region: { mesh, ...region }, fraction }: NonNullable<InsertionFields['fill']>,
  meshes: readonly MeshSpec[],
  path: ScenePath,
  resolution: Resolution,
): Pick<InsertionSpec, 'region' | 'fill'> {
  if (mesh === undefined) return { region: withoutUndefined(region) as InsertionRegionSpec, fill: { fraction } };
  // A mesh that could not be read is a problem of its own.
  const wall = meshes.find(({ name }) => name === mesh);
  if (wall !== undefined) resolution.attempt([...path, 'region', 'mesh'], (text) => closedVolume(wall, text));
  const box = wall === undefined ? NO_BOX : meshBox(wall);
  return { region: { box }, fill: { fraction, mesh } };
}

const NO_BOX = { min: [0, 0, 0], max: [1, 1, 1] } as const;

export function resolveInsertions(
  insertions: SceneFields['insertions'],
  meshes: readonly MeshSpec[],
  walls: FollowedWalls,
  resolution: Resolution,
): InsertionSpec[] {
  return Object.entries(insertions).map(([name, { shapes, region, fill, follows, ...rest }]) =>
    withoutUndefined({
      name,
      shapes: shapes.map(({ scale, ...kind }) => ({ ...kind, ...(scale && { scale: resolveScale(scale) }) })),
      ...(fill === undefined
        ? { region: withoutUndefined(region ?? {}) as InsertionRegionSpec }
        : resolveFill(fill, meshes, ['insertions', name, 'fill'], resolution)),
      follows: walls.follow(follows, 'box' in withoutUndefined(region ?? {}), ['insertions', name]),
      ...rest,
    }),
  );
}

export function resolveOutlets(outlets: SceneFields['outlets'], walls: FollowedWalls): OutletSpec[] {
  return Object.entries(outlets).map(([name, { region, follows, ...rest }]) =>
    withoutUndefined({
      name,
      region: withoutUndefined(region) as OutletRegionSpec,
      follows: walls.follow(follows, 'box' in withoutUndefined(region), ['outlets', name]),
      ...rest,
    }),
  );
}
