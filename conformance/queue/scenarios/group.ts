// Publishing to URL groups, and their default headers (endpoint 3).

import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, header, lacks, noHeader } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import type { Answering, Delivery } from '../../sink/sink.js'
import { headerOf, jsonOf, memberOf, type HttpMessage } from '../../wire/exchange.js'
import { percentEncoded } from '../../wire/percent.js'
import { failing, callsBackAtAll, ends, quiet } from '../fixtures/publishing.js'
import { arrived, attempts, method } from '../fixtures/arrivals.js'
import type { DefaultSettings, RequestOptions } from '../fixtures/client.js'
import { equals, expects, type Judge } from '../fixtures/matchers.js'
import { scenariosNeeding, type IdOf, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('group')

const sizes = [1, 2, 20]

const atOnce = { 'Retry-Delay': '0' }

/** A body that a target changes if it decodes it. */
const bytes = Uint8Array.from({ length: 256 }, (_, byte) => byte)

interface GroupOptions {
  readonly size?: number
  readonly answer?: Answering
  /** Default headers; a refusal breaks the rule. */
  readonly defaults?: DefaultSettings
}

/** Makes a group of new inboxes. Returns the first inbox, and all as `endpoints`. */
async function openGroup(world: QueueWorld, { size = 1, answer, defaults }: GroupOptions = {}) {
  const endpoints = Array.from({ length: size }, () => world.inbox(answer))
  const { name, id } = await world.group(...endpoints)
  const group = {
    ...endpoints[0]!,
    name,
    id,
    endpoints,
    async setDefaults(this: void, settings: DefaultSettings, judge: Judge = must) {
      judge(await world.queue.setDefaults(name, settings), accepted())
    },
    /** Publishes to the group; a refusal blocks the scenario. */
    publish: async (options?: RequestOptions) =>
      given(await world.queue.publish(name, options), accepted()),
  }
  if (defaults) await group.setDefaults(defaults)
  return group
}

const memberIn = (element: unknown, name: string): unknown =>
  (element as Record<string, unknown> | null | undefined)?.[name]

const messageIds = (answer: HttpMessage): readonly string[] =>
  [jsonOf(answer)]
    .flat()
    .map((element) => memberIn(element, 'messageId'))
    .filter((id) => typeof id === 'string')

const elements = (size: number): Matcher =>
  expects(`an array of ${size} elements with a "messageId" each`, jsonOf, (got, answer) => {
    const isWhole = Array.isArray(got) && got.length === size
    return isWhole && messageIds(answer).length === size
  })

/** Matches several header lines of one name, or one line with all values. */
const values = (name: string, ...wanted: readonly string[]): Matcher =>
  equals(`header ${name}`, wanted, (message) => headerOf(message, name)?.split(/\s*,\s*/))

const byDefault = { 'Forward-X-Contract': 'default' }
const arrivedByDefault = header('X-Contract', 'default')

/** A header that no setting forwards by name. */
const headers = [['X-Contract', 'kept']] as const

const FAN_OUT = 'queue.group.fans-out-to-every-endpoint'
const APPLY = 'queue.group.default-headers-apply'

/** Default headers of a group of one endpoint, and its delivery. */
const withDefaults = (
  title: string,
  id: IdOf<'group'>,
  defaults: DefaultSettings,
  arrive: readonly Matcher<Delivery>[],
  options?: RequestOptions,
) =>
  scenario(title, {
    id,
    async run(world) {
      const { name, delivery } = await openGroup(world, { defaults })
      must(await world.queue.publish(name, options), accepted())
      must(given(await delivery()), ...arrive)
    },
  })

export const groupScenarios = [
  scenario('group: a publish to the group id reaches the endpoint', {
    id: 'queue.group.published-by-id/reaches-endpoint',
    async run(world) {
      const { id, delivery } = await openGroup(world)
      if (id === undefined) throw new NotApplicable('the provider returns no id of a group')
      must(await world.queue.publish(percentEncoded(id)), accepted())

      must(await delivery())
    },
  }),

  ...sizes.map((size) =>
    scenario(`group of size ${size}: the body reaches each endpoint unchanged`, {
      id: `${FAN_OUT}/body-unchanged-for-size-${size}`,
      async run(world) {
        const { endpoints, publish } = await openGroup(world, { size })
        const type = [['Content-Type', 'application/octet-stream']] as const
        await publish({ headers: type, body: bytes })

        for (const { delivery } of endpoints) must(await delivery(), body(bytes))
      },
    }),
  ),

  scenario('group: each of 3 publishes reaches both endpoints', {
    id: `${FAN_OUT}/all-3-publishes`,
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2 })
      for (const [index, message] of ['one', 'two', 'three'].entries()) {
        await publish({ body: message })

        for (const { delivery } of endpoints) must(await delivery(index + 1), body(message))
      }
    },
  }),

  scenario('group: a publish reaches each endpoint once and no other group', {
    id: `${FAN_OUT}/once-and-no-other-group`,
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

  scenario('group: Svc-Method and a forwarded header reach both endpoints', {
    id: `${FAN_OUT}/method-and-forwarded-header`,
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2 })
      await publish({ settings: { Method: 'PUT', 'Forward-X-Contract': 'kept' } })

      for (const { delivery } of endpoints)
        must(await delivery(), method('PUT'), header('X-Contract', 'kept'))
    },
  }),

  scenario('group: Svc-Delay 3s delays the delivery to both endpoints', {
    id: `${FAN_OUT}/svc-delay-3s`,
    waits: seconds(3),
    async run(world) {
      const { queue, time } = world
      const plain = world.inbox()
      const { endpoints, name } = await openGroup(world, { size: 2 })
      const moment = (await time.now()) + seconds(3)
      for (const destination of [plain.url, name])
        given(await queue.publish(destination, { settings: { Delay: '3s' } }), accepted())
      const then = arrived(time, moment, { described: '3000 ms after it was published' })
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
    scenario(`group of 2 endpoints: a message sends its ${what} twice`, {
      id: `${FAN_OUT}/${calling.toLowerCase()}-sent-twice`,
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

  scenario('group: failed deliveries are retried only at the endpoints that failed', {
    id: `${FAN_OUT}/retry-only-at-failed-endpoint`,
    waits: seconds(10),
    async run(world) {
      const [one, other] = [world.inbox(failing), world.inbox(failing)]
      const [first, last] = [world.inbox(), world.inbox()]
      const { name } = await world.group(first, one, other, last)
      given(await world.queue.publish(name, { settings: { Retries: '2', ...atOnce } }), accepted())
      for (const { delivery } of [one, other, first, last]) given(await delivery())

      for (const { delivery, all } of [one, other]) {
        must(await delivery(2, quiet(world.time)))
        must(await all(quiet(world.time)), attempts(3))
      }
      for (const { all } of [first, last]) must(await all(quiet(world.time)), attempts(1))
    },
  }),

  ...sizes.map((size) =>
    scenario(`group of size ${size}: publish returns an array of length ${size}`, {
      id: `queue.group.answers-an-array/length-${size}`,
      async run(world) {
        const { publish } = await openGroup(world, { size })
        must(await publish(), elements(size))
      },
    }),
  ),

  scenario('two publishes to a group of 3 return 6 different message ids', {
    id: 'queue.group.answers-an-array/6-different-message-ids',
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

  observation('observes the result fields of a publish to a group, and delivered ids', {
    id: 'queue.group.element-fields/result-fields-and-delivery-id',
    async run(world) {
      const { name, url, delivery } = await openGroup(world, { size: 2 })
      const answer = await world.queue.publish(name)
      const [first] = [jsonOf(answer)].flat() as readonly unknown[]
      world.note('fields of an element', Object.keys(first ?? {}).toSorted())
      world.note('its url is that of the endpoint', memberIn(first, 'url') === url)
      const { headers } = await delivery()
      const ids = messageIds(answer)
      const carriers = headers.filter(([, value]) => ids.includes(value)).map(([each]) => each)
      world.note('headers of a delivery with the id of an element', carriers)
    },
  }),

  observation('observes the HTTP status of a publish to an unknown group', {
    id: 'queue.group.unknown/publish-status',
    needs: [],
    run: async ({ queue, id, note }) => note('status', (await queue.publish(id)).status),
  }),

  observation('observes the HTTP status of default headers set for an unknown group', {
    id: 'queue.group.unknown/set-default-headers-status',
    needs: [],
    run: async ({ queue, id, note }) =>
      note('status', (await queue.setDefaults(id, { Retries: '1' })).status),
  }),

  scenario('group: a default header is delivered to both endpoints', {
    id: `${APPLY}/both-endpoints`,
    async run(world) {
      const { endpoints, publish } = await openGroup(world, { size: 2, defaults: byDefault })
      await publish()

      for (const { delivery } of endpoints) must(given(await delivery()), arrivedByDefault)
    },
  }),

  observation('observes which wins: a header of the publish or the default of the group', {
    id: 'queue.group.default-or-own/message-header-or-group-default',
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      await setDefaults({ ...byDefault, Method: 'PUT' }, given)
      await publish({ settings: { 'Forward-X-Contract': 'own', Method: 'PATCH' } })
      const message = given(await delivery())

      world.note('forwarded header', headerOf(message, 'X-Contract'))
      world.note('method with PATCH in the message and PUT as the default', message.method)
    },
  }),

  withDefaults(
    'group: Svc-Forward- headers of the publish arrive beside default headers',
    `${APPLY}/forwarded-headers-kept`,
    byDefault,
    [arrivedByDefault, header('X-Own', 'own')],
    { settings: { 'Forward-X-Own': 'own' } },
  ),

  withDefaults(
    'group: default headers set as strings are delivered',
    'queue.group.default-header-string/default-headers-may-be-strings',
    { 'Forward-X-One': 'one', 'Forward-X-Two': 'two words; a="b"' },
    [header('X-One', 'one'), header('X-Two', 'two words; a="b"')],
  ),

  withDefaults(
    'group: default Svc-Method PUT makes the delivery a PUT',
    'queue.group.default-header-string/svc-method-put',
    { Method: 'PUT' },
    [method('PUT')],
  ),

  withDefaults(
    'group: a default header set as an array of 1 string is delivered',
    'queue.group.default-header-array/one-string',
    { 'Forward-X-Contract': ['default'] },
    [arrivedByDefault],
  ),

  withDefaults(
    'group: a default header set as an array has all values in order',
    'queue.group.default-header-array/all-strings-in-order',
    { 'Forward-X-Contract': ['second', 'first', 'third'], 'Forward-X-One': '1' },
    [values('X-Contract', 'second', 'first', 'third'), header('X-One', '1')],
  ),

  withDefaults(
    'group: default Svc-Header-Forward true delivers headers of the publish',
    'queue.group.default-forward-all/publish-headers-delivered',
    { 'Header-Forward': 'true' },
    [header('X-Contract', 'kept')],
    { headers },
  ),

  scenario('group: a default header set to a new value is delivered with that value', {
    id: `${APPLY}/new-value-if-set-twice`,
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      for (const [index, value] of ['first', 'second'].entries()) {
        await setDefaults({ 'Forward-X-Contract': value })
        await publish()

        must(given(await delivery(index + 1)), header('X-Contract', value))
      }
    },
  }),

  ...(
    [
      [
        'group: a publish to the URL of an endpoint has no default headers',
        'not-for-endpoint-url',
        (_, url) => Promise.resolve(url),
      ],
      [
        'group: default headers are not delivered for another group',
        'not-for-another-group',
        async (world, url) => (await world.group({ url })).name,
      ],
    ] as const satisfies readonly (readonly [
      title: string,
      id: string,
      destination: (world: QueueWorld, url: string) => Promise<string>,
    ])[]
  ).map(([title, id, destinationOf]) =>
    scenario(title, {
      id: `${APPLY}/${id}`,
      async run(world) {
        const { url, delivery, setDefaults, publish } = await openGroup(world)
        const destination = await destinationOf(world, url)
        await setDefaults(byDefault, given)
        await publish()
        given(await delivery(), arrivedByDefault)
        given(await world.queue.publish(destination), accepted())

        must(given(await delivery(2)), noHeader('X-Contract'))
      },
    }),
  ),

  observation('observes which wins: query svc-method or default Svc-Method of the group', {
    id: 'queue.publish.header-and-query-disagree/group-default-method',
    async run(world) {
      const { queue, note } = world
      const { name, delivery } = await openGroup(world)
      await queue.setDefaults(name, { Method: 'PUT' })
      await queue.publish(`${name}?${queue.queryPrefix}method=PATCH`)
      note('method with PATCH in the query and PUT as the default', (await delivery()).method)
    },
  }),

  observation('observes if setting a default header of a group removes the earlier one', {
    id: 'queue.group.default-headers-named-later/earlier-headers-kept-or-replaced',
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

  observation('observes which wins: Svc-Header-Forward false or the group default true', {
    id: 'queue.group.default-or-own/header-forward-false-or-default',
    async run(world) {
      const { delivery, setDefaults, publish } = await openGroup(world)
      await setDefaults({ 'Header-Forward': 'true' }, given)
      await publish({ headers, settings: { 'Header-Forward': 'false' } })
      const forwarded = headerOf(given(await delivery()), 'X-Contract')

      world.note('header of the request', forwarded === undefined ? 'not forwarded' : 'forwarded')
    },
  }),

  ...[0, 1, 2].map((retries) =>
    scenario(
      `group with default Svc-Retries ${retries}: the number of attempts is ${1 + retries}`,
      {
        id: `queue.group.default-retries/svc-retries-${retries}`,
        waits: seconds(2),
        async run(world) {
          const group = await openGroup(world, { answer: failing })
          await group.publish({ settings: { Retries: '1', ...atOnce } })
          given(await group.delivery(2, quiet(world.time)))
          await group.setDefaults({ Retries: String(retries) })
          await group.publish({ settings: atOnce, body: 'own' })
          // In real time, a retry may be late.
          must(await group.delivery(2 + 1 + retries))

          must(await group.all(quiet(world.time)), attempts(2 + 1 + retries))
        },
      },
    ),
  ),

  observation('observes the attempts for Svc-Retries 1 if the group default is 2', {
    id: 'queue.group.default-or-own/attempts-for-retries-1-default-2',
    waits: seconds(2),
    async run(world) {
      const group = await openGroup(world, { answer: failing })
      await group.setDefaults({ Retries: '2', ...atOnce }, given)
      await group.publish({ settings: { Retries: '1' } })
      given(await group.delivery())

      world.note('attempts', (await group.all(quiet(world.time))).deliveries.length)
    },
  }),

  observation('observes the fields of a group at GET /v2/topics/{group-name}', {
    id: 'queue.group.fields/get-v2-topics-name-fields',
    async run(world) {
      const { queue, note } = world
      const { name } = await openGroup(world)
      const answer = await queue.send('GET', `/v2/topics/${percentEncoded(name)}`)
      note('status of GET /v2/topics/{group-name}', answer.status)
      note('fields of the group', Object.keys(jsonOf(answer) ?? {}).toSorted())
      note('its name is that name', memberOf(answer, 'name') === name)
    },
  }),

  observation('observes the HTTP status of GET /v2/topics', {
    id: 'queue.group.creation/get-v2-topics-status',
    needs: [],
    run: async ({ queue, note }) =>
      note('status of GET /v2/topics', (await queue.send('GET', '/v2/topics')).status),
  }),

  scenario('group: default Svc-Method and Svc-Retries apply to each of 3 publishes', {
    id: `${APPLY}/default-settings-apply-to-every-publish`,
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
