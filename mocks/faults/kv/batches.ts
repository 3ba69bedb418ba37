// Faults of the headings Pipeline and Transaction.

import type { Backend, Sender } from '../../kv/backends/backend.js'
import { discarded } from '../../kv/command/refusals.js'
import { check } from '../../kv/execute.js'
import type { Kv } from '../../kv/kv.js'
import { type Command, type Reply, ReplyError } from '../../kv/reply.js'
import { kvHandler } from '../../kv/server.js'
import { whenThere } from '../../soon.js'
import { each, prefixed, rows } from '../written.js'
import { around, bodyOf, type Distortion, type Json, when, wrongAt } from './boundary.js'
import { refused } from './distortions.js'
import { breaking, faults, replacing, type Replacements } from './fault.js'
import { isError, isWrite } from './parts.js'
import { at, commandsOf, isBatch, where } from './where.js'

const KEEPS_POSITION = 'kv.transaction.failing-command-keeps-position'
const SIZE = 'kv.transaction.request-size-discards'
const DAY = 'kv.transaction.daily-limit-discards'
const ONE_ERROR = 'kv.transaction.discard-is-one-error-envelope'
const UNSUPPORTED = 'kv.transaction.unsupported-command-discards'
const UNSUPPORTED_IN_PIPELINE = 'kv.pipeline.unsupported-command'

const inPipeline = wrongAt(at('pipeline'))
const inTransaction = wrongAt(at('transaction'))
const pipeline = replacing('pipeline')
const transaction = replacing('transaction')

type Batch = Kv['pipeline']

/** Runs the reads of a batch before its writes. */
const readingFirst =
  (run: Batch, kv: Kv): Batch =>
  async (commands, session) => {
    const writes = (index: number) => isWrite(kv, commands[index]!)
    const order = [...commands.keys()].toSorted((a, b) => Number(writes(a)) - Number(writes(b)))
    const replies = await run(
      order.map((index) => commands[index]!),
      session,
    )
    return commands.map((_, index) => replies[order.indexOf(index)]!)
  }

/** Stops a batch at its first error. */
const untilAnError =
  <Rest extends unknown[]>(run: (command: Command, ...rest: Rest) => Reply | Promise<Reply>) =>
  async (commands: readonly Command[], ...rest: Rest) => {
    const replies: Reply[] = []
    for (const command of commands) {
      const ended = replies.some(isError)
      replies.push(ended ? new ReplyError('ERR not run') : await run(command, ...rest))
    }
    return replies
  }

/** Checks other limits in one kind of batch. */
const lenient =
  (batch: 'pipeline' | 'transaction') =>
  (limits: (kv: Kv, commands: readonly Command[]) => Partial<Kv>): Replacements => ({
    [batch]:
      (_: Batch, kv: Kv): Batch =>
      (commands, session) =>
        ({ ...kv, ...limits(kv, commands) })[batch](commands, session),
  })

type Envelope = { readonly [name: string]: Json }

/** Changes the order of the envelopes of a batch. */
const reordering = (change: (envelopes: readonly Envelope[]) => readonly Json[]): Distortion => ({
  json: (body) => (Array.isArray(body) ? change(body as readonly Envelope[]) : body),
})

/** Returns the faults that pipelines and transactions have alike. */
const ofBoth = (batch: 'pipeline' | 'transaction') =>
  prefixed(batch, batch, {
    ...rows(wrongAt(at(batch)), {
      'runs-100-commands: runs only the first 100 commands': [
        `kv.${batch}.array-of-envelopes`,
        { batch: (commands) => commands.slice(0, 100) },
      ],
      'parts-swapped: returns results 501 and up before 1 to 500': [
        `kv.${batch}.envelopes-in-order`,
        reordering((all) => [...all.slice(500), ...all.slice(0, 500)]),
      ],
      'results-reversed: returns the results in reverse order': [
        [
          `kv.${batch}.envelopes-in-order`,
          ...(batch === 'transaction' ? ([KEEPS_POSITION] as const) : []),
        ],
        reordering((all) => all.toReversed()),
      ],
    }),
    ...each(replacing(batch), [`kv.${batch}.runs-in-order`], {
      'runs-backwards: runs the commands in reverse order': (run) => async (commands, session) =>
        (await run(commands.toReversed(), session)).toReversed(),
      'reads-first: runs read commands before write commands': readingFirst,
      'late-part-first: runs commands 501 and up before 1 to 500':
        (run) => async (commands, session) => {
          const last = await run(commands.slice(500), session)
          return [...(await run(commands.slice(0, 500), session)), ...last]
        },
    }),
  })

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

