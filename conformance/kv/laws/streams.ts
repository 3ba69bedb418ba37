// A stream shows each executed command, or each published message, once, whole and in order: by every
// way in, for every token, size and number, and to each reader.

import { lacks, mediaType, status } from '../../core/matchers.js'
import type { Abilities } from '../../provider/provider.js'
import {
  allBut,
  dimension,
  type Dimension,
  namesIn,
  notPlain,
  sizes,
  type Value,
  without,
} from '../../core/law.js'
import { given, must, under, type Matcher } from '../../core/judgement.js'
import { jsonOf, type Exchange } from '../../wire/exchange.js'
import type { StreamEvent } from '../../wire/stream.js'
import { ask, batchOf, pathOf, send, type Manner } from '../fixtures/ask.js'
import { tokenOf } from '../fixtures/case-tokens.js'
import { sendAll } from '../fixtures/send-all.js'
import type { Command, KvClient } from '../fixtures/client.js'
import {
  event,
  eventClient,
  eventCommand,
  eventTime,
  executed,
  executedInBatch,
  oneDataLine,
  prefixed,
  result,
} from '../fixtures/matchers.js'
import { eventsUntil, showing } from '../fixtures/streams.js'
import { escapes, method, token, tokenPlaceAtEnd, wayIn } from '../dimensions.js'
import { law } from './law.js'

/** Returns a dimension whose values name no rule, because a stream has rules of its own. */
const plain = <V extends Value>(
  { values, ...rest }: Dimension<V>,
  ...names: readonly string[]
) => ({
  ...rest,
  values: Object.fromEntries(
    Object.entries(values)
      .filter(([name]) => !names.includes(name))
      .map(([name, value]) => {
        const copy: { rule?: V['rule'] } = { ...value }
        delete copy.rule
        return [name, copy as Omit<V, 'rule'> & Value]
      }),
  ),
})

const ways = plain(wayIn, 'by path with a body and query options')
const methods = plain(method)
const tokens = plain(token)
const places = plain(tokenPlaceAtEnd)
const notPath = allBut(ways, 'by path')

const inBodyOfPath = 'by path with its last argument in the body'

const times = sizes<Value & { readonly times: number }>('times', [1, 3, 130], (times) => ({
  times,
}))
const bytes = sizes<Value & { readonly bytes: number }>(
  'bytes',
  [1, 200, 1_000, 4_097, 16_385, 65_537],
  (bytes) => ({ bytes }),
)
const batched = ['in a pipeline', 'in a transaction']
const notBatched = (names: readonly string[]) => names.filter((name) => !batched.includes(name))
const count = sizes<Value & { readonly count: number }>(
  'arguments',
  [1, 2, 17, 33, 129],
  (count) => ({ count }),
)

const shown = 'kv.monitor.each-executed-command'

const class_ = dimension<
  Value & {
    readonly command: (key: string, args: readonly string[]) => Command
    readonly reads?: true
  }
>('', {
  RPUSH: { command: (key, args) => ['RPUSH', key, ...args] },
  MGET: { command: (key, args) => ['MGET', key, ...args], reads: true },
  'a name in lower case': { command: (key, args) => ['rpush', key, ...args] },
})

