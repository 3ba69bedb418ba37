import { inflateRawSync } from 'node:zlib'
import { describe, expect, test } from 'vitest'
import type { ScenarioResult } from '../../report.js'
import { hostile, resultOf, violation } from '../testing.js'
import { packed } from './evidence.js'

interface Store {
  readonly parts: readonly string[]
  readonly evidence: readonly (readonly number[])[]
}

const storeOf = (results: readonly ScenarioResult[]) =>
  JSON.parse(inflateRawSync(Buffer.from(packed(results), 'base64')).toString()) as Store

function markupOf(...results: readonly ScenarioResult[]): string {
  const { parts, evidence } = storeOf(results)
  return evidence
    .flat()
    .map((index) => parts[index])
    .join('')
}

const [exchange] = violation('it', 'OK').exchanges

test('a request and a response that repeat are stored once', () => {
  const { parts, evidence } = storeOf([violation('one', 'OK'), violation('two', 'OK')])

  expect(evidence[0]).toEqual(evidence[1])
  expect(parts.filter((part) => part.includes('X-Answer'))).toHaveLength(1)
})

test('the evidence has the other findings, each exchange and the commands', () => {
  const markup = markupOf(
    resultOf('violated', 'it', {
      findings: [{ message: 'expected "a"' }, { message: 'expected "b"' }],
      exchanges: [exchange!, { ...exchange!, response: undefined, failure: 'ECONNRESET' }],
      repro: "curl one\ncurl two\nnpx svc-contract test 'it'",
    } as Partial<ScenarioResult>),
  )

  expect(markup).not.toContain('expected &quot;a&quot;')
  expect(markup).toContain('<samp>expected &quot;b&quot;</samp>')
  expect(markup).toContain('1 other exchange, in order')
  expect(markup).toContain('ECONNRESET')
  expect(markup).toContain('<pre class="repro">npx svc-contract test &#39;it&#39;</pre>')
  expect(markup).toContain('<pre class="repro">curl one\ncurl two</pre>')
})

test('a finding that was cut is whole in the evidence', () => {
  const message = 'x'.repeat(1_000)

  expect(markupOf(resultOf('violated', 'it', { findings: [{ message }] }))).toContain(message)
})

describe('much evidence', () => {
  const noise = (length: number) =>
    Array.from({ length }, (_, index) =>
      ((index * 7919 * (index + length)) % 36).toString(36),
    ).join('')

  test('is cut until it fits', () => {
    const results = Array.from({ length: 300 }, (_, index) => violation('it', noise(9_000 + index)))

    expect(packed(results).length).toBeLessThan(250_000)
    expect(markupOf(...results)).toContain('characters)')
  })

  test('never has a part of a script', () => {
    const repro = `curl ${noise(50_000)}\nnpx svc-contract test 'it'`
    const markup = markupOf(resultOf('violated', 'it', { repro }))

    expect(markup).toContain('The requests are too long for this page')
    expect(markup).toContain('npx svc-contract test')
    expect(markup).not.toContain('curl ')
  })
})

test('hostile values are text', () => {
  const attacked = [[hostile, hostile]] as const
  const markup = markupOf({
    ...violation('it', hostile),
    exchanges: [
      {
        request: { method: hostile, target: hostile, headers: attacked, body: hostile },
        response: { status: 200, headers: attacked, body: hostile },
        durationMs: 1,
      },
      { request: { method: 'GET', target: '/', headers: [] }, failure: hostile, durationMs: 1 },
    ],
    repro: hostile,
  })

  expect(markup).toContain('&lt;script&gt;')
  expect(markup).not.toMatch(/<\/?script/)
  expect(markup.match(/<pre/g)).toHaveLength(markup.match(/<\/pre>/g)!.length)
})
