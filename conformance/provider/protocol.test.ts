import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { Blocked, NotApplicable } from '../core/judgement.js'
import { serve } from '../wire/testing.js'
import { protocolProvider } from './protocol.js'

type CannedResponse = readonly [status: number, body?: unknown]

/**
 * Starts a queue with these responses below `/v2/topics`. Returns the requests that it received.
 */
async function queueThat(answers: Readonly<Record<string, CannedResponse>>) {
  const requests: string[] = []
  const url = await serve(async (request, response) => {
    const body = await text(request)
    const operation = `${request.method} ${request.url}`
    requests.push([operation, request.headers.authorization, body].join(' ').trim())
    const [status, answer] = answers[operation] ?? [404, { error: 'not found' }]
    response.writeHead(status).end(answer === undefined ? '' : JSON.stringify(answer))
  })
  return { queue: { url, token: 'T' }, requests }
}

const listing = { 'GET /v2/topics': [200, []] } as const
const endpoints = [{ url: 'http://app.test/a' }, { url: 'http://app.test/b' }]

test.each([
  ['an id', { id: 'the id' }, 'the id'],
  ['an invalid id', { id: 1 }, undefined],
  ['no id', undefined, undefined],
])('a group with %s is created by its endpoints, and removed', async (_, group, id) => {
  const { queue, requests } = await queueThat({
    ...listing,
    'POST /v2/topics/orders/endpoints': [201],
    'GET /v2/topics/orders': [200, group],
    'DELETE /v2/topics/orders': [200],
  })
  const provider = await protocolProvider(queue)
  const created = await provider.group?.('orders', endpoints)
  await created?.remove()

  expect(provider).toMatchObject({ name: 'protocol', runs: true })
  expect(created?.id).toBe(id)
  const named = endpoints.map(({ url }, index) => ({ url, name: `endpoint-${index}` }))
  expect(requests).toEqual([
    'GET /v2/topics Bearer T',
    `POST /v2/topics/orders/endpoints Bearer T ${JSON.stringify({ endpoints: named })}`,
    'GET /v2/topics/orders Bearer T',
    'DELETE /v2/topics/orders Bearer T',
  ])
})

test('a group that the target refuses is not applicable, and is deleted', async () => {
  const { queue, requests } = await queueThat({
    ...listing,
    'POST /v2/topics/orders/endpoints': [412, { error: 'too many groups' }],
  })
  const { group } = await protocolProvider(queue)

  await expect(group?.('orders', endpoints)).rejects.toThrow(NotApplicable)
  expect(requests.at(-1)).toBe('DELETE /v2/topics/orders Bearer T')
})

test('a group that the target fails to create blocks its scenario', async () => {
  const { queue } = await queueThat({ ...listing, 'POST /v2/topics/orders/endpoints': [503] })
  const { group } = await protocolProvider(queue)

  await expect(group?.('orders', endpoints)).rejects.toThrow(Blocked)
})

test('a target has groups although its first response is an error', async () => {
  let requests = 0
  const url = await serve((_, response) => {
    response.writeHead(++requests === 1 ? 503 : 200).end('[]')
  })

  expect(await protocolProvider({ url, token: 'T' })).toHaveProperty('group')
})

test.each([[404], [200, { topics: [] }], [403]] as const)(
  'a target that answers %j has no groups',
  async (...answer) => {
    const { queue } = await queueThat({ 'GET /v2/topics': answer })

    expect(await protocolProvider(queue)).toEqual({ name: 'protocol', runs: true })
  },
)

test('without a queue, or with one that is down, there are only runs', async () => {
  const down = { url: 'http://127.0.0.1:1', token: 'T' }
  for (const queue of [undefined, down])
    expect(await protocolProvider(queue)).toEqual({ name: 'protocol', runs: true })
})

test('requests wait for their turn, and end with an aborted signal', async () => {
  const { queue } = await queueThat(listing)
  let turns = 0
  await protocolProvider(queue, { pace: { turn: async () => void turns++ } })
  expect(turns).toBe(1)

  const reason = new Error('the run was interrupted')
  const signal = AbortSignal.abort(reason)
  await expect(protocolProvider(queue, { signal })).rejects.toBe(reason)
})
