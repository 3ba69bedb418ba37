import { expect, test } from 'vitest'
import { startKv, startMock, startQueue } from '../index.js'
import { faults } from './index.js'

const onOf = async (mock: { readonly url: string }) => {
  const { on } = (await (await fetch(`${mock.url}/__mock/faults`)).json()) as { on: string[] }
  return on
}

test('ids and faults can be given together', async () => {
  const object = faults.find(({ id }) => id === 'transaction-is-pipeline')!
  await using mock = await startMock({ faults: ['retries-never', object] })
  await using kv = await startKv({ faults: ['transaction-is-pipeline'] })
  await using queue = await startQueue({ faults: ['retries-never'] })

  expect(await onOf(mock.kv)).toEqual(['transaction-is-pipeline', 'retries-never'])
  expect(await onOf(kv)).toEqual(['transaction-is-pipeline'])
  expect(await onOf(queue)).toEqual(['retries-never'])
})

test('an id may have another status of the same class', async () => {
  await using mock = await startMock({ faults: ['unknown-group-418', 'batch-get-404'] as never })
  const publish = { method: 'POST', headers: { authorization: `Bearer ${mock.queue.token}` } }
  expect((await fetch(`${mock.queue.url}/v2/publish/nobody`, publish)).status).toBe(418)
  const headers = { authorization: `Bearer ${mock.kv.token}` }
  expect((await fetch(`${mock.kv.url}/pipeline`, { headers })).status).toBe(404)
  await expect(startMock({ faults: ['unknown-group-200'] as never })).rejects.toThrow('no fault')
})

test('an unknown id is rejected with a suggestion', async () => {
  const wrong: object = { faults: ['retries-nevr'] }
  for (const started of [startMock(wrong), startQueue(wrong), startKv(wrong)])
    await expect(started).rejects.toThrow(
      'there is no fault "retries-nevr" (did you mean retries-never?)',
    )
  await using mock = await startMock()
  const body = JSON.stringify({ on: ['retries-nevr'] })
  const refused = await fetch(`${mock.kv.url}/__mock/faults`, { method: 'POST', body })
  expect(refused.status).toBe(400)
  expect(await refused.text()).toContain('did you mean retries-never?')
})

test('a fault of the other interface is rejected', async () => {
  // @ts-expect-error The types know the faults of each interface.
  await expect(startKv({ faults: ['retries-never'] })).rejects.toThrow(
    '"retries-never" is a fault of the queue interface',
  )
})
