// Faults of the heading Pipeline.

import { ReplyError } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { faults, replacing } from './fault.js'
import {
  errorsLast,
  firstHundred,
  fromTheEnd,
  isError,
  isWrite,
  lastFirst,
  partsSwapped,
  readingFirst,
  untilAnError,
} from './parts.js'

const KEEPS_POSITION = 'kv.pipeline.failing-command-keeps-position'
const UNSUPPORTED = 'kv.pipeline.unsupported-command'
const ENVELOPES = 'kv.pipeline.envelopes-in-order'
const RUNS_IN_ORDER = 'kv.pipeline.runs-in-order'

export const pipelineFaults = faults({
  ...each(replacing('pipeline'), [KEEPS_POSITION, UNSUPPORTED], {
    'pipeline-omits-after-error: pipeline: omits the results after the first error': result(
      (replies) => {
        const first = replies.findIndex(isError)
        return first < 0 ? replies : replies.slice(0, first + 1)
      },
    ),
    'pipeline-errors-last: pipeline: returns errors after all successful results': errorsLast,
  }),
  'pipeline-runs-100-commands: pipeline: runs only the first 100 commands': {
    breaks: ['kv.pipeline.array-of-envelopes'],
    pipeline: firstHundred,
  },
  ...each(replacing('pipeline'), [ENVELOPES], {
    'pipeline-arrays-last: pipeline: returns array results after all other results': result(
      (replies) =>
        replies.toSorted((one, other) => Number(Array.isArray(one)) - Number(Array.isArray(other))),
    ),
    'pipeline-parts-swapped: pipeline: returns results 501 and up before 1 to 500': partsSwapped,
  }),
  'pipeline-results-reversed: pipeline: returns the results in reverse order': {
    breaks: [ENVELOPES, RUNS_IN_ORDER],
    pipeline: lastFirst,
  },
  ...each(replacing('pipeline'), [RUNS_IN_ORDER], {
    'pipeline-runs-backwards: pipeline: runs the commands in reverse order': fromTheEnd,
    'pipeline-repeated-read-cached: pipeline: returns the first result for a repeated read':
      (original, kv) => async (commands, session) => {
        const replies = await original(commands, session)
        const texts = commands.map((command) => JSON.stringify(command))
        return replies.map((reply, index) =>
          isWrite(kv, commands[index]!) ? reply : replies[texts.indexOf(texts[index]!)]!,
        )
      },
    'pipeline-reads-first: pipeline: runs read commands before write commands': readingFirst,
    'pipeline-late-part-first: pipeline: runs commands 501 and up before 1 to 500':
      (original) => async (commands, session) => {
        const last = await original(commands.slice(500), session)
        return [...(await original(commands.slice(0, 500), session)), ...last]
      },
  }),
  'pipeline-stops-at-first-error: pipeline: runs no command after the first error': {
    breaks: ['kv.pipeline.other-commands-still-run', UNSUPPORTED],
    pipeline: (_, kv) => untilAnError((command, session) => kv.command(command, session)),
  },
  ...each(replacing('pipeline'), [UNSUPPORTED], {
    'pipeline-unsupported-refuses-all: pipeline: rejects all commands if one is unsupported':
      (original, kv) => (commands, session) => {
        const refusal = commands.map((command) => kv.lookup(command)).find(isError)
        if (refusal !== undefined) throw refusal
        return original(commands, session)
      },
    'pipeline-stops-at-unsupported: pipeline: runs no command after an unsupported one':
      (original, kv) => async (commands, session) => {
        const first = commands.findIndex((command) => isError(kv.lookup(command)))
        if (first < 0) return original(commands, session)
        const replies = await original(commands.slice(0, first + 1), session)
        return commands.map((_, index) => replies[index] ?? new ReplyError('ERR not run'))
      },
  }),
})
