// Tests the limits of JSON documents, paths and patterns. `transcripts/json.txt` contains the replies.

import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../../backends/memory.js'
import { shown } from '../../differential/typing.js'
import type { Command } from '../../reply.js'

function replies(...lines: string[]): string[] {
  const backend = createMemoryBackend({ clock: { now: () => 0 } })
  return lines.map((line) => shown(backend.executeNow(line.split(' ') as unknown as Command)))
}

const reply = (...lines: string[]) => replies(...lines).at(-1)

describe('depth', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('limits a given value', () => {
    expect(reply(`JSON.SET k $ ${nested(127)}`)).toBe('OK')
    const refusal = '(error) recursion limit exceeded at line 1 column 128'
    expect(reply(`JSON.SET k $ ${nested(128)}`)).toBe(refusal)
    expect(reply(`JSON.SET k $ ${nested(100_000)}`)).toBe(refusal)
  })

  test.each([
    ['JSON.SET k $..leaf', 125],
    ['JSON.SET k $.a.new', 125],
    ['JSON.MERGE k $.a', 126],
    ['JSON.ARRAPPEND k $.list', 125],
    ['JSON.ARRINSERT k $.list 0', 125],
  ])('is limited in what comes together: %s', (command, most) => {
    const document = 'JSON.SET k $ {"a":{"leaf":1},"list":[]}'
    const refusal = '(error) ERR recursion limit exceeded'
    expect(reply(document, `${command} ${nested(most)}`)).not.toBe(refusal)
    expect(reply(document, `${command} ${nested(most + 1)}`)).toBe(refusal)
  })
})

test('a document may be large', () => {
  const zeros = `[${'0,'.repeat(300_000)}0]`
  const lines = [`JSON.SET k $ ${zeros}`, `JSON.ARRINSERT k $ 0 ${zeros}`, 'JSON.DEL k $[1:]']
  expect(replies(...lines)).toEqual(['OK', '1) (integer) 300002', '(integer) 300001'])
})

const get = (path: string) =>
  reply('JSON.SET k $ {"t":"aaaaaaaaaaaaaaaaaaaa!"}', `JSON.GET k ${path}`)

test.each([
  [`$[?${'('.repeat(100_000)}`, 'Error occurred on position'],
  [`$${'[?@'.repeat(100_000)}`, 'Error occurred on position'],
  [`$${'.a'.repeat(100_000)}`, '[]'],
  ...['^(a+)+$', '(.*a){25}$', '(?=a)', 'a**'].map((pattern) => [`$[?(@=~"${pattern}")]`, '[]']),
  [`$[?(@=~"${'a|'.repeat(20_000)}")]`, 'write less than 20000 characters'],
  [`$[?(@=~"(?:ab){1000}(?:ab){1000}")]`, 'write less than 20000 characters'],
])('a path that is deep, long or slow is bounded: %#', (path, expected) => {
  expect(get(path)).toContain(expected)
})

test('a path with too many matches is refused', () => {
  const set = `JSON.SET k $ ${'['.repeat(100)}${']'.repeat(100)}`
  expect(reply(set, 'JSON.GET k $..*..*..*..*')).toContain('ERR path matches too many values')
})

test('a pattern and a text that would take too long together are refused', () => {
  const get = `JSON.GET k $[?(@=~"${'a?'.repeat(500)}b")]`
  expect(reply(`JSON.SET k $ ["${'a'.repeat(1000)}"]`, get)).toBe('"[]"')
  expect(reply(`JSON.SET k $ ["${'a'.repeat(1_000_000)}"]`, get)).toContain(
    'ERR regular expression is too large for a text of 1000000 bytes',
  )
})
