import { text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import { NotApplicable } from '../core/judgement.js'
import { serve } from '../wire/testing.js'
import { protocolProvider } from './protocol.js'

type Answer = readonly [status: number, body?: unknown]

/** A queue that answers what is said for an operation under `/v2/topics`, and what it was asked. */
async function queueThat(answers: Readonly<Record<string, Answer>>) {
  const asked: string[] = []
  const url = await serve(async (request, response) => {
    const body = await text(request)
    const operation = `${request.method} ${request.url}`
    asked.push([operation, request.headers.authorization, body].join(' ').trim())
    const [status, answer] = answers[operation] ?? [404, { error: 'not found' }]
    response.writeHead(status).end(answer === undefined ? '' : JSON.stringify(answer))
  })
  return { queue: { url, token: 'T' }, asked }
}

const listing = { 'GET /v2/topics': [200, []] } as const
const endpoints = [{ url: 'http://app.test/a' }, { url: 'http://app.test/b' }]

test('a group is made by naming its endpoints, and removed', async () => {
  const { queue, asked } = await queueThat({
    ...listing,
    'POST /v2/topics/orders/endpoints': [200],
    'GET /v2/topics/orders': [200, { id: 'the id' }],
    'DELETE /v2/topics/orders': [200],
  })
  const provider = await protocolProvider(queue)
  const group = await provider.group?.('orders', endpoints)
  await group?.remove()

  expect(provider).toMatchObject({ name: 'protocol', runs: true })
  expect(group?.id).toBe('the id')
  const named = endpoints.map(({ url }, index) => ({ url, name: `endpoint-${index}` }))
  expect(asked).toEqual([
    'GET /v2/topics Bearer T',
    `POST /v2/topics/orders/endpoints Bearer T ${JSON.stringify({ endpoints: named })}`,
    'GET /v2/topics/orders Bearer T',
    'DELETE /v2/topics/orders Bearer T',
  ])
})

test.each([
  ['another shape', { id: 1 }],
  ['nothing', undefined],
])('the id of a group is unknown where the target tells %s', async (_, told) => {
  const { queue } = await queueThat({
    ...listing,
    'POST /v2/topics/orders/endpoints': [201],
    'GET /v2/topics/orders': [200, told],
  })
  expect((await (await protocolProvider(queue)).group?.('orders', endpoints))?.id).toBeUndefined()
})

test('nothing is judged of a group that the target does not make, and nothing is left of it', async () => {
  const { queue, asked } = await queueThat({
    ...listing,
    'POST /v2/topics/orders/endpoints': [412, { error: 'too many groups' }],
  })
  const { group } = await protocolProvider(queue)

  await expect(group?.('orders', endpoints)).rejects.toThrow(NotApplicable)
  expect(asked.at(-1)).toBe('DELETE /v2/topics/orders Bearer T')
})

test.each([
  ['does not know them', [404]],
  ['answers otherwise', [200, { topics: [] }]],
  ['refuses', [403]],
] as const)('there are no groups at a target that %s', async (_, answer) => {
  const { queue } = await queueThat({ 'GET /v2/topics': answer })

  expect(await protocolProvider(queue)).toEqual({ name: 'protocol', runs: true })
})

test('without a queue, or one that can be reached, there are runs alone', async () => {
  expect(await protocolProvider()).toEqual({ name: 'protocol', runs: true })
  const gone = { url: 'http://127.0.0.1:1', token: 'T' }
  expect(await protocolProvider(gone)).toEqual({ name: 'protocol', runs: true })
})

test('an interruption ends it, and says so', async () => {
  const reason = new Error('the run was interrupted')
  const { queue } = await queueThat(listing)
  const signal = AbortSignal.abort(reason)

  await expect(protocolProvider(queue, { signal })).rejects.toBe(reason)
})

test('it asks at the pace of the run', async () => {
  const { queue } = await queueThat(listing)
  let turns = 0
  await protocolProvider(queue, { pace: { turn: async () => void turns++ } })

  expect(turns).toBe(1)
})
