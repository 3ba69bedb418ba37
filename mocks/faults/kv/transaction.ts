// Faults of the heading Transaction.

import type { Backend, Sender } from '../../kv/backends/backend.js'
import { discarded } from '../../kv/command/refusals.js'
import { check } from '../../kv/execute.js'
import type { Endpoint } from '../../kv/decisions.js'
import type { Kv } from '../../kv/kv.js'
import { ReplyError, type Command, type Reply } from '../../kv/reply.js'
import { kvHandler } from '../../kv/server.js'
import { whenThere } from '../../soon.js'
import { each, prefixed, rows } from '../written.js'
import { around, bodyOf, type Distortion, when, wrongAt } from './boundary.js'
import { body, refused } from './distortions.js'
import { breaking, faults, replacing, type Replacements } from './fault.js'
import {
  errorsLast,
  firstHundred,
  fromTheEnd,
  lastFirst,
  lenient,
  latePartFirst,
  partsSwapped,
  readingFirst,
  untilAnError,
} from './parts.js'
import { at, commandsOf, isBatch, where } from './where.js'

const SIZE = 'kv.transaction.request-size-discards'
const DAY = 'kv.transaction.daily-limit-discards'
const ATOMIC = 'kv.transaction.atomic'
const RUNS_IN_ORDER = 'kv.transaction.runs-in-order'
const ONE_ERROR = 'kv.transaction.discard-is-one-error-envelope'
const KEEPS_POSITION = 'kv.transaction.failing-command-keeps-position'
const ENVELOPES = 'kv.transaction.envelopes-in-order'
const UNSUPPORTED = 'kv.transaction.unsupported-command-discards'
const SYNTAX = 'kv.transaction.syntax-error-discards'
/** Pipelines and transactions parse their commands alike. */
const COMMANDS = ['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'] as const

const inTransaction = wrongAt(at('transaction'))
const transaction = replacing('transaction')

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
const lettingIn = (endpoint: Endpoint): Replacements =>
  around((_, kv) => {
    const handle = kvHandler({ ...kv, preflight: () => undefined, backend: pausing(kv) })
    const isFree = at(endpoint, 'monitor', 'subscribe', 'psubscribe')
    let before: Promise<unknown> = Promise.resolve()
    return (request) => {
      if (isFree({ kv, request })) return handle(request)
      const answer = before.then(() => handle(request))
      before = answer
      return answer
    }
  })

/** Returns the JSON of a body without its strings. */
const withoutStrings = (body: Uint8Array): string =>
  Buffer.from(body)
    .toString()
    .replace(/"(?:[^"\\]|\\.)*"/g, '')

/** Skips array elements that are not commands, if the request would be refused. */
const skippingInvalid: Distortion = {
  around: (handle, { request }) =>
    whenThere(handle(request), (response) => {
      const text = Buffer.from(request.body).toString()
      const commands = response.status === 400 ? text.match(/\["[A-Z]+"[^\]]*\]/g) : null
      const isDiscarded = bodyOf(response).includes('EXECABORT')
      return commands === null || isDiscarded
        ? response
        : handle({ ...request, body: Buffer.from(`[${commands.join()}]`) })
    }),
}

