import { text } from 'node:stream/consumers'
import type { IncomingMessage, ServerResponse } from 'node:http'
import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { openTarget } from '../wire/target.js'
import { serve } from '../wire/testing.js'
import { watchedTarget } from '../core/run/outage.js'
import { surveyed } from '../core/run/surveying.js'
import { kv } from './interface.js'

type Answer = (request: {
  readonly method: string
  readonly path: string
  readonly names: readonly string[]
  readonly headers: IncomingMessage['headers']
}) => readonly [status: number, body: unknown] | undefined

/** Serves every form of the interface, except where `differs` has another answer. */
async function surveyOf(differs: Answer, { streams = true } = {}) {
  const sent: string[] = []
  const answer = (response: ServerResponse, status: number, body: unknown) =>
    void response.writeHead(status).end(typeof body === 'string' ? body : JSON.stringify(body))
  const url = await serve(async (incoming, response) => {
    const { method = '', url: path = '', headers } = incoming
    const body = await text(incoming)
    const [, first = ''] = path.split(/[/?]/)
    const isBatch = ['pipeline', 'multi-exec'].includes(first)
    const json = isBatch || first === '' ? (JSON.parse(body) as unknown[]) : [first]
    const names = (isBatch ? json : [json]).map((each) => String((each as unknown[])[0]))
    sent.push(`${method} ${path}`)
    const different = differs({ method, path, names, headers })
    if (different !== undefined) return answer(response, ...different)
    const isStream = streams && /^\/(subscribe|monitor)/.test(path)
    if (isStream && headers.accept !== 'text/event-stream') return answer(response, 406, '')
    if (isStream)
      return void response.writeHead(200, { 'content-type': 'text/event-stream' }).flushHeaders()
    if (headers['svc-encoding'] !== undefined) return answer(response, 200, { result: 'YQ==' })
    if (headers['svc-response-format'] !== undefined) return answer(response, 200, '+OK\r\n')
    return answer(response, 200, isBatch ? names.map(() => ({ result: 'OK' })) : { result: 'PONG' })
  })
  const target = watchedTarget(openTarget(url))
  const survey = await surveyed(
    { of: kv, target, token: 'a' },
    { dialect: dialects.svc, timeoutMs: 1000 },
  )
  target.close()
  return { survey, sent, lacks: survey.lacks.map(({ feature }) => feature) }
}

const unknown = (name: string) => [400, { error: `ERR unknown command '${name}'` }] as const

test('a complete target lacks nothing, and few requests show it', async () => {
  const { survey, sent } = await surveyOf(() => undefined)
  expect(survey).toMatchObject({ lacks: [], risky: [], problem: undefined })
  expect(survey.has.wayIn('path')).toBe(true)
  expect(sent.length).toBeLessThan(30)
  const [written, deleted] = ['SET', 'DEL'].map((name) =>
    sent.filter((each) => each.startsWith(`POST /${name}/`)).map((each) => each.split('/')[2]),
  )
  expect(deleted).toEqual(written)
})

test.each<[string, Answer, readonly string[]]>([
  [
    'an endpoint with status 404',
    ({ path }) => (path === '/multi-exec' ? [404, ''] : undefined),
    ['way-in multi-exec'],
  ],
  [
    'an endpoint that is read as a command',
    ({ path }) => (/^\/(pipeline|no-such)/.test(path) ? unknown(path.slice(1)) : undefined),
    ['way-in pipeline'],
  ],
  [
    'the path form',
    ({ path }) => (/^\/[A-Z]/.test(path) ? [404, 'Not Found'] : undefined),
    ['way-in path'],
  ],
  ['a method', ({ method }) => (method === 'HEAD' ? [405, ''] : undefined), ['method HEAD']],
  [
    'a format that is ignored',
    ({ headers }) => (headers['svc-encoding'] ? [200, { result: 'PONG' }] : undefined),
    ['format base64'],
  ],
  [
    'the token in the query',
    ({ path }) => (path.includes('_token=') ? [401, ''] : undefined),
    ['token query'],
  ],
  [
    'a stream',
    ({ path }) => (path.startsWith('/monitor') ? [501, ''] : undefined),
    ['way-in monitor'],
  ],
  [
    'a command',
    ({ names, path }) =>
      names.includes('LPOP') || path.startsWith('/LPOP')
        ? [400, { error: 'ERR unknown command' }]
        : undefined,
    ['command LPOP'],
  ],
])('finds the lack of %s', async (_, differs, lacks) => {
  expect((await surveyOf(differs)).lacks).toEqual(lacks)
})

test.each<[string, Answer]>([
  ['responds to everything with an error', () => [400, { error: 'ERR' }]],
  [
    'refuses writes',
    ({ names, path }) =>
      names.includes('SET') || /SET|DEL/.test(path) ? [400, { error: 'NOPERM' }] : undefined,
  ],
  ['responds to everything with 404', () => [404, '']],
  [
    'fails an endpoint that it knows',
    ({ path }) => (path === '/pipeline' ? [500, { error: 'ERR pipe' }] : undefined),
  ],
  [
    'refuses a command in the body only',
    ({ names, path }) =>
      path === '/' && names[0] === 'LPOP' ? [400, { error: 'ERR' }] : undefined,
  ],
])('says nothing about a target that %s', async (_, differs) => {
  expect((await surveyOf(differs)).lacks).toEqual([])
})

test('opens no stream whose command the target runs by path', async () => {
  const { survey, sent } = await surveyOf(({ path }) =>
    /^\/(subscribe|monitor)/.test(path)
      ? [400, { error: "ERR wrong number of arguments for 'subscribe' command" }]
      : undefined,
  )
  expect(survey).toMatchObject({ lacks: [], risky: ['way-in subscribe', 'way-in monitor'] })
  expect(survey.harmOf({ method: 'POST', target: '/monitor' })).toEqual({
    what: 'monitor',
    rank: 3,
  })
  expect(sent).not.toContain('POST /monitor')
})

test('says that the target changed if it refuses its first request at the end', async () => {
  let count = 0
  const { survey } = await surveyOf(({ path, names }) =>
    path === '/' && names[0] === 'PING' && count++ > 0 ? [500, ''] : undefined,
  )
  expect(survey.problem).toMatch(/was answered with status 200 .* and at last with status 500/)
})
