// Starts the mock from the options of the mock command.

import { faultsOf } from '../../../mocks/faults/by-id.js'
import { faults } from '../../../mocks/faults/index.js'
import {
  startMock,
  type Mock,
  type MockOptions,
  startPrism,
  type Limits,
  type PrismMock,
  type PrismOptions,
  type Seed,
  type AlarmClock,
} from '../../../mocks/index.js'
import { controllers } from '../../../mocks/control.js'
import { ownHosts } from '../../../mocks/http/hosts.js'
import { parseRedisUrl } from '../../../mocks/kv/redis/url.js'
import { createEgress } from '../../../mocks/queue/deliver/egress.js'
import { DEVELOPMENT_KEYS } from '../../../mocks/queue/deliver/signature.js'
import { FAULT_VARIABLE } from '../../../mocks/start/mutation.js'
import { databaseBeside, type QueueRedis } from '../../../mocks/start/queue-store.js'
import { parseSafety } from '../../../mocks/safety.js'
import { developmentTokens, isToken, queueTokenOf, tokenForm } from '../../../mocks/tokens.js'
import { didYouMean } from '../../../conformance/core/did-you-mean.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { addressProblem } from '../address.js'
import { readDialect, readSeed } from '../files.js'
import { targetOptions } from '../test/options.js'
import { oneOf, refuseMisspeltVariables, wholeNumber } from '../verb.js'
import { options, type MockValues } from './options.js'
import { readState, restoreState } from './state.js'

/** Starts the mock. Throws a `UsageError` if the user can solve the problem. */
export async function startFrom(values: MockValues): Promise<Mock | PrismMock> {
  refuseMisspeltVariables({ ...targetOptions, ...options })
  const dialect = readDialect(values.dialect)
  const common = {
    dialect,
    host: values.host ?? '127.0.0.1',
    kvPort: port('kv-port', values['kv-port'], 8079),
    kvToken: token('kv-token', values, developmentTokens.kv),
    kvReadOnlyToken: token('kv-readonly-token', values, developmentTokens.kvReadOnly),
    queuePort: port('queue-port', values['queue-port'], 8080),
    queueToken: token('queue-token', values, queueTokenOf(dialect.name, developmentTokens.queue)),
  }
  if (common.kvToken === common.kvReadOnlyToken)
    throw new UsageError(
      '--kv-token and --kv-readonly-token are the same; give the Read Only token another value',
    )
  if (common.kvPort === common.queuePort && common.kvPort !== 0)
    throw new UsageError(
      `--kv-port and --queue-port are both ${common.kvPort}; give each interface its own port, or 0 for a free one`,
    )
  const engine = oneOf('engine', values.engine, ['stateful', 'prism'])
  return engines[engine](values, common).catch((error: unknown) => {
    throw usageErrorOf(error, portOptions(common, values)) ?? error
  })
}

/** Returns the option of each port, for messages about a port that is in use. */
const portOptions = ({ kvPort, queuePort }: PrismOptions, values: MockValues): PortOptions =>
  new Map([
    [kvPort, '--kv-port'],
    [queuePort, '--queue-port'],
    [Number(values['resp-port']), '--resp-port'],
  ])

type PortOptions = ReadonlyMap<unknown, string>

/**
 * Returns the token. Error messages do not repeat the token, because a wrong token may contain a
 * part of the right one.
 */
function token(
  option: 'kv-token' | 'kv-readonly-token' | 'queue-token',
  values: MockValues,
  otherwise: string,
): string {
  const given = values[option] ?? otherwise
  if (!isToken(given)) throw new UsageError(`--${option} takes ${tokenForm}`)
  return given
}

/** The options that only the stateful mock supports. */
const STATEFUL = [
  ...(['like', 'like-violations', 'resp-port', 'redis', 'fault', 'clock'] as const),
  ...(['allow-destination', 'llm-url', 'cors'] as const),
  ...([
    'queue-store',
    'queue-name',
    'queue-lease',
    'kv-max-request-size',
    'kv-max-key-size',
    'kv-max-record-size',
  ] as const),
  ...(['kv-daily-requests', 'queue-max-ready', 'no-controls', 'control-from'] as const),
  'control-host',
  'limit',
  'log',
  'seed',
  'state',
] as const

