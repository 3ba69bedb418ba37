// The requests and attempts of the journal, as they come.

import { addressOf, get } from './api.ts'
import { createStore } from './store.ts'

export type Kind = 'kv' | 'queue' | 'attempt'

export type HeaderMap = Readonly<Record<string, readonly string[]>>

/** One request or one attempt to deliver. Times are Unix milliseconds. */
export interface Entry {
  readonly sequence: number
  readonly kind: Kind
  /** The start by the clock of the mock. */
  readonly at: number
  /** The start in real time. */
  readonly realAt: number
  readonly durationMs: number
  readonly method: string
  readonly url: string
  readonly requestHeaders: HeaderMap
  readonly requestBody?: string
  readonly requestBodyBase64?: string
  readonly requestClipped?: true
  readonly status?: number
  readonly responseHeaders?: HeaderMap
  readonly responseBody?: string
  readonly responseBodyBase64?: string
  readonly responseClipped?: true
  readonly error?: string
  /** The id of the intercept that caused or changed the response. */
  readonly interceptedBy?: string
  readonly client?: { readonly address: string; readonly userAgent?: string }
  readonly commands?: readonly RanCommand[]
  readonly messageId?: string
  readonly retried?: number
  /** The timeout in milliseconds of an attempt in progress. Only an attempt in progress has it. */
  readonly timeout?: number
}

/** An attempt in progress, as the mock sends it. */
interface BegunAttempt {
  readonly messageId: string
  readonly retried: number
  readonly method: string
  readonly url: string
  readonly startedAt: number
  readonly realAt: number
  readonly timeout: number
}

export interface RanCommand {
  readonly command: readonly string[]
  readonly reply?: unknown
  readonly error?: string
}

/** The maximum number of entries on the page. */
const MOST = 100_000

/** The bytes of a body in the list. An opened entry is read again with its whole body. */
const BODY_BYTES = 4096

/** The entries, oldest first. */
export const entries = createStore<readonly Entry[]>([])

/** The attempts in progress, oldest first. They have negative numbers, because the journal has none. */
export const underWay = createStore<readonly Entry[]>([])

/** The number of the last entry that the user removed from Live. */
export const cleared = createStore(0)

/** The real time when the connection was lost, or undefined while there is one. */
export const lostSince = createStore<number | undefined>(undefined)

/** The real time when the page saw that the mock was restarted, until the user dismisses it. */
export const restartedAt = createStore<number | undefined>(undefined)

export const connection = createStore<'connecting' | 'live' | 'lost'>('connecting')

/** The number of changes so far. Views read their data again after each change. */
export const changes = createStore(0)

/** The number of resets of the mock so far. */
export const resets = createStore(0)

export const noteChange = (): void => changes.set(changes.get() + 1)

let pending: Entry[] = []
let source: EventSource | undefined
let last = 0
let begins = 0
let begun = new Map<string, Entry>()
let isFlushing = false

/** Adds the entries of one frame together, because each change renders the list. */
function flush(): void {
  isFlushing = false
  if (pending.length > 0) {
    const all = [...entries.get(), ...pending]
    pending = []
    entries.set(all.length > MOST ? all.slice(-MOST) : all)
  }
  underWay.set(Array.from(begun.values()))
  noteChange()
}

function flushSoon(): void {
  if (!isFlushing) requestAnimationFrame(flush)
  isFlushing = true
}

function add(entry: Entry): void {
  pending.push(entry)
  last = entry.sequence
  flushSoon()
}

function begin({ startedAt, ...attempt }: BegunAttempt): void {
  begun.set(attempt.messageId, {
    ...attempt,
    sequence: -++begins,
    kind: 'attempt',
    at: startedAt,
    durationMs: 0,
    requestHeaders: {},
  })
  flushSoon()
}

function end({ messageId }: Pick<BegunAttempt, 'messageId'>): void {
  begun.delete(messageId)
  flushSoon()
}