/** Makes requests wait for earlier ones, except pipelines. */
const lettingPipelinesIn: Replacements = around((_, kv) => {
  const handle = kvHandler({ ...kv, preflight: () => undefined, backend: pausing(kv) })
  const isFree = at('pipeline', 'monitor', 'subscribe', 'psubscribe')
  let before: Promise<unknown> = Promise.resolve()
  return (request) => {
    if (isFree({ kv, request })) return handle(request)
    const answer = before.then(() => handle(request))
    before = answer
    return answer
  }
})

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

export const batchFaults = faults({
  ...ofBoth('pipeline'),
  ...prefixed('pipeline', 'pipeline', {
    ...each(inPipeline, ['kv.pipeline.failing-command-keeps-position', UNSUPPORTED_IN_PIPELINE], {
      'omits-after-error: omits the results after the first error': reordering((all) =>
        all.filter((_, at) => !all.slice(0, at).some((before) => 'error' in before)),
      ),
    }),
    ...each(pipeline, ['kv.pipeline.other-commands-still-run', UNSUPPORTED_IN_PIPELINE], {
      'stops-at-first-error: runs no command after the first error': (_, kv) =>
        untilAnError((command, session) => kv.command(command, session)),
    }),
    ...each(pipeline, [UNSUPPORTED_IN_PIPELINE], {
      'unsupported-refuses-all: rejects all commands if one is unsupported':
        (original, kv) => (commands, session) => {
          const refusal = commands.map((command) => kv.lookup(command)).find(isError)
          if (refusal !== undefined) throw refusal
          return original(commands, session)
        },
    }),
  }),
  ...each(lenient('pipeline'), ['kv.limits.request-size'], {
    'size-first-of-pipeline-only: request size limit: checks only command 1 of a pipeline': (
      kv,
      [first],
    ) => ({ isTooLarge: (command) => command === first && kv.isTooLarge(command) }),
  }),
  ...ofBoth('transaction'),
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
    ...each(inTransaction, [KEEPS_POSITION], {
      'errors-last: returns errors after all successful results': reordering((all) =>
        all.toSorted((one, other) => Number('error' in one) - Number('error' in other)),
      ),
    }),
    ...each(transaction, [UNSUPPORTED], {
      'split-after-64: runs commands 65 and up as a second transaction':
        (original) => async (commands, session) => {
          if (commands.length <= 64) return original(commands, session)
          const first = await original(commands.slice(0, 64), session)
          return [...first, ...(await original(commands.slice(64), session))]
        },
    }),
    ...each(inTransaction, ['kv.transaction.syntax-error-discards'], {
      'skips-invalid-elements: skips array elements that are not commands': skippingInvalid,
    }),
    ...breaking(['kv.transaction.atomic'], {
      'interleaved: lets any request run between the commands': {
        backend: (_, kv) => pausing(kv),
      },
      'pipelines-interleave: lets a pipeline run between the commands': lettingPipelinesIn,
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
  ...breaking(['kv.pipeline.array-of-commands', 'kv.transaction.array-of-commands'], {
    'batch-needs-content-type: pipeline/transaction: rejects a body without Content-Type': () =>
      when(isBatch, where.framing['without Content-Type'])(refused(400, 'ERR no JSON')),
  }),
})
