// SPDX-License-Identifier: MIT
/** A run: a simulation with its outputs and checkpoints in a folder, on a disk or in memory, at some step between the first and the last. */
import { ScreeError } from '../errors.ts';
import type { Scene } from '../scene/scene.ts';
import { Simulation } from '../simulation/simulation.ts';
import { loadLaws } from '../simulation/user-laws/law-modules.ts';
import { CheckpointError } from './checkpoint-file.ts';
import { CheckpointStore, type FoundCheckpoint } from './checkpoint-store.ts';
import { MANIFEST_FORMAT, type RunManifest, writeManifest } from './manifest.ts';
import type { Output } from './outputs/output.ts';
import { openOutputs, outputNames } from './outputs/scene-outputs.ts';
import { Snapshot } from './outputs/snapshot.ts';
import { RunError } from './run-error.ts';
import type { RunStore } from './run-store.ts';
import { copyScene, type FoundScene } from './scene-copy.ts';
import { lastStepOf } from './step-schedule.ts';

/** What a scene without `checkpoints` gets: no more than ten minutes of work can be lost. */
const DEFAULT_CHECKPOINTS = { everyWallTime: 600, keep: 2 } as const;

export interface RunOptions {
  /** Instead of that of the scene. */
  readonly threads?: number;
  /** Simulated time at which to end, s, instead of the scene's duration. */
  readonly until?: number;
  /** Version of the program, for the manifest. */
  readonly program: string;
  /** Of now, for manifest and log. */
  readonly date: () => string;
}

/** What a run goes on from besides its checkpoints. */
export interface RunBefore {
  readonly manifest: RunManifest;
  /** Read from its copy. */
  readonly scene: Scene;
}

export class Run {
  readonly store: RunStore;
  readonly scene: Scene;
  readonly simulation: Simulation;
  readonly lastStep: number;
  readonly checkpoints: NonNullable<Scene['checkpoints']>;
  /** What a user should know about how the run went on: checkpoints that could not be used, another version of the program. */
  readonly notes: readonly string[];
  readonly outputs: readonly Output[];
  readonly manifest: RunManifest;
  readonly #checkpoints: CheckpointStore;
  readonly #date: () => string;
  #lastCheckpoint: { readonly path: string; readonly step: number } | undefined;

  private constructor(
    store: RunStore,
    manifest: RunManifest,
    scene: Scene,
    simulation: Simulation,
    found: FoundCheckpoint | undefined,
    notes: readonly string[],
    date: () => string,
  ) {
    this.store = store;
    this.manifest = manifest;
    this.scene = scene;
    this.simulation = simulation;
    this.lastStep = lastStepOf(manifest.until, scene.simulation.timeStep);
    this.checkpoints = scene.checkpoints ?? DEFAULT_CHECKPOINTS;
    this.notes = notes;
    this.#checkpoints = new CheckpointStore(store, this.checkpoints.keep);
    this.#date = date;
    this.#lastCheckpoint = found && { path: found.path, step: found.checkpoint.step };
    if (found !== undefined) this.#checkpoints.dropAfter(found.checkpoint.step);
    const lengths = found?.checkpoint.outputs ?? {};
    const states = found?.checkpoint.outputStates ?? {};
    this.outputs = openOutputs(scene, { store, doneStep: found?.checkpoint.step, lengths, states });
    if (found === undefined) this.writeOutputs();
  }

  /** Starts a run of a scene. Nothing is opened or written when the scene cannot be simulated. */
  static async start(
    found: FoundScene,
    openStore: () => RunStore,
    options: RunOptions & { readonly machine: RunManifest['machine'] },
  ): Promise<Run> {
    const { simulation: spec, duration, title } = found.scene;
    const { until = duration, threads = spec.threads ?? 1 } = options;
    const simulation = await Simulation.create({ ...spec, threads });
    let store: RunStore | undefined;
    try {
      store = openStore();
      const manifest: RunManifest = {
        ...MANIFEST_FORMAT,
        program: options.program,
        title,
        scene: copyScene(found, store),
        seed: spec.seed ?? 1,
        threads,
        timeStep: spec.timeStep,
        until,
        steps: lastStepOf(until, spec.timeStep),
        shapes: (spec.shapes ?? []).map(({ name }) => name),
        materials: spec.materials.map(({ name }) => name),
        halfSpaces: (spec.halfSpaces ?? []).map(({ name }) => name),
        meshes: (spec.meshes ?? []).map(({ name }) => name),
        outputs: outputNames(found.scene),
        machine: options.machine,
        started: options.date(),
      };
      writeManifest(store, manifest);
      const run = new Run(store, manifest, found.scene, simulation, undefined, [], options.date);
      run.log(`started: ${title}, ${manifest.steps} steps of ${spec.timeStep} s, threads: ${threads}`);
      return run;
    } catch (error) {
      simulation.dispose();
      store?.release();
      throw error;
    }
  }

