// Judging a mock through the proxy, as often and by as many scenarios as a test or a campaign wants.

import { expect, test } from 'vitest'
import type { RuleId } from '#generated/rules.js'
import { startProxy, type Proxy, type Report, type Scenario } from '../index.js'
import { judgeKv, judgeQueue, rulesOfFlowControlAtPublish, rulesThat, told } from './judge.js'

/** A way through a proxy, and what the proxy says once it has been gone. */
export function throughProxy(of: 'kv' | 'queue') {
  let proxy: Proxy | undefined
  let report: Report | undefined
  return {
    report: () => report!,
    way: async (url: string) => {
      proxy = await startProxy({ [of]: { url } })
      const { url: near } = proxy[of]!
      const close = async () => {
        report = proxy?.report()
        await proxy?.close()
      }
      return { url: near, close }
    },
  }
}

export const judges = { kv: judgeKv, queue: judgeQueue }

/** The mock passes these scenarios through the proxy, which finds nothing wrong and has seen every rule. */
export function testThroughProxy(scenarios: string, isOne: (scenario: Scenario) => boolean): void {
  test.each(['kv', 'queue'] as const)(
    `the mock of %s passes ${scenarios} through it, and it finds nothing wrong`,
    async (of) => {
      const { way, report } = throughProxy(of)
      const judged = await judges[of]({ way, judges: isOne })

      expect(told(judged, ['violated', 'blocked', 'harness-error'])).toBe('')
      const isExpected = (rule: RuleId) => rulesOfFlowControlAtPublish.includes(rule)
      expect(rulesThat(judged, 'not-applicable').filter((rule) => !isExpected(rule))).toEqual([])
      expect(told(report(), ['violated', 'not-applicable'])).toBe('')
      const { coverage } = report()
      expect(coverage?.broken).toBe(0)
      expect(coverage?.rules.filter(({ exchanges }) => exchanges === 0)).toEqual([])
    },
    60_000,
  )
}
