// SPDX-License-Identifier: MIT
/**
 * A long simulation that records quantities and may be interrupted at any time. If the setup has a store, state and
 * record are kept there together, and the next call continues from them with the same bits.
 */
import { ScreeError } from '../errors.ts';
import { Simulation } from '../simulation/simulation.ts';
import type { SimulationSpec } from '../simulation/simulation-spec.ts';
import { plain, type RunSetup } from './verification-case.ts';

export interface LongRun<Seen> {
  /** In the store. */
  readonly name: string;
  readonly spec: SimulationSpec;
  readonly steps: number;
  /** Steps between two samples. */
  readonly lookEvery: number;
  /** The record before the first step; plain data that JSON can represent. */
  readonly seen: Seen;
  look(simulation: Simulation, seen: Seen): void;
}

export interface LongRunEnd<Seen> {
  readonly simulation: Simulation;
  readonly seen: Seen;
  /** Of all calls together. */
  readonly cpuSeconds: number;
}

interface Header<Seen> {
  /** The plain data of the spec: a state of another spec is refused. */
  readonly key: string;
  readonly cpuSeconds: number;
  readonly seen: Seen;
}

/** CPU time that may be lost. */
const SECONDS_BETWEEN_STATES = 120;
const PREFIX_BYTES = 4;

/** The part of a spec that is plain data. */
export const keyOf = ({ meshes = [], ...rest }: SimulationSpec): string =>
  JSON.stringify({
    ...rest,
    threads: undefined,
    meshes: meshes.map(({ mesh, ...each }) => [each, mesh.vertices.length]),
  });

export function encodeState(header: Header<unknown>, state: Uint8Array): Uint8Array {
  const text = new TextEncoder().encode(JSON.stringify(header));
  const bytes = new Uint8Array(PREFIX_BYTES + text.length + state.length);
  new DataView(bytes.buffer).setUint32(0, text.length, true);
  bytes.set(text, PREFIX_BYTES);
  bytes.set(state, PREFIX_BYTES + text.length);
  return bytes;
}

export function decodeState<Seen>(bytes: Uint8Array): { readonly header: Header<Seen>; readonly state: Uint8Array } {
  const length = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength).getUint32(0, true);
  const text = new TextDecoder().decode(bytes.subarray(PREFIX_BYTES, PREFIX_BYTES + length));
  return { header: JSON.parse(text), state: bytes.slice(PREFIX_BYTES + length) };
}

/** Throws a ScreeError if the store has a state of another set-up under this name. */
export function runLong<Seen>(run: LongRun<Seen>, setup: RunSetup): LongRunEnd<Seen> {
  const { name, spec, steps, lookEvery } = run;
  const key = keyOf(spec);
  const kept = setup.store?.read(name);
  const found = kept && decodeState<Seen>(kept);
  if (found !== undefined && found.header.key !== key) {
    throw new ScreeError('other-set-up', `${name}: the kept state belongs to another set-up; remove it to start anew`);
  }
  const simulation = found === undefined ? new Simulation(spec) : Simulation.restore(spec, found.state);
  const seen = found?.header.seen ?? run.seen;
  const before = found?.header.cpuSeconds ?? 0;
  const start = setup.cpuSeconds();
  const spent = (): number => before + setup.cpuSeconds() - start;
  const keep = (): void => {
    if (setup.store === undefined) return;
    setup.store.write(name, encodeState({ key, cpuSeconds: spent(), seen }, simulation.save()));
    const { stepCount, time } = simulation;
    setup.progress(`${name}: step ${stepCount} of ${steps}, ${plain(time, 6)} s, ${spent().toFixed(0)} s of CPU time`);
  };
  if (found === undefined) run.look(simulation, seen);
  else setup.progress(`${name}: goes on from step ${simulation.stepCount} of ${steps}`);
  let lastKept = setup.cpuSeconds();
  let isKept = found !== undefined;
  while (simulation.stepCount < steps) {
    simulation.step(Math.min(lookEvery - (simulation.stepCount % lookEvery), steps - simulation.stepCount));
    run.look(simulation, seen);
    isKept = setup.cpuSeconds() - lastKept >= SECONDS_BETWEEN_STATES;
    if (!isKept) continue;
    keep();
    lastKept = setup.cpuSeconds();
  }
  if (!isKept) keep();
  return { simulation, seen, cpuSeconds: spent() };
}
