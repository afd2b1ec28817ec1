// SPDX-License-Identifier: MIT
import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { SCENE_GROUPS } from './step-scene.ts';
import { readTargets } from './step-targets.ts';
import { targetReport } from './target-report.ts';

const MACHINE = { processor: 'p', cores: 2, node: 'v', platform: 'x', date: 'd', load: 0 };

describe('targets of the step benchmark', () => {
  it('are read from the file of the repository, with a group as its scenes', () => {
    const { scenes } = readTargets(readFileSync('benchmarks/convex-targets.json', 'utf8'));
    expect(scenes.find(({ scene }) => scene === 'cells')).toMatchObject({ peers: ['yade'], isProfiled: false });
    expect(scenes.find(({ scene }) => scene === 'hopper')).toMatchObject({ peers: [], isProfiled: true });
    for (const name of SCENE_GROUPS['lattice-map'] ?? [])
      expect(scenes.filter(({ scene }) => scene === name)).toHaveLength(1);
  });

  it('with a wrong entry are refused by a message that names the entry', () => {
    const read = (entry: object) => () => readTargets(JSON.stringify({ title: 't', scenes: [entry] }));
    expect(read({ scene: 'sand' })).toThrow('scenes[0].scene: there is no scene "sand"');
    expect(read({ scene: 'cells', microseconds: -1 })).toThrow('scenes[0].microseconds: expected a number > 0, got -1');
    expect(read({ scene: 'cells', peers: 'yade' })).toThrow('scenes[0].peers: expected a list of names');
    expect(() => readTargets('{}')).toThrow('a title and a list of scenes');
  });

  it('are printed in a table beside the measured times, before the maps of lattices', () => {
    const targets = readTargets(
      JSON.stringify({
        title: 'Convex',
        scenes: [
          { scene: 'cells', microseconds: 2, peers: ['yade'], times: 1000 },
          { scene: 'lattice-map', microseconds: 5 },
        ],
      }),
    );
    const scene = { title: 't', count: 500, steps: 10, repetitions: 3, machine: MACHINE };
    const own = { variant: 'scree', threads: 1, nanoseconds: 2500, cpuNanoseconds: 2500, contactsPerBody: 3.5 };
    const text = targetReport(
      targets,
      {
        scenes: [
          {
            ...scene,
            scene: 'cells',
            variants: [
              { ...own, allocatedPerBody: 7, bytesPerBody: 900, agitation: 0.0123 },
              {
                variant: 'yade',
                threads: 1,
                engine: 'YADE 1',
                nanoseconds: 6e6,
                cpuNanoseconds: 5e6,
                contactsPerBody: 3.25,
              },
              { variant: 'lammps', threads: 1, missing: 'not installed: lmp' },
            ],
          },
          {
            ...scene,
            scene: 'lattice-8-offset-1e-4-tilt-1e-2',
            variants: [
              { ...own, slowestFirstNanoseconds: 12_340, startNanoseconds: 45_600, startContactsPerBody: 12.34 },
            ],
          },
        ],
      },
      MACHINE,
    );
    expect(text).toMatch(
      /\| cells \| +scree \| +500 \| +2\.50 \| +2\.50 \| +2 \| +\| +\| +3\.50 \| +7 \| +900 \| +0\.012 \|/,
    );
    expect(text).toMatch(/\| cells \| +yade \| +500 \| +6000\.0 \| +5000\.0 \| +\| +2000\.0 \| +1000 \| +3\.25 \|/);
    expect(text).toContain('- yade: YADE 1');
    expect(text).toContain('- cells, lammps: not installed: lmp');
    expect(text).toContain('\n## lattice-8, target 5 us');
    expect(text).toContain('Contacts a body: 12.3 to 12.3 before the first step, 3.5 to 3.5 after the timed steps.');
    expect(text).toMatch(/\| offset \| +tilt 1e-2 \|\n\|.*\|\n\| 1e-4 +\| 2\.50 \/ 12\.3 \/ 45\.6 \|/);
  });
});
