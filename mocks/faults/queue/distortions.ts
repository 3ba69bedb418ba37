// Distortions of the queue: what a wrong server does to an attempt, to the settings of a request or to a
// page of a list. Together with the values of the dimensions, they make wrong servers.

import type { Request } from '../../http/message.js'
import type { Message } from '../../queue/message.js'
import type { Delivery } from '../../queue/deliver/sender.js'
import type { GivenSetting } from '../../queue/publish/settings.js'
import type { Queue } from '../../queue/queue.js'
import type { HeaderMap } from '../../queue/request/headers.js'
import { queueFault, type Replacements } from './fault.js'
import { filterNames, type AskedList } from './where.js'

export type Row = Readonly<Record<string, unknown>>

interface ListPage {
  readonly rows: readonly Row[]
  readonly cursor?: string | undefined
}

/** A mistake in attempts: what is sent, or when the next attempt is. */
export interface OfAttempts {
  readonly sends?: (delivery: Delivery) => Delivery | readonly Delivery[]
  readonly next?: (at: number, queue: Queue) => number | undefined
  /** Changes when a message is due that is published. */
  readonly due?: (message: Message) => number
  readonly breaks: RegExp
}

/** A mistake in the settings of a request. */
export interface OfSettings {
  readonly settings: (given: readonly GivenSetting[]) => readonly GivenSetting[]
  readonly breaks: RegExp
}

/** A mistake in a page of a list. */
export interface OfLists {
  readonly asked?: (query: AskedList['query']) => AskedList['query']
  readonly page?: (page: ListPage) => ListPage
  readonly breaks: RegExp
}

const bodies = /body|payload|content|step-results|result|from-the|failure-callback|callback\./
const deliveries =
  /queue\.(publish|retries|callback|failure-callback|group|restart|resume|states)\./
const headers = /forward|header|callback|restart|resume|retries|content-type|webhook|run/
const times = /delay|retries|timeout|not-before|backoff|callback|delivers|default-headers|in-query/

const body = (change: (bytes: Buffer) => Uint8Array): OfAttempts => ({
  sends: (delivery) => ({ ...delivery, body: change(Buffer.from(delivery.body)) }),
  breaks: new RegExp(`${bodies.source}|${deliveries.source}`),
})

const text = (change: (latin1: string) => string) =>
  body((bytes) => Buffer.from(change(bytes.toString('latin1')), 'latin1'))

const lines = (change: (headers: HeaderMap) => HeaderMap): OfAttempts => ({
  sends: (delivery) => ({ ...delivery, headers: change(delivery.headers) }),
  breaks: new RegExp(`${headers.source}|${deliveries.source}`),
})

/** Changes the values of headers that a publish forwards. */
const forwarded = (change: (values: readonly string[]) => readonly string[]) =>
  lines((all) =>
    Object.fromEntries(
      Object.entries(all).map(([name, values]) => [
        name,
        /contract/i.test(name) ? [...change(values)] : values,
      ]),
    ),
  )

const type = (change: (type: string) => string | undefined) =>
  lines(({ 'Content-Type': types = [], ...rest }) => {
    const changed = types.map(change).filter((each) => each !== undefined)
    return { ...rest, ...(changed.length > 0 && { 'Content-Type': changed }) }
  })

const url = (change: (end: string) => string): OfAttempts => ({
  sends: (delivery) => ({
    ...delivery,
    url: delivery.url.replace(
      /^(https?:\/\/[^/]*)(.*)$/s,
      (_, origin: string, end: string) => `${origin}${change(end)}`,
    ),
  }),
  breaks: /destination|to-http-url|fans-out|group|callback|restart|resume|publish/,
})

const ofTimes = new RegExp(`${times.source}|${deliveries.source}`)

const next = (change: (at: number, queue: Queue) => number | undefined): OfAttempts => ({
  next: change,
  breaks: ofTimes,
})

const due = (change: (message: Message) => number): OfAttempts => ({ due: change, breaks: ofTimes })

