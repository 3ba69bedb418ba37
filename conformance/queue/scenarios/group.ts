// Publishing to URL groups, and their default headers (endpoint 3).

import { headerOf, jsonOf, memberOf, type Message } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, header, lacks, noHeader } from '../../core/matchers.js'
import type { Delivery } from '../../sink/sink.js'
import { days, seconds, type Time } from '../../core/time.js'
import { callsBackAtAll } from '../fixtures/called-back.js'
import { arrived, attempts, calls, method } from '../fixtures/matchers.js'
import type { DefaultSettings, RequestOptions } from '../fixtures/client.js'
import type { QueueInbox } from '../fixtures/inbox.js'
import { scenariosNeeding, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('group')

/** How many endpoints a group has that is to have one, some or more. */
const sizes = [1, 2, 5]

/** Retries follow at once, so that few of them take no time. */
const atOnce = { 'Retry-Delay': '0' }

/** As much time as shows that nothing more comes; where it costs nothing, more. */
const quiet = ({ virtual }: Time) => (virtual ? days(30) : seconds(2))

/** What no server leaves as it is that reads, decodes or rewrites a body. */
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)

const failing = () => ({ status: 500 })

const inboxes = ({ inbox }: QueueWorld, size: number): readonly QueueInbox[] =>
  Array.from({ length: size }, () => inbox())

interface GroupPublish extends RequestOptions {
  /** Default headers that the group has got before. */
  readonly defaults?: DefaultSettings
}

/**
 * Publishes to a group of one fresh inbox, and hands over what arrives there. What is refused breaks
 * the rule; without a delivery nothing can be said of it.
 */
