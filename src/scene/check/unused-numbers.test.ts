// SPDX-License-Identifier: MIT
import { describe, expect, it } from 'vitest';
import { readComposedScene } from '../read-scene.ts';
import { sceneWarnings } from './scene-warnings.ts';

const BALL = { shape: { sphere: { radius: '1 cm' } }, material: 'glass', position: [0, 0, 0.02] };
const FLOOR = { normal: [0, 0, 1], material: 'steel' };

function unused(part: object): string[] {
  const scene = {
    time: { duration: 1, ...(!('integrator' in part) && { timeStep: 1e-5 }) },
    gravity: [0, 0, -9.81],
    bodies: { ball: BALL },
    halfSpaces: { floor: FLOOR },
    ...part,
  };
  const read = readComposedScene(JSON.stringify(scene), { file: 'scene.json' });
  return sceneWarnings(read.scene, read.origin.tree).filter((warning) => warning.includes('not used'));
}

const ELASTIC = { density: 2500, youngsModulus: 1e7, poissonsRatio: 0.3 };
const LINEAR = { density: 2500, stiffness: 1e5 };

describe('numbers of materials that no law uses', () => {
  it('are reported with place and remedy', () => {
    const text = [
      'time: { duration: 1 }',
      'gravity: [0, 0, 0]',
      'law: { normal: hertz }',
      'materials:',
      '  glass:',
      '    density: 2500',
      '    youngsModulus: 10 MPa',
      '    poissonsRatio: 0.3',
      '    friction: 0.5',
      '    rollingFriction: 0.1',
      '    cohesion: 1000',
      'bodies: { ball: { shape: { sphere: { radius: 1 cm } }, material: glass, position: [0, 0, 0] } }',
    ].join('\n');
    const { scene, origin } = readComposedScene(text, { file: 'scene.yaml' });
    expect(sceneWarnings(scene, origin.tree)).toEqual([
      'scene.yaml:9:5 materials.glass.friction: 0.5 is not used by the law of its contacts; add tangential: ' +
        'mindlin to the law, or leave it out',
      'scene.yaml:10:5 materials.glass.rollingFriction: 0.1 is not used by the law of its contacts; add ' +
        'rolling: epsd to the law, or leave it out',
      'scene.yaml:11:5 materials.glass.cohesion: 1000 is not used by the law of its contacts; add cohesion: jkr ' +
        'or sjkr to the law, or leave it out',
    ]);
  });

  it('are missing where a part of the law needs them: that part has no effect', () => {
    const law = { normal: 'hertz', tangential: 'mindlin', rolling: 'epsd', cohesion: 'jkr' };
    const materials = { glass: ELASTIC, steel: ELASTIC };
    const idle = (part: string, chosen: string, number: string) =>
      expect.stringContaining(
        `law.${part}: ${chosen} is not used: no material of a contact has ${number}; give it, or leave ${part} out`,
      );
    expect(unused({ materials, law })).toEqual([
      idle('tangential', 'mindlin', 'friction'),
      idle('rolling', 'epsd', 'rollingFriction'),
      idle('cohesion', 'jkr', 'cohesion'),
    ]);
    // A 0 is written on purpose, the pair may give the number, and so may a later stage.
    const given = { ...materials, glass: { ...ELASTIC, friction: 0.3, rollingFriction: 0 } };
    const pairs = [{ materials: ['glass', 'steel'], cohesion: 0.01 }];
    expect(unused({ materials: given, law, pairs })).toEqual([]);
    const { cohesion: _, ...dry } = law;
    const stages = {
      fill: { duration: 1 },
      shear: { duration: 1, set: { materials: { glass: { friction: 0.3, rollingFriction: 0.1 } } } },
    };
    expect(unused({ time: { timeStep: 1e-5 }, materials, law: dry, stages })).toEqual([]);
  });

  it('are those of the other kind of stiffness', () => {
    const steel = { ...LINEAR, ...ELASTIC, tangentialStiffnessRatio: 0.5 };
    const materials = { glass: { ...ELASTIC, friction: 0.3 }, steel };
    expect(unused({ materials, law: { normal: 'hertz', tangential: 'mindlin' } })).toEqual([
      expect.stringContaining('materials.steel.stiffness: 100000 is not used'),
      expect.stringContaining('materials.steel.tangentialStiffnessRatio: 0.5 is not used'),
    ]);
    expect(unused({ materials: { glass: steel, steel: LINEAR }, law: { normal: 'linear' } })).toEqual([
      expect.stringContaining('materials.glass.youngsModulus: 10000000 is not used'),
      expect.stringContaining('materials.glass.poissonsRatio: 0.3 is not used'),
      expect.stringContaining('add tangential: linear to the law'),
    ]);
  });

  it('are those that a rigid material or a pair overrides', () => {
    const materials = { glass: { ...ELASTIC, friction: 0.3 }, steel: { ...ELASTIC, rigid: true, friction: 0.2 } };
    const pairs = [{ materials: ['glass', 'steel'], friction: 0.4 }];
    const law = { normal: 'hertz', tangential: 'mindlin' };
    expect(unused({ materials, pairs, law })).toEqual([
      expect.stringMatching(/materials\.steel\.youngsModulus: .* is not used, since steel is rigid; leave it out/),
      expect.stringMatching(/materials\.steel\.poissonsRatio: .*rigid/),
      expect.stringMatching(/materials\.steel\.friction: 0.2 is not used: pairs set it for every contact of steel/),
    ]);
  });

  it('are those of a pair that cannot meet', () => {
    const materials = { glass: LINEAR, steel: LINEAR };
    const pairs = [{ materials: ['steel', 'steel'], restitution: 0.5 }];
    expect(unused({ materials, pairs, law: { normal: 'linear' } })).toEqual([
      expect.stringMatching(/pairs\[0\]: is not used: no contact of steel with steel can occur/),
    ]);
  });

  it('are those of a pair whose law is a module, which knows materials alone', () => {
    const materials = { glass: { ...LINEAR, friction: 0.3 }, steel: { ...LINEAR, cohesion: 2 } };
    const pairs = [{ materials: ['glass', 'steel'], friction: 0.4, law: { module: 'law.js' } }];
    expect(unused({ materials, pairs, law: { normal: 'linear', tangential: 'linear' } })).toEqual([
      expect.stringMatching(/pairs\[0\]\.friction: 0.4 is not used/),
    ]);
  });

  it('are those that a law of variable steps does not use', () => {
    const numbers = { density: 2500, restitution: 0.8, friction: 0.3, rollingFriction: 0.1 };
    const materials = { glass: { ...numbers, stiffness: 1e5 }, steel: { density: 1 } };
    const events = (law: object) => unused({ materials, integrator: 'variable', law });
    expect(events({ point: { stiffness: 1e5 } })).toEqual([
      expect.stringMatching(/materials\.glass\.stiffness: .* is not used/),
      expect.stringMatching(/materials\.glass\.rollingFriction: 0.1 is not used.*add rolling: model-a/),
    ]);
    expect(events({ point: { stiffness: 1e5 }, rolling: 'model-a', damping: 0.2 })).toEqual([
      expect.stringMatching(/materials\.glass\.stiffness/),
      expect.stringMatching(/materials\.glass\.restitution: 0.8 is not used.*damping/),
    ]);
  });

  it('are not those that a law uses, nor zeros', () => {
    const full = { ...ELASTIC, restitution: 0.5, friction: 0.3, staticFriction: 0.4, rollingFriction: 0.1 };
    const materials = { glass: { ...full, twistingFriction: 0.1, cohesion: 0.1 }, steel: { density: 1, rigid: true } };
    const law = { normal: 'hertz', tangential: 'mindlin', rolling: 'model-a', twisting: 'model-a', cohesion: 'jkr' };
    expect(unused({ materials, law })).toEqual([]);
    const zeros = { ...ELASTIC, friction: 0, rollingFriction: 0, cohesion: 0 };
    expect(
      unused({ materials: { glass: zeros, steel: { density: 1, rigid: true } }, law: { normal: 'hertz' } }),
    ).toEqual([]);
  });
});
