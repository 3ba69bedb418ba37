// Checks that every quote in rules.yaml occurs exactly once in contract.md, and that quotes cover
// every word of contract.md.

import { readDocument, type DocumentLine } from '../generate/document.js'
import { problemsOf, type Problem } from '../generate/problem.js'
import { interfaces, readRules, type Span } from '../generate/rules.js'
import { textOf, type Check } from './check.js'

export const quotes: Check = (files) =>
  interfaces.flatMap((each) => {
    const file = `spec/${each}/contract.md`
    const document = readDocument(textOf(files, file))
    const yaml = textOf(files, `spec/${each}/rules.yaml`)
    const { quoted, problems } = readRules(each, yaml, document)
    return [...problems, ...unquoted(document, quoted, file)]
  })

/** Reports words of the contract that no quote covers. */
function unquoted(
  document: readonly DocumentLine[],
  quoted: readonly Span[],
  file: string,
): readonly Problem[] {
  return document
    .filter(({ number }) => !isFrame(document, number))
    .flatMap(({ text, number }) => {
      const covered = quoted.filter(({ line }) => line.number === number)
      return remains(text, covered).map((words) =>
        problemsOf(file)(
          number,
          `no rule says "${words}": quote it in a rule, or under descriptive if it requires nothing`,
        ),
      )
    })
}

const isSeparator = (line: DocumentLine | undefined) => /^\|[-| :]+\|$/.test(line?.text ?? '')

/** Returns true for headings, header rows of tables and separators of tables. */
function isFrame(document: readonly DocumentLine[], number: number): boolean {
  const line = document[number - 1]
  return /^#+ /.test(line?.text ?? '') || isSeparator(line) || isSeparator(document[number])
}

/** Returns the text of a line that no quote covers, without the number of the line. */
function remains(text: string, covered: readonly Span[]): readonly string[] {
  const numbering = /^(\d+\. |\| \d+ \|)/.exec(text)?.[0].length ?? 0
  const characters = [...Array(text.length).keys()].map((index) =>
    index < numbering ||
    covered.some(({ start, quote }) => index >= start && index < start + quote.length)
      ? '\n'
      : text[index],
  )
  return characters
    .join('')
    .split(/\n+/)
    .filter((words) => /[\p{L}\p{N}]/u.test(words))
    .map((words) => words.trim())
}
