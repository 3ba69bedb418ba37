// Which commands the hand-picked scripts show to succeed and to fail. Whether they do so as Redis
// does is for the comparison to say.

import { expect, test } from 'vitest'
import { realClock } from '../../clock.js'
import { createMemoryBackend } from '../backends/memory.js'
import { commands } from '../commands/index.js'
import { createKv } from '../kv.js'
import { ReplyError } from '../reply.js'
import { scripts } from './scripts/index.js'
import { parse } from './typing.js'

/** What Redis 7.0 has too; the others are in `commands/transcripts/`. */
const comparable = [...commands]
  .flatMap((entry) => [entry, ...commands.subcommands(entry)])
  .filter(({ laterRelease }) => laterRelease === undefined)

/** Commands that nothing makes succeed on a server such as this, and why. */
const neverSucceed: readonly { readonly names: RegExp; readonly because: string }[] = [
  { names: /^cluster\|/, because: 'the server is no part of a cluster' },
  { names: /^module\|(load|loadex|unload)$/, because: 'no module can be loaded' },
  { names: /^(acl\|(load|save)|config\|rewrite)$/, because: 'there is no file' },
  { names: /^latency\|graph$/, because: 'nothing is slow' },
  { names: /^move$/, because: 'there is one database' },
  { names: /^(script|function)\|kill$/, because: 'no script is running when a command is taken' },
  { names: /^script\|debug$/, because: 'a request has no connection to debug on' },
]

/** Commands that take any words at all. */
const neverFail = [
  ...['info', 'command', 'command|info', 'command|docs', 'latency|reset', 'latency|histogram'],
  ...['pubsub|numsub', 'pubsub|shardnumsub'],
]

/** The names of the commands that the scripts show to succeed, and of those they show to fail. */
async function shown() {
  const succeeding = new Set<string>()
  const failing = new Set<string>()
  for (const lines of Object.values(scripts)) {
    const backend = createMemoryBackend({ clock: realClock() })
    const kv = createKv({ backend, tokens: { standard: 'standard', readOnly: 'read-only' } })
    const script = lines.map(parse)
    const replies = await kv.pipeline(script, { readOnly: false })
    for (const [index, command] of script.entries()) {
      const entry = kv.lookup(command)
      if (entry instanceof ReplyError) continue
      const isFailure = replies[index] instanceof ReplyError
      ;(isFailure ? failing : succeeding).add(entry.name)
    }
  }
  return { succeeding, failing }
}

const isContainer = (entry: (typeof comparable)[number]) =>
  [...commands.subcommands(entry)].length > 0 && entry.name !== 'command'

test('every command of Redis 7.0 is compared with it where it succeeds, and where it fails', async () => {
  const { succeeding, failing } = await shown()
  const mustSucceed = comparable.filter(
    (entry) => !isContainer(entry) && !neverSucceed.some(({ names }) => names.test(entry.name)),
  )
  const mustFail = comparable.filter(({ name }) => !neverFail.includes(name))
  const missing = (entries: typeof comparable, shown: ReadonlySet<string>) =>
    entries.map(({ name }) => name).filter((name) => !shown.has(name))
  expect({
    succeeding: missing(mustSucceed, succeeding),
    failing: missing(mustFail, failing),
  }).toEqual({ succeeding: [], failing: [] })
})

test('no command that has been excused is shown after all', async () => {
  const { succeeding, failing } = await shown()
  const excused = ({ name }: { name: string }) =>
    neverSucceed.some(({ names }) => names.test(name)) && succeeding.has(name)
  expect(comparable.filter(excused)).toEqual([])
  expect(neverFail.filter((name) => failing.has(name))).toEqual([])
})
