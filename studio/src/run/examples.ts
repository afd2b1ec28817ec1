// SPDX-License-Identifier: MIT
/** The scenes of examples/ with their files, as of the build of the studio. */

const TEXTS: Readonly<Record<string, string>> = import.meta.glob('../../../examples/*.yaml', {
  query: '?raw',
  import: 'default',
  eager: true,
});

/** Meshes and tables beside the scenes, all of them text; each is loaded when a scene that names it is opened. */
const PARTS: Readonly<Record<string, () => Promise<string>>> = import.meta.glob<string>(
  ['../../../examples/parts/*.obj', '../../../examples/bodies/*.csv'],
  {
    query: '?raw',
    import: 'default',
  },
);
const FOLDER = '../../../examples/';

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

/** The files that the text of an example names, by their relative paths. */
export async function filesOf({ text }: Example): Promise<Map<string, Uint8Array>> {
  // Comments say where a file came from, too.
  const scene = text.replace(/(^|\s)#.*$/gm, '');
  const named = Object.entries(PARTS).flatMap(([path, load]) => {
    const name = path.slice(FOLDER.length);
    return scene.includes(name) ? [{ name, load }] : [];
  });
  const read = named.map(async ({ name, load }) => [name, new TextEncoder().encode(await load())] as const);
  return new Map(await Promise.all(read));
}

/** What the head of the file says, up to its commands. */
export function descriptionOf({ text }: Example): string {
  const lines = /^(?:#.*\n)*/.exec(text)?.[0].split('\n') ?? [];
  const prose = lines.map((line) => line.slice(1)).filter((line) => line !== '' && !line.startsWith('   '));
  return prose
    .map((line) => line.trim())
    .join(' ')
    .replaceAll('`', '');
}

/** As addresses have it. */
export function nameOf({ file }: Example): string {
  return file.replace(/\.yaml$/, '');
}

/** Small and fast: the scene shown first. */
export const FIRST_EXAMPLE = 'bouncing-balls.yaml';
