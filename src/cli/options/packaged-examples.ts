// SPDX-License-Identifier: MIT
/** The examples that come with the package: their names, titles, and the files that each of them needs. */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, posix } from 'node:path';
import { fileURLToPath } from 'node:url';
import { InvalidOptionError } from '../../errors.ts';

const FOLDER = fileURLToPath(new URL('../../../examples', import.meta.url));
const ENDING = '.yaml';
/** Folders of examples/ with files to start from. */
const FOLDERS = ['', 'studies'];

export interface PackagedExample {
  /** Path in examples/ without its ending, such as `heap` or `studies/friction`. */
  readonly name: string;
  readonly title: string;
}

/** A file of an example; `path` is relative to the example's own file. */
export interface ExampleFile {
  readonly path: string;
  readonly content: Buffer;
}

function titleOf(text: string, name: string): string {
  return /^title:\s*(.+?)\s*$/m.exec(text)?.[1]?.replace(/^(['"])(.*)\1$/, '$2') ?? name;
}

/** All examples, scenes before studies, in the order of their names. */
export function packagedExamples(): PackagedExample[] {
  return FOLDERS.flatMap((folder) =>
    readdirSync(join(FOLDER, folder))
      .filter((file) => file.endsWith(ENDING))
      .sort()
      .map((file) => {
        const name = posix.join(folder, file.slice(0, -ENDING.length));
        return { name, title: titleOf(readFileSync(join(FOLDER, folder, file), 'utf8'), name) };
      }),
  );
}

/** The name if there is such an example, or scene. Throws an InvalidOptionError with all names otherwise. */
export function exampleNamed(name: string, option: string, kind: 'all' | 'scenes' = 'all'): string {
  const wanted = name.endsWith(ENDING) ? name.slice(0, -ENDING.length) : name;
  const names = packagedExamples()
    .map((example) => example.name)
    .filter((each) => kind === 'all' || !each.includes('/'));
  if (names.includes(wanted)) return wanted;
  throw new InvalidOptionError('no-example', `${option}: there is no such example; there are ${names.join(', ')}`, {
    name,
    names,
  });
}

/** Relative paths in the text of a scene or study, comments left out, of files that are there. */
function namedFiles(text: string, folder: string): string[] {
  const plain = text.replace(/(^|\s)#.*$/gm, '');
  const words = plain.match(/[\w./-]+\.(?:yaml|obj|stl|ply|csv|json|mjs|vti)\b/g) ?? [];
  return [...new Set(words)].filter((word) => existsSync(join(folder, word)));
}

/**
 * The file of an example and those that it names, and that these name. Commands in the comments of the file name it by
 * its own name instead of its place in the package.
 */
export function filesOfExample(name: string): ExampleFile[] {
  const main = join(FOLDER, `${name}${ENDING}`);
  const folder = dirname(main);
  const files: ExampleFile[] = [];
  const waiting = [posix.basename(`${name}${ENDING}`)];
  const seen = new Set(waiting);
  for (let path = waiting.shift(); path !== undefined; path = waiting.shift()) {
    const content = readFileSync(join(folder, path));
    if (!path.endsWith(ENDING)) {
      files.push({ path, content });
      continue;
    }
    const text = content.toString('utf8');
    for (const named of namedFiles(text, folder)) {
      if (!seen.has(named)) waiting.push(named);
      seen.add(named);
    }
    const prefix = posix.join('examples', posix.dirname(name), '/');
    files.push({ path, content: Buffer.from(text.replaceAll(prefix, '')) });
  }
  return files;
}
