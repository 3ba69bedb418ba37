// mock: serves the mocks until it is told to end.

import { faults, type AnyFault } from '../../mocks/faults/index.js'
import {
  startMock,
  type MockOptions,
  startPrism,
  type KvAccess,
  type Limits,
  type PrismOptions,
  type QueueAccess,
} from '../../mocks/index.js'
import { controllers } from '../../mocks/control.js'
import { parseRedisUrl } from '../../mocks/kv/redis-url.js'
import { createEgress } from '../../mocks/queue/egress.js'
import { DEVELOPMENT_KEYS } from '../../mocks/queue/signature.js'
import { parseSafety } from '../../mocks/safety.js'
import { UsageError } from '../../conformance/usage-error.js'
import { addressProblem } from './address.js'
import { readDialect } from './files.js'
import { oneOf, read, wholeNumber, type Values, type Verb } from './verb.js'

const options = {
  engine: {
    value: 'stateful|prism',
    about: 'the one that behaves as the real thing, or the examples of the documents (Prism)',
  },
  host: { value: 'HOST', about: 'the address to listen on (127.0.0.1)' },
  'kv-port': { value: 'PORT', about: 'port of the key-value interface (8079; 0: a free one)' },
  'queue-port': { value: 'PORT', about: 'port of the queue interface (8080; 0: a free one)' },
  'kv-token': { value: 'TOKEN', env: 'SVC_KV_TOKEN', about: 'Standard token (a fixed one)' },
  'kv-readonly-token': {
    value: 'TOKEN',
    env: 'SVC_KV_READONLY_TOKEN',
    about: 'Read Only token (a fixed one)',
  },
  'queue-token': {
    value: 'TOKEN',
    env: 'SVC_QUEUE_TOKEN',
    about: 'token of the queue (a fixed one)',
  },
  'resp-port': {
    value: 'PORT',
    about: 'port for redis-cli and clients of Redis, to the same data (not served; 0: a free one)',
  },
  redis: {
    value: 'URL',
    about:
      'the Redis or Valkey that runs the commands, or a server of a cluster (embedded database)',
  },
  'kv-max-request-size': { value: 'BYTES', about: 'the most a command may have (10000000)' },
  'kv-max-key-size': { value: 'BYTES', about: 'the most a key may have (32000)' },
  'kv-max-record-size': { value: 'BYTES', about: 'the most a value may have (100000000)' },
  'kv-daily-requests': { value: 'N', about: 'the most commands of a UTC day (no limit)' },
  cors: { about: 'let web pages of any origin use the key-value interface' },
  dialect: { value: 'svc|upstash|FILE', about: 'names and settings to speak' },
  fault: { value: 'NAME', multiple: true, about: 'be wrong in this way; repeatable' },
  clock: { value: 'real|virtual', about: 'virtual time passes only when /__mock/clock turns it' },
  'no-controls': {
    about: 'serve no /__mock routes: what they arrange is not there, as on a service',
  },
  'control-from': {
    value: 'ADDRESS|CIDR|any',
    multiple: true,
    about: 'who may ask the /__mock routes beside loopback; repeatable',
  },
  'allow-destination': {
    value: 'HOST|CIDR',
    multiple: true,
    about: 'where to deliver to beside loopback; repeatable',
  },
  'llm-url': {
    value: 'URL',
    about: 'what api/llm calls (without it, it answers a small fixed completion)',
  },
  'queue-max-ready': {
    value: 'N',
    about: 'the most messages that may be due or under way; a publish beyond is 429 (10000)',
  },
  limit: {
    value: 'NAME=N',
    multiple: true,
    about: 'a safety limit such as journal-bytes=16M; repeatable, listed in docs/security.md',
  },
  json: { about: 'print one line of JSON when ready' },
} as const

/** The tokens of development, the same on every machine. */
const tokens = {
  kv: 'development-kv-token',
  kvReadOnly: 'development-kv-read-only-token',
  queue: 'development-queue-token',
} as const

export const verb: Verb = {
  summary: 'serves the mocks of both interfaces until it is told to end',
  positionals: '',
  options,
  async run(args) {
    const { values, positionals } = read(args, options)
    if (positionals.length > 0)
      throw new UsageError(`mock takes options only, not "${positionals.join(' ')}"`)
    const common = {
      dialect: readDialect(values.dialect),
      host: values.host ?? '127.0.0.1',
      kvPort: port('kv-port', values['kv-port'], 8079),
      kvToken: values['kv-token'] ?? tokens.kv,
      kvReadOnlyToken: values['kv-readonly-token'] ?? tokens.kvReadOnly,
      queuePort: port('queue-port', values['queue-port'], 8080),
      queueToken: values['queue-token'] ?? tokens.queue,
    }
    for (const option of ['kv-token', 'kv-readonly-token', 'queue-token'] as const)
      if (values[option] === '') throw new UsageError(`--${option} takes a token, not ""`)
    if (common.kvToken === common.kvReadOnlyToken)
      throw new UsageError(
        '--kv-token and --kv-readonly-token are the same: what may only read could write',
      )
    const engine = oneOf('engine', values.engine, ['stateful', 'prism'])
    const mock = await engines[engine](values, common).catch((error: unknown) => {
      throw usageErrorOf(error) ?? error
    })
    // Whoever reads that it is ready may end it at once.
    const ended = new Promise<void>((resolve) => {
      process.once('SIGINT', resolve)
      process.once('SIGTERM', resolve)
    })
    const { kv, queue } = mock
    const { resp } = kv as Pick<KvAccess, 'resp'>
    const { signingKeys } = queue as Partial<Pick<QueueAccess, 'signingKeys'>>
    if (values.json === true)
      console.log(
        JSON.stringify({
          kv: {
            ...{ url: kv.url, token: kv.token, readOnlyToken: kv.readOnlyToken },
            ...(resp && { resp: { url: resp.url } }),
          },
          queue: { url: queue.url, token: queue.token },
        }),
      )
    else
      console.log(
        `key-value  ${kv.url}  token ${kv.token}  read only ${kv.readOnlyToken}\n` +
          (resp ? `RESP       ${resp.url}\n` : '') +
          `queue      ${queue.url}  token ${queue.token}\n` +
          (signingKeys ? `signed     ${signingKeys.current}  next ${signingKeys.next}\n` : '') +
          'Ctrl-C ends it.',
      )
    await ended
    await mock.close()
    return 0
  },
}

