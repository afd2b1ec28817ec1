// SPDX-License-Identifier: MIT
/** Bodies that bonds and fields name: those of an entry of `bodies`, or one body of a lattice, `beam[8]`. */
import type { BodyIds } from '../../bonds/bond-rule.ts';
import { didYouMean } from '../../errors/near-names.ts';
import { type BodyEntry, countOf, entryIds, isGroup } from '../../simulation/bodies/body-groups.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { Resolution } from './resolution.ts';

/** `NAME[k]`: body k of a lattice or of a file. */
const ONE_OF_MANY = /^(.*)\[(\d+)\]$/;

export class NamedBodies {
  readonly #bodies: readonly BodyEntry[];
  readonly #insertions: SceneFields['insertions'];
  readonly #resolution: Resolution;

  constructor(bodies: readonly BodyEntry[], { insertions }: SceneFields, resolution: Resolution) {
    this.#bodies = bodies;
    this.#insertions = insertions;
    this.#resolution = resolution;
  }

  /** Ids of the bodies of this name; notes the problem at the path if there are none. `instead` is for insertions. */
  idsOf(name: string, path: ScenePath, instead: string): BodyIds {
    const found: [number, number][] = [];
    const [, many, index] = ONE_OF_MANY.exec(name) ?? [];
    const names = new Set<string>();
    for (const [first, entry] of entryIds(this.#bodies)) {
      if (entry.name === undefined) continue;
      // Bodies of a file are entries NAME[0], NAME[1], and so on; those of a lattice are one entry.
      const group = ONE_OF_MANY.exec(entry.name)?.[1] ?? entry.name;
      names.add(group);
      if (entry.name === name || group === name) found.push([first, first + countOf(entry)]);
      else if (entry.name === many && isGroup(entry) && Number(index) < countOf(entry))
        found.push([first + Number(index), first + Number(index) + 1]);
    }
    if (found.length === 0) {
      const message =
        name in this.#insertions
          ? `"${name}" is an insertion, whose bodies are not there when the scene is read; ${instead}`
          : unknownName(name, [...names]);
      this.#resolution.problems.push({ path, message });
    }
    return joined(found);
  }
}

function unknownName(name: string, known: readonly string[]): string {
  const there = known.length === 0 ? 'give bodies as a mapping with names' : `there are ${known.join(', ')}`;
  return `unknown bodies "${name}"${didYouMean(name, known)}; ${there}`;
}

/** Ranges that follow each other as one. */
function joined(ranges: readonly (readonly [number, number])[]): BodyIds {
  const all: [number, number][] = [];
  for (const [from, to] of ranges) {
    const last = all.at(-1);
    if (last !== undefined && last[1] === from) last[1] = to;
    else all.push([from, to]);
  }
  return all;
}
