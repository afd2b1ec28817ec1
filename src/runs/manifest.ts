// SPDX-License-Identifier: MIT
/** What a run folder holds and what it was made with: manifest.json, which makes the folder a run. */

import { RunError } from './run-error.ts';
import { MANIFEST_NAME } from './run-files.ts';
import type { RunStore } from './run-store.ts';

const FORMAT = 'scree run';
const FORMAT_VERSION = 1;

/** A file that the scene names, and where its copy is. */
export interface CopiedFile {
  /** As the scene names it. */
  readonly name: string;
  /** In the run folder; for a module, where it was. */
  readonly path: string;
  readonly sha256: string;
}

export interface RunManifest {
  readonly format: string;
  readonly formatVersion: number;
  /** Of the program. */
  readonly program: string;
  readonly title: string;
  readonly scene: {
    /** The copy in the run folder. */
    readonly file: string;
    /** As it was named when the run was started. */
    readonly original: string;
    readonly sha256: string;
    /** What `--set` set; the copy has these values. */
    readonly settings: readonly string[];
    /** Files that the scene included; the copy has their entries. */
    readonly includes: readonly { readonly name: string; readonly sha256: string }[];
    readonly meshes: readonly CopiedFile[];
    readonly modules: readonly CopiedFile[];
    /** Bodies at the start from files, by their names and frames. */
    readonly bodies: readonly CopiedFile[];
  };
  readonly seed: number;
  /** As asked for: `auto` is chosen anew wherever the run goes on; log.txt has the number. */
  readonly threads: number | 'auto';
  /** s; 0 with variable steps. */
  readonly timeStep: number;
  /** Absent for fixed steps. */
  readonly integrator?: 'variable';
  /** Absent for runs on the processor. */
  readonly device?: { readonly kind: 'gpu'; readonly adapter: string };
  /** Simulated time at which the run ends, s. */
  readonly until: number;
  /** 0 where that is not known before. */
  readonly steps: number;
  /** Names of what the numbers in the outputs stand for. */
  readonly shapes: readonly string[];
  readonly materials: readonly string[];
  readonly halfSpaces: readonly string[];
  readonly meshes: readonly string[];
  /** What a user opens, by name in the run folder. */
  readonly outputs: readonly string[];
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly platform: string;
    readonly node: string;
  };
  readonly started: string;
}

export const MANIFEST_FORMAT = { format: FORMAT, formatVersion: FORMAT_VERSION } as const;

export function writeManifest(store: RunStore, manifest: RunManifest): void {
  store.writeWhole(MANIFEST_NAME, new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/** Throws a RunError when the text is no manifest, or one that this program cannot read; `path` names it. */
export function parseManifest(text: string, path: string): RunManifest {
  const refuse = (problem: string): never => {
    throw new RunError('bad-manifest', `${path}: ${problem}`, { path });
  };
  let manifest: RunManifest | undefined;
  try {
    manifest = JSON.parse(text) as RunManifest;
  } catch (error) {
    refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  if (manifest?.format !== FORMAT) refuse('not the manifest of a run');
  if (manifest?.formatVersion !== FORMAT_VERSION) {
    refuse(`version ${manifest?.formatVersion} of the format; this program reads version ${FORMAT_VERSION}`);
  }
  return withSceneFacts(manifest as RunManifest);
}

/** Manifests of older runs say nothing of what they could not have. */
function withSceneFacts(manifest: RunManifest): RunManifest {
  return { ...manifest, scene: { ...NO_SCENE_FACTS, ...manifest.scene } };
}

const NO_SCENE_FACTS = { settings: [], includes: [], bodies: [] } as const;
