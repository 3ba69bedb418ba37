import { expect, test } from 'vitest'
import { markdown } from './markdown.js'
import { everyVerdict, hostile, reportOf, resultOf, violation } from './testing.js'

test('an answer of the target is in a fence longer than any in it', () => {
  const text = markdown(reportOf([violation('it', `${hostile}\n\`\`\`\`\n<b>`)]))
  const outside = text.replaceAll(/^(`{3,})\w+\n[^]*?\n\1$/gm, '')

  expect(outside).not.toContain('hacked')
  expect(outside).not.toContain('<b>')
})

test('each judged rule is a row of a table that no statement breaks', () => {
  const rows = markdown(everyVerdict)
    .split('\n')
    .filter((line) => line.startsWith('| `'))

  expect(rows).toHaveLength(6)
  for (const row of rows) expect(row.match(/(?<!\\)\|/g)).toHaveLength(5)
})

test('violations come first, then harness errors, then blocked scenarios', () => {
  const verdicts = ['blocked', 'harness-error', 'violated'] as const
  const text = markdown(reportOf(verdicts.map((verdict) => resultOf(verdict, verdict))))

  expect(Array.from(text.matchAll(/<summary>. ([\w-]+):/g), ([, verdict]) => verdict)).toEqual(
    verdicts.toReversed(),
  )
})

test('the size is below the limit of GitHub, with the number of omitted failures', () => {
  const many = Array.from({ length: 1000 }, (_, n) => violation(`number ${n}`, 'x'.repeat(400)))
  const text = markdown(reportOf(many))

  expect(Buffer.byteLength(text)).toBeLessThan(2 ** 20)
  expect(text).toMatch(/… and \d+ more failures/)
})

test('an incomplete run is marked', () => {
  const text = markdown(
    reportOf([resultOf('passed', 'it')], {
      interrupted: true,
      shards: { of: 3, judged: [1, 3] },
    }),
  )

  expect(text).toContain('The run was interrupted')
  expect(text).toContain('This report has only shard 1, 3 of 3.')
})
