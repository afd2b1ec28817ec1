// SPDX-License-Identifier: MIT
/** What is exported: the picture of the tab Watch with its run, camera, colours and plots. */
import type { TrajectoryHeader } from '../../../src/io.ts';
import type { LitStage } from '../drawing/lit-stage.ts';
import type { RunDescription, RunSource } from '../run-source/run-source.ts';
import type { Theme } from '../theme.ts';
import type { PlotSeries } from '../ui/plot.ts';
import type { Player } from '../watch/player.ts';
import type { ColourScale, WatchScene } from '../watch/watch-scene.ts';

/** Curves of a table over time. */
export interface PlottedCurves {
  readonly name: string;
  readonly time: readonly number[];
  readonly series: readonly PlotSeries[];
}

export interface ExportTarget {
  readonly stage: LitStage;
  readonly theme: Theme;
  readonly player: Player;
  readonly source: RunSource;
  readonly scene: () => WatchScene | undefined;
  readonly run: () => RunDescription;
  readonly header: () => TrajectoryHeader | undefined;
  readonly scale: () => ColourScale;
  /** Undefined when no table is plotted. */
  readonly curves: () => PlottedCurves | undefined;
  readonly announce: (message: string) => void;
}
