import { execFile } from 'node:child_process'
import { createServer } from 'node:http'
import { promisify } from 'node:util'
import { expect, onTestFinished, test } from 'vitest'
import { startMock } from '../index.js'
import {
  app,
  button,
  control,
  closeShown,
  describeConsole,
  failedRun,
  field,
  findings,
  ignoreProblems,
  kv,
  listen,
  mock,
  open,
  option,
  page,
  panel,
  patience,
  post,
  publish,
  REBOUND,
} from './page-testing.js'

const VIEWS = ['live', 'messages', 'runs', 'dlq', 'kv', 'flow', 'clock', 'faults'] as const

/** Parts of views that show data. */
const SHOWN = ['.row', 'td', '.big-time', '.panel'].map((part) => `${part}:visible`).join(', ')

/** Fills the mock, so that each view has something to show. */
async function fill(): Promise<void> {
  await kv('SET', 'greeting', 'hello', 'EX', '90')
  await kv('HSET', 'user:1', 'name', 'Ada')
  await publish('/ok')
  await publish('/fail', { 'svc-retries': '0' })
  await publish('/later', {
    'svc-delay': '1d',
    'svc-flow-control-key': 'mail',
    'svc-flow-control-value': 'rate=1',
  })
  await failedRun('wfr_failed')
  await failedRun('wfr_waits', { state: 'RUN_STARTED', waits: [{ eventId: 'paid' }] })
  await control('queue/groups', { name: 'orders', endpoints: [`${app}/a`] })
  await mock.clock.advance(0)
}

