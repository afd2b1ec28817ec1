// SPDX-License-Identifier: MIT
/**
 * The layers of ARCHITECTURE.md, read from the import lines. Tests may import across layers, the code they test may
 * not.
 */
import { posix } from 'node:path';
import ts from 'typescript';
import { describe, expect, it } from 'vitest';
import manifest from '../package.json' with { type: 'json' };
import { isTest, type SourceFile, sourceFiles } from './source-files.ts';

/** What each folder of src/ may import besides itself: folders, errors.ts, packages, and Node's modules as `node:`. */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  errors: [],
  kernel: [],
  'step-kernel': [],
  math: ['errors'],
  meshes: ['errors', 'math', 'kernel', 'robust-predicates'],
  shapes: ['errors', 'math', 'kernel', 'meshes', 'robust-predicates'],
  neighbours: ['errors', 'math', 'kernel', 'meshes', 'shapes'],
  'narrow-phase': ['errors', 'math', 'kernel', 'meshes', 'shapes', 'neighbours', 'robust-predicates'],
  'contact-laws': ['errors', 'math', 'step-kernel'],
  bonds: ['errors', 'math'],
  fields: ['errors', 'math', 'step-kernel'],
  bodies: ['errors', 'math', 'kernel', 'meshes', 'shapes'],
  motion: ['errors', 'math'],
  calibration: ['math'],
  multibody: ['errors', 'math', 'contact-laws', 'motion'],
  events: ['errors', 'math', 'kernel', 'shapes', 'neighbours', 'narrow-phase', 'contact-laws', 'motion'],
  simulation: [
    'errors',
    'math',
    'kernel',
    'step-kernel',
    'meshes',
    'shapes',
    'neighbours',
    'narrow-phase',
    'contact-laws',
    'bonds',
    'fields',
    'bodies',
    'motion',
    'multibody',
    'events',
    'node:',
  ],
  dem: ['errors', 'math', 'contact-laws', 'bonds', 'fields', 'bodies', 'motion', 'multibody', 'events', 'simulation'],
  'step-worker': ['simulation'],
  bench: [
    'errors',
    'math',
    'kernel',
    'meshes',
    'shapes',
    'contact-laws',
    'neighbours',
    'narrow-phase',
    'simulation',
    'node:',
  ],
  verification: [
    'fields',
    'errors',
    'math',
    'kernel',
    'meshes',
    'shapes',
    'neighbours',
    'narrow-phase',
    'contact',
    'contact-laws',
    'bonds',
    'bodies',
    'motion',
    'simulation',
    'gpu',
    'engines',
    'calibration',
  ],
  io: ['errors', 'math', 'kernel', 'meshes', 'shapes', 'neighbours', 'narrow-phase', 'node:'],
  analysis: ['errors', 'math', 'meshes', 'shapes', 'bonds', 'bodies', 'simulation', 'io'],
  scene: [
    'errors',
    'math',
    'kernel',
    'meshes',
    'shapes',
    'neighbours',
    'narrow-phase',
    'contact-laws',
    'bonds',
    'fields',
    'bodies',
    'multibody',
    'simulation',
    'io',
    'analysis',
    'node:',
    'yaml',
    'zod',
  ],
  gpu: [
    'kernel',
    'errors',
    'math',
    'step-kernel',
    'shapes',
    'meshes',
    'narrow-phase',
    'contact-laws',
    'bodies',
    'simulation',
    'webgpu',
  ],
  engines: ['errors', 'math', 'shapes', 'meshes', 'narrow-phase', 'contact-laws', 'bodies', 'simulation', 'node:'],
  runs: [
    'errors',
    'math',
    'meshes',
    'shapes',
    'contact-laws',
    'bonds',
    'bodies',
    'motion',
    'events',
    'io',
    'simulation',
    'gpu',
    'engines',
    'analysis',
    'scene',
    'node:',
    'yaml',
    'zod',
    'h5wasm',
  ],
  studies: [
    'errors',
    'math',
    'calibration',
    'io',
    'simulation',
    'analysis',
    'scene',
    'verification',
    'runs',
    'node:',
    'zod',
    'hyparquet-writer',
  ],
  server: ['errors', 'math', 'io', 'simulation', 'runs', 'studies', 'node:'],
  contact: ['errors', 'math', 'kernel', 'meshes', 'shapes', 'neighbours', 'narrow-phase'],
  'pair-lines': ['errors', 'math', 'meshes', 'shapes'],
  pairs: ['pair-lines', 'shapes', 'verification'],
  quantities: ['scene'],
  'io-entry': ['errors', 'io'],
  index: ['errors', 'contact', 'simulation', 'scene'],
  study: ['errors', 'studies'],
  live: ['errors', 'io', 'runs', 'scene'],
  doctor: ['math', 'bench', 'shapes', 'narrow-phase', 'simulation', 'gpu', 'engines', 'node:'],
  cli: [
    'errors',
    'math',
    'kernel',
    'meshes',
    'shapes',
    'neighbours',
    'narrow-phase',
    'bench',
    'verification',
    'io',
    'contact',
    'pair-lines',
    'simulation',
    'engines',
    'analysis',
    'scene',
    'runs',
    'studies',
    'doctor',
    'server',
    'node:',
    'commander',
  ],
};

