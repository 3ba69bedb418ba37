import { expect, test } from 'vitest'
import { Blocked, NotApplicable, Violation } from './judgement.js'
import { eachRow } from './rows.js'

const [wrong, noSetup] = [{ message: 'wrong' }, { message: 'no setup' }]
/** Runs a table in which each row throws its error, or passes if the error is undefined. */
const tableOf = (rows: Readonly<Record<string, Error | undefined>>) =>
  eachRow(rows, async (error) => {
    if (error) throw error
  })

test('every row is tested, and every violated row is named', async () => {
  const findings = [{ ...wrong, expected: 2 }]
  const rows = { one: new Violation(findings), two: undefined, three: new Violation(findings) }

  await expect(tableOf(rows)).rejects.toMatchObject({
    name: 'Violation',
    findings: [
      { message: 'one: wrong', expected: 2 },
      { message: 'three: wrong', expected: 2 },
    ],
  })
})

test('a row whose setup fails blocks only if no row is violated', async () => {
  const one = new Blocked([noSetup])

  await expect(tableOf({ one, two: new Violation([wrong]) })).rejects.toEqual(
    new Violation([{ message: 'two: wrong' }]),
  )
  await expect(tableOf({ one })).rejects.toEqual(new Blocked([{ message: 'one: no setup' }]))
})

test('a row that needs what the target lacks is left out', async () => {
  const lack = new NotApplicable('the target lacks the path form')

  await expect(tableOf({ one: lack, two: undefined })).resolves.toBeUndefined()
  await expect(tableOf({ one: lack, two: new Blocked([noSetup]) })).rejects.toThrow(Blocked)
  await expect(tableOf({ one: lack })).rejects.toBe(lack)
})

test('any other error ends the table', async () => {
  const bug = new TypeError('bug')
  await expect(tableOf({ one: bug, two: new Violation([wrong]) })).rejects.toBe(bug)
})

test('at most five findings are reported', async () => {
  const names = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h']
  const all = tableOf(Object.fromEntries(names.map((name) => [name, new Violation([wrong])])))
  const { findings } = (await all.catch((error: unknown) => error)) as Violation

  expect(findings.map(({ message }) => message.slice(0, 3))).toEqual([
    'a: ',
    'b: ',
    'c: ',
    'd: ',
    'e: ',
    'and',
  ])
  expect(findings.at(-1)).toEqual({ message: 'and 3 more' })
})
