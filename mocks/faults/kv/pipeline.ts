// Faults of the heading Pipeline.

import { ReplyError } from '../../kv/reply.js'
import { each } from '../written.js'
import { type Json, wrongAt } from './boundary.js'
import { faults, replacing } from './fault.js'
import {
  errorsLast,
  firstHundred,
  fromTheEnd,
  isError,
  isWrite,
  lastFirst,
  latePartFirst,
  partsSwapped,
  readingFirst,
  reordering,
  untilAnError,
} from './parts.js'
import { at } from './where.js'

const KEEPS_POSITION = 'kv.pipeline.failing-command-keeps-position'
const UNSUPPORTED = 'kv.pipeline.unsupported-command'
const ENVELOPES = 'kv.pipeline.envelopes-in-order'
const RUNS_IN_ORDER = 'kv.pipeline.runs-in-order'

const inPipeline = wrongAt(at('pipeline'))
const pipeline = replacing('pipeline')

const isArray = (envelope: { readonly result?: Json }) => Array.isArray(envelope.result)

export const pipelineFaults = faults({
  ...each(inPipeline, [KEEPS_POSITION, UNSUPPORTED], {
    'pipeline-omits-after-error: pipeline: omits the results after the first error': () =>
      reordering((all) =>
        all.filter((_, at) => !all.slice(0, at).some((before) => 'error' in before)),
      ),
    'pipeline-errors-last: pipeline: returns errors after all successful results': errorsLast,
  }),
  ...each(inPipeline, ['kv.pipeline.array-of-envelopes'], {
    'pipeline-runs-100-commands: pipeline: runs only the first 100 commands': firstHundred,
  }),
  ...each(inPipeline, [ENVELOPES], {
    'pipeline-arrays-last: pipeline: returns array results after all other results': () =>
      reordering((all) =>
        all.toSorted((one, other) => Number(isArray(one)) - Number(isArray(other))),
      ),
    'pipeline-parts-swapped: pipeline: returns results 501 and up before 1 to 500': partsSwapped,
    'pipeline-results-reversed: pipeline: returns the results in reverse order': lastFirst,
  }),
  ...each(pipeline, [RUNS_IN_ORDER], {
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
    'pipeline-late-part-first: pipeline: runs commands 501 and up before 1 to 500': latePartFirst,
  }),
  ...each(pipeline, ['kv.pipeline.other-commands-still-run', UNSUPPORTED], {
    'pipeline-stops-at-first-error: pipeline: runs no command after the first error': (_, kv) =>
      untilAnError((command, session) => kv.command(command, session)),
  }),
  ...each(pipeline, [UNSUPPORTED], {
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
