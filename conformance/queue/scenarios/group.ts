// Publishing to URL groups, and their default headers (endpoint 3).

import { headerOf, jsonOf, memberOf, type Message } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, header, lacks, noHeader } from '../../core/matchers.js'
import type { Answering } from '../../sink/sink.js'
import { seconds } from '../../core/time.js'
import { callsBackAtAll, ends, failing, quiet } from '../fixtures/called-back.js'
import { arrived, attempts, calls, equals, expects, method } from '../fixtures/matchers.js'
import type { DefaultSettings, RequestOptions } from '../fixtures/client.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('group')

/** How many endpoints a group has that is to have one, some or more. */
const sizes = [1, 2, 5]

/** Retries follow at once, so that few of them take no time. */
const atOnce = { 'Retry-Delay': '0' }

/** What no server leaves as it is that reads, decodes or rewrites a body. */
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)

interface GroupOptions {
  /** How many endpoints it has; one unless told. */
  readonly size?: number
  /** What they answer. */
  readonly answer?: Answering
  /** Its default headers; that they are refused breaks the rule. */
  readonly defaults?: DefaultSettings
}

/** A group of fresh inboxes, and the first of them as its only one. */
async function openGroup(world: QueueWorld, { size = 1, answer, defaults }: GroupOptions = {}) {
  const endpoints = Array.from({ length: size }, () => world.inbox(answer))
  const { name, id } = await world.group(...endpoints)
  const group = {
    ...endpoints[0]!,
    ...{ name, id, endpoints },
    /** Sets default headers: that they are refused breaks the rule, unless `judge` says otherwise. */
    async setDefaults(
      this: void,
      settings: DefaultSettings,
      judge: typeof must | typeof given = must,
    ) {
      judge(await world.queue.setDefaults(name, settings), accepted())
    },
    /** Publishes to the group: that this is refused blocks the scenario. */
    publish: async (options?: RequestOptions) =>
      given(await world.queue.publish(name, options), accepted()),
  }
  if (defaults) await group.setDefaults(defaults)
  return group
}

/**
 * Publishes to a group of one fresh inbox, and hands over what arrives there. What is refused breaks
 * the rule; without a delivery nothing can be said of it.
 */
async function deliveredByGroup(
  world: QueueWorld,
  defaults: DefaultSettings,
  options: RequestOptions = {},
) {
  const { name, delivery } = await openGroup(world, { defaults })
  must(await world.queue.publish(name, options), accepted())
  return given(await delivery())
}

/** A member of an element of an answer, whatever that is. */
const memberIn = (element: unknown, name: string): unknown =>
  (element as Record<string, unknown> | null | undefined)?.[name]

/** The message ids that the elements of an answer have. */
const messageIds = (answer: Message): readonly string[] =>
  [jsonOf(answer)]
    .flat()
    .map((element) => memberIn(element, 'messageId'))
    .filter((id) => typeof id === 'string')

/** An array of so many elements, each with a message id. */
const elements = (size: number): Matcher =>
  expects(`an array of ${size} elements with a "messageId" each`, jsonOf, (got, answer) => {
    const isWhole = Array.isArray(got) && got.length === size
    return isWhole && messageIds(answer).length === size
  })

/** Header lines of one name, or one line of all their values. */
const values = (name: string, ...wanted: readonly string[]): Matcher =>
  equals(`header ${name}`, wanted, (message) => headerOf(message, name)?.split(/\s*,\s*/))

/** A header that the defaults of a group have forwarded. */
const byDefault = { 'Forward-X-Contract': 'default' }
const arrivedByDefault = header('X-Contract', 'default')

/** Headers of a request that nothing has forwarded by name. */
const headers = [['X-Contract', 'kept']] as const