type MockValues = Values<typeof options>

/** The options of the stateful engine alone. */
const STATEFUL = [
  ...(['resp-port', 'redis', 'fault', 'clock', 'allow-destination', 'llm-url', 'cors'] as const),
  ...(['kv-max-request-size', 'kv-max-key-size', 'kv-max-record-size'] as const),
  ...(['kv-daily-requests', 'queue-max-ready', 'no-controls', 'control-from'] as const),
  'limit',
] as const

/** How each engine is started, once its own options have been read. */
const engines = {
  async stateful(values: MockValues, common: PrismOptions) {
    const respPort = values['resp-port']
    if (respPort !== undefined && values.redis !== undefined)
      throw new UsageError(
        '--resp-port is for data in memory: connect to the Redis of --redis itself',
      )
    const clock = oneOf('clock', values.clock, ['real', 'virtual'])
    if (values['no-controls'] === true) {
      if (clock === 'virtual')
        throw new UsageError('--clock virtual needs the /__mock routes, which alone can turn it')
      if (values['control-from'] !== undefined)
        throw new UsageError('--control-from is for the /__mock routes, and --no-controls has none')
    }
    return startMock({
      ...common,
      clock,
      redis: redisUrl(values.redis),
      limits: limitsOf(values),
      cors: values.cors ?? false,
      controls: values['no-controls'] !== true,
      controlFrom: listOf('control-from', values, controllers),
      respPort: respPort === undefined ? undefined : port('resp-port', respPort, 0),
      signingKeys: DEVELOPMENT_KEYS,
      allowDestinations: listOf('allow-destination', values, createEgress),
      apis: apisOf(values),
      readyLimit: readyLimitOf(values),
      safety: understood('limit', values, parseSafety),
      faults: (values.fault ?? []).map(faultOf),
    })
  },

  async prism(values: MockValues, common: PrismOptions) {
    const stateful = STATEFUL.find((option) => values[option] !== undefined)
    if (stateful !== undefined)
      throw new UsageError(
        `--${stateful} is for --engine stateful: Prism answers with examples and has no state, time or deliveries`,
      )
    return startPrism(common)
  },
} as const

/** Why the mock did not start, where the user can mend it; whatever else is a bug of ours. */
export function usageErrorOf(error: unknown): UsageError | undefined {
  if (!(error instanceof Error)) return undefined
  const forUser =
    addressProblem(error) !== undefined ||
    error.message.startsWith('cannot use Redis at ') ||
    error.message.startsWith('Prism is not installed')
  return forUser ? new UsageError(`the mock could not start: ${error.message}`) : undefined
}

const port = (option: string, value: string | undefined, otherwise: number): number =>
  wholeNumber(option, value, otherwise, 0, 65_535)

/** A list of addresses that `by` can read. */
function listOf(
  option: 'control-from' | 'allow-destination',
  values: MockValues,
  by: (list: readonly string[]) => unknown,
): readonly string[] {
  understood(option, values, by)
  return values[option] ?? []
}

/** The values of a repeatable option as `by` reads them; its RangeError is a usage error. */
function understood<T>(
  option: 'control-from' | 'allow-destination' | 'limit',
  values: MockValues,
  by: (list: readonly string[]) => T,
): T {
  try {
    return by(values[option] ?? [])
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--${option}: ${error.message}`) : error
  }
}

/** No body larger than this is read at all. */
const LARGEST = 64 * 2 ** 20

/** The limits that were given. */
function limitsOf(values: Values<typeof options>): Partial<Limits> {
  const given = (option: keyof typeof options & `kv-${string}`, least: number, most?: number) =>
    values[option] === undefined
      ? undefined
      : wholeNumber(option, values[option], least, least, most)
  const limits = {
    requestBytes: given('kv-max-request-size', 1, LARGEST),
    keyBytes: given('kv-max-key-size', 1),
    recordBytes: given('kv-max-record-size', 1),
    dailyRequests: given('kv-daily-requests', 0),
  }
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}

const readyLimitOf = ({ 'queue-max-ready': value }: MockValues): number | undefined =>
  value === undefined ? undefined : wholeNumber('queue-max-ready', value, 1, 1)

function redisUrl(url: string | undefined): string | undefined {
  try {
    if (url !== undefined) parseRedisUrl(url)
    return url
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--redis: ${error.message}`) : error
  }
}

function apisOf({ 'llm-url': url }: MockValues): NonNullable<MockOptions['apis']> {
  if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url)))
    throw new UsageError('--llm-url takes a URL that begins with http:// or https://')
  return url === undefined ? {} : { 'api/llm': url }
}

function faultOf(name: string): AnyFault {
  const fault = faults.find((each) => each.name === name)
  if (fault === undefined)
    throw new UsageError(
      `there is no fault "${name}"; "svc-contract list faults" prints their names`,
    )
  return fault
}
