// The requests and attempts of the journal, as they come.

import { get } from './api.ts'
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

export const connection = createStore<'connecting' | 'live' | 'lost'>('connecting')

/** The number of changes so far. Views read their data again after each change. */
export const changes = createStore(0)

/** The number of resets of the mock so far. */
export const resets = createStore(0)

export const noteChange = (): void => changes.set(changes.get() + 1)

let pending: Entry[] = []
let source: EventSource | undefined
let last = 0

/** Adds the entries of one frame together, because each change renders the list. */
function flush(): void {
  if (pending.length === 0) return
  const all = [...entries.get(), ...pending]
  pending = []
  entries.set(all.length > MOST ? all.slice(-MOST) : all)
  noteChange()
}

function add(entry: Entry): void {
  if (pending.push(entry) === 1) requestAnimationFrame(flush)
  last = entry.sequence
}

export function forgetEntries(): void {
  pending = []
  entries.set([])
}

function open(): void {
  source = new EventSource(`journal/entries?after=${last}&bodyBytes=${BODY_BYTES}`)
  source.onopen = () => connection.set('live')
  source.onmessage = ({ data }: MessageEvent<string>) => add(JSON.parse(data) as Entry)
  source.addEventListener('reset', () => {
    forgetEntries()
    resets.set(resets.get() + 1)
    noteChange()
  })
  source.onerror = () => {
    connection.set('lost')
    source?.close()
    source = undefined
    setTimeout(connect, 1000)
  }
}

function connect(): void {
  if (document.hidden || source) return
  open()
}

/** Follows the journal while the page is visible, because a browser opens few connections at once. */
export function follow(): void {
  document.addEventListener('visibilitychange', () => {
    if (!document.hidden) return connect()
    source?.close()
    source = undefined
  })
  connect()
}

/** Returns an entry with its whole bodies. */
export async function wholeEntry(entry: Entry): Promise<Entry> {
  if (!entry.requestClipped && !entry.responseClipped) return entry
  const route = `journal/entries?after=${entry.sequence - 1}&limit=1`
  const { entries: found } = await get<{ entries: readonly Entry[] }>(route)
  return found[0]?.sequence === entry.sequence ? found[0] : entry
}

/** Returns the words that the list shows for an entry: its commands, or its path. */
export function subjectOf({ kind, url, commands }: Entry): string {
  if (kind !== 'kv' || !commands || commands.length === 0) return url
  const [first] = commands
  const words = first!.command.map((word) => (/^[^\s"]+$/.test(word) ? word : JSON.stringify(word)))
  const text = words.join(' ')
  return commands.length > 1 ? `${text}  (+${commands.length - 1} more)` : text
}
