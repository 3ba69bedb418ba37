// Tests that no report contains a token. The servers have faults in authentication that repeat
// requests, so the run has many failures. Every report is searched for every token in every
// encoding.

import { beforeAll, expect, test } from 'vitest'
import { faults, startMock } from '../../mocks/index.js'
import { mockProvider, run, scenarios, select, type Report } from '../index.js'
import { reporters } from '../report/reporters/index.js'
import { text } from '../report/reporters/text.js'

/** Tokens with characters that every escaping and encoding changes. */
const tokens = {
  kvToken: `kv+standard/"<&>'=%25~token`,
  kvReadOnlyToken: `kv+read-only/"<&>'=%25~token`,
  queueToken: `queue+/"<&>'=%25~token`,
}

const chosenFaults = faults.filter(({ id }) =>
  [
    'transaction-is-pipeline',
    'query-token-as-argument',
    'query-token-may-write',
    'pipeline-needs-no-token',
    'missing-token-403',
    'resttoken-bearer-prefix',
    'reset-revokes-standard-only',
    'forward-headers-dropped',
    'setting-headers-case-sensitive',
  ].includes(id),
)

/** Scenarios about tokens and about the faults of the servers. */
const chosen = select(scenarios, {
  only: [
    'kv.authentication',
    'kv.transaction',
    'kv.monitor',
    'kv.subscribe',
    'queue.authentication',
    'queue.forward',
    'queue.retries',
  ],
})

let report: Report
const used = new Set<string>(Object.values(tokens))
beforeAll(async () => {
  const mock = await startMock({ ...tokens, faults: chosenFaults })
  const { kv, queue } = mock
  const provider = (await mockProvider([kv.url, queue.url]))!
  report = await run({
    scenarios: chosen,
    kv,
    queue,
    keepExchanges: 'all',
    draw: { quick: true },
    provider: {
      ...provider,
      dedicatedAccount: true,
      readOnlyToken: async () => kv.readOnlyToken,
      async resetPassword(wanted) {
        const { token, readOnlyToken } = kv.resetPassword(wanted)
        used.add(token).add(readOnlyToken)
        return { token, readOnlyToken }
      },
    },
  })
  await mock.close()
}, 60_000)

/** Returns every form in which a report may contain a text. */
const formsOf = (token: string): readonly string[] => [
  token,
  encodeURIComponent(token),
  JSON.stringify(token).slice(1, -1),
  token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ...(['base64', 'base64url', 'hex'] as const).flatMap((way) =>
    // Inside a longer base64 text, the token begins and ends with other characters than when encoded alone.
    ['', ':', 'a:'].map((before) =>
      Buffer.from(before + token)
        .toString(way)
        .slice(4, -4),
    ),
  ),
]

test('the run has many failures, and placeholders for every token', () => {
  const texts = JSON.stringify(report)

  expect(chosenFaults).toHaveLength(9)
  expect(used.size).toBeGreaterThan(3)
  expect(report.summary.violated).toBeGreaterThan(15)
  for (const of of ['kv', 'queue'])
    expect(
      report.scenarios.some((each) => each.interface === of && each.verdict === 'violated'),
      of,
    ).toBe(true)
  for (const variable of ['SVC_KV_TOKEN', 'SVC_KV_READONLY_TOKEN', 'SVC_QUEUE_TOKEN'])
    expect(texts).toContain(`<${variable}>`)
})

test.each([...Object.keys(reporters), 'text'] as const)('%s contains no token', (name) => {
  const out = name === 'text' ? onTerminal() : reporters[name as keyof typeof reporters](report)

  expect(out.length).toBeGreaterThan(100)
  for (const token of used)
    for (const form of formsOf(token)) expect(out.includes(form), `${form} of ${token}`).toBe(false)
})

function onTerminal(): string {
  let out = ''
  const reporter = text((words) => (out += words), { colour: true, progress: true, total: 1 })
  for (const result of report.scenarios) reporter.result?.(result)
  reporter.end(report)
  return out
}