export const monitorLaw = law({
  id: 'shown-once',
  title: 'monitor shows each command once',
  over: {
    wayIn: ways,
    method: methods,
    token: tokens,
    tokenPlace: places,
    command: class_,
    times,
    count,
    bytes,
  },
  never: [
    { wayIn: notPath, method: ['GET', 'PUT', 'HEAD'] },
    { wayIn: 'by path', method: 'POST' },
    { wayIn: 'by path', bytes: ['16385', '65537'] },
    { wayIn: 'by path', count: ['17', '33', '129'], bytes: ['1000', '4097'] },
    { count: ['17', '33', '129'], bytes: ['4097', '16385', '65537'] },
    { wayIn: notBatched(namesIn(ways)), times: '130' },
    { times: ['3', '130'], bytes: ['4097', '16385', '65537'] },
    { token: 'Read Only', command: ['RPUSH', 'a name in lower case'] },
    // The number of elements shows that a write ran once. Nothing shows it of a read.
    { command: 'MGET', wayIn: 'by path' },
    { command: 'MGET', tokenPlace: notPlain(places) },
    { command: 'MGET', wayIn: batched, times: '130' },
  ],
  rules: [[{ bytes: '*' }, shown]],
  namedRules: [
    'kv.monitor.event-stream',
    'kv.monitor.first-event',
    'kv.monitor.one-line-per-event',
    'kv.monitor.event-time',
    'kv.monitor.event-client',
    'kv.monitor.event-command',
    'kv.events.data-prefix',
    'kv.events.no-others',
  ],
  baseRule: shown,
  alone: true,
  async check(world, { command, ...values }, choice) {
    const { kv, key, keyOf } = world
    const token = await tokenOf(world, values.token.kind)
    const args = Array.from({ length: values.count.count }, (_, index) =>
      `${index}`.padEnd(index === 0 ? values.bytes.bytes : 1, 'x'),
    )
    const monitor = await kv.monitor()
    must(
      monitor,
      under('kv.monitor.event-stream', status(200)),
      under('kv.monitor.event-stream', mediaType('text/event-stream')),
    )
    must(
      await monitor.next(),
      under('kv.monitor.first-event', event('"OK"')),
      under('kv.monitor.one-line-per-event', oneDataLine()),
      under('kv.events.data-prefix', prefixed()),
    )

    const { wayIn = '', method = '' } = choice
    const manner = {
      wayIn,
      method,
      format: {},
      spell: String,
      token,
      inQuery: values.tokenPlace.inQuery,
      framing: {},
    }
    const commands = Array<Command>(values.times.times).fill(command.command(key, args))
    await sendEach(kv, manner, commands)
    // A virtual clock that stands still shows one time only.
    await (world.provide as Abilities).clock?.advance(1)
    // Other rules judge if each command ran once, with all arguments.
    const [end, length] = await sendAll(kv, [
      ['SET', keyOf('end'), 'end'],
      ...(command.reads ? [] : [['LLEN', key] as const]),
    ])
    given(end!, executed())

    const { events, last } = await eventsUntil(monitor, keyOf('end'))
    must(last)
    if (length) given(length, result(commands.length * args.length))
    const own = events.filter(showing(key))
    must(last, () =>
      own.length === values.times.times
        ? undefined
        : lacks(`${values.times.times} events of the command`, own.length),
    )
    for (const each of own)
      must(
        each,
        under('kv.monitor.one-line-per-event', oneDataLine()),
        under('kv.events.data-prefix', prefixed()),
        under('kv.monitor.event-time', eventTime()),
        under('kv.monitor.event-client', eventClient()),
        under(
          'kv.monitor.event-command',
          eventCommand(...(command.command(key, args) as [string, ...string[]])),
        ),
      )
    must(
      last,
      under('kv.monitor.event-time', () => timesDiffer([...own, last])),
    )
    must(
      last,
      under(
        'kv.events.no-others',
        () =>
          events
            .map(({ data }) => data)
            .filter((data) => !/^\d/.test(data))
            .map((data) => lacks('only commands', data))[0],
      ),
    )
  },
})

/** Many times without microseconds are cut or invented. */
const timesDiffer = (events: readonly StreamEvent[]) =>
  events.length >= 10 && events.every(({ data }) => /^\d+\.0{6} /.test(data))
    ? lacks('microseconds in some of the events', events[0]?.data)
    : undefined

const reaches = 'kv.publish.reaches-current-subscribers'

const text = dimension<Value & { readonly of: string }>('', {
  'plain text': { of: 'message' },
  'signs of URLs': { of: '%2F+/;?&=#a:@%' },
  'quotes and backslashes': { of: '"a\'\\b' },
  commas: { of: 'a,b,' },
  'a number': { of: '007.50' },
  spaces: { of: ' a  b ' },
  'characters of several bytes': { of: 'ß€😀' },
  'a JSON object': { of: '{"a":[1]}' },
  'text like an event': { of: 'data: message,a,b' },
})

const channel = {
  ...without(
    text,
    'commas',
    'a number',
    'spaces',
    'a JSON object',
    'text like an event',
    'quotes and backslashes',
  ),
  word: 'the channel',
}

const publishing = dimension('', {
  'by /publish': {},
  ...ways.values,
  'by /publish with few escapes': {},
})

const readers = sizes<Value & { readonly readers: number }>('subscribers', [1, 2], (readers) => ({
  readers,
}))
const messageBytes = sizes<Value & { readonly bytes: number }>(
  'bytes',
  [1, 1_000, 65_537],
  (bytes) => ({ bytes }),
)

const fewEscapes = 'by /publish with few escapes'
const byPublish = ['by /publish', fewEscapes]
const unescaped = allBut(text, 'signs of URLs')

