// SPDX-License-Identifier: MIT
/** Walls that regions of a scene follow, by name, with their places at the start. */
import type { FollowSpec } from '../../bodies/followed-region.ts';
import { turns } from '../../bodies/prescribed-motion.ts';
import { nearestNames } from '../../errors/near-names.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { wallPlaceAt } from '../../simulation/walls/wall-place.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { Resolution } from './resolution.ts';

export class FollowedWalls {
  readonly #spec: Pick<SimulationSpec, 'halfSpaces' | 'meshes'>;
  readonly #resolution: Resolution;

  constructor(spec: Pick<SimulationSpec, 'halfSpaces' | 'meshes'>, resolution: Resolution) {
    this.#spec = spec;
    this.#resolution = resolution;
  }

  /** What a region with this `follows` follows; a problem if there is no such wall, or if a box would have to turn. */
  follow(name: string | undefined, isBox: boolean, path: ScenePath): FollowSpec | undefined {
    if (name === undefined) return undefined;
    const { halfSpaces = [], meshes = [] } = this.#spec;
    const wall = [...halfSpaces, ...meshes].find((each) => each.name === name);
    const note = (message: string): undefined => {
      this.#resolution.problems.push({ path: [...path, 'follows'], message });
    };
    if (wall === undefined) {
      const names = [...halfSpaces, ...meshes].map((each) => each.name);
      const [nearest] = nearestNames(name, names);
      const there = names.length === 0 ? 'the scene has none' : `there are ${names.join(', ')}`;
      return note(`no half-space or mesh has the name "${name}"; ${nearest ? `did you mean ${nearest}?` : there}`);
    }
    if (turns(wall.motion) && 'normal' in wall) {
      return note(`the half-space "${name}" turns, and has no place that a region could keep to; follow a mesh`);
    }
    if (turns(wall.motion) && isBox) {
      return note(`the mesh "${name}" turns, and a box stays along the axes; give a cylinder or a sphere`);
    }
    const start = wallPlaceAt(this.#spec, name, 0);
    return start && { wall: name, start };
  }
}
