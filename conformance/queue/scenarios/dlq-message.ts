// What an entry of the dead letter queue tells of its run. It is seen in the list; that an entry which
// is read has the same fields is a rule of the endpoint.

import { isIP } from 'node:net'
import type { MustRuleId } from '#generated/rules.js'
import { asMessage, isAbsent, memberOf, type Message } from '../../wire/exchange.js'
import { given, must, NotApplicable, type Matcher } from '../../core/judgement.js'
import { accepted, body, differs, header, lacks } from '../../core/matchers.js'
import type { Answer } from '../../sink/sink.js'
import { minutes, seconds } from '../../core/time.js'
import { entriesIn, entryPath, entryRead, listed, withEntry } from '../fixtures/entries.js'
import { inside, latest, mapped, member, method, text } from '../fixtures/matchers.js'
import { againEachWay, failedUnder, firstCall, rerun } from '../fixtures/reruns.js'
import {
  entryOfRun,
  failedOfOneId,
  failedRun,
  listedDuringCallback,
  startedRun,
  waitingRun,
  type FailedRun,
  type RunOptions,
  type Sibling,
} from '../fixtures/runs.js'
import { observation, scenario, type QueueWorld } from '../fixtures/world.js'

const needs = ['runs'] as const

type Rule = MustRuleId & `queue.dlq-message.${string}`

/** A whole number that fits. */
const integer =
  (name: string, what: string, fits: (value: number) => boolean): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return typeof got === 'number' && Number.isInteger(got) && fits(got)
      ? undefined
      : lacks(`an integer "${name}" ${what}`, got)
  }

/** No such member, or one that says that there is nothing. */
const no =
  (name: string): Matcher =>
  (message) => {
    const got = memberOf(message, name)
    return isAbsent(got) || got === '' ? undefined : differs(`"${name}"`, undefined, got)
  }

/** A header map with all these values; whoever carries them may have joined them. */
const repeated =
  (name: string, headerName: string, want: readonly string[]): Matcher =>
  (message) => {
    const map = Object.entries(memberOf(message, name) ?? {}) as readonly [string, unknown][]
    const values = map
      .filter(([each]) => each.toLowerCase() === headerName.toLowerCase())
      .flatMap(([, value]) => [value].flat())
    const got = values.flatMap((value) => String(value).split(',')).map((each) => each.trim())
    return want.every((each) => got.includes(each))
      ? undefined
      : differs(`${headerName} in "${name}"`, want, values)
  }

/** The values in a header map whose names end so, whichever prefix they are shown with. */
const valuesEndingIn = (entry: Message, name: string, headerName: string): readonly unknown[] =>
  Object.entries((memberOf(entry, name) ?? {}) as Readonly<Record<string, unknown>>)
    .filter(([each]) => `-${each}`.toLowerCase().endsWith(`-${headerName}`.toLowerCase()))
    .flatMap(([, values]) => [values].flat())

/** A header map with that value; whether the name has the prefix that had it forwarded is open. */
const forwarded =
  (name: string, headerName: string, want: string): Matcher =>
  (entry) =>
    valuesEndingIn(entry, name, headerName).includes(want)
      ? undefined
      : differs(`${headerName} in "${name}"`, want, memberOf(entry, name))

/** The headers of the run's own request are not those of its failure callback. */
const lacksHeader: Matcher = (entry) => {
  const values = valuesEndingIn(entry, 'failureCallbackHeader', 'X-Of-The-Run')
  return values.length === 0
    ? undefined
    : lacks(
        'no header of the run in "failureCallbackHeader"',
        memberOf(entry, 'failureCallbackHeader'),
      )
}

