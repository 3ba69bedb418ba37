import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { openLedger, type Breach } from './ledger.js'
import { secretsOf } from './secrets.js'
import { clientClosed } from './tunnel.js'
import { watching } from './watch.js'

const json = [['Content-Type', 'application/json']] as const
const MiB = 2 ** 20

function watched() {
  const ledger = openLedger(['kv'])
  const breaches: Breach[] = []
  const clock = { now: 0 }
  const watcher = watching({
    interface: 'kv',
    basePath: '',
    mostBytes: 10 * MiB,
    ledger,
    secrets: secretsOf(dialects.svc, {}),
    onBroken: (breach) => breaches.push(breach),
    now: () => clock.now,
  })
  const begin = (headers = [] as readonly (readonly [string, string])[]) =>
    watcher.request({ method: 'GET', target: '/get/a' }, headers)
  const unjudged = () => ledger.coverage().unjudged.map(({ reason }) => reason)
  const excused = () => ledger.coverage().unjudged.map((each) => each.excused === true)
  return { begin, breaches, clock, unjudged, excused }
}

test('a client that leaves at once is excused, one that has waited for 1 s is not', () => {
  const { begin, clock, unjudged, excused } = watched()
  for (const waited of [999, 1_000])
    for (const isAnswered of [false, true]) {
      const witness = begin()
      // The wait begins after the request.
      clock.now += 5_000
      witness.requestBody(Buffer.from('a'))
      if (isAnswered) witness.answer(200, json)
      clock.now += waited
      witness.left()
      // The target ends the connection later.
      clock.now += 5_000
      witness.broken(clientClosed)
    }
  const left = 'the client closed the connection'
  expect(unjudged()).toEqual([
    `no answer: ${left} after waiting for 1 s or more`,
    `an answer was incomplete: ${left} after waiting for 1 s or more`,
    `no answer: ${left}`,
    `an answer was incomplete: ${left}`,
  ])
  expect(excused()).toEqual([false, false, true, true])
})

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
