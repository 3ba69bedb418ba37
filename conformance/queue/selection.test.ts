import { expect, test } from 'vitest'
import type { Exchange } from '../exchange.js'
import { selectionPlaces, type Placed, type Selection } from './selection.js'

const has = (selection: Selection) => Object.keys(selection).length > 0

/** A target that answers a request by what stands where, and what it was asked. */
function target(statusOf: (placed: Placed) => number) {
  const asked: Placed[] = []
  const ask = async (placed: Placed) => {
    asked.push(placed)
    return { status: statusOf(placed), headers: [], body: Buffer.alloc(0) } as unknown as Exchange
  }
  return { asked, ask }
}

const selection = { workflowUrl: 'http://own.example/', dlqIds: ['1'] }

test('both places are kept where a target accepts both', async () => {
  const { asked, ask } = target(() => 200)
  const bulk = selectionPlaces()
  await bulk(selection, ask)
  await bulk(selection, ask)
  const both = { query: selection, body: selection }
  expect(asked).toEqual([both, both])
})

for (const [place, other] of [
  ['query', 'body'],
  ['body', 'query'],
] as const) {
  test(`the ${place} alone is kept where a target refuses a selection in the ${other}`, async () => {
    const { asked, ask } = target((placed) => (has(placed[other]) ? 400 : 200))
    const bulk = selectionPlaces()
    expect(await bulk(selection, ask)).toMatchObject({ status: 200 })
    const before = asked.length
    expect(await bulk(selection, ask)).toMatchObject({ status: 200 })
    expect(asked.slice(before)).toEqual([{ query: {}, body: {}, [place]: selection }])
  })
}

test('no place is tried alone where the selection is refused, and not its place', async () => {
  const { asked, ask } = target(({ body }) => (body.dlqIds ? 400 : 200))
  expect(await selectionPlaces()(selection, ask)).toMatchObject({ status: 400 })
  expect(asked.every(({ query, body }) => has(query) && has(body))).toBe(true)
})

test('nor where a token is refused', async () => {
  const { asked, ask } = target(() => 401)
  expect(await selectionPlaces()(selection, ask)).toMatchObject({ status: 401 })
  expect(asked).toHaveLength(1)
})