/** Fields of the entry of one failed run, and what they are to be. */
const fields: readonly {
  readonly title: string
  readonly rule: Rule
  readonly options?: (world: QueueWorld) => RunOptions
  readonly fits: (run: FailedRun, world: QueueWorld) => readonly Matcher[]
}[] = [
  {
    title: 'the message of a run that had no other is named',
    rule: 'queue.dlq-message.message-id',
    fits: ({ messageId }) => [text('messageId', messageId)],
  },
  {
    title: 'the URL is the endpoint of the workflow',
    rule: 'queue.dlq-message.url',
    fits: ({ application: { url } }) => [text('url', url)],
  },
  {
    title: 'the URL of the workflow is that of its endpoint',
    rule: 'queue.dlq-message.workflow-url',
    fits: ({ application: { url } }) => [text('workflowUrl', url)],
  },
  {
    title: 'the URL is the endpoint of the workflow, its query included',
    rule: 'queue.dlq-message.url',
    options: () => ({ query: 'a=1&b=2' }),
    fits: ({ application: { url } }) => [text('url', url)],
  },
  {
    title: 'the URL of the workflow is that of its endpoint, its query included',
    rule: 'queue.dlq-message.workflow-url',
    options: () => ({ query: 'a=1&b=2' }),
    fits: ({ application: { url } }) => [text('workflowUrl', url)],
  },
  ...['run', 'Run_A'].map((name) => ({
    title: `the run is named: ${name}`,
    rule: 'queue.dlq-message.workflow-run-id' as const,
    options: ({ id }: QueueWorld) => ({ runId: `${id}-${name}` }),
    fits: ({ runId }: FailedRun) => [text('workflowRunId', runId)],
  })),
  {
    title: 'the run was created when its deliveries say so',
    rule: 'queue.dlq-message.workflow-created-at',
    fits: ({ createdAt }) => [member('workflowCreatedAt', createdAt)],
  },
  {
    title: 'headers of the request are told',
    rule: 'queue.dlq-message.header',
    options: () => ({
      headers: [
        ['Content-Type', 'text/x-contract'],
        ['X-Contract', 'kept'],
      ],
    }),
    fits: () => [
      mapped('header', 'Content-Type', 'text/x-contract'),
      mapped('header', 'X-Contract', 'kept'),
    ],
  },
  {
    title: 'all values of a repeated header are told',
    rule: 'queue.dlq-message.header',
    options: () => ({
      headers: [
        ['X-Contract', 'one'],
        ['X-Contract', 'two'],
      ],
    }),
    fits: () => [repeated('header', 'X-Contract', ['one', 'two'])],
  },
  {
    title: 'all values of a repeated header of the answer are told',
    rule: 'queue.dlq-message.response-header',
    options: () => ({
      steps: [{ name: 'fails', fails: { status: 500, headers: { 'X-Contract': ['one', 'two'] } } }],
    }),
    fits: () => [repeated('responseHeader', 'X-Contract', ['one', 'two'])],
  },
  {
    title: 'settings are told among the headers',
    rule: 'queue.dlq-message.header-includes-configuration',
    options: () => ({ settings: { Retries: '1', Timeout: '30s' } }),
    fits: (_, { queue: { headerPrefix } }) => [
      mapped('header', `${headerPrefix}Retries`, '1'),
      mapped('header', `${headerPrefix}Timeout`, '30s'),
    ],
  },
  ...[0, 1, 2].map((retries) => ({
    title: `${retries} retries are told`,
    rule: 'queue.dlq-message.max-retries' as const,
    options: () => ({ settings: { Retries: `${retries}` } }),
    fits: () => [member('maxRetries', retries)],
  })),
  {
    title: 'the headers of the failure callback are told, and no others',
    rule: 'queue.dlq-message.failure-callback-header',
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
    title: 'the address of the publisher is an IP address',
    rule: 'queue.dlq-message.caller-ip',
    fits: () => [
      (entry) => {
        const got = memberOf(entry, 'callerIP')
        return isIP(String(got)) > 0 ? undefined : lacks('an IP address "callerIP"', got)
      },
    ],
  },
]

/** Fields that are there if they are set: by this flow control, with this value. */
const ifSet: readonly {
  readonly name: string
  readonly rule: Rule
  readonly settings: (value: string, world: QueueWorld) => Readonly<Record<string, string>>
  readonly values: (world: QueueWorld) => readonly (string | number)[]
}[] = [
  {
    name: 'flowControlKey',
    rule: 'queue.dlq-message.flow-control-key',
    settings: (key) => limited(key, 'parallelism=2'),
    values: ({ id }) => [`${id}-a`, `${id}-b`],
  },
  {
    name: 'parallelism',
    rule: 'queue.dlq-message.parallelism',
    settings: (value, { id }) => limited(`${id}-${value}`, `parallelism=${value}`),
    values: () => [1, 7],
  },
  {
    name: 'rate',
    rule: 'queue.dlq-message.rate',
    settings: (value, { id }) => limited(`${id}-${value}`, `rate=${value}`),
    values: () => [3, 10],
  },
]

