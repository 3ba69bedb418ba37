// Runs the suite against a mock through the proxy.

import { expect, test } from 'vitest'
import type { RuleId } from '#generated/rules.js'
import { startProxy, type Report, type Scenario } from '../index.js'
import {
  failuresIn,
  judgeKv,
  judgeQueue,
  outcomes,
  rulesOfFlowControlAtPublish,
  rulesThat,
} from './judge.js'

/**
 * Returns a function that starts a proxy in front of the mock, and the proxy's report after the
 * proxy was closed.
 */
export function throughProxy(of: 'kv' | 'queue') {
  let report: Report | undefined
  return {
    report: () => report!,
    way: async (target: string) => {
      const proxy = await startProxy({ [of]: { url: target } })
      const close = () => {
        report = proxy.report()
        return proxy.close()
      }
      return { url: proxy[of]!.url, close }
    },
  }
}

export const judges = { kv: judgeKv, queue: judgeQueue }

/**
 * Tests that scenarios pass through the proxy. The proxy must find no violation and have a response
 * for every rule.
 */
export function testThroughProxy(scenarios: string, isOne: (scenario: Scenario) => boolean): void {
  test.each(['kv', 'queue'] as const)(
    `the mock of %s passes ${scenarios} through the proxy, which finds nothing wrong`,
    async (of) => {
      const { way, report } = throughProxy(of)
      const judged = await judges[of]({ way, judges: isOne })

      expect(failuresIn(judged)).toBe('')
      const isExpected = (rule: RuleId) => rulesOfFlowControlAtPublish.includes(rule)
      expect(rulesThat(judged, 'not-applicable').filter((rule) => !isExpected(rule))).toEqual([])
      expect(outcomes(report(), ['violated', 'not-applicable'])).toBe('')
      const { coverage } = report()
      expect(coverage?.broken).toBe(0)
      expect(coverage?.rules.filter(({ exchanges }) => exchanges === 0)).toEqual([])
    },
    60_000,
  )
}
