// SPDX-License-Identifier: MIT
/** Examples of pages and of doc comments under the compiler, against the built declarations. */
import { join } from 'node:path';
import ts from 'typescript';
import { ROOT } from '../source-files.ts';

/** Errors of TypeScript about parameters of functions, for whose types JavaScript has no place. */
const PARAMETER_WITHOUT_TYPE = new Set([7006, 7031]);
const OPTIONS: ts.CompilerOptions = {
  target: ts.ScriptTarget.ES2022,
  module: ts.ModuleKind.NodeNext,
  lib: ['lib.es2022.d.ts'],
  types: ['node'],
  strict: true,
  skipLibCheck: true,
  noEmit: true,
};

/** Problems that `strict` finds, each with the name of the example and the line. */
export function typeProblems(examples: readonly { readonly name: string; readonly code: string }[]): string[] {
  const texts = new Map(examples.map(({ code }, i) => [join(ROOT, `example-${i}.ts`), `${code}\nexport {};\n`]));
  const host = ts.createCompilerHost(OPTIONS);
  const { fileExists, getSourceFile } = host;
  host.fileExists = (path) => texts.has(path) || fileExists(path);
  host.getSourceFile = (path, version, ...rest) => {
    const text = texts.get(path);
    return text === undefined ? getSourceFile(path, version, ...rest) : ts.createSourceFile(path, text, version);
  };
  const program = ts.createProgram([...texts.keys()], OPTIONS, host);
  return [...texts.keys()].flatMap((path, i) =>
    ts
      .getPreEmitDiagnostics(program, program.getSourceFile(path))
      .filter(({ code }) => !PARAMETER_WITHOUT_TYPE.has(code))
      .map(({ messageText, start = 0 }) => {
        const line = texts.get(path)?.slice(0, start).split('\n').length;
        return `${examples[i]?.name}, line ${line}: ${ts.flattenDiagnosticMessageText(messageText, ' ')}`;
      }),
  );
}
