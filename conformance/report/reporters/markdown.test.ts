import { expect, test } from 'vitest'
import { markdown } from './markdown.js'
import { hostile, of, reportOf, resultOf, violation } from './testing.js'

test('it begins with what came of the run, and tells the counts and the target', () => {
  const text = of(markdown)

  expect(text).toMatch(/^## ! The suite itself failed\n/)
  expect(text).toContain('| Scenarios | 1 passed, 1 violated, 1 failing as expected, 1 blocked')
  expect(text).toContain('| Target | http://kv.example:8079 (svc dialect, real time), 1234 ms |')
})

test('each unexpected failure has its statement, its exchange and how to see it again', () => {
  const text = of(markdown)

  expect(text).toContain('<summary>✗ violated: it is violated</summary>')
  expect(text).toContain('<summary>■ blocked: it is blocked</summary>')
  expect(text).toContain('> kv contract, Authentication, line')
  expect(text).toContain('> POST /get/<key>\n[1]\n\n< 200\n')
  expect(text).toContain(`sh\ncurl -X POST "$SVC_KV_URL"'/get/<key>'\n`)
  expect(text).not.toContain('it fails as expected')
  expect(text).toContain('export SVC\\_KV\\_URL, SVC\\_KV\\_TOKEN.')
})

test('what the target answered stands between more backticks than it has', () => {
  const text = of(markdown, reportOf([violation('it', `${hostile}\n\`\`\`\`\n<b>`)]))
  const outside = text.replaceAll(/^(`{3,})\w+\n[^]*?\n\1$/gm, '')

  expect(outside).not.toContain('hacked')
  expect(outside).not.toContain('<b>')
})

test('every rule that was judged stands below its heading, in a table no statement breaks', () => {
  const text = of(markdown)
  const rows = text.split('\n').filter((line) => line.startsWith('| `'))

  expect(text).toContain('### kv: Authentication\n')
  expect(rows).toHaveLength(6)
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5)
})

test('it stays below what GitHub takes, and says how many failures it left out', () => {
  const many = Array.from({ length: 1000 }, (_, n) => violation(`number ${n}`, 'x'.repeat(400)))
  const text = of(markdown, reportOf(many))

  expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20)
  expect(text).toMatch(/… and \d+ more failures/)
})

test('a part of a run says so, and so does an interrupted one', () => {
  const report = reportOf([resultOf('passed', 'it')], {
    interrupted: true,
    shards: { of: 3, judged: [1, 3] },
  })

  expect(of(markdown, report)).toContain('The run was interrupted')
  expect(of(markdown, report)).toContain('This is part 1, 3 of 3')
})
