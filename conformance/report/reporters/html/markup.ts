// A template tag for HTML. It escapes all values that are not markup.

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
 * Escapes text for HTML. Replaces NUL and CR with visible symbols, because HTML parsers change
 * them.
 */
const escaped = (text: string) =>
  text
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll('\0', '␀')
    .replaceAll('\r', '␍')
