// SPDX-License-Identifier: MIT
/** A run: a simulation with its outputs and checkpoints, in a folder on disk or in memory. */
import { ScreeError } from '../errors.ts';
import { memoryCheck } from '../scene/check/memory-check.ts';
import type { Scene } from '../scene/scene.ts';
import { longestTimeStep } from '../scene/stages/stage-spec.ts';
import type { FillOptions } from '../simulation/filling/fill-regions.ts';
import type { ThreadCount } from '../simulation/threads/auto-threads.ts';
import { loadLaws } from '../simulation/user-laws/law-modules.ts';
import { CheckpointError } from './checkpoints/checkpoint-file.ts';
import { CheckpointStore, type FoundCheckpoint } from './checkpoints/checkpoint-store.ts';
import type { OutsideEngine } from './engines/outside-engine.ts';
import type { RunStore } from './files/run-store.ts';
import { MANIFEST_FORMAT, type RunManifest, writeManifest } from './folder/manifest.ts';
import { GpuSteps } from './gpu/gpu-steps.ts';
import { insertionLines } from './insertion-report.ts';
import type { Output } from './outputs/output.ts';
import { openOutputs, outputNames } from './outputs/scene-outputs.ts';
import { Snapshot } from './outputs/snapshot.ts';
import { TrajectoryOutput } from './outputs/trajectory-output.ts';
import { RunError } from './run-error.ts';
import { locatedError } from './scenes/located-error.ts';
import { copyScene, type FoundScene } from './scenes/scene-copy.ts';
import { RunStages, specAtCheckpoint } from './time/run-stages.ts';
import { RunTimings } from './time/run-timings.ts';
import { type RunClock, runClockOf } from './time/schedule.ts';
import { type RunDevice, resumeTimeLoop, startTimeLoop, type TimeLoop } from './time/time-loop.ts';

/** Default for a scene without `checkpoints`: at most ten minutes of work can be lost. */
const DEFAULT_CHECKPOINTS = { everyWallTime: 600, keep: 2 } as const;

/** How a run is started or resumed. */
export interface RunOptions {
  /** Replaces the number of the scene; `auto`: the fastest number on this machine. */
  readonly threads?: ThreadCount;
  /** Default: the CPU; a resumed run uses the device of its start. */
  readonly device?: RunDevice;
  /**
   * Plans a run in an outside engine instead of our own code. Throws a SceneError that names all that the engine cannot
   * do. Required to resume a run in an engine.
   */
  readonly planEngine?: (scene: Scene) => OutsideEngine;
  /** Simulated time at which to end, s, instead of the scene's duration. */
  readonly until?: number;
  /** Version of the program, for the manifest. */
  readonly program: string;
  /** Of now, for manifest and log. */
  readonly date: () => string;
  /** Watches or ends the filling of regions before the start. */
  readonly filling?: FillOptions;
  /** Gets the time of each part of the work. */
  readonly timings?: RunTimings;
}

/** Data for resuming a run besides its checkpoints. */
interface RunBefore {
  readonly manifest: RunManifest;
  /** Read from its copy. */
  readonly scene: Scene;
}

interface LastCheckpoint {
  readonly path: string;
  readonly step: number;
  readonly position: number;
}

/** A simulation with its outputs and checkpoints. */
export class Run {
  readonly store: RunStore;
  readonly scene: Scene;
  readonly loop: TimeLoop;
  readonly clock: RunClock;
  /** Of a scene with stages. */
  readonly stages: RunStages | undefined;
  readonly checkpoints: NonNullable<Scene['checkpoints']>;
  /** Notes for the user about the resumption: checkpoints that could not be used, another version of the program. */
  readonly notes: readonly string[];
  readonly outputs: readonly Output[];
  readonly manifest: RunManifest;
  readonly timings: RunTimings;
  readonly #checkpoints: CheckpointStore;
  readonly #date: () => string;
  #lastCheckpoint: LastCheckpoint | undefined;

  private constructor(
    store: RunStore,
    manifest: RunManifest,
    scene: Scene,
    loop: TimeLoop,
    found: FoundCheckpoint | undefined,
    notes: readonly string[],
    { date, timings = new RunTimings() }: Pick<RunOptions, 'date' | 'timings'>,
  ) {
    this.store = store;
    this.manifest = manifest;
    this.scene = scene;
    this.loop = loop;
    this.clock = runClockOf(scene);
    this.stages = scene.stages && new RunStages(scene.stages, scene, found?.checkpoint.stages);
    this.checkpoints = scene.checkpoints ?? DEFAULT_CHECKPOINTS;
    this.notes = notes;
    this.#checkpoints = new CheckpointStore(store, this.checkpoints.keep);
    this.#date = date;
    this.timings = timings;
    const donePosition = found && this.clock.positionOf(found.checkpoint);
    this.#lastCheckpoint =
      found && donePosition !== undefined
        ? { path: found.path, step: found.checkpoint.step, position: donePosition }
        : undefined;
    if (found !== undefined) this.#checkpoints.dropAfter(found.checkpoint.step);
    const lengths = found?.checkpoint.outputs ?? {};
    const states = found?.checkpoint.outputStates ?? {};
    this.outputs = openOutputs(scene, { store, donePosition, lengths, states, stages: this.stages });
    this.timings.lap('run folder');
  }

