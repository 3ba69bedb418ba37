import { expect, test } from 'vitest'
import type { Backend } from './backends/backend.js'
import { createMemoryBackend } from './backends/memory.js'
import type { Command } from './reply.js'
import { kvOn } from './testing.js'

test('a pipeline of 100,000 commands is sent in parts, and has a reply for each', async () => {
  const commands = Array.from({ length: 100_000 }, (_, i): Command => ['GET', String(i)])
  let most = 0
  const backend: Backend = {
    ...createMemoryBackend({ clock: { now: () => 0 } }),
    pipeline: async (part) => {
      most = Math.max(most, part.length)
      return part.map(([, word]) => word!)
    },
  }

  expect(await kvOn(backend).pipeline(commands, { readOnly: false })).toEqual(
    commands.map(([, word]) => word),
  )
  expect(most).toBeLessThanOrEqual(1024)
})
