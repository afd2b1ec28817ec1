// SPDX-License-Identifier: MIT
/** Looks of the code editor; the variables are those of theme.css, so light and dark need nothing here. */
import { HighlightStyle, syntaxHighlighting } from '@codemirror/language';
import { EditorView } from '@codemirror/view';
import { tags } from '@lezer/highlight';

const highlight = HighlightStyle.define([
  { tag: [tags.propertyName, tags.definition(tags.propertyName)], color: 'var(--accent)', fontWeight: '500' },
  { tag: [tags.comment, tags.lineComment], color: 'var(--muted)', fontStyle: 'italic' },
  { tag: [tags.string, tags.special(tags.string)], color: 'var(--good)' },
  { tag: [tags.labelName, tags.typeName, tags.keyword], color: 'var(--bad)' },
  { tag: [tags.punctuation, tags.separator, tags.squareBracket, tags.brace], color: 'var(--muted)' },
]);

const looks = EditorView.theme({
  '&': { height: '100%', color: 'var(--text)', backgroundColor: 'var(--panel)', fontSize: '12.5px' },
  '&.cm-focused': { outline: '2px solid var(--accent)', outlineOffset: '-2px' },
  '.cm-scroller': { fontFamily: 'ui-monospace, monospace', lineHeight: '1.55' },
  '.cm-content': { caretColor: 'var(--text)' },
  '.cm-cursor': { borderLeftColor: 'var(--text)' },
  '.cm-gutters': { color: 'var(--muted)', backgroundColor: 'var(--raised)', borderRight: '1px solid var(--line)' },
  '.cm-activeLineGutter': { color: 'var(--text)', backgroundColor: 'var(--accent-soft)' },
  '.cm-activeLine': { backgroundColor: 'color-mix(in srgb, var(--accent) 7%, transparent)' },
  '&.cm-focused > .cm-scroller > .cm-selectionLayer .cm-selectionBackground, .cm-selectionBackground': {
    background: 'color-mix(in srgb, var(--accent) 28%, transparent)',
  },
  '.cm-matchingBracket, &.cm-focused .cm-matchingBracket': {
    backgroundColor: 'var(--accent-soft)',
    outline: '1px solid var(--accent)',
  },
  '.cm-searchMatch': { backgroundColor: 'var(--accent-soft)', outline: '1px solid var(--accent)' },
  '.cm-tooltip': {
    color: 'var(--text)',
    backgroundColor: 'var(--panel)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round)',
    boxShadow: 'var(--shadow)',
    maxWidth: 'min(26rem, 92vw)',
    fontFamily: 'var(--letters)',
    fontSize: 'var(--body)',
  },
  '.cm-tooltip.cm-tooltip-autocomplete > ul': { fontFamily: 'ui-monospace, monospace', maxHeight: '14rem' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li': { padding: '3px 8px' },
  '.cm-tooltip.cm-tooltip-autocomplete > ul > li[aria-selected]': {
    color: 'var(--accent-text)',
    backgroundColor: 'var(--accent)',
  },
  '.cm-completionMatchedText': { textDecoration: 'none', fontWeight: '700' },
  '.cm-completionDetail': { fontStyle: 'normal', color: 'inherit' },
  '.cm-completionInfo, .hint': { padding: '8px 10px' },
  '.hint p': { margin: '0 0 4px' },
  '.hint p:last-child': { margin: '0' },
  '.hint code': { fontFamily: 'ui-monospace, monospace', fontWeight: '600' },
  '.hint .facts': { color: 'var(--muted)' },
  '.cm-diagnostic-error': { borderLeft: '4px solid var(--bad)', padding: '4px 10px' },
  '.cm-panels': { color: 'var(--text)', backgroundColor: 'var(--raised)' },
  '.cm-textfield, .cm-button': {
    color: 'var(--text)',
    background: 'var(--panel)',
    border: '1px solid var(--line-strong)',
    borderRadius: 'var(--round)',
  },
});

export const codeTheme = [looks, syntaxHighlighting(highlight)];
