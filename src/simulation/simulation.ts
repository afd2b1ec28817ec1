// SPDX-License-Identifier: MIT
/**
 * A discrete-element simulation with fixed steps (central differences, H2 section 2.1): spheres, clumps, convex bodies
 * and compounds against each other, half-spaces and meshes. All state is in one memory that the step kernel works on.
 * The results have the same bits for any number of threads.
 */
import type { DepartedBodies } from '../bodies/outlet.ts';
import type { BondRule } from '../bonds/bond-rule.ts';
import { SimulationError } from '../errors.ts';
import { joinedBytes } from '../math/joined-bytes.ts';
import type { Pose } from '../math/pose.ts';
import type { StepClock } from '../math/step-clock.ts';
import { toTriple, type Vector3, type Vector3Like, vector3 } from '../math/vector.ts';
import type { StepKernel } from '../step-kernel/step-kernel.ts';
import * as layout from '../step-kernel/step-layout.ts';
import { BodyTable } from './bodies/body-table.ts';
import { type BondBreak, Bonds, type BondView } from './bonds/bonds.ts';
import { WallFrames } from './bonds/wall-frames.ts';
import { changedHeader, changePoint, restartBodies, stopWalls } from './changes/change-state.ts';
import { type ChangePoint, changedSpec, changesForces, type SimulationChange } from './changes/simulation-change.ts';
import { checkEverything } from './checks/check-everything.ts';
import { checkVector, refuse } from './checks/check-spec.ts';
import { clockOf } from './clock.ts';
import { escapedError, fieldError, firstBadBody, notFiniteError, tooDeepError, undoStep } from './failures.ts';
import { Fields } from './fields/fields.ts';
import { ProgramForces, type StepHook } from './fields/program-forces.ts';
import { fillsBetween, fillsOf } from './filling/fill-regions.ts';
import { makeListRoom } from './neighbour-list/list-room.ts';
import { ListUpkeep } from './neighbour-list/list-upkeep.ts';
import { Equipment } from './population/equipment.ts';
import { escapedBodies } from './population/escape.ts';
import { Insertions } from './population/insertions.ts';
import { criticalStep, smallestKinds, stepWarnings, writeLaws, writeSettings } from './set-up.ts';
import type {
  BodySpec,
  FreeMeshState,
  InsertionProgress,
  OutletProgress,
  RestoredOptions,
  ServoState,
  SimulationOptions,
  SimulationSpec,
} from './simulation-spec.ts';
import { type CarriedState, carryProblem, clearSums, NO_SAVED_BONDS, renumberBodies } from './state/carried-state.ts';
import { type OpenedState, openSavedState, savedStateParts, specForRestoring } from './state/saved-state.ts';
import { type SpecFingerprint, simulationFingerprint } from './state/spec-fingerprint.ts';
import { restartMotion, takeOverState } from './state/take-over-state.ts';
import { ThreadPace } from './threads/thread-pace.ts';
import { ThreadTeam } from './threads/thread-team.ts';
import type { StepTimer } from './time-loop/step-costs.ts';
import { stepEngine } from './time-loop/step-engine.ts';
import * as loop from './time-loop/step-loop.ts';
import { type MemoryPart, memoryAccount, type StepMemory } from './time-loop/step-memory.ts';
import { writeParts } from './touches/convex-shapes.ts';
import { finderSpec, touchFinders } from './touches/make-finders.ts';
import { forgetAnswers } from './touches/pair-clearance.ts';
import type { TouchFinders } from './touches/touch-finder.ts';
import { BendWatch, type BentContact } from './tunnelling/bend-watch.ts';
import { type DeepOverlap, OverlapWatch } from './tunnelling/overlap-watch.ts';
import { type FastBody, TravelWatch } from './tunnelling/travel-watch.ts';
import { completeContacts, probeContacts } from './user-laws/check-laws.ts';
import { loadLaws } from './user-laws/law-modules.ts';
import type { BodyHandle } from './views/body-view.ts';
import { viewContacts } from './views/contact-view.ts';
import { bookDue, type DueLosses, dueLosses } from './views/energy-balance.ts';
import type {
  BodyState,
  BodyView,
  ContactView,
  EnergyBalance,
  SimulationStatistics,
} from './views/simulation-views.ts';
import { columnsOfSpheres, columnsOfView } from './views/state-columns.ts';
import { readStatistics } from './views/statistics.ts';
import { halfSpaceLoad } from './walls/half-spaces.ts';
import { type MeshLoad, meshLoad, meshPoseNow, withPower } from './walls/meshes.ts';
import { type MovingParts, motionHooks } from './walls/motion-hooks.ts';
import { moveWalls } from './walls/moving-walls.ts';
import { wallPlaceNow } from './walls/wall-place.ts';

/**
 * A discrete-element simulation with a fixed time step, on one or more threads with the same bits.
 *
 * @example
 * ```ts
 * import { Simulation } from 'scree/dem';
 *
 * const simulation = new Simulation({
 *   timeStep: 1e-4,
 *   gravity: [0, 0, -9.81],
 *   law: { normal: 'linear' },
 *   materials: [{ name: 'glass', density: 2500, stiffness: 5000, restitution: 0.5 }],
 *   shapes: [{ name: 'marble', sphere: { radius: 0.01 } }],
 *   bodies: [{ shape: 'marble', material: 'glass', position: [0, 0, 0.05] }],
 *   halfSpaces: [{ name: 'floor', normal: [0, 0, 1], offset: 0, material: 'glass' }],
 * });
 * simulation.step(1000);
 * console.log(simulation.time, simulation.body(0).position.z);
 * simulation.dispose();
 * ```
 */
