// SPDX-License-Identifier: MIT
/**
 * What a test file needs, by its name or folder. `name.test.ts` is a unit test: it runs from the sources and needs neither
 * a build nor a browser, another process or a GPU. The others say what they need: `name.gpu.test.ts`, `tests/whole/`.
 */
export const CATEGORIES = ['unit', 'gpu', 'whole', 'verify'] as const;
export type Category = (typeof CATEGORIES)[number];

const ROOTS = ['src', 'studio/src', 'tests'];

/** Globs of the files of a category: by the word before `.test.ts`, or by the folder of that name in tests/. */
const globsOf = (category: Category): string[] => [
  ...ROOTS.map((root) => `${root}/**/*.${category}.test.ts`),
  `tests/${category}/**/*.test.ts`,
];

const NOT_UNIT = CATEGORIES.filter((each) => each !== 'unit').flatMap(globsOf);

/** What vitest takes for each. */
export function filesOf(category: Category): { include: string[]; exclude: string[] } {
  if (category === 'unit') return { include: ROOTS.map((root) => `${root}/**/*.test.ts`), exclude: NOT_UNIT };
  return { include: globsOf(category), exclude: [] };
}

export function categoryOf(path: string): Category {
  const named = /^tests\/(gpu|whole|verify)\/|\.(gpu|whole|verify)\.test\.ts$/.exec(path);
  return ((named?.[1] ?? named?.[2]) as Category | undefined) ?? 'unit';
}