const limited = (key: string, limits: string) => ({
  'Flow-Control-Key': key,
  'Flow-Control-Value': limits,
})

/** Bytes that are text, and bytes that are none. */
const texts = {
  'plain text': 'out of stock',
  JSON: '{"order": 42}\n',
  'text of several alphabets': 'größer ☃ 𝄞',
  'text with a NUL': 'a\0b',
  'text after a byte order mark': '\uFEFFout of stock',
  'text of 5,000 characters': '0123456789'.repeat(500),
}
const binaries = {
  'bytes that begin no character': Uint8Array.of(0xff, 0xfe, 0x00),
  'half a character': Uint8Array.of(0x61, 0xe2, 0x98),
  'text in another encoding': Buffer.from('größer', 'latin1'),
  'half of a pair of surrogates': Uint8Array.of(0xed, 0xa0, 0x80),
}

/** Where a payload or an answer is told, and how a run comes to have it. */
const bodies: readonly {
  readonly name: string
  readonly what: string
  readonly rules: { readonly text: Rule; readonly binary: Rule }
  readonly options: (body: string | Uint8Array) => RunOptions
}[] = [
  {
    name: 'body',
    what: 'payload',
    rules: {
      text: 'queue.dlq-message.body-when-utf8',
      binary: 'queue.dlq-message.body-base64-when-not-utf8',
    },
    options: (body) => ({ body }),
  },
  {
    name: 'responseBody',
    what: 'answer',
    rules: {
      text: 'queue.dlq-message.response-body-when-utf8',
      binary: 'queue.dlq-message.response-body-base64-when-not-utf8',
    },
    options: (body) => ({ steps: [{ name: 'fails', fails: { status: 500, body } }] }),
  },
]

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
  readonly rule: Rule
  readonly answers: readonly [first: Answer, last: Answer]
  readonly fits: readonly Matcher[]
}[] = [
  {
    title: 'the status is that of the last attempt',
    rule: 'queue.dlq-message.response-status',
    answers: [{ status: 500 }, { status: 503 }],
    fits: [member('responseStatus', 503)],
  },
  {
    title: 'the headers of the answer are those of the last attempt',
    rule: 'queue.dlq-message.response-header',
    answers: [
      { status: 500, headers: { 'X-Contract': 'first' } },
      { status: 500, headers: { 'X-Contract': 'last' } },
    ],
    fits: [mapped('responseHeader', 'X-Contract', 'last')],
  },
  {
    title: 'the body of the answer is that of the last attempt',
    rule: 'queue.dlq-message.response-body-when-utf8',
    answers: [
      { status: 500, body: 'first' },
      { status: 500, body: 'last' },
    ],
    fits: [member('responseBody', 'last')],
  },
]

