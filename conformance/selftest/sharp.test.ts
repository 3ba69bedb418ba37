// Each fault turns exactly its own rules red: no fewer, or a scenario is weak; no more, or one asks
// for what the contract does not say.

import { beforeAll, describe, expect, test } from 'vitest'
import type { RuleId } from '#generated/rules.js'
import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { fits, type Report } from '../index.js'
import { judgeKv, judgeQueue, rulesThat, told } from './judge.js'

/** How a report differs from what a fault says of itself, for a reader. */
function misjudgements(
  { breaks, blocks = [] }: AnyFault,
  report: Report,
  applies: (rule: RuleId) => boolean,
): readonly string[] {
  const violated = rulesThat(report, 'violated')
  // What one scenario finds violated, another may be kept from judging.
  const blocked = rulesThat(report, 'blocked').filter((rule) => !violated.includes(rule))
  return [
    ...breaks
      .filter((rule) => applies(rule) && !violated.includes(rule))
      .map((rule) => `stays green: ${rule}`),
    ...violated
      .filter((rule) => !breaks.includes(rule))
      .map((rule) => `turns red too: ${rule}\n${told(report, ['violated'], rule)}`),
    ...blocks
      .filter((pattern) => !blocked.some((rule) => fits(pattern, rule)))
      .map((pattern) => `blocks nothing: ${pattern}`),
    ...blocked
      .filter((rule) => !blocks.some((pattern) => fits(pattern, rule)))
      .map((rule) => `is blocked too: ${rule}\n${told(report, ['blocked'], rule)}`),
    told(report, ['harness-error']),
  ].filter((line) => line !== '')
}

describe.each(['kv', 'queue'] as const)('%s', (of) => {
  const judge = of === 'kv' ? judgeKv : judgeQueue
  let sound: Report
  beforeAll(async () => {
    sound = await judge()
  })
  const applies = (rule: RuleId) => rulesThat(sound, 'passed').includes(rule)

  test.each(faults.filter((fault) => fault.interface === of))('$name', async (fault) => {
    expect(misjudgements(fault, await judge({ fault }), applies).join('\n\n')).toBe('')
  })
})
