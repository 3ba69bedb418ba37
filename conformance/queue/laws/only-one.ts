// Only one message with a deduplication id is published, or with the same destination, body and headers,
// whatever happened to the first one. A publish that is refused uses up no id.

import { dimension, namesIn, type Value, without } from '../../core/law.js'
import { given, must, NotApplicable, under } from '../../core/judgement.js'
import { accepted, lacks, refused } from '../../core/matchers.js'
import { seconds } from '../../core/time.js'
import { jsonOf, type Exchange, type HttpMessage } from '../../wire/exchange.js'
import { destination, place } from '../dimensions.js'
import { attempts } from '../fixtures/arrivals.js'
import type { Arrivals, QueueInbox } from '../fixtures/inbox.js'
import { publisherTo, type Lines, type Publishing } from '../fixtures/publishing.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

const once = 'queue.deduplication.one-message-per-id'
const content = 'queue.deduplication.content-based'
const differs = (part: 'body' | 'headers' | 'destination') =>
  `queue.deduplication.content-differs-in-${part}` as const

const by = dimension<Value & { readonly lines: (id: string) => Lines }>('', {
  'by an id': { lines: (id) => [['Deduplication-Id', id]], rule: once },
  'by its content': {
    lines: () => [['Content-Based-Deduplication', 'true']],
    rule: content,
  },
})

/** The course of the first message. */
interface First extends Value {
  readonly lines?: Lines
  readonly status?: number
  readonly isRefused?: true
  readonly isDelayed?: true
  /** True if no message is published before the others. */
  readonly isAtOnce?: true
}

const first = dimension<First>('', {
  'after a delivery': {},
  'after a delivery that fails': { status: 500, lines: [['Retries', '0']] },
  'while it is delayed': { lines: [['Delay', '2s']], isDelayed: true },
  'at the same time': { isAtOnce: true },
  'after a publish that is refused': { lines: [['Delay', 'soon']], isRefused: true },
})

/** The difference between a second message and the first one. */
interface Difference extends Value {
  readonly id?: (id: string) => string
  readonly body?: (body: string) => string | Uint8Array
  /** The number of characters of the first body, 3,000 by default. */
  readonly length?: number
  readonly type?: string
  readonly lines?: Lines
  /** The end of its URL, and that of the first message. */
  readonly to?: string
  readonly after?: string
  readonly isOff?: true
  readonly isPlain?: true
}

const ofBody = (body: (body: string) => string | Uint8Array): Difference => ({
  body,
  rule: differs('body'),
})
const ofHeaders = (of: Difference): Difference => ({ ...of, rule: differs('headers') })
const ofUrl = (of: Difference): Difference => ({ ...of, rule: differs('destination') })
const ofId = (id: (id: string) => string): Difference => ({ id, rule: once })
const ownHeader = (value: string): Lines => [['Forward-X-Own', value]]

const second = dimension<Difference>('', {
  'an equal message': {},
  'another beginning of the body': ofBody((body) => `-${body.slice(1)}`),
  'another end of the body': ofBody((body) => `${body.slice(0, -1)}-`),
  'another end of a body of 100,000 bytes': {
    ...ofBody((body) => `${body.slice(0, -1)}-`),
    length: 100_000,
  },
  'the body in another case': ofBody((body) => body.toUpperCase()),
  'a line break more in the body': ofBody((body) => `${body}\n`),
  'a body that is cut': ofBody((body) => body.slice(0, 2_000)),
  'a byte more in the body': ofBody((body) => Buffer.from(`${body}\xff`, 'latin1')),
  'another value of a header': ofHeaders({ lines: ownHeader('two') }),
  'a header more': ofHeaders({ lines: [...ownHeader('one'), ['Forward-X-More', 'one']] }),
  'a header less': ofHeaders({ lines: [] }),
  'another content type': ofHeaders({ type: 'text/csv' }),
  'another path': ofUrl({ to: '/other' }),
  'another query': ofUrl({ to: '?other' }),
  'another URL with the same text': ofUrl({
    after: '?a=',
    to: '?a=a',
    body: (body) => body.slice(1),
  }),
  'the id in another case': ofId((id) => id.toUpperCase()),
  'a longer id': ofId((id) => `${id}1`),
  'no deduplication': { isPlain: true },
  'content deduplication off': { isOff: true },
})
const named = (pattern: RegExp) => namesIn(second).filter((name) => pattern.test(name))

/** The lines of a message that says that it is none to compare. */
const off: Lines = [['Content-Based-Deduplication', 'false']]

/** Values after which the others are the only messages. */
const alone = ['at the same time', 'after a publish that is refused']

const groups = namesIn(destination).filter((name) => /group$/.test(name))
const toRun = 'to start a run'
const to = dimension<Value & { readonly by: 'url' | 'name' | 'id' }>('', {
  ...Object.fromEntries(['to a URL', ...groups].map((name) => [name, destination.values[name]!])),
  [toRun]: { by: 'url', rule: once },
})

const number = dimension<Value & { readonly more: number }>('', {
  once: { more: 1 },
  'three times': { more: 3 },
})

const spelling = dimension<Value & { readonly of: (id: string) => string }>('an id', {
  'of letters': { of: (id) => `${id}-a` },
  'of signs': { of: (id) => `${id}a:/?&=#%41+ ,"{}` },
  'of 200 characters': { of: (id) => id.padEnd(200, '-') },
})

