// SPDX-License-Identifier: MIT
/** Outputs of a scene: the quantities of time series by their names, with the bodies and meshes they are of. */
import type { SimulationSpec } from '../../simulation/simulation-spec.ts';
import { nearestNames } from '../near-names.ts';
import { type OutputQuantity, outputQuantity, QUANTITY_FORMS } from '../output-quantity.ts';
import type { CsvSpec, OutputsSpec } from '../scene.ts';
import type { SceneFields } from '../schema/scene-schema.ts';
import type { Resolution } from './resolution.ts';
import { resolveAnalysis } from './resolve-analysis.ts';

type CsvFields = NonNullable<NonNullable<SceneFields['outputs']>['csv']>;

function whereDefined(kind: string): string {
  if (kind === 'region' || kind === 'plane') return `; outputs.${kind}s defines them`;
  return '; bodies of a lattice are NAME[0], NAME[1], …';
}

function resolveCsv(
  csv: CsvFields,
  known: Readonly<
    Record<'body' | 'mesh' | 'halfSpace' | 'outlet' | 'insertion' | 'servo' | 'region' | 'plane', ReadonlySet<string>>
  >,
  resolution: Resolution,
): CsvSpec[] {
  return Object.entries(csv).map(([name, { every, quantities }]) => ({
    name,
    every,
    quantities: quantities.flatMap((text, i): OutputQuantity[] => {
      const path = ['outputs', 'csv', name, 'quantities', i];
      const quantity = outputQuantity(text);
      if (quantity === undefined) {
        resolution.problems.push({ path, message: `unknown quantity "${text}"; there are ${QUANTITY_FORMS}` });
        return [];
      }
      if ('name' in quantity && !known[quantity.kind].has(quantity.name)) {
        const [nearest] = nearestNames(quantity.name, [...known[quantity.kind]].slice(0, 1000));
        const hint = nearest === undefined ? whereDefined(quantity.kind) : `; did you mean ${nearest}?`;
        resolution.problems.push({ path, message: `no ${quantity.kind} has the name "${quantity.name}"${hint}` });
        return [];
      }
      return [quantity];
    }),
  }));
}

export function resolveOutputs(
  outputs: SceneFields['outputs'],
  { bodies = [], meshes = [], halfSpaces = [], outlets = [], insertions = [] }: Omit<SimulationSpec, 'timeStep'>,
  resolution: Resolution,
): OutputsSpec {
  const { vtk, trajectory, contacts, csv = {} } = outputs ?? {};
  if (contacts !== undefined && 'contacts' in csv) {
    const message = 'the name contacts belongs to the table of contacts; choose another';
    resolution.problems.push({ path: ['outputs', 'csv', 'contacts'], message });
  }
  const analysis = resolveAnalysis(outputs, resolution);
  const known = {
    region: new Set(analysis.regions.keys()),
    plane: new Set(analysis.planes.keys()),
    body: new Set(bodies.flatMap(({ name }) => name ?? [])),
    mesh: new Set(meshes.map(({ name }) => name)),
    halfSpace: new Set(halfSpaces.map(({ name }) => name)),
    outlet: new Set(outlets.map(({ name }) => name)),
    insertion: new Set(insertions.map(({ name }) => name)),
    servo: new Set([...halfSpaces, ...meshes].filter(({ servo }) => servo !== undefined).map(({ name }) => name)),
  };
  return {
    ...{ ...(vtk && { vtk }), ...(trajectory && { trajectory }), ...(contacts && { contacts }) },
    csv: resolveCsv(csv, known, resolution),
    analysis,
  };
}
