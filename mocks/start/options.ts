// The options of mocks. They are checked at run time for callers in JavaScript.

import { inspect } from 'node:util'
import { dialects, type Dialect } from '#generated/dialects.js'
import type { FaultId, KvFaultId, QueueFaultId } from '#generated/fault-ids.js'
import { didYouMean } from '../did-you-mean.js'
import { isAmount, realClock, virtualClock, type AlarmClock } from '../clock.js'
import { createConsole } from '../console/console.js'
import { controllers } from '../control.js'
import type { Fault } from '../faults/fault.js'
import type { AnyFault } from '../faults/index.js'
import type { ObservedReport } from '../faults/like.js'
import { ownHosts } from '../http/hosts.js'
import type { Kv } from '../kv/kv.js'
import type { Limits } from '../kv/limits.js'
import { apiNames, type ApiStubs } from '../queue/state.js'
import type { SigningKeys } from '../queue/deliver/signature.js'
import type { Queue } from '../queue/queue.js'
import type { Together } from '../running.js'
import { safetyOf, type Safety } from '../safety.js'
import type { QueueRedis, QueueStoreOption } from './queue-store.js'

export interface CommonOptions<C extends AlarmClock> {
  /**
   * The kind of clock, or a clock to share with other mocks. The default is `virtual`: the time
   * changes only when the clock is advanced.
   */
  readonly clock?: 'virtual' | 'real' | C | undefined
  /**
   * The milliseconds of real time that a virtual clock waits for a delivery that is not answered,
   * before it goes on. The default is 3000. With Infinity it waits without end.
   */
  readonly patience?: number | undefined
  /**
   * The dialect: names of headers and query keys, and settings. The default is the names in the
   * contract.
   */
  readonly dialect?: keyof typeof dialects | Dialect | undefined
  /** The host to listen on. The default is 127.0.0.1. */
  readonly host?: string | undefined
  /** Opens no port if `false`, so that only `fetch` reaches the mock. Deliveries still use the network. */
  readonly listen?: boolean | undefined
  /**
   * Serves the control routes under `/__mock`. The default is true. A live service does not have
   * these routes.
   */
  readonly controls?: boolean | undefined
  /**
   * The clients that may use the control routes in addition to loopback: addresses, ranges such as
   * `172.16.0.0/12`, or `any`.
   */
  readonly controlFrom?: readonly string[] | undefined
  /**
   * Host names of the control routes in addition to `localhost` and `host`, for example the name of
   * a container. A request with another `Host` is refused, because it could come from a web page
   * with that name.
   */
  readonly controlHosts?: readonly string[] | undefined
  /**
   * Allows web pages of other origins. By default they are refused with 403. With this option the
   * key-value interface responds to OPTIONS with 204 instead of 405.
   */
  readonly cors?: boolean | undefined
  /** The options of the command that started the mock. The console shows them in its commands. */
  readonly commandLine?: readonly string[] | undefined
  /** The limits that keep one client from stopping the mock for all other clients. */
  readonly safety?: Partial<Safety> | undefined
}

/** Options with a virtual clock, which is the default. */
export interface VirtualTime {
  readonly clock?: 'virtual' | undefined
}

