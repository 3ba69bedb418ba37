// Checks that one entry is enough to add a command. COMMAND, the ACL categories, the tables in the
// docs and the engine use the entry.

import { expect, test } from 'vitest'
import { createMemoryBackend } from '../../mocks/kv/backends/memory.js'
import { family, write } from '../../mocks/kv/command/command.js'
import { integer, key } from '../../mocks/kv/command/one-word.js'
import { CommandTable } from '../../mocks/kv/command/table.js'
import { commandsByCategory } from '../../mocks/kv/commands/index.js'
import { ReplyError, Status } from '../../mocks/kv/reply.js'
import { commandsTable } from './commands-table.js'

const times = family({ group: 'string', category: 'string' }, [
  write('TIMES', [key, integer], '7.0.0 fast keys:rw varies', (db, key, factor) => {
    const product = BigInt(db.view('string', key) ?? '0') * factor
    db.put('string', key, String(product))
    return product
  }),
])

const withTimes = new CommandTable([...Object.values(commandsByCategory).flat(), ...times])

const backend = createMemoryBackend({ clock: { now: () => 0 }, commands: withTimes })

const statuses = (...words: string[]) => words.map((word) => new Status(word))

test('its entry is enough to run it', () => {
  backend.executeNow(['SET', 'a', '21'])
  expect(backend.executeNow(['TIMES', 'a', '2'])).toBe(42)
  expect(backend.executeNow(['EVAL', 'return redis.call("TIMES", KEYS[1], 2)', '1', 'a'])).toBe(84)
})

test('COMMAND describes it', () => {
  expect(backend.executeNow(['COMMAND', 'DOCS', 'times'])).toEqual([
    'times',
    ['since', '7.0.0', 'group', 'string'],
  ])
  const [info] = backend.executeNow(['COMMAND', 'INFO', 'times']) as unknown[][]
  expect(info!.slice(0, 8)).toEqual([
    ...['times', 3, statuses('write', 'denyoom', 'fast'), 1, 1, 1],
    ...[statuses('@write', '@string', '@fast'), ['nondeterministic_output']],
  ])
  expect(backend.executeNow(['COMMAND', 'GETKEYSANDFLAGS', 'TIMES', 'a', '2'])).toEqual([
    ['a', statuses('RW', 'access', 'update')],
  ])
})

test('ACL rules hold for it', () => {
  expect(backend.executeNow(['ACL', 'CAT', 'string'])).toContain('times')
  backend.executeNow(['ACL', 'SETUSER', 'reader', 'on', '~*', '+@all', '-@write'])
  const denied = backend.executeNow(['ACL', 'DRYRUN', 'reader', 'TIMES', 'a', '2'])
  expect(denied).toBe("This user has no permissions to run the 'times' command")
})

test('it is refused when memory is full', () => {
  const [clock, safety] = [{ now: () => 0 }, { kvBytes: 0 }]
  const full = createMemoryBackend({ clock, commands: withTimes, safety })
  expect(full.executeNow(['TIMES', 'a', '2'])).toBeInstanceOf(ReplyError)
  expect(full.executeNow(['DEL', 'a'])).toBe(0)
})

test('the table of commands contains it', () => {
  expect(commandsTable({ String: times })).toContain('TIMES')
})