export const subscribeLaw = law({
  id: 'delivered-once',
  title: 'subscribe delivers each message once',
  over: { publishing, text, channel, times, bytes: messageBytes, readers },
  never: [
    { text: notPlain(text), channel: notPlain(channel) },
    { publishing: ['by path', ...byPublish], bytes: '65537' },
    { text: notPlain(text), bytes: '65537' },
    { publishing: batched, text: notPlain(text) },
    { publishing: [...byPublish, ...notBatched(namesIn(ways))], times: '130' },
    { times: ['3', '130'], bytes: '65537' },
    { publishing: fewEscapes, text: unescaped, channel: unescaped },
    { publishing: fewEscapes, times: '3' },
    { publishing: fewEscapes, bytes: '1000' },
    { publishing: fewEscapes, readers: '2' },
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ publishing: byPublish }, 'kv.publish.endpoint'],
    // A change of the arguments by one way in violates the rule of the way in.
    [{ publishing: 'in the body', text: '*' }, 'kv.body.string-arguments'],
    [{ publishing: 'by path', text: '*' }, 'kv.path.command-and-arguments'],
    [{ publishing: inBodyOfPath, text: '*' }, 'kv.path.text-body-is-last-argument'],
    [{ publishing: 'in a pipeline', times: '*' }, 'kv.pipeline.runs-in-order'],
    [{ publishing: 'in a transaction', times: '*' }, 'kv.transaction.runs-in-order'],
    [{ readers: '*' }, reaches],
    [{ times: '*' }, reaches],
    [{ text: '*' }, 'kv.subscribe.message-event'],
    [{ channel: '*' }, 'kv.subscribe.message-event'],
    [{ bytes: '*' }, 'kv.subscribe.message-event'],
  ],
  namedRules: [
    reaches,
    'kv.errors.executed',
    'kv.subscribe.event-stream',
    'kv.subscribe.first-event',
    'kv.subscribe.one-line-per-event',
    'kv.subscribe.message-event',
    'kv.events.data-prefix',
    'kv.events.no-others',
  ],
  baseRule: 'kv.subscribe.message-event',
  async check(world, { text, channel: of, ...values }, choice) {
    const { kv, id } = world
    const channel = `${id}-${of.of}`
    const streams = []
    for (let reader = 0; reader < values.readers.readers; reader++) {
      const stream = await kv.subscribe(channel)
      must(
        stream,
        under('kv.subscribe.event-stream', status(200)),
        under('kv.subscribe.event-stream', mediaType('text/event-stream')),
      )
      const first = await stream.next()
      must(
        first,
        under('kv.subscribe.one-line-per-event', oneDataLine()),
        under('kv.events.data-prefix', prefixed()),
      )
      must(
        first,
        under('kv.subscribe.first-event', ({ data }) =>
          data.startsWith(`subscribe,${channel},`) && /,[1-9]\d*$/.test(data)
            ? undefined
            : lacks(`subscribe,${channel},<count>`, data),
        ),
      )
      streams.push(stream)
    }
    const wanted = Array.from(
      { length: values.times.times },
      (_, index) =>
        `${index === 0 ? '' : `${index} `}${text.of.repeat(Math.max(1, Math.floor(values.bytes.bytes / Buffer.byteLength(text.of))))}`,
    )
    const { publishing = '' } = choice
    const escape =
      publishing === fewEscapes ? escapes.values['with few escapes']?.escape : undefined
    const manner = {
      wayIn: publishing,
      method: 'GET',
      format: {},
      spell: String,
      token: kv.token,
      framing: {},
    }
    if (byPublish.includes(publishing))
      for (const message of wanted)
        must(
          await send(kv, manner, 'POST', pathOf(['publish', channel, message], escape)),
          under('kv.errors.executed', status(200)),
        )
    else
      await sendEach(
        kv,
        manner,
        wanted.map((message) => ['PUBLISH', channel, message]),
      )
    given(await kv.command(['PUBLISH', channel, `${id}-end`]), executed())
    for (const stream of streams) {
      const { events, last } = await eventsUntil(stream, `${id}-end`)
      must(
        last,
        under(reaches, () => undefined),
      )
      for (const each of events)
        must(
          each,
          under('kv.subscribe.one-line-per-event', oneDataLine()),
          under('kv.events.data-prefix', prefixed()),
        )
      const others = events.find(({ data }) => !data.startsWith('message,'))
      must(
        last,
        under('kv.events.no-others', () =>
          others === undefined ? undefined : lacks('only messages', others.data),
        ),
      )
      must(
        last,
        under(reaches, () =>
          events.length === wanted.length
            ? undefined
            : lacks(`${wanted.length} messages`, events.length),
        ),
      )
      events.forEach((each, index) => must(each, event(`message,${channel},${wanted[index]}`)))
    }
  },
})

/** Matches a batch with a number of envelopes. */
const envelopeCount =
  (count: number): Matcher<Exchange> =>
  (exchange) => {
    const got = jsonOf(exchange)
    return Array.isArray(got) && got.length === count ? undefined : lacks(`${count} envelopes`, got)
  }

/** Sends commands one after the other, those of a batch in one request. */
async function sendEach(kv: KvClient, manner: Manner, commands: readonly Command[]) {
  const path = batchOf(manner.wayIn)
  if (path === undefined) {
    for (const command of commands)
      given(await ask(kv, manner, command as [string, ...string[]]), executed())
    return
  }
  const body = Buffer.from(JSON.stringify(commands))
  const reply = await send(kv, manner, 'POST', path, body, 'application/json')
  given(reply, executedInBatch(), envelopeCount(commands.length))
}