export interface KvOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** The port to listen on. The default is a free port. */
  readonly port?: number | undefined
  /** The URL of the mock with `listen: false`. The default is `http://kv.test`. */
  readonly url?: string | undefined
  /** The tokens. The default is random tokens. */
  readonly token?: string | undefined
  readonly readOnlyToken?: string | undefined
  /**
   * The URL of a Redis or Valkey that stores the data, or of any server in a cluster. By default
   * the data is in memory. The time of Redis is real: keys expire by its own clock, and `clock`
   * does not change that. The control routes of this interface also use a real clock.
   */
  readonly redis?: string | undefined
  /**
   * Allows a reset to run FLUSHDB on the Redis, which deletes every key in its database. Without
   * this option a reset deletes all state except the keys and then fails.
   */
  readonly redisMayBeFlushed?: boolean | undefined
  /**
   * The limits of the plan. The default is 10 MB per command, 32 KB per key, 100 MB per record and
   * no daily limit. `POST /__mock/kv/limits` changes the limits at run time, and a reset restores
   * them.
   */
  readonly limits?: Partial<Limits> | undefined
  /**
   * The port for Redis clients such as `redis-cli`, or 0 for a free port. By default no port is
   * open. Not allowed together with `redis`, because that Redis has its own port.
   */
  readonly respPort?: number | undefined
  /** Deliberate bugs, by id such as `transaction-is-pipeline`, or elements of `faults`. */
  readonly faults?: readonly (KvFaultId | Fault<Kv>)[] | undefined
}

export interface QueueOptions<C extends AlarmClock = AlarmClock> extends CommonOptions<C> {
  /** The port to listen on. The default is a free port. */
  readonly port?: number | undefined
  /** The URL of the mock with `listen: false`. The default is `http://queue.test`. */
  readonly url?: string | undefined
  /** The token. The default is a random token. */
  readonly token?: string | undefined
  /** The keys that sign deliveries. The default is random keys. */
  readonly signingKeys?: SigningKeys | undefined
  /**
   * The names, addresses and ranges such as `10.0.0.0/8` that the queue may call in addition to
   * loopback. `any` allows every destination.
   */
  readonly allowDestinations?: readonly string[] | undefined
  /**
   * The URLs to call instead of the built-in APIs: `{ 'api/llm': 'http://localhost:9000/' }`. An
   * API without a URL returns the same small JSON for every request.
   */
  readonly apis?: ApiStubs | undefined
  /**
   * The maximum number of due messages, including attempts in progress. The default is 10,000. A
   * publish over the limit receives a 429 response with `Retry-After`. Messages that are due later
   * do not count.
   */
  readonly readyLimit?: number | undefined
  /**
   * The place of the messages: `memory`, which is the default, or a Redis. On Redis they
   * survive the process, and several processes can share them.
   */
  readonly store?: QueueStoreOption | undefined
  /** Deliberate bugs, by id such as `retries-never`, or elements of `faults`. */
  readonly faults?: readonly (QueueFaultId | Fault<Queue>)[] | undefined
}

export interface MockOptions<C extends AlarmClock = AlarmClock>
  extends
    CommonOptions<C>,
    Pick<KvOptions, 'redis' | 'redisMayBeFlushed' | 'limits' | 'respPort'>,
    Pick<QueueOptions, 'signingKeys' | 'allowDestinations' | 'apis' | 'readyLimit'> {
  readonly kvPort?: number | undefined
  /** The URLs of the mock with `listen: false`. The default is `http://kv.test` and `http://queue.test`. */
  readonly kvUrl?: string | undefined
  readonly queueUrl?: string | undefined
  readonly kvToken?: string | undefined
  readonly kvReadOnlyToken?: string | undefined
  /**
   * The place of the messages. With `redis` the default is the database after the one of the
   * key-value data, on the same server.
   */
  readonly queueStore?: 'memory' | 'redis' | QueueRedis | undefined
  readonly queuePort?: number | undefined
  readonly queueToken?: string | undefined
  /** Deliberate bugs, by id such as `retries-never`, or elements of `faults`. */
  readonly faults?: readonly (FaultId | AnyFault)[] | undefined
  /**
   * The JSON report of a run against a service, or the path of its file. The mock does what the report has
   * observed, as far as it has a variant for it: `likenessOf` lists the rest. The default dialect is that
   * of the report.
   */
  readonly like?: ObservedReport | string | undefined
  /** Turns on the faults that fit the violations in the report best. The default is false. */
  readonly likeViolations?: boolean | undefined
}

/** The names of all options of a type. A missing name does not compile. */
type Names<Options> = Readonly<Record<keyof Options, true>>

