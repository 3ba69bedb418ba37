// The settings of CONFIG. A few of them have an effect: `mocks/kv/backends/memory.ts`.

import { ReplyError, type Bytes } from '../../reply.js'
import { printed } from '../refusals.js'
import { isPattern, matchesName } from './kinds.js'
import { ALIASES, SETTINGS } from './table.js'

/** Called with the name and the new value of each setting that CONFIG SET or a reset changes. */
export type SettingChanged = (name: string, value: Bytes) => void

export class ServerSettings {
  readonly #changed = new Map<string, Bytes>()
  readonly #listener: SettingChanged

  constructor(listener: SettingChanged = () => {}) {
    this.#listener = listener
  }

  /** Returns the settings that match a pattern. A full name keeps the spelling of the request. */
  matching(patterns: readonly Bytes[]): Map<Bytes, Bytes> {
    const found = new Map<Bytes, Bytes>()
    for (const pattern of patterns) {
      if (isPattern(pattern)) this.#match(pattern, found)
      else {
        const name = fullName(pattern)
        const isNew = ![...found.keys()].some((key) => key.toLowerCase() === pattern.toLowerCase())
        if (name !== undefined && isNew) found.set(pattern, this.get(name))
      }
    }
    return found
  }

  #match(pattern: Bytes, found: Map<Bytes, Bytes>): void {
    for (const name of [...SETTINGS.keys(), ...ALIASES.keys()]) {
      const full = fullName(name)!
      if (SETTINGS.get(full)!.hidden || !matchesName(pattern, name)) continue
      found.set(name, this.get(full))
    }
  }

  /** Returns the present value of a setting. */
  get(name: string): Bytes {
    return this.#changed.get(name) ?? SETTINGS.get(name)!.value
  }

  /** Changes all given settings, or none of them if one value is invalid. */
  change(pairs: readonly (readonly [Bytes, Bytes])[]): void {
    const names = pairs.map(([name]) => name.toLowerCase())
    for (const [at, [given]] of pairs.entries()) {
      const name = fullName(given)
      if (name === undefined) {
        throw new ReplyError(
          `ERR Unknown option or number of arguments for CONFIG SET - '${printed(given)}'`,
        )
      }
      const { refusal } = SETTINGS.get(name)!
      if (refusal !== undefined) throw failed(given, refusal)
      if (names.indexOf(names[at]!) < at) throw failed(given, 'duplicate parameter')
    }
    const changes = new Map<string, Bytes>()
    for (const [at, [, value]] of pairs.entries()) {
      const name = fullName(names[at]!)!
      try {
        const before = changes.get(name) ?? this.get(name)
        changes.set(name, SETTINGS.get(name)!.read(value, before))
      } catch (error) {
        throw failed(names[at]!, (error as Error).message)
      }
    }
    for (const [name, value] of changes) {
      this.#changed.set(name, value)
      this.#listener(name, value)
    }
  }

  clear(): void {
    const changed = [...this.#changed.keys()]
    this.#changed.clear()
    for (const name of changed) this.#listener(name, this.get(name))
  }
}

/** Returns the current name of a setting, for a name or an older name in any case. */
function fullName(given: Bytes): string | undefined {
  const name = given.toLowerCase()
  return SETTINGS.has(name) ? name : ALIASES.get(name)
}

const failed = (name: Bytes, because: string) =>
  new ReplyError(
    `ERR CONFIG SET failed (possibly related to argument '${printed(name)}') - ${because}`,
  )
