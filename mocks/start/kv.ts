// Assembles the key-value mock.

import { randomUUID } from 'node:crypto'
import type { Dialect } from '#generated/dialects.js'
import { realClock, type AlarmClock } from '../clock.js'
import { assertOpen } from '../closed.js'
import type { Fault } from '../faults/fault.js'
import { kvFaults } from '../faults/kv/index.js'
import { switchable } from '../faults/switch.js'
import { Refusal } from '../http/refusal.js'
import { commandMatcher, commandsIn } from '../intercepts/commands.js'
import { hasIssued, tokenOf } from '../kv/access.js'
import { createIntercepts } from '../intercepts/intercept.js'
import { nameOfRequest } from '../intercepts/requests.js'
import { described, type KvMatch } from '../intercepts/match.js'
import type { Request } from '../http/message.js'
import { requestsTo, type JournalParts } from '../journal/requests.js'
import { Unavailable, type Backend } from '../kv/backends/backend.js'
import { createMemoryBackend, type MemoryBackend } from '../kv/backends/memory.js'
import { kvControls, limitControls, resetPassword, kvSeedLists } from '../kv/controls.js'
import type { Tokens } from '../kv/decisions.js'
import { createKv, endStreams, type Kv } from '../kv/kv.js'
import { createLimits } from '../kv/limits.js'
import { parseRedisUrl } from '../kv/redis/url.js'
import { loadDatabase, saveDatabase, type SavedDatabase } from '../kv/saved.js'
import { ReplyError, type Command } from '../kv/reply.js'
import type { RespServer } from '../kv/resp/serve.js'
import { kvHandlerOf } from '../kv/server.js'
import type { RunningMock } from '../running.js'
import { safetyOf } from '../safety.js'
import { assertDifferent, assertTokens } from '../tokens.js'
import type { KvAccess, RespAccess } from './access.js'
import type { StartedInterface } from './interface.js'
import { dialectOf, type KvOptions } from './options.js'
import { warnOfIgnoredHeaders } from './ignored-headers.js'
import { beforeContract } from './middleware.js'
import { controlSeamOf, seamOf, type Seams } from './seams.js'

export interface AssembledKv extends StartedInterface<KvAccess, SavedDatabase> {
  /** Starts the server of the RESP port. Set only if the port was given. */
  readonly serveResp: ((host: string | undefined) => Promise<RespServer>) | undefined
}

export async function openResp(
  { serveResp, access }: AssembledKv,
  { beside }: RunningMock,
  host: string | undefined,
): Promise<{ readonly resp?: RespAccess }> {
  if (serveResp === undefined) return {}
  const served = await beside(() => serveResp(host))
  return {
    resp: {
      get url() {
        const password = encodeURIComponent(access.token)
        return `redis://default:${password}@${served.host}:${served.port}`
      },
    },
  }
}

interface Assembly extends Omit<KvOptions, 'faults'>, JournalParts {
  readonly faults?: readonly Fault<Kv>[]
  readonly seams?: Seams | undefined
  /** True if another database of the same Redis stores the queue. */
  readonly isConfined?: boolean
}

