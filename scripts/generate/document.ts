// Reads a contract document as lines under headings, and finds quotes in it.

export interface DocumentLine {
  readonly text: string
  /** The number of the line, from 1. */
  readonly number: number
  /** The nearest heading at or above the line, without the `#` characters. */
  readonly heading: string
}

/**
 * A text quoted verbatim from one line of a document. `under` is the heading of the line, if the
 * text occurs more than once.
 */
export interface Fragment {
  readonly quote: string
  readonly under?: string
}

export interface QuotePosition {
  readonly line: DocumentLine
  /** The index of the first quoted character in the line. */
  readonly start: number
}

export function readDocument(markdown: string): readonly DocumentLine[] {
  let heading = ''
  return markdown.split('\n').map((text, index) => {
    heading = /^#+ (.+)/.exec(text)?.[1] ?? heading
    return { text, number: index + 1, heading }
  })
}

export function placesOf(
  { quote, under }: Fragment,
  document: readonly DocumentLine[],
): readonly QuotePosition[] {
  return document
    .filter(({ heading }) => under === undefined || heading === under)
    .flatMap((line) => startsOf(quote, line.text).map((start) => ({ line, start })))
}

function startsOf(quote: string, text: string): readonly number[] {
  const starts: number[] = []
  for (let at = text.indexOf(quote); at >= 0; at = text.indexOf(quote, at + 1)) starts.push(at)
  return starts
}