const engines = {
  async stateful(values: MockValues, common: PrismOptions) {
    const { redis, 'resp-port': respPort } = values
    if (redis !== undefined) parsed('redis', () => parseRedisUrl(redis))
    if (respPort !== undefined && redis !== undefined)
      throw new UsageError(
        '--resp-port works only without --redis; with --redis, connect clients to that Redis directly',
      )
    const clock = oneOf('clock', values.clock, ['real', 'virtual'])
    if (values['no-controls'] === true) {
      if (clock === 'virtual')
        throw new UsageError(
          '--clock virtual needs the /__mock routes, which advance the clock; remove --no-controls',
        )
      const useless = (['control-from', 'control-host'] as const).find((each) => values[each])
      if (useless !== undefined)
        throw new UsageError(`--${useless} is for the /__mock routes, which --no-controls removes`)
    }
    const queueStore = queueStoreOf(values)
    if (values.state !== undefined && (redis !== undefined || queueStore !== 'memory'))
      throw new UsageError('--state keeps data in memory, and a Redis keeps its data itself')
    const state = values.state === undefined ? undefined : readState(values.state)
    const seed = values.seed === undefined ? undefined : readSeed(values.seed)
    const mock = await startMock({
      ...common,
      clock,
      redis,
      queueStore,
      limits: limitsOf(values),
      cors: values.cors ?? false,
      controls: values['no-controls'] !== true,
      commandLine: commandLineOf(values),
      controlFrom: listOf('control-from', values, controllers),
      controlHosts: listOf('control-host', values, (names) => ownHosts(common.host!, names)),
      respPort: respPort === undefined ? undefined : port('resp-port', respPort, 0),
      signingKeys: DEVELOPMENT_KEYS,
      allowDestinations: listOf('allow-destination', values, createEgress),
      apis: apisOf(values),
      readyLimit: optional(values, 'queue-max-ready', 1),
      safety: parsed('limit', () => parseSafety(values.limit ?? [])),
      faults: parsed('fault', () => faultsOf(values.fault, faults)),
    })
    // A seed is for the first start. Later starts have its data in the state.
    if (state !== undefined) await restoreState(mock, state, values.state!)
    else if (seed !== undefined) await addSeedOf(mock, seed, values.seed!)
    return mock
  },

  async prism(values: MockValues, common: PrismOptions) {
    const stateful = STATEFUL.find((option) => values[option] !== undefined)
    if (stateful !== undefined)
      throw new UsageError(
        `--${stateful} is for --engine stateful: Prism serves examples, without state, time or deliveries`,
      )
    return startPrism(common)
  },
} as const

/** The options that the console sets itself in a command, and those that only print or write. */
const NOT_REPEATED: readonly string[] = [
  'engine',
  'clock',
  'kv-port',
  'queue-port',
  'json',
  'write-env',
]

/** Returns the given options as words of a command line. The passwords of URLs are `***`. */
export const commandLineOf = (values: MockValues): readonly string[] =>
  Object.entries(values).flatMap(([name, given]) =>
    NOT_REPEATED.includes(name) || given === undefined || given === false
      ? []
      : given === true
        ? [`--${name}`]
        : [given].flat().flatMap((value) => [`--${name}`, withoutPassword(String(value))]),
  )

const withoutPassword = (value: string): string =>
  value.replace(/^([a-z]+:\/\/[^:/]*:).*@/i, '$1***@')

/** Adds the data of a file. Ends the mock if the file is wrong. */
async function addSeedOf(mock: Mock<AlarmClock>, seed: unknown, file: string): Promise<void> {
  try {
    await mock.seed(seed as Seed)
  } catch (error) {
    await mock.close()
    if (!(error instanceof RangeError)) throw error
    throw new UsageError(`the seed ${file}: ${error.message.replace(/^the seed: /, '')}`)
  }
}

