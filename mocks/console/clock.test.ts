import { expect, test } from 'vitest'
import { startMock } from '../index.js'
import {
  button,
  control,
  closeShown,
  describeConsole,
  failedRun,
  field,
  kv,
  mock,
  open,
  option,
  page,
  panel,
  publish,
} from './page-testing.js'

describeConsole('the views Clock and Faults', () => {
  test('Clock copies the command of the mock with its options', async () => {
    const commandLine = ['--dialect', 'my names.yaml', '--queue-max-ready', '5']
    const other = await startMock({ clock: 'real', commandLine })
    await open('clock', other.queue.url)
    const { port } = new URL(other.queue.url)
    await page
      .getByText(`--queue-port ${port} --dialect 'my names.yaml' --queue-max-ready 5`)
      .waitFor()
    await closeShown(other)
  })

  test('Clock advances to the next event and by a day', async () => {
    await publish('/later', { 'svc-delay': '2h' })
    await publish('/tomorrow', { 'svc-delay': '1d' })
    const wait = { eventId: 'paid', timeout: '3d' }
    await failedRun('wfr_waits', { state: 'RUN_STARTED', waits: [wait] })
    await open('clock')
    await page.getByText('end of the wait for paid').waitFor()
    const before = mock.clock.now()
    await page.getByText('Next event in 2h').waitFor()
    await button('To the next event').click()
    await page.getByText('The clock advanced by 2h.').waitFor()
    expect(mock.queue.deliveries()).toHaveLength(1)
    await button('+1d').click()
    await page.getByText('The clock advanced by 1d.').waitFor()
    expect(mock.queue.deliveries()).toHaveLength(2)
    expect(mock.clock.now() - before).toBe(26 * 3_600_000)
  })

  test('Clock says how many more events are due, and shows them', async () => {
    for (let n = 10; n < 22; n++) await publish(`/later/${n}`, { 'svc-delay': `${n}h` })
    await open('clock')
    await page.getByText('2 more events are not shown.').waitFor()
    expect(await page.getByText('/later/20').count()).toBe(0)
    await button('Show 2 more').click()
    await page.getByText('/later/21').waitFor()
    await page.getByText('not shown').waitFor({ state: 'detached' })
  })

  test('Faults adds an intercept, turns on a fault, and says so on every view', async () => {
    await open('faults')
    await page.getByLabel(/^On/).selectOption('kv')
    await field('command').fill('GET')
    expect(await field('Status').inputValue()).toBe('503')
    await field('Status').fill('418')
    await field('Body, JSON or text').fill('{"error":"a teapot"}')
    await button('Add intercept').click()
    await page
      .getByRole('row')
      .filter({ hasText: 'command GET' })
      .filter({ hasText: 'replies 418' })
      .waitFor()
    await page.getByText('1 intercept is on.').waitFor()

    await field('Search faults').fill('lpush wrong')
    const fault = option('lpush-wrong-order')
    for (const part of ['.mark', '.subject']) {
      await fault.locator(part).click()
      await fault.getByText('on', { exact: true }).waitFor()
      await page.keyboard.press('Space')
      await fault.getByText('on', { exact: true }).waitFor({ state: 'detached' })
    }
    await fault.click()
    await fault.getByText('on', { exact: true }).waitFor()
    expect(await control('faults')).toMatchObject({ on: ['lpush-wrong-order'] })
    const headers = { authorization: 'Bearer kv-token' }
    const response = await fetch(`${mock.kv.url}/get/a`, { headers })
    expect([response.status, await response.json()]).toEqual([418, { error: 'a teapot' }])
    await page.getByRole('link', { name: 'Live' }).click()
    await option('intercept').filter({ hasText: 'GET a' }).click()
    await panel()
      .getByRole('link', { name: /^kv-\d+$/ })
      .waitFor()

    await page.keyboard.press('Escape')
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByText('1 fault is on.').waitFor()
    await button('Turn all off').click()
    await page.getByText('1 fault is on.').waitFor({ state: 'detached' })
    expect(await control('faults')).toMatchObject({ on: [] })
  })

  test('Clock saves a snapshot, and loads it', async () => {
    await kv('SET', 'greeting', 'hello')
    await open('clock')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByText('Save snapshot').click(),
    ])
    expect(download.suggestedFilename()).toBe('snapshot.json')
    const file = await download.path()
    await kv('DEL', 'greeting')
    await page.getByLabel('Load snapshot').setInputFiles(file)
    await page.getByText('The snapshot is loaded.').waitFor()
    expect(await kv('GET', 'greeting')).toBe('hello')
    const buffer = Buffer.from('no JSON')
    await page
      .getByLabel('Load snapshot')
      .setInputFiles({ name: 'a.json', mimeType: 'text/plain', buffer })
    await page.getByText('a.json is no snapshot: it is not JSON.').waitFor()
  })
})
