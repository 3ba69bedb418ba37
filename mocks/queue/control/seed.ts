// Adds the groups, queues, schedules, messages and runs of a seed to the queue.

import { requestOf, type Request } from '../../http/message.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import { isObject, isText, memberReader, shown } from '../request/body.js'
import { findOtherDialect } from '../request/headers.js'
import { givenSettings, describeUnknown } from '../publish/settings.js'
import { queueHandler } from '../server.js'
import { groupControls } from './controls.js'
import { runControls } from './runs.js'

/** Returns functions that add one item of each list of a seed. `queue` returns the current queue. */
export function queueSeedLists(queue: () => Queue) {
  const controls = { ...groupControls(queue), ...runControls(queue) }

  const control = (route: `POST /queue/${'groups' | 'runs'}`) => async (item: unknown) => {
    await controls[route]!({ input: inputOf(item), query: new URLSearchParams(), headers: {} })
  }

  /** Sends a request to the queue. Refuses the item if the queue refuses the request. */
  async function send(
    target: string,
    { headers = {}, body }: { headers?: Headers; body: string | Uint8Array },
  ): Promise<void> {
    const { dialect } = queue()
    const found = findOtherDialect(dialect)(Object.keys(headers))
    if (found !== undefined)
      refuse(
        400,
        `headers: ${found.header} belongs to the dialect ${found.other}; the mock has the dialect ${dialect.name}, whose headers begin with ${dialect.headerPrefix}`,
      )
    const rawHeaders = Object.entries(headers).flat()
    const unknown = describeUnknown(
      givenSettings({ ...requestOf('POST', '/'), rawHeaders }, dialect),
    )
    if (unknown !== undefined) refuse(400, `headers: ${unknown}`)
    const authorization = { Authorization: `Bearer ${queue().token}` }
    const request: Request = requestOf('POST', target, {
      headers: { ...authorization, ...headers },
      body,
    })
    const response = await queueHandler(queue())(request)
    if (response.status < 400) return
    const { error } = JSON.parse(response.body as string) as { readonly error: string }
    refuse(400, error)
  }

  return {
    groups: control('POST /queue/groups'),

    queues: (item: unknown) => send('/v2/queues', { body: JSON.stringify(inputOf(item)) }),

    async schedules(item: unknown): Promise<void> {
      const { destination, headers, body } = messageIn(item, ['cron'])
      const cron = memberReader(inputOf(item))('cron', 'a text', isText)
      if (cron === undefined) refuse(400, 'cron: expected a text such as "0 9 * * *", got nothing')
      const setting = { [`${queue().dialect.headerPrefix}Cron`]: cron }
      await send(`/v2/schedules/${destination}`, { headers: { ...setting, ...headers }, body })
    },

    async messages(item: unknown): Promise<void> {
      const { destination, headers, body } = messageIn(item, ['queue'])
      const name = memberReader(inputOf(item))('queue', 'a text', isText)
      const path = name === undefined ? 'publish' : `enqueue/${encodeURIComponent(name)}`
      await send(`/v2/${path}/${destination}`, { headers, body })
    },

    runs: control('POST /queue/runs'),
  }
}

type Headers = Readonly<Record<string, string>>

const inputOf = (item: unknown): Readonly<Record<string, unknown>> =>
  isObject(item) ? item : refuse(400, `expected an object, got ${shown(item)}`)

const FIELDS = ['destination', 'headers', 'body', 'bodyBase64']

/** Parses a message. `others` are the names of further fields. */
function messageIn(item: unknown, others: readonly string[]) {
  const input = inputOf(item)
  const known = [...FIELDS, ...others]
  const unknown = Object.keys(input).find((name) => !known.includes(name))
  if (unknown !== undefined)
    refuse(400, `${unknown}: there is no such field, expected some of ${known.join(', ')}`)
  const read = memberReader(input)
  const destination = read('destination', 'a text', isText)
  if (destination === undefined)
    refuse(400, 'destination: expected a URL, or the name of a group or an API, got nothing')
  const headers = read('headers', 'an object of texts', areTexts) ?? {}
  const base64 = read('bodyBase64', 'a text in base64', isText)
  const { body = '' } = input
  if (base64 !== undefined) return { destination, headers, body: Buffer.from(base64, 'base64') }
  if (isText(body)) return { destination, headers, body }
  const isTyped = Object.keys(headers).some((name) => name.toLowerCase() === 'content-type')
  const type: Headers = isTyped ? {} : { 'Content-Type': 'application/json' }
  return { destination, headers: { ...type, ...headers }, body: JSON.stringify(body) }
}

const areTexts = (value: unknown): value is Headers =>
  isObject(value) && Object.values(value).every(isText)
