import { describe, expect, test } from 'vitest'
import { withControl } from '../../control.js'
import { json, requestOf } from '../../http/message.js'
import { asking } from '../../testing.js'
import { groupControls, journalControls } from './controls.js'
import { createJournal } from '../journal/journal.js'
import { attemptTo, START, testQueue } from '../testing.js'

const attempt = (messageId: string) => attemptTo(messageId, Buffer.from('data'))

const request = { method: 'GET', target: '/', rawHeaders: ['x-a', '1'], status: 200, at: START }

function setUp(journal = createJournal()) {
  for (const messageId of ['msg_1', 'msg_2']) journal.record(attempt(messageId))
  const ask = asking(journalControls(journal))
  return (query = '') => ask('GET', `/__mock/journal${query}`)
}

test('the journal returns the attempts after a number', async () => {
  const ask = setUp()
  const first = { sequence: 1, messageId: 'msg_1', body: 'ZGF0YQ==' }
  const second = { sequence: 2, messageId: 'msg_2', outcome: { status: 200, body: '' } }
  expect(await ask()).toMatchObject([200, { attempts: [first, second] }])
  expect(await ask('?after=1')).toMatchObject([200, { attempts: [second] }])
  expect(await ask('?after=2')).toEqual([200, { attempts: [], requests: [] }])
})

describe('the journal with a wait', () => {
  test.each(['?wait=60000', '?after=1&wait=60000'])(
    '%s returns existing records at once',
    async (query) => {
      expect(await setUp()(query)).toMatchObject([200, { attempts: expect.any(Array) as unknown }])
    },
  )

  test('responds when there is a new attempt', async () => {
    const journal = createJournal()
    const answer = setUp(journal)('?after=2&wait=60000')
    journal.recordRequest(request)
    journal.record(attempt('msg_3'))
    expect(await answer).toMatchObject([
      200,
      { attempts: [{ sequence: 3 }], requests: [{ headers: { 'X-A': ['1'] } }] },
    ])
  })

  test('responds without records at the timeout and at the end of the mock', async () => {
    const journal = createJournal()
    const ask = setUp(journal)
    expect(await ask('?after=2&wait=1')).toEqual([200, { attempts: [], requests: [] }])
    const answer = ask('?after=2&wait=60000')
    journal.close()
    expect(await answer).toEqual([200, { attempts: [], requests: [] }])
  })

  test('rejects a wait that is not 0 to 60000 ms', async () => {
    const ask = setUp()
    for (const wait of ['x', '-1', '1.5', '60001', '']) {
      const error = expect.stringContaining('wait: ') as string
      expect(await ask(`?wait=${wait}`)).toEqual([400, { error }])
    }
  })
})

test('a large journal is sent in pieces, with other work between them', async () => {
  const journal = createJournal()
  const body = Buffer.alloc(50_000)
  for (let n = 1; n <= 40; n++) {
    journal.record({ ...attempt(String(n)), body })
    journal.recordRequest(request)
  }
  const handler = withControl(() => json(404, {}), journalControls(journal))
  const response = await handler(requestOf('GET', '/__mock/journal'))

  const pieces: string[] = []
  let turns = 0
  for await (const piece of response.body as AsyncIterable<string>) {
    pieces.push(piece)
    setImmediate(() => turns++)
  }
  expect(pieces.length).toBeGreaterThan(5)
  expect(Math.max(...pieces.map(({ length }) => length))).toBeLessThan(400_000)

  expect(turns).toBeGreaterThanOrEqual(pieces.length - 2)
  expect(response.headers).toEqual({ 'content-type': 'application/json' })
  const told = JSON.parse(pieces.join('')) as Record<string, { sequence: number }[]>
  const all = Array.from({ length: 40 }, (_, n) => n + 1)
  expect(told['attempts']!.map(({ sequence }) => sequence)).toEqual(all)
  expect(told['requests']!.map(({ sequence }) => sequence)).toEqual(all)
})

describe('groups', () => {
  function setUp() {
    const { queue } = testQueue()
    const ask = asking(groupControls(() => queue))
    const set = (body: object) => ask('POST', '/__mock/queue/groups', body)
    return { queue, ask, set }
  }

  test('are created, changed and deleted by one route', async () => {
    const { queue, ask, set } = setUp()
    const endpoints = [{ url: 'http://a.test/' }, { url: 'http://b.test/', name: 'b' }]
    const made = await set({ name: 'orders', endpoints: ['http://a.test/', endpoints[1]] })
    expect(made).toMatchObject([200, { name: 'orders', endpoints }])
    const { id } = (await queue.groups.find('orders'))!
    expect(made).toMatchObject([200, { id }])

    expect(await ask('GET', '/__mock/queue/groups')).toEqual([200, { groups: [made[1]] }])

    const changed = await set({ name: 'orders', endpoints: ['http://c.test/'] })
    expect(changed).toMatchObject([200, { id, endpoints: [{ url: 'http://c.test/' }] }])
    expect(await set({ name: 'orders', endpoints: [] })).toEqual([200, {}])
    expect(await queue.groups.all()).toEqual([])
  })

  test.each([
    [{ endpoints: [] }, 'name'],
    [{ name: 'a/b', endpoints: ['http://a.test/'] }, 'the name of a group'],
    [{ name: 'orders' }, 'endpoints'],
    [{ name: 'orders', endpoints: ['http://a.test/', 'b.test'] }, 'endpoints[1]'],
  ])('reject %j with the bad field', async (input, told) => {
    expect(await setUp().set(input)).toEqual([
      400,
      { error: expect.stringContaining(told) as string },
    ])
  })
})
