// Twelve applications with one bug of concurrency or idempotency each, and their mended twins.

import assert from 'node:assert/strict'
import type { ExploreRun } from './explore.js'
import { clientsOf, type Application, type Clients, type Handlers } from './testing.js'

interface Run extends Clients {
  readonly advance: () => Promise<unknown>
  readonly handle: (handlers: Handlers) => void
  readonly application: Application
}

type Test = (run: Run, isMended: boolean) => Promise<void>

const applications: Readonly<Record<string, Test>> = {
  async 'charges twice'({ order, advance, handle }, isMended) {
    const charges: string[] = []
    handle({
      async '/charge'({ body }) {
        if (isMended && charges.includes(body)) return
        charges.push(body)
      },
    })
    await order('/charge', 'order-1')
    await advance()
    assert.deepEqual(charges, ['order-1'])
  },

  async 'loses an update'({ kv, order, advance, handle }, isMended) {
    handle({
      async '/deposit'({ body, messageId }) {
        if (isMended) return kv('HSET', 'account', messageId, body)
        if ((await kv('SISMEMBER', 'done', messageId)) === 1) return
        const balance = Number(await kv('GET', 'balance'))
        await kv('SET', 'balance', balance + Number(body))
        return kv('SADD', 'done', messageId)
      },
    })
    await order('/deposit', '10')
    await order('/deposit', '20')
    await advance()
    const amounts = isMended
      ? ((await kv('HVALS', 'account')) as string[])
      : [await kv('GET', 'balance')]
    assert.equal(
      amounts.reduce((sum: number, each) => sum + Number(each), 0),
      30,
    )
  },

  async 'checks, then sets'({ kv, order, advance, handle }, isMended) {
    const winners = new Set<string>()
    handle({
      async '/claim'({ body }) {
        if (isMended) await kv('SET', 'name', body, 'NX')
        else if ((await kv('GET', 'name')) === null) {
          await kv('SET', 'name', body)
          winners.add(body)
          return
        }
        if ((await kv('GET', 'name')) === body) winners.add(body)
      },
    })
    await order('/claim', 'ada')
    await order('/claim', 'bob')
    await advance()
    assert.equal(winners.size, 1)
  },

  async 'takes events in any order'({ kv, order, advance, handle }, isMended) {
    handle({
      '/event': ({ body }) => {
        const [version = '', status = ''] = body.split(' ')
        return isMended ? kv('ZADD', 'status', version, status) : kv('SET', 'status', status)
      },
    })
    await order('/event', '1 paid')
    await order('/event', '2 shipped')
    await advance()
    const status = isMended
      ? ((await kv('ZRANGE', 'status', -1, -1)) as string[])[0]
      : await kv('GET', 'status')
    assert.equal(status, 'shipped')
  },

  async 'has a step that is not idempotent'({ kv, order, advance, handle }, isMended) {
    handle({
      async '/pack'({ body }) {
        await (isMended ? kv('SADD', 'parcel', body) : kv('RPUSH', 'parcel', body))
        await kv('SET', 'packed', 'yes')
      },
    })
    await order('/pack', 'book')
    await advance()
    assert.equal(await kv(isMended ? 'SCARD' : 'LLEN', 'parcel'), 1)
  },

  async 'locks without fencing'({ kv, order, advance, handle }, isMended) {
    const write =
      "if tonumber(redis.call('GET', 'fence')) > tonumber(ARGV[1]) then return 0 end " +
      "redis.call('SET', 'document', ARGV[2]) return 1"
    const unlock =
      "if redis.call('GET', 'lock') == ARGV[1] then return redis.call('DEL', 'lock') end return 0"
    handle({
      async '/append'({ body, messageId, retried }) {
        const owner = `${messageId} ${retried}`
        const isOwner = (await kv('SET', 'lock', owner, 'NX', 'PX', 30_000)) === 'OK'
        if (!isOwner && (await kv('GET', 'lock')) !== owner) throw new Error('locked')
        const fence = isMended ? await kv('INCR', 'fence') : 0
        const words = (((await kv('GET', 'document')) as string | null) ?? '').split(' ')
        const document = [...new Set([...words, body])].join(' ')
        if (!isMended) await kv('SET', 'document', document)
        else if ((await kv('EVAL', write, 0, Number(fence), document)) === 0)
          throw new Error('too late')
        await kv('EVAL', unlock, 0, owner)
      },
    })
    await order('/append', 'a')
    await order('/append', 'b')
    await advance()
    const words = String(await kv('GET', 'document')).split(' ')
    assert.deepEqual(words.filter((word) => word !== '').sort(), ['a', 'b'])
  },

  async 'counts a request of a limit twice'({ kv, advance }, isMended) {
    const allow = async (id: string) => {
      if (!isMended) return Number(await kv('INCR', 'used')) <= 2
      await kv('SADD', 'used', id)
      return Number(await kv('SCARD', 'used')) <= 2
    }
    const answers = [await allow('a'), await allow('b')]
    await advance()
    assert.deepEqual(answers, [true, true])
  },

  async 'lets a callback overtake'({ kv, publish, advance, handle, application }, isMended) {
    handle({
      '/work': async () => {},
      '/done': () => kv('SET', 'job', 'done'),
    })
    if (isMended) await kv('SET', 'job', 'pending')
    await publish('/work', '', { 'Svc-Callback': `${application.url}/done` })
    if (!isMended) await kv('SET', 'job', 'pending')
    await advance()
    assert.equal(await kv('GET', 'job'), 'done')
  },

  async 'has a deduplication id that is too narrow'({ publish, order, advance, handle }, isMended) {
    const shipped = new Set<string>()
    handle({
      '/order': ({ body, retried }) =>
        publish('/ship', body, {
          'Svc-Deduplication-Id': isMended ? body : `${body}-${retried}`,
        }),
      '/ship': async ({ messageId }) => shipped.add(messageId),
    })
    await order('/order', 'order-1', { 'Svc-Timeout': '30s' })
    await advance()
    assert.equal(shipped.size, 1)
  },

  async 'repeats a side effect when it resumes'({ kv, order, advance, handle }, isMended) {
    const paid: string[] = []
    handle({
      async '/run'({ messageId }) {
        const progress = Number(await kv('GET', 'progress'))
        if (progress < 1 && !(isMended && paid.includes(messageId))) paid.push(messageId)
        await kv('SET', 'progress', 1)
        await kv('SET', 'mailed', 'yes')
      },
    })
    await order('/run')
    await advance()
    assert.equal(paid.length, 1)
  },

  async 'fills a cache with an old value'({ kv, order, advance, handle }, isMended) {
    const place = async () => `cache ${isMended ? String(await kv('GET', 'version')) : ''}`
    handle({
      async '/read'() {
        const cache = await place()
        if ((await kv('GET', cache)) === null)
          await kv('SET', cache, String(await kv('GET', 'price')))
      },
      async '/write'() {
        await kv('SET', 'price', 'new')
        await (isMended ? kv('INCR', 'version') : kv('DEL', await place()))
      },
    })
    await order('/read')
    await order('/write')
    await advance()
    const cached = await kv('GET', await place())
    if (cached !== null) assert.equal(cached, 'new')
  },

  async 'increments a counter on a retry'({ kv, order, advance, handle }, isMended) {
    handle({
      '/visit': ({ messageId }) =>
        isMended ? kv('SADD', 'visits', messageId) : kv('INCR', 'visits'),
    })
    await order('/visit')
    await order('/visit')
    await advance()
    assert.equal(Number(await kv(isMended ? 'SCARD' : 'GET', 'visits')), 2)
  },
}

export const names = Object.keys(applications)

/** Returns the test of an application, for `explore`. */
export const testOf =
  (name: string, application: Application, { isMended }: { readonly isMended: boolean }) =>
  ({ mock }: ExploreRun) =>
    applications[name]!(
      {
        ...clientsOf(mock, application),
        advance: () => mock.clock.advance('1d'),
        handle: application.handle,
        application,
      },
      isMended,
    )