  /**
   * Starts a run of a scene. Nothing is opened or written when the scene cannot be simulated.
   *
   * @throws RunError for several threads with variable steps; SceneError for a scene that cannot be simulated;
   * DeviceError without the GPU that was asked for.
   */
  static async start(
    found: FoundScene,
    openStore: () => RunStore,
    options: RunOptions & { readonly machine: RunManifest['machine'] },
  ): Promise<Run> {
    const { simulation: spec, duration, title } = found.scene;
    const { until = duration, threads: asked = spec.threads ?? 'auto' } = options;
    const threads = runThreads(found.scene, asked);
    const { device = 'cpu' } = options;
    const notes: string[] = [...found.scene.fileWarnings];
    const { planEngine } = options;
    const engine = planEngine && located(() => planEngine(found.scene), found);
    const { warning } = device === 'cpu' && engine === undefined ? memoryCheck(found.scene) : {};
    if (warning !== undefined) notes.push(warning);
    notes.push(...(engine?.notes ?? []));
    let loop: TimeLoop | undefined;
    let store: RunStore | undefined;
    try {
      // An engine works in the folder of the run.
      if (engine !== undefined) {
        store = openStore();
        loop = await engine.open(store.folder);
      } else {
        loop = await startTimeLoop(found.scene, threads, device, (note) => notes.push(note), options.filling).catch(
          (error) => {
            throw device === 'gpu' ? locatedError(error, found) : error;
          },
        );
        options.timings?.lap('set-up');
        store = openStore();
      }
      const manifest: RunManifest = {
        ...MANIFEST_FORMAT,
        program: options.program,
        title,
        scene: copyScene(found, store),
        seed: spec.seed ?? 1,
        threads: asked,
        ...timeStepEntries(found.scene),
        until,
        steps: stepsOf(found.scene, until),
        ...(found.scene.events && { integrator: 'variable' as const }),
        ...(engine !== undefined && { engine: engine.entry }),
        ...(loop instanceof GpuSteps && { device: { kind: 'gpu' as const, adapter: loop.adapter } }),
        shapes: (spec.shapes ?? []).map(({ name }) => name),
        materials: spec.materials.map(({ name }) => name),
        halfSpaces: (spec.halfSpaces ?? []).map(({ name }) => name),
        meshes: (spec.meshes ?? []).map(({ name }) => name),
        outputs: outputNames(found.scene),
        machine: options.machine,
        started: options.date(),
      };
      writeManifest(store, manifest);
      const run = new Run(store, manifest, found.scene, loop, undefined, notes, options);
      await run.writeOutputs();
      await loop.finish?.();
      for (const note of notes) run.log(note);
      const size = manifest.stageTimeSteps ? `${manifest.stageTimeSteps.join(', ')} s` : `${spec.timeStep} s`;
      const steps = found.scene.events ? 'variable steps' : `${manifest.steps} steps of ${size}`;
      const workers = engine === undefined ? `threads: ${threads}` : `${engine.entry.version}, ranks: ${loop.threads}`;
      run.log(`started: ${title}, ${steps}, ${workers}`);
      for (const line of insertionLines(loop.view.insertions())) run.log(line);
      // The copy of the scene has its bodies, but not the state of the run that they come from.
      if (found.scene.carried !== undefined) await run.writeCheckpoint();
      return run;
    } catch (error) {
      loop?.dispose();
      store?.release();
      throw error;
    }
  }

