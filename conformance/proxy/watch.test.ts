import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { openLedger, type Breach } from './ledger.js'
import { secretsOf } from './secrets.js'
import { watching } from './watch.js'

const json = [['Content-Type', 'application/json']] as const
const MiB = 2 ** 20

function watched() {
  const ledger = openLedger(['kv'])
  const breaches: Breach[] = []
  const watcher = watching({
    ...{ interface: 'kv', basePath: '', mostBytes: 10 * MiB, ledger },
    secrets: secretsOf(dialects.svc, {}),
    onBroken: (breach) => breaches.push(breach),
  })
  const begin = (headers = [] as readonly (readonly [string, string])[]) =>
    watcher.request({ method: 'GET', target: '/get/a' }, headers)
  return { begin, breaches, unjudged: () => ledger.coverage().unjudged.map(({ reason }) => reason) }
}

test('answers beyond 128 MiB in flight are not validated, but later ones are', () => {
  const { begin, breaches, unjudged } = watched()
  const body = Buffer.alloc(8 * MiB, ' ')
  const open = Array.from({ length: 17 }, () => {
    const witness = begin()
    witness.answer(200, json)
    witness.answerBody(body)
    return witness
  })
  for (const witness of open) witness.end()
  expect(unjudged()).toEqual(['an answer came while too many bytes were in flight'])
  expect(breaches).toHaveLength(16)

  const later = begin()
  later.answer(200, json)
  later.answerBody(body)
  later.end()
  expect(breaches).toHaveLength(17)
})

test('at most 100 headers and 64 KiB of a body are kept', () => {
  const { begin, breaches } = watched()
  const many = Array.from({ length: 30_000 }, (_, n) => [`A${n}`, 'b'] as const)
  const witness = begin(many)
  witness.requestBody(Buffer.alloc(70_000))
  witness.answer(200, [...json, ...many])
  witness.answerBody(Buffer.alloc(100_000, 'x'))
  witness.end()

  const { whole, exchange, problems } = breaches[0]!
  expect(problems).toEqual([expect.stringContaining('the body is not JSON')])
  expect(whole).toBe(false)
  expect(exchange.headers).toHaveLength(100)
  expect(exchange.request.headers).toHaveLength(100)
  expect(Buffer.from(exchange.body).toString()).toBe('<100000 bytes>')
  expect(Buffer.from(exchange.request.body).toString()).toBe('<70000 bytes>')
})
