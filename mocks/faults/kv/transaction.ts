// Faults of the heading Transaction.

import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import type { Command, Reply, ReplyError } from '../../kv/reply.js'
import type { Backend, Sender } from '../../kv/backends/backend.js'
import type { Endpoint } from '../../kv/decisions.js'
import { kvHandler } from '../../kv/server.js'
import { each, given } from '../written.js'
import { faults, replacing, type Replacements } from './fault.js'
import {
  errorsLast,
  firstHundred,
  fromTheEnd,
  lastFirst,
  partsSwapped,
  readingFirst,
  untilAnError,
} from './parts.js'

/**
 * Lets other clients run between the commands of a transaction. Not in one of over 100 commands: on a busy
 * machine it would take longer than its scenario waits.
 */
const pausing = ({ backend }: Kv): Backend => ({
  ...backend,
  async transaction(commands, sender) {
    const replies: Reply[] = []
    for (const command of commands) {
      if (commands.length <= 100) await setImmediate()
      replies.push(await backend.execute(command, sender))
    }
    return replies
  },
})

/** Makes requests wait for earlier ones, except those to this endpoint. */
const lettingIn = (endpoint: Endpoint): Replacements => ({
  preflight: (_, kv) => {
    const handle = kvHandler({ ...kv, backend: pausing(kv) })
    const isFree = new Set<Endpoint>([endpoint, 'monitor', 'subscribe', 'psubscribe'])
    let before: Promise<unknown> = Promise.resolve()
    return (request) => {
      if (isFree.has(kv.endpoint(request))) return handle(request)
      const answer = before.then(() => handle(request))
      before = answer
      return answer
    }
  },
})

const SIZE = 'kv.transaction.request-size-discards'
const DAY = 'kv.transaction.daily-limit-discards'
const ATOMIC = 'kv.transaction.atomic'
const RUNS_IN_ORDER = 'kv.transaction.runs-in-order'
const ONE_ERROR = 'kv.transaction.discard-is-one-error-envelope'
const KEEPS_POSITION = 'kv.transaction.failing-command-keeps-position'
const ENVELOPES = 'kv.transaction.envelopes-in-order'
const UNSUPPORTED = 'kv.transaction.unsupported-command-discards'
/** Pipelines and transactions parse their commands alike. */
const COMMANDS = ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'] as const

