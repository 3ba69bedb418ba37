import { describe, expect, test } from 'vitest'
import { json, requestOf } from '../http/message.js'
import { attemptTo, START } from '../queue/testing.js'
import { asking, withControl } from '../testing.js'
import { journalControls } from './controls.js'
import { createJournal, type Journal } from './journal.js'
import { createReader } from './reader.js'

const attempt = (messageId: string) => attemptTo(messageId, Buffer.from('data'))

const handled = {
  request: requestOf('GET', '/', { headers: { 'x-a': '1' } }),
  response: { status: 200, headers: {} },
  at: START,
  durationMs: 1,
}

function routesOf(journal: Journal) {
  const reader = createReader(journal)
  reader.describe('queue', { tokenKey: 'svc_token', secrets: () => [] })
  return journalControls({ journal, reader })
}

function setUp(journal = createJournal()) {
  for (const messageId of ['msg_1', 'msg_2']) journal.record(attempt(messageId))
  const ask = asking(routesOf(journal))
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
  test('responds when there is a new attempt', async () => {
    const journal = createJournal()
    const answer = setUp(journal)('?after=2&wait=60000')
    journal.recordRequest('queue', handled)
    journal.record(attempt('msg_3'))
    expect(await answer).toMatchObject([
      200,
      { attempts: [{ sequence: 3 }], requests: [{ headers: { 'X-A': ['1'] } }] },
    ])
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
    journal.recordRequest('queue', handled)
  }
  const handler = withControl(() => json(404, {}), routesOf(journal))
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

test('the journal is an archive of requests with absolute URLs and bodies', async () => {
  const journal = createJournal()
  journal.record(attempt('msg_1'))
  const ask = asking(routesOf(journal))
  expect(await ask('GET', '/__mock/journal.har')).toMatchObject([
    200,
    {
      log: {
        version: '1.2',
        entries: [
          {
            startedDateTime: expect.stringMatching(/^\d{4}-/) as string,
            request: { url: expect.stringMatching(/^http/) as string, postData: { text: 'data' } },
            response: { status: 200 },
            timings: { send: 0 },
          },
        ],
      },
    },
  ])
})