export class Simulation {
  #spec: SimulationSpec;
  #clock: StepClock;
  readonly #options: SimulationOptions;
  #memory: StepMemory;
  #kernel: StepKernel;
  #threads: number;
  #team: ThreadTeam | undefined;
  /** Chooses the number of threads, if the spec does not. */
  #pace: ThreadPace | undefined;
  #bodies: BodyTable;
  #touches: TouchFinders | undefined;
  #insertions: Insertions;
  #equipment: Equipment;
  #bonds: Bonds;
  #fields: Fields;
  #programs: ProgramForces;
  #overlaps: OverlapWatch;
  #bends: BendWatch;
  #travels: TravelWatch;
  #list: ListUpkeep;
  readonly #timer: StepTimer | undefined;
  #stepCount = 0;
  #insertedEnergy = 0;
  #parameterWork = 0;
  /** Whether the first step has started: the initial elastic energy is then in the balance. */
  #isStarted = false;
  #isDisposed = false;
  /** Fingerprint of the spec, computed at the first save. */
  #fingerprint: SpecFingerprint | undefined;
  /** True while PROBE and the energies are those of the present state. */
  #isProbed = false;
  /** Whether pairs may have warm starts. */
  #hasAnswers: boolean;

  /**
   * Only `restore` sets `isRestored`: the saved state already has the bodies that would appear at the start.
   *
   * @throws SceneError that starts with the path of the wrong entry.
   */
  constructor(spec: SimulationSpec, options: SimulationOptions = {}, isRestored = false) {
    checkEverything(spec);
    this.#spec = spec;
    this.#clock = clockOf(spec);
    this.#options = options;
    this.#hasAnswers = isRestored;
    const { memory, kernel, threads, mostThreads, shared } = stepEngine(spec, options.kernel);
    this.#timer = options.timer;
    this.#memory = memory;
    this.#kernel = this.#timer?.kernel(kernel) ?? kernel;
    this.#threads = threads;
    writeSettings(this.#memory, spec, 0);
    this.#overlaps = new OverlapWatch(spec, this.#memory);
    this.#bends = new BendWatch(spec, this.#memory);
    this.#list = new ListUpkeep(spec, this.#memory, this.#kernel);
    this.#equipment = new Equipment(spec, this.#memory);
    this.#bodies = new BodyTable(spec, this.#memory, this.#kernel);
    this.#travels = new TravelWatch(spec, this.#memory, this.#bodies);
    this.#fields = new Fields(spec, this.#memory);
    this.#programs = new ProgramForces(this.#memory, this.#bodies);
    if (this.#fields.count > 0) this.#bodies.energyInFields = (handle) => this.#energyInFields(handle);
    this.#insertedEnergy += this.#bodies.addAll(spec.bodies);
    this.#insertions = new Insertions(spec, this.#memory, this.#bodies, () => fillsOf(spec, simulationOf));
    const frames = new WallFrames(spec, this.#memory, () => this.#equipment.servos.states);
    this.#bonds = new Bonds(spec, this.#memory, this.#bodies, frames);
    this.#list.afterSort = () => this.#bonds.link();
    writeLaws(this.#memory, spec, this.#bodies);
    const finders = finderSpec(spec, options.kernel === 'typescript' ? 'typescript' : undefined);
    if (finders?.convex !== undefined) writeParts(this.#memory, finders.convex);
    if (finders !== undefined) this.#touches = touchFinders(finders, this.#kernel, 0);
    if (!isRestored) this.#insert();
    if (!isRestored) this.#makeBonds();
    if (shared === undefined) return;
    const team = new ThreadTeam({ ...shared, finders });
    team.request(threads);
    this.#team = team;
    if (mostThreads === undefined) return;
    this.#pace = new ThreadPace(threads, mostThreads, {
      useful: () => this.#memory.I[layout.BLOCK_COUNT],
      request: (count) => team.request(count),
    });
  }

  /**
   * Imports the user-defined laws of the spec, fills its regions, makes the simulation and waits until its threads have
   * started.
   *
   * @throws SceneError if a law cannot be imported, a region cannot be filled, or an entry of the spec is wrong.
   */
  static async create(spec: SimulationSpec, options: SimulationOptions = {}): Promise<Simulation> {
    await loadLaws(spec);
    await fillsBetween(spec, simulationOf, options.filling);
    const simulation = new Simulation(spec, options);
    await simulation.whenStarted();
    return simulation;
  }

  /**
   * Waits until the threads have started. Needed in a browser after `new Simulation` or `restore`, before the first
   * step, since workers of a page start only while their creator does not block.
   */
  async whenStarted(): Promise<void> {
    await this.#team?.whenStarted();
  }

  /**
   * Restores a saved state; the simulation continues with the same bits for any number of threads. `changed` lists
   * sections that may differ: `bodies` (those of the state are kept), `damping`, `gravity`, `limits`, `materials`
   * (except densities), `pairs` (except laws) and `timeStep`. The energy balance then restarts at 0.
   *
   * @throws SimulationError that names the differences if the spec is not the saved one.
   */
  static restore(spec: SimulationSpec, state: Uint8Array, options: RestoredOptions = {}): Simulation {
    const opened = openSavedState(spec, state, options);
    const simulation = new Simulation(specForRestoring(spec, opened), options, true);
    simulation.#takeOver(opened, (options.changed ?? []).length > 0);
    return simulation;
  }

  /**
   * Starts a simulation from the state of another one: bodies, springs of contacts and bonds carry on, and time, sums,
   * walls and everything else are those of the spec, whose bodies are not used. Bodies get the ids 0, 1, 2, ... in the
   * order of their ids.
   *
   * @throws SimulationError if contacts of the one cannot go on in the other.
   */
  static continueFrom(spec: SimulationSpec, carried: CarriedState, options: SimulationOptions = {}): Simulation {
    const problem = carryProblem(carried.spec, spec);
    if (problem !== undefined) {
      throw new SimulationError('not-carried', `contacts and bonds cannot carry on in another spec: ${problem}`);
    }
    const before = Simulation.restore({ ...carried.spec, threads: 1 }, carried.state);
    const motion = before.bodies();
    before.dispose();
    const opened = openSavedState(carried.spec, carried.state, {});
    const { countsFrom: _, ...anew } = { ...opened.header, stepCount: 0, timeStep: spec.timeStep };
    const simulation = new Simulation(specForRestoring(spec, { ...opened, header: anew }), options, true);
    const header = {
      ...anew,
      insertedEnergy: 0,
      parameterWork: 0,
      isStarted: true,
      insertions: simulation.#insertions.save(),
      equipment: simulation.#equipment.save(),
      bonds: NO_SAVED_BONDS,
    };
    simulation.#takeOver({ ...opened, header, fingerprint: simulationFingerprint(spec) }, false);
    writeSettings(simulation.#memory, spec, 0);
    stopWalls(simulation.#memory, carried.spec, spec, 0);
    restartBodies(simulation.#bodies, motion);
    renumberBodies(simulation.#memory, simulation.#bodies);
    clearSums(simulation.#memory);
    simulation.#bonds.placeWalls(0);
    simulation.#isProbed = false;
    simulation.#insert();
    simulation.#makeBonds();
    simulation.#probe();
    simulation.#bookDue(dueLosses(simulation.#memory), -1);
    simulation.#insertedEnergy += simulation.energy().balance;
    return simulation;
  }

  /** The present spec: `change` replaces it. A restored or changed simulation has its bodies in the state alone. */
  get spec(): SimulationSpec {
    return this.#spec;
  }

  /** s */
  get time(): number {
    return this.#clock.timeOf(this.#stepCount);
  }

  /** Steps done so far. */
  get stepCount(): number {
    return this.#stepCount;
  }

  get bodyCount(): number {
    return this.#bodies.count;
  }

  /**
   * Threads that compute it: the number of the spec, or 1 where threads are not available. With `auto` the number that
   * was the fastest so far; before the first step, the number that is expected to be.
   */
  get threads(): number {
    return this.#pace?.threads ?? this.#threads;
  }

  /**
   * Moves everything on by `count` time steps.
   *
   * @throws SimulationError, with the state before the failing step readable; SceneError for a count that is no whole
   * number.
   */
  step(count = 1): void {
    if (!(Number.isSafeInteger(count) && count >= 0)) refuse('step', 'a whole number of steps', count);
    if (this.#isDisposed) throw new SimulationError('disposed', 'step: the simulation has been disposed of');
    if (!this.#isStarted) this.#start();
    // The first step starts from the answers of a probe: contacts of which nothing is known are hardest to find.
    if (count > 0 && this.#stepCount === 0) this.#probe();
    let left = count;
    this.#insert();
    this.#makeBonds();
    while (left > 0) {
      // The last call could not make room for touches: repeats it, so that the interrupted step is completed.
      if (this.#memory.I[layout.HALF_DONE] !== 0) this.#handle(loop.TOUCHES_FULL);
      this.#isProbed = false;
      const next = Math.min(this.#insertions.nextStep, this.#bonds.nextStep);
      const status = this.#run(Math.min(left, next - this.#stepCount));
      const done = this.#memory.I[layout.STEPS_DONE];
      this.#stepCount += done;
      left -= done;
      // Before bodies leave through outlets, which probes the forces.
      const isBroken = this.#memory.I[layout.BOND_BREAKING] !== 0 && done > 0;
      if (isBroken && (status === loop.BONDS_BROKEN || status === loop.IN_OUTLETS)) this.#breakBonds();
      if (status !== loop.DONE) this.#handle(status);
      this.#insert();
      this.#makeBonds();
    }
  }

  /**
   * Changes parameters at the present time; everything that the change does not name carries on, with contact history
   * and sums. What it does to the energy present is added to `parameterWork`. Returns the data that `changedSpec` needs
   * to give the same spec again. In a page, wait for `whenStarted` before the next step.
   *
   * @throws SceneError for a wrong entry, and then changes nothing; SimulationError after `dispose`.
   */
  change(change: SimulationChange): ChangePoint {
    if (this.#isDisposed) throw new SimulationError('disposed', 'change: the simulation has been disposed of');
    const at = changePoint(this.#memory, this.spec, this.time);
    const spec = changedSpec(this.spec, change, at);
    const before = this.energy();
    const due = dueLosses(this.#memory);
    const motion = changesForces(change) ? this.bodies() : undefined;
    const opened = openSavedState(this.spec, this.save(), {});
    const next = new Simulation(specForRestoring(spec, opened), this.#options, true);
    const frames = this.#bonds.frames.framesNow(this.time);
    const header = changedHeader(opened.header, this.spec, next.spec, frames);
    const freeMeshes = motion === undefined ? header.equipment.freeMeshes : this.#equipment.freeMeshes.atPresent();
    next.#takeOver({ ...opened, header: { ...header, equipment: { ...header.equipment, freeMeshes } } }, false);
    next.#bonds.change(this.spec.bonds ?? []);
    next.#fingerprint = { ...opened.fingerprint, ...simulationFingerprint(next.spec) };
    stopWalls(next.#memory, this.spec, next.spec, this.time);
    if (motion !== undefined) {
      restartBodies(next.#bodies, motion);
      next.#memory.I[layout.LIST_INVALID] = 1;
      next.#isProbed = false;
    }
    next.#keepDue(due);
    if (motion !== undefined) next.#parameterWork += next.energy().balance - before.balance;
    this.#become(next);
    return at;
  }

  /**
   * All bodies, as flat copies in the order of their ids.
   *
   * @throws SimulationError if the forces of the present state cannot be computed: a body outside the domain or too
   * deep in another, or a law that fails.
   */
  bodies(): BodyView {
    this.#probe();
    return this.#bodies.view();
  }

  /**
   * The state of all bodies in the order of their ids, without a copy: ids, positions, orientations, velocities and
   * angular velocities, in parts. A part is valid until the next one is read.
   *
   * @throws SimulationError if the forces of the present state cannot be computed: a body outside the domain or too
   * deep in another, or a law that fails.
   */
  stateColumns(): Iterable<Float64Array> {
    this.#probe();
    return this.#memory.I[layout.BODY_COUNT] === 0
      ? columnsOfSpheres(this.#memory, this.#bodies.handles())
      : columnsOfView(this.#bodies.view());
  }

  /**
   * One body.
   *
   * @throws SimulationError for an id that no body has, and where `bodies` throws one.
   */
  body(id: number): BodyState {
    this.#probe();
    return this.#bodies.stateOf(id);
  }

  /**
   * Adds a body at the present time and returns its id. It must not be inside another one.
   *
   * @throws SceneError for a wrong entry of the body.
   */
  addBody(body: BodySpec): number {
    const { id, energy } = this.#bodies.add(body, 'body', this.time);
    this.#insertedEnergy += energy;
    this.#isProbed = false;
    writeLaws(this.#memory, this.spec, this.#bodies);
    return id;
  }

  /**
   * Removes a body, with its bonds, at the present time.
   *
   * @throws SimulationError for an id that no body has.
   */
  removeBody(id: number): void {
    this.#insertedEnergy -= this.#leaveBonds(new Set([id]));
    this.#insertedEnergy -= this.#bodies.removeWithEnergy(this.#bodies.handleOf(id));
    this.#isProbed = false;
  }

  /**
   * Sets a body's velocity and, where given, its angular velocity (world axes) at the present time.
   *
   * @throws SceneError for a vector that is not finite, SimulationError for an id that no body has.
   */
  setVelocity(id: number, velocity: Vector3Like, angularVelocity?: Vector3Like): void {
    checkVector(velocity, 'velocity');
    if (angularVelocity !== undefined) checkVector(angularVelocity, 'angularVelocity');
    const before = this.body(id);
    const spin = angularVelocity === undefined ? before.angularVelocity : vector3(angularVelocity);
    this.#insertedEnergy += this.#bodies.changeMotion(before, vector3(velocity), spin);
    this.#isProbed = false;
  }

  /**
   * Sets a force on a body (N) and, where given, a torque (N m), both in world axes. They act from the next step on
   * until they are set again; [0, 0, 0] ends them. Saved states contain them. Their work is in `fieldWork`.
   *
   * @throws SceneError for a vector that is not finite, SimulationError for an id that no body has.
   */
  setForce(id: number, force: Vector3Like, torque: Vector3Like = [0, 0, 0]): void {
    checkVector(force, 'force');
    checkVector(torque, 'torque');
    this.#bodies.handleOf(id);
    this.#programs.set([id, ...toTriple(vector3(force)), ...toTriple(vector3(torque))]);
    this.#isProbed = false;
  }

  /**
   * Changes the velocity of a body at once by an impulse (N s) and, where given, an angular impulse about its centre of
   * mass (N m s), both in world axes. A body that no force moves stays as it is.
   *
   * @throws SceneError for a vector that is not finite, SimulationError for an id that no body has.
   */
  applyImpulse(id: number, impulse: Vector3Like, angularImpulse: Vector3Like = [0, 0, 0]): void {
    checkVector(impulse, 'impulse');
    checkVector(angularImpulse, 'angularImpulse');
    const before = this.body(id);
    const { velocity, angularVelocity } = this.#bodies.kickedMotion(before, vector3(impulse), vector3(angularImpulse));
    this.#insertedEnergy += this.#bodies.changeMotion(before, velocity, angularVelocity);
    this.#isProbed = false;
  }

  /**
   * Calls a function once in each step from now on, or no longer. It is called on the thread that called `step`, after
   * the contact forces of the step and before the motion, while other threads wait. What it writes to `force` and
   * `torque` acts in that step alone. Saved states do not contain it. If it throws, the simulation is disposed of.
   */
  onStep(hook: StepHook | undefined): void {
    this.#programs.hook = hook;
  }

  /** How far each insertion has come, in the order of the spec. */
  insertions(): InsertionProgress[] {
    return this.#insertions.progress;
  }

  /** Bodies that left through each outlet, in the order of the spec. */
  outlets(): OutletProgress[] {
    return this.#equipment.outlets.progress;
  }

  /** Number, mass and energy of the bodies that left the domain and were deleted. */
  escapes(): DepartedBodies {
    return this.#equipment.escapes.total;
  }

  /**
   * Meshes that forces move, in the order of the spec.
   *
   * @throws SimulationError where `bodies` throws one.
   */
  freeMeshes(): FreeMeshState[] {
    this.#probe();
    return this.#equipment.freeMeshes.states;
  }

  /** What each servo wall does: half-spaces, then meshes, in the order of the spec. */
  servos(): ServoState[] {
    return this.#equipment.servos.states;
  }

  /**
   * Makes bonds between bodies at the present positions, where they have no stress, and returns their number. The
   * rule's `at` is not used.
   *
   * @throws SceneError that starts with the path of the wrong entry.
   */
  createBonds(rule: BondRule): number {
    return this.#changingContacts(() => this.#bonds.create(rule, 'rule', this.time, () => this.contacts()));
  }

  /**
   * The bonds that there are, as flat copies.
   *
   * @throws SimulationError where `bodies` throws one.
   */
  bonds(): BondView {
    this.#probe();
    return this.#bonds.view();
  }

  /** All bonds that have broken so far, in the order of time and of ids. */
  bondBreaks(): readonly BondBreak[] {
    return this.#bonds.breaks;
  }

  /**
   * For each body, in the order of ids, the fragment that bonds make of it: the smallest id in it.
   *
   * @throws SimulationError where `bodies` throws one.
   */
  fragments(): Int32Array {
    return this.#bonds.fragments(this.bodies().ids);
  }

  /**
   * All contacts, as flat copies.
   *
   * @throws SimulationError where `bodies` throws one.
   */
  contacts(): ContactView {
    this.#list.refresh((status) => this.#handle(status));
    this.#forgetAnswersOfStart();
    this.#isProbed = false;
    const at = { time: this.time, step: this.#stepCount };
    return viewContacts(this.#memory, this.#kernel, (use) => probeContacts(this.#memory, this.#touches, at, use));
  }

  /**
   * The energies at the present time, and what has left or entered them so far.
   *
   * @throws SimulationError where `bodies` throws one, and for a potential without a finite value at a body.
   */
  energy(): EnergyBalance {
    return this.#energies(true);
  }

  /**
   * The same with sums of losses and of the work of walls as the forces so far have booked them, up to one step behind
   * the other energies: those that a simulation on a GPU has.
   *
   * @throws SimulationError where `energy` throws one.
   */
  bookedEnergy(): EnergyBalance {
    return this.#energies(false);
  }

  #energies(hasDue: boolean): EnergyBalance {
    if (!this.#isStarted) this.#start();
    this.#probe();
    const sums = this.#fields.sums;
    // A potential may have a force where it has no value itself, such as the logarithm of a negative number.
    if (!Number.isFinite(sums.energy)) this.#refuseFieldEnergy();
    return this.#equipment.energies(this.#insertedEnergy, this.#parameterWork, this.#bonds, sums, hasDue);
  }

  /**
   * Counts of contacts and of rebuilds of the neighbour list, and the deepest overlap.
   *
   * @throws SimulationError where `bodies` throws one.
   */
  statistics(): SimulationStatistics {
    this.#probe();
    return readStatistics(this.#memory);
  }

  /** Reserved bytes by what they are used for, the largest first. */
  memoryAccount(): (readonly [part: MemoryPart, bytes: number])[] {
    return memoryAccount(this.#memory.capacities);
  }

  /**
   * The first overlap, since the simulation was made, restored or changed, above 5 % of the smaller radius: too deep
   * for the contact laws.
   */
  firstDeepOverlap(): DeepOverlap | undefined {
    return this.#overlaps.first;
  }

  /** The first deep overlap, and each that was at least twice as deep as the one before; five at most. */
  deepOverlaps(): readonly DeepOverlap[] {
    return this.#overlaps.all;
  }

  /**
   * Deepest contacts of smooth bodies under the pressure-field law since the simulation was made, restored or changed,
   * one for each pair of shapes: up to a ratio of 1 the force is continuous.
   */
  bentContacts(): BentContact[] {
    return this.#bends.worst;
  }

  /**
   * The first body, since the simulation was made, restored or changed, that travelled more than 10 % of half its
   * smallest thickness (of a sphere: its radius) in one step.
   */
  firstFastBody(): FastBody | undefined {
    return this.#travels.first;
  }

  /** Force on each half-space in the last step, N, in the order of the spec. */
  halfSpaceLoads(): Vector3[] {
    return (this.spec.halfSpaces ?? []).map((_, k) => halfSpaceLoad(this.#memory, k));
  }

  /** Load on each mesh in the last step, in the order of the spec. */
  meshLoads(): MeshLoad[] {
    return (this.spec.meshes ?? []).map((spec, k) => withPower(meshLoad(this.#memory, k), spec, this.time));
  }

  /**
   * Pose at the present time of the mesh with this number in the spec.
   *
   * @throws SceneError for a number that no mesh has.
   */
  meshPose(k: number): Pose {
    const mesh = this.spec.meshes?.[k] ?? refuse('meshPose', `a number below ${this.spec.meshes?.length ?? 0}`, k);
    return meshPoseNow(this.#memory, k, mesh, this.time);
  }

  /** Where the half-space or mesh of this name is now; of a half-space, its point nearest to the origin. */
  wallPlace(name: string): Pose | undefined {
    return wallPlaceNow(this.#memory, this.spec, name);
  }

  /**
   * Shortest of the times that bound the time step: Rayleigh time (Hertz) or contact time (linear law) of the smallest,
   * stiffest, lightest bodies; half the shortest period of the bonds, and of a body in the fields where it is now;
   * infinite without bodies. Steps of 0.1 to 0.2 of it are usual.
   */
  criticalTimeStep(): number {
    const contacts = criticalStep(this.spec, smallestKinds(this.spec, this.#bodies.kinds()));
    const inFields = this.#fields.count === 0 ? Infinity : this.#fields.criticalTime(this.#bodies.handles());
    return Math.min(contacts, inFields, this.#bonds.count === 0 ? Infinity : this.#bonds.criticalTime);
  }

  /** Warnings about this spec: at present, a time step that is too large for its bodies. */
  warnings(): string[] {
    return stepWarnings(this.spec.timeStep, this.criticalTimeStep());
  }

  /** The whole state; `Simulation.restore` continues from it with the same bits. */
  save(): Uint8Array {
    return joinedBytes(this.saveParts());
  }

  /** The same in parts, without a copy: valid until the simulation changes. */
  saveParts(): readonly Uint8Array[] {
    this.#fingerprint ??= simulationFingerprint(this.spec);
    const { timeStep, countsFrom, gravity } = this.spec;
    const scalars = {
      stepCount: this.#stepCount,
      timeStep,
      ...(countsFrom && { countsFrom }),
      gravity: toTriple(vector3(gravity)),
      insertions: this.#insertions.save(),
      equipment: this.#equipment.save(),
      bonds: this.#bonds.save(),
      givenForces: this.#programs.save(),
      ...this.#bodies.save(),
      insertedEnergy: this.#insertedEnergy,
      parameterWork: this.#parameterWork,
      isStarted: this.#isStarted,
      extent: this.#list.extent,
    };
    this.#isProbed = false;
    return savedStateParts(this.#memory, scalars, this.#fingerprint, this.#kernel);
  }

  /**
   * Ends the threads and gives memory of the contact kernel back. The simulation can still be read, but not stepped:
   * reading contacts or forces may take that memory again, until the next call or until the simulation is collected.
   */
  dispose(): void {
    if (!this.#isDisposed) this.#team?.stop();
    this.#isDisposed = true;
    this.#touches?.free();
  }

  #takeOver(opened: OpenedState, isChanged: boolean): void {
    const saved = takeOverState(this.#parts, this.#kernel, this.#insertions, opened);
    this.#programs.restore(saved.givenForces);
    this.#fingerprint = opened.fingerprint;
    this.#stepCount = saved.stepCount;
    this.#bonds.restore(saved.bonds, this.time);
    this.#insertedEnergy = saved.insertedEnergy;
    this.#parameterWork = saved.parameterWork;
    this.#isStarted = saved.isStarted;
    if (!isChanged) return;
    restartMotion(this.#parts, saved, () => this.bodies());
    this.#isProbed = false;
    // The new balance excludes energies of the old gravity and materials.
    this.#insertedEnergy += this.energy().balance;
  }

  /** Takes the parts of another simulation over, which is then of no use. */
  #become(next: Simulation): void {
    this.#team?.stop();
    this.#touches?.free();
    this.#spec = next.#spec;
    this.#clock = next.#clock;
    this.#memory = next.#memory;
    this.#kernel = next.#kernel;
    this.#threads = next.#threads;
    this.#team = next.#team;
    this.#pace = next.#pace;
    this.#bodies = next.#bodies;
    this.#touches = next.#touches;
    this.#insertions = next.#insertions;
    this.#equipment = next.#equipment;
    this.#bonds = next.#bonds;
    const { hook } = this.#programs;
    this.#fields = next.#fields;
    this.#programs = next.#programs;
    this.#programs.hook = hook;
    this.#overlaps = next.#overlaps;
    this.#bends = next.#bends;
    this.#travels = next.#travels;
    this.#list = next.#list;
    this.#stepCount = next.#stepCount;
    this.#insertedEnergy = next.#insertedEnergy;
    this.#parameterWork = next.#parameterWork;
    this.#isStarted = next.#isStarted;
    this.#fingerprint = next.#fingerprint;
    this.#isProbed = next.#isProbed;
    this.#hasAnswers = next.#hasAnswers;
  }

  /**
   * Runs at most this many steps, on the chosen number of threads. An exception here is a defect, not a state of the
   * simulation: the threads are terminated.
   */
  #run(most: number): number {
    const { threads, steps } = this.#pace?.next(most) ?? { threads: this.#threads, steps: most };
    const start = this.#pace === undefined ? 0 : performance.now();
    if (threads > 1) this.#team?.start(steps, threads);
    try {
      const bending = this.#bends.watching(this.#loop(threads), this.#stepCount);
      const own = this.#travels.watching(bending, this.#stepCount);
      const status = loop.runSteps(this.#overlaps.watching(own, this.#stepCount), steps);
      const done = { threads, steps: this.#memory.I[layout.STEPS_DONE] };
      this.#pace?.note(done, (performance.now() - start) / 1000);
      return status;
    } catch (error) {
      this.#team?.abandon();
      this.#isDisposed = true;
      this.#touches?.free();
      throw error;
    }
  }

  #loop(threads: number): loop.LoopThread {
    const { F, I } = this.#memory;
    const touches = this.#timer?.touches(this.#touches) ?? this.#touches;
    const beforeSort = (): number => this.#list.beforeSort();
    const { afterSort } = this.#list;
    const base = { kernel: this.#kernel, F, I, thread: 0, threads, touches, beforeSort, afterSort };
    const motion = motionHooks(this.#parts, this.#stepCount);
    if (this.#fields.count === 0 && !this.#programs.isNeeded) return { ...base, ...motion };
    const before = this.#stepCount;
    const timeOf = (step: number): number => this.#clock.timeOf(before + step - 1);
    if (!this.#programs.isNeeded) return { ...base, ...motion, timeOf };
    const steer = (step: number): void => {
      motion.steer?.(step);
      this.#programs.write(timeOf(step), before + step - 1);
    };
    return { ...base, ...motion, timeOf, steer };
  }

  #energyInFields(handle: BodyHandle): number {
    this.#fields.time = this.time;
    return this.#fields.energyOf(handle);
  }

  #probeFields(): void {
    if (this.#fields.count === 0 && !this.#programs.isNeeded) return;
    const { I } = this.#memory;
    this.#fields.time = this.time;
    for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) this.#kernel.probeFields(b);
    for (let b = 0; b < I[layout.BODY_BLOCK_COUNT]; b++) this.#kernel.fieldBodyLoads(b, 0, true);
  }

  get #parts(): MovingParts {
    const [memory, bodies, list, equipment] = [this.#memory, this.#bodies, this.#list, this.#equipment];
    return { memory, spec: this.spec, bodies, list, equipment, bonds: this.#bonds };
  }

  /** Makes room, deletes what escaped, or throws. */
  #handle(status: number): void {
    const at = { time: this.time, step: this.#stepCount };
    switch (status) {
      case loop.CELLS_FULL:
      case loop.SPARE_FULL:
      case loop.PAIRS_FULL:
      case loop.SLOTS_FULL:
        makeListRoom(this.#memory, this.#kernel, status);
        return;
      case loop.TOUCHES_FULL:
      case loop.LAW_FAILED:
        completeContacts(this.#memory, this.#touches, at);
        return;
      case loop.ESCAPED: {
        if (this.spec.domain?.onEscape !== 'delete') {
          throw escapedError(at, this.#bodies.positionsOf(escapedBodies(this.#memory)));
        }
        // The energy of its bonds leaves with the first of the bodies.
        let ofBonds = this.#leaveBonds(new Set(escapedBodies(this.#memory).map((body) => this.#bodies.idOf(body))));
        this.#equipment.escapes.add(this.#memory, escapedBodies(this.#memory), (body) => {
          const energy = this.#bodies.removeWithEnergy(body) + ofBonds;
          ofBonds = 0;
          return energy;
        });
        this.#isProbed = false;
        return;
      }
      case loop.BONDS_BROKEN:
        return;
      case loop.IN_OUTLETS:
        // Probed first: making a list gives elements other numbers.
        this.#probe();
        this.#equipment.outlets.removeDue(this.#stepCount, (bodies) => this.#removeBodies(bodies));
        return;
      case loop.NOT_FINITE: {
        const error = this.#fieldFailure() ?? notFiniteError(this.#memory, at, this.criticalTimeStep());
        this.#stepCount -= 1;
        undoStep(this.#memory, this.#kernel);
        moveWalls(this.#memory, this.spec, this.time, this.#list.extent);
        this.#bodies.steerBack(this.time);
        this.#equipment.undo();
        this.#bonds.placeWalls(this.time);
        throw error;
      }
      case loop.PASSED_THROUGH:
        throw this.#travels.error(this.criticalTimeStep());
      default:
        throw tooDeepError(this.#memory, at);
    }
  }

  /** The error of a field that has no finite value for the first body whose motion failed. */
  #fieldFailure(): SimulationError | undefined {
    const id = firstBadBody(this.#memory);
    if (this.#fields.count === 0 || id === undefined) return undefined;
    const handle = this.#bodies.handleOf(id);
    // The values are those of the step that failed, which began at the last whole step.
    const step = this.#stepCount - 1;
    this.#fields.time = this.#clock.timeOf(step);
    const problem = this.#fields.failureAt(handle);
    if (problem === undefined) return undefined;
    const position = this.#bodies.positionOf(handle);
    return fieldError({ time: this.#clock.timeOf(step), step }, { id, position }, problem);
  }

  /** Throws the error of a potential that has no finite value for some body. */
  #refuseFieldEnergy(): void {
    this.#fields.time = this.time;
    for (const handle of this.#bodies.handles()) {
      const problem = this.#fields.failureAt(handle);
      if (problem === undefined) continue;
      const body = { id: this.#bodies.idOf(handle), position: this.#bodies.positionOf(handle) };
      throw fieldError({ time: this.time, step: this.#stepCount }, body, problem);
    }
  }

  /** Makes the bonds that are due at the present step; this depends on the step number alone. */
  #makeBonds(): void {
    if (this.#bonds.nextStep > this.#stepCount) return;
    const make = this.#bonds.due(this.#stepCount, () => this.contacts());
    if (make !== undefined) this.#changingContacts(make);
  }

  /** Takes the bonds of bodies away that are about to leave, and returns the energy that leaves with them. */
  #leaveBonds(ids: ReadonlySet<number>): number {
    if (this.#bonds.count === 0) return 0;
    // Contacts that the bonds kept away do not begin: one of the bodies leaves.
    const before = this.energy().bondEnergy;
    this.#bonds.removeBodies(ids, this.time);
    this.#isProbed = false;
    return before - this.energy().bondEnergy;
  }

  /** Contacts that end or begin with bonds take energy away or bring it: it is booked as inserted. */
  #changingContacts<T>(change: () => T): T {
    const before = this.#isStarted ? this.energy().elastic : 0;
    const result = change();
    this.#isProbed = false;
    if (this.#isStarted) this.#insertedEnergy += this.energy().elastic - before;
    return result;
  }

  /** Takes broken bonds away; contacts that begin by it do so with their present overlap. */
  #breakBonds(): void {
    this.#bonds.noteBroken(this.#clock.timeOf(this.#stepCount - 1));
    const before = this.energy().elastic;
    const mayTouch = this.#bonds.takeBroken();
    this.#isProbed = false;
    if (mayTouch) this.#bonds.breakageLoss -= this.energy().elastic - before;
  }

  #probeBonds(): void {
    const { I } = this.#memory;
    if (I[layout.BOND_COUNT] === 0) return;
    this.#kernel.bondForces(0, I[layout.BOND_COUNT], true);
    for (let b = 0; b < I[layout.BLOCK_COUNT]; b++) this.#kernel.gatherBonds(b, I[layout.PROBE]);
    this.#kernel.gatherWallBonds(true);
  }

  /** Inserts the bodies that are due at the present step; this depends on the step number alone. */
  #insert(): void {
    if (this.#insertions.nextStep > this.#stepCount) return;
    this.#insertedEnergy += this.#insertions.insertDue(this.#stepCount);
    this.#isProbed = false;
  }

  /** Before the first step the answers are kept, and that step starts from them. */
  #probe(): void {
    if (this.#isProbed) return;
    const isFirst = this.#stepCount === 0;
    this.#list.refresh((status) => this.#handle(status));
    this.#forgetAnswersOfStart();
    this.#hasAnswers = true;
    this.#kernel.beginProbe();
    this.#probeBonds();
    const at = { time: this.time, step: this.#stepCount };
    probeContacts(this.#memory, this.#touches, at, (block) => this.#kernel.probeBlock(block), isFirst);
    this.#programs.during(() => {
      this.#probeFields();
      this.#kernel.sumEnergies();
    });
    this.#isProbed = true;
  }

  /** Answers to a query before the first step, perhaps about another state, must not affect later queries or steps. */
  #forgetAnswersOfStart(): void {
    if (this.#stepCount === 0 && this.#hasAnswers) forgetAnswers(this.#memory);
  }

  #start(): void {
    this.#isStarted = true;
    this.#probe();
    this.#insertedEnergy += this.#equipment.startEnergy;
    this.#bookDue(dueLosses(this.#memory), -1);
  }

  /** Keeps in the sums what was due before a change of the present state, whatever is due after it. */
  #keepDue(before: DueLosses): void {
    this.#probe();
    this.#bookDue(before, 1);
    this.#bookDue(dueLosses(this.#memory), -1);
  }

  /**
   * Adds what is due to the sums of losses and of the work of walls, or takes it from them: where a simulation starts,
   * the first forces book a way to the present time that there was not.
   */
  #bookDue(due: DueLosses, sign: 1 | -1): void {
    bookDue(this.#memory, due, sign);
    this.#bonds.bookLoss(sign * due.ofBonds);
  }

  /** Removes bodies and returns the energy that leaves with them: their own and that of their contacts. */
  #removeBodies(bodies: readonly BodyHandle[]): number {
    const before = this.energy().balance;
    const due = dueLosses(this.#memory);
    this.#bonds.removeBodies(new Set(bodies.map((body) => this.#bodies.idOf(body))), this.time);
    for (const body of bodies) this.#bodies.remove(body);
    this.#isProbed = false;
    this.#keepDue(due);
    return before - this.energy().balance;
  }
}

/** The simulations in which regions are filled. */
function simulationOf(world: SimulationSpec): Simulation {
  return new Simulation(world);
}
