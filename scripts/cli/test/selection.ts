// Which scenarios the user asks for, and which failures of theirs are known.

import type { Expectations, Selection } from '../../../conformance/index.js'
import { UsageError } from '../../../conformance/core/usage-error.js'
import { readExpectations } from '../files.js'
import { oneOf } from '../verb.js'
import type { TestValues } from './options.js'
import type { Target } from './target.js'

export function selectionOf(
  values: TestValues,
  patterns: readonly string[],
  target: Target | undefined,
): Selection {
  return {
    interfaces: target && (['kv', 'queue'] as const).filter((each) => target[each] !== undefined),
    only: patterns,
    skip: values.skip ?? [],
    level: values.level === undefined ? undefined : oneOf('level', values.level, ['must', 'open']),
    quick: values.quick,
    shard: shardOf(values.shard),
  }
}

function shardOf(value: string | undefined) {
  if (value === undefined) return undefined
  const [, index, of] = /^(\d+)\/(\d+)$/.exec(value)?.map(Number) ?? []
  if (index === undefined || of === undefined || index < 1 || index > of)
    throw new UsageError(`--shard takes I/N with I from 1 to N, not "${value}"`)
  return { index, of }
}

export const expectationsOf = (values: TestValues): Expectations => ({
  failing: values['known-failing'] === undefined ? [] : readExpectations(values['known-failing']),
  flaky: values['known-flaky'] === undefined ? [] : readExpectations(values['known-flaky']),
})
