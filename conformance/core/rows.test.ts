import { expect, test } from 'vitest'
import { Blocked, Violation } from './judgement.js'
import { eachRow } from './rows.js'

const finding = (message: string) => [{ message }]

test('every row is tested, and those that are violated are named', async () => {
  const rows = { one: 1, two: 2, three: 3 }
  const tested: string[] = []
  const all = eachRow(rows, async (row, name) => {
    tested.push(name)
    if (row !== 2) throw new Violation([{ message: `got ${row}`, expected: 2 }])
  })

  await expect(all).rejects.toMatchObject({
    name: 'Violation',
    findings: [
      { message: 'one: got 1', expected: 2 },
      { message: 'three: got 3', expected: 2 },
    ],
  })
  expect(tested).toEqual(Object.keys(rows))
})

test('a row whose setup fails blocks only when no row is violated', async () => {
  const rows = { one: new Blocked(finding('no setup')), two: new Violation(finding('wrong')) }
  const failing = (error: Error | undefined) => async () => {
    if (error) throw error
  }

  await expect(eachRow(rows, (row) => failing(row)())).rejects.toEqual(
    new Violation(finding('two: wrong')),
  )
  await expect(eachRow({ one: rows.one }, (row) => failing(row)())).rejects.toEqual(
    new Blocked(finding('one: no setup')),
  )
})

test('a bug of ours ends the table', async () => {
  const bug = new TypeError('bug')
  await expect(eachRow({ one: 1 }, async () => Promise.reject(bug))).rejects.toBe(bug)
})

test('of many findings the first five are reported', async () => {
  const rows = Object.fromEntries(Array.from({ length: 8 }, (_, index) => [`row ${index}`, index]))
  const all = eachRow(rows, async () => Promise.reject(new Violation(finding('wrong'))))
  const { findings } = (await all.catch((error: unknown) => error)) as Violation

  expect(findings).toHaveLength(6)
  expect(findings.at(-1)).toEqual({ message: 'and 3 more' })
})
