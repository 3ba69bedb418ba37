// The state that the response to a request depends on: earlier requests of the journal, and what the
// journal does not have.

import type { Entry, RanCommand } from './feed.ts'
import { publishedIn, publisherOf } from './published.ts'

export interface Dependencies {
  /** The earlier requests to send first, oldest first. */
  readonly earlier: readonly Entry[]
  /** The state that no earlier request of the journal made. */
  readonly needs?: string | undefined
}

/** The maximum number of earlier requests in a test. */
const MOST = 30

/** Commands that change no key. */
const READS =
  /^(GET|MGET|GETRANGE|SUBSTR|STRLEN|GETBIT|BITCOUNT|BITPOS|BITFIELD_RO|EXISTS|TYPE|TTL|PTTL|EXPIRETIME|PEXPIRETIME|KEYS|SCAN|DBSIZE|RANDOMKEY|DUMP|OBJECT|TOUCH|H(GET|MGET|GETALL|KEYS|VALS|LEN|EXISTS|STRLEN|SCAN|RANDFIELD)|L(RANGE|LEN|INDEX|POS)|S(MEMBERS|ISMEMBER|MISMEMBER|CARD|RANDMEMBER|SCAN|INTER|UNION|DIFF|INTERCARD)|Z(RANGE\w*|REVRANGE\w*|SCORE|MSCORE|CARD|COUNT|LEXCOUNT|RANK|REVRANK|SCAN|INTER|UNION|DIFF|RANDMEMBER|INTERCARD)|X(RANGE|REVRANGE|LEN|READ|INFO|PENDING)|GEO(DIST|HASH|POS|SEARCH)|PFCOUNT|JSON\.(GET|MGET|TYPE|STRLEN|ARRLEN|ARRINDEX|OBJKEYS|OBJLEN|RESP|DEBUG)|PING|ECHO|TIME|INFO|COMMAND|CONFIG|LASTSAVE)$/i

/** Commands that read all keys. */
const ALL_KEYS = /^(KEYS|SCAN|DBSIZE)$/i

/** Commands whose replies differ in each run. */
const VARYING =
  /^(TIME|RANDOMKEY|\w*RANDMEMBER|HRANDFIELD|SPOP|P?TTL|P?EXPIRETIME|INFO|LASTSAVE|OBJECT|MEMORY|DEBUG|DUMP|COMMAND|CONFIG|ACL|CLIENT|SCRIPT|FUNCTION|SLOWLOG|LATENCY|XADD|XINFO|XPENDING|SCAN|\wSCAN|EVAL\w*|FCALL\w*)$/i

const nameOf = ({ command: [name = ''] }: RanCommand) => name

const commandsOf = ({ commands = [] }: Entry) => commands

const isFlush = (entry: Entry) => commandsOf(entry).some((each) => /^FLUSH/i.test(nameOf(each)))

/** Returns the earlier requests that changed keys of a request. */
function writersOf(entry: Entry, entries: readonly Entry[]): readonly Entry[] {
  const before = entries.filter(
    ({ kind, sequence, status, interceptedBy }) =>
      kind === 'kv' && sequence < entry.sequence && status === 200 && interceptedBy === undefined,
  )
  const words = new Set(commandsOf(entry).flatMap(({ command }) => command.slice(1)))
  const readsAll = commandsOf(entry).some((each) => ALL_KEYS.test(nameOf(each)))
  const callsFunction = commandsOf(entry).some((each) => /^FCALL/i.test(nameOf(each)))
  return before.slice(before.findLastIndex(isFlush) + 1).filter((each) =>
    commandsOf(each).some(
      (ran) =>
        (!READS.test(nameOf(ran)) &&
          (readsAll || ran.command.slice(1).some((word) => words.has(word)))) ||
        // EVALSHA needs its script, whose digest is the reply to SCRIPT LOAD.
        (/^SCRIPT$/i.test(nameOf(ran)) && words.has(String(ran.reply))) ||
        (callsFunction && /^FUNCTION$/i.test(nameOf(ran))),
    ),
  )
}

