// SPDX-License-Identifier: MIT
/**
 * The examples as pages: examples/README.md is divided at its headings, and each scene file is shown beside what the
 * README says about it. Scenes without a section of their own get a page with picture and file.
 */
import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { basename, join } from 'node:path';
import { headingAnchor } from './pages.mjs';

const INDEX = 'examples/README.md';
/** Pictures of the gallery of the studio, all of one size. */
export const CARD_PICTURES = 'studio/src/gallery/pictures';

/**
 * @typedef {object} Example
 * @property {string} name of the scene file, without its ending
 * @property {string} title
 * @property {string} shows a few words, from the tables of the index
 * @property {string} section text of its section in the index, empty without one
 * @property {string} scene text of the scene file
 * @property {string | undefined} picture path of its picture in the gallery
 */

/**
 * @param {string} root
 * @returns {{ intro: string, examples: Example[], anchorPages: Map<string, string> }}
 */
export function readExamples(root) {
  const index = readFileSync(join(root, INDEX), 'utf8');
  const [intro = '', ...rest] = index.split(/^(?=## )/m);
  const sections = rest.map((text) => {
    const [, title = ''] = /^## (.*)$/m.exec(text) ?? [];
    const [, name = ''] = /\]\(([\w-]+)\.yaml\)/.exec(text) ?? [];
    return { name, title, text };
  });
  const examples = readdirSync(join(root, 'examples'))
    .filter((file) => file.endsWith('.yaml'))
    .map((file) => {
      const name = basename(file, '.yaml');
      const scene = readFileSync(join(root, 'examples', file), 'utf8');
      const section = sections.find((each) => each.name === name);
      const picture = `${CARD_PICTURES}/${name}.webp`;
      return {
        name,
        title: section?.title ?? sceneTitle(scene, name),
        shows: whatItShows(intro, name, section?.title),
        section: section?.text ?? '',
        scene,
        picture: existsSync(join(root, picture)) ? picture : undefined,
      };
    });
  const order = (name) => {
    const at = sections.findIndex((each) => each.name === name);
    return at < 0 ? sections.length : at;
  };
  examples.sort((a, b) => order(a.name) - order(b.name));
  const anchorPages = new Map(
    sections
      .filter(({ name }) => name !== '')
      .map(({ name, title }) => [`${INDEX}#${headingAnchor(title)}`, `examples/${name}.md`]),
  );
  return { intro, examples, anchorPages };
}

/**
 * The page of an example, with links as those of examples/README.md.
 * @param {Example} example
 * @param {boolean} runsInStudio whether the studio has it among its examples
 */
export function examplePage({ name, title, section, scene, picture, shows }, runsInStudio) {
  const image = picture === undefined ? '' : `![${title}](../${picture})\n\n`;
  const whole =
    section === ''
      ? `${image}[\`${name}.yaml\`](#the-scene): ${shows}.\n\n\`\`\`sh\nnpx scree run examples/${name}.yaml --out runs/${name}\n\`\`\`\n`
      : `${section.includes('.png)') ? '' : image}${section.replace(/^## .*\n+/, '').replaceAll(`](${name}.yaml)`, '](#the-scene)')}`;
  // Readers of the site have the package; `scree init` writes the files of an example into any folder.
  const body = whole.replace(/^(```sh\n)(.*?^```$)/ms, (_, head, commands) => {
    return `${head}npx scree init ${name}\n${commands.replaceAll(`examples/${name}.yaml`, `${name}.yaml`)}`;
  });
  const run = runsInStudio ? `<RunHere name="${name}" />\n\n` : '';
  return [
    `---\npageClass: wide\naside: false\nhasMath: false\n---\n`,
    `# ${title}\n`,
    `<div class="beside">\n<div>\n`,
    `${body}\n${run}`,
    `</div>\n<div>\n`,
    `## The scene\n`,
    `\`\`\`yaml [examples/${name}.yaml]\n${scene}\`\`\`\n`,
    `</div>\n</div>\n`,
  ].join('\n');
}

function sceneTitle(scene, name) {
  const [, title = name] = /^title: (.*)$/m.exec(scene) ?? [];
  return title.replace(/^(['"])(.*)\1$/, '$2');
}

/** The second column of the row that links to an example. */
function whatItShows(intro, name, title) {
  const links = [`](${name}.yaml) |`, ...(title === undefined ? [] : [`](#${headingAnchor(title)}) |`])];
  const row = intro.split('\n').find((line) => line.startsWith('|') && links.some((link) => line.includes(link)));
  const [, , cell = ''] = row?.split(' | ').flatMap((part) => part.split('| ')) ?? [];
  return cell
    .trim()
    .replace(/\[([^\]]*)\]\([^)]*\)/g, '$1')
    .replace(/ \|$/, '')
    .replaceAll('`', '');
}
