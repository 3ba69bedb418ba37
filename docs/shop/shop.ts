// A small shop on express with the four published clients, for `mutate` to try: sessions, carts, a limit of
// logins, mails by queue and a workflow of 3 days for each order.

import { Client as QueueClient, Receiver } from '@upstash/qstash'
import { Ratelimit } from '@upstash/ratelimit'
import { Redis } from '@upstash/redis'
import { Client as WorkflowClient } from '@upstash/workflow'
import { serve } from '@upstash/workflow/express'
import express, { type NextFunction, type Request, type Response } from 'express'
import type { Mock } from 'svc-contract/mocks'

export interface ShopOptions {
  readonly kv: Pick<Mock['kv'], 'url' | 'token'>
  readonly queue: Pick<Mock['queue'], 'url' | 'token' | 'signingKeys'>
  /** Returns the URL of the shop, which the queue calls. */
  readonly url: () => string
  /** Sends a mail. Rejects if the mail server is down. */
  readonly send: (mail: Mail) => Promise<void>
}

export interface Mail {
  readonly to: string
  readonly text: string
}

interface Order {
  readonly id: number
  readonly user: string
  readonly items: Readonly<Record<string, number>>
  readonly state: 'new' | 'shipped' | 'cancelled'
}

const HOUR = 3600
const WEEK = 7 * 24 * HOUR

/** Returns the shop. Its session ids count up, so that two runs send the same requests. */
export function createShop({
  kv,
  queue: { url: baseUrl, token, signingKeys },
  url,
  send,
}: ShopOptions) {
  const redis = new Redis({ ...kv, retry: false })
  const queue = new QueueClient({ baseUrl, token, retry: false })
  const workflows = new WorkflowClient({ baseUrl, token, retry: false })
  const { current, next } = signingKeys
  const receiver = new Receiver({ currentSigningKey: current, nextSigningKey: next })
  const limiter = Ratelimit.slidingWindow(5, '1 m')
  const logins = new Ratelimit({ redis, limiter, ephemeralCache: false })

  const mail = (to: string, text: string, id: string) =>
    queue.publishJSON({
      url: `${url()}/mails`,
      body: { to, text } satisfies Mail,
      deduplicationId: id,
      retries: 3,
      failureCallback: `${url()}/mails/failed`,
    })

  const shop = express()
  // The workflow checks the signature of what it reads as JSON, and the others of the text.
  shop.use('/workflow', express.json())
  shop.use(express.text({ type: (request) => !request.url!.startsWith('/workflow') }))

  /** Lets only messages of the queue in. */
  async function onlyQueue(request: Request, response: Response, go: NextFunction) {
    const signature = request.get('Upstash-Signature') ?? ''
    const body = bodyOf(request)
    const isValid = await receiver.verify({ signature, body }).catch(() => false)
    if (isValid) go()
    else response.status(401).end()
  }

  /** Finds the user of a session, which then lasts another hour. */
  async function onlyUsers(request: Request, response: Response, go: NextFunction) {
    const session = `session:${request.get('Authorization')}`
    const [user] = await redis.pipeline().get<string>(session).expire(session, HOUR).exec()
    response.locals['user'] = user
    if (user === null) response.status(401).end()
    else go()
  }

  shop.post('/login', async (request, response) => {
    const user = bodyOf(request)
    const { success } = await logins.limit(user)
    if (!success) return void response.status(429).end()
    const session = `${user}-${await redis.incr('sessions')}`
    await redis.set(`session:${session}`, user, { ex: HOUR })
    response.send(session)
  })

  shop.post('/logout', onlyUsers, async (request, response) => {
    await redis.del(`session:${request.get('Authorization')}`)
    response.end()
  })

  shop.get('/cart', onlyUsers, async (_, response) => {
    response.json((await redis.hgetall(`cart:${userOf(response)}`)) ?? {})
  })

  shop.put('/cart/:item', onlyUsers, async (request, response) => {
    const cart = `cart:${userOf(response)}`
    const count = Number(bodyOf(request))
    const change = redis.multi()
    if (count === 0) change.hdel(cart, String(request.params['item']))
    else change.hset(cart, { [String(request.params['item'])]: count })
    await change.expire(cart, WEEK).exec()
    response.end()
  })

  shop.post('/orders', onlyUsers, async (_, response) => {
    const user = userOf(response)
    const take = redis.multi().hgetall<Order['items']>(`cart:${user}`).del(`cart:${user}`)
    const [items] = await take.exec()
    if (items === null) return void response.status(409).end()
    const id = await redis.incr('orders')
    await redis.json.set(`order:${id}`, '$', { id, user, items, state: 'new' } satisfies Order)
    await redis.lpush(`orders:${user}`, id)
    await workflows.trigger({
      url: `${url()}/workflow`,
      body: { id },
      workflowRunId: `order-${id}`,
    })
    response.status(201).json(id)
  })

  shop.get('/orders', onlyUsers, async (_, response) => {
    const ids = await redis.lrange<number>(`orders:${userOf(response)}`, 0, -1)
    const orders = ids.map((id) => redis.json.get<Order>(`order:${id}`))
    response.json(await Promise.all(orders))
  })

  shop.delete('/orders/:id', onlyUsers, async ({ params: { id } }, response) => {
    await redis.json.set(`order:${String(id)}`, '$.state', '"cancelled"')
    await workflows.notify({ eventId: `cancel-${String(id)}`, eventData: 'by the user' })
    response.end()
  })

  const workflow = serve<{ readonly id: number }>(
    async (context) => {
      const { id } = context.requestPayload
      const order = await context.run('confirm', async () => {
        const order = (await redis.json.get<Order>(`order:${id}`))!
        await mail(order.user, `order ${id} is confirmed`, `confirm-${id}`)
        return order
      })
      const { timeout } = await context.waitForEvent('cancelled', `cancel-${id}`, { timeout: '1d' })
      if (!timeout) {
        await context.run('tell', () =>
          mail(order.user, `order ${id} is cancelled`, `cancel-${id}`),
        )
        return
      }
      await context.run('ship', async () => {
        await redis.json.set(`order:${id}`, '$.state', '"shipped"')
        await mail(order.user, `order ${id} is shipped`, `ship-${id}`)
      })
      await context.sleep('on its way', '2d')
      await context.run('ask', () => mail(order.user, `how is order ${id}?`, `ask-${id}`))
    },
    { qstashClient: queue, receiver, verbose: false },
  )
  shop.use('/workflow', workflow)

  shop.post('/mails', onlyQueue, async (request, response) => {
    await send(JSON.parse(bodyOf(request)) as Mail)
    response.end()
  })

  shop.post('/mails/failed', onlyQueue, async (request, response) => {
    const { sourceBody } = JSON.parse(bodyOf(request)) as { sourceBody: string }
    await redis.rpush('failed mails', Buffer.from(sourceBody, 'base64').toString())
    response.end()
  })

  shop.get('/mails/failed', async (_, response) => {
    response.json(await redis.lrange<Mail>('failed mails', 0, -1))
  })

  shop.use((error: Error, _: Request, response: Response, go: NextFunction) => {
    if (response.headersSent) go(error)
    else response.status(500).send(error.message)
  })
  return shop
}

/** A request without a body has none. */
const bodyOf = ({ body }: Request): string => (typeof body === 'string' ? body : '')
const userOf = ({ locals }: Response): string => String(locals['user'])
