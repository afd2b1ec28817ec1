// SPDX-License-Identifier: MIT
/** Scenes of one ball to spoil, and what the reader says about a wrong scene. */
import { SceneError } from '../../src/errors.ts';
import { readScene } from '../../src/scene/read-scene.ts';

/** A scene as six lines of text; what follows begins at line 7. */
export const ONE_BALL_TEXT = `time: { duration: 1 s, timeStep: 10 us }
gravity: [0, 0, -9.81]
materials: { glass: { density: 2500, stiffness: 10 N/mm } }
law: { normal: linear }
shapes: { ball: { sphere: { radius: 5 mm } } }
bodies: { one: { shape: ball, material: glass, position: [0, 0, 0] } }
`;

/** A scene as an object. */
export const ONE_BALL = {
  time: { duration: 1, timeStep: 1e-5 },
  gravity: [0, 0, -9.81],
  materials: { glass: { density: 2500, stiffness: 1e4 } },
  law: { normal: 'linear' },
  shapes: { ball: { sphere: { radius: 0.01 } } },
  bodies: { one: { shape: 'ball', material: 'glass', position: [0, 0, 0] } },
};

/** Throws if the scene is right. */
export function sceneError(text: string, file = 'scene.yaml'): SceneError {
  try {
    readScene(text, { file });
  } catch (error) {
    if (error instanceof SceneError) return error;
    throw error;
  }
  throw new Error('the scene is right');
}

/** The message about a scene whose seventh line and those below are these. */
export const messageBelow = (text: string): string => sceneError(`${ONE_BALL_TEXT}${text}`).message;
