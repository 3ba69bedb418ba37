import { describe, expect, test } from 'vitest'
import { readDocument } from './document.js'
import { readRules } from './rules.js'

const document = readDocument(`# Title
## Rules
Dogs bark. Cats may purr.
## Limits
Dogs sleep.
At most 3 dogs, 3 cats.`)
const read = (yaml: string) => readRules('kv', yaml, document)
const rule = (...lines: readonly string[]) => read(`rules:\n  - ${lines.join('\n    ')}\n`)

test('a rule has its id, its place in the document and its level', () => {
  const quote = 'Dogs bark.'
  const { rules, problems } = rule('id: kv.dogs.bark', `quote: '${quote}'`, 'level: must')
  expect(problems).toEqual([])
  expect(rules).toEqual([
    { id: 'kv.dogs.bark', interface: 'kv', heading: 'Rules', line: 3, quote, level: 'must' },
  ])
})

test('rules are in the order of the document, those of one line in that of the file', () => {
  const { rules } = read(`rules:
  - { id: kv.dogs.sleep, quote: 'Dogs sleep.', level: must }
  - { id: kv.cats.purr, quote: 'Cats may purr.', level: open, choice: They do. }
  - { id: kv.dogs.bark, quote: 'Dogs bark.', level: must }
`)
  expect(rules.map(({ id }) => id)).toEqual(['kv.cats.purr', 'kv.dogs.bark', 'kv.dogs.sleep'])
})

test('every quote is located, also and descriptive included', () => {
  const { quoted, problems } = read(`rules:
  - { id: kv.dogs.bark, quote: 'Dogs bark.', level: must, also: [{ quote: Dogs, under: Limits }] }
descriptive: ['3 dogs']
`)
  expect(problems).toEqual([])
  expect(quoted.map(({ quote, line, start }) => [quote, line.number, start])).toEqual([
    ['Dogs bark.', 3, 0],
    ['Dogs', 5, 0],
    ['3 dogs', 6, 8],
  ])
})

describe('a problem is reported with its line, the rule and what to do', () => {
  const quote = "quote: 'Dogs bark.'"
  test.each([
    [['id: kv.bark', quote, 'level: must'], 'kv.bark is no rule id: write kv.topic.statement'],
    [['id: queue.dogs.bark', quote, 'level: must'], 'queue.dogs.bark is no rule id'],
    [['id: kv.dogs.Bark', quote, 'level: must'], 'kv.dogs.Bark is no rule id'],
    [['id: kv.dogs.bark', quote, 'level: may'], 'level is neither must nor open'],
    [['id: kv.dogs.bark', quote, 'level: open'], 'is open without a choice'],
    [['id: kv.dogs.bark', quote, 'level: open', 'choice: ""'], 'empty choice'],
    [['id: kv.dogs.bark', quote, 'level: open', 'choice: a', 'untestable: b'], 'drop untestable'],
    [['id: kv.dogs.bark', quote, 'level: must', 'levle: must'], 'a key that means nothing'],
    [['id: kv.dogs.bark', 'level: must'], 'there is no quote'],
    [['id: kv.dogs.bark', "quote: 'Dogs meow.'", 'level: must'], 'is not in contract.md'],
    [
      ['id: kv.dogs.bark', 'quote: Dogs', 'level: must'],
      'say with under which is meant, one of "Rules", "Limits"',
    ],
    [['id: kv.dogs.bark', 'quote: 3', 'level: must'], 'there is no quote'],
    [
      ['id: kv.dogs.bark', "quote: '3 '", 'level: must'],
      'stands 2 times in contract.md: quote more',
    ],
    [['id: kv.dogs.bark', quote, 'under: Limits', 'level: must'], 'it stands under "Rules"'],
  ])('%o', (lines, message) => {
    const [problem, ...more] = rule(...lines).problems
    expect(more).toEqual([])
    expect(problem).toMatchObject({ file: 'spec/kv/rules.yaml', line: 2 })
    expect(problem?.message).toContain(message)
  })

  test('a duplicate id', () => {
    const { problems } = read(`rules:
  - { id: kv.dogs.bark, quote: 'Dogs bark.', level: must }
  - { id: kv.dogs.bark, quote: 'Dogs sleep.', level: must }
`)
    expect(problems).toMatchObject([
      { line: 3, message: expect.stringContaining('is taken') as string },
    ])
  })

  test('a file that is not YAML', () => {
    expect(read('rules: [').problems).toMatchObject([{ file: 'spec/kv/rules.yaml' }])
  })
})
