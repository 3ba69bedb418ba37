// The forms in which one command reaches a target, and how each says that it was executed or refused.

import type { Exchange } from '../exchange.js'
import type { Matcher } from '../judgement.js'
import { envelopes, executed, executedInBatch, failed, failedInBatch, result } from './matchers.js'
import type { Command, KvClient, RequestOptions } from './world.js'

export interface Form {
  /** How a title ends. */
  readonly where: string
  readonly ask: (kv: KvClient, command: Command, options?: RequestOptions) => Promise<Exchange>
  readonly executed: Matcher<Exchange>
  readonly failed: Matcher<Exchange>
  /** The command was executed with this result. */
  readonly answers: (want: unknown) => Matcher
}

const alone = { executed: executed(), failed: failed(), answers: result }
const inBatch = { executed: executedInBatch(), failed: failedInBatch(), answers: envelopes }

export const inBody: Form = {
  where: 'in the body',
  ask: (kv, command, options) => kv.command(command, options),
  ...alone,
}

export const byPath: Form = {
  where: 'by path',
  ask: (kv, command, options) => kv.path(command.map(String), options),
  ...alone,
}

export const inPipeline: Form = {
  where: 'in a pipeline',
  ask: (kv, command, options) => kv.pipeline([command], options),
  ...inBatch,
}

export const inTransaction: Form = {
  where: 'in a transaction',
  ask: (kv, command, options) => kv.transaction([command], options),
  ...inBatch,
}

export const forms: readonly Form[] = [inBody, byPath, inPipeline, inTransaction]
