// SPDX-License-Identifier: MIT
/** Reads a scene whose files are in memory, such as files dropped on a page. Uses no Node module. */

import { MeshError, SceneError } from '../../errors.ts';
import { readMesh } from '../../io/mesh-bytes.ts';
import { readStructuredPoints } from '../../io/vtk/read-structured-points.ts';
import { readBodies } from '../../scene/initial-state/read-bodies.ts';
import { sceneError } from '../../scene/read-scene.ts';
import { pathFrom } from '../../scene/source/relative-path.ts';
import { textOfBytes } from '../../scene/source/scene-bytes.ts';
import type { SceneSite } from './scene-copy.ts';

/**
 * Files are sought by the path that the scene gives and then, since dropped files have no folders, by their names
 * alone.
 */
function finder(files: ReadonlyMap<string, Uint8Array>): (name: string) => Uint8Array | undefined {
  const byName = new Map([...files].map(([path, bytes]) => [path.slice(path.lastIndexOf('/') + 1), bytes]));
  return (name) => files.get(pathFrom('', name)) ?? byName.get(name.slice(name.lastIndexOf('/') + 1));
}

/**
 * A scene and the files that it names, from memory instead of a disk. `original` is the name of the scene in messages.
 * Modules with user-defined laws are code and are refused: a user who drops a file has not reviewed it.
 *
 * @throws From the readers of its files: MeshError for a file that is not there or is no mesh, SceneError for a module.
 *
 * @example
 * ```ts
 * import { findScene, siteInMemory } from 'scree/live';
 *
 * const text = `
 * include: glass.yaml
 * time: { duration: 20 ms, timeStep: 10 us }
 * gravity: [0, 0, -9.81]
 * law: { normal: linear }
 * bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }
 * `;
 * const glass = new TextEncoder().encode('materials: { glass: { density: 2500, stiffness: 5000 } }');
 * const site = siteInMemory('ball.yaml', text, new Map([['glass.yaml', glass]]));
 * console.log(findScene(site).scene.simulation.materials[0].name); // glass
 * ```
 */
export function siteInMemory(original: string, text: string, files: ReadonlyMap<string, Uint8Array>): SceneSite {
  const find = finder(files);
  const bytesOf = (name: string): Uint8Array => {
    const bytes = find(name);
    if (bytes !== undefined) return bytes;
    const known = files.size === 0 ? 'there are no files beside it' : `there are ${[...files.keys()].join(', ')}`;
    throw new MeshError('no-files', `${name}: there is no such file beside the scene; ${known}; add it`, { name });
  };
  return {
    original,
    text,
    bytes: new TextEncoder().encode(text),
    files: {
      readMesh: (name) => readMesh(bytesOf(name), name),
      readFlow: (name) => readStructuredPoints(bytesOf(name), name),
      modulePath: (name) => {
        const message = `${name}: modules with laws of one's own run in the program only; use scree run`;
        throw new SceneError('no-module', message, { name });
      },
      readText: (name) => {
        const reading = textOfBytes(bytesOf(name), name);
        if ('problem' in reading) throw sceneError(name, [reading.problem]);
        return reading.text;
      },
      readBodies: (name, frame) => readBodies(new Uint8Array(bytesOf(name)), name, frame),
      readTable: (name) => new TextDecoder().decode(bytesOf(name)),
    },
    bytesOf,
  };
}
