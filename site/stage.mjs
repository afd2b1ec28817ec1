// SPDX-License-Identifier: MIT
/**
 * Writes the source of the site into a folder: the Markdown of the project with the links of the site, the pictures,
 * the files that pages link to, the examples and the start page. The text itself stays where it is.
 */
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { basename, dirname, extname, join } from 'node:path';
import { examplePage, readExamples } from './examples.mjs';
import { filePage, rewriteLinks } from './links.mjs';
import { mapProse, sitePages } from './pages.mjs';
import { startPage } from './start-page.mjs';

/** @typedef {{ title: string, shows: string, link: string, picture: string | undefined }} Card */

/** Languages of the files that pages show. */
const LANGUAGES = { '.yaml': 'yaml', '.mjs': 'js', '.js': 'js', '.ts': 'ts', '.json': 'json', '.py': 'python' };

/** Pages of tables with many columns, which take the room of the outline. */
const isWide = (target) => target === 'guide/coming-from-other-engines.md' || target.startsWith('benchmarks/results/');

/**
 * The pages as the site shows them, by their address.
 * @param {string} root
 * @returns {{ pages: Map<string, string>, pictures: Set<string>, cards: Card[] }}
 */
export function composeSite(root) {
  const pages = sitePages(root);
  const { intro, examples, anchorPages } = readExamples(root);
  const site = { root, pages, anchorPages };
  const composed = new Map();
  const pictures = new Set();
  const open = new Set();

  const add = (path, target, text, isProse = true) => {
    const rewritten = rewriteLinks({ path, target, text: isProse ? withoutHtml(text) : text }, site);
    for (const picture of rewritten.pictures) pictures.add(picture);
    for (const file of rewritten.files) open.add(file);
    composed.set(target, rewritten.text);
  };

  for (const [path, target] of pages) {
    const text = readFileSync(join(root, path), 'utf8');
    if (path === 'README.md') add(path, target, startPage(root), false);
    else if (path === 'examples/README.md') add(path, target, examplesIndex(intro), false);
    else if (path === 'src/verification/README.md') add(path, target, withReport(text), false);
    else add(path, target, isWide(target) ? wide(text) : text);
  }
  const inStudio = new Set(examples.filter(({ picture }) => picture !== undefined).map(({ name }) => name));
  for (const example of examples) {
    add(
      'examples/README.md',
      filePage(`examples/${example.name}.yaml`),
      examplePage(example, inStudio.has(example.name)),
      false,
    );
    if (example.picture !== undefined) pictures.add(example.picture);
  }
  for (const file of open) {
    const target = filePage(file);
    if (!composed.has(target)) composed.set(target, shownFile(root, file));
  }
  const cards = examples.map(({ name, title, shows, picture }) => ({
    title,
    shows,
    link: `/examples/${name}`,
    picture: picture && `/cards/${basename(picture)}`,
  }));
  return { pages: composed, pictures, cards };
}

/**
 * Writes the composed site for VitePress, or a part of it.
 * @param {string} root
 * @param {string} folder
 * @param {(target: string) => boolean} [isWanted]
 */
export function stageSite(root, folder, isWanted = () => true) {
  rmSync(folder, { recursive: true, force: true });
  const { pages: all, pictures, cards } = composeSite(root);
  const pages = new Map([...all].filter(([target]) => isWanted(target)));
  const texts = [...pages.values()];
  for (const [target, text] of pages) write(join(folder, target), text);
  for (const picture of pictures) {
    if (texts.some((text) => text.includes(picture))) copy(join(root, picture), join(folder, 'pictures', picture));
  }
  const shared = join(folder, 'public');
  for (const { picture } of cards) {
    if (picture !== undefined)
      copy(join(root, 'studio/src/gallery/pictures', basename(picture)), join(shared, picture));
  }
  copy(join(root, 'studio/public/icon.svg'), join(shared, 'icon.svg'));
  copy(join(root, 'dist/studio'), join(shared, 'studio'));
  write(join(folder, '.vitepress/cards.json'), JSON.stringify(cards));
  for (const name of readdirSync(join(root, 'site/theme'))) {
    copy(join(root, 'site/theme', name), join(folder, '.vitepress/theme', name));
  }
  return pages;
}

/** Angle brackets and double braces in prose are text, not elements or expressions of Vue. */
function withoutHtml(text) {
  return mapProse(text, (prose) => prose.replace(/<(?=[a-zA-Z/!])/g, '&lt;').replaceAll('{{', '&#123;&#123;'));
}

/** The index of the cases leads to the report of `scree verify`, where the site has one. */
function withReport(text) {
  return withoutHtml(text).replace(/\n\n/, '\n\n<VerificationReport />\n\n');
}

function examplesIndex(intro) {
  return wide(intro.replace(/\n\n/, '\n\n<ExampleCards />\n\n'));
}

const wide = (text) => `---\npageClass: wide\naside: false\n---\n\n${text}`;

function shownFile(root, path) {
  const text = readFileSync(join(root, path), 'utf8');
  const language = LANGUAGES[extname(path)] ?? 'text';
  return `---\naside: false\n---\n\n# \`${path}\`\n\n\`\`\`\`${language}\n${text.trimEnd()}\n\`\`\`\`\n`;
}

function write(path, text) {
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, text);
}

function copy(from, to) {
  if (!existsSync(from)) throw new Error(`${from} is missing; run npm run build`);
  mkdirSync(dirname(to), { recursive: true });
  cpSync(from, to, { recursive: true });
}
