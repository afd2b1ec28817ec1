// SPDX-License-Identifier: MIT
/** The long simulations of the verification cases as scene files: the text of every file by its path. */
import { Document, isMap, isPair, isSeq, visit } from 'yaml';

const MIXER = 'src/verification/double-hierarchy/h2-mixer';
const INJECTED = 'src/verification/epa-simulations';
const QUANTITIES = ['energy.kinetic', 'energy.wallWork', 'energy.balance', 'count.bodies', 'count.contacts'];
const RUN = { outputs: { vtk: { every: 0.1 }, csv: { energies: { every: 0.01, quantities: QUANTITIES } } } };

/** Lists and mappings stand on one line unless they hold mappings, or lists of lists. */
function sceneText(path, title, scene) {
  const document = new Document(scene);
  visit(document, {
    Collection(_, node) {
      const values = node.items.map((item) => (isPair(item) ? item.value : item));
      node.flow = values.every((value) => !isMap(value) && !(isSeq(value) && value.items.some(isSeq)));
    },
  });
  const name = path.split('/').pop()?.replace('.yaml', '');
  const head =
    `# ${title}. In SI units; written by scripts/write-verification-scenes.mjs.\n#   scree run ${path} --out ` +
    `runs/${name}\n`;
  return head + document.toString({ lineWidth: 200, flowCollectionPadding: true });
}

/** A picture of the report that stands by itself. */
function standalone(svg, style) {
  const end = svg.indexOf('>') + 1;
  const open = svg.slice(0, end).replace('<svg ', '<svg xmlns="http://www.w3.org/2000/svg" ');
  return `${open}<style>${style}</style>${svg.slice(end)}\n`;
}

/** `modules` has what is needed of the modules in src/. */
export function verificationScenes(modules) {
  const { sceneFromSimulation, objPieces, mixerSpec, DURATION, SCENES, fullExtent, injectedSpec } = modules;
  const { sideView, endView, REPORT_STYLE } = modules;
  /** @type {Record<string, string>} */
  const files = {};
  const spec = mixerSpec();
  const mixer = sceneFromSimulation(spec, DURATION, 'A rotary mixer');
  for (const { name, mesh } of spec.meshes ?? []) {
    files[`${MIXER}/${name}.obj`] = [...objPieces(mesh)].join('');
    const { vertices: _, facets: __, ...rest } = mixer.meshes[name];
    mixer.meshes[name] = { file: `${name}.obj`, ...rest };
  }
  files[`${MIXER}/side.svg`] = standalone(sideView(), REPORT_STYLE);
  files[`${MIXER}/axis.svg`] = standalone(endView(), REPORT_STYLE);
  files[`${MIXER}/mixer.yaml`] = sceneText(`${MIXER}/mixer.yaml`, mixer.title, { ...mixer, ...RUN });
  for (const [name, scene] of Object.entries(SCENES)) {
    const extent = fullExtent(scene);
    const title = `${scene.title}: ${scene.kinds.join(', ')}`;
    const written = sceneFromSimulation(injectedSpec(scene, extent), extent.duration, title);
    const path = `${INJECTED}/simulation-${name}.yaml`;
    files[path] = sceneText(path, title, { ...written, pairs: undefined, ...RUN });
  }
  return files;
}
