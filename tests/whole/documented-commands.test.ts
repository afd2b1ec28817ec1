// SPDX-License-Identifier: MIT
/**
 * The commands on the pages. The real command definitions parse those of `scree`, which proves that their options and
 * arguments exist. Commands in fenced blocks also run in a small form: runs end early, and analyses use that short run.
 */
import { cpSync, existsSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Command } from 'commander';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { analyseCommand } from '../../src/cli/commands/analyse.ts';
import { benchCommand } from '../../src/cli/commands/bench.ts';
import { checkCommand } from '../../src/cli/commands/check.ts';
import { compareCommand } from '../../src/cli/commands/compare.ts';
import { contactCommand } from '../../src/cli/commands/contact.ts';
import { decomposeCommand } from '../../src/cli/commands/decompose.ts';
import { doctorCommand } from '../../src/cli/commands/doctor.ts';
import { exportCommand } from '../../src/cli/commands/export.ts';
import { galleryCommand } from '../../src/cli/commands/gallery.ts';
import { importCommand } from '../../src/cli/commands/import.ts';
import { infoCommand } from '../../src/cli/commands/info.ts';
import { initCommand } from '../../src/cli/commands/init.ts';
import { resumeCommand } from '../../src/cli/commands/resume.ts';
import { runCommand } from '../../src/cli/commands/run.ts';
import { schemaCommand } from '../../src/cli/commands/schema.ts';
import { studyCommand } from '../../src/cli/commands/study.ts';
import { verifyCommand } from '../../src/cli/commands/verify.ts';
import { viewCommand } from '../../src/cli/commands/view.ts';
import { CASES } from '../../src/verification/cases.ts';
import { ROOT, readSourceFile, type SourceFile, sourceFiles } from '../source-files.ts';
import { blocks } from '../support/markdown.ts';

const COMMANDS: Readonly<Record<string, () => Command>> = {
  analyse: analyseCommand,
  bench: benchCommand,
  check: checkCommand,
  compare: compareCommand,
  contact: contactCommand,
  decompose: decomposeCommand,
  doctor: doctorCommand,
  export: exportCommand,
  gallery: galleryCommand,
  import: importCommand,
  info: infoCommand,
  init: initCommand,
  resume: resumeCommand,
  run: runCommand,
  schema: schemaCommand,
  study: studyCommand,
  verify: verifyCommand,
  view: viewCommand,
};

/** Commands of fenced blocks that are not run here, and why. */
const NOT_RUN: readonly (readonly [RegExp, string])[] = [
  [/^npm (ci|test|start|run test:\w+)|^npx vitest /, 'installs, builds or tests the whole: .ci/run does'],
  [/^npm run format$/, 'rewrites the sources; `npm test` checks the format by the same tool'],
  [/^npm install webgpu$/, 'installs a package'],
  [/^(npx )?scree run .*--engine /, 'needs LAMMPS or LIGGGHTS: src/engines/engine-twins.engines.test.ts runs both'],
  [/--device gpu/, 'needs a GPU: tests/whole/gpu-run.test.ts runs it where there is one'],
  [/^npx scree study (?!.*--dry-run)/, 'runs for a minute: tests/whole/study.test.ts runs one'],
  [/^npx scree init/, 'copies from the package: tests/whole/init-and-doctor.test.ts runs it'],
  [/^npx scree analyse runs\/chute/, 'means and slopes need more rows than a run that ends early has'],
  [/^npx scree view/, 'serves until it is stopped: tests/whole/studio-watch.test.ts starts it'],
  [/--allow-modules$|^SCREE_TRUSTED_FOLDERS=/, 'needs a module: tests/whole/run-own-law.test.ts runs one in both ways'],
  [/^echo .*scree contact -$/, 'tests/whole/readme.test.ts runs it and compares what it prints'],
];

interface NamedCommand {
  readonly page: string;
  readonly text: string;
}

const PAGES = [
  ...['README.md', 'CONTRIBUTING.md', 'ARCHITECTURE.md'].map(readSourceFile),
  ...sourceFiles(['docs', 'examples', 'src/verification', 'benchmarks'], ['.md']),
];