async function deliveredByGroup(
  world: QueueWorld,
  { defaults, ...options }: GroupPublish,
): Promise<Delivery> {
  const inbox = world.inbox()
  const { name } = await world.group(inbox)
  if (defaults) must(await world.queue.setDefaults(name, defaults), accepted())
  must(await world.queue.publish(name, options), accepted())
  return given(await inbox.delivery())
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
const elements =
  (size: number): Matcher =>
  (answer) => {
    const got = jsonOf(answer)
    if (!Array.isArray(got)) return lacks('an array', got)
    return got.length === size && messageIds(answer).length === size
      ? undefined
      : lacks(`${size} elements with a "messageId" each`, got)
  }

/** Header lines of one name, or one line of all their values. */
const values =
  (name: string, ...wanted: readonly string[]): Matcher =>
  (message) => {
    const got = headerOf(message, name)?.split(/\s*,\s*/)
    return got?.join() === wanted.join() ? undefined : differs(`header ${name}`, wanted, got)
  }

export const groupScenarios = [
  scenario('a publish to the name of a group reaches its endpoint', {
    rule: 'queue.group.published-by-name',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      must(await queue.publish(name), accepted())

      must(await delivery())
    },
  }),

  scenario('a publish to the id of a group reaches its endpoint', {
    rule: 'queue.group.published-by-id',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { id } = await group({ url })
      if (id === undefined) throw new NotApplicable('the provider does not tell the id of a group')
      must(await queue.publish(encodeURIComponent(id)), accepted())

      must(await delivery())
    },
  }),

  ...sizes.map((size) =>
    scenario(`a body reaches all of ${size} endpoints unchanged`, {
      rule: 'queue.group.fans-out-to-every-endpoint',
      async run(world) {
        const endpoints = inboxes(world, size)
        const { name } = await world.group(...endpoints)
        const headers = [['Content-Type', 'application/octet-stream']] as const
        given(await world.queue.publish(name, { headers, body: bytes }), accepted())

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
      const endpoints = inboxes(world, 2)
      const { name } = await world.group(...endpoints)
      for (const [index, message] of ['one', 'two', 'three'].entries()) {
        given(await world.queue.publish(name, { body: message }), accepted())

        for (const { delivery } of endpoints) must(await delivery(index + 1), body(message))
      }
    },
  }),

  scenario('a publish to a group reaches each endpoint once, and none of another group', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(6),
    async run(world) {
      const [own, other] = [inboxes(world, 2), world.inbox()]
      const [{ name }] = [await world.group(...own), await world.group(other)]
      given(await world.queue.publish(name), accepted())
      for (const { delivery } of own) given(await delivery())

      for (const { all } of own) must(await all(quiet(world.time)), attempts(1))
      must(await other.all(quiet(world.time)), attempts(0))
    },
  }),

  scenario('a setting of the message applies at every endpoint', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    async run(world) {
      const endpoints = inboxes(world, 2)
      const { name } = await world.group(...endpoints)
      const settings = { Method: 'PUT', 'Forward-X-Contract': 'kept' }
      given(await world.queue.publish(name, { settings }), accepted())

      for (const { delivery } of endpoints)
        must(await delivery(), method('PUT'), header('X-Contract', 'kept'))
    },
  }),

  scenario('a delay of the message applies at every endpoint', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(3),
    async run(world) {
      const { queue, time } = world
      const [plain, ...endpoints] = inboxes(world, 3)
      const { name } = await world.group(...endpoints)
      const published = await time.now()
      for (const destination of [plain!.url, name])
        given(await queue.publish(destination, { settings: { Delay: '3s' } }), accepted())
      const then = arrived(time, published + seconds(3), { told: '3000 ms after it was published' })
      given(await plain!.delivery(1, seconds(3)), then)

      for (const { delivery } of endpoints) must(await delivery(), then)
    },
  }),

  ...(
    [
      ['callback', 'Callback', () => ({ status: 200 })],
      ['failure callback', 'Failure-Callback', failing],
    ] as const
  ).map(([what, calling, answer]) =>
    scenario(`a ${what} of the message is called for every endpoint`, {
      rule: 'queue.group.fans-out-to-every-endpoint',
      async run(world) {
        await callsBackAtAll(world, calling)
        const [endpoints, called] = [[world.inbox(answer), world.inbox(answer)], world.inbox()]
        const { name } = await world.group(...endpoints)
        const settings = { [calling]: called.url, Retries: '0' }
        given(await world.queue.publish(name, { settings }), accepted())
        for (const { delivery } of endpoints) given(await delivery())

        must(await called.delivery(endpoints.length))
      },
    }),
  ),

  scenario('a delivery that fails at one endpoint is made again there, and only there', {
    rule: 'queue.group.fans-out-to-every-endpoint',
    waits: seconds(10),
    async run(world) {
      const [failed, ...fine] = [world.inbox(failing), ...inboxes(world, 2)]
      const { name } = await world.group(fine[0]!, failed, fine[1]!)
      given(await world.queue.publish(name, { settings: { Retries: '2', ...atOnce } }), accepted())
      for (const { delivery } of [failed, ...fine]) given(await delivery())

      must(await failed.delivery(2, quiet(world.time)))
      must(await failed.all(quiet(world.time)), attempts(3))
      for (const { all } of fine) must(await all(quiet(world.time)), attempts(1))
    },
  }),

  ...sizes.map((size) =>
    scenario(`the answer to a publish to ${size} endpoints has ${size} elements`, {
      rule: 'queue.group.answers-an-array',
      async run(world) {
        const endpoints = inboxes(world, size)
        const { name } = await world.group(...endpoints)
        const answer = given(await world.queue.publish(name), accepted())

        must(answer, elements(size))
      },
    }),
  ),

  scenario('the elements of two answers have message ids of their own', {
    rule: 'queue.group.answers-an-array',
    async run(world) {
      const { name } = await world.group(...inboxes(world, 3))
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
      const endpoints = inboxes(world, 2)
      const { name } = await world.group(...endpoints)
      const answer = await world.queue.publish(name)
      const [first] = [jsonOf(answer)].flat() as readonly unknown[]
      world.note('fields of an element', Object.keys(first ?? {}).toSorted())
      world.note(
        'whether its url is that of the endpoint',
        memberIn(first, 'url') === endpoints[0]!.url,
      )
      const { headers } = await endpoints[0]!.delivery()
      const ids = messageIds(answer)
      const carriers = headers.filter(([, value]) => ids.includes(value)).map(([each]) => each)
      world.note('headers of a delivery that carry the id of an element', carriers)
    },
  }),

  observation('the status of a publish to a group that does not exist', {
    rule: 'queue.group.unknown',
    needs: [],
    async run({ queue, id, note }) {
      note('status', (await queue.publish(id)).status)
    },
  }),

  observation('the status of a change of default headers of a group that does not exist', {
    rule: 'queue.group.unknown',
    needs: [],
    async run({ queue, id, note }) {
      note('status', (await queue.setDefaults(id, { Retries: '1' })).status)
    },
  }),

  scenario('a default header applies at every endpoint', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const endpoints = inboxes(world, 2)
      const { name } = await world.group(...endpoints)
      must(await world.queue.setDefaults(name, { 'Forward-X-Contract': 'default' }), accepted())
      given(await world.queue.publish(name), accepted())

      for (const { delivery } of endpoints)
        must(given(await delivery()), header('X-Contract', 'default'))
    },
  }),

  scenario('a default header applies to every publish', {
    rule: 'queue.group.default-headers-apply',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      must(await queue.setDefaults(name, { 'Forward-X-Contract': 'default' }), accepted())
      for (const n of [1, 2, 3]) {
        given(await queue.publish(name), accepted())

        must(given(await delivery(n)), header('X-Contract', 'default'))
      }
    },
  }),

  observation('a header of the message beside a default of its name', {
    rule: 'queue.group.default-or-own',
    async run({ queue, inbox, group, note }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      const defaults = { 'Forward-X-Contract': 'default', Method: 'PUT' }
      given(await queue.setDefaults(name, defaults), accepted())
      const settings = { 'Forward-X-Contract': 'own', Method: 'PATCH' }
      given(await queue.publish(name, { settings }), accepted())
      const message = given(await delivery())

      note('forwarded header', headerOf(message, 'X-Contract') ?? 'absent')
      note('method with PATCH in the message and PUT as the default', message.method)
    },
  }),

  scenario('what a message has beside the defaults is kept', {
    rule: 'queue.group.default-headers-apply',
    async run(world) {
      const delivery = await deliveredByGroup(world, {
        defaults: { 'Forward-X-Contract': 'default' },
        settings: { 'Forward-X-Own': 'own' },
      })

      must(delivery, header('X-Contract', 'default'), header('X-Own', 'own'))
    },
  }),

  scenario('a default header that is set again applies as it is now', {
    rule: 'queue.group.default-headers-apply',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      for (const [index, value] of ['first', 'second'].entries()) {
        must(await queue.setDefaults(name, { 'Forward-X-Contract': value }), accepted())
        given(await queue.publish(name), accepted())

        must(given(await delivery(index + 1)), header('X-Contract', value))
      }
    },
  }),

  scenario('default headers do not apply to what is published to the URL of an endpoint', {
    rule: 'queue.group.default-headers-apply',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      given(await queue.setDefaults(name, { 'Forward-X-Contract': 'default' }), accepted())
      given(await queue.publish(name), accepted())
      given(await delivery(), header('X-Contract', 'default'))
      given(await queue.publish(url), accepted())

      must(given(await delivery(2)), noHeader('X-Contract'))
    },
  }),

  scenario('default headers do not apply to another group', {
    rule: 'queue.group.default-headers-apply',
    async run({ queue, inbox, group }) {
      const { url, delivery } = inbox()
      const [one, other] = [await group({ url }), await group({ url })]
      given(await queue.setDefaults(one.name, { 'Forward-X-Contract': 'default' }), accepted())
      given(await queue.publish(one.name), accepted())
      given(await delivery(), header('X-Contract', 'default'))
      given(await queue.publish(other.name), accepted())

      must(given(await delivery(2)), noHeader('X-Contract'))
    },
  }),

  observation('whether a query parameter wins over a default header', {
    rule: 'queue.publish.header-and-query-disagree',
    async run({ queue, inbox, group, note }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      await queue.setDefaults(name, { Method: 'PUT' })
      await queue.publish(`${name}?${queue.queryPrefix}method=PATCH`)
      note('method with PATCH in the query and PUT as the default', (await delivery()).method)
    },
  }),

  observation('whether default headers that are set later leave the earlier ones', {
    rule: 'queue.group.default-headers-named-later',
    async run({ queue, inbox, group, note }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
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

      must(
        await deliveredByGroup(world, { defaults }),
        header('X-One', 'one'),
        header('X-Two', 'two words; a="b"'),
      )
    },
  }),

  scenario('a default setting may be a string', {
    rule: 'queue.group.default-header-string',
    async run(world) {
      must(await deliveredByGroup(world, { defaults: { Method: 'PUT' } }), method('PUT'))
    },
  }),

  scenario('a default header may be an array of one string', {
    rule: 'queue.group.default-header-array',
    async run(world) {
      const defaults = { 'Forward-X-Contract': ['default'] }

      must(await deliveredByGroup(world, { defaults }), header('X-Contract', 'default'))
    },
  }),

  scenario('all strings of a default header arrive, in their order', {
    rule: 'queue.group.default-header-array',
    async run(world) {
      const defaults = { 'Forward-X-Contract': ['second', 'first', 'third'], 'Forward-X-One': '1' }

      must(
        await deliveredByGroup(world, { defaults }),
        values('X-Contract', 'second', 'first', 'third'),
        header('X-One', '1'),
      )
    },
  }),

  scenario('all headers arrive where header forwarding is the default', {
    rule: 'queue.group.default-forward-all',
    async run(world) {
      const delivery = await deliveredByGroup(world, {
        defaults: { 'Header-Forward': 'true' },
        headers: [['X-Contract', 'kept']],
      })

      must(delivery, header('X-Contract', 'kept'))
    },
  }),

  observation('header forwarding false in the message beside the default true', {
    rule: 'queue.group.default-or-own',
    async run({ queue, inbox, group, note }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      given(await queue.setDefaults(name, { 'Header-Forward': 'true' }), accepted())
      const settings = { 'Header-Forward': 'false' }
      const headers = [['X-Contract', 'kept']] as const
      given(await queue.publish(name, { headers, settings }), accepted())
      const forwarded = headerOf(given(await delivery()), 'X-Contract')

      note('header of the request', forwarded === undefined ? 'not forwarded' : 'forwarded')
    },
  }),

  ...[0, 1, 2].map((retries) =>
    scenario(`with ${retries} retries as the default there are ${1 + retries} attempts`, {
      rule: 'queue.group.default-retries',
      waits: seconds(4 + retries),
      async run(world) {
        const inbox = world.inbox(failing)
        const { name } = await world.group(inbox)
        given(
          await world.queue.publish(name, { settings: { Retries: '1', ...atOnce } }),
          accepted(),
        )
        given(await inbox.delivery(2, quiet(world.time)))
        must(await world.queue.setDefaults(name, { Retries: String(retries) }), accepted())
        given(await world.queue.publish(name, { settings: atOnce, body: 'own' }), accepted())
        given(await inbox.delivery(3))

        must(await inbox.all(quiet(world.time)), attempts(2 + 1 + retries))
      },
    }),
  ),

  observation('attempts with 1 retry in the message and 2 as the default', {
    rule: 'queue.group.default-or-own',
    waits: seconds(2),
    async run(world) {
      const inbox = world.inbox(failing)
      const { name } = await world.group(inbox)
      given(await world.queue.setDefaults(name, { Retries: '2', ...atOnce }), accepted())
      given(await world.queue.publish(name, { settings: { Retries: '1' } }), accepted())
      given(await inbox.delivery())

      world.note('attempts', (await inbox.all(quiet(world.time))).deliveries.length)
    },
  }),

  observation('what a group shows where existing clients look for it', {
    rule: 'queue.group.fields',
    async run({ queue, inbox, group, note }) {
      const { name } = await group(inbox())
      const answer = await queue.send('GET', `/v2/topics/${encodeURIComponent(name)}`)
      note('status of GET /v2/topics/{group-name}', answer.status)
      note('fields of the group', Object.keys(jsonOf(answer) ?? {}).toSorted())
      note('whether its name is that name', memberOf(answer, 'name') === name)
    },
  }),

  observation('whether groups are listed where existing clients look for them', {
    rule: 'queue.group.creation',
    needs: [],
    async run({ queue, note }) {
      note('status of GET /v2/topics', (await queue.send('GET', '/v2/topics')).status)
    },
  }),

  scenario('default settings apply to every publish', {
    rule: 'queue.group.default-headers-apply',
    waits: seconds(4),
    async run(world) {
      const inbox = world.inbox(failing)
      const { name } = await world.group(inbox)
      const defaults = { Method: 'PUT', 'Header-Forward': 'true', Retries: '0' }
      must(await world.queue.setDefaults(name, defaults), accepted())
      const published = async (n: number) => {
        const headers = [['X-Contract', 'kept']] as const
        given(await world.queue.publish(name, { settings: atOnce, headers }), accepted())
        return given(await inbox.delivery(n))
      }
      const wanted = [method('PUT'), header('X-Contract', 'kept')]
      given(await published(1), ...wanted)
      given(await inbox.all(quiet(world.time)), attempts(1))
      for (const n of [2, 3]) must(await published(n), ...wanted)

      must(await inbox.all(quiet(world.time)), attempts(3))
    },
  }),
]
