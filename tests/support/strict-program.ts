// SPDX-License-Identifier: MIT
/** A strict TypeScript program that uses the declarations of the package. */
import { writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import { type Outcome, runCommand } from './built-program.ts';

const PROGRAM = `
  import { box, type Contact, type ContactOptions, contact, type PoseLike, type Shape, sphere } from 'scree/contact';
  import type {} from 'scree';
  import type {} from 'scree/dem';
  import type {} from 'scree/io';
  import type {} from 'scree/analysis';
  import type {} from 'scree/live';
  const options: ContactOptions = { algorithm: 'gjk-epa' };
  const bodies: readonly Shape[] = [sphere({ radius: 1 }), box({ halfExtents: [1, 2, 3] })];
  const pose: PoseLike = { position: [0, 0, 5], orientation: { w: 1, x: 0, y: 0, z: 0 } };
  const [a, b] = bodies;
  if (a !== undefined && b !== undefined) {
    const answer: Contact = contact(a, {}, b, pose, options);
    const depth: number = -answer.distance;
    const type: 'v-v' | 'v-e' | 'e-e' | 'v-f' | 'e-f' | 'f-f' = answer.type;
    console.log(depth, type, answer.normal.x, answer.lower <= answer.upper);
  }
  // @ts-expect-error: a radius is a number
  sphere({ radius: '1' });
  declare const console: { log(...values: unknown[]): void };\n`;

const OPTIONS = {
  strict: true,
  exactOptionalPropertyTypes: true,
  verbatimModuleSyntax: true,
  skipLibCheck: false,
  module: 'NodeNext',
  target: 'ES2022',
  lib: ['ES2022'],
  types: [],
  noEmit: true,
};

/** Checks the program and all declarations that it uses; `from` is a file beside the compiler to use. */
export function checkTypes(folder: string, from: string): Outcome {
  writeFileSync(join(folder, 'example.ts'), PROGRAM);
  writeFileSync(join(folder, 'tsconfig.json'), JSON.stringify({ compilerOptions: OPTIONS, files: ['example.ts'] }));
  const compiler = createRequire(from).resolve('typescript/bin/tsc');
  return runCommand(process.execPath, [compiler, '-p', '.'], { cwd: folder });
}
