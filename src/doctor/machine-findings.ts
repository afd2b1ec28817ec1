// SPDX-License-Identifier: MIT
/** Node, processor, memory, threads and WebAssembly of this machine. */
import { availableParallelism, cpus, freemem, totalmem } from 'node:os';
import { type Finding, found, missing } from './finding.ts';

/**
 * The oldest releases of Node that Scree runs on, as package.json says. Node 21 and the first releases of 22 lack
 * `process.getBuiltinModule`.
 */
const OLDEST_NODES = [
  [20, 19],
  [22, 3],
] as const;
const GIB = 2 ** 30;

/** The head of every WebAssembly module: magic number and version. */
const MODULE_HEAD = [0, 0x61, 0x73, 0x6d, 1, 0, 0, 0] as const;
/** A function without arguments or results: type, function and code section around the body. */
const functionOf = (...body: number[]): number[] => [
  ...MODULE_HEAD,
  ...[1, 4, 1, 0x60, 0, 0],
  ...[3, 2, 1, 0],
  ...[10, 4 + body.length, 1, 2 + body.length, 0, ...body, 0x0b],
];
/** `v128.const 0; drop`. */
const SIMD = functionOf(0xfd, 0x0c, ...new Array<number>(16).fill(0), 0x1a);
/** A shared memory of 1 to 1 page. */
const SHARED_MEMORY = [...MODULE_HEAD, 5, 4, 1, 3, 1, 1];
/** A memory of 1 page with addresses of 64 bits. */
const MEMORY_64 = [...MODULE_HEAD, 5, 3, 1, 4, 1];

const isValid = (bytes: readonly number[]): boolean => WebAssembly.validate(Uint8Array.from(bytes));

export function nodeFinding(version: string): Finding {
  const [major = 0, minor = 0] = version.split('.').map(Number);
  const [[firstMajor, firstMinor], [newerMajor, newerMinor]] = OLDEST_NODES;
  const isOld = major !== firstMajor && (major < newerMajor || (major === newerMajor && minor < newerMinor));
  if (!isOld && (major > firstMajor || minor >= firstMinor)) return found('Node', version);
  return {
    name: 'Node',
    status: 'problem',
    found: version,
    remedy: `Scree needs Node ${OLDEST_NODES.map((each) => each.join('.')).join(', or ')} or newer: install it from your system's packages or nodejs.org`,
  };
}

function webAssemblyFinding(): Finding {
  const features = [
    ['SIMD', SIMD],
    ['shared memory', SHARED_MEMORY],
    ['memory64', MEMORY_64],
  ] as const;
  const names = features.flatMap(([name, bytes]) => (isValid(bytes) ? [name] : []));
  if (isValid(SIMD)) return found('WebAssembly', names.join(', '));
  return missing('WebAssembly', 'without SIMD the kernels run as JavaScript, several times slower', names.join(', '));
}

function threadsFinding(): Finding {
  const cores = availableParallelism();
  if (cores > 1) return found('threads', `${cores} at most, one for each core; simulations choose their number`);
  return missing('threads', 'simulations use one thread; nothing to do on a machine with one core', '1');
}

export function machineFindings(): Finding[] {
  const gib = (bytes: number): string => `${(bytes / GIB).toFixed(1)} GiB`;
  return [
    nodeFinding(process.versions.node),
    found('processor', `${cpus()[0]?.model.trim() ?? 'unknown'}, ${cpus().length} cores`),
    found('memory', `${gib(totalmem())}, of which ${gib(freemem())} are free`),
    threadsFinding(),
    webAssemblyFinding(),
  ];
}
