// Faults of the heading Transaction.

import { Refusal } from '../../http/refusal.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError, type Command, type Reply } from '../../kv/reply.js'
import type { Backend, Sender } from '../../kv/backends/backend.js'
import type { Endpoint } from '../../kv/decisions.js'
import { kvHandler } from '../../kv/server.js'
import { each, given, prefixed, rows } from '../written.js'
import { breaking, faults, type Replacements, replacing } from './fault.js'
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
      if (commands.length <= 100) await new Promise(setImmediate)
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
    return () => (request) => {
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
  ...prefixed('transaction', 'transaction', {
    ...rows(replacing('transaction'), {
      'is-pipeline: runs as a pipeline, is never discarded': [
        [ONE_ERROR, UNSUPPORTED, SIZE, DAY],
        (_, kv) => kv.pipeline,
      ],
      'runs-before-all-checked: runs the commands before a rejected command': [
        [UNSUPPORTED, SIZE, DAY],
        (_, kv) => async (commands, session) => {
          const replies: Reply[] = []
          for (const command of commands) {
            const refusal = kv.check(command, session)
            if (refusal) throw kv.discarded(refusal)
            replies.push(await kv.backend.execute(command, session))
          }
          return replies
        },
      ],
      'first-size-only: checks the size of the first command only': [
        SIZE,
        (_, kv) => (commands, session) => {
          const [first] = commands
          const lenient: Kv = {
            ...kv,
            isTooLarge: (command) => command === first && kv.isTooLarge(command),
          }
          return lenient.transaction(commands, session)
        },
      ],
      'size-of-one-argument: checks the size of each argument, not of all': [
        SIZE,
        (_, kv) => (commands, session) => {
          const { requestBytes } = kv.limits.now
          const lenient: Kv = {
            ...kv,
            isTooLarge: (command) => command.some(({ length }) => length > requestBytes),
          }
          return lenient.transaction(commands, session)
        },
      ],
      'runs-to-oversized: runs up to an oversized command, no error': [
        [SIZE, 'kv.limits.request-size'],
        (original, kv) => async (commands, session) => {
          const tooLarge = commands.findIndex((command) => kv.isTooLarge(command))
          return original(tooLarge < 0 ? commands : commands.slice(0, tooLarge), session)
        },
      ],
      'ignores-daily-limit: ignores the daily request limit': [
        DAY,
        (_, kv) => (commands, session) =>
          ({ ...kv, exceedsDailyLimit: () => false }).transaction(commands, session),
      ],
      'runs-to-daily-limit: runs commands up to the daily limit, no error': [
        DAY,
        (original, kv) => (commands, session) => {
          const left = kv.limits.now.dailyRequests - kv.limits.usedToday
          return original(left > 0 ? commands.slice(0, left) : commands, session)
        },
      ],
      'errors-last: returns errors after all successful results': [KEEPS_POSITION, errorsLast],
      'results-reversed: returns the results in reverse order': [
        [ENVELOPES, RUNS_IN_ORDER, KEEPS_POSITION],
        lastFirst,
      ],
      'runs-backwards: runs the commands in reverse order': [RUNS_IN_ORDER, fromTheEnd],
      'reads-first: runs read commands before write commands': [RUNS_IN_ORDER, readingFirst],
      'split-after-64: runs commands 65 and up as a second transaction': [
        UNSUPPORTED,
        (original) => async (commands, session) => {
          if (commands.length <= 64) return original(commands, session)
          const first = await original(commands.slice(0, 64), session)
          return [...first, ...(await original(commands.slice(64), session))]
        },
      ],
      'parts-swapped: returns results 501 and up before 1 to 500': [ENVELOPES, partsSwapped],
      'runs-100-commands: runs only the first 100 commands': [
        'kv.transaction.array-of-envelopes',
        firstHundred,
      ],
      'accepts-unwatch: accepts unsupported UNWATCH if in lower case': [
        [UNSUPPORTED, 'kv.commands.transaction-commands-excluded'],
        given((commands, session) => [
          commands.map((command): Command => (command[0] === 'unwatch' ? ['PING'] : command)),
          session,
        ]),
      ],
      'refuses-discard-in-place: refuses DISCARD at its position, runs the rest': [
        UNSUPPORTED,
        (original) => async (commands, session) => {
          const isDiscard = ([name]: Command) => /^discard$/i.test(name)
          const rest = commands.filter((command) => !isDiscard(command))
          if (rest.length === 0) return original(commands, session)
          const replies = (await original(rest, session)).values()
          return commands.map((command) =>
            isDiscard(command)
              ? new ReplyError('ERR DISCARD without MULTI')
              : (replies.next().value as Reply),
          )
        },
      ],
    }),
    'skips-empty-commands: skips empty arrays in place of commands': {
      breaks: ['kv.transaction.syntax-error-discards'],
      batchInBody: (original) => (request, batch) => {
        const body = Buffer.from(request.body)
          .toString()
          .replace(/,\[\](?=[,\]])/g, '')
        return original(
          batch === 'pipeline' ? request : { ...request, body: Buffer.from(body) },
          batch,
        )
      },
    },
    'skips-invalid-elements: skips array elements that are not commands': {
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
    ...breaking([ATOMIC], {
      'interleaved: lets any request run between the commands': {
        backend: (_, kv) => pausing(kv),
      },
      'pipelines-interleave: lets a pipeline run between the commands': lettingIn('pipeline'),
      'path-commands-interleave: lets GET /set/k/v run between the commands': lettingIn('path'),
    }),
    'stops-at-first-error: runs no command after the first error': {
      breaks: ['kv.transaction.other-commands-still-run'],
      backend: (backend) => ({
        ...backend,
        transaction: untilAnError((command, sender?: Sender) => backend.execute(command, sender)),
      }),
    },
    'late-part-first: runs commands 501 and up before 1 to 500': {
      breaks: [RUNS_IN_ORDER],
      backend: (backend) => ({
        ...backend,
        async transaction(commands, sender) {
          const last = await backend.transaction(commands.slice(500), sender)
          return [...(await backend.transaction(commands.slice(0, 500), sender)), ...last]
        },
      }),
    },
    'resp2: returns resp2 if requested, not always JSON': {
      breaks: ['kv.transaction.always-json'],
      formatAt: () => (_, asked) => asked,
    },
  }),
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
})
