// Adds the users and commands of a seed to the key-value interface.

import { Refusal } from '../http/refusal.js'
import { kvControls } from './controls.js'
import type { Kv } from './kv.js'
import { bytesOf, ReplyError, textOf, type Command } from './reply.js'

/** Returns functions that add one item of each list of a seed. `kv` returns the current server. */
export function kvSeedLists(kv: () => Kv) {
  const controls = kvControls(kv)
  return {
    async users(item: unknown): Promise<void> {
      const input = item as Readonly<Record<string, unknown>>
      await controls['POST /kv/acl-users']!({ input, query: new URLSearchParams(), headers: {} })
    },

    async commands(item: unknown): Promise<void> {
      const command = commandOf(item)
      const reply = await kv().command(command, { readOnly: false })
      if (reply instanceof ReplyError)
        throw new Refusal(400, `${command.map(textOf).join(' ')} failed: ${textOf(reply.message)}`)
    },
  }
}

function commandOf(item: unknown): Command {
  const isWord = (word: unknown) => typeof word === 'string' || typeof word === 'number'
  if (!Array.isArray(item) || item.length === 0 || !item.every(isWord))
    throw new Refusal(
      400,
      `expected a command as an array of words, such as ["SET", "key", "value"], got ${JSON.stringify(item)}`,
    )
  return (item as readonly (string | number)[]).map((word) =>
    bytesOf(String(word)),
  ) as unknown as Command
}
