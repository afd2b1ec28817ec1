// SPDX-License-Identifier: MIT
/**
 * The tab Watch: a run in 3D with time bar, colours, contacts, picked body and plots, also while the run is being
 * written.
 */

import type { MakeView } from '../studio-view.ts';
import './watch.css';
import './watch-tab.css';
import { WatchTab } from './watch-tab.ts';

export const makeView: MakeView = async (context) => {
  const tab = new WatchTab(context);
  await tab.open();
  return tab;
};
