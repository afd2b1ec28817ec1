// SPDX-License-Identifier: MIT
/**
 * `npm run torture -- --queries 10000000 [--seed N] [--first-block N] [--kind touching,deep] [--threads N] [--failures
 * FILE] [--only NUMBER]`
 *
 * Asks the contact query about pairs made to break it and judges every answer from outside (tests/torture). Failures go
 * to a file that `scree contact` replays. Ctrl-C prints what is known so far. Exit code 1 on any violation, 2 on wrong
 * arguments. A run of a million queries may be split: blocks are of a thousand, and each depends on the seed, the kinds
 * and its number alone, so that `--first-block 500 --queries 500000` is the second half.
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
  // Of its own, so that runs beside each other do not write over each other's files.
  const folder = join(ROOT, `node_modules/.cache/scree/torture-${process.pid}`);
  process.on('exit', () => rmSync(folder, { recursive: true, force: true }));
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
        'first-block': { type: 'string', default: '0' },
        threads: { type: 'string', default: String(availableParallelism()) },
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
const [{ BLOCK_SIZE, isSoft }, { Summary }, { PAIR_KIND_NAMES }] = await Promise.all(
  ['session.js', 'summary.js', 'torture-pairs.js'].map(load),
);
const kinds = args.kind === undefined ? PAIR_KIND_NAMES : args.kind.split(',');
const unknown = kinds.find((kind) => !PAIR_KIND_NAMES.includes(kind));
if (unknown !== undefined) usage(`--kind: expected some of ${PAIR_KIND_NAMES.join(',')}, got ${unknown}`);

const blocks = only === undefined ? Math.ceil(queries / BLOCK_SIZE) : 1;
const firstBlock =
  only === undefined ? readNumber(args['first-block'], 'first-block', 0) : Math.floor(only / BLOCK_SIZE);
const summary = new Summary();
const violationLines = [];
const softLines = [];
const workers = [];
let nextBlock = 0;
let doneBlocks = 0;
let start = performance.now();

function progressLine() {
  const seconds = (performance.now() - start) / 1000;
  const rate = summary.queries / seconds;
  const left = rate > 0 ? (blocks * BLOCK_SIZE - summary.queries) / rate : Infinity;
  const share = ((100 * doneBlocks) / blocks).toFixed(1);
  return (
    `${share} %  ${summary.queries} queries  ${Math.round(rate)}/s  ${Math.ceil(left)} s left  ` +
    `${summary.violationCount} violations`
  );
}

function finish(note) {
  if (process.stderr.isTTY) process.stderr.write('\r\x1b[K');
  console.log(summary.text((performance.now() - start) / 1000));
  if (note !== undefined) console.log(note);
  const lines = [...violationLines, ...softLines];
  if (lines.length > 0) {
    mkdirSync(dirname(args.failures), { recursive: true });
    writeFileSync(args.failures, `${lines.join('\n')}\n`);
    console.log(`failures: ${args.failures}; replay with: npx scree contact ${args.failures}`);
  }
  process.exit(summary.isGood() && note === undefined ? 0 : 1);
}

/** Violations are kept before soft findings, whenever they come. */
function keepLine(failure) {
  const list = isSoft(failure) ? softLines : violationLines;
  if (list.length < KEPT_FAILURES) list.push(failure.line);
}

function giveBlock(watched) {
  watched.isBusy = nextBlock < blocks;
  if (!watched.isBusy) return;
  watched.since = performance.now();
  watched.worker.postMessage({ block: firstBlock + nextBlock, only });
  nextBlock++;
}

function receive(watched, report) {
  if (report === 'ready') {
    if (nextBlock === 0) start = performance.now();
    giveBlock(watched);
    return;
  }
  summary.add(report);
  doneBlocks++;
  for (const failure of report.failures) keepLine(failure);
  if (doneBlocks === blocks) finish();
  giveBlock(watched);
}

const which = args.kind === undefined ? 'all kinds' : `kinds ${kinds.join(',')}`;
console.log(`torture: seed ${seed}, ${queries} queries from block ${firstBlock} on, ${threads} threads, ${which}`);
for (let i = 0; i < Math.min(threads, blocks); i++) {
  const progress = new SharedArrayBuffer(8);
  const worker = new Worker(join(folder, 'tests/torture/worker.js'), { workerData: { seed, kinds, progress } });
  const watched = { worker, current: new Float64Array(progress), seen: -1, since: 0, isBusy: false };
  worker.on('message', (report) => receive(watched, report));
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
    } else if (watched.isBusy && performance.now() - watched.since > 1000 * HANG_SECONDS) {
      finish(
        `query ${watched.seen} has not ended for ${HANG_SECONDS} s; replay with --seed ${seed} --only ${watched.seen}`,
      );
    }
  }
}, 1000).unref();
