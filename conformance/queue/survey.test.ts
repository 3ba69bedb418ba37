import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import type { Inbox } from '../sink/sink.js'
import { watchedTarget } from '../core/run/outage.js'
import { surveyed } from '../core/run/surveying.js'
import { guardOf } from '../survey/guard.js'
import { lineTo } from '../wire/line.js'
import { openTarget } from '../wire/target.js'
import { serve } from '../wire/testing.js'
import { queue } from './interface.js'

type Answer = (
  method: string,
  path: string,
) => readonly [status: number, body: string] | 'unknown' | undefined

/** The routes of the contract: what each answers to a request for an unknown id. */
const known: Answer = (method, path) => {
  if (method === 'POST' && path.startsWith('/v2/publish/')) return [201, '{}']
  if (method === 'POST' && path.startsWith('/v2/notify/')) return [200, '[]']
  if (/^\/v2\/workflows\/(dlq|logs|messageLogs)$/.test(path)) return [200, '{}']
  if (/^\/v2\/(workflows\/dlq|flowControl)\//.test(path))
    return [404, `no ${path.split('/').at(-1)}`]
  return 'unknown'
}

const inbox = 'http://127.0.0.1:9/inbox'
const opened = { sink: { inbox: () => ({ url: inbox }) as Inbox } }

/** Surveys a queue with these routes. An unknown route gets a 404 with its time and its path. */
async function surveyOf(differs: Answer, hasSink = true) {
  const sent: string[] = []
  const url = await serve(async (incoming, response) => {
    const { method = '', url: target = '' } = incoming
    const [path = ''] = target.split('?')
    await text(incoming)
    sent.push(`${method} ${path}`)
    const answer = differs(method, path) ?? known(method, path)
    const [status, body] =
      answer === 'unknown'
        ? [404, JSON.stringify({ at: Date.now() + sent.length, error: `no ${method} ${path}` })]
        : (answer ?? [500, ''])
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
  const target = openTarget(url)
  const survey = await surveyed(
    { of: queue, target: watchedTarget(target), token: 'a', ...(hasSink && { opened }) },
    { dialect: dialects.svc, timeoutMs: 1000 },
  )
  target.close()
  return { survey, sent, url, lacks: survey.lacks.map(({ feature }) => feature) }
}

const onlyPublishes: Answer = (_, path) => (path.startsWith('/v2/publish') ? undefined : 'unknown')

const lists = ['part dlq', 'part runs', 'part logs']
const entries = ['part entry', 'part restart', 'part resume', 'part callback']

test('a complete queue lacks nothing, and gets one message for the sink', async () => {
  const { survey, sent } = await surveyOf(() => undefined)
  expect(survey).toMatchObject({ lacks: [], problem: undefined })
  expect(sent).toHaveLength(7)
  expect(sent.filter((each) => each.includes('publish'))).toEqual([`POST /v2/publish/${inbox}`])
})

test.each<[string, Answer, readonly string[]]>([
  [
    'everything but publish',
    onlyPublishes,
    [...lists, 'part notify', ...entries, 'part flow-control', 'part start'],
  ],
  [
    'publish',
    (_, path) => (path.startsWith('/v2/publish') ? 'unknown' : undefined),
    ['part publish'],
  ],
  ['notify', (_, path) => (path.startsWith('/v2/notify') ? 'unknown' : undefined), ['part notify']],
  [
    'the DLQ',
    (_, path) => (path.startsWith('/v2/workflows/dlq') ? 'unknown' : undefined),
    ['part dlq', ...entries],
  ],
  [
    'the DLQ list, but has entries',
    (_, path) => (path === '/v2/workflows/dlq' ? 'unknown' : undefined),
    ['part dlq'],
  ],
])('finds the lack of %s', async (_, differs, lacks) => {
  expect((await surveyOf(differs)).lacks).toEqual(lacks)
})

test.each<[string, Answer]>([
  ['knows nothing', () => 'unknown'],
  ['refuses the token', () => [401, '{}']],
  [
    'answers 404 to everything about an unknown id',
    (_, path) => (/svc-c/.test(path) ? 'unknown' : undefined),
  ],
])('says nothing about entries and publish of a target that %s', async (_, differs) => {
  const { lacks } = await surveyOf(differs)
  expect(lacks.filter((each) => each !== 'part notify')).toEqual([])
})

test('says nothing about a target without lists if there is no sink for a message', async () => {
  expect((await surveyOf(onlyPublishes, false)).lacks).toEqual([])
})

test('requests that need a lacking part are not sent, starts of runs not even to observe them', async () => {
  const { survey, url } = await surveyOf(onlyPublishes)
  const target = openTarget(url)
  const { signal } = new AbortController()
  const sending = (isOpen: boolean) => {
    const { wire } = lineTo({ target, token: 'a' }, dialects.svc, signal, 100)
    return guardOf(wire, { survey, isOpen, upTo: Infinity }).wire.send
  }
  const start = [['Svc-Workflow-Init', 'true']] as const
  const lackingOf = async (isOpen: boolean, ...request: Parameters<ReturnType<typeof sending>>) =>
    (await sending(isOpen)(...request)).lacking

  expect(await lackingOf(false, 'DELETE', '/v2/workflows/dlq/a', [])).toBe(
    'GET /v2/workflows/dlq/{dlqId}',
  )
  expect(await lackingOf(false, 'POST', '/v2/workflows/dlq/restart?count=1', [])).toBe(
    'POST /v2/workflows/dlq/restart/{dlqId}',
  )
  expect(await lackingOf(true, 'GET', '/v2/workflows/logs?count=1', [])).toBeUndefined()
  expect(await lackingOf(true, 'POST', '/v2/publish/http://a.test', start)).toBe('workflow runs')
  expect(await lackingOf(false, 'POST', '/v2/publish/http://a.test', [])).toBeUndefined()
  target.close()
})
