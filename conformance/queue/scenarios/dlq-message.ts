// What an entry of the dead letter queue tells of its run. It is seen in the list; that an entry which
// is read has the same fields is a rule of the endpoint.

import { isIP } from 'node:net'
import type { MustRuleId } from '#generated/rules.js'
import { asMessage, isAbsent, memberOf, textOf, type Message } from '../../wire/exchange.js'
import { given, must, type Matcher } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import { accepted, body, header, lacks } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { minutes, seconds } from '../../core/time.js'
import type { Rerun } from '../fixtures/client.js'
import { entriesIn, entryPath, entryRead, listed, withEntry } from '../fixtures/entries.js'
import { failedEach, type FailingRun } from '../fixtures/failed-each.js'
import { inside, latest, mapped, member, method, text } from '../fixtures/matchers.js'
import { failedAgain, failedInBulk, failedUnder, firstCall, rerun } from '../fixtures/reruns.js'
import {
  entryOfRun,
  failedRun,
  listedDuringCallback,
  startedRun,
  waitingRun,
  type FailedRun,
  type Run,
  type RunOptions,
  type Sibling,
} from '../fixtures/runs.js'
import { scenariosNeeding, type IdOf, type QueueWorld } from '../fixtures/world.js'
import {
  forwarded,
  integer,
  lacksHeader,
  no,
  noResult,
  repeated,
  siblings,
} from '../fixtures/entry-fields.js'

const { scenario, observation } = scenariosNeeding('runs')

type Rule = MustRuleId & `queue.dlq-message.${string}`

/** Fields of the entry of one failed run, and what they are to be. */
const fields: readonly {
  readonly title: string
  readonly id: IdOf<'dlq-message'>
  readonly options?: (world: QueueWorld) => RunOptions
  readonly fits: (run: FailedRun, world: QueueWorld) => readonly Matcher[]
}[] = [
  {
    title: 'messageId is the id of the only message of the run',
    id: 'queue.dlq-message.message-id/only-message',
    fits: ({ messageId }) => [text('messageId', messageId)],
  },
  {
    title: 'url is the endpoint of the workflow with its query',
    id: 'queue.dlq-message.url/endpoint-with-query',
    options: () => ({ query: 'a=1&b=2' }),
    fits: ({ application: { url } }) => [text('url', url)],
  },
  {
    title: 'workflowUrl is the endpoint of the workflow with its query',
    id: 'queue.dlq-message.workflow-url/endpoint-with-query',
    options: () => ({ query: 'a=1&b=2' }),
    fits: ({ application: { url } }) => [text('workflowUrl', url)],
  },
  {
    title: 'workflowRunId keeps capitals and underscores',
    id: 'queue.dlq-message.workflow-run-id/capitals-and-underscores',
    options: ({ id }) => ({ runId: `${id}-Run_A` }),
    fits: ({ runId }) => [text('workflowRunId', runId)],
  },
  {
    title: 'workflowCreatedAt is the moment that deliveries of the run carry',
    id: 'queue.dlq-message.workflow-created-at/as-in-deliveries',
    fits: ({ createdAt }) => [member('workflowCreatedAt', createdAt)],
  },
  {
    title: 'header has the headers of the request, with all their values',
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
    title: 'header has the settings of the request',
    id: 'queue.dlq-message.header-includes-configuration/settings-of-the-request',
    options: () => ({ settings: { Retries: '1', Timeout: '30s' } }),
    fits: (_, { queue: { headerPrefix } }) => [
      mapped('header', `${headerPrefix}Retries`, '1'),
      mapped('header', `${headerPrefix}Timeout`, '30s'),
    ],
  },
  {
    title: 'responseStatus is the status of the only attempt',
    id: 'queue.dlq-message.response-status/only-attempt',
    options: () => ({ steps: [{ name: 'fails', fails: { status: 502 } }] }),
    fits: () => [member('responseStatus', 502)],
  },
  {
    title: 'responseHeader has all values of the headers of the only attempt',
    id: 'queue.dlq-message.response-header/only-attempt',
    options: () => ({
      steps: [{ name: 'fails', fails: { status: 500, headers: { 'X-Contract': ['one', 'two'] } } }],
    }),
    fits: () => [repeated('responseHeader', 'X-Contract', ['one', 'two'])],
  },
  {
    title: 'failureCallbackHeader has the headers of the failure callback alone',
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
    title: 'callerIP is an IP address, that of the publisher where it is known',
    id: 'queue.dlq-message.caller-ip/address-of-the-publisher',
    fits: (_, { isLocal }) => [
      (entry) => {
        const got = memberOf(entry, 'callerIP')
        if (isIP(String(got)) === 0) return lacks('an IP address "callerIP"', got)
        // Behind a proxy or a NAT the target sees another address than ours.
        return !isLocal || /^(::ffff:)?127\.|^::1$/.test(String(got))
          ? undefined
          : lacks('a loopback address "callerIP"', got)
      },
    ],
  },
]

