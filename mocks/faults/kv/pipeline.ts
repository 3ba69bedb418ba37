// Mistakes under the heading: Pipeline.

import { ReplyError } from '../../kv/reply.js'
import { each, result } from '../written.js'
import { fault, replacing, type KvFault } from './fault.js'
import {
  errorsLast,
  firstHundred,
  fromTheEnd,
  isError,
  lastFirst,
  partsSwapped,
  readingFirst,
  untilAnError,
} from './parts.js'

const KEEPS_POSITION = 'kv.pipeline.failing-command-keeps-position'
const UNSUPPORTED = 'kv.pipeline.unsupported-command'
const ENVELOPES = 'kv.pipeline.envelopes-in-order'
const RUNS_IN_ORDER = 'kv.pipeline.runs-in-order'

export const pipelineFaults: readonly KvFault[] = [
  fault('the answer to a pipeline ends with its first error', [KEEPS_POSITION, UNSUPPORTED], {
    pipeline: result((replies) => {
      const first = replies.findIndex(isError)
      return first < 0 ? replies : replies.slice(0, first + 1)
    }),
  }),
  fault(
    'only the first hundred commands of a pipeline are run',
    ['kv.pipeline.array-of-envelopes'],
    { pipeline: firstHundred },
  ),
  fault('the results of a pipeline come quick ones first', [ENVELOPES], {
    pipeline: result((replies) =>
      replies.toSorted((one, other) => Number(Array.isArray(one)) - Number(Array.isArray(other))),
    ),
  }),
  fault(
    'the results of a pipeline come last ones first',
    { breaks: [ENVELOPES], blocks: [KEEPS_POSITION] },
    { pipeline: lastFirst },
  ),
  fault('a pipeline is run from its end', [RUNS_IN_ORDER], { pipeline: fromTheEnd }),
  fault('a pipeline reads before it writes', [RUNS_IN_ORDER], { pipeline: readingFirst }),
  fault('the parts of a long pipeline come in the wrong order', [ENVELOPES], {
    pipeline: partsSwapped,
  }),
  fault('a long pipeline is run in parts that do not wait for each other', [RUNS_IN_ORDER], {
    pipeline: (original) => async (commands, session) => {
      const last = await original(commands.slice(500), session)
      return [...(await original(commands.slice(0, 500), session)), ...last]
    },
  }),
  fault('an error ends a pipeline', ['kv.pipeline.other-commands-still-run', UNSUPPORTED], {
    pipeline: (_, kv) => untilAnError((command, session) => kv.command(command, session)),
  }),
  fault('the errors of a pipeline come after its results', [KEEPS_POSITION, UNSUPPORTED], {
    pipeline: errorsLast,
  }),
  ...each(replacing('pipeline'), [UNSUPPORTED], {
    'an unsupported command refuses the whole pipeline': (original, kv) => (commands, session) => {
      const refusal = commands.map((command) => kv.lookup(command)).find(isError)
      if (refusal !== undefined) throw refusal
      return original(commands, session)
    },
    'an unsupported command ends a pipeline': (original, kv) => async (commands, session) => {
      const first = commands.findIndex((command) => isError(kv.lookup(command)))
      if (first < 0) return original(commands, session)
      const replies = await original(commands.slice(0, first + 1), session)
      return commands.map((_, index) => replies[index] ?? new ReplyError('ERR not run'))
    },
  }),
]
