// Reads the replies of one RESP connection as strictly as a client may.

export interface RespAnswers {
  /** Returns what is wrong, or undefined. */
  read(chunk: Buffer): string | undefined
  end(): string | undefined
  /** The number of complete replies. */
  readonly count: number
  /** The beginning of the last line. */
  readonly last: string
}

const LONGEST_LINE = 64 * 1024 * 1024

export function respAnswers(): RespAnswers {
  let rest: Buffer = Buffer.alloc(0)
  let count = 0
  let last = ''
  /** How many items each open array still lacks. */
  let open: number[] = []
  /** Bytes of a bulk string that are still to come, its line end included. */
  let left = 0

  function item() {
    while (open.length > 0) {
      const lacking = open.at(-1)! - 1
      open[open.length - 1] = lacking
      if (lacking > 0) return
      open.pop()
    }
    count++
  }

  /** One line; returns what is wrong with it. */
  function line(text: string): string | undefined {
    last = text.slice(0, 200)
    const [type, word] = [text[0] ?? '', text.slice(1)]
    if ('+-,(_#'.includes(type) && type !== '') item()
    else if (type === ':' && /^[+-]?\d{1,19}$/.test(word)) item()
    else if ('$=!'.includes(type) && /^(-1|\d{1,10})$/.test(word)) {
      left = Number(word) + 2
      if (word === '-1') [left] = [0, item()]
    } else if ('*~>%'.includes(type) && /^(-1|\d{1,10})$/.test(word)) {
      const items = Number(word) * (type === '%' ? 2 : 1)
      if (items > 0) open = [...open, items]
      else item()
    } else return `a reply is ${JSON.stringify(text.slice(0, 200))}`
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
          if (at >= 2 && chunk[at - 1] !== 0x0a) return 'a bulk string is longer than its length'
          item()
          continue
        }
        const end = chunk.indexOf('\r\n', at, 'latin1')
        if (end < 0 && chunk.length - at > LONGEST_LINE) return 'a reply line has no end'
        if (end < 0) break
        const problem = line(chunk.toString('latin1', at, end))
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