/** Mistakes in attempts. */
export const attemptDistortions: Readonly<Record<string, OfAttempts>> = {
  ...Object.fromEntries(
    [3, 64, 1_000, 65_536, 1_000_000].map((length) => [
      `cuts the body at ${length} bytes`,
      body((bytes) => bytes.subarray(0, length)),
    ]),
  ),
  'sends no body': body(() => Buffer.alloc(0)),
  'sends {} for no body': body((bytes) => (bytes.length === 0 ? Buffer.from('{}') : bytes)),
  'decodes the body as UTF-8': body((bytes) => Buffer.from(bytes.toString())),
  'encodes the body as UTF-8 twice': body((bytes) => Buffer.from(bytes.toString('latin1'))),
  'trims the body': text((all) => all.trim()),
  'reads line breaks as LF': text((all) => all.replaceAll('\r\n', '\n')),
  'reads + as a space': text((all) => all.replaceAll('+', ' ')),
  'writes JSON again': text((all) => {
    try {
      return JSON.stringify(JSON.parse(all) as unknown)
    } catch {
      return all
    }
  }),
  'puts a body in quotes': text((all) => JSON.stringify(all)),
  'encodes the body as base64': text((all) => Buffer.from(all, 'latin1').toString('base64')),
  'ends the body with a line break': text((all) => `${all}\n`),

  'sends POST': {
    sends: (delivery) => ({ ...delivery, method: 'POST' }),
    breaks: /method|callback|restart|resume/,
  },
  'drops Content-Type': type(() => undefined),
  'sends text/plain': type(() => 'text/plain'),
  'sends application/json': type(() => 'application/json'),
  'drops the parameters of Content-Type': type((all) => all.replace(/;.*/s, '')),
  'adds a charset to Content-Type': type((all) => `${all}; charset=utf-8`),
  'drops forwarded headers': forwarded(() => []),
  'sends the first value of a header': forwarded((values) => values.slice(0, 1)),
  'sends the last value of a header': forwarded((values) => values.slice(-1)),
  'cuts forwarded values at 1,000 characters': forwarded((values) =>
    values.map((each) => each.slice(0, 1_000)),
  ),
  'cuts forwarded values at a comma': forwarded((values) =>
    values.map((each) => each.replace(/,.*/s, '')),
  ),
  'decodes forwarded values': forwarded((values) =>
    values.map((each) => each.replace(/%[2-7][0-9a-f]/gi, unescape)),
  ),
  'lower-cases forwarded values': forwarded((values) => values.map((each) => each.toLowerCase())),
  'reads forwarded values as ASCII': forwarded((values) =>
    values.map((each) => each.replace(/[^ -~]/g, '?')),
  ),
  'drops every other header': lines((all) =>
    Object.fromEntries(
      Object.entries(all).filter(([name]) => /^(content|svc|upstash)-/i.test(name)),
    ),
  ),

  'drops the query': url((end) => end.replace(/\?.*/s, '')),
  'decodes the path': url((end) =>
    end.replace(/%(20|2F|26)/gi, (each) => (each === '%20' ? '+' : unescape(each))),
  ),
  'joins slashes': url((end) => end.replace(/\/{2,}/g, '/')),
  'drops empty query values': url((end) => end.replace(/&\w+=(?=&|$)/g, '')),
  'encodes the path again': url((end) => end.replaceAll('%', '%25')),

  'sends nothing': { sends: () => [], breaks: deliveries },
  'sends twice': { sends: (delivery) => [delivery, delivery], breaks: deliveries },

  'does not try again': next(() => undefined),
  'tries again at once': next((_, { clock }) => clock.now()),
  'tries again a second late': next((at) => at + 1_000),
  'tries again a second early': next((at, { clock }) => Math.max(clock.now(), at - 1_000)),
  'doubles the delay of a retry': next((at, { clock }) => at + (at - clock.now())),
  'tries again after a minute at most': next((at, { clock }) => Math.min(at, clock.now() + 60_000)),
  'is a second late': due(({ notBefore }) => notBefore + 1_000),
  'reads the minutes of a delay as seconds': due(
    ({ createdAt, notBefore }) => createdAt + Math.floor((notBefore - createdAt) / 60),
  ),
  'has no delay': due(({ createdAt }) => createdAt),
}

const settingNames = [
  'method',
  'retries',
  'retry-delay',
  'timeout',
  'delay',
  'not-before',
  'callback',
  'failure-callback',
  'deduplication-id',
  'content-based-deduplication',
  'forward-x-contract',
  'callback-delay',
  'failure-callback-delay',
  'callback-forward-x-contract',
  'failure-callback-forward-x-contract',
  'flow-control-key',
  'flow-control-value',
  'header-forward',
  'workflow-runid',
]

