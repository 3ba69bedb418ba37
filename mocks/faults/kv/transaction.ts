// Mistakes under the heading: Transaction.

import { setImmediate } from 'node:timers/promises'
import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import type { Command, Reply, ReplyError } from '../../kv/reply.js'
import type { Backend, Sender } from '../../kv/backends/backend.js'
import type { Endpoint } from '../../kv/decisions.js'
import { kvHandler } from '../../kv/server.js'
import type { Fault } from '../fault.js'
import { untilAnError, isError, readingFirst, sortedBy } from './parts.js'

export const transactionFaults: readonly Fault<Kv>[] = [
  {
    name: 'a transaction is only a pipeline',
    breaks: [
      'kv.transaction.discard-is-one-error-envelope',
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.request-size-discards',
      'kv.transaction.daily-limit-discards',
    ],
    apply: (kv) => ({ ...kv, transaction: kv.pipeline }),
  },
  {
    name: 'a transaction is run while it is checked',
    breaks: [
      'kv.transaction.unsupported-command-discards',
      'kv.transaction.request-size-discards',
      'kv.transaction.daily-limit-discards',
    ],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies: Reply[] = []
        for (const command of commands) {
          const refusal = kv.check(command, session)
          if (refusal) throw kv.discarded(refusal)
          replies.push(await kv.backend.execute(command, session))
        }
        return replies
      },
    }),
  },
  {
    name: 'only the first command of a transaction is held to its size',
    breaks: ['kv.transaction.request-size-discards'],
    apply: (kv) => ({
      ...kv,
      transaction(commands, session) {
        const [first] = commands
        const lenient: Kv = {
          ...kv,
          isTooLarge: (command) => command === first && kv.isTooLarge(command),
        }
        return lenient.transaction(commands, session)
      },
    }),
  },
  {
    name: 'a transaction runs its commands up to the one that is too large',
    breaks: ['kv.transaction.request-size-discards', 'kv.limits.request-size'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const tooLarge = commands.findIndex((command) => kv.isTooLarge(command))
        return kv.transaction(tooLarge < 0 ? commands : commands.slice(0, tooLarge), session)
      },
    }),
  },
  {
    name: 'a transaction is not held to the daily limit',
    breaks: ['kv.transaction.daily-limit-discards'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) =>
        ({ ...kv, exceedsDailyLimit: () => false }).transaction(commands, session),
    }),
  },
  {
    name: 'a transaction runs its commands up to the last one of the day',
    breaks: ['kv.transaction.daily-limit-discards'],
    apply: (kv) => ({
      ...kv,
      transaction(commands, session) {
        const left = kv.limits.now.dailyRequests - kv.limits.usedToday
        const some = left > 0 ? commands.slice(0, left) : commands
        return kv.transaction(some, session)
      },
    }),
  },
  {
    name: 'a discarded transaction has an error for every command',
    breaks: ['kv.transaction.discard-is-one-error-envelope'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        try {
          return await kv.transaction(commands, session)
        } catch (error) {
          return commands.map(() => error as ReplyError)
        }
      },
    }),
  },
  {
    name: 'what is no command in a transaction is passed over',
    breaks: ['kv.transaction.syntax-error-discards'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        try {
          return kv.batchInBody(request, batch)
        } catch (error) {
          const commands = Buffer.from(request.body)
            .toString()
            .match(/\["[A-Z]+"[^\]]*\]/g)
          if (batch === 'pipeline' || commands === null) throw error
          return kv.batchInBody({ ...request, body: Buffer.from(`[${commands.join()}]`) }, batch)
        }
      },
    }),
  },
  {
    name: 'other clients come between the commands of a transaction',
    breaks: ['kv.transaction.atomic'],
    apply: (kv) => ({ ...kv, backend: pausing(kv) }),
  },
  {
    name: 'pipelines do not wait for a transaction to end',
    breaks: ['kv.transaction.atomic'],
    apply: lettingIn('pipeline'),
  },
  {
    name: 'commands by path do not wait for a transaction to end',
    breaks: ['kv.transaction.atomic'],
    apply: lettingIn('path'),
  },
  {
    name: 'an error ends a transaction',
    breaks: ['kv.transaction.other-commands-still-run'],
    apply: (kv) => ({
      ...kv,
      backend: {
        ...kv.backend,
        transaction: untilAnError((command, sender?: Sender) =>
          kv.backend.execute(command, sender),
        ),
      },
    }),
  },
  {
    name: 'the errors of a transaction come after its results',
    breaks: ['kv.transaction.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        sortedBy(isError, await kv.transaction(commands, session)),
    }),
  },
  {
    name: 'the results of a transaction come last ones first',
    breaks: ['kv.transaction.envelopes-in-order'],
    blocks: ['kv.transaction.atomic', 'kv.transaction.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands, session)).toReversed(),
    }),
  },
  {
    name: 'a transaction is run from its end',
    breaks: ['kv.transaction.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      transaction: async (commands, session) =>
        (await kv.transaction(commands.toReversed(), session)).toReversed(),
    }),
  },
  {
    name: 'a transaction reads before it writes',
    breaks: ['kv.transaction.runs-in-order'],
    apply: (kv) => ({ ...kv, transaction: readingFirst(kv, kv.transaction.bind(kv)) }),
  },
  {
    name: 'a long transaction is cut into parts',
    breaks: ['kv.transaction.unsupported-command-discards'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        if (commands.length <= 64) return kv.transaction(commands, session)
        const first = await kv.transaction(commands.slice(0, 64), session)
        return [...first, ...(await kv.transaction(commands.slice(64), session))]
      },
    }),
  },
  {
    name: 'a long transaction is run in parts that do not wait for each other',
    breaks: ['kv.transaction.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      backend: {
        ...kv.backend,
        async transaction(commands, sender) {
          const last = await kv.backend.transaction(commands.slice(500), sender)
          return [...(await kv.backend.transaction(commands.slice(0, 500), sender)), ...last]
        },
      },
    }),
  },
  {
    name: 'the parts of a long transaction come in the wrong order',
    breaks: ['kv.transaction.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      async transaction(commands, session) {
        const replies = await kv.transaction(commands, session)
        return [...replies.slice(500), ...replies.slice(0, 500)]
      },
    }),
  },
  {
    name: 'only the first hundred commands of a transaction are run',
    breaks: ['kv.transaction.array-of-envelopes'],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) => kv.transaction(commands.slice(0, 100), session),
    }),
  },
  {
    name: 'names in lower case are not checked in a transaction',
    breaks: [
      'kv.transaction.unsupported-command-discards',
      'kv.commands.transaction-commands-excluded',
    ],
    apply: (kv) => ({
      ...kv,
      transaction: (commands, session) =>
        kv.transaction(
          commands.map((command): Command => (command[0] === 'unwatch' ? ['PING'] : command)),
          session,
        ),
    }),
  },
  {
    name: 'a batch needs the content type of JSON',
    breaks: ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        if (request.headers['content-type'] === undefined) throw new Refusal(400, 'ERR no JSON')
        return kv.batchInBody(request, batch)
      },
    }),
  },
  {
    name: 'numbers in a batch are refused',
    breaks: ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'],
    apply: (kv) => ({
      ...kv,
      batchInBody(request, batch) {
        const strict: Kv = {
          ...kv,
          scalarText() {
            throw new Refusal(400, 'ERR expected a string')
          },
        }
        return strict.batchInBody(request, batch)
      },
    }),
  },
  {
    name: 'resp2 applies to transactions too',
    breaks: ['kv.transaction.always-json'],
    apply: (kv) => ({ ...kv, formatAt: (_, asked) => asked }),
  },
]

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
function lettingIn(endpoint: Endpoint) {
  return (kv: Kv): Kv => {
    const handle = kvHandler({ ...kv, backend: pausing(kv) })
    const isFree = new Set<Endpoint>([endpoint, 'monitor', 'subscribe', 'psubscribe'])
    let before: Promise<unknown> = Promise.resolve()
    return {
      ...kv,
      preflight(request) {
        if (isFree.has(kv.endpoint(request))) return handle(request)
        const answer = before.then(() => handle(request))
        before = answer
        return answer
      },
    }
  }
}
