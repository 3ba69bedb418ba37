import { expect, test } from 'vitest'
import { hasResult, stepInfo } from './step.js'

const infoOf = (step: unknown) => stepInfo(Buffer.from(JSON.stringify(step)))

test.each([
  [[], 'the body'],
  [{ stepName: 'a', stepType: 'Run' }, 'stepId: '],
  [{ stepId: 1, stepType: 'Run' }, 'stepName: '],
  [{ stepId: 1, stepName: 'a' }, 'stepType: '],
  [{ stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 'x' }, 'concurrent: '],
])('refuses the step %j', (step, message) => {
  expect(() => infoOf(step)).toThrow(message)
})

const plan = (targetStep: number) => ({ ...named, stepId: 0, targetStep, concurrent: 2 })
const result = (stepId: number) => ({ ...named, stepId })
const named = { stepName: 'a', stepType: 'Run', concurrent: 1 }

test.each([
  ['the payload', named, [named], false],
  ['the payload', named, [named, result(1)], true],
  ['a result', result(1), [named, result(1)], false],
  ['a result', result(1), [named, result(1), result(2)], true],
  ['a result', result(1), [named, result(1), plan(2), plan(3)], true],
  ['a plan', plan(2), [named, plan(2), plan(3), result(3)], false],
  ['a plan', plan(2), [named, plan(2), plan(3), result(2)], true],
])('%s is settled when a later step exists', (_, info, all, done) => {
  const message = { run: { runKey: '1', callType: 'step', info } } as const
  expect(hasResult(all, message)).toBe(done)
})
