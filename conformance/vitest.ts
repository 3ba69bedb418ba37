// The suite inside a user's own vitest suite: each scenario is a test, named by its rule.

import { afterAll, beforeAll, describe, it } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { scenarios as all } from './index.js'
import { noProvider } from './provider.js'
import type { RunOptions } from './run.js'
import { select, type Selection } from './select.js'
import { openStage, type Stage } from './stage.js'

/** The target, as `run` takes it, and which scenarios are to be tests. */
export type ConformanceOptions = Omit<
  RunOptions,
  'scenarios' | 'concurrency' | 'bail' | 'onResult'
> &
  Selection

/**
 * Registers every selected scenario of the interfaces given as a vitest test. A violation and a
 * blocked scenario fail; what is not applicable is skipped with its reason.
 *
 * @example
 * conformance({ kv: { url: 'http://127.0.0.1:8079', token: 'secret' }, only: ['kv.pipeline.*'] })
 */
export function conformance(options: ConformanceOptions): void {
  const scenarios = select(
    all.filter((each) => options[each.interface] !== undefined),
    options,
  )
  describe('conformance', () => {
    let stage: Stage
    beforeAll(async () => {
      const { dialect = dialects.svc, provider = noProvider, timeoutMs = 10_000 } = options
      stage = await openStage({ ...options, dialect, provider, timeoutMs })
    })
    afterAll(() => stage.close())

    for (const scenario of scenarios)
      it(`${scenario.rule}: ${scenario.title}`, async ({ skip }) => {
        const { verdict, reason, findings, repro } = await stage.perform(scenario)
        if (verdict === 'not-applicable') skip(reason)
        if (verdict !== 'passed' && verdict !== 'observed')
          throw new Error([verdict, ...findings.map(({ message }) => message), repro].join('\n'))
      })
  })
}
