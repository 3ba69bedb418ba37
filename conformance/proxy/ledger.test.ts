import { expect, test } from 'vitest'
import { operations } from '../wire/operation.js'
import { exchangeOf } from '../wire/testing.js'
import { openLedger, type Breach } from './ledger.js'

const breach = (bytes: number): Breach => {
  const exchange = exchangeOf({ headers: [['a', 'x'.repeat(bytes)]] })
  return { interface: 'kv', rule: 'kv.envelope.success', problems: [], exchange, whole: true }
}

test('at most 200 exchanges and 8 MiB are kept', () => {
  const ledger = openLedger(['kv'])
  const broken = (bytes: number) => ledger.broken(operations.kv[0]!, breach(bytes))

  expect(broken(7 * 2 ** 20)).toBe(true)
  expect(broken(2 ** 20)).toBe(false)
  for (let n = 0; n < 199; n++) expect(broken(10)).toBe(true)
  expect(broken(10)).toBe(false)
  expect(ledger.breaches).toHaveLength(200)
  expect(ledger.of('kv.envelope.success').unkept).toBe(2)
})

test('texts from clients and the target are cut, and at most 200 are counted separately', () => {
  const ledger = openLedger(['kv'])
  const long = 'x'.repeat(1_000)
  for (let n = 0; n < 500; n++) {
    ledger.undocumented({
      interface: 'kv',
      method: long,
      path: `/${n}/${long}`,
      status: 200,
      mediaType: long,
    })
    ledger.unjudged(`reason ${n}`)
  }
  const { undocumented, unjudged } = ledger.coverage()

  expect(undocumented).toHaveLength(200)
  expect(undocumented[0]).toMatchObject({ method: 'x'.repeat(100), mediaType: 'x'.repeat(100) })
  expect(undocumented[0]?.path).toHaveLength(500)
  expect(unjudged.length).toBeLessThanOrEqual(202)
  expect(unjudged.reduce((sum, { exchanges }) => sum + exchanges, 0)).toBe(800)
})
