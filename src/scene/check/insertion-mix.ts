// SPDX-License-Identifier: MIT
/** What an insertion adds on average: the shares of its kinds by number, the mean body, the volume of its region. */
import { weightsByNumber } from '../../bodies/insertion/inserter.ts';
import { regionOf } from '../../bodies/insertion/insertion-region.ts';
import { meanCube } from '../../bodies/insertion/size-distribution.ts';
import type { FacetMesh } from '../../meshes/facet-mesh.ts';
import { closedVolume } from '../../simulation/filling/fill-regions.ts';
import type { InsertionSpec, SimulationSpec } from '../../simulation/simulation-spec.ts';
import { bodyVolume } from './body-size.ts';

export interface InsertionMix {
  /** Shares of the kinds by number, in the order of the spec; their sum is 1. */
  readonly shares: readonly number[];
  /** Of the mean body, kg. */
  readonly mass: number;
  /** Of the mean body, m3. */
  readonly volume: number;
  /** m3 */
  readonly regionVolume: number;
}

type Scene = Pick<SimulationSpec, 'shapes' | 'materials' | 'meshes'>;

export function insertionMix(insertion: InsertionSpec, spec: Scene): InsertionMix {
  const { shapes = [], materials } = spec;
  const kinds = insertion.shapes.map(({ shape, material }) => {
    const found = shapes.find(({ name }) => name === shape);
    const volume = found === undefined ? 0 : bodyVolume(found);
    return { volume, mass: volume * (materials.find(({ name }) => name === material)?.density ?? 0) };
  });
  const weights = weightsByNumber(insertion, kinds);
  const sum = weights.reduce((total, weight) => total + weight, 0);
  const shares = weights.map((weight) => weight / sum);
  const cubes = insertion.shapes.map(({ scale }) => meanCube(scale));
  const meanOf = (key: 'mass' | 'volume'): number =>
    shares.reduce((total, share, k) => total + share * cubes[k] * kinds[k][key], 0);
  return { shares, mass: meanOf('mass'), volume: meanOf('volume'), regionVolume: regionVolume(insertion, spec) };
}

/** Of closed meshes: a large one takes a part of a second. */
const VOLUMES = new WeakMap<FacetMesh, number>();

/** The region of a filling may be a mesh, of which the spec has the box. */
function regionVolume({ region, fill }: InsertionSpec, { meshes = [] }: Scene): number {
  const wall = fill?.mesh === undefined ? undefined : meshes.find(({ name }) => name === fill.mesh);
  if (wall === undefined) return regionOf(region).volume;
  const known = VOLUMES.get(wall.mesh) ?? closedVolume(wall, `meshes.${wall.name}`);
  VOLUMES.set(wall.mesh, known);
  return known;
}
