// Deduplication of messages, by an id or by their content.

import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { days, hours, minutes, seconds } from '../../core/time.js'
import { asMessage, jsonOf, memberOf, type Exchange } from '../../wire/exchange.js'
import { attempts, latest } from '../fixtures/arrivals.js'
import type { RequestOptions, PublishSettings } from '../fixtures/client.js'
import type { QueueInbox } from '../fixtures/inbox.js'
import type { Judge } from '../fixtures/matchers.js'
import { member, text } from '../fixtures/members.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

/** Milliseconds without another delivery, far fewer than an id is remembered. */
const quiet = seconds(2)

const byContent = { 'Content-Based-Deduplication': 'true' }

const byId = (id: string) => ({ 'Deduplication-Id': id })

/** Opens an inbox to publish to. Every body begins with the scenario's id, so that it is unique. */
function open({ queue, inbox, id }: QueueWorld, judge: Judge = must) {
  const opened = inbox()
  return Object.assign(opened, {
    publish: async (settings: PublishSettings, { query, body = '', ...options }: More = {}) => {
      const own = Buffer.concat([Buffer.from(id), Buffer.from(body)])
      const url = query === undefined ? opened.url : `${opened.url}?${query}`
      const answer = await queue.publish(url, { ...options, body: own, settings })
      judge(answer, accepted())
      return answer
    },
  })
}

interface More extends RequestOptions {
  readonly query?: string
}

const sent = (): Matcher<Exchange> => (answer) =>
  memberOf(answer, 'deduplicated') === true
    ? lacks('an answer without "deduplicated": true', jsonOf(answer))
    : undefined

const ID = 'queue.deduplication.one-message-per-id'
const CONTENT = 'queue.deduplication.content-based'

type Message = readonly [PublishSettings, More?]

/** Messages to one inbox; only the first of each row is delivered. */
const families: readonly {
  readonly title: string
  readonly id: string
  readonly rule: typeof ID | typeof CONTENT
  readonly rows: (id: string, queryPrefix: string) => Readonly<Record<string, readonly Message[]>>
}[] = [
  {
    title: 'messages with one Svc-Deduplication-Id: only the first is delivered',
    id: 'one-of-several',
    rule: ID,
    rows: (id, prefix) => ({
      'the same three times': Array.from({ length: 3 }, () => [byId(`${id}-1`)] as const),
      'another body': [[byId(`${id}-2`)], [byId(`${id}-2`), { body: 'another message' }]],
      'the id in the query': [
        [byId(`${id}-3`)],
        [{}, { query: `${prefix}deduplication-id=${id}-3` }],
      ],
    }),
  },
  {
    title: 'content deduplication: of equal messages only the first is delivered',
    id: 'one-of-several',
    rule: CONTENT,
    rows: (_, prefix) => {
      const inQuery: Message = [{}, { query: `${prefix}content-based-deduplication=true` }]
      const withHeader: Message = [{ ...byContent, 'Forward-X-Own': 'kept' }]
      return {
        'the same three times': [[byContent], [byContent], [byContent]],
        'the setting in the query': [inQuery, inQuery],
        'equal headers': [withHeader, withHeader],
      }
    },
  },
]

const strangers: readonly {
  readonly what: string
  readonly id: string
  readonly rule: typeof ID | typeof CONTENT
  readonly of: (id: string) => readonly [PublishSettings, PublishSettings]
}[] = [
  {
    what: 'with different deduplication ids',
    id: 'different-ids',
    rule: ID,
    of: (id) => [byId(id), byId(`${id}-2`)],
  },
  {
    what: 'with deduplication ids A and a',
    id: 'case',
    rule: ID,
    of: (id) => [byId(`${id}-a`), byId(`${id}-A`)],
  },
  {
    what: 'with long, similar deduplication ids',
    id: 'long-ids',
    rule: ID,
    of: (id) => [byId(`${id.padEnd(99, '-')}1`), byId(`${id.padEnd(99, '-')}2`)],
  },
  {
    what: 'of which one has a deduplication id',
    id: 'second-without',
    rule: ID,
    of: (id) => [byId(id), {}],
  },
  {
    what: 'with equal content and no deduplication',
    id: 'no-setting',
    rule: CONTENT,
    of: () => [{}, {}],
  },
  {
    what: 'with content deduplication false',
    id: 'false',
    rule: CONTENT,
    of: () => {
      const off = { 'Content-Based-Deduplication': 'false' }
      return [off, off]
    },
  },
]

const longText = 'long '.repeat(20_000)

