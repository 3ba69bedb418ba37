// Documents that are deep or large. What the commands answer otherwise is in `transcripts/json.txt`.

import { describe, expect, test } from 'vitest'
import { createMemoryBackend } from '../../backends/memory.js'
import { shown } from '../../differential/typing.js'
import type { Command } from '../../reply.js'

/** Runs commands in an empty database; answers what each replies. */
function replies(...lines: string[]): string[] {
  const backend = createMemoryBackend({ clock: { now: () => 0 } })
  return lines.map((line) => shown(backend.execute(line.split(' ') as unknown as Command)))
}

/** Runs commands, and answers what the last one replies. */
const reply = (...lines: string[]) => replies(...lines).at(-1)

describe('depth', () => {
  const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth)

  test('is limited in what is given', () => {
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
