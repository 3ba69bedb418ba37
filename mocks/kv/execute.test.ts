import { beforeEach, describe, expect, test } from 'vitest'
import type { Backend } from './backends/backend.js'
import type { CommandInfo } from './command/command-info.js'
import { CommandTable } from './command/table.js'
import { createKv } from './kv.js'
import { createLimits, type Limits } from './limits.js'
import { type Command, OK, ReplyError } from './reply.js'

const none = { first: 0, last: 0, step: 0 }
const one = { first: 1, last: 1, step: 1 }
const known = new CommandTable<CommandInfo>([
  { name: 'get', arity: 2, write: false, keys: one },
  { name: 'set', arity: -3, write: true, keys: one },
  { name: 'keys', arity: 2, write: false, keys: none },
  { name: 'blpop', arity: -3, write: true, keys: one },
  { name: 'acl', arity: -2, write: false, keys: none },
  { name: 'acl|whoami', arity: 2, write: false, keys: none },
])

let ran: Command[]
beforeEach(() => (ran = []))

const run = (command: Command) => {
  ran.push(command)
  return command[1] === 'bad' ? new ReplyError('WRONGTYPE bad') : OK
}
const backend: Backend = {
  judgesCalls: false,
  user: 'default',
  verify: () => false,
  lookup: (command) => known.lookup(command),
  execute: run,
  pipeline: async (commands) => commands.map(run),
  transaction: (commands) => commands.map(run),
  subscribe: () => () => {},
  psubscribe: () => () => {},
  monitor: () => () => {},
  reset: async () => {},
  close: async () => {},
}

const standard = { readOnly: false }
const readOnly = { readOnly: true }
const tokens = { standard: 's', readOnly: 'r' }
const kv = createKv({ backend, tokens })
const limited = (limits: Partial<Limits>) => createLimits({ now: () => 0 }, limits)

const unknown = new ReplyError("ERR unknown command 'BLPOP', with args beginning with: 'k' '0' ")

describe('a command', () => {
  test('runs', async () => {
    expect(await kv.command(['SET', 'k', 'v'], standard)).toBe(OK)
    expect(ran).toEqual([['SET', 'k', 'v']])
  })

  test.each<[string, Command, ReplyError]>([
    [
      'that is unknown',
      ['FOO'],
      new ReplyError("ERR unknown command 'FOO', with args beginning with: "),
    ],
    ['that is left out', ['BLPOP', 'k', '0'], unknown],
    [
      'with a word too many',
      ['Get', 'k', 'l'],
      new ReplyError("ERR wrong number of arguments for 'get' command"),
    ],
    [
      'that is a subcommand nobody knows',
      ['Acl', 'no\0such', 'k'],
      new ReplyError("ERR unknown subcommand 'no'. Try ACL HELP."),
    ],
    [
      'that is a subcommand with a word too many',
      ['ACL', 'WHOAMI', 'k'],
      new ReplyError("ERR wrong number of arguments for 'acl|whoami' command"),
    ],
    [
      'that is named as a subcommand is',
      ['acl|whoami', 'k'],
      new ReplyError("ERR unknown command 'acl|whoami', with args beginning with: 'k' "),
    ],
    [
      'with a word too few',
      ['SET', 'k'],
      new ReplyError("ERR wrong number of arguments for 'set' command"),
    ],
  ])('%s is refused before it runs', async (_, command, error) => {
    expect(await kv.command(command, standard)).toEqual(error)
    expect(ran).toEqual([])
  })

  // As redis-server 7.0.15 words them.
  test.each<[Command, string]>([
    [['FOO', 'a', 'b'], "'FOO', with args beginning with: 'a' 'b' "],
    [['FOO', 'a\r\nb'], "'FOO', with args beginning with: 'a  b' "],
    [['FO\0O', 'a\0b', 'c'], "'FO', with args beginning with: 'a' 'c' "],
    [
      ['FOO', 'a', 'b'.repeat(200), 'c'],
      `'FOO', with args beginning with: 'a' '${'b'.repeat(124)}' `,
    ],
    [
      ['F'.repeat(200), 'a'.repeat(125), 'b', 'c'],
      `'${'F'.repeat(128)}', with args beginning with: '${'a'.repeat(125)}' `,
    ],
  ])('%j is unknown in the words of Redis', async (command, words) => {
    expect(await kv.command(command, standard)).toEqual(
      new ReplyError(`ERR unknown command ${words}`),
    )
  })

  test.each<[Command, string]>([
    [['SET', 'k', 'v'], 'set'],
    [['KEYS', '*'], 'keys'],
    [['ACL', 'WHOAMI'], 'acl|whoami'],
  ])('%j is refused to the Read Only token', async (command, name) => {
    expect(await kv.command(command, standard)).toBe(OK)

    expect(await kv.command(command, readOnly)).toEqual(
      new ReplyError(`NOPERM this user has no permissions to run the '${name}' command`),
    )
    expect(await kv.command(['GET', 'k'], readOnly)).toBe(OK)
  })

  test('may be as large as the limit', async () => {
    const small = createKv({ backend, tokens, limits: limited({ requestBytes: 10 }) })

    expect(await small.command(['SET', 'k', '123456'], standard)).toBe(OK)
    expect(await small.command(['SET', 'k', '1234567'], standard)).toEqual(
      new ReplyError('ERR max request size exceeded'),
    )
  })

  test('may be the last one of the day', async () => {
    let now = Date.UTC(2024, 0, 1, 23, 59)
    const limits = createLimits({ now: () => now }, { dailyRequests: 2 })
    const few = createKv({ backend, tokens, limits })
    const get = () => few.command(['GET', 'k'], standard)

    expect([await get(), await get()]).toEqual([OK, OK])
    expect(await get()).toEqual(new ReplyError('ERR max daily request limit exceeded'))
    now += 60_000
    expect(await get()).toBe(OK)
  })
})

