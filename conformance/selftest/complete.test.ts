// Every rule of level `must` has a scenario that judges it and a fault that breaks it, or a written
// reason why it cannot have them.

import { expect, test } from 'vitest'
import { rules, type RuleId } from '#generated/rules.js'
import { faults } from '../../mocks/faults/index.js'
import { fits } from '../index.js'
import { judgedRules } from './judge.js'

/** Rules that are still to come, by what has to be there first. */
const toCome = [
  // Workflow runs that fail, wait and are logged, and what can be done with them
  ...['queue.message-logs'],
  ...['run-started', 'run-failed', 'run-canceled', 'waiter-added', 'invoked', 'message-*'].map(
    (state) => `queue.states.${state}`,
  ),
  ...['step-success', 'callback-success', 'triggered-*', 'first-step-*', 'processed-*'].map(
    (state) => `queue.states.${state}`,
  ),
  'queue.failure-callback.invoked-when-a-run-fails',
  ...['queue.restart', 'queue.resume', 'queue.bulk', 'queue.callback-retrigger'],
  ...['queue.waiter', 'queue.notify.element-*', 'queue.notify.event-id-*'],
  ...['body-is-event-data', 'resumes-the-waiting-run', 'only-the-matching-event'].map(
    (statement) => `queue.notify.${statement}`,
  ),
]

const broken = new Set(faults.flatMap(({ breaks }) => breaks))
const required = rules
  .filter(({ level, untestable }) => level === 'must' && untestable === undefined)
  .map(({ id }) => id)
const covered = required.filter((id) => judgedRules.has(id) && broken.has(id))
const uncovered = required.filter((id) => !covered.includes(id))
const isToCome = (id: RuleId) => toCome.some((pattern) => fits(pattern, id))

test('every rule has a scenario and a fault, or is still to come', () => {
  expect(uncovered.filter((id) => !isToCome(id))).toEqual([])
})

test('what is said to come is not there yet', () => {
  expect(covered.filter(isToCome)).toEqual([])
  expect(toCome.filter((pattern) => !uncovered.some((id) => fits(pattern, id)))).toEqual([])
})
