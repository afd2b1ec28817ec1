// SPDX-License-Identifier: MIT
/**
 * `npm run torture -- --queries 10000000 [--seed N] [--kind touching,deep] [--threads 2] [--failures FILE] [--only NUMBER]`
 *
 * Asks the contact query about pairs made to break it and judges every answer from outside (tests/torture). Failures go to a file that
 * `scree contact` replays. Ctrl-C prints what is known so far. Exit code 1 on any violation, 2 on wrong arguments.
 */
import { mkdirSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { parseArgs } from 'node:util';
import { Worker } from 'node:worker_threads';
import ts from 'typescript';
import { ROOT } from './build-stamp.mjs';

/** A query that takes longer hangs, as far as anybody waiting for it can tell. */
const HANG_SECONDS = 60;
const KEPT_FAILURES = 10_000;

/** Types stripped from src/ and tests/torture/ into one folder, so that Node runs them as they are. */
function transpile() {
  const folder = join(ROOT, 'node_modules/.cache/scree/torture');
  rmSync(folder, { recursive: true, force: true });
  const options = {
    target: ts.ScriptTarget.ES2023,
    module: ts.ModuleKind.ESNext,
    verbatimModuleSyntax: true,
    rewriteRelativeImportExtensions: true,
  };
  const copy = (path) => {
    if (statSync(join(ROOT, path)).isDirectory()) {
      for (const name of readdirSync(join(ROOT, path))) copy(`${path}/${name}`);
    } else if (/(?<!\.test|\.d)\.ts$/.test(path)) {
      const target = join(folder, path.replace(/\.ts$/, '.js'));
      mkdirSync(dirname(target), { recursive: true });
      const { outputText } = ts.transpileModule(readFileSync(join(ROOT, path), 'utf8'), { compilerOptions: options });
      writeFileSync(target, outputText);
    }
  };
  copy('src');
  copy('tests/torture');
  writeFileSync(join(folder, 'package.json'), '{ "type": "module" }\n');
  return folder;
}

function usage(message) {
  console.error(`torture: ${message}`);
  process.exit(2);
}

function readArguments() {
  try {
    const { values } = parseArgs({
      options: {
        queries: { type: 'string', default: '100000' },
        seed: { type: 'string', default: '1' },
        kind: { type: 'string' },
        threads: { type: 'string', default: String(Math.min(2, availableParallelism())) },
        failures: { type: 'string', default: 'runs/torture-failures.jsonl' },
        only: { type: 'string' },
      },
    });
    return values;
  } catch (error) {
    return usage(error.message);
  }
}

function readNumber(text, name, least) {
  const value = Number(text);
  if (!Number.isSafeInteger(value) || value < least) usage(`--${name}: expected an integer >= ${least}, got ${text}`);
  return value;
}

const args = readArguments();
const seed = readNumber(args.seed, 'seed', 0);
const queries = readNumber(args.queries, 'queries', 1);
const threads = readNumber(args.threads, 'threads', 1);
const only = args.only === undefined ? undefined : readNumber(args.only, 'only', 0);

const folder = transpile();
const load = (name) => import(pathToFileURL(join(folder, 'tests/torture', name)).href);
const [{ BLOCK_SIZE }, { Summary }, { PAIR_KIND_NAMES }] = await Promise.all(
  ['session.js', 'summary.js', 'pair-kinds.js'].map(load),
);
const kinds = args.kind === undefined ? PAIR_KIND_NAMES : args.kind.split(',');
const unknown = kinds.find((kind) => !PAIR_KIND_NAMES.includes(kind));
if (unknown !== undefined) usage(`--kind: expected some of ${PAIR_KIND_NAMES.join(',')}, got ${unknown}`);

const blocks = only === undefined ? Math.ceil(queries / BLOCK_SIZE) : 1;
const firstBlock = only === undefined ? 0 : Math.floor(only / BLOCK_SIZE);
const summary = new Summary();
const failureLines = [];
const workers = [];
let nextBlock = 0;
let doneBlocks = 0;
let start = performance.now();

function progressLine() {
  const seconds = (performance.now() - start) / 1000;
  const rate = summary.queries / seconds;
  const left = rate > 0 ? (blocks * BLOCK_SIZE - summary.queries) / rate : Infinity;
  const share = ((100 * doneBlocks) / blocks).toFixed(1);
  return `${share} %  ${summary.queries} queries  ${Math.round(rate)}/s  ${Math.ceil(left)} s left  ${summary.failureCount} failures`;
}

function finish(note) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(summary.text((performance.now() - start) / 1000));
  if (note !== undefined) console.log(note);
  if (failureLines.length > 0) {
    mkdirSync(dirname(args.failures), { recursive: true });
    writeFileSync(args.failures, `${failureLines.join('\n')}\n`);
    console.log(`failures: ${args.failures}; replay with: npx scree contact ${args.failures}`);
  }
  process.exit(summary.isGood() && note === undefined ? 0 : 1);
}

function giveBlock(worker) {
  if (nextBlock >= blocks) return;
  worker.postMessage(only === undefined ? { block: nextBlock } : { block: firstBlock, only });
  nextBlock++;
}

function receive(worker, report) {
  if (report === 'ready') {
    if (nextBlock === 0) start = performance.now();
    giveBlock(worker);
    return;
  }
  summary.add(report);
  doneBlocks++;
  for (const { line } of report.failures) if (failureLines.length < KEPT_FAILURES) failureLines.push(line);
  if (doneBlocks === blocks) finish();
  giveBlock(worker);
}

console.log(`torture: seed ${seed}, ${queries} queries, ${threads} threads, kinds ${kinds.join(',')}`);
for (let i = 0; i < threads; i++) {
  const progress = new SharedArrayBuffer(8);
  const worker = new Worker(join(folder, 'tests/torture/worker.js'), { workerData: { seed, kinds, progress } });
  const watched = { current: new Float64Array(progress), seen: -1, since: performance.now() };
  worker.on('message', (report) => {
    watched.since = performance.now();
    receive(worker, report);
  });
  worker.on('error', (error) => finish(`a thread died at query ${watched.current[0]}: ${error.stack}`));
  workers.push(watched);
}

process.on('SIGINT', () => finish(`stopped after ${doneBlocks} of ${blocks} blocks`));
setInterval(() => {
  if (process.stderr.isTTY) process.stderr.write(`\r\x1b[K${progressLine()}`);
  for (const watched of workers) {
    if (watched.current[0] !== watched.seen) {
      watched.seen = watched.current[0];
      watched.since = performance.now();
    } else if (performance.now() - watched.since > 1000 * HANG_SECONDS && doneBlocks + workers.length > nextBlock) {
      finish(
        `query ${watched.seen} has not ended for ${HANG_SECONDS} s; replay with --seed ${seed} --only ${watched.seen}`,
      );
    }
  }
}, 1000).unref();