export async function assembleKv(mockClock: AlarmClock, options: Assembly): Promise<AssembledKv> {
  const {
    token = randomUUID(),
    readOnlyToken = randomUUID(),
    redis,
    respPort,
    dialect: wanted,
    cors,
    faults,
    journal,
    reader,
  } = options
  if (redis !== undefined && respPort !== undefined) {
    throw new TypeError('respPort is for data in memory: connect to the Redis directly')
  }
  assertDifferent(token, readOnlyToken)
  // The real clock is used with Redis, because Redis measures its own time.
  const clock = redis === undefined ? mockClock : realClock()
  const limits = createLimits(mockClock, options.limits)
  const recordBytes = () => limits.now.recordBytes
  const safety = safetyOf(options.safety)
  const dialect = dialectOf(wanted)
  // A virtual clock does not advance during a script.
  const paused = (work: Promise<unknown>) => void clock.busy(work, { mayHang: false })
  const memory =
    redis === undefined
      ? createMemoryBackend({ clock, dialect, recordBytes, safety, paused })
      : undefined
  const backend = memory ?? (await backendOn(redis!, { ...options, dialect }))
  /** All tokens since the start, because the journal has requests from before a reset of the password. */
  const secrets = new Set<string>()
  const tokens = tokensIn(secrets, { standard: token, readOnly: readOnlyToken })
  const kv = createKv({
    backend,
    tokens,
    clock,
    limits,
    cors,
    dialect,
    safety,
  })
  const { parts, faults: faultSwitch } = switchable(kv, kvFaults, faults)
  const intercepts = createIntercepts<Request>('kv', nameOfRequest)
  const intercept = (match: KvMatch) => {
    const unmet = commandMatcher(match, parts)
    return intercepts.add(described(match), unmet)
  }
  const met = {
    warn: warnOfIgnoredHeaders(dialect, ['encoding', 'response-format', 'sync-token']),
    recording: { journal, kind: 'kv', clock: mockClock } as const,
    intercepts,
    controlSeam: controlSeamOf(options.seams),
    seam: seamOf(options.seams, 'kv', (request) => nameOf(commandsIn(parts(), request))),
  }
  const mayForget = redis === undefined || options.redisMayBeFlushed
  reader.describe('kv', {
    tokenKey: dialect.kvTokenKey,
    kv: parts,
    secrets: () => secrets,
  })
  let resp: RespServer | undefined
  const serveOn = (backend: MemoryBackend, port: number) => async (host: string | undefined) => {
    const { serveResp } = await import('../kv/resp/serve.js')
    return (resp = await serveResp({ kv, backend, clock, host, port }))
  }
  return {
    serveResp: memory && respPort !== undefined ? serveOn(memory, respPort) : undefined,
    // The tokens are getters, because resetting the password changes them.
    access: {
      get token() {
        return kv.tokens.standard
      },
      get readOnlyToken() {
        return kv.tokens.readOnly
      },
      resetPassword(wanted = {}) {
        const { token, readOnlyToken, ...others } = wanted
        for (const name of Object.keys(others))
          throw new TypeError(
            `resetPassword: there is no option "${name}": expected token, readOnlyToken`,
          )
        assertOpen(journal.isClosed)
        assertTokens({ token, readOnlyToken })
        assertDifferent(token, readOnlyToken)
        return resetPassword(parts(), wanted)
      },
      intercept,
      ...requestsTo('kv', { journal, reader }),
    },
    handler: (entrance) => kvHandlerOf(parts, beforeContract({ ...entrance, ...met })),
    intercepts: [{ on: 'kv', intercepts, intercept }],
    stateful: {
      lists: kvSeedLists(parts),
      saving: memory && {
        save: () => saveDatabase(memory),
        load: async (saved) => memory.executor.whenFree([], () => loadDatabase(memory, saved)),
      },
    },
    faults: faultSwitch,
    clock,
    controls: { ...limitControls(limits), ...kvControls(parts) },
    tokenOf: (head) => tokenOf(parts(), head),
    owns(head) {
      const token = tokenOf(parts(), head)
      return token !== undefined && hasIssued(parts(), token)
    },
    shown: () => ({ token: kv.tokens.standard, tokenKey: dialect.kvTokenKey }),
    endStreams() {
      endStreams(kv)
      journal.close()
    },
    async reset() {
      endStreams(kv)
      intercepts.clear()
      limits.reset()
      resp?.release()
      await (mayForget ? backend.reset().catch(refuseReset) : keepRedis())
      journal.clear()
    },
    async close() {
      intercepts.end()
      endStreams(kv)
      await backend.close()
    },
  }
}

/** Returns the names of commands, such as `GET` or `GET+SET`. */
const nameOf = (commands: readonly Command[]): string =>
  commands.map(([name = '']) => name.toUpperCase()).join('+')

/** Returns tokens that can be changed. Adds each of them to `secrets`. */
function tokensIn(secrets: Set<string>, { ...now }: Tokens): Tokens {
  secrets.add(now.standard).add(now.readOnly)
  return {
    get standard() {
      return now.standard
    },
    set standard(token) {
      secrets.add((now.standard = token))
    },
    get readOnly() {
      return now.readOnly
    },
    set readOnly(token) {
      secrets.add((now.readOnly = token))
    },
  }
}

/**
 * Refuses to reset Redis. The database may hold data of the user, so only the caller that started
 * the mock can allow FLUSHDB.
 */
async function keepRedis(): Promise<never> {
  throw new Refusal(
    409,
    'everything except the keys in Redis is deleted: FLUSHDB would delete every key of its database. ' +
      'delete your keys yourself, or allow that in the library with startMock({ redisMayBeFlushed: true })',
  )
}

/** Refuses a reset, because Redis is unavailable or does not allow FLUSHDB. */
function refuseReset(error: unknown): never {
  if (error instanceof Unavailable) throw new Refusal(503, error.message)
  throw error instanceof ReplyError ? new Refusal(409, `FLUSHDB: ${error.message}`) : error
}

interface BackendOptions {
  readonly isConfined?: boolean | undefined
  readonly dialect: Dialect
}

async function backendOn(url: string, { isConfined, dialect }: BackendOptions): Promise<Backend> {
  const [{ connectRedis }, { withLockingFlag, inOneDatabase }] = await Promise.all([
    import('../kv/backends/redis.js'),
    import('../kv/backends/translated.js'),
  ])
  const server = await connectRedis(url)
  const backend = dialect.keyLockingFlag ? withLockingFlag(server) : server
  return isConfined ? inOneDatabase(backend, parseRedisUrl(url).database) : backend
}
