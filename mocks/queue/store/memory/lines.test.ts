import { expect, test } from 'vitest'
import { createAgenda } from '../../structures/agenda.js'
import { createLines, type WaitingLine } from './lines.js'

const flow = (key: string, period = 1000) => ({ key, parallelism: undefined, rate: 1, period })

test('drops idle lines when there are many', () => {
  const agenda = createAgenda<string | WaitingLine>()
  const lines = createLines(agenda)
  const pass = (key: string, now: number, period?: number) =>
    lines.enter(flow(key, period), now).takeOff()

  pass('of a long period', 0, 1e6)
  for (let n = 0; n < 5000; n++) pass(String(n), n)
  lines.tidy(10_000)

  expect(lines.size).toBe(1)
  expect(agenda.size).toBe(0)
})