/** What a failure callback is answered, and what is kept of that. */
const callbacks: readonly {
  readonly title: string
  readonly rule: Rule
  readonly answer: Exclude<Answer, string>
  readonly fits: readonly Matcher[]
}[] = [
  {
    title: 'a failure callback that succeeds is kept',
    rule: 'queue.dlq-message.failure-callback-result-kept',
    answer: { status: 200 },
    fits: [member('responseStatus', 200)],
  },
  {
    title: 'a failure callback that fails is kept',
    rule: 'queue.dlq-message.failure-callback-result-kept',
    answer: { status: 503 },
    fits: [member('responseStatus', 503)],
  },
  {
    title: 'what is kept of a failure callback is one object of four fields',
    rule: 'queue.dlq-message.failure-callback-info',
    answer: { status: 200, headers: { 'X-Contract': 'kept' }, body: 'noted' },
    fits: ['state', 'responseStatus', 'responseBody', 'responseHeaders'].map(
      (name): Matcher =>
        (info) =>
          isAbsent(memberOf(info, name)) ? lacks(`a member "${name}"`, undefined) : undefined,
    ),
  },
  {
    title: 'the state of a failure callback is a string',
    rule: 'queue.dlq-message.failure-callback-info-state',
    answer: { status: 200 },
    fits: [text('state')],
  },
  ...[200, 202, 500].map((status) => ({
    title: `a failure callback was answered with ${status}`,
    rule: 'queue.dlq-message.failure-callback-info-response-status' as const,
    answer: { status },
    fits: [member('responseStatus', status)],
  })),
  ...['noted', 'größer ☃ 𝄞'].map((body, index) => ({
    title: `a failure callback was answered with ${['plain text', 'text of several alphabets'][index]}`,
    rule: 'queue.dlq-message.failure-callback-info-response-body' as const,
    answer: { status: 200, body },
    fits: [member('responseBody', body)],
  })),
  {
    title: 'a failure callback was answered with headers',
    rule: 'queue.dlq-message.failure-callback-info-response-headers',
    answer: { status: 200, headers: { 'X-Contract': 'kept' } },
    fits: [mapped('responseHeaders', 'X-Contract', 'kept')],
  },
  {
    title: 'a failure callback was answered with a repeated header',
    rule: 'queue.dlq-message.failure-callback-info-response-headers',
    answer: { status: 200, headers: { 'X-Contract': ['one', 'two'] } },
    fits: [repeated('responseHeaders', 'X-Contract', ['one', 'two'])],
  },
]

/** Neither the state of a failure callback that has succeeded nor what it was answered. */
const noResult =
  (succeeded: unknown): Matcher =>
  (entry) => {
    const { state, responseStatus } = (memberOf(entry, 'failureCallbackInfo') ?? {}) as {
      readonly state?: unknown
      readonly responseStatus?: unknown
    }
    return state === succeeded || Number(responseStatus ?? 0) > 0
      ? lacks('no result of a failure callback without an answer', { state, responseStatus })
      : undefined
  }

/** What an entry tells of a run that another one of its kind came of. */
const retold: readonly {
  readonly what: string
  readonly rule: Rule
  readonly fits: (run: FailedRun, callback: string, world: QueueWorld) => Matcher
}[] = [
  {
    what: 'its failure callback',
    rule: 'queue.dlq-message.failure-callback',
    fits: (_, url) => member('failureCallback', url),
  },
  {
    what: 'the headers of its failure callback',
    rule: 'queue.dlq-message.failure-callback-header',
    fits: () => forwarded('failureCallbackHeader', 'X-Contract', 'kept'),
  },
  {
    what: 'its payload',
    rule: 'queue.dlq-message.body-when-utf8',
    fits: () => member('body', 'payload'),
  },
  {
    what: 'its settings among the headers',
    rule: 'queue.dlq-message.header-includes-configuration',
    fits: (_, __, { queue }) => mapped('header', `${queue.headerPrefix}Timeout`, '30s'),
  },
  {
    what: 'the URL of its workflow',
    rule: 'queue.dlq-message.workflow-url',
    fits: ({ application }) => text('workflowUrl', application.url),
  },
]

/** What the id of an entry is used for, and that it means that entry and not another of its run id. */
const uses: readonly (readonly [
  what: string,
  judge: (world: QueueWorld, one: Sibling, other: Sibling) => Promise<void>,
])[] = [
  [
    'read',
    async (world, ...both) => {
      for (const { dlqId, payload } of both) {
        must(await entryRead(world, dlqId), accepted(), member('body', payload))
      }
    },
  ],
  [
    'deleted',
    async (world, one, other) => {
      given(await world.queue.send('DELETE', entryPath(one.dlqId)), accepted())
      must(await entryRead(world, other.dlqId), accepted())
    },
  ],
  ...(['restart', 'resume'] as const).map(
    (how) =>
      [
        `used for a ${how}`,
        async (world: QueueWorld, one: Sibling, other: Sibling) => {
          const isOfEither: Matcher = (call) => body(one.payload)(call) && body(other.payload)(call)
          one.application.mend()
          const call = given(await firstCall(await rerun(world, how, one)), isOfEither)
          must(call, body(one.payload))
        },
      ] as const,
  ),
  [
    'used to send its failure callback again',
    async ({ queue }, { dlqId, called }, other) => {
      const path = `/v2/workflows/dlq/callback/${encodeURIComponent(dlqId)}`
      given(await queue.send('POST', path), accepted())
      // That it is not sent at all is for the rule of a re-trigger to say.
      const own = called.delivery(2)
      given(await Promise.race([own, other.called.delivery(2)]))
      must(await own)
    },
  ],
]