  /**
   * Goes on with a run from its newest good checkpoint, or from the beginning when it has none. What the outputs hold beyond it
   * is removed.
   */
  static async resume(
    { manifest: before, scene }: RunBefore,
    openStore: () => RunStore,
    options: RunOptions,
  ): Promise<Run> {
    const { timeStep } = scene.simulation;
    const { until = before.until, threads = before.threads } = options;
    const manifest = { ...before, until, threads, steps: lastStepOf(until, timeStep) };
    await loadLaws(scene.simulation);
    const store = openStore();
    let simulation: Simulation | undefined;
    try {
      const found = new CheckpointStore(store).newest();
      const notes = resumeNotes(before, found, options.program);
      simulation = restored({ ...scene.simulation, threads }, found, before.scene.sha256);
      if (simulation.stepCount > manifest.steps) {
        const { time } = simulation;
        const { folder } = store;
        throw new RunError('past-end', `${folder}: the run is at ${time} s already; it cannot end at ${until} s`, {
          time,
        });
      }
      if (until !== before.until || threads !== before.threads) writeManifest(store, manifest);
      const run = new Run(store, manifest, scene, simulation, found, notes, options.date);
      for (const note of notes) run.log(note);
      run.log(`resumed: step ${simulation.stepCount} of ${run.lastStep}, threads: ${threads}`);
      return run;
    } catch (error) {
      simulation?.dispose();
      store.release();
      throw error;
    }
  }

  /** What messages and people call its folder. */
  get folder(): string {
    return this.store.folder;
  }

  get lastCheckpoint(): { readonly path: string; readonly step: number } | undefined {
    return this.#lastCheckpoint;
  }

  /** Writes what is due at the present step. */
  writeOutputs(): void {
    const moment = new Snapshot(this.simulation);
    for (const output of this.outputs) if (output.schedule.isDue(moment.step)) output.write(moment);
  }

  /** Writes a checkpoint of the present step, once the disk has the outputs that it relies on; does nothing when it has one. */
  writeCheckpoint(): void {
    const { stepCount: step, time } = this.simulation;
    if (this.#lastCheckpoint?.step === step) return;
    for (const output of this.outputs) output.sync();
    const outputs = Object.assign({}, ...this.outputs.map((output) => output.lengths()));
    const outputStates = Object.assign({}, ...this.outputs.map((output) => output.states?.() ?? {}));
    const state = this.simulation.save();
    const checkpoint = { step, time, sceneHash: this.manifest.scene.sha256, outputs, outputStates, state };
    const path = this.#checkpoints.write(checkpoint);
    this.#lastCheckpoint = { path, step };
    this.log(`checkpoint: step ${step}, time ${time} s`);
  }

  log(text: string): void {
    this.store.log(`${this.#date()} ${text}`);
  }

  /** Ends the threads and lets go of the folder. */
  close(): void {
    for (const output of this.outputs) output.close();
    this.simulation.dispose();
    this.store.release();
  }
}

function resumeNotes(before: RunManifest, found: FoundCheckpoint | undefined, program: string): string[] {
  const notes = (found?.refused ?? []).map((message) => `${message}; the one before is used`);
  if (before.program !== program) {
    notes.push(
      `the run was started with version ${before.program}, this is ${program}: results may differ in their last digits`,
    );
  }
  if (found === undefined) notes.push('there is no checkpoint yet: the run starts again from the beginning');
  return notes;
}

function restored(spec: Scene['simulation'], found: FoundCheckpoint | undefined, sceneHash: string): Simulation {
  if (found === undefined) return new Simulation(spec);
  const { path, checkpoint } = found;
  if (checkpoint.sceneHash !== sceneHash) {
    throw new RunError('wrong-scene', `${path}: belongs to another scene; remove it`, { path });
  }
  try {
    return Simulation.restore(spec, checkpoint.state);
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    throw new CheckpointError(error.code, `${path}: ${error.message}`, { path });
  }
}