/** Messages to one destination with different content. */
const contents: readonly {
  readonly rule:
    'queue.deduplication.content-differs-in-body' | 'queue.deduplication.content-differs-in-headers'
  readonly id: string
  readonly what: string
  readonly first: RequestOptions
  readonly others: Readonly<Record<string, RequestOptions>>
}[] = [
  {
    rule: 'queue.deduplication.content-differs-in-body',
    id: 'not-a-duplicate',
    what: 'another body',
    first: { body: 'one' },
    others: {
      'another body': { body: 'other' },
      'another case': { body: 'One' },
      'one more line break': { body: 'one\n' },
      'bytes that are not UTF-8': { body: Uint8Array.of(0xfe) },
      'other bytes that are not UTF-8': { body: Uint8Array.of(0xff) },
    },
  },
  {
    rule: 'queue.deduplication.content-differs-in-body',
    id: 'long-body',
    what: 'another long body',
    first: { body: `1${longText}1` },
    others: {
      'another end': { body: `1${longText}2` },
      'another beginning': { body: `2${longText}1` },
    },
  },
  {
    rule: 'queue.deduplication.content-differs-in-headers',
    id: 'not-a-duplicate',
    what: 'other headers',
    first: { settings: { 'Forward-X-Own': 'one' } },
    others: {
      'another value of a header': { settings: { 'Forward-X-Own': 'other' } },
      'another name of a header': { settings: { 'Forward-X-Other': 'one' } },
      'one header less': {},
      'a content type': { headers: [['Content-Type', 'text/plain']] },
      'another content type': { headers: [['Content-Type', 'text/csv']] },
    },
  },
]

