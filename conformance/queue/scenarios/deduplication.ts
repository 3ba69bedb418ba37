// What is published once though it is asked for again: by an id, or by its content.

import { jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { attempts, member, text } from '../fixtures/matchers.js'
import type { RequestOptions } from '../fixtures/client.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

/** As much time as shows that nothing more is delivered, and far less than a duplicate is known for. */
const quiet = seconds(2)

const byContent = { 'Content-Based-Deduplication': 'true' }

const byId = (id: string) => ({ 'Deduplication-Id': id })

type Inbox = ReturnType<QueueWorld['inbox']>

type Settings = NonNullable<RequestOptions['settings']>

/**
 * An inbox, and a way to publish to it: a message that is refused breaks the rule, unless `judge` says
 * otherwise. Every body begins
 * with the scenario's own id, so that it is no duplicate of another scenario's.
 */
function open(
  { queue, inbox, id }: QueueWorld,
  judge: typeof must | typeof given = must,
): Inbox & { publish: Publish } {
  const opened = inbox()
  return Object.assign(opened, {
    async publish(settings: Settings, { query, body = '', ...options }: More = {}) {
      const own = Buffer.concat([Buffer.from(id), Buffer.from(body)])
      const url = query === undefined ? opened.url : `${opened.url}?${query}`
      const answer = await queue.publish(url, { ...options, body: own, settings })
      judge(answer, accepted())
      return answer
    },
  })
}

interface More extends RequestOptions {
  /** Appended to the destination's URL, raw. */
  readonly query?: string
}

type Publish = (settings: Settings, more?: More) => Promise<Exchange>

/** An answer that says of its message that it was not sent. */
const deduplicated = () => member('deduplicated', true)

/** An answer that says nothing of the kind. */
const sent = (): Matcher<Exchange> => (answer) =>
  memberOf(answer, 'deduplicated') === true
    ? lacks('an answer without "deduplicated": true', jsonOf(answer))
    : undefined

/** One message, the same again and another one: what to publish each with. */
interface Family {
  readonly what: string
  readonly rule: 'queue.deduplication.one-message-per-id' | 'queue.deduplication.content-based'
  readonly one: (id: string, queryPrefix: string) => readonly [Settings, More?]
  readonly again: (id: string, queryPrefix: string) => readonly [Settings, More?]
  readonly other: (id: string) => readonly [Settings, More?]
}

const ID = 'queue.deduplication.one-message-per-id'
const CONTENT = 'queue.deduplication.content-based'

const families: readonly Family[] = [
  {
    what: 'of two messages with one id',
    rule: ID,
    one: (id) => [byId(id)],
    again: (id) => [byId(id)],
    other: (id) => [byId(`${id}-other`)],
  },
  {
    what: 'of two messages with one id and another body',
    rule: ID,
    one: (id) => [byId(id)],
    again: (id) => [byId(id), { body: 'another message' }],
    other: (id) => [byId(`${id}-other`), { body: 'another message' }],
  },
  {
    what: 'of two messages with one id, the second time in the query,',
    rule: ID,
    one: (id) => [byId(id)],
    again: (id, prefix) => [{}, { query: `${prefix}deduplication-id=${id}` }],
    other: (id) => [byId(`${id}-other`)],
  },
  {
    what: 'of two messages with equal content',
    rule: CONTENT,
    one: () => [byContent],
    again: () => [byContent],
    other: () => [{}],
  },
  {
    what: 'of two messages with equal content, asked for in the query,',
    rule: CONTENT,
    one: (_, prefix) => [{}, { query: `${prefix}content-based-deduplication=true` }],
    again: (_, prefix) => [{}, { query: `${prefix}content-based-deduplication=true` }],
    other: () => [{}],
  },
  {
    what: 'of two messages with equal content and equal headers',
    rule: CONTENT,
    one: () => [{ ...byContent, 'Forward-X-Own': 'kept' }],
    again: () => [{ ...byContent, 'Forward-X-Own': 'kept' }],
    other: () => [{ 'Forward-X-Own': 'kept' }],
  },
]

/** Messages with a setting that are not duplicates of each other. */
const strangers: readonly {
  readonly what: string
  readonly rule: Family['rule']
  readonly of: (id: string) => readonly [Settings, Settings]
}[] = [
  { what: 'different ids', rule: ID, of: (id) => [byId(id), byId(`${id}-2`)] },
  {
    what: 'ids that differ in case',
    rule: ID,
    of: (id) => [byId(`${id}-a`), byId(`${id}-A`)],
  },
  { what: 'an id, and the second one without it', rule: ID, of: (id) => [byId(id), {}] },
  { what: 'equal content and no setting', rule: CONTENT, of: () => [{}, {}] },
  {
    what: 'equal content where the setting is false',
    rule: CONTENT,
    of: () => {
      const off = { 'Content-Based-Deduplication': 'false' }
      return [off, off]
    },
  },
]

/** Pairs of messages that have the same destination and not the same content. */
const contents: readonly (readonly [
  what: string,
  rule:
    | 'queue.deduplication.content-differs-in-body'
    | 'queue.deduplication.content-differs-in-headers',
  first: RequestOptions,
  second: RequestOptions,
])[] = [
  [
    'another body',
    'queue.deduplication.content-differs-in-body',
    { body: 'one' },
    { body: 'other' },
  ],
  [
    'a body that differs in case',
    'queue.deduplication.content-differs-in-body',
    { body: 'one' },
    { body: 'One' },
  ],
  [
    'a body that is longer by its end',
    'queue.deduplication.content-differs-in-body',
    { body: 'one' },
    { body: 'one\n' },
  ],
  [
    'a body that differs in bytes which are no UTF-8',
    'queue.deduplication.content-differs-in-body',
    { body: Uint8Array.of(0xfe) },
    { body: Uint8Array.of(0xff) },
  ],
  [
    'another value of a header',
    'queue.deduplication.content-differs-in-headers',
    { settings: { 'Forward-X-Own': 'one' } },
    { settings: { 'Forward-X-Own': 'other' } },
  ],
  [
    'another name of a header',
    'queue.deduplication.content-differs-in-headers',
    { settings: { 'Forward-X-Own': 'one' } },
    { settings: { 'Forward-X-Other': 'one' } },
  ],
  [
    'a header more',
    'queue.deduplication.content-differs-in-headers',
    {},
    { settings: { 'Forward-X-Own': 'one' } },
  ],
  [
    'another content type',
    'queue.deduplication.content-differs-in-headers',
    { headers: [['Content-Type', 'text/plain']] },
    { headers: [['Content-Type', 'text/csv']] },
  ],
]

export const deduplicationScenarios = [
  ...families.map(({ what, rule, one, again, other }) =>
    scenario(`${what} one is delivered`, {
      rule,
      waits: quiet,
      async run(world) {
        const { id, queue } = world
        const { publish, delivery, all } = open(world)
        await publish(...one(id, queue.queryPrefix))
        given(await delivery())
        await publish(...other(id))
        given(await delivery(2))

        await publish(...again(id, queue.queryPrefix))
        must(await all(quiet), attempts(2))
      },
    }),
  ),

  ...(
    [
      ['one id', ID, byId],
      ['equal content', CONTENT, () => byContent],
    ] as const
  ).flatMap(([what, rule, settingsOf]) => [
    scenario(`of three messages with ${what} one is delivered`, {
      rule,
      waits: quiet,
      async run(world) {
        const { publish, delivery, all } = open(world)
        const settings = settingsOf(world.id)
        for (let n = 0; n < 3; n++) await publish(settings)
        given(await delivery())

        must(await all(quiet), attempts(1))
      },
    }),

    scenario(`of eight messages at once with ${what} one is delivered`, {
      rule,
      waits: quiet,
      async run(world) {
        const { publish, delivery, all } = open(world)
        const settings = settingsOf(world.id)
        const eight = Array.from({ length: 8 })
        // Connections are opened one after the other, and what is sent on them then is not at once.
        const other = open(world)
        await Promise.all(eight.map(() => other.publish({})))

        await Promise.all(eight.map(() => publish(settings)))
        given(await delivery())

        must(await all(quiet), attempts(1))
      },
    }),
  ]),

  scenario('an id stands for one message whatever the destination', {
    rule: ID,
    waits: quiet,
    async run(world) {
      const [one, other] = [open(world), open(world)]
      await one.publish(byId(world.id))
      given(await one.delivery())
      await other.publish({})
      given(await other.delivery())

      await other.publish(byId(world.id))
      must(await other.all(quiet), attempts(1))
    },
  }),

  scenario('an id stands for one message though that one could not be delivered', {
    rule: ID,
    waits: 2 * quiet,
    async run({ queue, inbox, id }) {
      const { url, delivery, all } = inbox(() => ({ status: 500 }))
      const settings = { ...byId(id), Retries: '0' }
      given(await queue.publish(url, { settings }), accepted())
      given(await delivery())
      given(await all(quiet), attempts(1))

      given(await queue.publish(url, { settings }), accepted())
      must(await all(quiet), attempts(1))
    },
  }),

  // Whether an id is for a whole group or for each endpoint of it is open: with one it is the same.
  scenario('of two messages to a group with one id one is delivered', {
    rule: ID,
    needs: ['group'],
    waits: 2 * quiet,
    async run({ queue, inbox, group, id }) {
      const { url, delivery, all } = inbox()
      const { name } = await group({ url })
      given(await queue.publish(name, { settings: byId(id) }), accepted())
      given(await delivery())
      given(await queue.publish(name, { settings: byId(`${id}-other`) }), accepted())
      given(await delivery(2))
      given(await all(quiet), attempts(2))

      given(await queue.publish(name, { settings: byId(id) }), accepted())
      must(await all(quiet), attempts(2))
    },
  }),

  ...strangers.map(({ what, rule, of }) =>
    scenario(`two messages with ${what} are both delivered`, {
      rule,
      async run(world) {
        const { publish, delivery } = open(world)
        const [one, other] = of(world.id)
        await publish(one)
        given(await delivery())

        must(await publish(other), sent())
        must(await delivery(2))
      },
    }),
  ),

  observation('how long an id is remembered', {
    rule: 'queue.deduplication.window',
    waits: days(1) + minutes(1),
    async run(world) {
      const { publish, delivery } = open(world, given)
      const moments = [minutes(1), minutes(10) - 1, minutes(10), hours(1), days(1)]
      // An id for each moment: to ask may be to remember again.
      for (const moment of moments) await publish(byId(`${world.id}-${moment}`))
      await delivery(moments.length)

      let passed = 0
      for (const moment of moments) {
        await world.time.pass(moment - passed)
        passed = moment
        const answer = await publish(byId(`${world.id}-${moment}`))
        const known = memberOf(answer, 'deduplicated') === true
        world.note(`after ${moment / 1000} seconds`, known ? 'remembered' : 'forgotten')
      }
    },
  }),

  scenario('content with another destination is no duplicate', {
    rule: 'queue.deduplication.content-differs-in-destination',
    waits: quiet,
    async run(world) {
      const [one, other] = [open(world), open(world)]
      await knowsDuplicates(one, byContent)

      must(await other.publish(byContent), sent())
      must(await other.delivery())
    },
  }),

  scenario('content with another query of its destination is no duplicate', {
    rule: 'queue.deduplication.content-differs-in-destination',
    waits: quiet,
    async run(world) {
      const inbox = open(world)
      await knowsDuplicates(inbox, byContent)

      must(await inbox.publish(byContent, { query: 'other' }), sent())
      must(await inbox.delivery(2))
    },
  }),

  ...contents.map(([what, rule, first, second]) =>
    scenario(`content with ${what} is no duplicate`, {
      rule,
      waits: quiet,
      async run(world) {
        const inbox = open(world)
        await knowsDuplicates(inbox, { ...byContent, ...first.settings }, first)

        must(await inbox.publish({ ...byContent, ...second.settings }, second), sent())
        must(await inbox.delivery(2))
      },
    }),
  ),

  ...(
    [
      ['an id', byId],
      ['content', () => byContent],
    ] as const
  ).map(([what, settingsOf]) =>
    scenario(`a duplicate of ${what} is answered so`, {
      rule: 'queue.deduplication.deduplicated-field',
      async run(world) {
        const { publish, delivery } = open(world)
        const settings = settingsOf(world.id)
        await publish(settings)
        given(await delivery())

        must(await publish(settings), deduplicated())
      },
    }),
  ),

  scenario('a duplicate to a group is answered so', {
    rule: 'queue.deduplication.deduplicated-field',
    needs: ['group'],
    async run({ queue, inbox, group, id }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      given(await queue.publish(name, { settings: byId(id) }), accepted())
      given(await delivery())
      const answer = given(await queue.publish(name, { settings: byId(id) }), accepted())

      must(given(onlyElement(answer), text('messageId')), deduplicated())
    },
  }),

  scenario('a message that is no duplicate is not answered as one', {
    rule: 'queue.deduplication.deduplicated-field',
    async run(world) {
      const { publish } = open(world)
      await publish(byId(`${world.id}-1`))
      given(await publish(byId(`${world.id}-1`)), deduplicated())
      for (const settings of [{}, byId(world.id), byId(`${world.id}-2`), byContent])
        must(await publish(settings), sent())
    },
  }),

  ...(
    [
      ['by its id', byId],
      ['by its content', () => byContent],
    ] as const
  ).map(([how, settingsOf]) =>
    scenario(`what is answered as a duplicate ${how} is not sent`, {
      rule: 'queue.deduplication.duplicate-is-not-sent',
      waits: quiet,
      async run(world) {
        const { publish, delivery, all } = open(world)
        const settings = settingsOf(world.id)
        await publish(settings)
        given(await delivery())
        given(await publish(settings), deduplicated())

        must(await all(quiet), attempts(1))
      },
    }),
  ),

  observation('whether a duplicate is answered with the id of the first message', {
    rule: 'queue.deduplication.id-of-a-duplicate',
    async run(world) {
      const { publish } = open(world, given)
      for (const settings of [byId(world.id), byContent]) {
        const first = memberOf(await publish(settings), 'messageId')
        const second = memberOf(await publish(settings), 'messageId')
        world.note(Object.keys(settings).join(), second === first ? 'the same id' : 'another id')
      }
    },
  }),

  observation('what of a message is content beside its destination, body and headers', {
    rule: 'queue.deduplication.content-that-counts',
    async run(world) {
      const query = `${world.queue.queryPrefix}content-based-deduplication=true`
      const pairs: Readonly<Record<string, readonly (readonly [Settings, More?])[]>> = {
        'the setting in header and query': [[byContent], [{}, { query }]],
        'the setting at the second one alone': [[{}], [byContent]],
        'another method setting': [[byContent], [{ ...byContent, Method: 'PUT' }]],
        'another user agent': [[byContent], [byContent, { headers: [['User-Agent', 'another']] }]],
      }
      for (const [what, pair] of Object.entries(pairs)) {
        const { publish } = open(world, given)
        const answers = []
        for (const message of pair) answers.push(await publish(...message))
        const known = memberOf(answers.at(-1)!, 'deduplicated') === true
        world.note(what, known ? 'a duplicate' : 'no duplicate')
      }
    },
  }),

  observation('the status of a duplicate', {
    rule: 'queue.deduplication.status',
    async run(world) {
      const { publish } = open(world, given)
      await publish(byId(world.id))
      world.note('status', (await publish(byId(world.id))).status)
    },
  }),
]

/** The element of an answer to a group of one endpoint, as a message of its own; nothing without it. */
function onlyElement(answer: Exchange): Exchange {
  const got = jsonOf(answer)
  const elements: readonly unknown[] = Array.isArray(got) ? got : []
  const only = elements.length === 1 ? elements[0] : null
  return { ...answer, body: Buffer.from(JSON.stringify(only)) }
}

/** Sees that equal content is sent once: without that, nothing can be said of other content. */
async function knowsDuplicates(
  { publish, delivery, all }: ReturnType<typeof open>,
  settings: Settings,
  more?: More,
): Promise<void> {
  await publish(settings, more)
  given(await delivery())
  await publish(settings, more)
  given(await all(quiet), attempts(1))
}
