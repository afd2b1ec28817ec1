// SPDX-License-Identifier: MIT
/** `scree view` as a user starts it, without a browser of its own. */
import { type ChildProcess, spawn } from 'node:child_process';
import { PROGRAM } from './built-program.ts';
import './built-studio.ts';

export interface StudioProcess {
  readonly url: string;
  readonly process: ChildProcess;
  /** Ctrl-C; returns the exit code. */
  stop(): Promise<number | null>;
}

export function startStudio(args: readonly string[]): Promise<StudioProcess> {
  const child = spawn(process.execPath, [PROGRAM, 'view', ...args, '--no-open', '--port', '0'], {
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  return new Promise((resolve, reject) => {
    let printed = '';
    const read = (text: Buffer): void => {
      printed += text;
      const url = /http:\/\/127\.0\.0\.1:\d+\//.exec(printed)?.[0];
      if (url === undefined) return;
      const stop = (): Promise<number | null> =>
        new Promise((done) => {
          child.once('exit', done);
          child.kill('SIGINT');
        });
      resolve({ url, process: child, stop });
    };
    child.stdout.on('data', read);
    child.stderr.on('data', read);
    child.once('exit', (code) => reject(new Error(`scree view ended with ${code}: ${printed}`)));
  });
}