/** Forgets what a mock has lost with a reset or a restart. */
function forget(): void {
  pending = []
  begun = new Map()
  entries.set([])
  underWay.set([])
  resets.set(resets.get() + 1)
  noteChange()
}

/** Removes all entries from Live. The details of messages still have them. */
export const clearLive = (): void => cleared.set(last)

function open(): void {
  const route = `journal/entries?after=${last}&bodyBytes=${BODY_BYTES}&underWay=true`
  const opened = new EventSource(addressOf(route))
  let isOpen = false
  const on = <Data>(name: string, act: (data: Data) => void) =>
    opened.addEventListener(name, ({ data }: MessageEvent<string>) => act(JSON.parse(data) as Data))
  source = opened
  opened.onopen = () => {
    isOpen = true
    // The mock sends all attempts in progress again.
    begun = new Map()
    flushSoon()
    lostSince.set(undefined)
    connection.set('live')
  }
  on('message', add)
  on('begin', begin)
  on('end', end)
  on('reset', forget)
  opened.onerror = () => {
    opened.close()
    source = undefined
    // The end of a shown space ends its stream too.
    if (isOpen) void connect()
    else lose()
  }
}

function lose(): void {
  lostSince.set(lostSince.get() ?? Date.now())
  connection.set('lost')
  setTimeout(() => void connect(), 1000)
}

/** Forgets all, and reads the space that the page now shows. */
export function restart(): void {
  source?.close()
  source = undefined
  last = 0
  cleared.set(0)
  forget()
  void connect()
}

let isConnecting = false
let isStale = false
let isOther: () => Promise<boolean> = async () => false

async function connect(): Promise<void> {
  isStale = true
  if (document.hidden || source || isConnecting) return
  isConnecting = true
  try {
    let isRestarted = false
    while (isStale) {
      isStale = false
      isRestarted = (await isOther()) || isRestarted
    }
    if (isRestarted) {
      last = 0
      cleared.set(0)
      restartedAt.set(Date.now())
      forget()
    }
    open()
  } catch {
    lose()
  }
  isConnecting = false
}

/**
 * Follows the journal while the page is visible, because a browser opens few connections at once.
 *
 * @param isRestarted reads the session again, and returns true if the mock is another process
 */
export function follow(isRestarted: () => Promise<boolean>): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return void connect()
    source?.close()
    source = undefined
  })
  // The end of the space in the address has opened the stream of the mock itself.
  if (!source) open()
  isOther = isRestarted
}

/** Returns an entry with its whole bodies. */
export async function wholeEntry(entry: Entry): Promise<Entry> {
  if (!entry.requestClipped && !entry.responseClipped) return entry
  const route = `journal/entries?after=${entry.sequence - 1}&limit=1`
  const { entries: found } = await get<{ entries: readonly Entry[] }>(route)
  return found[0]?.sequence === entry.sequence ? found[0] : entry
}

/** Returns the first command of an entry that has an error, although its response may have the status 200. */
export const failedCommandOf = ({ commands = [] }: Entry): RanCommand | undefined =>
  commands.find(({ error }) => error !== undefined)

/** Returns the words that the list shows for an entry: its commands, a failed one first, or its path. */
export function subjectOf(entry: Entry): string {
  const { kind, url, commands } = entry
  if (kind !== 'kv' || !commands || commands.length === 0) return url
  const first = failedCommandOf(entry) ?? commands[0]
  const words = first!.command.map(shownWord)
  const text = words.join(' ')
  return commands.length > 1 ? `${text}  (+${commands.length - 1} more)` : text
}

/** Returns a word of a command. A word with spaces is in quotes, one with quotes such as JSON in others. */
function shownWord(word: string): string {
  if (/^[^\s"]+$/.test(word)) return word
  return /^[^'\p{Cc}]*"[^'\p{Cc}]*$/u.test(word) ? `'${word}'` : JSON.stringify(word)
}
