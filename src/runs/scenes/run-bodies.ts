// SPDX-License-Identifier: MIT
/**
 * Initial bodies from another run: its newest checkpoint, to the last bit, or a frame of its trajectory. Fixed and
 * prescribed bodies belong to the walls of that run and are left out.
 */

import { statSync } from 'node:fs';
import { resolve } from 'node:path';
import { BodyFileError, type BodyTable } from '../../scene/initial-state/body-rows.ts';
import { frameTable, wantedFrame } from '../../scene/initial-state/trajectory-bodies.ts';
import type { Scene } from '../../scene/scene.ts';
import { readBodyFile } from '../../scene/scene-file.ts';
import { wallIds } from '../../simulation/bodies/body-groups.ts';
import { Simulation } from '../../simulation/simulation.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { hasUserLaw } from '../../simulation/time-loop/simulation-room.ts';
import { CheckpointStore } from '../checkpoints/checkpoint-store.ts';
import { DiskStore } from '../files/disk-store.ts';
import { readManifest } from '../folder/read-manifest.ts';
import { hasTrajectory, openRunTrajectory } from '../folder/run-trajectory.ts';
import { centroidsOf, ownPositions } from '../outputs/own-frames.ts';
import { specAtCheckpoint } from '../time/run-stages.ts';
import { restoreTimeLoop } from '../time/time-loop.ts';
import { readSceneCopy } from './scene-on-disk.ts';

/** The rows of a table that are to be kept. */
function rowsOf(table: BodyTable, ids: Int32Array, isKept: (id: number) => boolean): BodyTable {
  const kept = Array.from(ids.keys()).filter((k) => isKept(ids[k]));
  const pick = (values: Float64Array | undefined, stride: number): Float64Array => {
    const picked = new Float64Array(stride * kept.length);
    kept.forEach((k, row) => {
      for (let c = 0; c < stride; c++) picked[stride * row + c] = values?.[stride * k + c] ?? 0;
    });
    return picked;
  };
  return {
    file: table.file,
    count: kept.length,
    position: pick(table.position, 3),
    orientation: pick(table.orientation, 4),
    velocity: pick(table.velocity, 3),
    angularVelocity: pick(table.angularVelocity, 3),
    scale: pick(table.scale, 1),
    shape: kept.map((k) => table.shape?.[k] ?? ''),
    material: kept.map((k) => table.material?.[k] ?? ''),
  };
}

function checkpointTable(folder: string, name: string, scene: Scene): BodyTable | undefined {
  const { simulation: spec } = scene;
  // Velocities of a checkpoint are half a step old. Only the law can advance them, and only runs import modules.
  if (hasUserLaw(spec)) return undefined;
  const found = new CheckpointStore(new DiskStore(folder)).newest();
  if (found === undefined) return undefined;
  const { state, stages } = found.checkpoint;
  const now = specAtCheckpoint(scene, stages);
  const loop = restoreTimeLoop({ ...scene, simulation: now }, state, 1);
  try {
    const bodies = loop.view.bodies();
    const { shapes = [], materials } = spec;
    const table: BodyTable = {
      file: name,
      count: bodies.count,
      position: ownPositions(bodies, centroidsOf(shapes)),
      orientation: bodies.orientation,
      velocity: bodies.velocity,
      angularVelocity: bodies.angularVelocity,
      scale: bodies.scale,
      shape: Array.from(bodies.shape, (k) => shapes[k]?.name ?? ''),
      material: Array.from(bodies.material, (k) => materials[k]?.name ?? ''),
    };
    const led = wallIds(spec.bodies);
    const rows = rowsOf(table, bodies.ids, (id) => !led.has(id));
    return scene.events === undefined && loop.view instanceof Simulation
      ? { ...rows, carried: { spec: now, state: new Uint8Array(state) } }
      : rows;
  } finally {
    loop.dispose();
  }
}

function noTrajectory(spec: SimulationSpec): string {
  const remedy = hasUserLaw(spec)
    ? 'checkpoints of runs with a law of their own do not serve, so run it with outputs: { trajectory: … }'
    : 'leave frame out to take its last state';
  return `the run has no trajectory to take a frame from; ${remedy}`;
}

/**
 * `frame` counts those of the trajectory from 0; without it the newest checkpoint is taken, or the last frame when
 * there is none.
 */
function readRunBodies(folder: string, name: string, frame: number | undefined): BodyTable {
  const manifest = readManifest(folder);
  const scene = readSceneCopy(folder, manifest);
  const { simulation: spec } = scene;
  const newest = frame === undefined ? checkpointTable(folder, name, scene) : undefined;
  if (newest !== undefined) return newest;
  if (!hasTrajectory(folder)) throw new BodyFileError('no-frame', `${name}: ${noTrajectory(spec)}`, { folder, frame });
  const trajectory = openRunTrajectory(folder, manifest);
  try {
    const found = wantedFrame(trajectory, name, frame);
    const led = wallIds(spec.bodies);
    return rowsOf(frameTable(found, trajectory.header, name), found.ids, (id) => !led.has(id));
  } finally {
    trajectory.close();
  }
}

/** The bodies in a file or a run folder that a scene in the folder `beside` names. */
export function readAnyBodies(beside: string, name: string, frame: number | undefined): BodyTable {
  const path = resolve(beside, name);
  const isFolder = statSync(path, { throwIfNoEntry: false })?.isDirectory() === true;
  return isFolder ? readRunBodies(path, name, frame) : readBodyFile(path, name, frame);
}
