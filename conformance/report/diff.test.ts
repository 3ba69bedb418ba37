import { expect, test } from 'vitest'
import { areNone, differences } from './diff.js'
import { everyVerdict, reportOf, resultOf } from './reporters/testing.js'

const get = { rule: 'kv.methods.get' } as const

test('a report and itself do not differ, whenever and wherever they are of', () => {
  const other = {
    ...everyVerdict,
    startedAt: '2031-01-01T00:00:00.000Z',
    target: { ...everyVerdict.target, kvUrl: 'http://elsewhere.example' },
  }

  expect(areNone(differences(everyVerdict, other))).toBe(true)
})

test('verdicts of scenarios and of their rules that changed are told', () => {
  const before = reportOf([resultOf('passed', 'one', get), resultOf('passed', 'two', get)])
  const after = reportOf([resultOf('passed', 'one', get), resultOf('violated', 'two', get)])

  expect(differences(before, after)).toEqual({
    rules: [{ id: 'kv.methods.get', before: 'conforming', after: 'violated' }],
    scenarios: [{ id: 'kv.methods.get/two', before: 'passed', after: 'violated' }],
    observations: [],
  })
})

test('what is only in one of them is new or gone', () => {
  const before = reportOf([resultOf('passed', 'one', get)], { rules: [] })
  const after = reportOf([resultOf('passed', 'two', get)], { rules: [] })

  expect(differences(before, after).scenarios).toEqual([
    { id: 'kv.methods.get/two', after: 'passed' },
    { id: 'kv.methods.get/one', before: 'passed' },
  ])
})

const observing = (observations: Readonly<Record<string, unknown>>) =>
  reportOf([resultOf('observed', 'it', { rule: 'kv.authentication.both-tokens', observations })])

test('observations that changed are told by what was observed', () => {
  const before = observing({ status: 401, body: { a: 1, b: 2 }, gone: null })
  const after = observing({ status: 403, body: { b: 2, a: 1 }, added: 'x' })

  expect(differences(before, after).observations).toEqual([
    { id: 'kv.authentication.both-tokens/it', what: 'status', before: 401, after: 403 },
    { id: 'kv.authentication.both-tokens/it', what: 'added', after: 'x' },
    { id: 'kv.authentication.both-tokens/it', what: 'gone', before: null },
  ])
})

test('names that a run makes up are no change', () => {
  const before = observing({
    key: 'no svc-contract-d5c1b832-67',
    url: 'http://127.0.0.1:4000/inbox/8f1239d2-8f0f-44e3-96b3-19708e143452',
  })
  const after = observing({
    key: 'no svc-contract-8f68de13-9',
    url: 'http://127.0.0.1:5000/inbox/6ce97e37-42b3-4ea7-b6e1-3208d8b78121',
  })

  expect(areNone(differences(before, after))).toBe(true)
})