export const deduplicationScenarios = [
  ...families.map(({ title, id, rule, rows }) =>
    scenario(title, {
      id: `${rule}/${id}`,
      waits: quiet,
      async run(world) {
        const own = Object.entries(rows(world.id, world.queue.queryPrefix))
        const inboxes: Record<string, QueueInbox> = {}
        for (const [what, [first, ...others]] of own) {
          const { publish, ...opened } = open(world)
          inboxes[what] = opened
          await publish(...first!)
          given(await opened.delivery())
          for (const other of others) await publish(...other)
        }
        await world.time.pass(quiet)
        await eachRow(inboxes, async ({ all }) => must(await all(0), attempts(1)))
      },
    }),
  ),

  ...(
    [
      ['one deduplication id', ID, byId],
      ['equal content', CONTENT, () => byContent],
    ] as const
  ).map(([what, rule, settingsOf]) =>
    scenario(`5 messages at once with ${what}: only one is delivered`, {
      id: `${rule}/at-once`,
      waits: quiet,
      async run(world) {
        const { publish, delivery, all } = open(world)
        const settings = settingsOf(world.id)
        const five = Array.from({ length: 5 })
        // Opens the connections first, so that the messages are sent at the same time.
        const other = open(world)
        await Promise.all(five.map(() => other.publish({})))

        await Promise.all(five.map(() => publish(settings)))
        given(await delivery())

        must(await all(quiet), attempts(1))
      },
    }),
  ),

  scenario('same deduplication id and Svc-Delay 2s: only the first is delivered', {
    id: `${ID}/delayed`,
    waits: seconds(2) + quiet,
    async run(world) {
      const { publish, delivery, all } = open(world)
      const settings = { ...byId(world.id), Delay: '2s' }
      await publish(settings)
      await publish(settings)
      given(await delivery(1, latest(seconds(2))))

      must(await all(quiet), attempts(1))
    },
  }),

  scenario('same deduplication id at two URLs: only the first message is delivered', {
    id: `${ID}/another-destination`,
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

  scenario('a second message with the deduplication id of a failed one is not sent', {
    id: `${ID}/not-delivered`,
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

  // The group has one endpoint, because the contract does not say if an id counts for the group or for
  // each endpoint.
  scenario('group: a second message with the same deduplication id is not delivered', {
    id: `${ID}/group`,
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

  ...strangers.map(({ what, id, rule, of }) =>
    scenario(`two messages ${what}: both are delivered`, {
      id: `${rule}/both-${id}`,
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

  observation('observes for how long a deduplication id suppresses duplicates', {
    id: 'queue.deduplication.window/window',
    waits: days(1) + minutes(1),
    async run(world) {
      const { publish, delivery } = open(world, given)
      const moments = [minutes(1), minutes(10) - 1, minutes(10), hours(1), days(1)]
      // One id for each time, as a duplicate may extend the memory.
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

  scenario('content deduplication: an equal message to another URL or query is sent', {
    id: 'queue.deduplication.content-differs-in-destination/another-url-or-query',
    waits: quiet,
    async run(world) {
      const [one, other] = [open(world), open(world)]
      await knowsDuplicates(one, byContent)

      must(await other.publish(byContent), sent())
      must(await other.delivery())
      must(await one.publish(byContent, { query: 'other' }), sent())
      must(await one.delivery(2))

      // The URL and the body, one after the other, are the same text.
      const shifted = [
        ['?q=', `${world.id} x`],
        [`?q=${world.id}`, ' x'],
      ] as const
      for (const [query, body] of shifted)
        must(
          await world.queue.publish(one.url + query, { settings: byContent, body }),
          accepted(),
          sent(),
        )
      must(await one.delivery(4))
    },
  }),

  ...contents.map(({ rule, id, what, first, others }) =>
    scenario(`content deduplication: a message with ${what} is delivered`, {
      id: `${rule}/${id}`,
      waits: quiet,
      async run(world) {
        const inbox = open(world)
        await knowsDuplicates(inbox, { ...byContent, ...first.settings }, first)

        await eachRow(others, async (other) => {
          const before = inbox.deliveries.length
          must(await inbox.publish({ ...byContent, ...other.settings }, other), sent())
          must(await inbox.delivery(before + 1))
        })
      },
    }),
  ),

  ...(
    [
      ['deduplication id', 'repeated-id', byId],
      ['content deduplication', 'content', () => byContent],
    ] as const
  ).map(([what, id, settingsOf]) =>
    scenario(`${what}: a repeated publish returns "deduplicated": true`, {
      id: `queue.deduplication.deduplicated-field/${id}`,
      async run(world) {
        const { publish, delivery } = open(world)
        const settings = settingsOf(world.id)
        await publish(settings)
        given(await delivery())

        must(await publish(settings), member('deduplicated', true))
      },
    }),
  ),

  scenario('group: publish of a duplicate message returns "deduplicated": true', {
    id: 'queue.deduplication.deduplicated-field/group',
    needs: ['group'],
    async run({ queue, inbox, group, id }) {
      const { url, delivery } = inbox()
      const { name } = await group({ url })
      given(await queue.publish(name, { settings: byId(id) }), accepted())
      given(await delivery())
      const answer = given(await queue.publish(name, { settings: byId(id) }), accepted())

      // A group of one endpoint returns one element.
      const elements = [jsonOf(answer)].flat()
      const only = asMessage(elements.length === 1 ? elements[0] : null)
      must(given(only, text('messageId')), member('deduplicated', true))
    },
  }),

  scenario('publish that is not a duplicate returns no "deduplicated": true', {
    id: 'queue.deduplication.deduplicated-field/no-duplicate',
    async run(world) {
      const { publish } = open(world)
      await publish(byId(`${world.id}-1`))
      given(await publish(byId(`${world.id}-1`)), member('deduplicated', true))
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
    scenario(`a duplicate ${how} ("deduplicated": true) is not delivered`, {
      id: `queue.deduplication.duplicate-is-not-sent/${how.replaceAll(' ', '-')}`,
      waits: quiet,
      async run(world) {
        const { publish, delivery, all } = open(world)
        const settings = settingsOf(world.id)
        await publish(settings)
        given(await delivery())
        given(await publish(settings), member('deduplicated', true))

        must(await all(quiet), attempts(1))
      },
    }),
  ),

  observation('observes if a duplicate gets the messageId of the first message', {
    id: 'queue.deduplication.id-of-a-duplicate/message-id',
    async run(world) {
      const { publish } = open(world, given)
      for (const settings of [byId(world.id), byContent]) {
        const first = memberOf(await publish(settings), 'messageId')
        const second = memberOf(await publish(settings), 'messageId')
        world.note(Object.keys(settings).join(), second === first ? 'the same id' : 'another id')
      }
    },
  }),

  observation('observes if content deduplication compares method and User-Agent too', {
    id: 'queue.deduplication.content-that-counts/content',
    async run(world) {
      const query = `${world.queue.queryPrefix}content-based-deduplication=true`
      const pairs: Readonly<Record<string, readonly (readonly [PublishSettings, More?])[]>> = {
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

  observation('observes the HTTP status of a publish that is a duplicate', {
    id: 'queue.deduplication.status/status',
    async run(world) {
      const { publish } = open(world, given)
      await publish(byId(world.id))
      world.note('status', (await publish(byId(world.id))).status)
    },
  }),
]

/** Blocks the scenario unless equal content is sent once. */
async function knowsDuplicates(
  { publish, delivery, all }: ReturnType<typeof open>,
  settings: PublishSettings,
  more?: More,
): Promise<void> {
  await publish(settings, more)
  given(await delivery())
  await publish(settings, more)
  given(await all(quiet), attempts(1))
}
