// The ways a user begins, gone as the README tells them: packed, in an empty project, in at most three
// commands. How long they take is for `npm run bench -- paths`.

import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { beforeAll, describe, expect, it } from 'vitest'
import { goPaths, userPaths, type Gone } from './bench/paths.js'

const root = fileURLToPath(new URL('..', import.meta.url))
const readme = readFileSync(`${root}/README.md`, 'utf8').replace(/\s+/g, ' ')

describe('from an empty project', () => {
  const [verdict, firstTest, gate] = userPaths
  let gone: ReadonlyMap<unknown, Gone>
  beforeAll(async () => void (gone = await goPaths(root, 'once')), 300_000)

  it.each(userPaths)('$name is at most three commands away, which the README has', (path) => {
    expect(path.commands.length).toBeLessThanOrEqual(3)
    for (const command of path.commands) expect(readme).toContain(command)
  })

  it('a live service gets its first verdict', () => {
    const { code, output } = gone.get(verdict)!

    expect(code, output).toBe(0)
    expect(output).toMatch(/Scenarios {2}\d{3,} passed, 0 violated/)
    expect(output).not.toContain('No target given')
  })

  it('an application gets its first test', () => {
    const { code, output } = gone.get(firstTest)!

    expect(code, output).toBe(0)
    expect(output).toMatch(/pass 1\n/)
  })

  it('a gate is red for the first time, and says what is wrong', () => {
    const { code, output } = gone.get(gate)!

    expect(code).toBe(1)
    expect(output).toContain('✗ violated')
    expect(output).toContain('kv.transaction.unsupported-command-discards')
  })
})
