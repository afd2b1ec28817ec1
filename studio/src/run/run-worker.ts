// SPDX-License-Identifier: MIT
/**
 * The worker of the tab Run: checks scenes and runs one simulation. The threads of the simulation are workers of this
 * worker.
 */
import { setStepWorkerUrl } from '../../../src/dem.ts';
import { documentationAt, proposalsAt, sceneFields, sceneOutline } from '../../../src/live.ts';
import stepWorkerUrl from '../../../src/step-worker.ts?worker&url';
import { LiveRun } from './live-run.ts';
import type { News, Order } from './protocol.ts';
import { factsOf, foundScene, problemsOf } from './scene-reading.ts';

// The studio's content security policy allows workers from files of its server only.
setStepWorkerUrl(new URL(stepWorkerUrl, import.meta.url));

function post(news: News, transfer: Transferable[] = []): void {
  (postMessage as (message: News, transfer: Transferable[]) => void)(news, transfer);
}

let live: LiveRun | undefined;

function check({ ticket, scene }: Extract<Order, { kind: 'check' }>): void {
  const fields = sceneFields(scene.text);
  const outline = sceneOutline(scene.text);
  try {
    post({ kind: 'checked', ticket, fields, outline, problems: [], facts: factsOf(foundScene(scene)) });
  } catch (error) {
    post({ kind: 'checked', ticket, fields, outline, problems: problemsOf(error), facts: undefined });
  }
}

async function obey(order: Order): Promise<void> {
  switch (order.kind) {
    case 'check':
      return check(order);
    case 'hint': {
      const { ticket, want, text, offset } = order;
      const hint = want === 'proposals' ? proposalsAt(text, offset) : documentationAt(text, offset);
      return post({ kind: 'hint', ticket, hint });
    }
    case 'start':
      live = await LiveRun.start(order, post);
      return;
    case 'end':
      live?.end();
      close();
      return;
    default:
      return live?.obey(order);
  }
}

addEventListener('message', ({ data }: MessageEvent<Order>) => {
  obey(data).catch((error: unknown) => {
    const message = error instanceof Error ? error.message : String(error);
    // A file that cannot be taken is no failure of the run.
    if (data.kind === 'take' || data.kind === 'files') post({ kind: 'warning', message });
    else post({ kind: 'failed', message, run: undefined });
  });
});
