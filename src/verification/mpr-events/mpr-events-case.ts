// SPDX-License-Identifier: MIT
/** The case `mpr-events`: contacts as events of a variable-step integrator. */
import type { VerificationCase } from '../verification-case.ts';
import { bouncing } from './bouncing.ts';
import { comingToRest } from './coming-to-rest.ts';
import { cradle } from './cradle.ts';
import { pendulumAtWall } from './double-pendulum.ts';
import { flatDropSection } from './flat-drops.ts';
import { hammer } from './hammer.ts';

export const MPR_EVENTS_CASE: VerificationCase = {
  name: 'mpr-events',
  title: 'Contacts as events of a variable-step integrator',
  source:
    'Neumayr & Otter 2017, Collision handling with variable-step integrators, doi:10.1145/3158191.3158193: ' +
    'sections 2, 5 and 6.',
  summary:
    'Beginnings and ends of contacts, found as zeros of signed distances, against closed forms: bouncing bodies ' +
    "and Newton's cradle; bodies of all kinds come to rest; a double pendulum at a wall keeps its energy, and a " +
    'driven hammer knocks a box off a table.',
  run({ full, progress }) {
    progress('bouncing');
    const bounces = bouncing(full);
    progress('cradle');
    const balls = cradle(full);
    progress('coming to rest');
    const rests = comingToRest();
    const drops = flatDropSection(full, progress);
    progress('double pendulum');
    const pendulum = pendulumAtWall(full);
    progress('hammer');
    return [bounces, balls, rests, drops, pendulum, hammer()];
  },
};
