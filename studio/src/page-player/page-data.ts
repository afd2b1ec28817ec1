// SPDX-License-Identifier: MIT
/** What a page that plays a run by itself carries, in an element of this id. */
export const DATA_ID = 'run-data';

export interface PageData {
  readonly title: string;
  /** The colour scale of the picture when it was saved. */
  readonly field: string;
  readonly map: string;
  readonly range?: readonly [low: number, high: number];
  readonly isLog?: boolean;
  readonly isOrthographic: boolean;
  /** In the world: scenes are drawn about the origin of the frame that was shown first. */
  readonly camera: { readonly position: readonly number[]; readonly target: readonly number[] };
  /** The trajectory, compressed by gzip, in base64. */
  readonly trajectory: string;
}
