// SPDX-License-Identifier: MIT
/** Builds elements: `h('button', { class: 'quiet', onclick: stop }, 'Stop')`. Text is never read as HTML. */

type Attribute = string | number | boolean | undefined | ((event: never) => void);
type Child = Node | string | number | undefined | false;

/**
 * Functions become listeners (`onclick`, `oninput`), `true` an attribute without a value, `false` and undefined none.
 * The content security policy has no inline styles: use classes, or `element.style` afterwards.
 */
export function h<Tag extends keyof HTMLElementTagNameMap>(
  tag: Tag,
  attributes: Readonly<Record<string, Attribute>> = {},
  ...children: readonly Child[]
): HTMLElementTagNameMap[Tag] {
  const element = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (value === undefined || value === false) continue;
    if (typeof value === 'function') element.addEventListener(name.slice(2), value as EventListener);
    else element.setAttribute(name, value === true ? '' : String(value));
  }
  append(element, children);
  return element;
}

/** Replaces all children. */
export function fill(element: Element, ...children: readonly Child[]): void {
  element.replaceChildren();
  append(element, children);
}

function append(element: Element, children: readonly Child[]): void {
  for (const child of children) {
    if (child === undefined || child === false) continue;
    element.append(typeof child === 'number' ? String(child) : child);
  }
}
