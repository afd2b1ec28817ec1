// SPDX-License-Identifier: MIT
/** Run: a scene, an example or one's own, edited and simulated here in the browser by the engine of `scree run`. */
import type { MakeView } from '../shell-view.ts';
import '../watch/watch.css';
import './run.css';
import { RunView } from './run-view.ts';

export const makeView: MakeView = async (context) => new RunView(context);