export const dlqMessageScenarios = [
  ...fields.map(({ title, rule, options, fits }) =>
    scenario(title, {
      rule,
      needs,
      async run(world) {
        const run = await failedRun(world, options?.(world))

        must(run.entry, ...fits(run, world))
      },
    }),
  ),

  ...Object.entries({ plain: {}, labelled: { Label: 'a' } }).map(([kind, settings]) =>
    scenario(`the id is the one that the entry of a ${kind} run is read by`, {
      rule: 'queue.dlq-message.dlq-id',
      needs,
      async run(world) {
        const { entry } = await failedRun(world, { settings })

        must(entry, text('dlqId'))
        must(await entryRead(world, String(memberOf(entry, 'dlqId'))), accepted())
      },
    }),
  ),

  ...uses.map(([what, judge]) =>
    scenario(`of two entries of one run id the one whose id is told is ${what}`, {
      rule: 'queue.dlq-message.dlq-id',
      needs,
      async run(world) {
        const [older, newer] = await failedOfOneId(world)
        for (const { entry, payload } of [older, newer]) given(entry, member('body', payload))

        await judge(world, older, newer)
      },
    }),
  ),

  ...retold.map(({ what, rule, fits }) =>
    scenario(`the entry of a run that comes of another one tells ${what}`, {
      rule,
      needs,
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

        for (const [n, again] of (await againEachWay(world, failed)).entries()) {
          given(again.application.callsOf(again.runId)[0]!, body('payload'))
          given(await called.delivery(2 + n), header('X-Contract', 'kept'))
          must(again.entry, told)
        }
      },
    }),
  ),

  observation('the names of the headers of a failure callback in an entry', {
    rule: 'queue.dlq-message.header-prefix',
    needs,
    async run(world) {
      const name = 'Failure-Callback-Forward-X-Contract'
      const settings = { 'Failure-Callback': world.inbox().url, [name]: 'kept' }
      const { entry } = await failedRun(world, { settings })
      const names = Object.keys(memberOf(entry, 'failureCallbackHeader') ?? {})
      world.note('names', names.filter((each) => /x-contract$/i.test(each)).toSorted())
    },
  }),

  ...['POST', 'PUT'].map((name) =>
    scenario(`the method is that of the request: ${name}`, {
      rule: 'queue.dlq-message.method',
      needs,
      async run(world) {
        const { application, entry } = await failedRun(world, { settings: { Method: name } })
        given(await application.delivery(), method(name))

        must(entry, text('method', name))
      },
    }),
  ),

  scenario('the time of creation is that of the message', {
    rule: 'queue.dlq-message.created-at',
    needs,
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

  observation('the moment of creation that an entry tells', {
    rule: 'queue.dlq-message.created-at-meaning',
    needs,
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

  scenario('the time of creation of the run is not that of the message that failed', {
    rule: 'queue.dlq-message.workflow-created-at',
    needs,
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

  scenario('what is delayed is not to be processed before', {
    rule: 'queue.dlq-message.not-before',
    needs,
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

  ...ifSet.map(({ name, rule, settings, values }) =>
    scenario(`${name} is told where it is set, and nowhere else`, {
      rule,
      needs,
      async run(world) {
        let failed = await failedRun(world)
        must(failed.entry, no(name))
        for (const value of values(world)) {
          const told = member(name, value)
          failed = await failedUnder(world, settings(`${value}`, world), [told], failed)
          must(failed.entry, told)
        }
      },
    }),
  ),

  scenario('failureCallback is told where it is set, and nowhere else', {
    rule: 'queue.dlq-message.failure-callback',
    needs,
    async run(world) {
      for (const url of [world.inbox().url, `${world.inbox().url}?a=b&c=d`]) {
        const { entry } = await failedRun(world, { settings: { 'Failure-Callback': url } })
        must(entry, member('failureCallback', url))
      }
      must((await failedRun(world)).entry, no('failureCallback'))
    },
  }),

  scenario('the period of a rate is told in a unit of its own', {
    rule: 'queue.dlq-message.period',
    needs,
    async run(world) {
      const periods = { '1m': 1, '60s': 1, '3m': 3 }
      const told: number[] = []
      let failed = await failedRun(world)
      must(failed.entry, no('period'))
      for (const [period, times] of Object.entries(periods)) {
        const limits = limited(`${world.id}-${period}`, `rate=3, period=${period}`)
        const is = (got: number) => got > 0 && got === (told[0] ?? got) * times
        const fits = integer('period', `for ${period}, where 1m is ${told[0] ?? 'the first'}`, is)
        failed = await failedUnder(world, limits, [fits], failed)
        must(failed.entry, fits)
        told.push(Number(memberOf(failed.entry, 'period')))
      }
    },
  }),

  ...bodies.flatMap(({ name, what, rules, options }) => [
    ...Object.entries(texts).map(([kind, value]) =>
      scenario(`${what}: ${kind} is told as it is`, {
        rule: rules.text,
        needs,
        async run(world) {
          const { entry } = await failedRun(world, options(value))

          must(entry, member(name, value), no(`${name}Base64`))
        },
      }),
    ),
    ...Object.entries(binaries).map(([kind, value]) =>
      scenario(`${what}: ${kind} are told in base64`, {
        rule: rules.binary,
        needs,
        async run(world) {
          const { entry } = await failedRun(world, options(value))

          const base64 = Buffer.from(value).toString('base64')
          must(entry, member(`${name}Base64`, base64), no(name))
        },
      }),
    ),
  ]),

  ...[502, 503].map((status) =>
    scenario(`the status of the attempt is told: ${status}`, {
      rule: 'queue.dlq-message.response-status',
      needs,
      async run(world) {
        const steps = [{ name: 'fails', fails: { status } }] as const

        must((await failedRun(world, { steps })).entry, member('responseStatus', status))
      },
    }),
  ),

  ...lastAnswers.map(({ title, rule, answers, fits }) =>
    scenario(title, {
      rule,
      needs,
      waits: latest(seconds(1)),
      async run(world) {
        must(await failedTwice(world, ...answers), ...fits)
      },
    }),
  ),

  scenario('nothing is kept of a failure callback that waits for its answer', {
    rule: 'queue.dlq-message.failure-callback-result-kept',
    needs,
    async run(world) {
      const [entry] = entriesIn(await listedDuringCallback(world))
      const answered = inside('failureCallbackInfo', text('state'), member('responseStatus', 200))
      const read = () => entryRead(world, String(entry?.dlqId))
      const later = given(await world.eventually(read, answered), accepted(), answered)
      const { state } = memberOf(later, 'failureCallbackInfo') as { readonly state: unknown }

      must(asMessage(entry!), noResult(state))
    },
  }),

  ...callbacks.map(({ title, rule, answer, fits }) =>
    scenario(title, {
      rule,
      needs,
      async run(world) {
        const called = world.inbox(() => answer)
        const run = await failedRun(world, { settings: { 'Failure-Callback': called.url } })
        given(await called.delivery())

        const kept = withEntry(run, inside('failureCallbackInfo', ...fits))
        const read = () => listed(world, { workflowUrl: run.application.url })
        must(await world.eventually(read, kept), accepted(), kept)
      },
    }),
  ),

  scenario('callerIP is the address of the publisher', {
    rule: 'queue.dlq-message.caller-ip',
    needs,
    async run(world) {
      // Behind a proxy or a NAT the target sees another address than ours.
      if (!world.isLocal)
        throw new NotApplicable(
          'the target is not on this machine: which address it sees is unknown',
        )
      const { entry } = await failedRun(world)

      must(entry, (message) => {
        const got = memberOf(message, 'callerIP')
        return /^(::ffff:)?127\.|^::1$/.test(String(got))
          ? undefined
          : lacks('a loopback address "callerIP"', got)
      })
    },
  }),
]
