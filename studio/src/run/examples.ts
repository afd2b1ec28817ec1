// SPDX-License-Identifier: MIT
/** The scenes of examples/, as they were when the studio was built. */

const TEXTS: Readonly<Record<string, string>> = import.meta.glob('../../../examples/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

export interface Example {
  /** The file's, such as `heap.yaml`. */
  readonly file: string;
  readonly title: string;
  readonly text: string;
}

function titleOf(text: string, file: string): string {
  return /^title:\s*(.+?)\s*$/m.exec(text)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') ?? file;
}

/** In the order of their titles. */
export const EXAMPLES: readonly Example[] = Object.entries(TEXTS)
  .map(([path, text]) => {
    const file = path.slice(path.lastIndexOf('/') + 1);
    return { file, text, title: titleOf(text, file) };
  })
  .sort((a, b) => a.title.localeCompare(b.title, 'en'));

/** Small and quick: what is there before anything is chosen. */
export const FIRST_EXAMPLE = 'bouncing-balls.yaml';