  /**
   * Resumes a run from its newest valid checkpoint, or from the start if it has none. Outputs beyond it are removed.
   *
   * @throws RunError when the run is past its new end, or its checkpoint does not fit its files; SceneError for a law
   * that cannot be imported.
   */
  static async resume(
    { manifest: before, scene }: RunBefore,
    openStore: () => RunStore,
    options: RunOptions,
  ): Promise<Run> {
    const { until = before.until, threads: asked = before.threads } = options;
    const threads = runThreads(scene, asked);
    const { trajectoryFrames, ...unended } = before;
    const engine = before.engine && options.planEngine?.(scene);
    const manifest = {
      ...unended,
      ...(engine !== undefined && { engine: engine.entry }),
      until,
      threads: asked,
      steps: stepsOf(scene, until),
    };
    await loadLaws(scene.simulation);
    const store = openStore();
    let loop: TimeLoop | undefined;
    try {
      const found = new CheckpointStore(store).newest();
      const notes = resumeNotes(before, found, options.program);
      loop = await restored(scene, found, before, threads, engine && ((state) => engine.open(store.folder, state)));
      const stages = scene.stages && new RunStages(scene.stages, scene, found?.checkpoint.stages);
      if (loop.position > (stages?.positionAt(until) ?? runClockOf(scene).lastPosition(until))) {
        const { time } = loop.view;
        const { folder } = store;
        throw new RunError('past-end', `${folder}: the run is at ${time} s already; it cannot end at ${until} s`, {
          time,
        });
      }
      // Before the outputs are truncated, which changes the number of frames.
      const isOther = JSON.stringify(manifest.engine) !== JSON.stringify(before.engine);
      const isChanged = until !== before.until || asked !== before.threads || trajectoryFrames !== undefined || isOther;
      if (isChanged) writeManifest(store, manifest);
      const run = new Run(store, manifest, scene, loop, found, notes, options);
      if (found === undefined) await run.writeOutputs();
      for (const note of notes) run.log(note);
      const { stepCount, time } = loop.view;
      run.log(
        `resumed: ${scene.events ? `time ${time} s` : `step ${stepCount}`} of ${run.lastPosition}, threads: ${threads}`,
      );
      return run;
    } catch (error) {
      loop?.dispose();
      store.release();
      throw error;
    }
  }

  /** Position at which it ends, in steps, with variable steps in s; with stages at the latest. */
  get lastPosition(): number {
    const { until } = this.manifest;
    if (this.stages === undefined) return this.clock.lastPosition(until);
    // Every stage ends at a whole step, so that all of them may take some steps more than their sum.
    const isWhole = until >= this.scene.duration;
    return Math.min(isWhole ? Infinity : this.stages.positionAt(until), this.stages.lastPosition);
  }

  /** What messages and people call its folder. */
  get folder(): string {
    return this.store.folder;
  }

  /** Threads that work on it. */
  get threads(): number {
    return this.loop.threads;
  }

  get lastCheckpoint(): LastCheckpoint | undefined {
    return this.#lastCheckpoint;
  }

  /** The outputs that are due at the present position. */
  get dueOutputs(): Output[] {
    return this.outputs.filter(({ schedule }) => schedule.isDue(this.loop.position));
  }

