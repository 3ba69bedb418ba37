import { expect, test, vi } from 'vitest'
import { startQueue } from '../../start/start.js'
import { describeUnknown } from './ignored-settings.js'

const given = (...names: string[]) =>
  names.map((name) => ({ spelled: `Svc-${name}`, name: name.toLowerCase(), value: '1' }))

test.each([
  ['Retry', 'there is no setting Svc-Retry'],
  ['Retrys', 'there is no setting Svc-Retrys (did you mean Svc-retries?)'],
  ['Callback-Dely', 'there is no setting Svc-Callback-Dely (did you mean Svc-callback-delay?)'],
  ['Failure-Callback-Nothing', 'there is no setting Svc-Failure-Callback-Nothing'],
])('describes %s', (name, description) => {
  expect(describeUnknown(given('Delay', name))).toBe(description)
})

test('all settings, headers to forward and headers of clients are known', () => {
  const names = ['Delay', 'Callback', 'Failure-Callback-Retries', 'Forward-Retrys', 'Cron']
  expect(describeUnknown(given(...names, 'Workflow-RunId', 'Telemetry-Sdk'))).toBeUndefined()
})

test('each misspelt setting causes one warning, wherever the queue reads settings', async () => {
  const warnings: string[] = []
  const keep = ({ name, message }: Error) => {
    if (name === 'SettingWarning') warnings.push(message)
  }
  process.on('warning', keep)
  const queue = await startQueue({ listen: false })
  const send = async (path: string, headers: object = {}, body = '') => {
    const authorization = { Authorization: `Bearer ${queue.token}` }
    const init = { method: 'POST', headers: { ...authorization, ...headers }, body }
    expect((await queue.fetch(path, init)).status).toBeLessThan(300)
  }
  const destination = 'http://127.0.0.1:9/'

  for (let times = 0; times < 2; times++) {
    await send(`/v2/publish/${destination}`, { 'Svc-Retry': '0' })
    await send(`/v2/publish/${destination}?svc-dely=1h`)
    await send(`/v2/publish/${destination}?svc-%1b[2J%0aforged%20line%e2%80%ae=1h`)
    const item = { destination, headers: { 'Svc-Timeot': '1h' } }
    await send('/v2/batch', {}, JSON.stringify([item]))
  }
  await vi.waitFor(() => expect(warnings).toHaveLength(4))
  expect(warnings).toEqual([
    'there is no setting svc-retry: the mock ignores it',
    'there is no setting svc-dely (did you mean svc-delay?): the mock ignores it',
    String.raw`there is no setting svc-\x1b[2J\nforged line\u202e: the mock ignores it`,
    'there is no setting Svc-Timeot (did you mean Svc-timeout?): the mock ignores it',
  ])
  process.off('warning', keep)
  await queue.close()
})
