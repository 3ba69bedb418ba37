// A template tag for HTML. It escapes all values that are not markup.

import { printable, unseen } from '../../../core/printable.js'

export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** Creates markup. `false` and `undefined` add nothing. A list adds all its elements. */
export const markup = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
  markup: strings.reduce((text, next, index) => text + markupOf(parts[index - 1]) + next),
})

function markupOf(part: Part): string {
  if (part === undefined || part === false) return ''
  if (typeof part === 'string' || typeof part === 'number') return escaped(String(part))
  return 'markup' in part ? part.markup : part.map(markupOf).join('')
}

const entities: Readonly<Record<string, string>> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
}

/**
 * Escapes text for HTML. Replaces control characters with visible symbols, because HTML does not allow
 * most of them, and other invisible characters with their number.
 */
const escaped = (text: string) =>
  text.replace(/[&<>"']/g, (character) => entities[character]!).replace(unseen, visible)

function visible(character: string): string {
  const code = character.charCodeAt(0)
  if (character === '\n' || character === '\t') return character
  return code < 0x20 ? String.fromCharCode(0x2400 + code) : printable(character)
}