const rulesOfSetting = (name: string) =>
  new RegExp(
    [
      ...name.split('-').filter((word) => !['x', 'contract', 'value', 'key'].includes(word)),
      'in-query|default-headers|prefix-stripped|omitted-settings|originals-reused',
    ].join('|'),
  )

const withSetting =
  (name: string, change: (value: string) => readonly string[]) =>
  (given: readonly GivenSetting[]): readonly GivenSetting[] =>
    given.flatMap((each) =>
      each.name === name ? change(each.value).map((value) => ({ ...each, value })) : [each],
    )

/** Mistakes in settings. */
export const settingDistortions: Readonly<Record<string, OfSettings>> = Object.fromEntries(
  settingNames.flatMap((name) => {
    const breaks = rulesOfSetting(name)
    const wrong = (
      words: string,
      change: (value: string) => readonly string[],
    ): readonly [string, OfSettings] => [
      `${words} ${name}`,
      { settings: withSetting(name, change), breaks },
    ]
    return [
      wrong('ignores', () => []),
      wrong('lower-cases', (value) => [value.toLowerCase()]),
      wrong('adds 1 to', (value) => [value.replace(/^\d+/, (all) => String(Number(all) + 1))]),
      wrong('takes one less as', (value) => [
        value.replace(/^\d+/, (all) => String(Math.max(0, Number(all) - 1))),
      ]),
      wrong('reads 60 of a larger unit as one of', (value) => [
        value.replace(/(?<=^\d+)[mhd]$/, (unit) => ({ m: 's', h: 'm', d: 'h' })[unit] ?? unit),
      ]),
    ]
  }),
)

const rows = (change: (rows: readonly Row[]) => readonly Row[]): OfLists => ({
  page: ({ rows, ...rest }) => ({ ...rest, rows: change(rows) }),
  breaks: /queue\.(dlq|runs|message-logs|pagination|states|dlq-message)\./,
})

const fields = [
  'messageId',
  'dlqId',
  'url',
  'method',
  'header',
  'body',
  'bodyBase64',
  'maxRetries',
  'notBefore',
  'createdAt',
  'failureCallback',
  'failureCallbackHeader',
  'callerIP',
  'workflowRunId',
  'workflowCreatedAt',
  'workflowUrl',
  'responseStatus',
  'responseHeader',
  'responseBody',
  'failureCallbackInfo',
  'workflowState',
  'workflowRunCreatedAt',
  'workflowRunCompletedAt',
  'steps',
  'time',
  'state',
  'stepInfo',
]

const field = (name: string, change: (value: unknown) => unknown) =>
  rows((all) =>
    all.map((row) => (row[name] === undefined ? row : { ...row, [name]: change(row[name]) })),
  )

/** Mistakes in lists. */
export const listDistortions: Readonly<Record<string, OfLists>> = {
  'drops the first row': rows((all) => all.slice(1)),
  'drops the last row': rows((all) => all.slice(0, -1)),
  'repeats the last row': rows((all) => [...all, ...all.slice(-1)]),
  'reverses the rows': rows((all): readonly Row[] => all.toReversed()),
  'swaps the first rows': rows(([first, second, ...rest]) =>
    [second, first, ...rest].filter((each) => each !== undefined),
  ),
  'shows one row': rows((all) => all.slice(0, 1)),
  'shows no rows': rows(() => []),
  'drops the cursor': {
    page: ({ rows }) => ({ rows }),
    breaks: /cursor|pagination|filter|count/,
  },
  'ignores the cursor': {
    asked: (query) => ({ ...query, cursor: undefined }),
    breaks: /cursor|pagination|filter|count/,
  },
  'ignores count': {
    asked: (query) => ({ ...query, count: undefined }),
    breaks: /cursor|pagination|count|filter/,
  },
  ...Object.fromEntries(
    fields.flatMap((name) => [
      [`drops ${name}`, field(name, () => undefined)],
      [
        `changes ${name}`,
        field(name, (value) =>
          typeof value === 'number'
            ? value + 1
            : typeof value === 'string'
              ? `${value}x`
              : Array.isArray(value)
                ? value.slice(0, -1)
                : {},
        ),
      ],
    ]),
  ),
  ...Object.fromEntries(
    filterNames.flatMap((name) => {
      const breaks = /queue\.(dlq|runs|message-logs|pagination)\.(filter|order|cursor|count)/
      const wrong = (
        words: string,
        change: (value: string) => string | undefined,
      ): readonly [string, OfLists] => [
        `${words} ${name}`,
        {
          asked: (query: AskedList['query']) => {
            const { [name]: value, ...rest } = query
            return value === undefined ? query : { ...rest, [name]: change(value) }
          },
          breaks,
        },
      ]
      return [
        wrong('ignores', () => undefined),
        wrong('is 1 beside', (value) =>
          /^\d+$/.test(value) ? String(Number(value) + 1) : `${value}x`,
        ),
        wrong('is 1 before', (value) =>
          /^\d+$/.test(value) ? String(Number(value) - 1) : value.slice(0, -1),
        ),
      ]
    }),
  ),
}

