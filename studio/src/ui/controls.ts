// SPDX-License-Identifier: MIT
/** Small labelled controls: slider, select, checkbox, text, button. */
import { fill, h } from './h.ts';
import { type IconName, icon } from './icon.ts';

let count = 0;
/** Labels point at their control by id. */
const newId = (): string => `control-${++count}`;

export interface LabelledControl<Element extends HTMLElement> {
  /** Label and control. */
  readonly row: HTMLElement;
  readonly input: Element;
}

function labelled<Element extends HTMLElement>(label: string, input: Element): LabelledControl<Element> {
  input.id = newId();
  return { input, row: h('div', { class: 'control' }, h('label', { for: input.id }, label), input) };
}

interface SelectChoice {
  readonly value: string;
  readonly label?: string;
  readonly group?: string;
}

export function select(
  label: string,
  choices: readonly SelectChoice[],
  value: string,
  onChange: (value: string) => void,
): LabelledControl<HTMLSelectElement> {
  const input = h('select', { onchange: () => onChange(input.value) });
  setChoices(input, choices, value);
  return labelled(label, input);
}

/** New choices for a select; keeps the value if it is still among them. */
export function setChoices(input: HTMLSelectElement, choices: readonly SelectChoice[], value = input.value): void {
  input.replaceChildren();
  const groups = new Map<string, HTMLOptGroupElement>();
  for (const choice of choices) {
    const option = h('option', { value: choice.value }, choice.label ?? choice.value);
    if (choice.group === undefined) {
      input.append(option);
      continue;
    }
    let group = groups.get(choice.group);
    if (group === undefined) {
      group = h('optgroup', { label: choice.group });
      groups.set(choice.group, group);
      input.append(group);
    }
    group.append(option);
  }
  if (choices.some((choice) => choice.value === value)) input.value = value;
}

interface SliderRange {
  readonly min: number;
  readonly max: number;
  /** `any` when not given. */
  readonly step?: number;
}

export function slider(
  label: string,
  { min, max, step }: SliderRange,
  value: number,
  onInput: (value: number) => void,
): LabelledControl<HTMLInputElement> {
  const input = h('input', {
    type: 'range',
    min,
    max,
    step: step ?? 'any',
    value,
    oninput: () => onInput(input.valueAsNumber),
  });
  return labelled(label, input);
}

export function checkbox(
  label: string,
  value: boolean,
  onChange: (value: boolean) => void,
): LabelledControl<HTMLInputElement> {
  const input = h('input', { type: 'checkbox', checked: value, onchange: () => onChange(input.checked) });
  return labelled(label, input);
}

/** Calls back once an edit is done. */
export function textField(
  label: string,
  value: string,
  onChange: (value: string) => void,
): LabelledControl<HTMLInputElement> {
  const input = h('input', {
    type: 'text',
    value,
    autocomplete: 'off',
    spellcheck: 'false',
    onchange: () => onChange(input.value),
  });
  return labelled(label, input);
}

/**
 * `hint` is the tooltip. If the text has no letters, the hint is also the name for screen readers; otherwise the text
 * is the name, because users of voice control say the text of the button. So the hint of a text with digits must begin
 * with it.
 */
export function button(text: string, onClick: () => void, hint?: string): HTMLButtonElement {
  const isSign = !/\p{L}/u.test(text);
  return h('button', { type: 'button', onclick: onClick, title: hint, 'aria-label': isSign ? hint : undefined }, text);
}

/** A button with an icon, and with a text beside it if there is one; without, the hint is its name. */
export function iconButton(name: IconName, onClick: () => void, hint: string, text = ''): HTMLButtonElement {
  const made = h('button', {
    type: 'button',
    onclick: onClick,
    title: hint,
    class: text === '' ? 'icon-only' : undefined,
  });
  setIcon(made, name, hint, text);
  return made;
}

/** Another icon, hint and text on the same button. */
export function setIcon(target: HTMLButtonElement, name: IconName, hint: string, text = ''): void {
  target.title = hint;
  if (text === '') target.setAttribute('aria-label', hint);
  else target.removeAttribute('aria-label');
  if (target.dataset.icon === name && target.textContent === text) return;
  target.dataset.icon = name;
  fill(target, icon(name), text);
}

/** A button that stays pressed. */
export function toggleButton(
  name: IconName,
  isPressed: boolean,
  onChange: (isPressed: boolean) => void,
  hint: string,
  text = '',
): HTMLButtonElement {
  const made = iconButton(
    name,
    () => {
      const next = made.getAttribute('aria-pressed') !== 'true';
      made.setAttribute('aria-pressed', String(next));
      onChange(next);
    },
    hint,
    text,
  );
  made.setAttribute('aria-pressed', String(isPressed));
  return made;
}
