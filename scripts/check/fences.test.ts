import { posix } from 'node:path'
import { expect, test } from 'vitest'
import { textOf } from '../testing.js'
import { directions, readRooms, roomsFile } from './fences.js'

const rooms = new Map([[roomsFile, textOf(roomsFile)]])

const problemsIn = async (path: string, text: string) =>
  (await directions(new Map([...rooms, [path, text]]))).map(({ message }) => message)

test.each(readRooms(rooms))('$room: its example is refused', async ({ room, why, example }) => {
  const [file = '', module = ''] = example.split(' ')
  expect(posix.extname(file)).toBe('.ts')
  expect(await problemsIn(file, `import '${module}'`)).toEqual([
    expect.stringMatching(new RegExp(`^imports .*, but ${room} may import .*: ${why}$`)),
  ])
  // A type import is refused too, unless it comes from a package.
  if (module.startsWith('.'))
    expect(await problemsIn(file, `import type { A } from '${module}'`)).toHaveLength(1)
})

test.each(['conformance/new/file.ts', 'mocks/new/file.ts'])('%s is in no room', async (path) => {
  expect(await problemsIn(path, '')).toEqual([`is in no room: add one to ${roomsFile}`])
})

test.each([
  ['mocks/kv/server.ts', "import { createServer } from 'node:http'", 'the server calls kv'],
  ['mocks/queue/dlq/dlq.ts', "import { Agent } from 'undici'", 'routes call the features'],
  ['conformance/core/run.ts', "import { readFileSync } from 'node:fs'", 'imports none'],
])('%s may not have: %s', async (path, text, message) => {
  expect(await problemsIn(path, text)).toEqual([expect.stringContaining(message)])
})
