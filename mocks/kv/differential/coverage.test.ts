// Checks that the scripts of the comparison with Redis contain a success and a failure of every
// command.

import { expect, test } from 'vitest'
import { commands } from '../commands/index.js'
import { ReplyError } from '../reply.js'
import { kvOn } from '../testing.js'
import { scripts } from './scripts/index.js'
import { parse } from './typing.js'

/** The commands of Redis 7.0. The transcripts in `commands/transcripts/` test the other commands. */
const comparable = commands.all.filter(({ laterRelease }) => laterRelease === undefined)

/** Commands that always fail on the mock, with the reasons. */
const neverSucceed: readonly { readonly names: RegExp; readonly because: string }[] = [
  { names: /^cluster\|/, because: 'the server is no part of a cluster' },
  { names: /^module\|(load|loadex|unload)$/, because: 'no module can be loaded' },
  { names: /^(acl\|(load|save)|config\|rewrite)$/, because: 'there is no file' },
  { names: /^latency\|graph$/, because: 'nothing is slow' },
  { names: /^move$/, because: 'there is one database' },
  { names: /^(script|function)\|kill$/, because: 'no script is running when a command is taken' },
  { names: /^script\|debug$/, because: 'a request has no connection to debug on' },
]

const neverFail = [
  'info',
  'command',
  'command|info',
  'command|docs',
  'latency|reset',
  'latency|histogram',
  'pubsub|numsub',
  'pubsub|shardnumsub',
]

/** Runs the scripts. Returns the names of the commands that succeed, and of those that fail. */
async function shown() {
  const succeeding = new Set<string>()
  const failing = new Set<string>()
  for (const lines of Object.values(scripts)) {
    const kv = kvOn()
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
  const namesOf = (entries: typeof comparable) => entries.map(({ name }) => name)
  const plain = comparable.filter((entry) => !isContainer(entry))
  const excused = ({ name }: { name: string }) => neverSucceed.some(({ names }) => names.test(name))

  expect(namesOf(plain.filter(({ name }) => succeeding.has(name)))).toEqual(
    namesOf(plain.filter((entry) => !excused(entry))),
  )
  expect(namesOf(comparable.filter(({ name }) => failing.has(name)))).toEqual(
    namesOf(comparable.filter(({ name }) => !neverFail.includes(name))),
  )
})
