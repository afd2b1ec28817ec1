// SPDX-License-Identifier: MIT
/** `scree view`: shows a run or a study in the browser, from a server on this machine. */
import { spawn } from 'node:child_process';
import { existsSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import { fileURLToPath } from 'node:url';
import { Command, InvalidArgumentError } from 'commander';
import { InvalidOptionError } from '../../errors.ts';
import { exampleNamed } from '../options/packaged-examples.ts';

const DEFAULT_PORT = 4173;

const DETAILS = `
Serves Scree Studio on the loopback address only and opens it: the run in three dimensions with its time bar, colours,
contacts and plots, also while it is still being written; scenes run in the browser; two bodies explored by hand;
reports of scree verify. Of a study: the table of its runs, whose rows open, and its plots.
Without a run, the studio without one. Works offline. Ctrl-C ends it. A port in use: the next free one is taken.

Examples:
  scree view runs/balls
  scree view runs/friction
  scree view runs/balls --port 8080 --no-open
  scree view --report out.html
  scree view --example cloudburst`;

interface ViewOptions {
  readonly port: number;
  readonly open: boolean;
  readonly report?: readonly string[];
  readonly example?: string;
}

function readPort(text: string): number {
  const value = Number(text);
  if (/^\d+$/.test(text) && value <= 65_535) return value;
  throw new InvalidArgumentError('Expected a port, 1 to 65535, or 0 for any free one.');
}

function reportsOf(paths: readonly string[]): Map<string, string> {
  const reports = new Map<string, string>();
  for (const path of paths) {
    if (!existsSync(path) || !statSync(path).isFile()) {
      throw new InvalidOptionError(
        'no-report',
        `--report ${path}: no such file; scree verify --report ${path} writes one`,
      );
    }
    reports.set(basename(path), path);
  }
  return reports;
}

/** Where the studio runs the example. */
function exampleAddress(example: string): string {
  return `#/run/${exampleNamed(example, `--example ${example}`, 'scenes')}/go`;
}

/** Starts the browser of the desktop, if there is one; a machine without is no error. */
function openBrowser(url: string): void {
  const [command, ...args]: [string, ...string[]] =
    process.platform === 'darwin'
      ? ['open', url]
      : process.platform === 'win32'
        ? ['cmd', '/c', 'start', '', url]
        : ['xdg-open', url];
  const child = spawn(command, args, { stdio: 'ignore', detached: true });
  child.on('error', () => {});
  child.unref();
}

/** Serves until a signal comes. */
async function viewRun(folder: string | undefined, { port, open, report = [], example }: ViewOptions): Promise<void> {
  const { ServedRun } = await import('../../server/served-run.ts');
  const { ServedStudy } = await import('../../server/served-study.ts');
  const { holdsStudy } = await import('../../studies/plan/study-folder.ts');
  const { startStudioServer } = await import('../../server/studio-server.ts');
  const appFolder = fileURLToPath(new URL('../../studio', import.meta.url));
  if (!existsSync(appFolder)) {
    throw new InvalidOptionError('no-studio', 'the studio is not built: npm run build builds it into dist/studio');
  }
  const reports = reportsOf(report);
  const place = example === undefined ? '' : exampleAddress(example);
  const study = folder !== undefined && holdsStudy(folder) ? new ServedStudy(folder) : undefined;
  const run = folder === undefined || study !== undefined ? undefined : new ServedRun(folder);
  for (const note of run?.notes() ?? []) console.error(`scree: ${note}`);
  const server = await startStudioServer({ appFolder, port, reports, ...(run && { run }), ...(study && { study }) });
  if (port !== 0 && server.port !== port) console.error(`scree: port ${port} is in use, taking ${server.port}`);
  const address = `${server.url}${place}`;
  console.log(`Scree Studio: ${address}  (Ctrl-C ends it)`);
  if (open) openBrowser(address);
  await new Promise<void>((resolve) => {
    process.once('SIGINT', () => resolve());
    process.once('SIGTERM', () => resolve());
  });
  await server.close();
}

export function viewCommand(): Command {
  return new Command('view')
    .argument('[run]', 'folder of a run or a study, finished or still being written')
    .option('--port <n>', 'port on the loopback address', readPort, DEFAULT_PORT)
    .option('--no-open', 'do not start the browser, only print the address')
    .option('--report <file>', 'a report of scree verify to show; may be repeated', (path, paths: string[] = []) => [
      ...paths,
      path,
    ])
    .option('--example <name>', 'runs an example in the browser, on the graphics card if there is one')
    .addHelpText('after', DETAILS)
    .action(viewRun);
}