export const groupScenarios = [
  scenario('a publish to the name of a group reaches its endpoint', {
    rule: 'queue.group.published-by-name',
    async run(world) {
      const { name, delivery } = await openGroup(world)
      must(await world.queue.publish(name), accepted())

      must(await delivery())
    },
  }),

  scenario('a publish to the id of a group reaches its endpoint', {
    rule: 'queue.group.published-by-id',
    async run(world) {
      const { id, delivery } = await openGroup(world)
      if (id === undefined) throw new NotApplicable('the provider does not tell the id of a group')
      must(await world.queue.publish(encodeURIComponent(id)), accepted())

      must(await delivery())
    },
  }),

  ...sizes.map((size) =>
    scenario(`a body reaches all of ${size} endpoints unchanged`, {
      rule: 'queue.group.fans-out-to-every-endpoint',
      async run(world) {
        const { endpoints, publish } = await openGroup(world, { size })
        const type = [['Content-Type', 'application/octet-stream']] as const
        await publish({ headers: type, body: bytes })

        for (const { delivery } of endpoints) must(await delivery(), body(bytes))
      },
    }),
  ),

  scenario('each endpoint is called at its own URL, query included', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    async run(world) {
      const [one, other] = [world.inbox(), world.inbox()]
      const endpoints = [{ url: `${one.url}/first?a=1&b=%20` }, { url: `${other.url}/a%2Fb` }]
      const { name } = await world.group(...endpoints)
      given(await world.queue.publish(name), accepted())

      must(await one.delivery(), calls(endpoints[0]!.url))
      must(await other.delivery(), calls(endpoints[1]!.url))
    },
  }),

  scenario('every publish to a group reaches every endpoint', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2 })
      for (const [index, message] of ['one', 'two', 'three'].entries()) {
        await publish({ body: message })

        for (const { delivery } of endpoints) must(await delivery(index + 1), body(message))
      }
    },
  }),

  scenario('a publish to a group reaches each endpoint once, and none of another group', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(6),
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2 })
      const other = await openGroup(world)
      await publish()
      for (const { delivery } of endpoints) given(await delivery())

      for (const { all } of endpoints) must(await all(quiet(world.time)), attempts(1))
      must(await other.all(quiet(world.time)), attempts(0))
    },
  }),

  scenario('a setting of the message applies at every endpoint', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2 })
      await publish({ settings: { Method: 'PUT', 'Forward-X-Contract': 'kept' } })

      for (const { delivery } of endpoints)
        must(await delivery(), method('PUT'), header('X-Contract', 'kept'))
    },
  }),

  scenario('a delay of the message applies at every endpoint', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(3),
    async run(world) {
      const { queue, time } = world
      const plain = world.inbox()
      const { endpoints, name } = await openGroup(world, { size: 2 })
      const published = await time.now()
      for (const destination of [plain.url, name])
        given(await queue.publish(destination, { settings: { Delay: '3s' } }), accepted())
      const then = arrived(time, published + seconds(3), { told: '3000 ms after it was published' })
      given(await plain.delivery(1, seconds(3)), then)

      for (const { delivery } of endpoints) must(await delivery(), then)
    },
  }),

  ...(
    [
      ['callback', 'Callback'],
      ['failure callback', 'Failure-Callback'],
    ] as const
  ).map(([what, calling]) =>
    scenario(`a ${what} of the message is called for every endpoint`, {
      rule: 'queue.group.fans-out-to-every-endpoint',
      async run(world) {
        await callsBackAtAll(world, calling)
        const { endpoints, publish } = await openGroup(world, { size: 2, answer: ends[calling] })
        const called = world.inbox()
        await publish({ settings: { [calling]: called.url, Retries: '0' } })
        for (const { delivery } of endpoints) given(await delivery())

        must(await called.delivery(endpoints.length))
      },
    }),
  ),

  scenario('a delivery that fails at one endpoint is made again there, and only there', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(10),
    async run(world) {
      const [failed, first, last] = [world.inbox(failing), world.inbox(), world.inbox()]
      const { name } = await world.group(first, failed, last)
      given(await world.queue.publish(name, { settings: { Retries: '2', ...atOnce } }), accepted())
      for (const { delivery } of [failed, first, last]) given(await delivery())

      must(await failed.delivery(2, quiet(world.time)))
      must(await failed.all(quiet(world.time)), attempts(3))
      for (const { all } of [first, last]) must(await all(quiet(world.time)), attempts(1))
    },
  }),

  ...sizes.map((size) =>
    scenario(`the answer to a publish to ${size} endpoints has ${size} elements`, {
      rule: 'queue.group.answers-an-array',
      async run(world) {
        const { publish } = await openGroup(world, { size })
        must(await publish(), elements(size))
      },
    }),
  ),

  scenario('the elements of two answers have message ids of their own', {
    rule: 'queue.group.answers-an-array',
    async run(world) {
      const { name } = await openGroup(world, { size: 3 })
      const answers = [await world.queue.publish(name), await world.queue.publish(name)]
      for (const answer of answers) must(given(answer, accepted()), elements(3))

      const ids = answers.flatMap(messageIds)
      must(answers[1]!, () =>
        new Set(ids).size === ids.length ? undefined : lacks('6 different message ids', ids),
      )
    },
  }),

  observation('what an element of the answer has, and whether its id is that of the delivery', {
    rule: 'queue.group.element-fields',
    async run(world) {
      const { name, url, delivery } = await openGroup(world, { size: 2 })
      const answer = await world.queue.publish(name)
      const [first] = [jsonOf(answer)].flat() as readonly unknown[]
      world.note('fields of an element', Object.keys(first ?? {}).toSorted())
      world.note('whether its url is that of the endpoint', memberIn(first, 'url') === url)
      const { headers } = await delivery()
      const ids = messageIds(answer)
      const carriers = headers.filter(([, value]) => ids.includes(value)).map(([each]) => each)
      world.note('headers of a delivery that carry the id of an element', carriers)
    },
  }),

  observation('the status of a publish to a group that does not exist', {
    rule: 'queue.group.unknown',
    needs: [],
    run: async ({ queue, id, note }) => note('status', (await queue.publish(id)).status),
  }),

  observation('the status of a change of default headers of a group that does not exist', {
    rule: 'queue.group.unknown',
    needs: [],
    run: async ({ queue, id, note }) =>
      note('status', (await queue.setDefaults(id, { Retries: '1' })).status),
  }),

  scenario('a default header applies at every endpoint', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2, defaults: byDefault })
      await publish()

      for (const { delivery } of endpoints) must(given(await delivery()), arrivedByDefault)
    },
  }),

  scenario('a default header applies to every publish', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const { delivery, publish } = await openGroup(world, { defaults: byDefault })
      for (const n of [1, 2, 3]) {
        await publish()

        must(given(await delivery(n)), arrivedByDefault)
      }
    },
  }),

  observation('a header of the message beside a default of its name', {
    rule: 'queue.group.default-or-own',
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      await setDefaults({ ...byDefault, Method: 'PUT' }, given)
      await publish({ settings: { 'Forward-X-Contract': 'own', Method: 'PATCH' } })
      const message = given(await delivery())

      world.note('forwarded header', headerOf(message, 'X-Contract') ?? 'absent')
      world.note('method with PATCH in the message and PUT as the default', message.method)
    },
  }),

  scenario('what a message has beside the defaults is kept', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const delivery = await deliveredByGroup(world, byDefault, {
        settings: { 'Forward-X-Own': 'own' },
      })
      must(delivery, arrivedByDefault, header('X-Own', 'own'))
    },
  }),

  scenario('a default header that is set again applies as it is now', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      for (const [index, value] of ['first', 'second'].entries()) {
        await setDefaults({ 'Forward-X-Contract': value })
        await publish()

        must(given(await delivery(index + 1)), header('X-Contract', value))
      }
    },
  }),

  scenario('default headers do not apply to what is published to the URL of an endpoint', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const { url, delivery, setDefaults, publish } = await openGroup(world)
      await setDefaults(byDefault, given)
      await publish()
      given(await delivery(), arrivedByDefault)
      given(await world.queue.publish(url), accepted())

      must(given(await delivery(2)), noHeader('X-Contract'))
    },
  }),

  scenario('default headers do not apply to another group', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const { url, delivery, setDefaults, publish } = await openGroup(world)
      const other = await world.group({ url })
      await setDefaults(byDefault, given)
      await publish()
      given(await delivery(), arrivedByDefault)
      given(await world.queue.publish(other.name), accepted())

      must(given(await delivery(2)), noHeader('X-Contract'))
    },
  }),

  observation('whether a query parameter wins over a default header', {
    rule: 'queue.publish.header-and-query-disagree',
    async run(world) {
      const { queue, note } = world
      const { name, delivery } = await openGroup(world)
      await queue.setDefaults(name, { Method: 'PUT' })
      await queue.publish(`${name}?${queue.queryPrefix}method=PATCH`)
      note('method with PATCH in the query and PUT as the default', (await delivery()).method)
    },
  }),

  observation('whether default headers that are set later leave the earlier ones', {
    rule: 'queue.group.default-headers-named-later',
    async run(world) {
      const { queue, note } = world
      const { name, delivery } = await openGroup(world)
      await queue.setDefaults(name, { 'Forward-X-Earlier': 'default' })
      await queue.setDefaults(name, { 'Forward-X-Later': 'default' })
      await queue.publish(name)
      const left = headerOf(await delivery(), 'X-Earlier') !== undefined
      note('the earlier default headers', left ? 'apply still' : 'apply no more')
    },
  }),

  scenario('default headers may be strings', {
    rule: 'queue.group.default-header-string',
    async run(world) {
      const defaults = { 'Forward-X-One': 'one', 'Forward-X-Two': 'two words; a="b"' }
      const delivery = await deliveredByGroup(world, defaults)
      must(delivery, header('X-One', 'one'), header('X-Two', 'two words; a="b"'))
    },
  }),

  scenario('a default setting may be a string', {
    rule: 'queue.group.default-header-string',
    run: async (world) => must(await deliveredByGroup(world, { Method: 'PUT' }), method('PUT')),
  }),

  scenario('a default header may be an array of one string', {
    rule: 'queue.group.default-header-array',
    run: async (world) =>
      must(await deliveredByGroup(world, { 'Forward-X-Contract': ['default'] }), arrivedByDefault),
  }),

  scenario('all strings of a default header arrive, in their order', {
    rule: 'queue.group.default-header-array',
    async run(world) {
      const order = ['second', 'first', 'third']
      const defaults = { 'Forward-X-Contract': order, 'Forward-X-One': '1' }
      const delivery = await deliveredByGroup(world, defaults)
      must(delivery, values('X-Contract', ...order), header('X-One', '1'))
    },
  }),

  scenario('all headers arrive where header forwarding is the default', {
    rule: 'queue.group.default-forward-all',
    async run(world) {
      const delivery = await deliveredByGroup(world, { 'Header-Forward': 'true' }, { headers })
      must(delivery, header('X-Contract', 'kept'))
    },
  }),

  observation('header forwarding false in the message beside the default true', {
    rule: 'queue.group.default-or-own',
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      await setDefaults({ 'Header-Forward': 'true' }, given)
      await publish({ headers, settings: { 'Header-Forward': 'false' } })
      const forwarded = headerOf(given(await delivery()), 'X-Contract')

      world.note('header of the request', forwarded === undefined ? 'not forwarded' : 'forwarded')
    },
  }),

  ...[0, 1, 2].map((retries) =>
    scenario(`with ${retries} retries as the default there are ${1 + retries} attempts`, {
      rule: 'queue.group.default-retries',
      waits: seconds(4 + retries),
      async run(world) {
        const group = await openGroup(world, { answer: failing })
        await group.publish({ settings: { Retries: '1', ...atOnce } })
        given(await group.delivery(2, quiet(world.time)))
        await group.setDefaults({ Retries: String(retries) })
        await group.publish({ settings: atOnce, body: 'own' })
        given(await group.delivery(3))

        must(await group.all(quiet(world.time)), attempts(2 + 1 + retries))
      },
    }),
  ),

  observation('attempts with 1 retry in the message and 2 as the default', {
    rule: 'queue.group.default-or-own',
    waits: seconds(2),
    async run(world) {
      const group = await openGroup(world, { answer: failing })
      await group.setDefaults({ Retries: '2', ...atOnce }, given)
      await group.publish({ settings: { Retries: '1' } })
      given(await group.delivery())

      world.note('attempts', (await group.all(quiet(world.time))).deliveries.length)
    },
  }),

  observation('what a group shows where existing clients look for it', {
    rule: 'queue.group.fields',
    async run(world) {
      const { queue, note } = world
      const { name } = await openGroup(world)
      const answer = await queue.send('GET', `/v2/topics/${encodeURIComponent(name)}`)
      note('status of GET /v2/topics/{group-name}', answer.status)
      note('fields of the group', Object.keys(jsonOf(answer) ?? {}).toSorted())
      note('whether its name is that name', memberOf(answer, 'name') === name)
    },
  }),

  observation('whether groups are listed where existing clients look for them', {
    rule: 'queue.group.creation',
    needs: [],
    run: async ({ queue, note }) =>
      note('status of GET /v2/topics', (await queue.send('GET', '/v2/topics')).status),
  }),

  scenario('default settings apply to every publish', {
    rule: 'queue.group.default-headers-apply',
    waits: seconds(4),
    async run(world) {
      const defaults = { Method: 'PUT', 'Header-Forward': 'true', Retries: '0' }
      const { delivery, all, publish } = await openGroup(world, { answer: failing, defaults })
      const published = async (n: number) => {
        await publish({ settings: atOnce, headers })
        return given(await delivery(n))
      }
      const wanted = [method('PUT'), header('X-Contract', 'kept')]
      given(await published(1), ...wanted)
      given(await all(quiet(world.time)), attempts(1))
      for (const n of [2, 3]) must(await published(n), ...wanted)

      must(await all(quiet(world.time)), attempts(3))
    },
  }),
]
