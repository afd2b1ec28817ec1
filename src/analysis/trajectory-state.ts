// SPDX-License-Identifier: MIT
/**
 * A frame of a trajectory as input of an analysis. Lengths are float32 relative to the centre of the bodies: the error
 * of positions is about 1e-7 of the size of the scene, that of forces and velocities about 1e-7 of their magnitude.
 */
import type { Frame } from '../io/trajectory/frame.ts';
import { rotate } from '../math/quaternion.ts';
import { CONTACT_BODY, CONTACT_HALF_SPACE, CONTACT_MESH } from '../simulation/views/simulation-views.ts';
import type { BodyKinds } from './body-kinds.ts';
import type { GranularState } from './granular-state.ts';
import { granularState } from './simulation-state.ts';

/** `halfSpaceCount` separates half-spaces from meshes among the boundaries. */
export function trajectoryState(frame: Frame, kinds: BodyKinds, halfSpaceCount: number): GranularState {
  const count = frame.ids.length;
  const fromOrigin = (values: Float32Array): Float64Array =>
    Float64Array.from(values, (value, at) => value + frame.origin[at % 3]);
  const scale = Float64Array.from(frame.scales);
  const orientation = Float64Array.from(frame.orientations);
  const position = fromOrigin(frame.positions);
  const radius = new Float64Array(count);
  for (let k = 0; k < count; k++) {
    const { centroid, radius: own } = kinds.solids[frame.shapes[k]];
    const factor = scale[k];
    radius[k] = factor * own;
    const [w = 1, x = 0, y = 0, z = 0] = orientation.subarray(4 * k, 4 * k + 4);
    const turned = rotate({ w, x, y, z }, centroid);
    // Frames have the origins of the shapes' own frames.
    position[3 * k] = position[3 * k] + factor * turned.x;
    position[3 * k + 1] = position[3 * k + 1] + factor * turned.y;
    position[3 * k + 2] = position[3 * k + 2] + factor * turned.z;
  }
  return granularState(
    frame.time,
    {
      count,
      radius,
      scale,
      position,
      orientation,
      ids: frame.ids,
      shape: frame.shapes,
      material: frame.materials,
      velocity: Float64Array.from(frame.velocities),
    },
    contactsOf(frame, fromOrigin(frame.contactPoints), halfSpaceCount),
    kinds,
  );
}

function contactsOf({ contactBodies, contactNormals, contactForces }: Frame, point: Float64Array, halfSpaces: number) {
  const count = contactBodies.length / 2;
  const idA = new Int32Array(count);
  const idB = new Int32Array(count);
  const kind = new Int32Array(count);
  for (let c = 0; c < count; c++) {
    const partner = contactBodies[2 * c + 1];
    const boundary = -1 - partner;
    idA[c] = contactBodies[2 * c];
    kind[c] = partner >= 0 ? CONTACT_BODY : boundary < halfSpaces ? CONTACT_HALF_SPACE : CONTACT_MESH;
    idB[c] = partner >= 0 ? partner : boundary < halfSpaces ? boundary : boundary - halfSpaces;
  }
  return {
    count,
    idA,
    idB,
    kind,
    point,
    normal: Float64Array.from(contactNormals),
    // Frames have the force on the second body.
    force: Float64Array.from(contactForces, (value) => -value),
  };
}
