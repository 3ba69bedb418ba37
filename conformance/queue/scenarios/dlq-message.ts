// The fields of a DLQ entry, as the list shows them. A rule of its own compares the list with GET.

import { isIP } from 'node:net'
import type { MustRuleId } from '#generated/rules.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, header, lacks } from '../../core/matchers.js'
import { eachRow } from '../../core/rows.js'
import { minutes, seconds } from '../../core/time.js'
import type { InboxAnswer, InboxResponse } from '../../sink/sink.js'
import { asMessage, isAbsent, memberOf, textOf, type HttpMessage } from '../../wire/exchange.js'
import { percentEncoded } from '../../wire/percent.js'
import { latest, method } from '../fixtures/arrivals.js'
import type { Rerun } from '../fixtures/client.js'
import { entriesIn, entryPath, entryRead, listed, withEntry, ofUrl } from '../fixtures/lists.js'
import {
  entryOfRun,
  failedEach,
  failedRun,
  listedDuringCallback,
  siblings,
  type FailedRun,
  type FailingRun,
  type Sibling,
  failedAgain,
  failedInBulk,
  firstCall,
  rerun,
  creationOf,
  failingSteps,
  startedRun,
  type Run,
  type RunOptions,
  waitingRun,
} from '../fixtures/runs.js'
import { failedUnder } from '../fixtures/flow-control.js'
import { memberThat, inside, mapped, member, text, valuesIn } from '../fixtures/matchers.js'
import { scenariosNeeding, type IdOf, type QueueWorld } from '../fixtures/world.js'

const { scenario, observation } = scenariosNeeding('runs')

type Rule = MustRuleId & `queue.dlq-message.${string}`

const integer = (name: string, what: string, fits: (value: number) => boolean): Matcher =>
  memberThat(
    name,
    `an integer "${name}" ${what}`,
    (got) => Number.isInteger(got) && fits(Number(got)),
  )

/** Matches an absent, null or empty member. */
const no = (name: string): Matcher =>
  memberThat(name, `no "${name}"`, (got) => isAbsent(got) || got === '')

/** Matches a header map with all these values; a proxy may have joined them. */
const repeated =
  (name: string, headerName: string, want: readonly string[]): Matcher =>
  (message) => {
    const values = valuesIn(memberOf(message, name), headerName)
    const got = values.flatMap((value) => String(value).split(',')).map((each) => each.trim())
    return want.every((each) => got.includes(each))
      ? undefined
      : differs(`${headerName} in "${name}"`, want, values)
  }

