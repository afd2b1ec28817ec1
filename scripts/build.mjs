// SPDX-License-Identifier: MIT
/**
 * Builds what has changed: the kernel texts into WebAssembly (src/kernel/generated, src/step-kernel/generated), the
 * script of a simulation's thread into a string (src/simulation/generated), then the sources into dist/ (JavaScript and
 * declarations, no tests; programs as bundles), then the studio into dist/studio. Run by `npm ci` through the `prepare`
 * script. With `--kernels` only the WebAssembly, which tests from the sources need.
 */
import { spawn } from 'node:child_process';
import { chmodSync, existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { isFresh, KERNEL, PACKAGE, ROOT, STEP_KERNEL, STEP_WORKER, STUDIO, startBuild } from './build-stamp.mjs';
import { TYPESCRIPT } from './typescript-compiler.mjs';

const require = createRequire(import.meta.url);

/** Resolves when the program has ended well; ends this one otherwise. */
function runNode(what, args) {
  return new Promise((resolve) => {
    const fail = (reason = '') => {
      console.error(`build: ${what} failed${reason}`);
      process.exit(1);
    };
    spawn(process.execPath, args, { cwd: ROOT, stdio: 'inherit' })
      .on('error', ({ message }) => fail(`: ${message}`))
      .on('close', (status) => (status === 0 ? resolve() : fail()));
  });
}

/**
 * Declarations that compilers from TypeScript 5.0 on can read: the kernel's own names for number and boolean are
 * ambient and not published, and typed arrays have a type parameter only since 5.7.
 */
function writePortableDeclarations() {
  const output = join(ROOT, PACKAGE.output);
  for (const name of readdirSync(output, { recursive: true }).filter((each) => each.endsWith('.d.ts'))) {
    const declarations = readFileSync(join(output, name), 'utf8');
    let portable = declarations.replace(
      /\b((?:Big)?(?:Int|Uint|Float)\d+(?:Clamped)?Array|DataView)<ArrayBuffer(?:Like)?>/g,
      '$1',
    );
    if (/^(step-)?kernel[\\/]/.test(name)) {
      portable = portable.replace(/: (i32|f64)\b/g, ': number').replace(/: bool\b/g, ': boolean');
    }
    if (portable !== declarations) writeFileSync(join(output, name), portable);
  }
}

/**
 * Dynamic imports of addresses that are known at run time, as they are written in the sources. The compiler calls a
 * function for their argument, which Terser, the minifier of webpack, turns into two arguments.
 */
function writePlainImports() {
  const output = join(ROOT, PACKAGE.output);
  for (const name of readdirSync(output, { recursive: true }).filter((each) => each.endsWith('.js'))) {
    const text = readFileSync(join(output, name), 'utf8');
    const plain = text.replace(/import\(__rewriteRelativeImportExtension\(([^()]*)\)\)/g, 'import($1)');
    if (plain !== text) writeFileSync(join(output, name), plain);
  }
}

/**
 * Lets the platform choose between a module and the one of the same name that ends in `-in-page`: others import them by
 * a name of `imports` in package.json (docs/decisions/0091). The sources import the first, which is for Node.
 */
function writeConditionalImports() {
  const output = join(ROOT, PACKAGE.output);
  const { imports } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8'));
  const files = readdirSync(output, { recursive: true }).filter((each) => each.endsWith('.js'));
  for (const [name, { node, default: inPage }] of Object.entries(imports)) {
    if (inPage !== node.replace('.js', '-in-page.js') || [node, inPage].some((each) => !existsSync(join(ROOT, each))))
      throw new Error(`package.json: imports.${name}: expected a built module and the same with -in-page`);
    const specifier = new RegExp(`(from ')\\.[^']*/${name.slice(1)}\\.js(')`, 'g');
    let importers = 0;
    for (const file of files) {
      const text = readFileSync(join(output, file), 'utf8');
      const named = text.replace(specifier, `$1${name}$2`);
      if (named === text) continue;
      writeFileSync(join(output, file), named);
      importers += 1;
    }
    if (importers === 0) throw new Error(`package.json: imports.${name}: no module imports ${node}`);
  }
}

const MAP_COMMENT = /\n\/\/# sourceMappingURL=\S+\s*$/;

/**
 * Keeps the source maps of modules whose TypeScript is in the package: not of programs, which are bundled afterwards,
 * nor of generated modules.
 */
function dropUselessMaps() {
  const output = join(ROOT, PACKAGE.output);
  for (const name of readdirSync(output, { recursive: true }).filter((each) => each.endsWith('.map'))) {
    const file = join(output, name.replace(/\.map$/, ''));
    const text = readFileSync(file, 'utf8');
    const isGenerated = /(^|[\\/])generated[\\/]/.test(name);
    if (!isGenerated && MAP_COMMENT.test(text)) continue;
    rmSync(join(output, name));
    if (isGenerated) writeFileSync(file, text.replace(MAP_COMMENT, '\n'));
  }
}

/** Modules that are written into src/: the kernel texts as WebAssembly, the script of a thread. */
async function buildGenerated(target) {
  if (isFresh(target)) return;
  const finish = startBuild(target);
  console.log(`build: ${target.output}`);
  await runNode(`scripts/build-${target.name}.mjs`, [`scripts/build-${target.name}.mjs`]);
  finish();
}

async function buildPackage() {
  if (isFresh(PACKAGE)) return;
  const finish = startBuild(PACKAGE);
  console.log('build: sources to dist/');
  rmSync(join(ROOT, PACKAGE.output), { recursive: true, force: true });
  await runNode('the TypeScript compiler', [TYPESCRIPT, '-p', 'tsconfig.build.json']);
  writePortableDeclarations();
  writePlainImports();
  writeConditionalImports();
  await runNode('scripts/bundle-programs.mjs', ['scripts/bundle-programs.mjs']);
  dropUselessMaps();
  chmodSync(join(ROOT, 'dist/cli/scree.js'), 0o755);
  finish();
}

async function buildStudio() {
  if (isFresh(STUDIO)) return;
  const finish = startBuild(STUDIO);
  console.log('build: studio to dist/studio');
  const vite = join(dirname(require.resolve('vite/package.json')), 'bin/vite.js');
  await runNode('vite', [vite, 'build', 'studio', '--config', 'studio/vite.config.ts']);
  finish();
}

// What does not need each other is built at once. The package clears dist/ before the studio is asked for there.
await Promise.all([KERNEL, STEP_KERNEL].map(buildGenerated));
if (process.argv[2] !== '--kernels') {
  await buildGenerated(STEP_WORKER);
  await Promise.all([buildPackage(), buildStudio()]);
}
