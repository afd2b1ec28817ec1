// SPDX-License-Identifier: MIT
/** Radii of the bodies of a frame: of the smallest sphere around the centre of mass that holds the body. */
import { bodyKinds } from '../../analysis/body-kinds.ts';
import type { Frame } from '../../io/trajectory/frame.ts';
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';

export type FrameRadii = (frame: Frame) => Float32Array;

export function frameRadii(spec: SimulationSpec): FrameRadii {
  const { solids } = bodyKinds(spec);
  return ({ scales, shapes }) => scales.map((scale, k) => scale * (solids[shapes[k]]?.radius ?? Number.NaN));
}
