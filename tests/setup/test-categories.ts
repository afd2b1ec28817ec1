// SPDX-License-Identifier: MIT
/**
 * What a test file needs, by its name or folder. `name.test.ts` is a unit test: it runs from the sources and needs
 * neither a build nor a browser, another process or a GPU. The others say what they need: `name.gpu.test.ts`,
 * `tests/whole/`.
 */
export const CATEGORIES = ['unit', 'gpu', 'whole', 'verify', 'engines', 'package'] as const;
export type Category = (typeof CATEGORIES)[number];

const ROOTS = ['src', 'studio/src', 'tests'];

/** Globs of the files of a category: by the word before `.test.ts`, or by the folder of that name in tests/. */
const globsOf = (category: Category): string[] => [
  ...ROOTS.map((root) => `${root}/**/*.${category}.test.ts`),
  `tests/${category}/**/*.test.ts`,
];

/** Unit tests that replace modules, or need some that nobody has used. */
const MOCKED = ROOTS.map((root) => `${root}/**/*.mocked.test.ts`);
const NOT_UNIT = CATEGORIES.filter((each) => each !== 'unit').flatMap(globsOf);

export interface Project {
  readonly name: string;
  /** vitest loads the sources by itself, so that tests can replace them. */
  readonly replacesModules: boolean;
  readonly include: string[];
  readonly exclude: string[];
}

/** Each category as a project of vitest; the unit tests as two, `unit` and `unit-mocked`. */
export const PROJECTS: readonly Project[] = CATEGORIES.flatMap((category): Project[] => {
  const project = { name: category, replacesModules: false, include: globsOf(category), exclude: [] };
  if (category !== 'unit') return [project];
  const include = ROOTS.map((root) => `${root}/**/*.test.ts`);
  return [
    { ...project, include, exclude: [...NOT_UNIT, ...MOCKED] },
    { ...project, name: 'unit-mocked', replacesModules: true, include: MOCKED, exclude: NOT_UNIT },
  ];
});

export function categoryOf(path: string): Category {
  const named = /^tests\/(gpu|whole|verify|engines|package)\/|\.(gpu|whole|verify|engines|package)\.test\.ts$/.exec(
    path,
  );
  return ((named?.[1] ?? named?.[2]) as Category | undefined) ?? 'unit';
}
