// Reads the responses on one HTTP connection and reports the first problem.

import { answerBodyLength, messageReader, type Head } from '../../proxy/reader.js'

/** A reader of the replies on one HTTP or RESP connection. */
export interface Answers {
  /** Returns a problem, or undefined. */
  read(chunk: Buffer): string | undefined
  /** Returns the problem if the connection ends at this point, or undefined. */
  end(): string | undefined
  /** The number of complete replies without interim responses. */
  readonly count: number
  readonly last: string
}

const STATUS_LINE = /^HTTP\/1\.[01] ([1-5]\d\d) [\t\x20-\x7e\x80-\xff]*$/
const NAME = /^[!#$%&'*+.^_`|~0-9A-Za-z-]+$/
const VALUE = /^[\t\x20-\x7e\x80-\xff]*$/
/** The longest body in bytes that is parsed as JSON. */
const LONGEST_JSON = 256 * 1024

/** Returns a reader of HTTP responses. `methods` contains the methods of the requests in order. */
export function httpAnswers(
  methods: readonly string[],
  onAnswer: (status: number) => string | undefined,
): Answers {
  let [count, last, size, status] = [0, '', 0, 0]
  let [isOpen, isJson, isStreaming, isUntilClose] = [false, false, false, false]
  let body: Buffer[] = []
  let problem: string | undefined

  const reader = messageReader({
    head(head) {
      status = statusOf(head) ?? 0
      const length =
        status === 0 ? undefined : answerBodyLength(methods[count] ?? '', status, head.headers)
      if (length === undefined)
        problem = `response ${count + 1} has an invalid head: ${JSON.stringify(head).slice(0, 300)}`
      const type = head.headers.find(([name]) => name.toLowerCase() === 'content-type')?.[1] ?? ''
      isJson = type.startsWith('application/json')
      isStreaming ||= type.startsWith('text/event-stream')
      isUntilClose = length === 'until-close'
      ;[isOpen, body, size] = [true, [], 0]
      return length
    },
    body(bytes) {
      if ((size += bytes.length) <= LONGEST_JSON && isJson) body.push(bytes)
    },
    end() {
      isOpen = false
      if (status < 200 && status !== 101) return
      count++
      last = `${status} ${Buffer.concat(body.slice(0, 1)).toString('latin1', 0, 200)}`
      const isParsed = isJson && size > 0 && size <= LONGEST_JSON
      problem ??= (isParsed ? jsonProblem(Buffer.concat(body)) : undefined) ?? onAnswer(status)
    },
    lost: (why) => void (problem ??= `response ${count + 1} cannot be read: ${why}`),
  })

  return {
    read(chunk) {
      reader.read(chunk)
      return problem
    },
    end: () =>
      isOpen && !isUntilClose && !isStreaming ? `response ${count + 1} was cut off` : undefined,
    get count() {
      return count
    },
    get last() {
      return last
    },
  }
}

/**
 * Returns the status of a valid head. Returns undefined if a line is invalid or the length is given
 * twice.
 */
function statusOf({ start, headers }: Head): number | undefined {
  const names = headers.map(([name]) => name.toLowerCase())
  const isValid =
    headers.every(([name, value]) => NAME.test(name) && VALUE.test(value)) &&
    !(names.includes('content-length') && names.includes('transfer-encoding'))
  const status = STATUS_LINE.exec(start)?.[1]
  return isValid && status !== undefined ? Number(status) : undefined
}

function jsonProblem(bytes: Buffer): string | undefined {
  try {
    JSON.parse(bytes.toString())
    return undefined
  } catch {
    return `a response body is not JSON: ${bytes.toString('latin1', 0, 200)}`
  }
}
