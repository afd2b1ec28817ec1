// SPDX-License-Identifier: MIT
/**
 * Which Markdown files of the project are pages of the site, and at which address each is shown. The README of a folder
 * is the index of its section.
 */
import { existsSync, readdirSync } from 'node:fs';
import { join, posix } from 'node:path';

/** Folders with pages, and the section of the site that shows them. */
const SECTIONS = [
  { folder: 'docs', section: '' },
  { folder: 'examples', section: 'examples' },
  { folder: 'src/verification', section: 'verification' },
  { folder: 'benchmarks', section: 'benchmarks' },
];

/** Pages whose address is not that of their path: the README of the project is part of the start page. */
const OWN_ADDRESSES = new Map([
  ['README.md', 'index.md'],
  ['docs/README.md', 'all-pages.md'],
]);

/**
 * All pages: path of the file below `root` to path of the page in the site.
 * @param {string} root
 * @returns {Map<string, string>}
 */
export function sitePages(root) {
  const pages = new Map();
  for (const name of readdirSync(root).sort()) {
    if (name.endsWith('.md')) pages.set(name, OWN_ADDRESSES.get(name) ?? name.toLowerCase().replaceAll('_', '-'));
  }
  for (const { folder, section } of SECTIONS) {
    for (const path of markdownFiles(root, folder)) {
      const inSection = posix.join(section, posix.relative(folder, path));
      pages.set(path, OWN_ADDRESSES.get(path) ?? inSection.replace(/(^|\/)README\.md$/, '$1index.md'));
    }
  }
  return pages;
}

function markdownFiles(root, folder) {
  if (!existsSync(join(root, folder))) return [];
  return readdirSync(join(root, folder), { withFileTypes: true })
    .sort((a, b) => (a.name < b.name ? -1 : 1))
    .flatMap((entry) => {
      const path = `${folder}/${entry.name}`;
      if (entry.isDirectory()) return markdownFiles(root, path);
      return entry.name.endsWith('.md') ? [path] : [];
    });
}

/**
 * The identifier of a heading, as GitHub makes it: links with anchors hold in both places.
 * @param {string} title
 */
export function headingAnchor(title) {
  return title
    .toLowerCase()
    .replace(/[^\p{L}\p{N} _-]/gu, '')
    .replace(/ /g, '-');
}

/**
 * The first heading of a page, without marks of Markdown.
 * @param {string} text
 */
export function pageTitle(text) {
  const [, title = ''] = /^# (.*)$/m.exec(text) ?? [];
  return title.replaceAll('`', '');
}

/**
 * Applies a function to the prose of a page: what is neither a fenced block nor inline code.
 * @param {string} text
 * @param {(prose: string) => string} change
 */
export function mapProse(text, change) {
  return text
    .split(/(^```.*?^```$|`[^`\n]*`)/gms)
    .map((part, i) => (i % 2 === 1 ? part : change(part)))
    .join('');
}
