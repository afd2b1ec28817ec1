// SPDX-License-Identifier: MIT
/** The page's side of the workers: one worker checks scenes, and each run has its own. */
import type { LiveDevice, News, Order } from './protocol.ts';

export class Engine {
  readonly #worker: Worker;

  constructor(onNews: (news: News) => void) {
    this.#worker = new Worker(new URL('./run-worker.ts', import.meta.url), { type: 'module' });
    this.#worker.addEventListener('message', ({ data }: MessageEvent<News>) => onNews(data));
    this.#worker.addEventListener('error', ({ message }) => {
      onNews({ kind: 'failed', message: message || 'the worker could not be started', run: undefined });
    });
  }

  order(order: Order): void {
    this.#worker.postMessage(order);
  }

  /** Ends its threads, then itself. */
  end(): void {
    this.order({ kind: 'end' });
  }
}

export interface ThreadChoice {
  readonly most: number;
  /** Why there are no more. */
  readonly reason: string;
}

export interface DeviceChoice {
  readonly devices: readonly LiveDevice[];
  /** A note for the user about the choice. */
  readonly reason: string;
}

/** What runs can be computed on here. */
export function deviceChoice(): DeviceChoice {
  if (navigator.gpu === undefined) {
    return { devices: ['cpu'], reason: 'this browser offers no WebGPU here, so the graphics card cannot compute' };
  }
  return {
    devices: ['cpu', 'gpu'],
    reason: 'the graphics card computes with 32 bits and takes fewer kinds of scenes; the processor computes with 64',
  };
}

/** The graphics card if there is a real one; one that the processor plays is slower than its threads. */
export async function fastestDevice(): Promise<LiveDevice> {
  try {
    const adapter = await navigator.gpu?.requestAdapter({ powerPreference: 'high-performance' });
    const isReal = adapter !== undefined && adapter !== null && !adapter.info.isFallbackAdapter;
    return isReal && !SOFTWARE.test(`${adapter.info.vendor} ${adapter.info.architecture}`) ? 'gpu' : 'cpu';
  } catch {
    return 'cpu';
  }
}

/** Drivers that compute on the processor. */
const SOFTWARE = /swiftshader|llvmpipe|lavapipe/i;

/** In a page, which has other work to do, threads pay off up to about this number. */
const MOST_THREADS = 16;

export function threadChoice(): ThreadChoice {
  if (!crossOriginIsolated) {
    return { most: 1, reason: 'this page is not isolated by its headers, so browsers share no memory between threads' };
  }
  const cores = navigator.hardwareConcurrency;
  return { most: Math.max(1, Math.min(MOST_THREADS, cores)), reason: `this machine has ${cores}` };
}
