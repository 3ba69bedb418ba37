import { createHash } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { html } from './html.js'
import { everyVerdict, hostile, reportOf, resultOf } from './testing.js'

const page = html(everyVerdict)

test('the page fetches nothing', () => {
  expect(page).not.toMatch(/\s(src|srcset|action|ping|poster)=/)
  expect(page).not.toMatch(/\shref="(?!#|data:)/)
  expect(page).not.toMatch(/@import|url\(/)
})

test('the page has no inline handler and no inline style', () => {
  expect(page).not.toMatch(/<[^>]*\s(on\w+|style)=/)
})

test.each(['script', 'style'])('only its own %s is allowed', (name) => {
  const [, policy = ''] = /Content-Security-Policy" content="([^"]*)"/.exec(page) ?? []
  const elements = [...page.matchAll(new RegExp(`<${name}>([^]*?)</${name}>`, 'g'))]
  const [[, content = ''] = []] = elements

  expect(elements).toHaveLength(1)
  const hash = createHash('sha256').update(content).digest('base64')
  expect(policy.replaceAll('&#39;', "'")).toContain(`${name}-src 'sha256-${hash}'`)
  expect(policy).toContain('default-src &#39;none&#39;')
})

test('every rule has its statement below its heading', () => {
  expect(page.match(/<details class="rule"/g)).toHaveLength(everyVerdict.rules.length)
  expect(page.indexOf('id="kv.authentication.missing-token"')).toBeGreaterThan(
    page.indexOf('Authentication</h3>'),
  )
  expect(page).toContain('JSON object with exactly one field <code>result</code>')
})

test('failures are below their rule, the suite and violations before what is blocked', () => {
  const places = ['harness-error', 'violated', 'blocked', 'rules'].map((id) =>
    page.search(new RegExp(`<section[^>]* id="${id}">`)),
  )

  expect(places).toEqual(places.toSorted((a, b) => a - b))
  expect(places).not.toContain(-1)
  expect(page).toContain('To repeat a failure, export SVC_KV_URL, SVC_KV_TOKEN before')
})

test('a known failure is with its rule, not with the failures', () => {
  const known = page.indexOf('known failure</span> it fails as expected<samp>ticket #12')
  expect(known).toBeGreaterThan(page.indexOf('<section id="rules">'))
})

test('a rule without a verdict of its own has the worst of its failures', () => {
  const both = [resultOf('blocked', 'it is blocked'), resultOf('violated', 'it is violated')]
  const failures = html(reportOf(both)).split('<section id="rules">')[0]!

  expect(failures).not.toContain('id="blocked"')
  expect(failures.indexOf('it is violated')).toBeLessThan(failures.indexOf('it is blocked'))
})

describe('a report without a failure', () => {
  const withoutFailures = (...args: Parameters<typeof reportOf>) => {
    const text = html(reportOf(...args))
    expect(text).not.toContain('class="failures"')
    return text
  }

  test('says that all is green', () => {
    const fine = withoutFailures([resultOf('passed', 'it')])
    expect(fine).toContain('<title>✓ No violation found</title>')
    expect(fine).toContain('<header class="tone-conforming">')
    expect(fine).toContain('Every requirement that was tested is met.')
  })

  test('counts the known failures', () => {
    const known = withoutFailures([
      resultOf('passed', 'it'),
      resultOf('violated', 'it is known', { expected: true, reason: 'ticket #12' }),
    ])
    expect(known).toContain('Failures in the list of known failures: 1.')
  })

  test('says why nothing was judged', () => {
    const nothing = withoutFailures([])
    expect(nothing).toContain('○</span> Nothing was judged')
    expect(nothing).toContain('There is no verdict: patterns, --skip')
  })

  test('says that the run was interrupted', () => {
    const part = withoutFailures([resultOf('passed', 'it')], { interrupted: true })
    expect(part).toContain('○</span> Interrupted')
    expect(part).toContain('No failure so far. Scenarios that had ended: 1.')
  })
})

describe('1,000 failures', () => {
  /** Failures of all rules, each with values of its own, and with bodies of 5,000 characters. */
  const results = Array.from({ length: 1_000 }, (_, index) => {
    const { id, interface: of } = rules[index % rules.length]!
    const key = createHash('sha256').update(`${index}`).digest('hex')
    const body = `{"result":"${key}","padding":"${'x'.repeat(5_000)}"}`
    const exchange = {
      request: {
        method: 'POST',
        target: '/',
        headers: [
          ['Authorization', 'Bearer <SVC_KV_TOKEN>'],
          ['Content-Length', `${20 + (index % 7)}`],
        ],
        body: JSON.stringify(['GET', key]),
      },
      response: { status: 200, headers: [['Date', 'Mon, 23 Nov 2026 18:16:58 GMT']], body },
      durationMs: index % 9,
    } as const
    return resultOf(index % 3 === 0 ? 'violated' : 'blocked', `returns the value of key ${key}`, {
      rule: id,
      interface: of,
      id: `${id}/returns-the-value-${index}`,
      findings: [{ message: `expected result "${index}", got "${key}"`, actual: key }],
      exchanges: [exchange, exchange, exchange, exchange],
      repro: `curl -X POST -H 'Authorization: Bearer '"$SVC_KV_TOKEN" --data-raw '["GET","${key}"]' "$SVC_KV_URL"/\nnpx svc-contract test '${id}'`,
    })
  })

  test('fit in 1 MB', () => {
    const large = html(reportOf(results))
    expect(large.match(/<details class="failure"/g)).toHaveLength(1_000)
    expect(Buffer.byteLength(large)).toBeLessThan(1_000_000)
  })

  test('with long texts are not much larger', () => {
    const long = results.map((each) => ({
      ...each,
      findings: Array.from({ length: 6 }, () => ({ message: `${each.id} ${'y'.repeat(5_000)}` })),
    }))
    expect(Buffer.byteLength(html(reportOf(long)))).toBeLessThan(1_300_000)
  })
})

test('hostile values are text', () => {
  const text = html(
    reportOf(
      [
        resultOf('violated', hostile, { findings: [{ message: hostile }], reason: hostile }),
        resultOf('observed', hostile, { observations: { [hostile]: hostile }, reason: hostile }),
      ],
      { target: { kvUrl: hostile, dialect: hostile, provider: hostile, time: 'real' } },
    ),
  )

  expect(text).toContain('&lt;script&gt;document.title=')
  expect(text.match(/<\/script>/g)).toHaveLength(2)
  expect(text).not.toContain('\0')
})
