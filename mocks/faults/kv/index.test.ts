import { expect, test } from 'vitest'
import { virtualClock } from '../../clock.js'
import { createMemoryBackend } from '../../kv/backends/memory.js'
import { createKv } from '../../kv/kv.js'
import { kvFaults } from './index.js'

test.each(kvFaults)('$id replaces one part only', ({ apply }) => {
  const kv = createKv({
    backend: createMemoryBackend({ clock: virtualClock() }),
    tokens: { standard: 'token', readOnly: 'read-only-token' },
  })
  const before = { ...kv }
  const faulty = apply(kv)

  const changed = Object.entries(faulty)
    .filter(([name, part]) => part !== kv[name as keyof typeof kv])
    .map(([name]) => name)
  // A mistake in who receives what is made at both ends: where it is sent, and where it is heard.
  const ends = changed.filter(
    (name) => !['listen', 'isShown'].includes(name) || changed.length === 1,
  )
  // A mistake in one command is made wherever commands are read or run.
  const ofCommands = ['command', 'pipeline', 'commandInPath', 'commandInBody', 'batchInBody']
  expect(new Set(ends.map((name) => (ofCommands.includes(name) ? 'command' : name))).size).toBe(1)
  expect(kv).toEqual(before)
})
