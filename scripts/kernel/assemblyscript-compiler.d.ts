// SPDX-License-Identifier: MIT
/**
 * The part of AssemblyScript's compiler interface that is used here (tsconfig.json maps `assemblyscript/asc` to it).
 * The declarations that come with the package redeclare `console` and other globals for the whole program.
 */
interface CompilerResult {
  readonly error: Error | null;
  readonly stdout: { toString(): string };
  readonly stderr: { toString(): string };
}

interface CompilerHost {
  readFile?(name: string, baseDir: string): string | null | Promise<string | null>;
  writeFile?(name: string, contents: Uint8Array | string, baseDir: string): void | Promise<void>;
  listFiles?(folder: string, baseDir: string): string[] | null | Promise<string[] | null>;
}

declare const compiler: { main(args: readonly string[], host?: CompilerHost): Promise<CompilerResult> };
export default compiler;
