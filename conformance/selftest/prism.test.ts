// Tests which rules a server without state can satisfy, with the examples of the OpenAPI documents.
// The snapshot lists the rules, and docs/prism.md counts them. Update both with `npx vitest run
// conformance/selftest/prism.test.ts -u`, then `npm run check -- --write`.

import { describe, expect, test } from 'vitest'
import { judgePrism, outcomes, rulesOfFlowControlAtPublish } from './judge.js'

describe.each(['svc', 'upstash'] as const)('in the dialect %s', (dialect) => {
  test('Prism satisfies exactly the rules listed as conforming', async () => {
    const report = await judgePrism(dialect)
    const verdicts = report.rules
      .filter(({ id, level }) => level === 'must' && !rulesOfFlowControlAtPublish.includes(id))
      .filter(({ verdict }) => verdict !== 'not-judged' && verdict !== 'not-applicable')
      .map(({ id, verdict }) => `${id} ${verdict}\n`)

    expect(outcomes(report, ['harness-error'])).toBe('')
    await expect(verdicts.join('')).toMatchFileSnapshot('__snapshots__/prism.txt')
  }, 60_000)
})