export const onlyOne = law({
  id: 'only-one',
  title: 'only one message of several is published',
  over: {
    by,
    second,
    first,
    to,
    place: without(place, 'as defaults of the group'),
    number,
    spelling,
  },
  never: [
    { by: 'by its content', spelling: ['of signs', 'of 200 characters'] },
    { by: 'by its content', second: named(/ id\b/) },
    { by: 'by an id', second: named(/off/) },
    // These values would hide that a difference is not seen.
    { first: alone, second: named(/^(?!an equal)/) },
    // A group has its own URL, and the application of a run its own body and headers.
    { to: groups, second: named(/path|query|URL/) },
    { to: toRun, place: ['in the query', 'in headers in upper case'] },
    { to: toRun, second: named(/^(?!.*(equal| id))/) },
    { to: toRun, by: 'by its content' },
    { to: toRun, first: ['while it is delayed', 'after a publish that is refused'] },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ second: named(/off/) }, content],
    [{ by: 'by its content', second: named(/body/) }, differs('body')],
    [{ by: 'by its content', second: named(/header|type/) }, differs('headers')],
    [{ by: 'by its content', second: named(/path|query|URL/) }, differs('destination')],
    [{ by: 'by its content', second: '*' }, content],
    [{ second: '*' }, once],
    [{ to: '*' }, once],
  ],
  namedRules: [
    'queue.deduplication.deduplicated-field',
    'queue.deduplication.duplicate-is-not-sent',
  ],
  baseRule: once,
  waits: seconds(6),
  async check(world, { by, second, first, number, spelling, to }, choice) {
    const known = spelling.of(world.id)
    const channel = await channelOf(world, choice['to'] === toRun ? 'run' : to, first.status)
    const text = `a${world.id}`.padEnd(second.length ?? 3_000, 'abcdefgh')
    const plain = { place: choice['place']!, body: { of: text } }
    if (!first.isAtOnce) {
      const answer = await channel.send(
        [...by.lines(known), ...ownHeader('one'), ...(first.lines ?? [])],
        plain,
        second.after,
      )
      if (!first.isRefused) given(answer, accepted())
      else if (refused()(answer) !== undefined)
        throw new NotApplicable('the target accepts a delay that is no duration')
      if (!first.isRefused && !first.isDelayed) given(await channel.first())
    }

    const lines: Lines = [
      ...(second.isPlain ? [] : second.isOff ? off : by.lines(second.id?.(known) ?? known)),
      ...(second.lines ?? ownHeader('one')),
      ...((!first.isRefused && first.lines) || []),
    ]
    const { body = String, to: end } = second
    const sendMore = async () =>
      channel.send(lines, { ...plain, body: { of: body(text) }, contentType: second }, end)
    const answers = first.isAtOnce
      ? await Promise.all(Array.from({ length: number.more + 1 }, sendMore))
      : []
    while (answers.length < number.more) answers.push(await sendMore())
    must(answers[0]!, accepted())
    for (const each of answers) given(each, accepted())

    const differs =
      choice['by'] === 'by an id'
        ? second.id !== undefined || second.isPlain
        : second.rule !== undefined || second.isPlain || second.isOff
    const isFirst = first.isRefused || first.isAtOnce
    // Any number of messages without deduplication is published.
    const isNew = second.isPlain || second.isOff ? number.more : isFirst || differs ? 1 : 0
    const wanted = isFirst ? 1 : isNew + 1
    const arrived = await channel.all(wanted, first.isDelayed ? seconds(4) : seconds(2))
    const flagged = answers.filter(isFlagged).length
    const isToldAsDuplicate = flagged === answers.length - isNew
    must(
      arrived,
      isToldAsDuplicate && arrived.deliveries.length > wanted
        ? under('queue.deduplication.duplicate-is-not-sent', attempts(wanted))
        : attempts(wanted),
    )
    must(
      arrived,
      under('queue.deduplication.deduplicated-field', () =>
        isToldAsDuplicate
          ? undefined
          : lacks(`${answers.length - isNew} answers with "deduplicated": true`, flagged),
      ),
    )
  },
})

/** A destination: what to publish to it, and what has arrived there. */
interface Channel {
  send(lines: Lines, how: Publishing, end?: string): Promise<Exchange>
  /** Waits for the first message. */
  first(): Promise<HttpMessage>
  /** Waits for this number of messages, and some time for more. Returns them all. */
  all(count: number, within: number): Promise<Arrivals>
}

async function channelOf(
  world: QueueWorld,
  to: 'run' | { readonly by: 'url' | 'name' | 'id' },
  status = 200,
): Promise<Channel> {
  const arrivalsAt =
    ({ delivery, all }: QueueInbox): Channel['all'] =>
    async (count, within) => {
      await delivery(count, within)
      return all(world.time.virtual ? within : seconds(2))
    }
  if (to === 'run') {
    const application = world.workflow()
    return {
      send: async (lines) =>
        (await application.start({ settings: Object.fromEntries(lines) })).reply,
      first: async () => application.ended([...application.runIds][0]!),
      all: arrivalsAt(application),
    }
  }
  const inbox = world.inbox(() => ({ status }))
  const publish = await publisherTo(world, inbox.url, to)
  return {
    send: async (lines, how, end = '') =>
      (end === '' ? publish : await publisherTo(world, inbox.url + end, to))(lines, how),
    first: async () => inbox.delivery(),
    all: arrivalsAt(inbox),
  }
}

/** Returns true if the answer to a publish says that it is a duplicate. A group has one endpoint. */
const isFlagged = (answer: Exchange): boolean => {
  const whole = jsonOf(answer)
  const [one] = [whole].flat() as readonly unknown[]
  return (one as { readonly deduplicated?: unknown } | null)?.deduplicated === true
}
