import { expect, test } from 'vitest'
import { withControl } from '../control.js'
import { fetchOf } from '../http/fetch.js'
import { json } from '../http/message.js'
import { journalControls } from './controls.js'
import { createJournal } from './journal.js'
import { answered, START } from './testing.js'

function setUp() {
  const journal = createJournal()
  for (const messageId of ['msg_1', 'msg_2']) {
    journal.record({
      messageId,
      retried: 0,
      url: 'http://app.test/',
      method: 'POST',
      headers: {},
      body: Buffer.from('data'),
      startedAt: START,
      endedAt: START,
      outcome: answered(200),
    })
  }
  const fetch = fetchOf(withControl(() => json(404, {}), journalControls(journal)))
  return async (query = '') => {
    const response = await fetch(`/__mock/journal${query}`)
    return [response.status, await response.json()]
  }
}

test('the journal shows attempts as JSON, from any of them on', async () => {
  const ask = setUp()
  const first = { sequence: 1, messageId: 'msg_1', body: 'ZGF0YQ==' }
  const second = { sequence: 2, messageId: 'msg_2', outcome: { status: 200, body: '' } }
  expect(await ask()).toMatchObject([200, { attempts: [first, second] }])
  expect(await ask('?after=1')).toMatchObject([200, { attempts: [second] }])
  expect(await ask('?after=2')).toEqual([200, { attempts: [] }])
})

test('what is no sequence number is refused', async () => {
  const ask = setUp()
  for (const after of ['x', '-1', '1.5', '']) {
    const error = expect.stringContaining('after: ') as string
    expect(await ask(`?after=${after}`)).toEqual([400, { error }])
  }
})
