// SPDX-License-Identifier: MIT
/** manifest.json of a run folder: its content and how it was made. A folder with a manifest is a run. */

import { z } from 'zod';
import { ENGINE_NAMES, type EngineName } from '../../engines/engine-name.ts';
import type { RunStore } from '../files/run-store.ts';
import { RunError } from '../run-error.ts';
import { isInsideName, MANIFEST_NAME } from './run-files.ts';

const FORMAT = 'scree run';
const FORMAT_VERSION = 1;

/** A file that the scene names, and where its copy is. */
export interface CopiedFile {
  /** As the scene names it. */
  readonly name: string;
  /** Path in the run folder; for a module, its original path. */
  readonly path: string;
  readonly sha256: string;
}

/** What `manifest.json` of a run folder holds. */
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
    /** Tables of numbers, such as those of motions. */
    readonly tables: readonly CopiedFile[];
  };
  readonly seed: number;
  /** The requested number. Each start of the run evaluates `auto` again; log.txt has the result. */
  readonly threads: number | 'auto';
  /** s; 0 with variable steps, and the longest of stages with different ones. */
  readonly timeStep: number;
  /** Of each stage, s, if they are not all the same. */
  readonly stageTimeSteps?: readonly number[];
  /** Absent for fixed steps. */
  readonly integrator?: 'variable';
  /** Absent for runs on the processor. */
  readonly device?: { readonly kind: 'gpu'; readonly adapter: string };
  /** Absent for runs of our own code. */
  readonly engine?: {
    readonly name: EngineName;
    /** As it calls itself. */
    readonly version: string;
    readonly ranks: number;
    /** Words that start processes of MPI; absent for the default. */
    readonly launcher?: string;
    /** Where its formulas differ from ours. */
    readonly differences: readonly string[];
  };
  /** Simulated time at which the run ends, s. */
  readonly until: number;
  /** 0 if it is not known in advance. */
  readonly steps: number;
  /** Names for the numbers in the outputs. */
  readonly shapes: readonly string[];
  readonly materials: readonly string[];
  readonly halfSpaces: readonly string[];
  readonly meshes: readonly string[];
  /** Files for the user to open, by name in the run folder. */
  readonly outputs: readonly string[];
  readonly machine: {
    readonly processor: string;
    readonly cores: number;
    readonly platform: string;
    readonly node: string;
  };
  readonly started: string;
  /** Number of frames in the trajectory when the run ended or was stopped; absent during the run and after a crash. */
  readonly trajectoryFrames?: number;
}

export const MANIFEST_FORMAT = { format: FORMAT, formatVersion: FORMAT_VERSION } as const;

export function writeManifest(store: RunStore, manifest: RunManifest): void {
  store.writeWhole(MANIFEST_NAME, new TextEncoder().encode(`${JSON.stringify(manifest, undefined, 2)}\n`));
}

/** Name of a file in the run folder. A manifest must not cause access to files elsewhere. */
const insideName = z
  .string()
  .refine(isInsideName, { error: 'expected the name of a file in the run folder, without .. and not absolute' });
const copiedFile = z.looseObject({ name: z.string(), path: insideName, sha256: z.string() });
const names = z.array(z.string());

/** Required keys of a manifest. Lists that older manifests lack are empty; unknown keys are kept. */
const manifestSchema = z.looseObject({
  program: z.string(),
  title: z.string(),
  scene: z.looseObject({
    file: insideName,
    original: z.string(),
    sha256: z.string(),
    settings: names.default([]),
    includes: z.array(z.looseObject({ name: z.string(), sha256: z.string() })).default([]),
    meshes: z.array(copiedFile).default([]),
    // Modules are not copied: the path is that of the original.
    modules: z.array(z.looseObject({ name: z.string(), path: z.string(), sha256: z.string() })).default([]),
    bodies: z.array(copiedFile).default([]),
    tables: z.array(copiedFile).default([]),
  }),
  seed: z.number(),
  threads: z.union([z.int().min(1), z.literal('auto')]),
  timeStep: z.number().min(0),
  stageTimeSteps: z.array(z.number()).optional(),
  integrator: z.literal('variable').optional(),
  device: z.looseObject({ kind: z.literal('gpu'), adapter: z.string() }).optional(),
  engine: z
    .looseObject({
      name: z.enum(ENGINE_NAMES),
      version: z.string(),
      ranks: z.int().min(1),
      launcher: z.string().optional(),
      differences: names.default([]),
    })
    .optional(),
  until: z.number().min(0),
  steps: z.number().min(0),
  shapes: names,
  materials: names,
  halfSpaces: names,
  meshes: names,
  outputs: z.array(insideName),
  machine: z.looseObject({}),
  started: z.string(),
  trajectoryFrames: z.int().min(0).optional(),
});

/** Throws a RunError when the text is no manifest, or one that this program cannot read; `path` names it. */
export function parseManifest(text: string, path: string): RunManifest {
  const refuse = (problem: string): never => {
    throw new RunError('bad-manifest', `${path}: ${problem}`, { path });
  };
  let manifest: unknown;
  try {
    manifest = JSON.parse(text);
  } catch (error) {
    return refuse(`cannot be read: ${error instanceof Error ? error.message : String(error)}`);
  }
  const { format, formatVersion } = (manifest ?? {}) as Partial<RunManifest>;
  if (format !== FORMAT) refuse('not the manifest of a run');
  if (formatVersion !== FORMAT_VERSION) {
    refuse(`version ${formatVersion} of the format; this program reads version ${FORMAT_VERSION}`);
  }
  const parsed = manifestSchema.safeParse(manifest);
  if (parsed.success) return parsed.data as unknown as RunManifest;
  const [issue] = parsed.error.issues;
  const place = (issue?.path ?? []).map((step) => (typeof step === 'number' ? `[${step}]` : `.${String(step)}`));
  return refuse(`${place.join('').slice(1)}: ${issue?.message}; it was altered, put it back or start a new run`);
}
