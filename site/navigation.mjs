// SPDX-License-Identifier: MIT
/** Navigation of the site, from the index pages of the folders: their headings are groups, their rows are pages. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { pageTitle } from './pages.mjs';

/** Index pages of the sections, at their addresses in the site. */
const SECTIONS = [
  { text: 'Tutorials', index: 'tutorials/index.md' },
  { text: 'Guide', index: 'guide/index.md' },
  { text: 'Examples', index: 'examples/index.md' },
  { text: 'Reference', index: 'reference/index.md' },
  { text: 'API', index: 'api/index.md' },
  { text: 'Theory', index: 'theory/index.md' },
  { text: 'Verification', index: 'verification/index.md' },
  { text: 'Benchmarks', index: 'benchmarks/index.md' },
  { text: 'Decisions', index: 'decisions/index.md' },
];
const FIRST = new Set(['Tutorials', 'Guide', 'Examples', 'Theory', 'Verification']);
const MORE = [
  { text: 'Glossary', link: '/glossary' },
  { text: 'Architecture', link: '/architecture' },
  { text: 'Contributing', link: '/contributing' },
  { text: 'Changelog', link: '/changelog' },
  { text: 'All pages', link: '/all-pages' },
];

/** @param {string} folder of the staged pages */
export function navigation(folder) {
  const sections = SECTIONS.filter(({ index }) => existsSync(join(folder, index)));
  const links = sections.map(({ text, index }) => ({
    text,
    link: addressOf(index),
    activeMatch: `^${addressOf(index)}`,
  }));
  return [
    ...links.filter(({ text }) => FIRST.has(text)),
    { text: 'More', items: [...links.filter(({ text }) => !FIRST.has(text)), ...MORE] },
  ];
}

/** @param {string} folder of the staged pages */
export function sidebar(folder) {
  const sections = SECTIONS.filter(({ index }) => existsSync(join(folder, index)));
  const bars = sections.map(({ text, index }) => {
    const groups = groupsOf(folder, index);
    const overview = { text: 'Overview', link: addressOf(index) };
    const [first, ...rest] = groups;
    return [addressOf(index), [{ text, items: [overview, ...(first?.items ?? [])] }, ...rest]];
  });
  const rest = [
    { text: 'Scree', items: MORE },
    { text: 'Sections', items: sections.map(({ text, index }) => ({ text, link: addressOf(index) })) },
  ];
  return Object.fromEntries([...bars, ['/', rest]]);
}

/** Groups of links of an index page: one for each heading whose tables link to pages. */
function groupsOf(folder, index) {
  const text = readFileSync(join(folder, index), 'utf8').replace(/^```.*?^```$/gms, '');
  const groups = [{ text: undefined, items: [] }];
  const seen = new Set();
  for (const line of text.split('\n')) {
    const [, title] = /^##+ (.*)$/.exec(line) ?? [];
    if (title !== undefined) groups.push({ text: title, items: [] });
    for (const { words, link } of rowLinks(line)) {
      const target = posix.join(posix.dirname(index), link);
      if (seen.has(target) || target.startsWith('files/') || !existsSync(join(folder, target))) continue;
      seen.add(target);
      groups
        .at(-1)
        .items.push({ text: pageTitle(readFileSync(join(folder, target), 'utf8')) || words, link: addressOf(target) });
    }
  }
  return groups.filter(({ items }, i) => items.length > 0 || i === 0);
}

/** The page that a row of a table is about, in its first cell; else all pages below the folder that it links to. */
function rowLinks(line) {
  if (!line.startsWith('| ')) return [];
  const links = [...line.matchAll(/\[((?:[^\]])*)\]\(([^)\s#]+\.md)\)/g)];
  const all = links.map(([, words, link], i) => ({ words, link, isFirst: i === 0 && links[0].index === 2 }));
  return all[0]?.isFirst ? [all[0]] : all.filter(({ link }) => !link.startsWith('../'));
}

function addressOf(page) {
  return `/${page.replace(/(^|\/)index\.md$/, '$1').replace(/\.md$/, '')}`;
}
