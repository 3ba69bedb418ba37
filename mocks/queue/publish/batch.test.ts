import { expect, test, vi } from 'vitest'
import { ask, testQueue } from '../testing.js'
import { warningsOf } from '../../testing.js'

const batch = ({ queue }: ReturnType<typeof testQueue>, ...items: object[]) =>
  ask(queue, 'POST', '/v2/batch', items)

const message = { destination: 'http://app.test/a' }

test('each refused message and each header of another dialect causes one warning', async () => {
  const warnings = warningsOf('BatchWarning')
  const made = testQueue()
  const refused = { ...message, headers: { 'Svc-Retries': 'many' } }
  const foreign = { ...message, headers: { 'Upstash-Delay': '1d' } }
  for (let times = 0; times < 2; times++) await batch(made, refused, foreign)

  const last =
    'the mock ignores the header upstash-delay of a message in a batch: start the mock with the dialect upstash'
  await vi.waitFor(() => expect(warnings).toContain(last))
  expect(warnings.filter((each) => each === last || each.includes('many'))).toEqual([
    'the mock refused a message of a batch: Svc-Retries: expected a whole number, got "many"',
    last,
  ])
})
