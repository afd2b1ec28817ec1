// SPDX-License-Identifier: MIT
/** Opens the outputs of a scene. */
import type { Scene } from '../../scene/scene.ts';
import { BondBreaksOutput, BREAKS_NAME, hasBonds } from './bond-outputs.ts';
import { CONTACTS_NAME, ContactsOutput } from './contacts-output.ts';
import { CsvOutput, csvFileName } from './csv-output.ts';
import { EVENTS_NAME, EventsOutput } from './events-output.ts';
import { forceChainNames, forceChainOutputs } from './force-chain-output.ts';
import { type Output, type OutputTarget, outputSchedule } from './output.ts';
import { profileFileName, profileOutput } from './profile-output.ts';
import { TRAJECTORY_NAME, TrajectoryOutput } from './trajectory-output.ts';
import { VtkOutput, vtkCollectionNames } from './vtk-output.ts';

/** Opens all outputs; truncates or deletes data beyond the given position. */
export function openOutputs(scene: Scene, target: OutputTarget): Output[] {
  const { vtk, trajectory, contacts, csv } = scene.outputs;
  const opened: Output[] = [];
  try {
    for (const table of csv) opened.push(new CsvOutput(table, scene, target));
    if (contacts !== undefined) {
      const { every, walls } = contacts;
      const schedule = outputSchedule(scene, target, 'contacts', every);
      opened.push(new ContactsOutput({ schedule, walls }, scene.simulation, target));
    }
    if (hasBonds(scene)) opened.push(new BondBreaksOutput(scene.simulation, target));
    if (scene.outputs.events) opened.push(new EventsOutput(scene.simulation, target));
    if (trajectory !== undefined) opened.push(new TrajectoryOutput(trajectory.every, scene, target));
    if (vtk !== undefined) opened.push(new VtkOutput(vtk.every, scene, target));
    for (const profile of scene.outputs.analysis.profiles) opened.push(profileOutput(profile, scene, target));
    opened.push(...forceChainOutputs(scene, target));
    return opened;
  } catch (error) {
    for (const output of opened) output.close();
    throw error;
  }
}

/** Files for the user to open, by name in the run folder. */
export function outputNames(scene: Scene): string[] {
  const { trajectory, contacts, csv } = scene.outputs;
  return [
    ...csv.map(csvFileName),
    ...(contacts === undefined ? [] : [CONTACTS_NAME]),
    ...(hasBonds(scene) ? [BREAKS_NAME] : []),
    ...(scene.outputs.events ? [EVENTS_NAME] : []),
    ...(trajectory === undefined ? [] : [TRAJECTORY_NAME]),
    ...vtkCollectionNames(scene),
    ...scene.outputs.analysis.profiles.map(profileFileName),
    ...forceChainNames(scene),
  ];
}
