// SPDX-License-Identifier: MIT
/** The interface between the shell and its views. */
import type { ServerApi } from './server-api.ts';
import type { Theme } from './theme.ts';

export interface StudioContext {
  /** Undefined where the page was not served by `scree view`. */
  readonly server: ServerApi | undefined;
  readonly theme: Theme;
  /** Tells the user something in passing; read aloud by screen readers. */
  readonly announce: (message: string) => void;
}

/** One tab. `hide` stops whatever draws or computes for the eye. */
export interface StudioView {
  readonly element: HTMLElement;
  show(): void;
  hide(): void;
}

export type MakeView = (context: StudioContext) => Promise<StudioView>;
