// SPDX-License-Identifier: MIT
/** Refuses keys that a scene's kind of time steps does not support, each with an alternative. */

import { hasRollingSpring } from '../../contact-laws/law-descriptions.ts';
import { EVENT_LAW_KEYS } from '../schema/material-fields.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { ScenePath } from '../source/source-tree.ts';
import type { Resolution } from './resolution.ts';

type Refusal = readonly [path: ScenePath, message: string];
type Laws = readonly (readonly [path: ScenePath, law: SceneFields['law']])[];

const FIXED_LAW_KEYS = ['normal', 'tangential', 'attraction', 'cohesion', 'module'] as const;
/** Numbers that give forces which variable steps do not have. */
const FIXED_NUMBERS = ['staticFriction', 'cohesion'] as const;
const WITH_FIXED_STEPS = 'take fixed steps, or leave it out';

/** Sections of a scene by what is not there. */
const MISSING_SECTIONS: Readonly<Record<string, string>> = {
  domain: 'are no bounds and no periodic directions',
  damping: 'is no damping besides that of contacts and joints',
  neighbours: 'is no neighbour list',
  limits: 'is no limit of overlaps',
  capacity: 'is no memory to set aside',
  stages: 'are no stages',
};

function lawsOf({ law, pairs }: SceneFields): Laws {
  const own = pairs.flatMap(({ law: given }, i) =>
    given === undefined ? [] : [[['pairs', i, 'law'], given] as const],
  );
  return [[['law'], law], ...own];
}

function listBodies(bodies: SceneFields['bodies']) {
  if (bodies === undefined) return [];
  return Array.isArray(bodies)
    ? bodies.map((fields, i) => [['bodies', i], fields] as const)
    : Object.entries(bodies).map(([name, fields]) => [['bodies', name], fields] as const);
}

function* wallRefusals({ meshes, halfSpaces, insertions, outlets, bonds, fields }: SceneFields): Iterable<Refusal> {
  for (const name of Object.keys(meshes)) {
    yield [
      ['meshes', name],
      'variable steps know convex pieces alone; make the wall of fixed bodies: boxes, polyhedra, or a compound of them',
    ];
  }
  for (const [name, wall] of Object.entries(halfSpaces)) {
    for (const key of ['motion', 'surface', 'servo'] as const) {
      if (wall[key] === undefined) continue;
      yield [
        ['halfSpaces', name, key],
        'with variable steps half-spaces stand still; for a wall that moves hang a body on the world by a joint ' +
          'with a drive',
      ];
    }
  }
  for (const name of Object.keys(insertions)) {
    yield [['insertions', name], 'with variable steps all bodies are there from the start; list them in bodies'];
  }
  for (const name of Object.keys(bonds)) {
    yield [['bonds', name], `with variable steps there are no bonds; ${WITH_FIXED_STEPS}`];
  }
  for (const name of Object.keys(fields)) {
    yield [['fields', name], `with variable steps there are no force fields and fluids; ${WITH_FIXED_STEPS}`];
  }
  for (const name of Object.keys(outlets)) {
    yield [['outlets', name], `with variable steps no body is taken out; ${WITH_FIXED_STEPS}`];
  }
}

function* bodyRefusals({ bodies, shapes }: SceneFields): Iterable<Refusal> {
  const clump = 'variable steps know no clumps; write it as a compound of spheres';
  for (const [name, shape] of Object.entries(shapes)) {
    if (shape.clump !== undefined) yield [['shapes', name, 'clump'], clump];
  }
  for (const [path, { shape, motion }] of listBodies(bodies)) {
    if (typeof shape === 'object' && shape.clump !== undefined) yield [[...path, 'shape', 'clump'], clump];
    if (motion === undefined) continue;
    yield [
      [...path, 'motion'],
      'with variable steps forces move bodies; for a prescribed motion hang the body on the world by a joint ' +
        'with a drive',
    ];
  }
}

function* lawRefusals(fields: SceneFields): Iterable<Refusal> {
  for (const [path, law] of lawsOf(fields)) {
    for (const key of FIXED_LAW_KEYS) {
      if (law[key] === undefined) continue;
      const why =
        key === 'normal' || key === 'module' ? 'is a law for fixed steps' : 'belongs to laws that keep a history';
      yield [[...path, key], `${why}, which variable steps cannot have; give point, line or volume instead`];
    }
    if (hasRollingSpring({ rolling: law.rolling ?? 'none' })) {
      yield [[...path, 'rolling'], 'has a spring, which variable steps cannot have; use rolling: model-a'];
    }
  }
  const numbered = [
    ...Object.entries(fields.materials).map(([name, numbers]) => [['materials', name], numbers] as const),
    ...fields.pairs.map((numbers, i) => [['pairs', i], numbers] as const),
  ];
  for (const [path, numbers] of numbered) {
    for (const key of FIXED_NUMBERS) {
      const value = numbers[key];
      if (value === undefined || value === 0 || (key === 'staticFriction' && value === numbers.friction)) continue;
      yield [[...path, key], 'laws with variable steps have neither static friction nor cohesion; leave it out'];
    }
  }
}

/** Records keys that variable steps do not support. */
export function noteFixedOnly(fields: SceneFields, resolution: Resolution): void {
  const { time, threads, domain, damping, neighbours, limits, capacity, stages } = fields;
  const refusals: Refusal[] = [
    ...wallRefusals(fields),
    ...bodyRefusals(fields),
    ...lawRefusals(fields),
    ...(time.timeStep === 'auto'
      ? []
      : [
          [
            ['time', 'timeStep'],
            'variable steps follow from the tolerance; give integrator: { variable: { longestStep: … } } to bound them',
          ] as const,
        ]),
    ...(threads === 1 || threads === 'auto' ? [] : [[['threads'], 'variable steps use one thread'] as const]),
  ];
  const sections = { domain, damping, neighbours, limits, capacity, stages };
  for (const [key, value] of Object.entries(sections)) {
    if (value === undefined) continue;
    refusals.push([[key], `with variable steps there ${MISSING_SECTIONS[key]}; ${WITH_FIXED_STEPS}`]);
  }
  for (const [path, message] of refusals) resolution.problems.push({ path, message });
}

/** Records keys that fixed steps do not support. */
export function noteVariableOnly(fields: SceneFields, resolution: Resolution): void {
  const add = (path: ScenePath, what: string): void => {
    const message = `${what} variable steps; add integrator: variable, or leave it out`;
    resolution.problems.push({ path, message });
  };
  for (const name of Object.keys(fields.joints)) add(['joints', name], 'joints need');
  for (const name of Object.keys(fields.springs)) add(['springs', name], 'springs between bodies need');
  if (fields.outputs?.events) add(['outputs', 'events'], 'events are known with');
  for (const [path, law] of lawsOf(fields)) {
    for (const key of EVENT_LAW_KEYS) if (law[key] !== undefined) add([...path, key], 'is part of a law for');
    if (law.normal === undefined && law.module === undefined) {
      resolution.problems.push({ path, message: 'expected normal or module' });
    }
  }
}