/** Returns true if a command has the same reply in an empty database. */
function holdsWhenEmpty(ran: RanCommand): boolean {
  const { command, reply, error } = ran
  if (error !== undefined) return !/^(WRONGTYPE|BUSY|NOGROUP|NOSCRIPT)/.test(error)
  const text = JSON.stringify(reply)
  if (/^(PING|ECHO)$/i.test(nameOf(ran))) return true
  if (READS.test(nameOf(ran)))
    return /^(null|0|-2|""|\[\]|\{\}|"none"|\[(null|0)(,(null|0))*\])$/.test(text)
  return typeof reply === 'number'
    ? reply <= command.length || command.includes(String(reply))
    : text === 'null' || text === '"OK"' || command.some((word) => JSON.stringify(word) === text)
}

const holds = (entry: Entry) => commandsOf(entry).every(holdsWhenEmpty)

/** Returns true if a test of a key-value request can expect the whole response. */
export function expectsExactly(entry: Entry, entries: readonly Entry[]): boolean {
  const isVarying = commandsOf(entry).some((each) => VARYING.test(nameOf(each)))
  const isRead = entry.commands !== undefined || (entry.status ?? 0) >= 400
  return isRead && !isVarying && earlierOf(entry, entries).needs === undefined
}

/** Returns the earlier requests of the journal that the response depends on. */
export function earlierOf(entry: Entry, entries: readonly Entry[]): Dependencies {
  if (entry.interceptedBy !== undefined || entry.status === 401) return { earlier: [] }
  return entry.kind === 'kv' ? earlierOfKv(entry, entries) : earlierOfQueue(entry, entries)
}

function earlierOfKv(entry: Entry, entries: readonly Entry[]): Dependencies {
  const earlier = writersOf(entry, entries)
  const [first] = earlier
  if (!first) return { earlier, needs: holds(entry) ? undefined : UNKNOWN_DATA }
  if (earlier.length > MOST)
    return {
      earlier: [],
      needs: `the journal has ${earlier.length} earlier requests for its keys.`,
    }
  if (earlier.some(({ requestClipped }) => requestClipped))
    return { earlier, needs: 'the journal has only the beginning of an earlier request.' }
  return { earlier, needs: holds(first) ? undefined : UNKNOWN_DATA }
}

const UNKNOWN_DATA = 'no request of the journal made the data that the response shows.'

function earlierOfQueue(entry: Entry, entries: readonly Entry[]): Dependencies {
  const { ids, isDuplicate } = publishedIn(entry)
  const { status = 0, url, method } = entry
  if (isDuplicate) {
    const first = publisherOf(ids[0] ?? '', entries)
    return first
      ? { earlier: [first] }
      : { earlier: [], needs: 'the first publish with this deduplication is not in the journal.' }
  }
  if ([409, 412, 429].includes(status))
    return { earlier: [], needs: `an empty mock does not respond with ${status}.` }
  const [, , list = '', item = ''] = url.split('?')[0]!.split('/')
  const creates = ['publish', 'enqueue', 'batch'].includes(list) || /^https?:/.test(item)
  if (status >= 300 || ids.length > 0 || creates || item === '') return { earlier: [] }
  const changes = entries.filter(
    (each) =>
      each.kind === 'queue' &&
      each.method !== 'GET' &&
      each.sequence < entry.sequence &&
      (each.status ?? 0) < 300,
  )
  const earlier = changes.filter((each) => isNamedIn(each, decoded(item)))
  const maker = changes.find(({ responseBody }) => responseBody?.includes(item))
  if (earlier.length > 0 && earlier.length <= MOST) return { earlier }
  return {
    earlier: [],
    needs:
      maker === undefined
        ? `${method} ${url.split('?')[0]} names an item that must exist.`
        : `the id ${item} differs in each run. Send ${maker.method} ${maker.url} first, and use the id of its response.`,
  }
}

/** Returns true if a request has the name of an item, so that it may have made or changed the item. */
const isNamedIn = ({ url, requestBody, requestHeaders }: Entry, name: string): boolean =>
  [decoded(url), requestBody ?? '', JSON.stringify(requestHeaders)].some((text) =>
    text.includes(name),
  )

/** Percent-decodes a text. Returns it unchanged if it is not percent-encoded UTF-8. */
function decoded(text: string): string {
  try {
    return decodeURIComponent(text)
  } catch {
    return text
  }
}