function fencedCommands(page: SourceFile): NamedCommand[] {
  return blocks(page)
    .filter(({ language }) => ['sh', 'bash', 'shell', 'console'].includes(language))
    .flatMap(({ content }) => content.split('\n'))
    .flatMap((line) => line.replace(/\s+#.*$/, '').split(' && '))
    .filter((text) => text.trim() !== '')
    .map((text) => ({ page: page.path, text: text.trim() }));
}

/** In code within a sentence, and in indented blocks, whose lines may go on behind a backslash. */
function inlineCommands({ path, text }: SourceFile): NamedCommand[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  const inSentences = prose.matchAll(/`((?:npx )?scree [a-z][^`]*|node [\w./-]+\.mjs[^`]*)`/g);
  const indented = prose.matchAll(/^ {4}((?:npx|npm|node|scree) (?:.*\\\n)*.*)$/gm);
  return [...inSentences, ...indented].map(([, found = '']) => ({
    page: path,
    text: found.replaceAll('\\|', '|').replaceAll('\\\n', ' '),
  }));
}

/** The words of a command as a shell makes them, as far as the pages need it. */
function wordsOf(text: string): string[] {
  return [...text.matchAll(/"([^"]*)"|'([^']*)'|(\S+)/g)].map(
    ([, double, single, plain]) => double ?? single ?? plain ?? '',
  );
}

/** Sub-command and arguments of `scree`, or undefined for another program. */
function screeWords(text: string): string[] | undefined {
  const [first, ...rest] = wordsOf(text.replace(/^npx /, '').replace(/^node dist\/cli\/scree\.js /, 'scree '));
  return first === 'scree' ? rest : undefined;
}

/** Before a path that a command writes. */
const WRITES = new Set(['--out', '--json', '--csv', '--plot', '>']);

/** Unknown sub-commands, options and `verify` cases of a command, and paths that do not exist in the repository. */
function unknownParts({ page, text }: NamedCommand): string[] {
  const unknown: string[] = [];
  const words = screeWords(text);
  const paths = wordsOf(text).filter(
    (word, k, all) =>
      /^(examples|src\/verification|benchmarks|scripts|fixtures)\/\S/.test(word) && !WRITES.has(all[k - 1]),
  );
  unknown.push(...paths.filter((path) => !existsSync(join(ROOT, path))));
  const [name = '', ...rest] = words ?? [];
  if (words !== undefined) {
    const command = COMMANDS[name]?.();
    if (command === undefined) unknown.push(name);
    const known = new Set(
      [command, ...(command?.commands ?? [])].flatMap(
        (each) => each?.options.flatMap(({ long, short }) => [long, short]) ?? [],
      ),
    );
    const options = rest.flatMap((word) => word.match(/^\[?(--[a-z-]+)/)?.[1] ?? []);
    unknown.push(...options.filter((option) => option !== '--help' && !known.has(option)));
  }
  if (name === 'verify') {
    const firstOption = rest.findIndex((word) => word.startsWith('-') || word.startsWith('['));
    const cases = firstOption < 0 ? rest : rest.slice(0, firstOption);
    unknown.push(...cases.filter((each) => !CASES.some((found) => found.name === each)));
  }
  return unknown.map((part) => `${page}: ${text}: ${part}`);
}

/** Short enough that every scene of the examples takes a second or less to get there. */
const MOMENT = '1us';

/** The same command, ended early: runs after a moment, and analyses from the start of it. */
function smallForm(words: readonly string[]): string[] {
  const [name = '', ...rest] = words;
  const isSession = name === 'run' || name === 'resume';
  const small = rest.map((word, k) => (rest[k - 1] === '--from' ? '0s' : rest[k - 1] === '--until' ? '2us' : word));
  if (!isSession) return [name, ...small];
  return [name, ...small, '--quiet', ...(name === 'run' && !small.includes('--until') ? ['--until', MOMENT] : [])];
}

const HOPPER = `time: { duration: 1 ms, timeStep: 10 us }
gravity: [0, 0, -9.81]
variables: { d: 5 mm }
materials: { glass: { density: 2500, stiffness: 5000, friction: 0.4 } }
law: { normal: linear, tangential: linear }
shapes: { ball: { sphere: { radius: = d / 2 } } }
bodies: { ball: { shape: ball, material: glass, position: [0, 0, 10 cm] } }
`;
/** The first scene of a page, which its reader saves. */
function firstScene(path: string): string {
  return blocks(readSourceFile(path)).find(({ content }) => content.startsWith('title: '))?.content ?? '';
}

const OPEN_BOX = 'v 0 0 0\nv 1 0 0\nv 1 1 0\nv 0 1 0\nv 0 0 1\nf 1 4 3 2\nf 1 2 5\nf 1 2 5\n';

describe('the commands that pages name', () => {
  const fenced = PAGES.flatMap(fencedCommands);
  let folder = '';
  const before = process.cwd();

  async function runInProcess(words: readonly string[]): Promise<void> {
    const [name = '', ...rest] = words;
    const command = COMMANDS[name]?.();
    if (command === undefined) throw new Error(`no command ${name}`);
    await command.exitOverride().parseAsync(rest, { from: 'user' });
  }

  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'scree-commands-'));
    symlinkSync(join(ROOT, 'examples'), join(folder, 'examples'));
    writeFileSync(join(folder, 'hopper.yaml'), HOPPER);
    // As `scree init heap` writes it.
    cpSync(join(ROOT, 'examples/heap.yaml'), join(folder, 'heap.yaml'));
    writeFileSync(join(folder, 'ball.yaml'), firstScene('docs/guide/getting-started.md'));
    writeFileSync(join(folder, 'chute.yaml'), firstScene('docs/guide/filling.md'));
    writeFileSync(join(folder, 'box.obj'), OPEN_BOX);
    process.chdir(folder);
    vi.spyOn(process.stdout, 'write').mockReturnValue(true);
    vi.spyOn(process.stderr, 'write').mockReturnValue(true);
    vi.spyOn(console, 'log').mockReturnValue();
  });
  afterAll(() => {
    vi.restoreAllMocks();
    process.chdir(before);
    process.exitCode = undefined;
    rmSync(folder, { recursive: true, force: true });
  });

  it('are found in the pages', () => {
    expect(fenced.length).toBeGreaterThan(40);
    expect(PAGES.flatMap(inlineCommands).length).toBeGreaterThan(60);
  });

  it('have sub-commands, options and paths that exist', () => {
    expect([...fenced, ...PAGES.flatMap(inlineCommands)].flatMap(unknownParts)).toEqual([]);
  });

  it('have all their options on a page', () => {
    const text = PAGES.map((page) => page.text).join('\n');
    const missing = Object.entries(COMMANDS)
      .filter(([name]) => name !== 'bench') // `scree bench --help` lists those, which users of a program need not know.
      .flatMap(([name, make]) => make().options.flatMap(({ long }) => (long == null ? [] : [`${name} ${long}`])));
    expect(missing.filter((option) => !text.includes(option.replace(/^\S+ /, '')))).toEqual([]);
  });

  it('fail the check if an option, case, sub-command or path does not exist', () => {
    const page = 'x.md';
    const texts = [
      'scree run a.yaml --outt b',
      'scree verify nothing --full',
      'npx scree rum',
      'node scripts/none.mjs',
    ];
    expect(texts.flatMap((text) => unknownParts({ page, text }))).toEqual([
      'x.md: scree run a.yaml --outt b: --outt',
      'x.md: scree verify nothing --full: nothing',
      'x.md: npx scree rum: rum',
      'x.md: node scripts/none.mjs: scripts/none.mjs',
    ]);
  });

  it('run, those in blocks, in a small form', async () => {
    const failed: string[] = [];
    const done = new Set<string>();
    // tests/whole/tutorials.test.ts runs those of the tutorials as they are.
    const elsewhere = fenced.filter(({ page }) => !page.startsWith('docs/tutorials/'));
    for (const { page, text } of elsewhere) {
      if (NOT_RUN.some(([pattern]) => pattern.test(text)) || done.has(text)) continue;
      done.add(text);
      const words = screeWords(text);
      if (words === undefined) {
        failed.push(`${page}: ${text}: neither run nor listed in NOT_RUN`);
        continue;
      }
      // Folders that a page takes as given are copies of one that it has made.
      if (words[0] === 'compare') for (const run of words.slice(1, 3)) cpSync('runs/balls', run, { recursive: true });
      try {
        await runInProcess(smallForm(words));
      } catch (error) {
        failed.push(`${page}: ${text}: ${error instanceof Error ? error.message : error}`);
      }
    }
    expect(failed).toEqual([]);
    expect(done.size).toBeGreaterThan(35);
  });
});
