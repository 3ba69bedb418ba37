import { describe, expect, test } from 'vitest'
import { asking } from '../../testing.js'
import { groupControls } from './controls.js'
import { testQueue } from '../testing.js'

describe('groups', () => {
  function setUp() {
    const { queue } = testQueue()
    const ask = asking(groupControls(() => queue))
    const set = (body: object) => ask('POST', '/__mock/queue/groups', body)
    return { queue, ask, set }
  }

  test('are created, changed and deleted by one route', async () => {
    const { queue, ask, set } = setUp()
    const endpoints = [{ url: 'http://a.test/' }, { url: 'http://b.test/', name: 'b' }]
    const made = await set({ name: 'orders', endpoints: ['http://a.test/', endpoints[1]] })
    expect(made).toMatchObject([200, { name: 'orders', endpoints }])
    const { id } = (await queue.groups.find('orders'))!
    expect(made).toMatchObject([200, { id }])

    expect(await ask('GET', '/__mock/queue/groups')).toEqual([200, { groups: [made[1]] }])

    const changed = await set({ name: 'orders', endpoints: ['http://c.test/'] })
    expect(changed).toMatchObject([200, { id, endpoints: [{ url: 'http://c.test/' }] }])
    expect(await set({ name: 'orders', endpoints: [] })).toEqual([200, {}])
    expect(await queue.groups.all()).toEqual([])
  })

  test.each([
    [{ endpoints: [] }, 'name'],
    [{ name: 'a/b', endpoints: ['http://a.test/'] }, 'the name of a group'],
    [{ name: 'orders' }, 'endpoints'],
    [{ name: 'orders', endpoints: ['http://a.test/', 'b.test'] }, 'endpoints[1]'],
  ])('reject %j with the bad field', async (input, told) => {
    expect(await setUp().set(input)).toEqual([
      400,
      { error: expect.stringContaining(told) as string },
    ])
  })
})
