// Text as HTML: whatever is put into a template is escaped, unless it is markup already.

export interface Markup {
  readonly markup: string
}

type Part = Markup | string | number | false | undefined | readonly Part[]

/** A template of markup; `false` and `undefined` leave nothing, lists leave all they have. */
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

/** A parser drops NUL and turns a carriage return into a line feed: both are shown instead. */
const escaped = (text: string) =>
  text
    .replace(/[&<>"']/g, (character) => entities[character]!)
    .replaceAll('\0', '␀')
    .replaceAll('\r', '␍')
