// SPDX-License-Identifier: MIT
/**
 * Merges two scenes: mappings key by key at any depth, `pairs` and lists of bodies by concatenation; the second scene
 * takes precedence. A value whose key names its kind, such as a shape or a region, is replaced as a whole; a wall or
 * mesh of another kind keeps its place, material and motion.
 */
import { WALL_SHAPES } from '../../shapes/walls/wall-shape.ts';
import type { Marks, ScenePath, SceneProblem } from './source-tree.ts';

type Mapping = Readonly<Record<string, unknown>>;

/** Keys whose mapping is replaced as a whole, and sections whose entries are. */
const WHOLE_KEYS: ReadonlySet<unknown> = new Set(['shape', 'region', 'scale', 'orientation', 'spacing', 'pose']);
const WHOLE_ENTRIES: ReadonlySet<unknown> = new Set(['shapes', 'variables']);
/** Keys of `meshes`, each of which says what the wall is; those of one list belong together. */
const WALL_FORMS: readonly (readonly string[])[] = [
  ['file', 'scale', 'oneSided'],
  ['vertices', 'facets', 'oneSided'],
  ...WALL_SHAPES.map((kind) => [kind, 'side', ...(kind === 'cylinder' || kind === 'cone' ? ['open'] : [])]),
];
const JOINED_LISTS: ReadonlySet<unknown> = new Set(['pairs', 'bodies', 'include']);

export const isMapping = (value: unknown): value is Mapping =>
  typeof value === 'object' && value !== null && !Array.isArray(value);

/** A property like any other, even when it is called `__proto__`. */
export function defineValue(object: object, key: string, value: unknown): void {
  Object.defineProperty(object, key, { value, enumerable: true, writable: true, configurable: true });
}

export class TreeMerger {
  readonly problems: SceneProblem[] = [];
  readonly #marks: Map<object, Marks>;

  /** `marks` has the locations of all values, and receives those of merged values. */
  constructor(marks: Map<object, Marks>) {
    this.#marks = marks;
  }

  /** Neither argument is changed; parts that only one of them has are shared. */
  merge(low: Mapping, high: Mapping, path: ScenePath = []): Mapping {
    const lowMarks = this.#marks.get(low);
    const highMarks = this.#marks.get(high);
    const object: Record<string, unknown> = {};
    const keys = [...new Set([...(lowMarks?.keys ?? []), ...(highMarks?.keys ?? [])])];
    const offsets: number[] = [];
    for (const key of keys) {
      const isHigh = Object.hasOwn(high, key);
      const marks = isHigh ? highMarks : lowMarks;
      const index = marks?.keys?.lastIndexOf(key) ?? -1;
      offsets.push(marks?.offsets[2 * index] ?? 0, marks?.offsets[2 * index + 1] ?? 0);
      const isBoth = isHigh && Object.hasOwn(low, key);
      defineValue(object, key, isBoth ? this.#both(low[key], high[key], [...path, key]) : (isHigh ? high : low)[key]);
    }
    this.#marks.set(object, { start: highMarks?.start ?? 0, keys, offsets });
    return object;
  }

  #both(low: unknown, high: unknown, path: ScenePath): unknown {
    const [section, key] = [path[0], path.at(-1)];
    const isWhole = (path.length > 1 && WHOLE_KEYS.has(key)) || (path.length === 2 && WHOLE_ENTRIES.has(section));
    if (isMapping(low) && isMapping(high)) {
      if (isWhole) return high;
      return this.merge(
        section === 'meshes' && path.length === 2 ? this.#withoutOtherForm(low, high) : low,
        high,
        path,
      );
    }
    if (path.length > 1 || !JOINED_LISTS.has(section)) return high;
    if (Array.isArray(low) && Array.isArray(high)) return this.#joined(low, high);
    if (Array.isArray(low) !== Array.isArray(high) && low !== null && high !== null) {
      const message =
        `a ${wordFor(high)} here and a ${wordFor(low)} in an included file cannot be put together; write both the ` +
        'same way';
      this.problems.push({ path, message });
    }
    return high;
  }

  /** The wall of an included file, without what made it another kind of wall than that here. */
  #withoutOtherForm(low: Mapping, high: Mapping): Mapping {
    const [lowForm, highForm] = [formOf(low), formOf(high)];
    if (lowForm === undefined || highForm === undefined || lowForm === highForm) return low;
    const isKept = (key: string): boolean => !lowForm.includes(key) || highForm.includes(key);
    const kept: Mapping = Object.fromEntries(Object.entries(low).filter(([key]) => isKept(key)));
    const { start = 0, keys = [], offsets = [] } = this.#marks.get(low) ?? {};
    this.#marks.set(kept, {
      start,
      keys: keys.filter(isKept),
      offsets: keys.flatMap((key, k) => (isKept(key) ? offsets.slice(2 * k, 2 * k + 2) : [])),
    });
    return kept;
  }

  #joined(low: readonly unknown[], high: readonly unknown[]): unknown[] {
    const list = [...low, ...high];
    const marks = this.#marks.get(high);
    const offsets = [...(this.#marks.get(low)?.offsets ?? []), ...(marks?.offsets ?? [])];
    this.#marks.set(list, { start: marks?.start ?? 0, keys: undefined, offsets });
    return list;
  }
}

function formOf(wall: Mapping): readonly string[] | undefined {
  return WALL_FORMS.find(([kind = '']) => Object.hasOwn(wall, kind));
}

const wordFor = (value: unknown): string => (Array.isArray(value) ? 'list' : 'mapping');