const commonNames: Names<CommonOptions<AlarmClock>> = {
  ...({ clock: true, dialect: true, host: true, listen: true, safety: true } as const),
  ...({ patience: true, controls: true, cors: true } as const),
  ...({ controlFrom: true, controlHosts: true, commandLine: true } as const),
}

const kvOnly = { redis: true, redisMayBeFlushed: true, limits: true, respPort: true } as const

const queueOnly = {
  signingKeys: true,
  allowDestinations: true,
  apis: true,
  readyLimit: true,
} as const

export const kvNames: Names<KvOptions> = {
  ...commonNames,
  ...kvOnly,
  ...({ port: true, url: true, token: true, readOnlyToken: true, faults: true } as const),
}

export const queueNames: Names<QueueOptions> = {
  ...commonNames,
  ...queueOnly,
  ...({ port: true, url: true, token: true, store: true, faults: true } as const),
}

export const mockNames: Names<MockOptions> = {
  ...commonNames,
  ...kvOnly,
  ...queueOnly,
  ...({ kvPort: true, kvUrl: true, kvToken: true, kvReadOnlyToken: true } as const),
  ...({ queuePort: true, queueUrl: true, queueToken: true } as const),
  ...({ queueStore: true, faults: true, like: true, likeViolations: true } as const),
}

const isObject = (value: unknown): value is Readonly<Record<string, unknown>> =>
  typeof value === 'object' && value !== null
const areStrings = (value: unknown) =>
  Array.isArray(value) && value.every((each) => typeof each === 'string')

function isStore(value: unknown): boolean {
  if (value === 'memory') return true
  if (!isObject(value)) return false
  const { redis, name, lease, ...others } = value
  const isLease = lease === undefined || (Number.isInteger(lease) && Number(lease) >= 1000)
  const isName = name === undefined || (typeof name === 'string' && /^[\w.-]{1,100}$/.test(name))
  return typeof redis === 'string' && isName && isLease && Object.keys(others).length === 0
}

/** The description of the values of an option, and a function that recognises them. */
type Values = readonly [what: string, are: (value: unknown) => boolean]

const text: Values = ['a string', (value) => typeof value === 'string' && value !== '']
// The letters of a token are checked where it is used.
const token: Values = ['a string', (value) => typeof value === 'string']
const flag: Values = ['true or false', (value) => typeof value === 'boolean']
const strings: Values = ['an array of strings', areStrings]
const object: Values = ['an object', isObject]
const port: Values = [
  'a port from 0 to 65535',
  (value) => Number.isInteger(value) && Number(value) >= 0 && Number(value) <= 65_535,
]
const isUrl = (value: unknown) =>
  typeof value === 'string' && /^https?:\/\/./.test(value) && URL.canParse(value)
const url: Values = ['a URL that begins with http:// or https://', isUrl]
const isClock = (value: unknown) =>
  isObject(value) && ['now', 'alarm', 'busy'].every((name) => typeof value[name] === 'function')
const isDialect = (value: unknown) =>
  isObject(value) && Object.keys(dialects.svc).every((setting) => Object.hasOwn(value, setting))