/** Returns the values of a header that is named with any prefix, which is open. */
const valuesEndingIn = (map: unknown, headerName: string): readonly unknown[] =>
  Object.entries((map ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([each]) => `-${each}`.toLowerCase().endsWith(`-${headerName}`.toLowerCase()))
    .flatMap(([, values]) => [values].flat())

const forwarded = (name: string, headerName: string, want: string): Matcher =>
  memberThat(name, `${headerName}: ${want} in "${name}"`, (map) =>
    valuesEndingIn(map, headerName).includes(want),
  )

const lacksHeader: Matcher = memberThat(
  'failureCallbackHeader',
  'no header of the run in "failureCallbackHeader"',
  (map) => valuesEndingIn(map, 'X-Of-The-Run').length === 0,
)

const fields: readonly {
  readonly title: string
  readonly id: IdOf<'dlq-message'>
  readonly options?: (world: QueueWorld) => RunOptions
  readonly fits: (run: FailedRun, world: QueueWorld) => readonly Matcher[]
}[] = [
  {
    title: 'DLQ entry: header has all values of the request headers',
    id: 'queue.dlq-message.header/headers-of-the-request',
    options: () => ({
      headers: [
        ['Content-Type', 'text/x-contract'],
        ['X-Contract', 'kept'],
        ['X-Repeated', 'one'],
        ['X-Repeated', 'two'],
      ],
    }),
    fits: () => [
      mapped('header', 'Content-Type', 'text/x-contract'),
      mapped('header', 'X-Contract', 'kept'),
      repeated('header', 'X-Repeated', ['one', 'two']),
    ],
  },
  {
    title: 'DLQ entry: field header has Svc-Retries and Svc-Timeout of the publish',
    id: 'queue.dlq-message.header-includes-configuration/settings-of-the-request',
    options: () => ({ settings: { Retries: '1', Timeout: '30s' } }),
    fits: (_, { queue: { headerPrefix } }) => [
      mapped('header', `${headerPrefix}Retries`, '1'),
      mapped('header', `${headerPrefix}Timeout`, '30s'),
    ],
  },
  {
    title: 'DLQ entry after one attempt: responseHeader has all header values',
    id: 'queue.dlq-message.response-header/single-attempt',
    options: () => ({
      steps: [{ name: 'fails', fails: { status: 500, headers: { 'X-Contract': ['one', 'two'] } } }],
    }),
    fits: () => [repeated('responseHeader', 'X-Contract', ['one', 'two'])],
  },
  {
    title: 'DLQ entry: failureCallbackHeader has no headers of the run itself',
    id: 'queue.dlq-message.failure-callback-header/headers-of-the-callback-alone',
    options: ({ inbox }) => ({
      settings: {
        'Failure-Callback': inbox().url,
        'Failure-Callback-Forward-X-Contract': 'kept',
      },
      headers: [['X-Of-The-Run', 'other']],
    }),
    fits: () => [forwarded('failureCallbackHeader', 'X-Contract', 'kept'), lacksHeader],
  },
  {
    title: 'DLQ entry: callerIP is the IP address of the publisher',
    id: 'queue.dlq-message.caller-ip/address-of-the-publisher',
    fits: (_, { isLocal }) => [
      (entry) => {
        const got = memberOf(entry, 'callerIP')
        if (isIP(String(got)) === 0) return lacks('an IP address "callerIP"', got)
        // A proxy or a NAT hides our address.
        return !isLocal || /^(::ffff:)?127\.|^::1$/.test(String(got))
          ? undefined
          : lacks('a loopback address "callerIP"', got)
      },
    ],
  },
]

/** Flow-control fields, and the settings that set them. */
const ifSet: readonly {
  readonly name: string
  readonly rule: Rule
  readonly settings: (value: string, world: QueueWorld) => Readonly<Record<string, string>>
  readonly value: (world: QueueWorld) => string | number
}[] = [
  {
    name: 'flowControlKey',
    rule: 'queue.dlq-message.flow-control-key',
    settings: (key) => limited(key, 'parallelism=2'),
    value: ({ id }) => `${id}-a`,
  },
  {
    name: 'parallelism',
    rule: 'queue.dlq-message.parallelism',
    settings: (value, { id }) => limited(`${id}-${value}`, `parallelism=${value}`),
    value: () => 7,
  },
  {
    name: 'rate',
    rule: 'queue.dlq-message.rate',
    settings: (value, { id }) => limited(`${id}-${value}`, `rate=${value}`),
    value: () => 3,
  },
]

const limited = (key: string, limits: string) => ({
  'Flow-Control-Key': key,
  'Flow-Control-Value': limits,
})

const texts = {
  JSON: '{"order": 42}\n',
  'text of several alphabets with a NUL': 'größer ☃ 𝄞\0b',
  'text after a byte order mark': '\uFEFFout of stock',
  'text of 5,000 characters': '0123456789'.repeat(500),
}
const binaries = {
  'bytes that begin no character': Uint8Array.of(0xff, 0xfe, 0x00),
  'half a character': Uint8Array.of(0x61, 0xe2, 0x98),
  'text in another encoding': Buffer.from('größer', 'latin1'),
  'half of a pair of surrogates': Uint8Array.of(0xed, 0xa0, 0x80),
}

/** Fields with text or base64, and a run with such a body. */
const bodies = [
  {
    name: 'body',
    rules: {
      text: 'queue.dlq-message.body-when-utf8',
      binary: 'queue.dlq-message.body-base64-when-not-utf8',
    },
    options: (body: string | Uint8Array) => ({ body }),
  },
  {
    name: 'responseBody',
    rules: {
      text: 'queue.dlq-message.response-body-when-utf8',
      binary: 'queue.dlq-message.response-body-base64-when-not-utf8',
    },
    options: (body: string | Uint8Array) => ({ answer: { status: 500, body } }),
  },
] as const

/** Fails a run with each of these bodies, and judges its entry. */
async function mustShow<Body extends string | Uint8Array>(
  world: QueueWorld,
  rows: Readonly<Record<string, Body>>,
  options: (body: Body) => FailingRun,
  matchersOf: (body: Body) => readonly Matcher[],
): Promise<void> {
  const { runs } = await failedEach(world, Object.values(rows).map(options))
  const numbered = Object.keys(rows).map((name, n) => [name, n] as const)
  await eachRow(Object.fromEntries(numbered), async (n, name) =>
    must(runs[n]!.entry, ...matchersOf(rows[name]!)),
  )
}

/** Fails a run with two attempts that are answered differently. */
async function failedTwice(
  world: QueueWorld,
  first: InboxAnswer,
  last: InboxAnswer,
): Promise<HttpMessage> {
  const application = world.workflow([{ name: 'fails' }])
  let attempts = 0
  application.breakAt('fails', () => (++attempts === 1 ? first : last))
  const settings = { Retries: '1', 'Retry-Delay': '1000' }
  const run = await startedRun(world, { application, settings })
  given(await application.delivery(2, latest(seconds(1))))
  return entryOfRun(world, run)
}

/** The answers to two attempts, and fields of the entry. */
const lastAnswers = [
  {
    title: 'DLQ entry: responseStatus is the HTTP status of the last of 2 attempts',
    id: 'queue.dlq-message.response-status/last-attempt',
    first: { status: 500 },
    last: { status: 503 },
    fits: [member('responseStatus', 503)],
  },
  {
    title: 'DLQ entry: responseHeader has all header values of the last response',
    id: 'queue.dlq-message.response-header/last-attempt',
    first: { status: 500, headers: { 'X-Contract': 'first' } },
    last: { status: 500, headers: { 'X-Contract': 'last', 'X-Repeated': ['one', 'two'] } },
    fits: [
      mapped('responseHeader', 'X-Contract', 'last'),
      repeated('responseHeader', 'X-Repeated', ['one', 'two']),
    ],
  },
  {
    title: 'DLQ entry: responseBody is the response body of the last of 2 attempts',
    id: 'queue.dlq-message.response-body-when-utf8/last-attempt',
    first: { status: 500, body: 'first' },
    last: { status: 500, body: 'last' },
    fits: [member('responseBody', 'last')],
  },
] as const

/** The answers to failure callbacks, and fields of `failureCallbackInfo`. */
const callbacks: readonly {
  readonly title: string
  readonly id: IdOf<'dlq-message'>
  readonly answers: readonly InboxResponse[]
  readonly fits: (status: number | undefined) => readonly Matcher[]
}[] = [
  {
    title: 'failureCallbackInfo has responseStatus if the callback got HTTP 200, 503',
    id: 'queue.dlq-message.failure-callback-result-kept/succeeded-and-failed',
    answers: [{ status: 200 }, { status: 503 }],
    fits: (status) => [member('responseStatus', status)],
  },
  {
    title: 'failureCallbackInfo has state, responseStatus, -Body and -Headers',
    id: 'queue.dlq-message.failure-callback-info/four-fields',
    answers: [{ status: 200, headers: { 'X-Contract': 'kept' }, body: 'noted' }],
    fits: () =>
      ['state', 'responseStatus', 'responseBody', 'responseHeaders'].map(
        (name): Matcher =>
          (info) =>
            isAbsent(memberOf(info, name)) ? lacks(`a member "${name}"`, undefined) : undefined,
      ),
  },
  {
    title: 'failureCallbackInfo: state is a string',
    id: 'queue.dlq-message.failure-callback-info-state/string',
    answers: [{ status: 200 }],
    fits: () => [text('state')],
  },
  {
    title: 'failureCallbackInfo: responseStatus is the one that the callback got',
    id: 'queue.dlq-message.failure-callback-info-response-status/statuses',
    answers: [200, 202, 500].map((status) => ({ status })),
    fits: (status) => [member('responseStatus', status)],
  },
  {
    title: 'failureCallbackInfo: responseBody is that of the callback response',
    id: 'queue.dlq-message.failure-callback-info-response-body/several-alphabets',
    answers: [{ status: 200, body: 'größer ☃ 𝄞' }],
    fits: () => [member('responseBody', 'größer ☃ 𝄞')],
  },
  {
    title: 'failureCallbackInfo: responseHeaders has all callback response headers',
    id: 'queue.dlq-message.failure-callback-info-response-headers/single-and-repeated',
    answers: [{ status: 200, headers: { 'X-Contract': 'kept', 'X-Repeated': ['one', 'two'] } }],
    fits: () => [
      mapped('responseHeaders', 'X-Contract', 'kept'),
      repeated('responseHeaders', 'X-Repeated', ['one', 'two']),
    ],
  },
]

/** Ways to run a failed run again; each scenario of `kept` uses two. */
const ways = {
  restart: [failedAgain, 'restart'],
  resume: [failedAgain, 'resume'],
  'bulk restart': [failedInBulk, 'restart'],
  'bulk resume': [failedInBulk, 'resume'],
} as const

const kept: readonly {
  readonly what: string
  readonly rule: Rule
  readonly by: readonly (keyof typeof ways)[]
  readonly fits: (run: FailedRun, callback: string, world: QueueWorld) => Matcher
}[] = [
  {
    what: 'failureCallback',
    rule: 'queue.dlq-message.failure-callback',
    by: ['restart', 'bulk resume'],
    fits: (_, url) => member('failureCallback', url),
  },
  {
    what: 'failureCallbackHeader',
    rule: 'queue.dlq-message.failure-callback-header',
    by: ['resume', 'bulk restart'],
    fits: () => forwarded('failureCallbackHeader', 'X-Contract', 'kept'),
  },
  {
    what: 'body',
    rule: 'queue.dlq-message.body-when-utf8',
    by: ['resume', 'bulk restart'],
    fits: () => member('body', 'payload'),
  },
  {
    what: 'settings in its header',
    rule: 'queue.dlq-message.header-includes-configuration',
    by: ['restart', 'bulk resume'],
    fits: (_, __, { queue }) => mapped('header', `${queue.headerPrefix}Timeout`, '30s'),
  },
  {
    what: 'workflowUrl',
    rule: 'queue.dlq-message.workflow-url',
    by: ['resume', 'bulk restart'],
    fits: ({ application }) => text('workflowUrl', application.url),
  },
]

export const dlqMessageScenarios = [
  ...fields.map(({ title, id, options, fits }) =>
    scenario(title, {
      id,
      async run(world) {
        const run = await failedRun(world, options?.(world))

        must(run.entry, ...fits(run, world))
      },
    }),
  ),

  scenario('DLQ entry: maxRetries is the Svc-Retries of the message', {
    id: 'queue.dlq-message.max-retries/0-to-2-retries',
    async run(world) {
      const numbers = [0, 1, 2]
      const settings = numbers.map((retries) => ({ Retries: `${retries}` }))
      const { runs } = await failedEach(
        world,
        settings.map((each) => ({ settings: each })),
      )

      for (const retries of numbers) must(runs[retries]!.entry, member('maxRetries', retries))
    },
  }),

  scenario('DLQ entry with or without a label has a dlqId, and GET by dlqId works', {
    id: 'queue.dlq-message.dlq-id/plain-and-labelled',
    async run(world) {
      const { runs } = await failedEach(world, [{}, { settings: { Label: 'a' } }])

      for (const { entry, dlqId } of runs) {
        must(entry, text('dlqId'))
        must(await entryRead(world, dlqId), accepted())
      }
    },
  }),

  scenario('DLQ entry: of 4 entries with one run id, each dlqId selects exactly one', {
    id: 'queue.dlq-message.dlq-id/one-of-one-run-id',
    async run(world) {
      const { queue } = world
      const entries = await siblings(world, 4)
      for (const { entry, payload } of entries) given(entry, member('body', payload))
      const [first, second, third, last] = entries as readonly [Sibling, Sibling, Sibling, Sibling]
      const again = async (how: Rerun, one: Sibling) => {
        const isOfAny: Matcher = (call) =>
          entries.some(({ payload }) => body(payload)(call) === undefined)
            ? undefined
            : lacks('one of the payloads', textOf(call))
        one.application.mend()
        const call = given(await firstCall(await rerun(world, how, one)), isOfAny)
        must(call, body(one.payload))
      }

      await eachRow<() => Promise<void>>(
        {
          async read() {
            for (const { dlqId, payload } of [first, last]) {
              must(await entryRead(world, dlqId), accepted(), member('body', payload))
            }
          },
          async 're-trigger of the failure callback'() {
            const path = `/v2/workflows/dlq/callback/${percentEncoded(first.dlqId)}`
            given(await queue.send('POST', path), accepted())
            // Another rule requires that one is sent at all.
            const own = first.called.delivery(2)
            given(
              await Promise.race([own, ...entries.slice(1).map((each) => each.called.delivery(2))]),
            )
            must(await own)
          },
          restart: () => again('restart', first),
          resume: () => again('resume', second),
          async delete() {
            given(await queue.send('DELETE', entryPath(third.dlqId)), accepted())
            must(await entryRead(world, last.dlqId), accepted())
          },
        },
        (test) => test(),
      )
    },
  }),

  ...kept.map(({ what, rule, by, fits }) =>
    scenario(`DLQ entry of a restarted or resumed run keeps the ${what}`, {
      id: `${rule}/kept-by-reruns`,
      async run(world) {
        const called = world.inbox()
        const settings = {
          Timeout: '30s',
          'Failure-Callback': called.url,
          'Failure-Callback-Forward-X-Contract': 'kept',
        }
        const failed = await failedRun(world, { body: 'payload', settings })
        const expected = fits(failed, called.url, world)
        given(failed.entry, expected)

        let again = failed
        for (const [n, way] of by.entries()) {
          const [rerunOf, how] = ways[way]
          again = await rerunOf(world, how, again)
          given(again.application.callsOf(again.runId)[0]!, body('payload'))
          given(await called.delivery(2 + n), header('X-Contract', 'kept'))
          must(again.entry, expected)
        }
      },
    }),
  ),

  observation('observes the header names in failureCallbackHeader of a DLQ entry', {
    id: 'queue.dlq-message.header-prefix/names',
    async run(world) {
      const name = 'Failure-Callback-Forward-X-Contract'
      const settings = { 'Failure-Callback': world.inbox().url, [name]: 'kept' }
      const { entry } = await failedRun(world, { settings })
      const names = Object.keys(memberOf(entry, 'failureCallbackHeader') ?? {})
      world.note('names', names.filter((each) => /x-contract$/i.test(each)).toSorted())
    },
  }),

  scenario('DLQ entry: method is PUT for a message with Svc-Method PUT', {
    id: 'queue.dlq-message.method/put',
    async run(world) {
      const { application, entry } = await failedRun(world, { settings: { Method: 'PUT' } })
      given(await application.delivery(), method('PUT'))

      must(entry, text('method', 'PUT'))
    },
  }),

  scenario('DLQ entry: createdAt is when the message was created', {
    id: 'queue.dlq-message.created-at/while-the-run-failed',
    async run(world) {
      const before = await world.time.now()
      const { entry } = await failedRun(world)
      const after = await world.time.now()

      const slack = world.time.virtual ? 0 : minutes(1)
      const isThen = (at: number) => at >= before - slack && at <= after + slack
      must(entry, integer('createdAt', `from ${before} to ${after}`, isThen))
    },
  }),

  observation('observes if createdAt of a DLQ entry is creation or failure of the run', {
    id: 'queue.dlq-message.created-at-meaning/moment',
    waits: seconds(2),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '2000' }
      const run = await startedRun(world, { steps: failingSteps, settings })
      given(await run.application.delivery(2, latest(seconds(2))))
      const createdAt = Number(memberOf(await entryOfRun(world, run), 'createdAt'))

      const isLate = createdAt - run.createdAt >= seconds(1)
      world.note('createdAt', isLate ? 'when the run failed' : 'when the run was created')
    },
  }),

  scenario('DLQ entry: workflowCreatedAt is for the run, not for its last message', {
    id: 'queue.dlq-message.workflow-created-at/run-not-message',
    waits: seconds(1),
    async run(world) {
      const run = await waitingRun(world, { after: [{ name: 'late', fails: true }] })
      await world.time.pass(seconds(1))
      given(await world.queue.notify(run.eventId), accepted())

      must(await entryOfRun(world, run), member('workflowCreatedAt', run.createdAt))
    },
  }),

  scenario('DLQ entry: notBefore is when a message with Svc-Delay 5s is due', {
    id: 'queue.dlq-message.not-before/delayed',
    waits: seconds(5),
    async run(world) {
      const application = world.workflow(failingSteps)
      const before = await world.time.now()
      const { runId, reply } = await application.start({ settings: { Delay: '5s' } })
      const after = await world.time.now()
      const call = given(await application.called(runId, latest(seconds(5))))
      const createdAt = await creationOf(world, application, call)
      const run = { runId, createdAt, application, messageId: '', reply }
      const entry = await entryOfRun(world, run)

      // The target's own clock may count from either of its creation times.
      const creations = [createdAt, Number(memberOf(entry, 'createdAt'))]
      const isLater = (at: number) =>
        creations.some((each) => Math.abs(at - each - seconds(5)) < seconds(2))
      must(entry, integer('notBefore', `5 seconds after ${creations.join(' or ')}`, isLater))
      const slack = world.time.virtual ? 0 : minutes(1)
      const [earliest, last] = [before + seconds(5) - slack, after + seconds(5) + slack]
      const isThen = (at: number) => at >= earliest && at <= last
      must(entry, integer('notBefore', `from ${earliest} to ${last}`, isThen))
    },
  }),

  ...ifSet.map(({ name, rule, settings, value }) =>
    scenario(`DLQ entry: ${name} is present only if set by flow-control headers`, {
      id: `${rule}/where-set`,
      async run(world) {
        const failed = await failedRun(world)
        must(failed.entry, no(name))
        const expected = member(name, value(world))
        const limits = settings(`${value(world)}`, world)
        const { runs } = await failedUnder(world, limits, [expected], [failed])
        must(runs[0]!.entry, expected)
      },
    }),
  ),

  scenario('DLQ entry: failureCallback is present only with Svc-Failure-Callback', {
    id: 'queue.dlq-message.failure-callback/where-set',
    async run(world) {
      const url = `${world.inbox().url}?a=b&c=d`
      const { runs } = await failedEach(world, [{ settings: { 'Failure-Callback': url } }, {}])

      must(runs[0]!.entry, member('failureCallback', url))
      must(runs[1]!.entry, no('failureCallback'))
    },
  }),

  scenario('DLQ entry: period of rate per 3m is three times that of rate per 60s', {
    id: 'queue.dlq-message.period/one-unit',
    async run(world) {
      const periods = { '60s': 1, '3m': 3 }
      const shown: number[] = []
      let failed = await failedRun(world)
      must(failed.entry, no('period'))
      for (const [period, times] of Object.entries(periods)) {
        const limits = limited(`${world.id}-${period}`, `rate=3, period=${period}`)
        const is = (got: number) => got > 0 && got === (shown[0] ?? got) * times
        const fits = integer('period', `for ${period}, where 60s is ${shown[0] ?? 'the first'}`, is)
        const { runs } = await failedUnder(world, limits, [fits], [failed])
        failed = runs[0]!
        must(failed.entry, fits)
        shown.push(Number(memberOf(failed.entry, 'period')))
      }
    },
  }),

  ...bodies.flatMap(({ name, rules, options }) => [
    scenario(`DLQ entry: ${name} has UTF-8 text and ${name}Base64 is absent`, {
      id: `${rules.text}/text`,
      run: (world) =>
        mustShow(world, texts, options, (value) => [member(name, value), no(`${name}Base64`)]),
    }),
    scenario(`DLQ entry: ${name}Base64 replaces ${name} for non-UTF-8 bytes`, {
      id: `${rules.binary}/not-utf-8`,
      run: (world) =>
        mustShow(world, binaries, options, (value) => [
          member(`${name}Base64`, Buffer.from(value).toString('base64')),
          no(name),
        ]),
    }),
  ]),

  ...lastAnswers.map(({ title, id, first, last, fits }) =>
    scenario(title, {
      id,
      waits: latest(seconds(1)),
      run: async (world) => must(await failedTwice(world, first, last), ...fits),
    }),
  ),

  scenario('failureCallbackInfo has no result before the callback gets a response', {
    id: 'queue.dlq-message.failure-callback-result-kept/no-result-while-in-flight',
    async run(world) {
      const [entry] = entriesIn(await listedDuringCallback(world))
      const answered = inside('failureCallbackInfo', text('state'), member('responseStatus', 200))
      const read = () => entryRead(world, String(entry?.dlqId))
      const later = given(await world.eventually(read, answered), accepted(), answered)
      const infoOf = (message: HttpMessage) =>
        (memberOf(message, 'failureCallbackInfo') ?? {}) as Readonly<Record<string, unknown>>
      const { state, responseStatus } = infoOf(asMessage(entry))
      must(asMessage(entry), () =>
        state === infoOf(later).state || Number(responseStatus ?? 0) > 0
          ? lacks('no result of a failure callback without a response', { state, responseStatus })
          : undefined,
      )
    },
  }),

  ...callbacks.map(({ title, id, answers, fits }) =>
    scenario(title, {
      id,
      async run(world) {
        const inboxes = answers.map((answer) => world.inbox(() => answer))
        const application = world.workflow(failingSteps)
        const runs: Run[] = []
        for (const { url, delivery } of inboxes) {
          const settings = { 'Failure-Callback': url }
          runs.push(await startedRun(world, { application, settings }))
          given(await delivery())
        }

        const kept = runs.map((run, n) =>
          withEntry(run, inside('failureCallbackInfo', ...fits(answers[n]!.status))),
        )
        must(await listed(world, ofUrl(application), ...kept), accepted(), ...kept)
      },
    }),
  ),
]
