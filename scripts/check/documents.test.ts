import { expect, test } from 'vitest'
import { documents } from './documents.js'

const openapi = (rest = '') => `openapi: 3.1.1
info: { title: A, version: '1' }
paths: {}
${rest}`
const check = (kv: string) =>
  documents(
    new Map([
      ['spec/kv/contract.md', 'Dogs bark.'],
      [
        'spec/kv/rules.yaml',
        'rules: [{ id: kv.dogs.bark, quote: Dogs, level: must }, { id: kv.dogs.loud, quote: bark, level: open, choice: Yes }]',
      ],
      ['spec/kv/openapi.yaml', kv],
      ['spec/queue/contract.md', ''],
      ['spec/queue/rules.yaml', 'rules: []'],
      ['spec/queue/openapi.yaml', openapi()],
    ]),
  )

test('a valid document that names rules has no problems', async () => {
  const schemas = 'components: { schemas: { Name: { type: string } } }'
  expect(await check(openapi(`${schemas}\nx-rule: kv.dogs.bark`))).toEqual([])
})

test.each([
  ["x-rule: 'kv.dogs.purr'", 4, 'x-rule kv.dogs.purr is no must rule'],
  ['x-rule: kv.dogs.loud', 4, 'x-rule kv.dogs.loud is no must rule'],
  ['components: { x-rule: queue.dogs.bark }', 4, 'x-rule queue.dogs.bark is no must rule'],
  [
    'components:\n  schemas:\n    Name: { typ: string }',
    6,
    'components/schemas/Name does not compile',
  ],
  ['info: [', 4, ''],
])('%s', async (text, line, message) => {
  const [problem] = await check(openapi(text))
  expect(problem).toMatchObject({ file: 'spec/kv/openapi.yaml', line })
  expect(problem?.message).toContain(message)
})

test('problems that swagger-parser finds are reported', async () => {
  const [problem] = await check('openapi: 3.1.1\ninfo: { title: A }\npaths: {}')
  expect(problem?.message).toMatch(/^swagger-parser: /)
})
