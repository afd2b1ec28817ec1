// SPDX-License-Identifier: MIT
/** Messages between Watch and the worker that computes slices. */
import type { Section, SectionGrid, SectionQuantity } from '../../../src/analysis.ts';
import type { Frame, TrajectoryHeader } from '../../../src/io.ts';

export interface SliceRequest {
  readonly ticket: number;
  /** Given once; later requests are about the same run. */
  readonly header?: TrajectoryHeader;
  readonly frame: Frame;
  readonly section: Section;
  readonly quantity: SectionQuantity;
}

export interface SliceAnswer {
  readonly ticket: number;
  readonly section: Section;
  readonly grid?: SectionGrid;
  readonly problem?: string;
}
