// Mistakes under the heading: Pipeline.

import type { Kv } from '../../kv/kv.js'
import { ReplyError } from '../../kv/reply.js'
import type { Fault } from '../fault.js'
import { untilAnError, isError, readingFirst, sortedBy } from './parts.js'

export const pipelineFaults: readonly Fault<Kv>[] = [
  {
    name: 'the answer to a pipeline ends with its first error',
    breaks: ['kv.pipeline.failing-command-keeps-position', 'kv.pipeline.unsupported-command'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        const first = replies.findIndex(isError)
        return first < 0 ? replies : replies.slice(0, first + 1)
      },
    }),
  },
  {
    name: 'only the first hundred commands of a pipeline are run',
    breaks: ['kv.pipeline.array-of-envelopes'],
    apply: (kv) => ({
      ...kv,
      pipeline: (commands, session) => kv.pipeline(commands.slice(0, 100), session),
    }),
  },
  {
    name: 'the results of a pipeline come quick ones first',
    breaks: ['kv.pipeline.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        return replies.toSorted(
          (one, other) => Number(Array.isArray(one)) - Number(Array.isArray(other)),
        )
      },
    }),
  },
  {
    name: 'the results of a pipeline come last ones first',
    breaks: ['kv.pipeline.envelopes-in-order'],
    blocks: ['kv.pipeline.failing-command-keeps-position'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) => (await kv.pipeline(commands, session)).toReversed(),
    }),
  },
  {
    name: 'a pipeline is run from its end',
    breaks: ['kv.pipeline.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) =>
        (await kv.pipeline(commands.toReversed(), session)).toReversed(),
    }),
  },
  {
    name: 'a pipeline reads before it writes',
    breaks: ['kv.pipeline.runs-in-order'],
    apply: (kv) => ({ ...kv, pipeline: readingFirst(kv, kv.pipeline.bind(kv)) }),
  },
  {
    name: 'the parts of a long pipeline come in the wrong order',
    breaks: ['kv.pipeline.envelopes-in-order'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const replies = await kv.pipeline(commands, session)
        return [...replies.slice(500), ...replies.slice(0, 500)]
      },
    }),
  },
  {
    name: 'a long pipeline is run in parts that do not wait for each other',
    breaks: ['kv.pipeline.runs-in-order'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const last = await kv.pipeline(commands.slice(500), session)
        return [...(await kv.pipeline(commands.slice(0, 500), session)), ...last]
      },
    }),
  },
  {
    name: 'an error ends a pipeline',
    breaks: ['kv.pipeline.other-commands-still-run', 'kv.pipeline.unsupported-command'],
    apply: (kv) => ({
      ...kv,
      pipeline: untilAnError((command, session) => kv.command(command, session)),
    }),
  },
  {
    name: 'the errors of a pipeline come after its results',
    breaks: ['kv.pipeline.failing-command-keeps-position', 'kv.pipeline.unsupported-command'],
    apply: (kv) => ({
      ...kv,
      pipeline: async (commands, session) =>
        sortedBy(isError, await kv.pipeline(commands, session)),
    }),
  },
  {
    name: 'an unsupported command refuses the whole pipeline',
    breaks: ['kv.pipeline.unsupported-command'],
    apply: (kv) => ({
      ...kv,
      pipeline(commands, session) {
        const refusal = commands.map((command) => kv.lookup(command)).find(isError)
        if (refusal !== undefined) throw refusal
        return kv.pipeline(commands, session)
      },
    }),
  },
  {
    name: 'an unsupported command ends a pipeline',
    breaks: ['kv.pipeline.unsupported-command'],
    apply: (kv) => ({
      ...kv,
      async pipeline(commands, session) {
        const first = commands.findIndex((command) => isError(kv.lookup(command)))
        if (first < 0) return kv.pipeline(commands, session)
        const replies = await kv.pipeline(commands.slice(0, first + 1), session)
        return commands.map((_, index) => replies[index] ?? new ReplyError('ERR not run'))
      },
    }),
  },
]