/** Fields that are there if they are set: by this flow control. */
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

/** Bytes that are text, and bytes that are not. */
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

/** Where a payload or a response is shown, and how a run comes to have it. */
const bodies: readonly {
  readonly name: string
  readonly rules: { readonly text: Rule; readonly binary: Rule }
  readonly options: (body: string | Uint8Array) => FailingRun
}[] = [
  {
    name: 'body',
    rules: {
      text: 'queue.dlq-message.body-when-utf8',
      binary: 'queue.dlq-message.body-base64-when-not-utf8',
    },
    options: (body) => ({ body }),
  },
  {
    name: 'responseBody',
    rules: {
      text: 'queue.dlq-message.response-body-when-utf8',
      binary: 'queue.dlq-message.response-body-base64-when-not-utf8',
    },
    options: (body) => ({ answer: { status: 500, body } }),
  },
]

/** Fails a run for each of these bodies, and judges the entry of each. */
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

/** Runs whose first attempt fails with one answer and whose last one fails with another. */
async function failedTwice(world: QueueWorld, first: Answer, last: Answer): Promise<Message> {
  const application = world.workflow([{ name: 'fails', fails: first }])
  const settings = { Retries: '1', 'Retry-Delay': '1000' }
  const run = await startedRun(world, { application, settings })
  application.breakAt('fails', last)
  given(await application.delivery(2, latest(seconds(1))))
  return entryOfRun(world, run)
}

/** What the last of two failed attempts was answered with. */
const lastAnswers: readonly {
  readonly title: string
  readonly id: IdOf<'dlq-message'>
  readonly answers: readonly [first: Answer, last: Answer]
  readonly fits: readonly Matcher[]
}[] = [
  {
    title: 'responseStatus is the status of the last attempt',
    id: 'queue.dlq-message.response-status/last-attempt',
    answers: [{ status: 500 }, { status: 503 }],
    fits: [member('responseStatus', 503)],
  },
  {
    title: 'responseHeader has all values of the headers of the last attempt',
    id: 'queue.dlq-message.response-header/last-attempt',
    answers: [
      { status: 500, headers: { 'X-Contract': 'first' } },
      { status: 500, headers: { 'X-Contract': 'last', 'X-Repeated': ['one', 'two'] } },
    ],
    fits: [
      mapped('responseHeader', 'X-Contract', 'last'),
      repeated('responseHeader', 'X-Repeated', ['one', 'two']),
    ],
  },
  {
    title: 'responseBody is the body of the last attempt',
    id: 'queue.dlq-message.response-body-when-utf8/last-attempt',
    answers: [
      { status: 500, body: 'first' },
      { status: 500, body: 'last' },
    ],
    fits: [member('responseBody', 'last')],
  },
]

/** What failure callbacks are answered, and what is kept of each answer. */
const callbacks: readonly {
  readonly title: string
  readonly id: IdOf<'dlq-message'>
  readonly answers: readonly Exclude<Answer, string>[]
  readonly fits: (status: number | undefined) => readonly Matcher[]
}[] = [
  {
    title: 'the result of a failure callback is kept, succeeded or failed',
    id: 'queue.dlq-message.failure-callback-result-kept/succeeded-and-failed',
    answers: [{ status: 200 }, { status: 503 }],
    fits: (status) => [member('responseStatus', status)],
  },
  {
    title: 'failureCallbackInfo is one object of four fields',
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
    title: 'the state of a failure callback is a string',
    id: 'queue.dlq-message.failure-callback-info-state/string',
    answers: [{ status: 200 }],
    fits: () => [text('state')],
  },
  {
    title: 'responseStatus of a failure callback is the status of its answer',
    id: 'queue.dlq-message.failure-callback-info-response-status/statuses',
    answers: [200, 202, 500].map((status) => ({ status })),
    fits: (status) => [member('responseStatus', status)],
  },
  {
    title: 'responseBody of a failure callback is the body of its answer',
    id: 'queue.dlq-message.failure-callback-info-response-body/several-alphabets',
    answers: [{ status: 200, body: 'größer ☃ 𝄞' }],
    fits: () => [member('responseBody', 'größer ☃ 𝄞')],
  },
  {
    title: 'responseHeaders of a failure callback has all values of its headers',
    id: 'queue.dlq-message.failure-callback-info-response-headers/single-and-repeated',
    answers: [{ status: 200, headers: { 'X-Contract': 'kept', 'X-Repeated': ['one', 'two'] } }],
    fits: () => [
      mapped('responseHeaders', 'X-Contract', 'kept'),
      repeated('responseHeaders', 'X-Repeated', ['one', 'two']),
    ],
  },
]

