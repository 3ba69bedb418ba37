// The part of a mock in `svc-contract mutate`: takes a fault from the environment, and records the run, so
// that `mutate` knows which faults can show.

import { appendFileSync } from 'node:fs'
import { emitWarning, env } from 'node:process'
import { faultsOf } from '../faults/by-id.js'
import type { Fault } from '../faults/fault.js'
import { faults, type AnyFault } from '../faults/index.js'
import { watchingQueue, watchingRecord, type OnUse } from '../faults/watching.js'
import type { JournalParts } from '../journal/requests.js'
import { splitTarget, type Request } from '../http/message.js'
import type { Kv } from '../kv/kv.js'
import { ReplyError } from '../kv/reply.js'
import type { GivenSetting } from '../queue/publish/settings.js'
import type { Queue } from '../queue/queue.js'
import { tracer } from './trace.js'

/** The variable with the id of a fault, which each mock turns on. */
export const FAULT_VARIABLE = 'SVC_CONTRACT_FAULT'

/** The variable with the file for the record of a run. `mutate` sets it for its commands. */
export const RECORD_VARIABLE = 'SVC_CONTRACT_RECORD'

/**
 * Returns the faults of the environment. Throws a RangeError for an unknown id. Outside of `mutate`,
 * warns that the fault is on.
 */
export function faultsOfEnvironment(): readonly AnyFault[] {
  const { [FAULT_VARIABLE]: id = '', [RECORD_VARIABLE]: file = '' } = env
  if (id === '') return file === '' ? [] : recording(writingTo(file))
  const on = faultsFromVariable(id)
  if (file === '')
    emitWarning(
      `${FAULT_VARIABLE}=${id} turns on a deliberate bug of this mock. Remove it from the environment ` +
        'for a correct mock',
      'FaultWarning',
    )
  return on
}

function faultsFromVariable(id: string): readonly AnyFault[] {
  try {
    return faultsOf([id], faults)
  } catch (error) {
    throw new RangeError(`${FAULT_VARIABLE}: ${(error as Error).message}`, { cause: error })
  }
}

/** Returns a function that appends each use to a file, once. It writes at once: a test may end anyhow. */
function writingTo(file: string): OnUse {
  const seen = new Set<string>()
  return (use) => {
    if (seen.has(use)) return
    seen.add(use)
    appendFileSync(file, `use ${use}\n`)
  }
}

/** Appends a line for each request and delivery to the file of the environment. */
export function recordJournal({ journal, reader }: JournalParts, isVirtual: boolean): void {
  const { [RECORD_VARIABLE]: file = '' } = env
  if (file === '') return
  const entry = reader.entries()
  const traceOf = tracer(isVirtual)
  let seen = journal.last
  // Not `follow`, which is later than a reset or the end of the process.
  journal.watch(() => {
    for (const record of journal.records(seen)) {
      seen = record.order
      appendFileSync(file, `${traceOf(entry(record))}\n`)
    }
  })
}

/**
 * Returns changes of a mock that report its uses: the functions that run, such as `dlq.bury`, and
 * properties of requests, such as `command:SET`, `setting:delay` and `GET /v2/dlq`.
 */
export function recording(onUse: OnUse): readonly AnyFault[] {
  const own = { id: 'recording', name: 'records its uses', breaks: [] }
  return [
    {
      interface: 'kv',
      ...own,
      apply: (kv) => watchingRecord.reporting(seeingKv(kv, onUse), onUse),
    },
    {
      interface: 'queue',
      ...own,
      apply: (queue) => watchingQueue.reporting(seeingQueue(queue, onUse), onUse),
    },
  ] satisfies readonly (
    ({ interface: 'kv' } & Fault<Kv>) | ({ interface: 'queue' } & Fault<Queue>)
  )[]
}

function seeingKv(kv: Kv, onUse: OnUse): Kv {
  const seeRequest = ([request]: readonly [Request, ...unknown[]]) => {
    const { path, query } = splitTarget(request.target)
    const isGiven = (token: string) =>
      request.headers.authorization?.includes(token) === true || query.includes(token)
    onUse(`method:${request.method}`)
    onUse(`endpoint:${/^\/([a-z-]{0,20})/i.exec(path)?.[1]?.toLowerCase() ?? ''}`)
    for (const [name, { key }] of Object.entries(kv.headers) as [string, { key: string }][])
      if (request.headers[key] !== undefined) onUse(`header:${name}`)
    if (query.includes(kv.dialect.kvTokenKey)) onUse('token:in the query')
    if (isGiven(kv.tokens.readOnly)) onUse('token:Read Only')
    else if (!isGiven(kv.tokens.standard)) onUse('token:other')
  }
  const seeReply = (reply: unknown) => {
    if (reply instanceof ReplyError) onUse(`error:${reply.message.split(' ')[0]}`)
  }
  return {
    ...kv,
    preflight: seeing(kv.preflight, seeRequest),
    lookup: seeing(kv.lookup, ([[name = '']], found) => {
      if (/^[\w.|-]{1,30}$/.test(name)) onUse(`command:${name.toUpperCase()}`)
      if (name !== name.toUpperCase()) onUse('command in lower case')
      seeReply(found)
    }),
    command: seeing(kv.command, (_, reply) => {
      if (reply instanceof Promise) void reply.then(seeReply, () => {})
      else seeReply(reply)
    }),
    isTooLarge: seeing(kv.isTooLarge, (_, is) => is && onUse('limit:size')),
    exceedsDailyLimit: seeing(kv.exceedsDailyLimit, (_, is) => is && onUse('limit:daily')),
  }
}

function seeingQueue(queue: Queue, onUse: OnUse): Queue {
  const seeRequest = ([request]: readonly [Request, ...unknown[]]) => {
    const { path } = splitTarget(request.target)
    onUse(`${request.method} ${/^\/v\d(\/[a-z-]+){0,3}/i.exec(path)?.[0] ?? '/'}`)
    if (request.target.includes(queue.dialect.queueTokenKey)) onUse('token:in the query')
    if (!request.rawHeaders.some((text) => text.includes(queue.token))) onUse('token:other')
  }
  const seeSettings = (_: readonly unknown[], given: readonly GivenSetting[]) => {
    for (const { name } of given) onUse(`setting:${name.replace(/forward-.*/s, 'forward')}`)
  }
  return queue.replaced({
    access: { authenticate: (original) => seeing(original, seeRequest, 'before') },
    reading: { given: (original) => seeing(original, seeSettings) },
  })
}

/** Returns a function that also calls `see`, with its arguments and its result. */
function seeing<Args extends readonly unknown[], Result>(
  original: (...args: [...Args]) => Result,
  see: (args: Args, result: Result) => unknown,
  when: 'before' | 'after' = 'after',
) {
  return function (this: unknown, ...args: [...Args]): Result {
    // A function that throws has no result.
    if (when === 'before') see(args, undefined as Result)
    const result = Reflect.apply(original, this, args)
    if (when === 'after') see(args, result)
    return result
  }
}
