import { expect, test } from 'vitest'
import { withControl } from '../testing.js'
import { fetchOf } from '../http/fetch.js'
import { json } from '../http/message.js'
import type { Fault } from './fault.js'
import { faultControls, switchable } from './switch.js'

interface Parts {
  readonly word: string
}

const says = (id: string): Fault<Parts> => ({
  id,
  name: `appends ${id}`,
  breaks: [],
  apply: (parts) => ({ ...parts, word: `${parts.word}${id}` }),
})

/** Two servers whose faults are of one mock; `b` is on in the first. */
function setUp() {
  const first = switchable({ word: '' }, [says('a'), says('b')], [says('b')])
  const second = switchable({ word: '' }, [says('c')])
  const controls = faultControls([first.faults, second.faults])
  const fetches = [first, second].map(({ parts }) =>
    fetchOf(withControl(() => json(200, parts().word), controls)),
  )
  return {
    words: () => Promise.all(fetches.map(async (fetch) => (await fetch('/')).json())),
    ask: async (method: string, body?: unknown) => {
      const init = body === undefined ? { method } : { method, body: JSON.stringify(body) }
      const response = await fetches[0]!('/__mock/faults', init)
      return [response.status, await response.json()]
    },
  }
}

test('faults are turned on by id, in every server', async () => {
  const { ask, words } = setUp()
  const names = { a: 'appends a', b: 'appends b', c: 'appends c' }
  expect(await ask('GET')).toEqual([200, { faults: ['a', 'b', 'c'], on: ['b'], names }])
  expect(await words()).toEqual(['b', ''])

  expect(await ask('POST', { on: ['c', 'a'] })).toEqual([200, { on: ['c', 'a'] }])
  expect(await words()).toEqual(['a', 'c'])
  expect(await ask('POST', { on: [] })).toEqual([200, { on: [] }])
  expect(await words()).toEqual(['', ''])
})

test('an unknown id is rejected and changes nothing', async () => {
  const { ask, words } = setUp()
  for (const [on, error] of [
    ['a', 'expected {"on": [ids of faults]}'],
    [undefined, 'expected {"on": [ids of faults]}'],
    [['a', 'd'], 'there is no fault "d"'],
    [[1], 'there is no fault 1'],
  ] as const) {
    const message = `${error}; GET /__mock/faults lists the ids`
    expect(await ask('POST', { on })).toEqual([400, { error: message }])
  }
  expect(await words()).toEqual(['b', ''])
})
