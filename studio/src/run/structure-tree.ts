// SPDX-License-Identifier: MIT
/** The keys of a scene as a tree, by the rules of ARIA: arrows move and open, Enter goes to the text. */
import type { OutlineKey } from '../../../src/live.ts';
import { fill, h } from '../ui/h.ts';

/** Deeper keys are numbers of a value, which the text shows best. */
const DEEPEST = 4;

interface TreeNode {
  readonly id: string;
  readonly label: string;
  readonly level: number;
  readonly start: number;
  readonly children: TreeNode[];
}

function labelOf(path: readonly (string | number)[], parent: readonly (string | number)[]): string {
  return path
    .slice(parent.length)
    .map((step) => (typeof step === 'number' ? `[${step}]` : step))
    .join(' ');
}

/** By the keys alone: an entry of a list is part of the labels below it. */
export function treeOf(keys: readonly OutlineKey[]): TreeNode[] {
  const roots: TreeNode[] = [];
  const open: { readonly node: TreeNode; readonly path: readonly (string | number)[] }[] = [];
  for (const { path, start } of keys) {
    const isBelow = (above: readonly (string | number)[]): boolean =>
      above.length < path.length && above.every((step, k) => step === path[k]);
    while (open.length > 0 && !isBelow(open.at(-1)?.path ?? [])) open.pop();
    const parent = open.at(-1);
    const level = open.length + 1;
    if (level > DEEPEST) continue;
    const id = path.join('\n');
    const node = { id, label: labelOf(path, parent?.path ?? []), level, start, children: [] };
    (parent?.node.children ?? roots).push(node);
    open.push({ node, path });
  }
  return roots;
}

export class StructureTree {
  readonly element = h('div', {
    class: 'structure',
    role: 'tree',
    'aria-label': 'Structure of the scene',
    onkeydown: (event: KeyboardEvent) => this.#pressed(event),
  });
  readonly #onChoose: (offset: number) => void;
  readonly #open = new Set<string>(['shapes', 'materials', 'bodies', 'halfSpaces', 'meshes']);
  #roots: readonly TreeNode[] = [];
  #rows: { readonly node: TreeNode; readonly row: HTMLElement }[] = [];
  #focused = '';
  #offset = 0;

  constructor(onChoose: (offset: number) => void) {
    this.#onChoose = onChoose;
  }

  show(keys: readonly OutlineKey[]): void {
    this.#roots = treeOf(keys);
    this.#draw();
  }

  /** Marks the key that the cursor stands in. */
  set cursor(offset: number) {
    this.#offset = offset;
    const last = this.#rows.filter(({ node }) => node.start <= offset).at(-1);
    for (const each of this.#rows) {
      if (each === last) each.row.setAttribute('aria-current', 'location');
      else each.row.removeAttribute('aria-current');
    }
    last?.row.scrollIntoView({ block: 'nearest' });
  }

  #draw(): void {
    this.#rows = [];
    const add = (node: TreeNode): void => {
      const { id, label, level, children } = node;
      const isOpen = this.#open.has(id);
      const row = h(
        'div',
        {
          role: 'treeitem',
          'aria-level': level,
          'aria-expanded': children.length === 0 ? undefined : String(isOpen),
          tabindex: -1,
          class: `level-${level}`,
          onclick: () => this.#clicked(node, row),
        },
        label,
      );
      this.#rows.push({ node, row });
      if (isOpen) children.forEach(add);
    };
    this.#roots.forEach(add);
    const isThere = this.#rows.some(({ node }) => node.id === this.#focused);
    if (!isThere) this.#focused = this.#rows[0]?.node.id ?? '';
    for (const { node, row } of this.#rows) if (node.id === this.#focused) row.tabIndex = 0;
    const hadFocus = this.element.contains(document.activeElement);
    fill(this.element, ...this.#rows.map(({ row }) => row));
    if (hadFocus) this.#focus(this.#focused);
    this.cursor = this.#offset;
  }

  #focus(id: string): void {
    this.#focused = id;
    for (const { node, row } of this.#rows) {
      row.tabIndex = node.id === id ? 0 : -1;
      if (node.id === id) row.focus();
    }
  }

  #clicked(node: TreeNode, row: HTMLElement): void {
    this.#focused = node.id;
    if (row.getAttribute('aria-expanded') === 'false') this.#toggle(node, true);
    this.#onChoose(node.start);
  }

  #toggle({ id, children }: TreeNode, isOpen: boolean): void {
    if (children.length === 0) return;
    if (isOpen) this.#open.add(id);
    else this.#open.delete(id);
    this.#draw();
  }

  #pressed(event: KeyboardEvent): void {
    const at = this.#rows.findIndex(({ node }) => node.id === this.#focused);
    const here = this.#rows[at];
    if (here === undefined) return;
    const { node } = here;
    const to = (index: number): void => {
      const next = this.#rows[Math.max(0, Math.min(this.#rows.length - 1, index))];
      if (next !== undefined) this.#focus(next.node.id);
    };
    const isOpen = node.children.length > 0 && this.#open.has(node.id);
    if (event.key === 'ArrowDown') to(at + 1);
    else if (event.key === 'ArrowUp') to(at - 1);
    else if (event.key === 'Home') to(0);
    else if (event.key === 'End') to(this.#rows.length - 1);
    else if (event.key === 'ArrowRight' && !isOpen) this.#toggle(node, true);
    else if (event.key === 'ArrowRight') to(at + 1);
    else if (event.key === 'ArrowLeft' && isOpen) this.#toggle(node, false);
    else if (event.key === 'ArrowLeft')
      to(this.#rows.findLastIndex((each, k) => k < at && each.node.level < node.level));
    else if (event.key === 'Enter' || event.key === ' ') this.#onChoose(node.start);
    else return;
    event.preventDefault();
    event.stopPropagation();
  }
}
