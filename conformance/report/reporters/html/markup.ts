// A template tag for HTML that escapes all parts except markup.

export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** Creates markup. `false` and `undefined` add nothing, lists add all their elements. */
export const html = (strings: TemplateStringsArray, ...parts: readonly Part[]): Markup => ({
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

/** HTML parsers drop NUL and replace CR with LF, so both become visible symbols. */
const escaped = (text: string) =>
  text
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll('\0', '␀')
    .replaceAll('\r', '␍')