describe('a pipeline', () => {
  test('goes on after a command that fails or may not run', async () => {
    const commands: Command[] = [
      ['SET', 'a', '1'],
      ['BLPOP', 'k', '0'],
      ['GET', 'bad'],
      ['SET', 'b', '2'],
    ]

    expect(await kv.pipeline(commands, standard)).toEqual([
      OK,
      unknown,
      new ReplyError('WRONGTYPE bad'),
      OK,
    ])
    expect(ran).toEqual([commands[0], commands[2], commands[3]])
  })

  test('has one reply a command however many there are, and is handed on in parts', async () => {
    const commands = Array.from({ length: 100_000 }, (_, i): Command => ['GET', String(i)])
    let most = 0
    const counting: Backend = {
      ...backend,
      pipeline: async (part) => {
        most = Math.max(most, part.length)
        return part.map(([, word]) => word!)
      },
    }

    const replies = await createKv({ backend: counting, tokens }).pipeline(commands, standard)

    expect(replies).toEqual(commands.map(([, word]) => word))
    expect(most).toBeLessThanOrEqual(1024)
  })
})

describe('a transaction', () => {
  test('runs every command, whether or not one fails', async () => {
    const commands: Command[] = [
      ['SET', 'a', '1'],
      ['GET', 'bad'],
      ['SET', 'b', '2'],
    ]

    expect(await kv.transaction(commands, standard)).toEqual([
      OK,
      new ReplyError('WRONGTYPE bad'),
      OK,
    ])
    expect(ran).toEqual(commands)
  })

  test.each<[string, Command, string]>([
    ['is left out', ['BLPOP', 'k', '0'], unknown.message],
    ['has no such subcommand', ['ACL', 'x'], "ERR unknown subcommand 'x'. Try ACL HELP."],
    ['lacks an argument', ['GET'], "ERR wrong number of arguments for 'get' command"],
    ['is too large', ['SET', 'k', 'x'.repeat(100)], 'ERR max request size exceeded'],
    ['has too large a key', ['GET', 'x'.repeat(51)], 'ERR max key size exceeded'],
    ['has too large a value', ['SET', 'k', 'x'.repeat(71)], 'ERR max single record size exceeded'],
    ['is one too many', ['GET', 'k'], 'ERR max daily request limit exceeded'],
  ])('with a command that %s is discarded, none of it has run', async (_, command, because) => {
    const dailyRequests = because.includes('daily') ? 1 : Infinity
    const limits = limited({ requestBytes: 100, keyBytes: 50, recordBytes: 70, dailyRequests })
    const small = createKv({ backend, tokens, limits })

    await expect(small.transaction([['SET', 'k', 'v'], command], standard)).rejects.toEqual(
      new ReplyError(`EXECABORT Transaction discarded because of: ${because}`),
    )
    expect(ran).toEqual([])
  })
})