  /** Writes the outputs that are due. */
  async writeOutputs(): Promise<void> {
    const { dueOutputs, loop } = this;
    if (dueOutputs.length === 0) return;
    const waiting: Output[] = [];
    for (const outputs of byNeeds(dueOutputs)) if (!(await this.#writeLater(outputs))) waiting.push(...outputs);
    if (waiting.length > 0) {
      await loop.finish?.();
      await loop.prepare?.([...new Set(waiting.flatMap(({ needs }) => needs))]);
      this.writeEvents();
      const { snapshot } = this;
      for (const output of waiting) output.write(snapshot);
    }
    // Files of VTK do not grow.
    const names = dueOutputs.map((output) => Object.keys(output.lengths()).join() || 'VTK files');
    this.timings.lap(names.join(', ') || 'reading the state');
  }

  /** Has outputs of the present state written while the simulation takes further steps; false where it cannot. */
  async #writeLater(outputs: readonly Output[]): Promise<boolean> {
    const { loop, stages } = this;
    if (loop.later === undefined) return false;
    const [{ position }, stage] = [loop, stages?.present.name];
    const needs = [...new Set(outputs.flatMap((output) => output.needs))];
    return loop.later(needs, function* (view) {
      const snapshot = new Snapshot(view, position, stage);
      // What is written in parts takes long, and is written behind the rest.
      for (const output of outputs) if (output.writeInParts === undefined) output.write(snapshot);
      for (const output of outputs) if (output.writeInParts) yield* output.writeInParts(snapshot);
    });
  }

  /** The present state. */
  get snapshot(): Snapshot {
    return new Snapshot(this.loop.view, this.loop.position, this.stages?.present.name);
  }

  /** Writes the events of the steps taken since it was called last. */
  writeEvents(): void {
    const events = this.loop.takeEvents();
    if (events !== undefined) for (const output of this.outputs) output.writeEvents?.(events);
  }

  /**
   * Writes a checkpoint of the present position, once the disk has the outputs that it relies on; does nothing when it
   * has one. The simulation must not change before it is written.
   */
  async writeCheckpoint(): Promise<void> {
    const { stepCount: step, time } = this.loop.view;
    const { position } = this.loop;
    if (this.#lastCheckpoint?.position === position) return;
    this.writeEvents();
    for (const output of this.outputs) output.sync();
    const outputs = Object.assign({}, ...this.outputs.map((output) => output.lengths()));
    const outputStates = Object.assign({}, ...this.outputs.map((output) => output.states?.() ?? {}));
    const state = this.loop.save();
    const stages = this.stages?.save();
    const sceneHash = this.manifest.scene.sha256;
    const checkpoint = { step, time, sceneHash, outputs, outputStates, ...(stages && { stages }), state };
    const path = await this.#checkpoints.write(checkpoint);
    this.#lastCheckpoint = { path, step, position };
    this.log(`checkpoint: step ${step}, time ${time} s`);
  }

  /**
   * Records in the manifest at the end of the run the number of frames, so that readers detect a file that was
   * truncated later, and the time at which the last stage ended.
   */
  noteEnd(): void {
    const trajectory = this.outputs.find((output) => output instanceof TrajectoryOutput);
    const { time, stepCount } = this.loop.view;
    const ended = this.stages?.hasEnded ? { until: time, steps: stepCount } : undefined;
    if (trajectory === undefined && ended === undefined) return;
    const frames = trajectory && { trajectoryFrames: trajectory.frameCount };
    writeManifest(this.store, { ...this.manifest, ...ended, ...frames });
  }

  log(text: string): void {
    this.store.log(`${this.#date()} ${text}`);
  }

  /** Ends the threads and lets go of the folder. */
  close(): void {
    for (const output of this.outputs) output.close();
    this.loop.dispose();
    this.store.release();
  }
}

/** Outputs that need sums alone, apart from those that need bodies or contacts. */
function byNeeds(outputs: readonly Output[]): readonly (readonly Output[])[] {
  const isOfBodies = ({ needs }: Output): boolean => needs.includes('bodies') || needs.includes('contacts');
  const groups = [outputs.filter((output) => !isOfBodies(output)), outputs.filter(isOfBodies)];
  return groups.filter((group) => group.length > 0);
}

/** With the lines of the scene that a problem comes from. */
function located<Value>(work: () => Value, found: FoundScene): Value {
  try {
    return work();
  } catch (error) {
    throw locatedError(error, found);
  }
}

function timeStepEntries(scene: Scene): Pick<RunManifest, 'timeStep' | 'stageTimeSteps'> {
  const timeStep = longestTimeStep(scene);
  const stageTimeSteps = (scene.stages ?? []).map((stage) => stage.timeStep);
  return { timeStep, ...(stageTimeSteps.some((step) => step !== timeStep) && { stageTimeSteps }) };
}

/** Their total number; 0 if it is not known in advance. */
function stepsOf(scene: Scene, until: number): number {
  if (scene.events !== undefined) return 0;
  if (scene.stages === undefined) return runClockOf(scene).lastPosition(until);
  const stages = new RunStages(scene.stages, scene);
  return until < scene.duration ? stages.positionAt(until) : stages.lastPosition;
}

/** The requested number of threads, or `auto`: the simulation measures which is the fastest. */
function runThreads(scene: Scene, asked: ThreadCount): ThreadCount {
  if (scene.events === undefined) return asked;
  const threads = asked === 'auto' ? 1 : asked;
  if (threads === 1) return 1;
  throw new RunError('threads', `threads: variable steps use one thread, got ${threads}; leave --threads out`);
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

async function restored(
  scene: Scene,
  found: FoundCheckpoint | undefined,
  { scene: { sha256: sceneHash }, device }: RunManifest,
  threads: ThreadCount,
  openEngine: ((state?: Uint8Array) => Promise<TimeLoop>) | undefined,
): Promise<TimeLoop> {
  const restore = async (state?: Uint8Array): Promise<TimeLoop> => {
    if (openEngine !== undefined) return openEngine(state);
    return device?.kind === 'gpu'
      ? GpuSteps.open(scene, state === undefined ? {} : { state })
      : resumeTimeLoop({ ...scene, simulation: specAtCheckpoint(scene, found?.checkpoint.stages) }, state, threads);
  };
  if (found === undefined) return restore();
  const { path, checkpoint } = found;
  if (checkpoint.sceneHash !== sceneHash) {
    throw new RunError('wrong-scene', `${path}: belongs to another scene; remove it`, { path });
  }
  try {
    return await restore(checkpoint.state);
  } catch (error) {
    if (!(error instanceof ScreeError)) throw error;
    throw new CheckpointError(error.code, `${path}: ${error.message}`, { path });
  }
}
