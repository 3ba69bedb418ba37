import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { html } from './html.js'
import { everyVerdict, reportOf, resultOf } from './testing.js'

const page = html(everyVerdict)

test('the page fetches nothing', () => {
  expect(page).not.toMatch(/\s(src|srcset|action|ping|poster)=/)
  expect(page).not.toMatch(/\shref="(?!#|data:)/)
  expect(page).not.toMatch(/@import|url\(/)
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

test('every rule is below its heading, and the failures name their variables', () => {
  expect(page.match(/<details class="rule/g)).toHaveLength(everyVerdict.rules.length)
  expect(page.indexOf('id="kv.authentication.missing-token"')).toBeGreaterThan(
    page.indexOf('<h3>kv: Authentication</h3>'),
  )
  expect(page).toContain('To repeat a failure, export SVC_KV_URL, SVC_KV_TOKEN before')
})

test('a report without a failure has no list of failures', () => {
  const fine = html(reportOf([resultOf('passed', 'it')]))

  expect(fine).not.toContain('<h2>Failures</h2>')
  expect(fine).toContain('<title>✓ No violation found</title>')
})
