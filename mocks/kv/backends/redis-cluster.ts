// Sends each command to the cluster server that owns the slot of its key, and follows redirections.

import type { CommandTable, CommandInfo } from '../command/table.js'
import { type Bytes, type Command, type Reply, ReplyError } from '../reply.js'
import { Unavailable } from './backend.js'
import { type UserConnection, firstThere, inParts, Kept, type Transact } from './redis-users.js'

/** The largest number of redirections that one command follows. */
const MOST_HOPS = 16

interface TopologyOptions {
  /** The URL of the server that the user gave. */
  readonly url: string
  readonly known: {
    readonly table: CommandTable<CommandInfo>
    /** Returns true if the positions of a command's keys depend on its arguments. */
    readonly hasMovableKeys: (name: string) => boolean
  }
  readonly connect: (url: string) => Promise<UserConnection>
}

/** Knows which server owns each slot. */
export class Topology {
  readonly #options: TopologyOptions
  readonly #connections = new Kept<UserConnection>()
  #urls: readonly string[]
  #slots: string[] = []
  #learning: Promise<void> | undefined

  constructor(options: TopologyOptions) {
    this.#options = options
    this.#urls = [options.url]
  }

  get urls(): readonly string[] {
    return this.#urls
  }

  /**
   * Returns the URL of the server that owns a slot. Returns any server if the slot is undefined or
   * unassigned.
   */
  urlOf(slot: number | undefined): string {
    return (slot === undefined ? undefined : this.#slots[slot]) ?? this.#urls[0]!
  }

  moved(slot: number, url: string): void {
    this.#slots[slot] = url
    if (!this.#urls.includes(url)) this.#urls = [...this.#urls, url]
  }

  /** Reads the slots from the first server that replies. Concurrent calls share one read. */
  learn(): Promise<void> {
    this.#learning ??= this.#learn().finally(() => (this.#learning = undefined))
    return this.#learning
  }

  async #learn(): Promise<void> {
    for (const url of new Set([...this.#urls, this.#options.url])) {
      const ranges = await this.#ask(url, ['CLUSTER', 'SLOTS']).catch(() => undefined)
      if (!Array.isArray(ranges) || ranges.length === 0) continue
      const slots: string[] = []
      for (const [first, last, [host, port]] of ranges as unknown as Range[]) {
        for (let slot = first; slot <= last; slot++) slots[slot] = urlAt(host ?? '', port, url)
      }
      this.#slots = slots
      this.#urls = [...new Set(slots.filter((each) => each !== undefined))]
      this.#connections.close(this.#urls)
      return
    }
    throw new Unavailable('ERR no server of the cluster answers CLUSTER SLOTS')
  }

  /**
   * Returns the slot of a command's first key. The server checks that the other keys are in the same
   * slot.
   */
  async slotOf(command: Command): Promise<number | undefined> {
    const info = this.#options.known.table.lookup(command)
    if (info instanceof ReplyError) return undefined
    if (info.keys.first > 0) {
      const key = command[info.keys.first]
      return key === undefined ? undefined : keySlot(key)
    }
    if (!this.#options.known.hasMovableKeys(info.name)) return undefined
    const asked: Command = ['COMMAND', 'GETKEYS', ...command]
    const keys = await firstThere(this.#urls, (url) => this.#ask(url, asked))
    const [key] = Array.isArray(keys) ? (keys as readonly Bytes[]) : []
    return key === undefined ? undefined : keySlot(key)
  }

  async #ask(url: string, command: Command): Promise<Reply> {
    const connection = await this.#connections.of(url, () => this.#options.connect(url))
    return (await connection.pipeline([command]))[0]!
  }

  close(): void {
    this.#connections.close()
  }
}

/** A row of CLUSTER SLOTS: the first slot, the last slot and the server that owns them. */
type Range = readonly [number, number, readonly [host: Bytes | null, port: number]]

/** Lets one user work with a cluster as with a single server. */
export class ClusterConnection implements UserConnection {
  readonly #topology: Topology
  readonly #connect: (url: string) => Promise<UserConnection>
  readonly #connections = new Kept<UserConnection>()

  constructor(topology: Topology, connect: (url: string) => Promise<UserConnection>) {
    this.#topology = topology
    this.#connect = connect
  }

  /** Runs commands in order. Commands for one server are sent together. */
  readonly pipeline = (commands: readonly Command[]): Promise<Reply[]> =>
    inParts(commands, isForAll, {
      alone: (command) => this.#everywhere(command),
      together: (part) => this.#pipeline(part),
    })

  async #everywhere(command: Command): Promise<Reply> {
    const gather = EVERYWHERE[command[0].toUpperCase()]
    if (gather === undefined) return this.#scan(command)
    const replies = await Promise.all(this.#topology.urls.map((url) => this.#at(url, command)))
    return replies.find((reply) => reply instanceof ReplyError) ?? gather(replies)
  }

  async #pipeline(commands: readonly Command[]): Promise<Reply[]> {
    const slots = await Promise.all(commands.map((command) => this.#topology.slotOf(command)))
    const replies: Reply[] = []
    for (let start = 0; start < commands.length;) {
      const url = this.#topology.urlOf(slots[start])
      let end = start + 1
      while (end < commands.length && this.#topology.urlOf(slots[end]) === url) end++
      const part = commands.slice(start, end)
      const answers = await this.#on(url, ({ pipeline }) => pipeline(part))
      for (const [at, answer] of answers.entries()) {
        replies.push(await this.#follow(answer, part[at]!, url))
      }
      start = end
    }
    return replies
  }

  /** Runs a transaction. All its keys must be in one slot. */
  readonly transaction = async (
    commands: readonly Command[],
    transact: Transact,
  ): Promise<readonly Reply[]> => {
    const slots = new Set<number>()
    for (const command of commands) {
      const slot = await this.#topology.slotOf(command)
      if (slot !== undefined) slots.add(slot)
    }
    if (slots.size > 1) throw crossSlot()
    const [slot] = slots
    for (let hops = 0; ; hops++) {
      const url = this.#topology.urlOf(slot)
      const replies = await this.#on(url, ({ pipeline }) => transact(pipeline, commands))
      const moved = replies.map((reply) => redirectIn(reply, url)).find((each) => each?.moved)
      if (moved === undefined || hops === MOST_HOPS) return replies
      this.#topology.moved(moved.slot, moved.url)
    }
  }

  /** Runs a command again as long as the reply is a redirection. */
  async #follow(answer: Reply, command: Command, from: string): Promise<Reply> {
    let reply = answer
    let at = from
    for (let hops = 0; hops < MOST_HOPS; hops++) {
      const redirect = redirectIn(reply, at)
      if (redirect === undefined) break
      const { moved, slot, url } = redirect
      if (moved) this.#topology.moved(slot, url)
      const asked: Command[] = moved ? [command] : [['ASKING'], command]
      const replies = await this.#on(url, ({ pipeline }) => pipeline(asked))
      reply = replies.at(-1)!
      at = url
    }
    return reply
  }

  async #at(url: string, command: Command): Promise<Reply> {
    return (await this.#on(url, ({ pipeline }) => pipeline([command])))[0]!
  }

  /** Runs an action on the connection to a server. If the connection is lost, reads the slots again. */
  async #on<T>(url: string, act: (connection: UserConnection) => Promise<T>): Promise<T> {
    try {
      return await act(await this.#connections.of(url, () => this.#connect(url)))
    } catch (error) {
      if (error instanceof Unavailable) void this.#learnAnew()
      throw error
    }
  }

  async #learnAnew(): Promise<void> {
    await this.#topology.learn().catch(() => {})
    this.#connections.close(this.#topology.urls)
  }

  /**
   * Scans the servers one after the other. The cursor contains the server and the cursor of that
   * server.
   */
  async #scan([name, cursor = '', ...options]: Command): Promise<Reply> {
    const { urls } = this.#topology
    const count = BigInt(urls.length)
    const place = /^\d{1,20}$/.test(cursor) ? BigInt(cursor) : undefined
    if (place === undefined) return this.#at(urls[0]!, [name, cursor, ...options])
    const server = place % count
    const reply = await this.#at(urls[Number(server)]!, [name, String(place / count), ...options])
    if (!Array.isArray(reply)) return reply
    const [next, keys] = reply as [Bytes, Reply]
    if (next !== '0') return [String(BigInt(next) * count + server), keys]
    return [String((server + 1n) % count), keys]
  }

  readonly close = (): void => this.#connections.close()
}

/** Commands that run on all servers, with the function that combines their replies. */
const first = (replies: readonly Reply[]): Reply => replies[0]!
const EVERYWHERE: Readonly<Record<string, (replies: readonly Reply[]) => Reply>> = {
  FLUSHDB: first,
  FLUSHALL: first,
  SCRIPT: first,
  FUNCTION: first,
  CONFIG: first,
  ACL: first,
  DBSIZE: (replies) => (replies as number[]).reduce((sum, size) => sum + size, 0),
  KEYS: (replies) => (replies as Reply[][]).flat(),
}

const isForAll = ([name]: Command): boolean =>
  /^scan$/i.test(name) || name.toUpperCase() in EVERYWHERE

const crossSlot = () => new ReplyError("CROSSSLOT Keys in request don't hash to the same slot")

interface Redirect {
  /** True if the whole slot has moved, false if only this key has moved so far. */
  readonly moved: boolean
  readonly slot: number
  readonly url: string
}

/** Returns the redirection that a reply contains, or undefined. */
function redirectIn(reply: Reply, from: string): Redirect | undefined {
  if (!(reply instanceof ReplyError)) return undefined
  const [, kind, slot, host = '', port] = /^(MOVED|ASK) (\d+) (.*):(\d+)/.exec(reply.message) ?? []
  if (port === undefined) return undefined
  return { moved: kind === 'MOVED', slot: Number(slot), url: urlAt(host, Number(port), from) }
}

/** Returns the URL of another server. An empty host means the host of `from`. */
function urlAt(host: string, port: number, from: string): string {
  const url = new URL(from)
  const bare = host.replace(/^\[|\]$/g, '')
  if (bare !== '' && bare !== '?') url.hostname = bare.includes(':') ? `[${bare}]` : bare
  url.port = String(port)
  return url.href
}

const SLOTS = 16_384

/** Returns the slot of a key. If the key contains braces, only the text in them counts. */
export function keySlot(key: Bytes): number {
  const [, tag] = /^[^{]*\{([^}]+)\}/s.exec(key) ?? []
  return crc16(tag ?? key) % SLOTS
}

/** Computes CRC-16 with the polynomial 0x1021 and the initial value 0. */
function crc16(bytes: Bytes): number {
  let crc = 0
  for (let at = 0; at < bytes.length; at++) {
    crc ^= bytes.charCodeAt(at) << 8
    for (let bit = 0; bit < 8; bit++) crc = ((crc << 1) ^ (crc & 0x8000 ? 0x1021 : 0)) & 0xffff
  }
  return crc
}
