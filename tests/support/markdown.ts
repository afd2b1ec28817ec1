// SPDX-License-Identifier: MIT
/** Markdown pages as tests read them: fenced blocks, headings, links. */
import { existsSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ROOT, type SourceFile } from '../source-files.ts';

export interface FencedBlock {
  readonly language: string;
  /** The word after the language: the name of a file, on pages that have files to save. */
  readonly title?: string | undefined;
  readonly content: string;
}

/** Fenced blocks in order. */
export function blocks({ text }: SourceFile): FencedBlock[] {
  return [...text.matchAll(/^```(\w*)(?: (\S+))?\n(.*?)^```$/gms)].map(([, language = '', title, content = '']) => ({
    language,
    title,
    content,
  }));
}

/** As GitHub makes them: lower case, punctuation dropped, blanks to hyphens. */
export function anchors({ text }: SourceFile): string[] {
  const prose = text.replace(/^```.*?^```$/gms, '');
  return [...prose.matchAll(/^#+ (.*)$/gm)].map(([, title = '']) =>
    title
      .toLowerCase()
      .replace(/[^\p{L}\p{N} _-]/gu, '')
      .replace(/ /g, '-'),
  );
}

/** Links of a page that lead to no file or heading below `root`. */
export function brokenLinks(page: SourceFile, root = ROOT): string[] {
  const prose = page.text.replace(/^```.*?^```$/gms, '').replace(/`[^`\n]*`/g, '');
  return [...prose.matchAll(/\]\(([^)\s]+)\)/g)]
    .map(([, link = '']) => link)
    .filter((link) => !/^https?:/.test(link))
    .filter((link) => {
      const [path = '', anchor] = link.split('#');
      const target = path === '' ? page.path : posix.join(posix.dirname(page.path), path);
      if (!existsSync(join(root, target))) return true;
      return (
        anchor !== undefined &&
        !anchors({ path: target, text: readFileSync(join(root, target), 'utf8') }).includes(anchor)
      );
    })
    .map((link) => `${page.path}: ${link}`);
}