/** Called with a value before and after a mistake. Returns the value after it. */
type OnChange = <T>(before: T, after: T) => T

/** Makes a mistake in the attempts of some messages. */
export const inAttempts = (
  { sends, next, due }: OfAttempts,
  isMeant: (message: Message) => boolean,
  changed: OnChange,
): Replacements => {
  const messages = new WeakMap<HeaderMap, Message>()
  return {
    ...(sends && {
      'delivery.headers': (original) => (message) => {
        const made = original(message)
        messages.set(made, message)
        return made
      },
      'sender.send': (original) => async (delivery, signal, pause) => {
        const message = messages.get(delivery.headers)
        if (message === undefined || !isMeant(message)) return original(delivery, signal, pause)
        const sent = [changed<Delivery | readonly Delivery[]>(delivery, sends(delivery))].flat()
        const outcomes = await Promise.all(sent.map((each) => original(each, signal, pause)))
        const none = { kind: 'answered', status: 200, headers: {}, body: Buffer.alloc(0) } as const
        return outcomes[0] ?? none
      },
    }),
    ...(next && {
      'delivery.nextAttempt': (original, queue) => (message, outcome) => {
        const at = original(message, outcome)
        return at !== undefined && isMeant(message) ? changed(at, next(at, queue)) : at
      },
    }),
    ...(due && {
      'delivery.accept': (original) => async (message) => {
        if (!isMeant(message)) return original(message)
        const nextDeliveryTime = changed(message.notBefore, due(message))
        return original({ ...message, nextDeliveryTime, notBefore: nextDeliveryTime })
      },
    }),
  }
}

/** Makes a mistake in the settings of some requests. */
export const inSettings = (
  { settings }: OfSettings,
  isMeant: (request: Request) => boolean,
  changed: OnChange,
): Replacements => ({
  'reading.given': (original) => (request) => {
    const given = original(request)
    return isMeant(request) ? [...changed(given, settings(given))] : given
  },
})

/** Makes a mistake in some pages of lists. */
export const inLists = (
  { asked, page = (all) => all }: OfLists,
  isMeant: (asked: AskedList) => boolean,
  changed: OnChange,
): Replacements => {
  const wrong =
    (list: AskedList['list'], rowsName: string) =>
    (original: (query: never) => Promise<object>) =>
    async (query: AskedList['query']) => {
      if (!isMeant({ list, query })) return original(query as never)
      const shown = (await original(query as never)) as Readonly<Record<string, readonly Row[]>>
      const given = asked === undefined ? shown : await original(asked(query) as never)
      const { [rowsName]: rows = [], ...rest } = given as typeof shown
      const { rows: wrong, ...others } = page({ rows, ...rest })
      return changed(shown, { ...others, [rowsName]: wrong } as typeof shown)
    }
  return {
    'dlq.list': wrong('dlq', 'messages'),
    'runList.list': wrong('runList', 'runs'),
    'logs.list': wrong('logs', 'events'),
  } as Replacements
}

export const differs = (before: unknown, after: unknown): boolean =>
  JSON.stringify(after) !== JSON.stringify(before)

/** Returns a wrong server, and how often it was wrong. */
export function distorted(replacementsOf: (changed: OnChange) => Replacements) {
  const count = { distorted: 0 }
  const changed: OnChange = (before, after) => {
    if (differs(before, after)) count.distorted++
    return after
  }
  const replace = [() => replacementsOf(changed)]
  return { ...queueFault({ id: 'mutant', name: 'mutant', breaks: [], replace }), count }
}