describeConsole('the console', () => {
  test('each view of an empty mock says what to do, and its commands work', async () => {
    const lines = new Set<string>()
    for (const view of VIEWS) {
      await open(view)
      if (view === 'faults' || view === 'clock') continue
      const command = page.locator('.command pre').first()
      await command.waitFor()
      for (const line of await page.locator('.command pre').allTextContents()) lines.add(line)
    }
    expect(await findings()).toEqual([])
    const commands = [...lines].filter((line) => line.startsWith('curl '))
    expect(commands.length).toBeGreaterThan(6)
    for (const line of commands) await promisify(execFile)('bash', ['-c', `${line} -sS --fail`])
    await page.goto(`${mock.queue.url}/__mock/#/messages`)
    await option('127.0.0.1:3000').first().waitFor()
  })

  test('each view is accessible in both themes, and fits a wide and a narrow window', async () => {
    await fill()
    const views = [
      'live/1',
      'messages',
      'runs/wfr_waits',
      'dlq',
      'kv/user:1',
      'flow',
      'clock',
      'faults',
    ]
    for (const view of views) {
      await open(view)
      await page.locator(SHOWN).first().waitFor()
      for (const [colorScheme, width] of [
        ['light', 1280],
        ['dark', 400],
      ] as const) {
        await page.emulateMedia({ colorScheme })
        await page.setViewportSize({ width, height: 760 })
        expect(await findings(), `${view}, ${colorScheme}`).toEqual([])
        expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width)
        expect(await page.evaluate('document.documentElement.scrollHeight'), view).toBe(760)
      }
    }
  })

  test('the header chooses an isolated space for all views, until the space ends', async () => {
    const choice = page.getByLabel('Isolated space')
    await kv('SET', 'of-mock', '1')
    await open('kv')
    await option('of-mock').waitFor()
    expect(await choice.count()).toBe(0)
    const [one, two] = [await mock.isolate(), await mock.isolate()]
    onTestFinished(async () => void (await Promise.all([one.close(), two.close()])))
    const method = 'POST'
    for (const [space, name] of [
      [one, 'of-one'],
      [two, 'of-two'],
    ] as const) {
      await space.kv.fetch(`/set/${name}/1`, {
        headers: { authorization: `Bearer ${space.kv.token}` },
      })
      const headers = { authorization: `Bearer ${space.queue.token}`, 'svc-delay': '1h' }
      await space.queue.fetch(`/v2/publish/${app}/${name}`, { method, headers })
    }
    const label = await choice.locator('option').last().textContent()
    expect(label).toContain(two.queue.token.slice(-8))
    for (const name of ['of-one', 'of-two']) {
      await choice.selectOption({ index: name === 'of-one' ? 1 : 2 })
      await option(name).waitFor()
      expect(await page.getByRole('option').filter({ hasText: 'of-' }).count()).toBe(1)
    }
    expect(await findings()).toEqual([])
    for (const view of ['Live', 'Messages']) {
      await page.locator('nav').getByRole('link', { name: view }).click()
      await option('/of-two').waitFor()
      expect(await page.textContent('main')).not.toContain('of-one')
    }
    await option('/of-two').click()
    await button('Deliver now').click()
    await option('/of-two').filter({ hasText: 'delivered' }).waitFor()
    expect([one, two, mock].map(({ queue }) => queue.deliveries().length)).toEqual([0, 1, 0])

    await two.close()
    await page.getByText('has ended.').waitFor()
    await page.getByText('No messages yet').waitFor()
    expect(await choice.inputValue()).toBe('')
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.locator('nav').getByRole('link', { name: 'Keys' }).click()
    await option('of-mock').waitFor()
    await one.close()
    await choice.waitFor({ state: 'detached' })
    // Requests with the token of the space that has ended.
    ignoreProblems(/401/)
  })

  test('a reload and a link show the chosen isolated space, until it ends', async () => {
    const space = await mock.isolate()
    onTestFinished(() => space.close())
    const headers = { authorization: `Bearer ${space.queue.token}`, 'svc-delay': '1h' }
    await space.queue.fetch(`/v2/publish/${app}/of-space`, { method: 'POST', headers })
    await open('messages')
    await page.getByLabel('Isolated space').selectOption({ index: 1 })
    await option('/of-space').click()
    await panel().getByText('is delayed').first().waitFor()
    const address = page.url()
    await page.reload()
    await panel().getByText('is delayed').first().waitFor()
    await page.locator('nav').getByRole('link', { name: 'Runs' }).click()
    await page.getByLabel('Isolated space').selectOption('Mock')
    await page.getByText('No workflow runs yet').waitFor()
    await page.goBack()
    await panel().getByText('is delayed').first().waitFor()

    await page.goto('about:blank')
    await space.close()
    await page.goto(address)
    await page.getByText('has ended.').waitFor()
    await page.getByText('No messages yet').waitFor()
    expect(page.url()).toBe(`${mock.queue.url}/__mock/#/messages`)
    await page.getByText('Connected', { exact: true }).waitFor()
  })

  test('a message, a run and a key are created, and a schedule runs now', async () => {
    const submit = (name: string) => page.getByRole('dialog').getByRole('button', { name }).click()
    await open('messages')
    await button('Send a message').click()
    expect(await findings()).toEqual([])
    await field('Destination').fill(`${app}/sent`)
    await field('Headers, one a line').fill('Svc-Delay: 1d\nSvc-Retries: 0')
    await submit('Send a message')
    await panel().getByText('in 1d').first().waitFor()
    await panel().getByText('"hello": "world"').waitFor()

    await page.goto(`${mock.queue.url}/__mock/#/live`)
    await publish('/again', { 'svc-delay': '1h' }, 'again')
    await option('/again').click()
    await button('Publish again').click()
    await page.getByRole('link', { name: 'Show message' }).click()
    await panel().getByText('in 1h').first().waitFor()
    await expect.poll(() => option('/again').count(), patience).toBe(2)

    await page.goto(`${mock.queue.url}/__mock/#/runs`)
    await button('Start a workflow').click()
    await field('URL of the workflow').fill(`${app}/workflow`)
    await field('Run id (a new one if empty)').fill('wfr_started')
    await submit('Start a workflow')
    await option('wfr_started').filter({ hasText: 'in progress' }).waitFor()

    await page.goto(`${mock.queue.url}/__mock/#/kv`)
    await button('New key').click()
    await field('Key').fill('scores')
    await page.getByLabel(/^Type/).selectOption('sorted set')
    await field('Field of a hash or stream, score of a sorted set').fill('7')
    await field('Value or first element').fill('ada')
    await submit('New key')
    await expect.poll(() => kv('ZSCORE', 'scores', 'ada'), patience).toBe('7')
    await button('New key').click()
    await field('Key').fill('scores')
    await submit('New key')
    await page.getByText('There is a key scores already.').waitFor()
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })

    await post(`schedules/${app}/daily`, { headers: { 'svc-cron': '0 9 * * *' } })
    await page.goto(`${mock.queue.url}/__mock/#/flow`)
    await button('Run now').click()
    await page.getByText('The message of the schedule is sent.').waitFor()
    await mock.clock.advance(0)
    expect(mock.queue.deliveries().map(({ url }) => url)).toContain(`${app}/daily`)
  })

  test('the keyboard opens views, lists, items and the help', async () => {
    await publish('/one', { 'svc-delay': '1d' })
    await publish('/two', { 'svc-delay': '1d' })
    await open('live')
    await option('/one').waitFor()
    await page.keyboard.press('2')
    await page.getByRole('heading', { name: 'Messages', exact: true }).waitFor()
    await page.locator('[role="listbox"][aria-label="Messages"]:focus').waitFor()
    await page.keyboard.press('ArrowDown')
    await page.keyboard.press('j')
    await panel().getByText('/one').first().waitFor()
    await page.keyboard.press('Escape')
    await panel().waitFor({ state: 'detached' })
    await page.locator('[role="listbox"]:focus').waitFor()
    await page.keyboard.press('/')
    await page.keyboard.press('Escape')
    await page.locator('[role="listbox"]:focus').waitFor()
    await button('Waiting').click()
    await page.keyboard.press('j')
    await panel().waitFor()
    await page.keyboard.press('?')
    await page.getByRole('dialog', { name: 'Keyboard shortcuts' }).waitFor()
    expect(await findings()).toEqual([])
    await page.keyboard.press('Escape')
    await page.getByRole('dialog').waitFor({ state: 'detached' })
    await page.locator('[role="listbox"]:focus').waitFor()
  })

  test('the theme follows the system, and a chosen theme stays', async () => {
    await page.emulateMedia({ colorScheme: 'dark' })
    await open('live')
    await page.evaluate('localStorage.clear()')
    await page.reload()
    const background = () =>
      page.evaluate('getComputedStyle(document.documentElement).backgroundColor')
    const dark = await background()
    await page.getByRole('button', { name: /^Theme: system/ }).click()
    await expect.poll(background, patience).not.toBe(dark)
    await page.reload()
    await page.getByRole('button', { name: /^Theme: light/ }).click()
    await expect.poll(background, patience).toBe(dark)
  })

  test('a lost and a restarted mock are reported, and the KV port has the same console', async () => {
    const other = await startMock()
    await open('live', other.kv.url)
    await page.getByText('Connected', { exact: true }).waitFor()
    await page.getByRole('link', { name: 'Flow' }).click()
    await page.getByText('No queue yet').waitFor()
    await page.getByRole('link', { name: 'Live' }).click()
    const port = Number(new URL(other.kv.url).port)
    await other.close()
    await page.locator('.banner').getByText('The mock does not respond.').waitFor()
    for (const view of ['DLQ', 'Keys']) {
      await page.locator('nav').getByRole('link', { name: view }).click()
      await page.getByRole('heading', { name: 'Not connected' }).waitFor()
    }
    expect(await page.textContent('main')).not.toMatch(/0 runs|0 keys/)
    // The view shows the last response of the mock.
    await page.getByRole('link', { name: 'Flow' }).click()
    await page.getByText('No queue yet').waitFor()
    await page.getByRole('link', { name: 'Runs' }).click()
    await page.getByRole('heading', { name: 'Not connected' }).waitFor()

    const next = await startMock({ kvPort: port })
    await page.getByText(/^The mock was restarted at/).waitFor()
    await page.getByText('No workflow runs yet').waitFor()
    // The page has the token of the new mock.
    await page.getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('combobox', { name: 'Command' }).fill('SET again 1')
    await page.keyboard.press('Enter')
    await option('again').waitFor()
    await closeShown(next)
  })

  test('a page of another origin can do and read nothing', async () => {
    await publish('/later', { 'svc-delay': '1d' })
    const evil = createServer((_, response) =>
      response.setHeader('content-type', 'text/html').end('<h1>evil</h1>'),
    )
    const origins = [await listen(evil)]
    origins.push(origins[0]!.replace('127.0.0.1', 'localhost'))
    const target = mock.queue.url
    for (const origin of origins) {
      await page.goto(origin)
      const read = await page.evaluate<readonly string[]>(`(async () => {
        const attempt = async (act) => { try { return await act() } catch (error) { return 'refused' } }
        const url = '${target}/__mock/'
        const text = (path, init) => attempt(async () => (await fetch(url + path, init)).text())
        const form = document.createElement('form')
        Object.assign(form, { method: 'POST', action: url + 'reset', target: 'frame' })
        document.body.append(Object.assign(document.createElement('iframe'), { name: 'frame' }), form)
        form.submit()
        const blind = { mode: 'no-cors', method: 'POST' }
        await attempt(() => fetch(url + 'reset', blind))
        await attempt(() => fetch(url + 'queue/request', { ...blind, body: '{}' }))
        const tags = [['script', 'console.js'], ['img', 'icon.svg'], ['iframe', '']].map(([name, path]) =>
          new Promise((resolve) => {
            const tag = Object.assign(document.createElement(name), { src: url + path })
            tag.onload = () => resolve(name === 'iframe' ? 'refused' : 'loaded')
            tag.onerror = () => resolve('refused')
            document.body.append(tag)
          }))
        const events = new Promise((resolve) => {
          const source = new EventSource(url + 'journal/entries')
          source.onmessage = () => resolve('read')
          source.onerror = () => resolve('refused')
        })
        return Promise.all([
          text('console/session'), text('console/state'), text(''), events, ...tags,
          text('reset', { method: 'POST', headers: { 'mock-console-token': 'x' } }),
        ])
      })()`)
      for (const each of read) expect(each === 'refused' || /^{"error":/.test(each)).toBe(true)
    }
    await page.goto(`${target.replace('127.0.0.1', REBOUND)}/__mock/`)
    expect(await page.textContent('body')).toMatch(/answer no host of the name rebound\.test/)
    const accepted = mock.queue.requests().filter(({ status }) => status < 400)
    expect(accepted).toHaveLength(1)
    const { events } = (await control('queue/events')) as { events: unknown[] }
    expect(events).toHaveLength(1)
    evil.close()
    ignoreProblems()
  })
})
