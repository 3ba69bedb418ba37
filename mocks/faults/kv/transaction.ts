// Mistakes under the heading: Transaction.

import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import type { Command, Reply, ReplyError } from '../../kv/reply.js'
import type { Backend, Sender } from '../../kv/backends/backend.js'
import type { Endpoint } from '../../kv/decisions.js'
import { kvHandler } from '../../kv/server.js'
import { each, given, shape } from '../written.js'
import { fault, replacing, type KvFault, type Replacements } from './fault.js'
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
 * A backend that lets others in between the commands of a transaction. One of very many would take so
 * long, where there is much else to do, that its scenario ends before it.
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

/** A server on which only requests to this endpoint do not wait for those that came before. */
const lettingIn = shape((endpoint: Endpoint): Replacements => ({
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
}))

const SIZE = 'kv.transaction.request-size-discards'
const DAY = 'kv.transaction.daily-limit-discards'
const ATOMIC = 'kv.transaction.atomic'
const RUNS_IN_ORDER = 'kv.transaction.runs-in-order'
const ONE_ERROR = 'kv.transaction.discard-is-one-error-envelope'
const KEEPS_POSITION = 'kv.transaction.failing-command-keeps-position'
const ENVELOPES = 'kv.transaction.envelopes-in-order'
const UNSUPPORTED = 'kv.transaction.unsupported-command-discards'
/** The commands of a transaction are read like those of a pipeline. */
const COMMANDS = ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'] as const

export const transactionFaults: readonly KvFault[] = [
  fault('a transaction is only a pipeline', [ONE_ERROR, UNSUPPORTED, SIZE, DAY], {
    transaction: (_, kv) => kv.pipeline,
  }),
  fault('a transaction is run while it is checked', [UNSUPPORTED, SIZE, DAY], {
    transaction: (_, kv) => async (commands, session) => {
      const replies: Reply[] = []
      for (const command of commands) {
        const refusal = kv.check(command, session)
        if (refusal) throw kv.discarded(refusal)
        replies.push(await kv.backend.execute(command, session))
      }
      return replies
    },
  }),
  fault('only the first command of a transaction is held to its size', [SIZE], {
    transaction: (_, kv) => (commands, session) => {
      const [first] = commands
      const lenient: Kv = {
        ...kv,
        isTooLarge: (command) => command === first && kv.isTooLarge(command),
      }
      return lenient.transaction(commands, session)
    },
  }),
  replacing('transaction')(
    'a transaction runs its commands up to the one that is too large',
    [SIZE, 'kv.limits.request-size'],
    (original, kv) => async (commands, session) => {
      const tooLarge = commands.findIndex((command) => kv.isTooLarge(command))
      return original(tooLarge < 0 ? commands : commands.slice(0, tooLarge), session)
    },
  ),
  ...each(replacing('transaction'), [DAY], {
    'a transaction is not held to the daily limit': (_, kv) => (commands, session) =>
      ({ ...kv, exceedsDailyLimit: () => false }).transaction(commands, session),
    'a transaction runs its commands up to the last one of the day':
      (original, kv) => (commands, session) => {
        const left = kv.limits.now.dailyRequests - kv.limits.usedToday
        return original(left > 0 ? commands.slice(0, left) : commands, session)
      },
  }),
  fault('a discarded transaction has an error for every command', [ONE_ERROR], {
    transaction: (original) => async (commands, session) => {
      try {
        return await original(commands, session)
      } catch (error) {
        return commands.map(() => error as ReplyError)
      }
    },
  }),
  replacing('batchInBody')(
    'what is no command in a transaction is passed over',
    ['kv.transaction.syntax-error-discards'],
    (original) => (request, batch) => {
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
  ),
  fault('other clients come between the commands of a transaction', [ATOMIC], {
    backend: (_, kv) => pausing(kv),
  }),
  lettingIn('pipelines do not wait for a transaction to end', [ATOMIC], 'pipeline'),
  lettingIn('commands by path do not wait for a transaction to end', [ATOMIC], 'path'),
  fault('an error ends a transaction', ['kv.transaction.other-commands-still-run'], {
    backend: (backend) => ({
      ...backend,
      transaction: untilAnError((command, sender?: Sender) => backend.execute(command, sender)),
    }),
  }),
  fault('the errors of a transaction come after its results', [KEEPS_POSITION], {
    transaction: errorsLast,
  }),
  fault(
    'the results of a transaction come last ones first',
    { breaks: [ENVELOPES], blocks: [ATOMIC, KEEPS_POSITION] },
    { transaction: lastFirst },
  ),
  fault('a transaction is run from its end', [RUNS_IN_ORDER], { transaction: fromTheEnd }),
  fault('a transaction reads before it writes', [RUNS_IN_ORDER], { transaction: readingFirst }),
  fault('a long transaction is cut into parts', [UNSUPPORTED], {
    transaction: (original) => async (commands, session) => {
      if (commands.length <= 64) return original(commands, session)
      const first = await original(commands.slice(0, 64), session)
      return [...first, ...(await original(commands.slice(64), session))]
    },
  }),
  fault('a long transaction is run in parts that do not wait for each other', [RUNS_IN_ORDER], {
    backend: (backend) => ({
      ...backend,
      async transaction(commands, sender) {
        const last = await backend.transaction(commands.slice(500), sender)
        return [...(await backend.transaction(commands.slice(0, 500), sender)), ...last]
      },
    }),
  }),
  fault('the parts of a long transaction come in the wrong order', [ENVELOPES], {
    transaction: partsSwapped,
  }),
  fault(
    'only the first hundred commands of a transaction are run',
    ['kv.transaction.array-of-envelopes'],
    { transaction: firstHundred },
  ),
  replacing('transaction')(
    'names in lower case are not checked in a transaction',
    [UNSUPPORTED, 'kv.commands.transaction-commands-excluded'],
    given((commands, session) => [
      commands.map((command): Command => (command[0] === 'unwatch' ? ['PING'] : command)),
      session,
    ]),
  ),
  ...each(replacing('batchInBody'), COMMANDS, {
    'a batch needs the content type of JSON': (original) => (request, batch) => {
      if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
      return original(request, batch)
    },
    'numbers in a batch are refused': (_, kv) => (request, batch) => {
      const strict: Kv = {
        ...kv,
        scalarText() {
          throw new Refusal(400, 'ERR expected a string')
        },
      }
      return strict.batchInBody(request, batch)
    },
  }),
  fault('resp2 applies to transactions too', ['kv.transaction.always-json'], {
    formatAt: () => (_, asked) => asked,
  }),
]