/** How a run may be run again; each failed run of `retold` is, in two of them. */
const ways = {
  restart: [failedAgain, 'restart'],
  resume: [failedAgain, 'resume'],
  'bulk restart': [failedInBulk, 'restart'],
  'bulk resume': [failedInBulk, 'resume'],
} as const

/** What the entry of a rerun shows of the run that it came from. */
const retold: readonly {
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

  scenario('maxRetries is the number of retries that were set', {
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

  scenario('an entry is read by its dlqId, with a label or without', {
    id: 'queue.dlq-message.dlq-id/plain-and-labelled',
    async run(world) {
      const { runs } = await failedEach(world, [{}, { settings: { Label: 'a' } }])

      for (const { entry, dlqId } of runs) {
        must(entry, text('dlqId'))
        must(await entryRead(world, dlqId), accepted())
      }
    },
  }),

  scenario('a dlqId selects one of several entries with the same run id', {
    id: 'queue.dlq-message.dlq-id/one-of-one-run-id',
    async run(world) {
      const { queue } = world
      const entries = await siblings(world, 4)
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
          async 'failure callback sent again'() {
            const path = `/v2/workflows/dlq/callback/${encodeURIComponent(first.dlqId)}`
            given(await queue.send('POST', path), accepted())
            // That none is sent at all is for the rule of a re-trigger to say.
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

  ...retold.map(({ what, rule, by, fits }) =>
    scenario(`the entry of a rerun keeps the ${what}`, {
      id: `${rule}/kept-by-reruns`,
      async run(world) {
        const called = world.inbox()
        const settings = {
          Timeout: '30s',
          'Failure-Callback': called.url,
          'Failure-Callback-Forward-X-Contract': 'kept',
        }
        const failed = await failedRun(world, { body: 'payload', settings })
        const told = fits(failed, called.url, world)
        given(failed.entry, told)

        let again = failed
        for (const [n, way] of by.entries()) {
          const [rerunOf, how] = ways[way]
          again = await rerunOf(world, how, again)
          given(again.application.callsOf(again.runId)[0]!, body('payload'))
          given(await called.delivery(2 + n), header('X-Contract', 'kept'))
          must(again.entry, told)
        }
      },
    }),
  ),

  observation('names of the headers in failureCallbackHeader', {
    id: 'queue.dlq-message.header-prefix/names',
    async run(world) {
      const name = 'Failure-Callback-Forward-X-Contract'
      const settings = { 'Failure-Callback': world.inbox().url, [name]: 'kept' }
      const { entry } = await failedRun(world, { settings })
      const names = Object.keys(memberOf(entry, 'failureCallbackHeader') ?? {})
      world.note('names', names.filter((each) => /x-contract$/i.test(each)).toSorted())
    },
  }),

  ...['POST', 'PUT'].map((name) =>
    scenario(`method is the method that was set: ${name}`, {
      id: `queue.dlq-message.method/${name.toLowerCase()}`,
      async run(world) {
        const { application, entry } = await failedRun(world, { settings: { Method: name } })
        given(await application.delivery(), method(name))

        must(entry, text('method', name))
      },
    }),
  ),

  scenario('createdAt is when the message was created', {
    id: 'queue.dlq-message.created-at/while-the-run-failed',
    async run(world) {
      const before = await world.time.now()
      // The run, its message and the entry are all created in this time.
      const { entry } = await failedRun(world)
      const after = await world.time.now()

      const slack = world.time.virtual ? 0 : minutes(1)
      const isThen = (at: number) => at >= before - slack && at <= after + slack
      must(entry, integer('createdAt', `from ${before} to ${after}`, isThen))
    },
  }),

  observation('createdAt of an entry whose run failed later', {
    id: 'queue.dlq-message.created-at-meaning/moment',
    waits: latest(seconds(2)),
    async run(world) {
      const settings = { Retries: '1', 'Retry-Delay': '2000' }
      const run = await startedRun(world, { steps: [{ name: 'fails', fails: true }], settings })
      given(await run.application.delivery(2, latest(seconds(2))))
      const createdAt = Number(memberOf(await entryOfRun(world, run), 'createdAt'))

      const isLate = createdAt - run.createdAt >= seconds(1)
      world.note('createdAt', isLate ? 'when the run failed' : 'when the run was created')
    },
  }),

  scenario('workflowCreatedAt is when the run was created, not its last message', {
    id: 'queue.dlq-message.workflow-created-at/run-not-message',
    waits: seconds(1),
    async run(world) {
      const eventId = `${world.id}-event`
      const steps = [
        { name: 'wait', waitFor: eventId },
        { name: 'late', fails: true },
      ] as const
      const run = await waitingRun(world, { eventId, steps })
      await world.time.pass(seconds(1))
      given(await world.queue.notify(eventId), accepted())

      must(await entryOfRun(world, run), member('workflowCreatedAt', run.createdAt))
    },
  }),

  scenario('notBefore is when a delayed message is due', {
    id: 'queue.dlq-message.not-before/delayed',
    waits: latest(seconds(5)),
    async run(world) {
      const application = world.workflow([{ name: 'fails', fails: true }])
      const before = await world.time.now()
      const { runId, reply } = await application.start({ settings: { Delay: '5s' } })
      const after = await world.time.now()
      const { createdAt } = given(await application.called(runId, latest(seconds(5))))
      const run = { runId, createdAt, application, messageId: '', reply }
      const entry = await entryOfRun(world, run)

      // By the target's own clock, whichever of its moments of creation it counts from.
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
    scenario(`${name} is shown where it is set, and nowhere else`, {
      id: `${rule}/where-set`,
      async run(world) {
        const failed = await failedRun(world)
        must(failed.entry, no(name))
        const told = member(name, value(world))
        const limits = settings(`${value(world)}`, world)
        must((await failedUnder(world, limits, [told], failed)).entry, told)
      },
    }),
  ),

  scenario('failureCallback is shown where it is set, and nowhere else', {
    id: 'queue.dlq-message.failure-callback/where-set',
    async run(world) {
      const url = `${world.inbox().url}?a=b&c=d`
      const { runs } = await failedEach(world, [{ settings: { 'Failure-Callback': url } }, {}])

      must(runs[0]!.entry, member('failureCallback', url))
      must(runs[1]!.entry, no('failureCallback'))
    },
  }),

  scenario('period is in one unit, whichever unit set it', {
    id: 'queue.dlq-message.period/one-unit',
    async run(world) {
      const periods = { '60s': 1, '3m': 3 }
      const told: number[] = []
      let failed = await failedRun(world)
      must(failed.entry, no('period'))
      for (const [period, times] of Object.entries(periods)) {
        const limits = limited(`${world.id}-${period}`, `rate=3, period=${period}`)
        const is = (got: number) => got > 0 && got === (told[0] ?? got) * times
        const fits = integer('period', `for ${period}, where 60s is ${told[0] ?? 'the first'}`, is)
        failed = await failedUnder(world, limits, [fits], failed)
        must(failed.entry, fits)
        told.push(Number(memberOf(failed.entry, 'period')))
      }
    },
  }),

  ...bodies.flatMap(({ name, rules, options }) => [
    scenario(`${name} has text as it is, and ${name}Base64 is absent`, {
      id: `${rules.text}/text`,
      run: (world) =>
        mustShow(world, texts, options, (value) => [member(name, value), no(`${name}Base64`)]),
    }),
    scenario(`${name}Base64 has what is not UTF-8, and ${name} is absent`, {
      id: `${rules.binary}/not-utf-8`,
      run: (world) =>
        mustShow(world, binaries, options, (value) => [
          member(`${name}Base64`, Buffer.from(value).toString('base64')),
          no(name),
        ]),
    }),
  ]),

  ...lastAnswers.map(({ title, id, answers, fits }) =>
    scenario(title, {
      id,
      waits: latest(seconds(1)),
      run: async (world) => must(await failedTwice(world, ...answers), ...fits),
    }),
  ),

  scenario('no result is kept while a failure callback is in flight', {
    id: 'queue.dlq-message.failure-callback-result-kept/in-flight',
    async run(world) {
      const [entry] = entriesIn(await listedDuringCallback(world))
      const answered = inside('failureCallbackInfo', text('state'), member('responseStatus', 200))
      const read = () => entryRead(world, String(entry?.dlqId))
      const later = given(await world.eventually(read, answered), accepted(), answered)
      const { state } = memberOf(later, 'failureCallbackInfo') as { readonly state: unknown }

      must(asMessage(entry!), noResult(state))
    },
  }),

  ...callbacks.map(({ title, id, answers, fits }) =>
    scenario(title, {
      id,
      async run(world) {
        const inboxes = answers.map((answer) => world.inbox(() => answer))
        const application = world.workflow([{ name: 'fails', fails: true }])
        const runs: Run[] = []
        for (const { url, delivery } of inboxes) {
          const settings = { 'Failure-Callback': url }
          runs.push(await startedRun(world, { application, settings }))
          given(await delivery())
        }

        const kept = runs.map((run, n) =>
          withEntry(run, inside('failureCallbackInfo', ...fits(answers[n]!.status))),
        )
        const read = () => listed(world, { workflowUrl: application.url })
        must(await world.eventually(read, ...kept), accepted(), ...kept)
      },
    }),
  ),
]
