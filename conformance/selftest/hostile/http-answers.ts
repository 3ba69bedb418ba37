// Reads the answers of one HTTP connection as strictly as a client may, and reports the first thing
// that is wrong with them.

export interface HttpAnswers {
  /** Returns what is wrong, or undefined. */
  read(chunk: Buffer): string | undefined
  /** Returns what is wrong where the connection ends here. */
  end(): string | undefined
  /** The number of complete answers, interim answers aside. */
  readonly count: number
  /** The status and the beginning of the body of the last answer. */
  readonly last: string
  /** True once an answer is an event stream, which has no end. */
  readonly isStreaming: boolean
}

interface Head {
  readonly status: number
  /** Undefined where the body lasts as long as the connection. */
  readonly length: number | 'chunked' | undefined
  readonly isJson: boolean
  readonly isStream: boolean
}

const HEAD =
  /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*\r\n(?:[!#$%&'*+.^_`|~0-9A-Za-z-]+:[\t\x20-\x7e\x80-\xff]*\r\n)*\r\n$/
const LONGEST_HEAD = 64 * 1024
/** A longer body is not held to be read as JSON. */
const LONGEST_JSON = 256 * 1024

/** Most heads of a second are the same to the byte. */
const heads = new Map<string, Head | undefined>()

function headOf(text: string): Head | undefined {
  if (heads.has(text)) return heads.get(text)
  const status = HEAD.exec(text)?.[1]
  const length = /\r\ncontent-length:[ \t]*(\d+)[ \t]*\r\n/i.exec(text)?.[1]
  const isChunked = /\r\ntransfer-encoding:[ \t]*chunked[ \t]*\r\n/i.test(text)
  const isAmbiguous = isChunked && length !== undefined
  const head: Head | undefined =
    status === undefined || isAmbiguous
      ? undefined
      : {
          status: Number(status),
          length: isChunked ? 'chunked' : length === undefined ? undefined : Number(length),
          isJson: /\r\ncontent-type:[ \t]*application\/json/i.test(text),
          isStream: /\r\ncontent-type:[ \t]*text\/event-stream/i.test(text),
        }
  if (heads.size > 10_000) heads.clear()
  heads.set(text, head)
  return head
}

/** What is wrong with bytes as JSON. */
function jsonProblem(bytes: Buffer): string | undefined {
  try {
    JSON.parse(bytes.toString())
    return undefined
  } catch {
    return `is no JSON: ${bytes.toString('latin1', 0, 200)}`
  }
}

/** `methods` are those of the requests whose answers are known to come, in order. */
export function httpAnswers(
  methods: readonly string[],
  onAnswer: (status: number, n: number) => string | undefined,
): HttpAnswers {
  let rest: Buffer = Buffer.alloc(0)
  let state: 'head' | 'body' | 'size' | 'chunk' | 'trailers' | 'until-close' = 'head'
  let head: Head | undefined
  let left = 0
  let count = 0
  let isStreaming = false
  let json: Buffer[] | undefined
  let kept = 0
  let last = ''

  function endAnswer(): string | undefined {
    state = 'head'
    const bytes = json
    json = undefined
    const { status = 0 } = head ?? {}
    if (status < 200 && status !== 101) return undefined
    count++
    last = `${status} ${Buffer.concat(bytes?.slice(0, 1) ?? []).toString('latin1', 0, 200)}`
    const isKept = bytes !== undefined && kept > 0 && kept <= LONGEST_JSON
    const problem = isKept ? jsonProblem(Buffer.concat(bytes)) : undefined
    return problem === undefined
      ? onAnswer(status, count)
      : `the body of answer ${count} ${problem}`
  }

  function startBody(text: string): string | undefined {
    head = headOf(text)
    if (head === undefined) return `answer ${count + 1} has no valid head: ${shown(text)}`
    const { status, length, isStream } = head
    const method = methods[count]
    isStreaming ||= isStream
    json = head.isJson ? [] : undefined
    kept = 0
    if (status < 200 || status === 204 || status === 304 || method === 'HEAD' || length === 0)
      return endAnswer()
    if (length === 'chunked') state = 'size'
    else if (length === undefined) state = 'until-close'
    else [state, left] = ['body', length]
    return undefined
  }

  /** Takes bytes of a body from `at`, and returns where they end. */
  function take(chunk: Buffer, at: number): number {
    const end = Math.min(chunk.length, at + left)
    if (json !== undefined && (kept += end - at) <= LONGEST_JSON) json.push(chunk.subarray(at, end))
    left -= end - at
    return end
  }

  function read(added: Buffer): string | undefined {
    const chunk = rest.length === 0 ? added : Buffer.concat([rest, added])
    let at = 0
    while (at < chunk.length) {
      let problem: string | undefined
      if (state === 'until-close') at = chunk.length
      else if (state === 'body' || state === 'chunk') {
        at = take(chunk, at)
        if (left === 0) {
          if (state === 'body') problem = endAnswer()
          else state = 'size'
        }
      } else {
        const ends = state === 'head' ? '\r\n\r\n' : '\r\n'
        const end = chunk.indexOf(ends, at, 'latin1')
        if (end < 0) {
          if (chunk.length - at > LONGEST_HEAD) return `a head is longer than ${LONGEST_HEAD}`
          break
        }
        const text = chunk.toString('latin1', at, end + ends.length)
        at = end + ends.length
        if (state === 'head') problem = startBody(text)
        else if (state === 'trailers') {
          if (text === '\r\n') problem = endAnswer()
        } else {
          const size = /^([0-9a-f]{1,8})\r\n$/i.exec(text)?.[1]
          // The line end behind a chunk stands before the size of the next one.
          if (size === undefined && text !== '\r\n') return `a chunk size is ${shown(text)}`
          if (size !== undefined) [state, left] = ['chunk', parseInt(size, 16)]
          if (size !== undefined && left === 0) state = 'trailers'
        }
      }
      if (problem !== undefined) return problem
    }
    rest = at < chunk.length ? chunk.subarray(at) : Buffer.alloc(0)
    return undefined
  }

  return {
    read,
    end() {
      if (state === 'until-close' || isStreaming) return undefined
      return state === 'head' && rest.length === 0
        ? undefined
        : `answer ${count + 1} was cut off in its ${state}: ${shown(rest.toString('latin1'))}`
    },
    get count() {
      return count
    },
    get last() {
      return last
    },
    get isStreaming() {
      return isStreaming
    },
  }
}

const shown = (text: string) => JSON.stringify(text.slice(0, 300))