/** Returns the store of the queue. With `--redis` it is on the same server by default. */
export function queueStoreOf(values: MockValues): 'memory' | QueueRedis {
  const { redis, 'queue-store': given = redis === undefined ? 'memory' : 'redis' } = values
  const { 'queue-name': name, 'queue-lease': lease } = values
  if (given === 'memory') {
    const useless = (['queue-name', 'queue-lease'] as const).find((each) => values[each])
    if (useless === undefined) return 'memory'
    throw new UsageError(
      `--${useless} is for a queue on Redis; add --redis URL or --queue-store URL`,
    )
  }
  if (given === 'redis' && redis === undefined)
    throw new UsageError(
      '--queue-store redis needs --redis URL; or name a Redis: --queue-store URL',
    )
  if (name !== undefined && !/^[\w.-]{1,100}$/.test(name))
    throw new UsageError('--queue-name takes up to 100 letters, digits, "_", "-" and "."')
  const url = given === 'redis' ? databaseBeside(redis!) : given
  if (!url.includes(':'))
    throw new UsageError(
      `--queue-store takes memory, redis or the URL of a Redis, not "${given}"${didYouMean(given, ['memory', 'redis'])}`,
    )
  parsed('queue-store', () => parseRedisUrl(url))
  return {
    redis: url,
    name,
    lease: lease === undefined ? undefined : wholeNumber('queue-lease', lease, 15, 1) * 1000,
  }
}

/** Returns a `UsageError` if the user can solve the problem. Any other error is a bug of svc-contract. */
export function usageErrorOf(
  error: unknown,
  ports: PortOptions = new Map(),
): UsageError | undefined {
  if (!(error instanceof Error)) return undefined
  const forUser =
    addressProblem(error) !== undefined ||
    error.message.startsWith('cannot use Redis at ') ||
    error.message.startsWith(FAULT_VARIABLE) ||
    error.message.startsWith('Prism is not installed')
  const option = ports.get((error.cause as { port?: unknown } | undefined)?.port)
  const where = option === undefined ? '' : ` (${option})`
  return forUser ? new UsageError(`the mock could not start${where}: ${error.message}`) : undefined
}

const port = (option: string, value: string | undefined, otherwise: number): number =>
  wholeNumber(option, value, otherwise, 0, 65_535)

/** Returns the values of a repeatable option. Checks the values with `parse`. */
function listOf(
  option: 'control-from' | 'control-host' | 'allow-destination',
  values: MockValues,
  parse: (list: readonly string[]) => unknown,
): readonly string[] {
  const list = values[option] ?? []
  parsed(option, () => parse(list))
  return list
}

/** Parses an option. Converts a RangeError to a `UsageError`. */
function parsed<T>(option: string, parse: () => T): T {
  try {
    return parse()
  } catch (error) {
    throw error instanceof RangeError ? new UsageError(`--${option}: ${error.message}`) : error
  }
}

/** The maximum size of a request body that the mock reads, in bytes. */
const LARGEST = 64 * 2 ** 20

function limitsOf(values: MockValues): Partial<Limits> {
  const limits = {
    requestBytes: optional(values, 'kv-max-request-size', 1, LARGEST),
    keyBytes: optional(values, 'kv-max-key-size', 1),
    recordBytes: optional(values, 'kv-max-record-size', 1),
    dailyRequests: optional(values, 'kv-daily-requests', 0),
  }
  return Object.fromEntries(Object.entries(limits).filter(([, limit]) => limit !== undefined))
}

const optional = (
  values: MockValues,
  option: (keyof MockValues & `kv-max-${string}`) | 'kv-daily-requests' | 'queue-max-ready',
  least: number,
  most?: number,
): number | undefined =>
  values[option] === undefined ? undefined : wholeNumber(option, values[option], least, least, most)

function apisOf({ 'llm-url': url }: MockValues): NonNullable<MockOptions['apis']> {
  if (url !== undefined && !(/^https?:\/\//.test(url) && URL.canParse(url)))
    throw new UsageError('--llm-url takes a URL that begins with http:// or https://')
  return url === undefined ? {} : { 'api/llm': url }
}
