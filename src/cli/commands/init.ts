// SPDX-License-Identifier: MIT
/** `scree init`: writes an example, with the files that it needs, as a start for a scene of one's own. */
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, relative } from 'node:path';
import { Command } from 'commander';
import { InvalidOptionError } from '../../errors.ts';
import { exampleNamed, filesOfExample, packagedExamples } from '../options/packaged-examples.ts';
import { TextOutput } from '../terminal/text-output.ts';

interface InitOptions {
  readonly out: string;
  readonly json?: true;
}

const DETAILS = `
Without a name it lists the examples. Files that are there already are kept: the command fails if one of them differs.

Example: scree init heap`;

export function initCommand(): Command {
  return new Command('init')
    .argument('[example]', 'name of an example')
    .option('--out <folder>', 'folder for the files, made if it is not there', '.')
    .option('--json', 'one JSON object instead of text')
    .addHelpText('after', DETAILS)
    .action(async (example: string | undefined, options: InitOptions) => {
      const text = example === undefined ? listText(options) : initText(exampleNamed(example, example), options);
      await new TextOutput(process.stdout).write(text);
    });
}

function listText({ json }: InitOptions): string {
  const examples = packagedExamples();
  if (json) return `${JSON.stringify({ examples })}\n`;
  const width = Math.max(...examples.map(({ name }) => name.length));
  const lines = examples.map(({ name, title }) => `${name.padEnd(width)}  ${title}`);
  return `${lines.join('\n')}\n\nscree init NAME writes one of them into this folder.\n`;
}

/** Writes the files, all or none. */
function initText(name: string, { out, json }: InitOptions): string {
  const files = filesOfExample(name).map(({ path, content }) => ({ path: join(out, path), content }));
  const changed = files.find(({ path, content }) => existsSync(path) && !content.equals(readFileSync(path)));
  if (changed !== undefined) {
    throw new InvalidOptionError(
      'file-exists',
      `${changed.path}: is there already, with another content; move it away, or choose another folder with --out`,
      { file: changed.path },
    );
  }
  for (const { path, content } of files) {
    mkdirSync(dirname(path), { recursive: true });
    writeFileSync(path, content);
  }
  const written = files.map(({ path }) => relative('.', path));
  if (json) return `${JSON.stringify({ example: name, files: written })}\n`;
  const [main = ''] = written;
  const run = `runs/${name.replace(/^.*\//, '')}`;
  const next = name.startsWith('studies/')
    ? [`npx scree study ${main} --dry-run`, `npx scree study ${main} --out ${run}`]
    : [`npx scree check ${main}`, `npx scree run ${main} --out ${run}`, `npx scree view ${run}`];
  return `${written.map((path) => `wrote ${path}`).join('\n')}\n\nNext:\n${next.map((line) => `  ${line}`).join('\n')}\n`;
}
