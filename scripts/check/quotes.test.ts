import { expect, test } from 'vitest'
import { quotes } from './quotes.js'

const contract = `# Dogs 2

1. Dogs bark. Cats purr.

| # | Name 3 | Age |
|---|:---|---:|
| 1 | \`Rex\` | 4 |
`
const check = (rules: string) =>
  quotes(
    new Map([
      ['spec/kv/contract.md', contract],
      ['spec/kv/rules.yaml', rules],
      ['spec/queue/contract.md', ''],
      ['spec/queue/rules.yaml', 'rules: []'],
    ]),
  )

test('headings, header rows and numbers need no quote', async () => {
  const problems = await check(`
rules: [{ id: kv.dogs.bark, quote: Dogs bark., level: must, also: ['\`Rex\` | 4'] }]
descriptive: [Cats purr.]
`)
  expect(problems).toEqual([])
})

test('words without a quote are reported', async () => {
  const problems = await check('rules: [{ id: kv.dogs.bark, quote: bark., level: must }]')
  expect(problems.map(({ file, line, message }) => [file, line, message.split(':')[0]])).toEqual([
    ['spec/kv/contract.md', 3, 'no rule says "Dogs"'],
    ['spec/kv/contract.md', 3, 'no rule says "Cats purr."'],
    ['spec/kv/contract.md', 7, 'no rule says "`Rex` | 4 |"'],
  ])
})

test('problems of the rules are reported too', async () => {
  const problems = await check('rules: [{ id: kv.dogs.bark, quote: Dogs meow., level: must }]')
  expect(problems[0]).toMatchObject({ file: 'spec/kv/rules.yaml', line: 1 })
})
