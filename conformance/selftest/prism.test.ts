// What examples without state can and cannot satisfy: the list beside this test, which the README
// counts. Both are renewed by `npx vitest run conformance/selftest/prism.test.ts -u` and then
// `npm run check -- --write`.

import { describe, expect, test } from 'vitest'
import { judgePrism, rulesOfFlowControlAtPublish, told } from './judge.js'

describe.each(['svc', 'upstash'] as const)('in the dialect %s', (dialect) => {
  test('Prism satisfies exactly the rules that are said to conform', async () => {
    const report = await judgePrism(dialect)
    const verdicts = report.rules
      .filter(({ id, level }) => level === 'must' && !rulesOfFlowControlAtPublish.includes(id))
      .filter(({ verdict }) => verdict !== 'not-judged' && verdict !== 'not-applicable')
      .map(({ id, verdict }) => `${id} ${verdict}\n`)

    expect(told(report, ['harness-error'])).toBe('')
    await expect(verdicts.join('')).toMatchFileSnapshot('__snapshots__/prism.txt')
  }, 60_000)
})
