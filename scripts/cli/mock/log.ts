// The log of the mock command: one line for each request and each attempt to deliver.

import { printable, printableJson } from '../../../conformance/core/printable.js'
import type { Entry, JournalAccess } from '../../../mocks/index.js'
import { withoutSecrets } from '../../../mocks/kv/secrets.js'
import { hasColours } from '../terminal.js'

/** The form of the log: aligned lines for people, with colours or without, or JSON. */
export type LogForm = 'colour' | 'plain' | 'json'

/** Returns the form of a log on a stream: JSON unless it is a terminal. */
export function logFormOf(stream: Pick<NodeJS.WriteStream, 'isTTY'>): LogForm {
  if (!stream.isTTY) return 'json'
  return hasColours(stream) ? 'colour' : 'plain'
}

/** Writes a line for each new entry of the journal. */
export function logTo(
  write: (line: string) => void,
  { follow }: Pick<JournalAccess, 'follow'>,
  form: LogForm,
): void {
  const lineOf = form === 'json' ? jsonLine : (entry: Entry) => prettyLine(entry, form === 'colour')
  follow((entry) => write(`${lineOf(withoutPasswords(entry))}\n`), { bodyBytes: LONGEST_ERROR })
}

/**
 * Returns an entry without the passwords in its commands, URL and errors. The journal has them, because a
 * test may need the request as it was sent.
 */
export function withoutPasswords(entry: Entry): Entry {
  const commands = entry.commands?.map((ran) => ({ ...ran, command: withoutSecrets(ran.command) }))
  if (!commands?.some(({ command }, at) => command !== entry.commands![at]!.command)) return entry
  const error = errorOf(entry)
  return {
    ...entry,
    // The URL may be the command: /acl/setuser/NAME/>PASSWORD.
    url: entry.url.replace(/^(\/*[^/?]+[/?]).*$/s, '$1(redacted)'),
    commands: commands.map(({ error, ...ran }) => ({
      ...ran,
      ...(error !== undefined && { error: withoutQuoted(error) }),
    })),
    ...(error !== undefined && { error: withoutQuoted(error) }),
  }
}

/** Removes what an error quotes, which may be a part of the command. */
const withoutQuoted = (error: string): string => error.replace(/'.*'/s, "'(redacted)'")

/** Returns an entry as one line of JSON, without headers and bodies. */
export const jsonLine = (entry: Entry): string =>
  printableJson(
    JSON.stringify({
      time: new Date(entry.realAt).toISOString(),
      mockTime: new Date(entry.at).toISOString(),
      sequence: entry.sequence,
      kind: entry.kind,
      method: entry.method,
      url: entry.url,
      status: entry.status,
      error: errorOf(entry),
      durationMs: rounded(entry.durationMs),
      interceptedBy: entry.interceptedBy,
      messageId: entry.messageId,
      retried: entry.retried,
      nearMiss: entry.nearMiss,
      client: entry.client,
      commands: entry.commands?.map(({ command, error }) => ({
        command: command.join(' '),
        error,
      })),
    }),
  )

/** Returns an entry as one line for people. */
export function prettyLine(entry: Entry, colour: boolean): string {
  const error = errorOf(entry)
  const paint = (code: number, text: string) => (colour ? `\x1b[${code}m${text}\x1b[0m` : text)
  const status = String(entry.status ?? '---')
  return [
    paint(DIM, timeOf(entry.realAt)),
    NAMES[entry.kind].padEnd(8),
    paint(colourOf(entry), status),
    `${rounded(entry.durationMs)} ms`.padStart(9),
    printable(entry.method).padEnd(4),
    printable(entry.url),
    ...(entry.messageId === undefined ? [] : [paint(DIM, attemptOf(entry))]),
    ...(entry.commands?.length ? [paint(DIM, printable(commandsOf(entry.commands)))] : []),
    ...(error === undefined ? [] : [paint(RED, printable(error))]),
    ...(entry.interceptedBy === undefined ? [] : [paint(DIM, `intercept ${entry.interceptedBy}`)]),
    ...(entry.nearMiss === undefined ? [] : [paint(DIM, `not intercepted: ${entry.nearMiss}`)]),
  ].join(' ')
}

/** The maximum number of bytes of a response that are read for its error. */
const LONGEST_ERROR = 1000

/** Returns the reason why there is no response, or the error in the response. */
function errorOf({ error, status = 0, responseBody }: Entry): string | undefined {
  if (error !== undefined || status < 400 || responseBody === undefined) return error
  try {
    const { error: sent } = (JSON.parse(responseBody) ?? {}) as { readonly error?: unknown }
    return typeof sent === 'string' ? sent : undefined
  } catch {
    return undefined
  }
}

const NAMES: Readonly<Record<Entry['kind'], string>> = {
  kv: 'kv',
  queue: 'queue',
  attempt: 'delivery',
}

const [RED, GREEN, YELLOW, DIM] = [31, 32, 33, 2]

function colourOf({ status = 0 }: Entry): number {
  if (status >= 200 && status < 300) return GREEN
  return status >= 300 && status < 500 ? YELLOW : RED
}

/** The maximum number of characters of the commands of a request. */
const MOST = 120

function commandsOf(commands: NonNullable<Entry['commands']>): string {
  const text = commands.map(({ command }) => command.join(' ')).join(' | ')
  return text.length > MOST ? `${text.slice(0, MOST - 1)}…` : text
}

const attemptOf = ({ messageId = '', retried = 0 }: Entry): string =>
  retried === 0 ? messageId : `${messageId} retry ${retried}`

const timeOf = (at: number): string => {
  const date = new Date(at)
  const [hours, minutes, seconds] = [date.getHours(), date.getMinutes(), date.getSeconds()]
  const time = [hours, minutes, seconds].map((part) => String(part).padStart(2, '0')).join(':')
  return `${time}.${String(date.getMilliseconds()).padStart(3, '0')}`
}

const rounded = (milliseconds: number): number => Math.round(milliseconds * 10) / 10