/** Folder of a file in src/, or the name of an entry point; `src/io.ts` and `src/io/` are two things. */
function layerOf(path: string): string {
  const [, first = '', second] = path.split('/');
  if (second !== undefined) return first;
  const name = first.replace(/(\.d)?\.ts$/, '');
  return name === 'io' ? 'io-entry' : name;
}

function targetOf(file: SourceFile, specifier: string): string {
  if (specifier.startsWith('.')) return layerOf(posix.join(posix.dirname(file.path), specifier));
  if (specifier.startsWith('node:')) return 'node:';
  const parts = specifier.split('/');
  return specifier.startsWith('@') ? parts.slice(0, 2).join('/') : parts[0];
}

/** One message for each import, re-export or dynamic import that points the wrong way. */
function wrongImports(file: SourceFile): string[] {
  const layer = layerOf(file.path);
  const allowed = MAY_IMPORT[layer];
  if (allowed === undefined) return [`${file.path}: no layer "${layer}"; add it here and to ARCHITECTURE.md`];
  return ts
    .preProcessFile(file.text)
    .importedFiles.map(({ fileName }) => fileName)
    .filter((specifier) => {
      const target = targetOf(file, specifier);
      return target !== layer && !allowed.includes(target);
    })
    .map((specifier) => `${file.path} (${layer}) imports ${specifier}; allowed: ${allowed.join(', ') || 'nothing'}`);
}

const ENTRY_POINT = /^src\/(index|contact|pairs|quantities|dem|io|analysis|live|study|step-worker)\.ts$/;

function studioImportsBelowTheEntries({ path, text }: SourceFile): string[] {
  return ts
    .preProcessFile(text)
    .importedFiles.filter(({ fileName }) => fileName.startsWith('.'))
    .map(({ fileName }) => posix.join(posix.dirname(path), fileName.replace(/\?.*$/, '')))
    .filter((target) => target.startsWith('src/') && !ENTRY_POINT.test(target))
    .map(
      (target) =>
        `${path} imports ${target}; allowed: index, contact, pairs, quantities, dem, io, analysis, live, step-worker`,
    );
}

describe('import direction', () => {
  it('never points against the layers', { tags: ['long'] }, () => {
    const files = sourceFiles(['src'], ['.ts']).filter(
      ({ path }) => !isTest(path) && (!path.endsWith('.d.ts') || path.includes('/kernel/')),
    );
    expect(files.length).toBeGreaterThan(0);
    expect(files.flatMap(wrongImports)).toEqual([]);
  });

  it('lets the studio see the entry points alone, as any program that uses the package', () => {
    const wrong = sourceFiles(['studio/src'], ['.ts']).flatMap(studioImportsBelowTheEntries);
    expect(wrong).toEqual([]);
    const text =
      "import { gjk } from '../../../src/narrow-phase/gjk/gjk.ts'; import { contact } from '../../../src/contact.ts';";
    expect(studioImportsBelowTheEntries({ path: 'studio/src/explore/x.ts', text })).toHaveLength(1);
  });

  it('imports only packages that are installed with the package, or named as peers', () => {
    const packages = new Set(Object.values(MAY_IMPORT).flat());
    const layers = new Set([...Object.keys(MAY_IMPORT), 'node:']);
    const named = [...packages].filter((name) => !layers.has(name));
    const { dependencies, peerDependencies } = manifest;
    expect(Object.keys({ ...dependencies, ...peerDependencies })).toEqual(expect.arrayContaining(named));
  });

  it.each([
    ['src/kernel/gjk/gjk.ts', "import { add } from '../../math/vector.ts';"],
    ['src/math/vector.ts', "import { box } from '../shapes/box.ts';"],
    ['src/math/vector.ts', "import { F } from '../kernel/memory.ts';"],
    ['src/meshes/convex-hull.ts', "import type { Shape } from '../shapes/shape.ts';"],
    ['src/shapes/kinds/sphere.ts', "export { contact } from '../../narrow-phase/contact.ts';"],
    ['src/narrow-phase/exact/integer-grid.ts', "import { readFileSync } from 'node:fs';"],
    ['src/narrow-phase/contact.ts', "const io = await import('../io/obj.ts');"],
    ['src/contact.ts', "export * from './io.ts';"],
    ['src/io/obj.ts', "import { Command } from 'commander';"],
    ['src/unheard-of/x.ts', ''],
  ])('would notice a wrong line in %s: %s', (path, text) => {
    expect(wrongImports({ path, text })).toHaveLength(1);
  });

  it.each([
    ['src/kernel/gjk/gjk.ts', "import { F } from '../memory.ts';"],
    ['src/shapes/polyhedron.ts', "import { convexHull } from '../meshes/convex-hull.ts';"],
    [
      'src/narrow-phase/exact/integer-grid.ts',
      "import { x } from '../../math/vector.ts'; import { orient3d } from 'robust-predicates';",
    ],
    ['src/io.ts', "export * from './io/obj.ts';"],
    ['src/cli/commands/contact.ts', "import { Command } from 'commander'; import { contact } from '../contact.ts';"],
  ])('lets a right line in %s pass: %s', (path, text) => {
    expect(wrongImports({ path, text })).toEqual([]);
  });
});
