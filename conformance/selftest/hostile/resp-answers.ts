// Reads the replies on one RESP connection and reports the first problem.

import type { Answers } from './http-answers.js'

const LONGEST_LINE = 64 * 1024 * 1024

export function respAnswers(): Answers {
  let rest: Buffer = Buffer.alloc(0)
  let count = 0
  let last = ''
  /** The number of missing items of each unfinished array. */
  let open: number[] = []
  /** The number of missing bytes of a bulk string, including its line end. */
  let left = 0

  function endItem() {
    while (open.length > 0) {
      const missing = open.at(-1)! - 1
      open[open.length - 1] = missing
      if (missing > 0) return
      open.pop()
    }
    count++
  }

  function readLine(text: string): string | undefined {
    last = text.slice(0, 200)
    const [type, word] = [text[0] ?? '', text.slice(1)]
    if (/^([+\-,(_#]|:[+-]?\d{1,19}$)/.test(text)) endItem()
    else if ('$=!'.includes(type) && /^(-1|\d{1,10})$/.test(word)) {
      if (word === '-1') endItem()
      else left = Number(word) + 2
    } else if ('*~>%'.includes(type) && /^(-1|\d{1,10})$/.test(word)) {
      const items = Number(word) * (type === '%' ? 2 : 1)
      if (items > 0) open = [...open, items]
      else endItem()
    } else return `a reply is ${JSON.stringify(last)}`
    return undefined
  }

  return {
    read(added) {
      const chunk = rest.length === 0 ? added : Buffer.concat([rest, added])
      let at = 0
      while (at < chunk.length) {
        if (left > 0) {
          const end = Math.min(chunk.length, at + left)
          left -= end - at
          at = end
          if (left > 0) break
          if (chunk[at - 1] !== 0x0a) return 'a bulk string is longer than its length'
          endItem()
          continue
        }
        const end = chunk.indexOf('\r\n', at, 'latin1')
        if (end < 0 && chunk.length - at > LONGEST_LINE) return 'a reply line has no end'
        if (end < 0) break
        const problem = readLine(chunk.toString('latin1', at, end))
        if (problem !== undefined) return problem
        at = end + 2
      }
      rest = at < chunk.length ? chunk.subarray(at) : Buffer.alloc(0)
      return undefined
    },
    end: () =>
      rest.length > 0 || open.length > 0 || left > 0 ? 'the last reply was cut off' : undefined,
    get last() {
      return last
    },
    get count() {
      return count
    },
  }
}
