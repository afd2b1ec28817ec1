// SPDX-License-Identifier: MIT
/** Directions to look from: along the axes, and isometric. */
import { Vector3 } from 'three';

/** A view from straight above keeps y upwards in the picture; the camera must not be exactly on the vertical. */
const NEARLY = 1e-4;

export const VIEW_DIRECTIONS = {
  '+x': new Vector3(1, 0, 0),
  '-x': new Vector3(-1, 0, 0),
  '+y': new Vector3(0, 1, 0),
  '-y': new Vector3(0, -1, 0),
  '+z': new Vector3(0, -NEARLY, 1),
  '-z': new Vector3(0, -NEARLY, -1),
  isometric: new Vector3(1, -1, 1),
} as const;

export type ViewName = keyof typeof VIEW_DIRECTIONS;
