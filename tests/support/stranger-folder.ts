// SPDX-License-Identifier: MIT
/** The package in the folder of somebody else's project. */
import { copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import manifest from '../../package.json' with { type: 'json' };
import { ROOT } from '../source-files.ts';
import { runCommand } from './built-program.ts';

export interface StrangerFolder {
  readonly path: string;
  /** Paths in the package. */
  readonly packed: readonly string[];
  /** Where a file of the package lies once it is installed. */
  installed(path: string): string;
  /** What a command prints that runs there; throws if it fails. */
  run(command: string, args: readonly string[], input?: string): string;
  remove(): void;
}

interface PackResult {
  readonly filename: string;
  readonly files: readonly { readonly path: string }[];
}

const NPM_QUIETLY = ['--no-audit', '--no-fund', '--prefer-offline', '--loglevel', 'error'];

function emptyProject(): string {
  const path = mkdtempSync(join(tmpdir(), 'scree-package-'));
  writeFileSync(join(path, 'package.json'), '{"name":"stranger","private":true,"type":"module"}\n');
  return path;
}

function pack(args: readonly string[]): PackResult {
  const { status, stdout, stderr } = runCommand('npm', ['pack', '--json', '--ignore-scripts', ...args], { cwd: ROOT });
  if (status !== 0) throw new Error(`npm pack exited with ${status}:\n${stdout}${stderr}`);
  const [result] = JSON.parse(stdout) as [PackResult];
  return result;
}

function strangerFolder(path: string, { files }: PackResult): StrangerFolder {
  return {
    path,
    packed: files.map((file) => file.path),
    installed: (name) => join(path, 'node_modules', manifest.name, name),
    run: (command, args, input = '') => {
      const { status, stdout, stderr } = runCommand(command, args, { cwd: path, input });
      if (status !== 0) throw new Error(`${command} ${args.join(' ')} exited with ${status}:\n${stdout}${stderr}`);
      return stdout;
    },
    remove: () => rmSync(path, { recursive: true, force: true }),
  };
}

/** The files that npm would pack, copied, beside the dependencies of this project: in seconds and without a network. */
export function copiedPackage(): StrangerFolder {
  const folder = strangerFolder(emptyProject(), pack(['--dry-run']));
  for (const name of folder.packed) {
    const target = folder.installed(name);
    mkdirSync(dirname(target), { recursive: true });
    copyFileSync(join(ROOT, name), target);
  }
  for (const name of Object.keys(manifest.dependencies))
    symlinkSync(join(ROOT, 'node_modules', name), join(folder.path, 'node_modules', name), 'dir');
  return folder;
}

/** The tarball and the given packages, installed by npm from the registry that it is set up for. */
export function installedPackage(others: readonly string[]): StrangerFolder {
  const path = emptyProject();
  const packed = pack(['--pack-destination', path]);
  const folder = strangerFolder(path, packed);
  folder.run('npm', ['install', ...NPM_QUIETLY, join(path, packed.filename), ...others]);
  return folder;
}
