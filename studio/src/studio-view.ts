// SPDX-License-Identifier: MIT
/** The interface between the shell and its views. */
import type { ServerApi } from './server-api.ts';
import type { Theme } from './theme.ts';

export interface StudioContext {
  /** Undefined if the page was not served by `scree view`. */
  readonly server: ServerApi | undefined;
  readonly theme: Theme;
  /** Shows the user a short message; screen readers read it aloud. */
  readonly announce: (message: string) => void;
}

/** One tab. `hide` stops all drawing and computing for display. */
export interface StudioView {
  readonly element: HTMLElement;
  show(): void;
  hide(): void;
  /** The address has changed within the tab. */
  readdress?(): void;
}

export type MakeView = (context: StudioContext) => Promise<StudioView>;
