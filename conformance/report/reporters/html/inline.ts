// Renders the inline Markdown of the contract, of titles and of notes: code, emphasis, table cells.

import { markup, type Markup } from './markup.js'

/** Renders the code spans of a text. */
export const inline = (text: string): Markup => markup`${spans(text, (plain) => markup`${plain}`)}`

/** Renders a quote of the contract. Cells of a table row are separated by ` | `. */
export const quoted = (text: string): Markup =>
  markup`${spans(text.replaceAll(/^\| | \|$/g, ''), emphasized)}`

function spans(text: string, ofPlain: (text: string) => Markup): readonly Markup[] {
  const parts = text.split('`')
  // The quote of a part of a line can begin inside a code span.
  const isInside = parts.length % 2 === 0 && /\S$/.test(parts[0]!)
  return parts.map((part, index) =>
    (index % 2 === 1) !== isInside ? markup`<code>${part}</code>` : ofPlain(part),
  )
}

const emphasized = (text: string): Markup =>
  markup`${text.split(/(\*\*[^*]+\*\*|\*[^*\s][^*]*\*| \| )/).map((part, index) => {
    if (index % 2 === 0) return part
    if (part === ' | ') return markup`<i> | </i>`
    if (part.startsWith('**')) return markup`<strong>${part.slice(2, -2)}</strong>`
    return markup`<em>${part.slice(1, -1)}</em>`
  })}`