const values: Readonly<Record<keyof (KvOptions & QueueOptions & MockOptions), Values>> = {
  clock: [
    'virtual, real or a clock',
    (value) => value === 'virtual' || value === 'real' || isClock(value),
  ],
  dialect: [
    `${Object.keys(dialects).join(', ')} or an object with all settings of a dialect`,
    (value) => isDialect(value) || Object.hasOwn(dialects, String(value)),
  ],
  signingKeys: [
    'an object with the strings current and next',
    (value) => isObject(value) && areStrings([value['current'], value['next']]),
  ],
  faults: [
    'an array of ids such as "retries-never", or of elements of the list "faults"',
    (value) =>
      Array.isArray(value) &&
      value.every(
        (each) =>
          typeof each === 'string' || (isObject(each) && typeof each['apply'] === 'function'),
      ),
  ],
  like: [
    'the path of a JSON report, or its content',
    (value) =>
      typeof value === 'string' ||
      (isObject(value) && isObject(value['target']) && Array.isArray(value['scenarios'])),
  ],
  apis: [
    `an object with the URLs of ${apiNames.join(', ')}, which begin with http:// or https://`,
    (value) =>
      isObject(value) &&
      Object.entries(value).every(
        ([name, each]) => (apiNames as readonly string[]).includes(name) && isUrl(each),
      ),
  ],
  readyLimit: [
    'a whole number of at least 1',
    (value) => Number.isInteger(value) && Number(value) >= 1,
  ],
  store: ['memory or an object with the URL of a redis', isStore],
  queueStore: [
    'memory, redis or an object with the URL of a redis',
    (value) => value === 'redis' || isStore(value),
  ],
  patience: ['milliseconds', isAmount],
  allowDestinations: strings,
  controlFrom: strings,
  controlHosts: strings,
  commandLine: strings,
  host: text,
  redis: text,
  token,
  readOnlyToken: token,
  kvToken: token,
  kvReadOnlyToken: token,
  queueToken: token,
  port,
  kvPort: port,
  queuePort: port,
  respPort: port,
  url,
  kvUrl: url,
  queueUrl: url,
  listen: flag,
  controls: flag,
  cors: flag,
  redisMayBeFlushed: flag,
  likeViolations: flag,
  // The values in these objects are checked where they are used.
  limits: object,
  safety: object,
}

/** The values of options that have names. */
const named: Readonly<Record<string, readonly string[]>> = {
  clock: ['virtual', 'real'],
  dialect: Object.keys(dialects),
}

/** Returns a hint for an option that another call has under another name, such as `port`. */
function otherNames(name: string, known: readonly string[]): string {
  const suffix = `${name.slice(0, 1).toUpperCase()}${name.slice(1)}`
  const others = [`kv${suffix}`, `queue${suffix}`].filter((each) => known.includes(each))
  return others.length > 0 ? ` (did you mean ${others.join(' or ')}?)` : didYouMean(name, known)
}

/** Throws a TypeError for an unknown option and for a value that an option cannot have. */
export function assertKnown(call: string, options: object, known: Readonly<Record<string, true>>) {
  if (!isObject(options))
    throw new TypeError(`${call}: expected an object of options, got ${inspect(options)}`)
  for (const [name, value] of Object.entries(options)) {
    if (!Object.hasOwn(known, name))
      throw new TypeError(
        `${call} has no option "${name}"${otherNames(name, Object.keys(known))}: ` +
          `expected some of ${Object.keys(known).join(', ')}`,
      )
    const [what, are] = values[name as keyof typeof values]
    if (value !== undefined && !are(value))
      throw new TypeError(
        `${call}: ${name}: expected ${what}, got ${inspect(value)}` +
          (typeof value === 'string' ? didYouMean(value, named[name] ?? []) : ''),
      )
  }
}

export function clockOf({ clock, patience }: CommonOptions<AlarmClock>): AlarmClock {
  if (typeof clock === 'object') return clock
  return clock === 'real' ? realClock({ background: true }) : virtualClock(undefined, { patience })
}

/** Returns the settings that both interfaces share. Throws a RangeError for invalid settings. */
export const togetherOf = ({
  clock,
  controls = true,
  controlFrom,
  controlHosts,
  cors = false,
  host = '127.0.0.1',
  safety,
}: CommonOptions<AlarmClock>): Together => ({
  mayControl: controls ? controllers(controlFrom) : undefined,
  isOwnHost: ownHosts(host, controlHosts),
  cors,
  safety: safetyOf(safety),
  console: createConsole(),
  ownsClock: typeof clock !== 'object',
})

export const dialectOf = (dialect: CommonOptions<AlarmClock>['dialect'] = 'svc'): Dialect =>
  typeof dialect === 'string' ? dialects[dialect] : dialect
