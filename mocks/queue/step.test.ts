import { expect, test } from 'vitest'
import type { StepInfo } from './run.js'
import { stepInfo } from './step.js'

const infoOf = (step: unknown) => stepInfo(Buffer.from(JSON.stringify(step)))

test.each<[object, StepInfo]>([
  [
    { stepId: 1, stepName: 'a', stepType: 'Run', out: '"x"', concurrent: 1 },
    { stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 1 },
  ],
  [
    { stepId: 0, stepName: 'a', stepType: 'Run', concurrent: 2, targetStep: 3 },
    { stepId: 0, stepName: 'a', stepType: 'Run', concurrent: 2, targetStep: 3 },
  ],
  [
    { stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 1, targetStep: 0 },
    { stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 1 },
  ],
])('of the step %j is known %j', (step, info) => {
  expect(infoOf(step)).toEqual(info)
})

test.each([
  [[], 'the body'],
  [{ stepName: 'a', stepType: 'Run' }, 'stepId: '],
  [{ stepId: 1, stepType: 'Run' }, 'stepName: '],
  [{ stepId: 1, stepName: 'a' }, 'stepType: '],
  [{ stepId: 1, stepName: 'a', stepType: 'Run', concurrent: 'x' }, 'concurrent: '],
])('the step %j is refused', (step, message) => {
  expect(() => infoOf(step)).toThrow(message)
})
