// SPDX-License-Identifier: MIT
/**
 * The script of the threads of a simulation in Node, compiled once: threads take over the compiled code and load no
 * module, which takes a third of the CPU time of their start (docs/decisions/0045).
 */
import { WASM_BASE64 } from '../../kernel/generated/wasm-bytes.ts';
import { STEP_WORKER_SCRIPT } from '../generated/step-worker-script.ts';

export interface NodeThreadScript {
  readonly text: string;
  /** V8's code of it. A thread for which that does not fit compiles the text. */
  readonly cachedData: Uint8Array;
}

let compiled: NodeThreadScript | undefined;

/** Undefined where the script is left out, as in tests from the sources: threads then load its module. */
export function nodeThreadScript(): NodeThreadScript | undefined {
  if (STEP_WORKER_SCRIPT === '') return undefined;
  if (compiled === undefined) {
    const { Script } = process.getBuiltinModule('node:vm');
    const text = `const SCREE_KERNEL_BASE64 = '${WASM_BASE64}';\n${STEP_WORKER_SCRIPT}\nstepWorker;`;
    compiled = { text, cachedData: new Script(text, { filename: 'step-worker.js' }).createCachedData() };
  }
  return compiled;
}
