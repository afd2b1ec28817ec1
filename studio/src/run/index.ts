// SPDX-License-Identifier: MIT
/** The tab Run: edits a scene and simulates it in the browser with the engine of `scree run`. */
import type { MakeView } from '../studio-view.ts';
import '../watch/watch.css';
import './run.css';
import { RunView } from './run-view.ts';

export const makeView: MakeView = async (context) => new RunView(context);
