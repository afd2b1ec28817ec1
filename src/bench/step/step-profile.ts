// SPDX-License-Identifier: MIT
/**
 * The share of each stage of a step in the time, from V8's sampling profiler. Functions of the kernels have the names
 * `folder/file/function`. A sample belongs to the stage of its function, or of the nearest caller that has one:
 * supports and powers belong to the algorithm that calls them.
 */
import { existsSync, readFileSync } from 'node:fs';
import { Session } from 'node:inspector';
import { fileURLToPath } from 'node:url';

/** us between samples: 5,000 samples a second resolve shares of 1 % and slow the steps by a few per cent only. */
const SAMPLING_INTERVAL = 200;
/** Functions that a report lists. */
const LISTED_FUNCTIONS = 12;

export const STAGES = [
  'neighbour-list rebuild',
  'mesh queries',
  'pairs: lists and results',
  'pairs: formulas',
  'pairs: warm starts of polyhedra',
  'pairs: curved bodies',
  'pairs: GJK',
  'pairs: EPA',
  'pairs: features and proofs',
  'forces',
  'motion',
  'garbage collection',
  'other',
] as const;
export type Stage = (typeof STAGES)[number];

/** Shares of the time: of the stages, in the order of STAGES, and of the functions that take most of it. */
export interface StepProfile {
  readonly stages: readonly { readonly stage: Stage; readonly share: number }[];
  readonly functions: readonly { readonly name: string; readonly share: number }[];
}

/**
 * The stage of a kernel function by its name, of a JavaScript function by the path of its file; the first match wins.
 */
const RULES: readonly (readonly [RegExp, Stage])[] = [
  [/^\(garbage collector\)$/, 'garbage collection'],
  [/mesh|double-hierarchy|facet/, 'mesh queries'],
  [/neighbour-list|(^|\/)neighbours\/|^(sort-elements|rows|slots|touch-order)\//, 'neighbour-list rebuild'],
  [/^closed-form\//, 'pairs: formulas'],
  [/^warm-start\//, 'pairs: warm starts of polyhedra'],
  [/^(smooth|superquadric)\//, 'pairs: curved bodies'],
  [/^gjk\//, 'pairs: GJK'],
  [/^epa\//, 'pairs: EPA'],
  [/^(features|certificate)\//, 'pairs: features and proofs'],
  [
    /convex-finder|^(batch|contact-pair|touch-batch|convex-pairs|convex-touches|touch-writer)\//,
    'pairs: lists and results',
  ],
  [/^(pair-loop|hit-forces|hit-list|touch-forces|two-touches|contact-force|laws|nearest-history)\b/, 'forces'],
  [/^integrate|motion-hooks/, 'motion'],
];

/** A function in the profiler's output; the url of kernel functions is empty or starts with `wasm:`. */
interface CallFrame {
  readonly functionName: string;
  readonly url: string;
  /** From 0 on. */
  readonly lineNumber: number;
}

const isKernel = ({ url }: CallFrame): boolean => url === '' || url.startsWith('wasm:');

/**
 * The path of a function's module below src/ or dist/. A bundle of several modules has a comment with the path before
 * each of them.
 */
export function modulePath({ url, lineNumber }: CallFrame, linesOf: (url: string) => readonly string[]): string {
  const comment = linesOf(url).findLast((line, k) => k <= lineNumber && /^\/\/ (?:src|dist)\//.test(line));
  return /(?:^\/\/ |\/)(?:src|dist)\/(.*)$/.exec(comment ?? url)?.[1] ?? '';
}

/** The stage that a function belongs to by itself; the name is `folder/file/function` in kernels, a path elsewhere. */
export function stageOf(name: string): Stage | undefined {
  return RULES.find(([pattern]) => pattern.test(name))?.[1];
}

interface ProfileNode {
  readonly id: number;
  readonly callFrame: CallFrame;
  readonly children?: readonly number[] | undefined;
}

interface RawProfile {
  readonly nodes: readonly ProfileNode[];
  readonly samples?: readonly number[] | undefined;
  readonly timeDeltas?: readonly number[] | undefined;
}

/** Queries of a mesh use the algorithms of pairs; there their time belongs to the mesh. */
function stageBelow(own: Stage | undefined, ofCaller: Stage | undefined): Stage | undefined {
  const isPart = own?.startsWith('pairs: ') === true && ofCaller === 'mesh queries';
  return isPart ? ofCaller : (own ?? ofCaller);
}

/** Lines of a file by its url; none for modules of Node. */
function fileReader(): (url: string) => readonly string[] {
  const files = new Map<string, readonly string[]>();
  const read = (url: string): readonly string[] => {
    const path = url.startsWith('file:') ? fileURLToPath(url) : '';
    return existsSync(path) ? readFileSync(path, 'utf8').split('\n') : [];
  };
  return (url) => {
    const lines = files.get(url) ?? read(url);
    files.set(url, lines);
    return lines;
  };
}

export function summariseProfile(
  { nodes, samples = [], timeDeltas = [] }: RawProfile,
  linesOf = fileReader(),
): StepProfile {
  const pathOf = (frame: CallFrame): string => (isKernel(frame) ? frame.functionName : modulePath(frame, linesOf));
  const nameOf = (frame: CallFrame): string =>
    isKernel(frame) ? frame.functionName : `${modulePath(frame, linesOf)} ${frame.functionName || '(anonymous)'}`;
  const byId = new Map(nodes.map((node) => [node.id, node]));
  const stages = new Map<number, Stage>();
  const visit = (node: ProfileNode, ofCaller: Stage | undefined): void => {
    // Starting the profiler is not part of a step.
    if (node.callFrame.url === 'node:inspector') return;
    const stage = stageBelow(stageOf(pathOf(node.callFrame)), ofCaller);
    stages.set(node.id, stage ?? 'other');
    for (const id of node.children ?? []) {
      const child = byId.get(id);
      if (child !== undefined) visit(child, stage);
    }
  };
  const [root] = nodes;
  if (root !== undefined) visit(root, undefined);
  const total = samples.reduce((sum, id, k) => sum + (stages.has(id) ? (timeDeltas[k] ?? 0) : 0), 0);
  const [ofStages, ofFunctions] = [new Map<string, number>(), new Map<string, number>()];
  const add = (sums: Map<string, number>, key: string, time: number): void => {
    sums.set(key, (sums.get(key) ?? 0) + time / total);
  };
  samples.forEach((id, k) => {
    const [node, stage] = [byId.get(id), stages.get(id)];
    if (node === undefined || stage === undefined) return;
    add(ofStages, stage, timeDeltas[k] ?? 0);
    add(ofFunctions, nameOf(node.callFrame), timeDeltas[k] ?? 0);
  });
  return {
    stages: STAGES.flatMap((stage) => {
      const share = ofStages.get(stage);
      return share === undefined ? [] : [{ stage, share }];
    }),
    functions: [...ofFunctions]
      .sort(([, a], [, b]) => b - a)
      .slice(0, LISTED_FUNCTIONS)
      .map(([name, share]) => ({ name, share })),
  };
}

/** The profile of the main thread while `act` runs. */
export function profiled(act: () => void): StepProfile {
  const session = new Session();
  session.connect();
  session.post('Profiler.enable');
  session.post('Profiler.setSamplingInterval', { interval: SAMPLING_INTERVAL });
  session.post('Profiler.start');
  act();
  let profile: RawProfile = { nodes: [] };
  // A session connected to its own thread calls back before post returns.
  session.post('Profiler.stop', (error, { profile: answer }) => {
    if (error) throw error;
    profile = answer;
  });
  session.disconnect();
  return summariseProfile(profile);
}