export const transactionFaults = faults({
  ...each(inTransaction, [ONE_ERROR], {
    'transaction-discard-error-per-command: discarded transaction: returns one error per command': {
      response: ({ status, text }, seen) =>
        status === 400 && commandsOf(seen).length > 0
          ? {
              status: 200,
              body: `[${commandsOf(seen)
                .map(() => text)
                .join()}]`,
            }
          : {},
    },
  }),
  ...prefixed('transaction', 'transaction', {
    ...each(transaction, [ONE_ERROR, UNSUPPORTED, SIZE, DAY], {
      'is-pipeline: runs as a pipeline, is never discarded': (_, kv) => kv.pipeline,
    }),
    ...each(transaction, [UNSUPPORTED, SIZE, DAY], {
      'runs-before-all-checked: runs the commands before a rejected command':
        (_, kv) => async (commands, session) => {
          const replies: Reply[] = []
          for (const command of commands) {
            const refusal = check(kv, command, session)
            if (refusal) throw discarded(refusal)
            replies.push(await kv.backend.execute(command, session))
          }
          return replies
        },
    }),
    ...each(lenient('transaction'), [SIZE], {
      'first-size-only: checks the size of the first command only': (kv, [first]) => ({
        isTooLarge: (command) => command === first && kv.isTooLarge(command),
      }),
      'size-of-one-argument: checks the size of each argument, not of all': (kv) => ({
        isTooLarge: (command) => command.some((word) => kv.isTooLarge([word])),
      }),
    }),
    ...each(lenient('transaction'), [DAY], {
      'ignores-daily-limit: ignores the daily request limit': () => ({
        exceedsDailyLimit: () => false,
      }),
    }),
    ...each(transaction, [SIZE, 'kv.limits.request-size'], {
      'runs-to-oversized: runs up to an oversized command, no error':
        (original, kv) => (commands, session) => {
          const tooLarge = commands.findIndex((command) => kv.isTooLarge(command))
          return original(tooLarge < 0 ? commands : commands.slice(0, tooLarge), session)
        },
    }),
    ...each(transaction, [DAY], {
      'runs-to-daily-limit: runs commands up to the daily limit, no error':
        (original, kv) => (commands, session) => {
          const left = kv.limits.now.dailyRequests - kv.limits.usedToday
          return original(left > 0 ? commands.slice(0, left) : commands, session)
        },
    }),
    ...rows(inTransaction, {
      'errors-last: returns errors after all successful results': [KEEPS_POSITION, errorsLast],
      'results-reversed: returns the results in reverse order': [
        [ENVELOPES, KEEPS_POSITION],
        lastFirst,
      ],
      'parts-swapped: returns results 501 and up before 1 to 500': [ENVELOPES, partsSwapped],
      'runs-100-commands: runs only the first 100 commands': [
        'kv.transaction.array-of-envelopes',
        firstHundred,
      ],
      'accepts-unwatch: accepts unsupported UNWATCH if in lower case': [
        [UNSUPPORTED, 'kv.commands.transaction-commands-excluded'],
        { command: (command) => (command[0] === 'unwatch' ? ['PING'] : command) },
      ],
    }),
    ...each(transaction, [RUNS_IN_ORDER], {
      'runs-backwards: runs the commands in reverse order': fromTheEnd,
      'reads-first: runs read commands before write commands': readingFirst,
      'late-part-first: runs commands 501 and up before 1 to 500': latePartFirst,
    }),
    ...each(transaction, [UNSUPPORTED], {
      'split-after-64: runs commands 65 and up as a second transaction':
        (original) => async (commands, session) => {
          if (commands.length <= 64) return original(commands, session)
          const first = await original(commands.slice(0, 64), session)
          return [...first, ...(await original(commands.slice(64), session))]
        },
      'refuses-discard-in-place: refuses DISCARD at its position, runs the rest':
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
    }),
    ...each(inTransaction, [SYNTAX], {
      'skips-empty-commands: skips empty arrays in place of commands': () =>
        body((json) => json.replace(/,\[\](?=[,\]])/g, '')),
      'skips-invalid-elements: skips array elements that are not commands': skippingInvalid,
    }),
    ...breaking([ATOMIC], {
      'interleaved: lets any request run between the commands': {
        backend: (_, kv) => pausing(kv),
      },
      'pipelines-interleave: lets a pipeline run between the commands': lettingIn('pipeline'),
      'path-commands-interleave: lets GET /set/k/v run between the commands': lettingIn('path'),
    }),
    ...each(replacing('backend'), ['kv.transaction.other-commands-still-run'], {
      'stops-at-first-error: runs no command after the first error': (backend) => ({
        ...backend,
        transaction: untilAnError((command, sender?: Sender) => backend.execute(command, sender)),
      }),
    }),
    'resp2: returns resp2 if requested, not always JSON': {
      breaks: ['kv.transaction.always-json'],
      format: (original) => (request) => original(request, 'path'),
    },
  }),
  ...breaking(COMMANDS, {
    'batch-needs-content-type: pipeline/transaction: rejects a body without Content-Type': () =>
      when(isBatch, where.framing['without Content-Type'])(refused(400, 'ERR no JSON')),
    'batch-refuses-numbers: pipeline/transaction: rejects numbers as arguments': () =>
      when(isBatch, ({ request }) => /[[,]-?\d/.test(withoutStrings(request.body)))(
        refused(400, 'ERR expected a string'),
      ),
  }),
})
