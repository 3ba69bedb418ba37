import { expect, test } from 'vitest'
import { outputs } from './outputs.js'

const openapi = "openapi: 3.1.1\ninfo: { title: A, version: '1' }\npaths: {}\n"
const matrix = { scenarios: { 'kv.dogs.bark/loudly': [1] }, rows: [] }
const spec = new Map([
  ['conformance/selftest/matrix/matrix.json', JSON.stringify(matrix)],
  ['conformance/selftest/matrix/observed.json', '{ "correct": {}, "variants": {} }'],
  ['spec/dialects.yaml', 'svc: { headerPrefix: Svc- }\n'],
  ['spec/report.schema.json', '{ "type": "object" }\n'],
  ['spec/kv/contract.md', 'Dogs bark.\n'],
  ['spec/kv/rules.yaml', "rules: [{ id: kv.dogs.bark, quote: 'Dogs bark.', level: must }]\n"],
  ['spec/kv/openapi.yaml', openapi],
  ['spec/queue/contract.md', ''],
  ['spec/queue/rules.yaml', 'rules: []\n'],
  ['spec/queue/openapi.yaml', openapi],
])
const generate = (changes: Readonly<Record<string, string>> = {}) =>
  outputs((path) => changes[path] ?? spec.get(path) ?? '')

const configSchemaPath = 'spec/svc-contract.schema.json'

test('every file of generated/ is written, and is reproducible', async () => {
  const files = await generate()
  const modules = [
    'dialects',
    'observed',
    'page',
    'quick',
    'report.schema',
    'rules',
    'kv.schemas',
    'queue.schemas',
  ]
  const others = ['kv', 'queue'].flatMap((of) => [`${of}.openapi.json`, `${of}.types.d.ts`])
  const names = [
    'fault-ids.d.ts',
    ...modules.flatMap((name) => [`${name}.js`, `${name}.d.ts`]),
    ...others,
  ]
  const paths = names.map((name) => `generated/${name}`)
  expect([...files.keys()].toSorted()).toEqual([...paths, configSchemaPath].toSorted())
  expect(await generate()).toEqual(files)
})

test.each([
  ['spec/dialects.yaml', 'svc: ['],
  ['spec/report.schema.json', '{'],
  ['spec/kv/rules.yaml', "rules: [{ id: kv.dogs.bark, quote: 'Dogs meow.', level: must }]\n"],
  ['spec/queue/openapi.yaml', 'paths: ['],
  ['spec/queue/openapi.yaml', `${openapi}components: { schemas: { A: { $ref: '#/nowhere' } } }\n`],
])('an error names its file: %s', async (path, text) => {
  await expect(generate({ [path]: text })).rejects.toThrow(path)
})
