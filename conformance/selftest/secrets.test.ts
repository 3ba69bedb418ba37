// No token in any artefact: every report of a run in which much fails, on servers that are wrong about
// tokens and repeat what they are sent, is searched for every token in every form.

import { beforeAll, expect, test } from 'vitest'
import { faults, startMock } from '../../mocks/index.js'
import { mockProvider, run, scenarios, select, type Report } from '../index.js'
import { reporters, written } from '../report/reporters/index.js'
import { text } from '../report/reporters/text.js'

/** Of characters that every escape and every encoding makes something else of. */
const tokens = {
  kvToken: `kv+standard/"<&>'=%25~token`,
  kvReadOnlyToken: `kv+read-only/"<&>'=%25~token`,
  queueToken: `queue+/"<&>'=%25~token`,
}

const mistakes = faults.filter(({ id }) =>
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

/** What has to do with tokens, and what the mistakes are about. */
const chosen = select(scenarios, {
  only: ['kv.authentication', 'kv.transaction', 'kv.monitor', 'kv.subscribe', 'queue'],
})

let report: Report
const known = new Set<string>(Object.values(tokens))
beforeAll(async () => {
  const mock = await startMock({ ...tokens, faults: mistakes })
  const { kv, queue } = mock
  const provider = (await mockProvider([kv.url, queue.url]))!
  report = await run({
    ...{ scenarios: chosen, kv, queue, keepExchanges: 'all' },
    provider: {
      ...provider,
      dedicatedAccount: true,
      readOnlyToken: async () => kv.readOnlyToken,
      async resetPassword(wanted) {
        const { token, readOnlyToken } = kv.resetPassword(wanted)
        known.add(token).add(readOnlyToken)
        return { token, readOnlyToken }
      },
    },
  })
  await mock.close()
}, 60_000)

/** A text as every report may have to write it. */
const formsOf = (token: string): readonly string[] => [
  token,
  encodeURIComponent(token),
  JSON.stringify(token).slice(1, -1),
  token.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;'),
  ...(['base64', 'base64url', 'hex'] as const).flatMap((way) =>
    // Where it is a part of something longer, its first and last characters are others.
    ['', ':', 'a:'].map((before) =>
      Buffer.from(before + token)
        .toString(way)
        .slice(4, -4),
    ),
  ),
]

test('much of it failed, and tokens were in what was said', () => {
  const texts = JSON.stringify(report)

  expect(mistakes).toHaveLength(9)
  expect(known.size).toBeGreaterThan(3)
  expect(report.summary.violated).toBeGreaterThan(20)
  for (const of of ['kv', 'queue'])
    expect(
      report.scenarios.some((each) => each.interface === of && each.verdict === 'violated'),
      of,
    ).toBe(true)
  for (const variable of ['SVC_KV_TOKEN', 'SVC_KV_READONLY_TOKEN', 'SVC_QUEUE_TOKEN'])
    expect(texts).toContain(`<${variable}>`)
})

test.each([...Object.keys(reporters), 'text'] as const)('there is no token in %s', (name) => {
  const out =
    name === 'text' ? onTerminal() : written(reporters[name as keyof typeof reporters], report)

  expect(out.length).toBeGreaterThan(100)
  for (const token of known)
    for (const form of formsOf(token)) expect(out.includes(form), `${form} of ${token}`).toBe(false)
})

function onTerminal(): string {
  let out = ''
  const reporter = text((words) => (out += words), { colour: true, progress: true, total: 1 })
  for (const result of report.scenarios) reporter.result?.(result)
  reporter.end(report)
  return out
}

test('tokens of one letter are nowhere where they open something, and no other letter is missing', async () => {
  const mock = await startMock({
    ...{ kvToken: 't', kvReadOnlyToken: 'r', queueToken: 'q' },
    faults: mistakes,
  })
  const { kv, queue } = mock
  const only = ['kv.authentication', 'kv.transaction', 'queue.authentication', 'queue.forward']
  const provider = (await mockProvider([kv.url, queue.url]))!
  const chosen = select(scenarios, { only })
  const report = await run({ scenarios: chosen, kv, queue, keepExchanges: 'all', provider })
  await mock.close()

  expect(report.summary.violated).toBeGreaterThan(3)
  const texts = written(reporters.json, report)
  expect(texts).toContain('Bearer <SVC_KV_TOKEN>')
  expect(texts).not.toMatch(/Bearer [trq]\b/)
  expect(texts).not.toMatch(/_token=[trq]\b/)
  // Of a line break JSON makes a letter behind a backslash.
  expect(texts.match(/.{9}(?<!\\)\w<SVC_[A-Z_]+>|<SVC_[A-Z_]+>\w.{9}/g)).toBeNull()
}, 60_000)
