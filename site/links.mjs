// SPDX-License-Identifier: MIT
/**
 * Links of the project's Markdown as links of the site. A link to a page leads to that page, a picture is copied, a
 * text file gets a page that shows it, and a link to anything else becomes its text.
 */
import { existsSync, readFileSync, statSync } from 'node:fs';
import { join, posix } from 'node:path';
import { mapProse, pageTitle } from './pages.mjs';

const PICTURE = /\.(png|svg|webp|jpg)$/;
/** Larger files are named and not shown. */
const LARGEST_SHOWN_FILE = 300_000;

/** Address of the page that shows a text file: examples/heap.yaml has one of its own. */
export function filePage(path) {
  const [, example] = /^examples\/([\w-]+)\.yaml$/.exec(path) ?? [];
  return example === undefined ? `files/${path}.md` : `examples/${example}.md`;
}

/**
 * @typedef {object} RewrittenPage
 * @property {string} text
 * @property {string[]} pictures paths of the pictures that it shows
 * @property {string[]} files paths of the text files that it links to
 */

/**
 * @param {{ path: string, target: string, text: string }} page its file, its address and its text
 * @param {{ root: string, pages: Map<string, string>, anchorPages: Map<string, string> }} site `anchorPages` has the
 *   headings that are pages of their own, as `file#anchor`
 * @returns {RewrittenPage}
 */
export function rewriteLinks({ path, target, text }, { root, pages, anchorPages }) {
  const pictures = [];
  const files = [];

  const address = (link) => {
    if (/^[a-z]+:/.test(link)) return link;
    const [file = '', anchor] = link.split('#');
    const linked = file === '' ? path : posix.normalize(posix.join(posix.dirname(path), file)).replace(/\/$/, '');
    const hash = anchor === undefined ? '' : `#${anchor}`;
    const own = anchorPages.get(`${linked}${hash}`);
    if (own !== undefined) return relative(target, own);
    if (file === '') return hash;
    const page = pages.get(linked) ?? pages.get(`${linked}/README.md`);
    if (page !== undefined) return `${relative(target, page)}${hash}`;
    const onDisk = join(root, linked);
    if (!existsSync(onDisk) || statSync(onDisk).isDirectory()) return undefined;
    if (PICTURE.test(linked)) {
      pictures.push(linked);
      return relative(target, `pictures/${linked}`);
    }
    if (statSync(onDisk).size > LARGEST_SHOWN_FILE) return undefined;
    files.push(linked);
    return relative(target, filePage(linked));
  };

  /** Indexes and some sentences name pages by their files; a reader of the site wants their titles. */
  const wordsFor = (words, link) => {
    const file = join(root, posix.join(posix.dirname(path), link));
    const isName = link.endsWith('.md') && (words === link || words === posix.basename(link));
    return isName && existsSync(file) ? pageTitle(readFileSync(file, 'utf8')) : words;
  };

  // Links first: their text may hold inline code, which is no prose.
  const inlineCode = [];
  const hidden = text
    .split(/(^```.*?^```$)/gms)
    .map((part, i) => (i % 2 === 1 ? part : part.replace(/`[^`\n]*`/g, (code) => `\0${inlineCode.push(code) - 1}\0`)))
    .join('');
  const rewritten = mapProse(hidden, (prose) =>
    prose.replace(/(!?)\[((?:[^[\]]|\[[^\]]*\])*)\]\(([^)\s]+)\)/g, (_, mark, words, link) => {
      const to = address(link);
      return to === undefined ? words : `${mark}[${wordsFor(words, link)}](${to})`;
    }),
  );
  return { text: rewritten.replace(/\0(\d+)\0/g, (_, i) => inlineCode[i]), pictures, files };
}

function relative(from, to) {
  const path = posix.relative(posix.dirname(from), to);
  return path.startsWith('.') ? path : `./${path}`;
}
