// The numbers that INFO reports: commands, errors, clients and bytes.

import { randomBytes } from 'node:crypto'
import type { Bytes, ReplyError } from '../reply.js'

/** The numbers of clients of the RESP port. */
export interface ClientCounts {
  /** The port, or 0 without a RESP port. */
  readonly port: number
  readonly connected: number
  readonly most: number
  /** The clients that wait for a key or for the end of a pause. */
  readonly blocked: number
  /** The waiting clients that have a timeout. */
  readonly withTimeout: number
  readonly tracking: number
  /** The keys and the prefixes that clients track. */
  readonly trackedKeys: number
  readonly trackedItems: number
  readonly trackedPrefixes: number
}

const NO_CLIENTS: ClientCounts = {
  port: 0,
  connected: 0,
  most: 0,
  blocked: 0,
  withTimeout: 0,
  tracking: 0,
  trackedKeys: 0,
  trackedItems: 0,
  trackedPrefixes: 0,
}

export interface CommandCount {
  calls: number
  /** The calls that were refused before the command ran. */
  rejected: number
  /** The calls that ran and returned an error. */
  failed: number
  /** The calls whose time was measured, and the sum of their times in milliseconds. */
  measured: number
  milliseconds: number
}

/** A command, and a small number that is different for each command. */
interface Counted {
  readonly name: string
  readonly ordinal: number
}

/**
 * One of this many calls is measured, because reading the clock takes longer than many commands.
 */
export const MEASURED = 1024

/** The largest number of class words of errors that are counted. Scripts may invent words without end. */
const MOST_WORDS = 128

export class Statistics {
  readonly #commands = new Map<string, CommandCount>()
  readonly #byOrdinal: (CommandCount | undefined)[] = []
  readonly #errors = new Map<string, number>()
  #errorCount = 0
  /** Identifies this server until it ends. */
  readonly runId = randomBytes(20).toString('hex')
  /** Returns the numbers of clients. The RESP port sets this function. */
  clients: () => ClientCounts = () => NO_CLIENTS
  connections = 0
  refusedConnections = 0
  inputBytes = 0
  outputBytes = 0

  /** The commands that were called or rejected, in the order of their first call. */
  get commands(): Iterable<readonly [name: string, count: CommandCount]> {
    return this.#commands
  }

  get processed(): number {
    return Array.from(this.#commands.values(), ({ calls }) => calls).reduce(
      (sum, calls) => sum + calls,
      0,
    )
  }

  /** The number of errors by class word. */
  get errors(): Iterable<readonly [word: Bytes, count: number]> {
    return this.#errors
  }

  get errorCount(): number {
    return this.#errorCount
  }

  /**
   * Returns the count of a command. It is found in an array, because most commands are quicker than a
   * lookup in a map.
   */
  of({ ordinal, name }: Counted): CommandCount {
    return (this.#byOrdinal[ordinal] ??= this.#countOf(name))
  }

  /** Counts a call, with its error if it failed, of a command that the engine does not run. */
  ended(name: string, error?: ReplyError): void {
    const count = this.#countOf(name)
    count.calls++
    if (error === undefined) return
    count.failed++
    this.countError(error)
  }

  #countOf(name: string): CommandCount {
    const known = this.#commands.get(name)
    if (known !== undefined) return known
    const count = { calls: 0, rejected: 0, failed: 0, measured: 0, milliseconds: 0 }
    this.#commands.set(name, count)
    return count
  }

  /** Counts a command that was refused. `name` is undefined for an unknown command. */
  rejected(name: string | undefined, error: ReplyError): void {
    if (name !== undefined) this.#countOf(name).rejected++
    this.countError(error)
  }

  countError({ message }: ReplyError): void {
    this.#errorCount++
    const [word = ''] = message.split(' ', 1)
    const count = this.#errors.get(word) ?? 0
    if (count > 0 || this.#errors.size < MOST_WORDS) this.#errors.set(word, count + 1)
  }

  /** Sets all numbers to 0 except those of the clients. */
  clear(): void {
    this.#commands.clear()
    this.#byOrdinal.length = 0
    this.#errors.clear()
    this.#errorCount = 0
    this.connections = 0
    this.refusedConnections = 0
    this.inputBytes = 0
    this.outputBytes = 0
  }
}