export const transactionFaults = faults({
  'transaction-is-pipeline: transaction: runs as a pipeline, is never discarded': {
    breaks: [ONE_ERROR, UNSUPPORTED, SIZE, DAY],
    transaction: (_, kv) => kv.pipeline,
  },
  'transaction-runs-before-all-checked: transaction: runs the commands before a rejected one': {
    breaks: [UNSUPPORTED, SIZE, DAY],
    transaction: (_, kv) => async (commands, session) => {
      const replies: Reply[] = []
      for (const command of commands) {
        const refusal = kv.check(command, session)
        if (refusal) throw kv.discarded(refusal)
        replies.push(await kv.backend.execute(command, session))
      }
      return replies
    },
  },
  'transaction-first-size-only: transaction: checks the size of the first command only': {
    breaks: [SIZE],
    transaction: (_, kv) => (commands, session) => {
      const [first] = commands
      const lenient: Kv = {
        ...kv,
        isTooLarge: (command) => command === first && kv.isTooLarge(command),
      }
      return lenient.transaction(commands, session)
    },
  },
  'transaction-runs-to-oversized: transaction: runs only the commands before an oversized one': {
    breaks: [SIZE, 'kv.limits.request-size'],
    transaction: (original, kv) => async (commands, session) => {
      const tooLarge = commands.findIndex((command) => kv.isTooLarge(command))
      return original(tooLarge < 0 ? commands : commands.slice(0, tooLarge), session)
    },
  },
  ...each(replacing('transaction'), [DAY], {
    'transaction-ignores-daily-limit: transaction: ignores the daily request limit':
      (_, kv) => (commands, session) =>
        ({ ...kv, exceedsDailyLimit: () => false }).transaction(commands, session),
    'transaction-runs-to-daily-limit: transaction: runs only the commands within the daily limit':
      (original, kv) => (commands, session) => {
        const left = kv.limits.now.dailyRequests - kv.limits.usedToday
        return original(left > 0 ? commands.slice(0, left) : commands, session)
      },
  }),
  'transaction-discard-error-per-command: discarded transaction: returns one error per command': {
    breaks: [ONE_ERROR],
    transaction: (original) => async (commands, session) => {
      try {
        return await original(commands, session)
      } catch (error) {
        return commands.map(() => error as ReplyError)
      }
    },
  },
  'transaction-skips-invalid-elements: transaction: skips array elements that are not commands': {
    breaks: ['kv.transaction.syntax-error-discards'],
    batchInBody: (original) => (request, batch) => {
      try {
        return original(request, batch)
      } catch (error) {
        const commands = Buffer.from(request.body)
          .toString()
          .match(/\["[A-Z]+"[^\]]*\]/g)
        if (batch === 'pipeline' || commands === null) throw error
        return original({ ...request, body: Buffer.from(`[${commands.join()}]`) }, batch)
      }
    },
  },
  'transaction-interleaved: transaction: lets requests of other clients run in between': {
    breaks: [ATOMIC],
    backend: (_, kv) => pausing(kv),
  },
  ...each(lettingIn, [ATOMIC], {
    'transaction-pipelines-interleave: transaction: lets pipelines of other clients run in between':
      'pipeline',
    'transaction-path-commands-interleave: transaction: lets GET /set/k/v of others run in between':
      'path',
  }),
  'transaction-stops-at-first-error: transaction: runs no command after the first error': {
    breaks: ['kv.transaction.other-commands-still-run'],
    backend: (backend) => ({
      ...backend,
      transaction: untilAnError((command, sender?: Sender) => backend.execute(command, sender)),
    }),
  },
  'transaction-errors-last: transaction: returns errors after all successful results': {
    breaks: [KEEPS_POSITION],
    transaction: errorsLast,
  },
  'transaction-results-reversed: transaction: returns the results in reverse order': {
    breaks: [ENVELOPES],
    blocks: [ATOMIC, KEEPS_POSITION],
    transaction: lastFirst,
  },
  ...each(replacing('transaction'), [RUNS_IN_ORDER], {
    'transaction-runs-backwards: transaction: runs the commands in reverse order': fromTheEnd,
    'transaction-reads-first: transaction: runs read commands before write commands': readingFirst,
  }),
  'transaction-split-after-64: transaction: runs commands 65 and up as a second transaction': {
    breaks: [UNSUPPORTED],
    transaction: (original) => async (commands, session) => {
      if (commands.length <= 64) return original(commands, session)
      const first = await original(commands.slice(0, 64), session)
      return [...first, ...(await original(commands.slice(64), session))]
    },
  },
  'transaction-late-part-first: transaction: runs commands 501 and up before 1 to 500': {
    breaks: [RUNS_IN_ORDER],
    backend: (backend) => ({
      ...backend,
      async transaction(commands, sender) {
        const last = await backend.transaction(commands.slice(500), sender)
        return [...(await backend.transaction(commands.slice(0, 500), sender)), ...last]
      },
    }),
  },
  'transaction-parts-swapped: transaction: returns results 501 and up before 1 to 500': {
    breaks: [ENVELOPES],
    transaction: partsSwapped,
  },
  'transaction-runs-100-commands: transaction: runs only the first 100 commands': {
    breaks: ['kv.transaction.array-of-envelopes'],
    transaction: firstHundred,
  },
  'transaction-accepts-unwatch: transaction: accepts the unsupported "unwatch" in lower case': {
    breaks: [UNSUPPORTED, 'kv.commands.transaction-commands-excluded'],
    transaction: given((commands, session) => [
      commands.map((command): Command => (command[0] === 'unwatch' ? ['PING'] : command)),
      session,
    ]),
  },
  ...each(replacing('batchInBody'), COMMANDS, {
    'batch-needs-content-type: pipeline/transaction: rejects a body without Content-Type':
      (original) => (request, batch) => {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return original(request, batch)
      },
    'batch-refuses-numbers: pipeline/transaction: rejects numbers as arguments':
      (_, kv) => (request, batch) => {
        const strict: Kv = {
          ...kv,
          scalarText() {
            throw new Refusal(400, 'ERR expected a string')
          },
        }
        return strict.batchInBody(request, batch)
      },
  }),
  'transaction-resp2: transaction: returns resp2, not JSON, if resp2 is requested': {
    breaks: ['kv.transaction.always-json'],
    formatAt: () => (_, asked) => asked,
  },
})
