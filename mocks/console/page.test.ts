// Tests the page in an installed browser, against a mock with a virtual clock.

import { execFile, spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { promisify } from 'node:util'
import { compileFunction } from 'node:vm'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { transpile, ModuleKind } from 'typescript'
import {
  afterAll,
  afterEach,
  beforeAll,
  beforeEach,
  describe,
  expect,
  onTestFinished,
  test,
} from 'vitest'
import { startMock, type Mock } from '../index.js'

const which = spawnSync('which', ['chromium', 'google-chrome'], { encoding: 'utf8' })
const [installed = ''] = which.stdout.split('\n')
// The tests are skipped without a browser, but not in CI, which must have one.
const withoutBrowser = installed === '' && process.env['CI'] === undefined
const skipped = withoutBrowser ? ' (skipped: chromium is not installed)' : ''
const VIEWS = ['live', 'messages', 'runs', 'dlq', 'kv', 'flow', 'clock', 'faults'] as const
const REBOUND = 'rebound.test'

/** The longest wait for the page in milliseconds, if the machine is busy. */
const TIMEOUT = 30_000

let browser: Browser
let mock: Mock
let context: BrowserContext
let page: Page
let problems: string[]
/** The server of the application. It answers `/fail` with 500, and `/slow` when a test calls `slow`. */
let destination: Server
const slow: (() => void)[] = []
let app: string

const startBrowser = () =>
  chromium.launch({
    executablePath: installed,
    args: [
      '--headless',
      '--no-sandbox',
      '--disable-gpu',
      '--disable-quic',
      '--no-first-run',
      '--disable-background-networking',
      '--disable-component-update',
      '--disable-sync',
      // A name that another DNS server points to this machine.
      `--host-resolver-rules=MAP ${REBOUND} 127.0.0.1`,
    ],
  })

const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

beforeAll(async () => {
  if (withoutBrowser) return
  destination = createServer(({ url = '' }, response) => {
    response.statusCode = url.startsWith('/fail') ? 500 : 200
    response.setHeader('content-type', 'application/json')
    const end = () => response.end('{"from":"app"}')
    if (url.startsWith('/slow')) slow.push(end)
    else end()
  })
  ;[browser, mock, app] = await Promise.all([
    startBrowser(),
    startMock({ kvToken: 'kv-token', queueToken: 'queue-token' }),
    listen(destination),
  ])
  context = await browser.newContext({ viewport: { width: 1280, height: 760 } })
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
}, 60_000)

afterAll(async () => {
  await browser?.close()
  await mock?.close()
  destination?.close()
})

beforeEach(async () => {
  if (withoutBrowser) return
  page = await context.newPage()
  page.setDefaultTimeout(TIMEOUT)
  problems = []
  page.on('console', (message) => {
    if (['error', 'warning'].includes(message.type())) problems.push(message.text())
  })
  page.on('pageerror', (error) => problems.push(error.message))
  page.on('request', (request) => {
    if (new URL(request.url()).origin !== new URL(mock.queue.url).origin)
      problems.push(`request to ${request.url()}`)
  })
})

afterEach(async () => {
  if (withoutBrowser) return
  await page.close()
  await mock.reset()
  expect(problems).toEqual([])
})

const open = async (view: string, url = mock.queue.url) => {
  await page.goto(`${url}/__mock/#/${view}`)
  await page.locator('h1').waitFor()
}

const publish = async (path: string, headers: Record<string, string> = {}, body = '{"n":1}') => {
  const response = await fetch(`${mock.queue.url}/v2/publish/${app}${path}`, {
    method: 'POST',
    headers: {
      authorization: 'Bearer queue-token',
      'content-type': 'application/json',
      ...headers,
    },
    body,
  })
  return (await response.json()) as { messageId: string }
}

const kv = async (...command: readonly string[]): Promise<unknown> => {
  const response = await fetch(mock.kv.url, {
    method: 'POST',
    headers: { authorization: 'Bearer kv-token' },
    body: JSON.stringify(command),
  })
  return ((await response.json()) as { result: unknown }).result
}

const control = async (path: string, body?: object): Promise<unknown> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  return (await fetch(`${mock.queue.url}/__mock/${path}`, init)).json()
}

const failedRun = (workflowRunId: string, wanted: object = {}) =>
  control('queue/runs', {
    workflowUrl: `${app}/workflow`,
    workflowRunId,
    state: 'RUN_FAILED',
    ...wanted,
  })

const option = (text: string | RegExp) => page.getByRole('option').filter({ hasText: text })
const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
const panel = () => page.getByRole('region', { name: 'Opened item' })
const field = (name: string) => page.getByLabel(name, { exact: true })
const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')

/** Parts of views that show data. */
const SHOWN = ['.row', 'td', '.big-time', '.panel'].map((part) => `${part}:visible`).join(', ')

/** Returns the serious findings of axe. */
async function findings(): Promise<readonly string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })",
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

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

/** The page shows an event some time after it happened, later on a busy machine. */
const patience = { timeout: 10_000 }

// A browser on a busy machine may lose a request once. A bug fails all tries.
const options = { timeout: 60_000, retry: 2 }

describe.skipIf(withoutBrowser)(`the console in a browser${skipped}`, options, () => {
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

  test.each([
    ['light', 1280],
    ['dark', 400],
  ] as const)('each view is accessible in the %s theme, and fits %i px', async (theme, width) => {
    await fill()
    await page.emulateMedia({ colorScheme: theme })
    await page.setViewportSize({ width, height: 760 })
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
      expect(await findings(), view).toEqual([])
      expect(await page.evaluate('document.documentElement.scrollWidth'), view).toBe(width)
      expect(await page.evaluate('document.documentElement.scrollHeight'), view).toBe(760)
    }
  })

  test('a published message appears within 200 ms', async () => {
    await open('live')
    await page.getByText('No requests yet').waitFor()
    await page.evaluate(`new MutationObserver(() => {
      for (const row of document.querySelectorAll('[role=option]')) row.seen ??= Date.now()
    }).observe(document.body, { childList: true, subtree: true })`)
    const waits: number[] = []
    for (let n = 0; n < 5; n++) {
      const before = Date.now()
      await publish(`/ok/${n}`, { 'svc-delay': '1d' })
      const seen = await option(`/ok/${n}`).evaluate(
        (row) => (row as unknown as { seen: number }).seen,
      )
      waits.push(seen - before)
    }
    // The fastest counts, because other tests use the same processors.
    expect(Math.min(...waits)).toBeLessThan(200)
  })

  test('Live filters, pauses, and shows both sides of a request', async () => {
    await open('live')
    await kv('SET', 'greeting', 'hello')
    await kv('NOSUCH')
    await publish('/ok')
    await mock.clock.advance(0)
    await option('SET greeting hello').waitFor()
    await expect.poll(() => page.getByRole('option').count(), patience).toBe(4)

    await page.keyboard.press('/')
    await page.keyboard.type('status:4 -greeting')
    await expect.poll(() => page.getByRole('option').count(), patience).toBe(1)
    await page.locator('[data-filter]').fill('')
    await button('Deliveries').click()
    await expect.poll(() => page.getByRole('option').count(), patience).toBe(1)
    await button('All').click()

    await button('Pause').click()
    await kv('SET', 'while', 'paused')
    await button('Resume (1 new)').click()
    await option('SET while paused').waitFor()

    await option('SET greeting').click()
    expect(await panel().textContent()).toMatch(/SET greeting hello.*"OK".*Request.*Response/s)
    await panel().locator('summary', { hasText: 'What the contract says' }).click()
    await panel().getByText('kv.envelope.success').waitFor()
    expect(await panel().textContent()).toContain('JSON object with exactly one field `result`')
    await page.keyboard.press('Escape')
    expect(await panel().count()).toBe(0)
  })

  test('Live shows the error of a command in a pipeline, first and in red', async () => {
    await kv('SET', 'text', '1')
    for (const path of ['pipeline', 'multi-exec'])
      await fetch(`${mock.kv.url}/${path}`, {
        method: 'POST',
        headers: { authorization: 'Bearer kv-token' },
        body: JSON.stringify([
          ['GET', 'text'],
          ['LPUSH', 'text', 'a'],
          ['EVALSHA', 'f'.repeat(40), '0'],
        ]),
      })
    await open('live')
    const failed = option('WRONGTYPE').filter({ hasText: 'LPUSH text a  (+2 more)' })
    await expect.poll(() => failed.count(), patience).toBe(2)
    await failed.first().locator('.status.is-bad', { hasText: '200' }).waitFor()
    await page.locator('[data-filter]').fill('-error:')
    await expect.poll(() => page.getByRole('option').count(), patience).toBe(1)
    await page.locator('[data-filter]').fill('error:noscript')
    await failed.first().click()
    const ran = panel().locator('.commands li')
    expect(await ran.first().textContent()).toMatch(/^2\. LPUSH text a.*WRONGTYPE/)
    expect(await ran.last().textContent()).toBe('1. GET text"1"')
  })

  test('Live is newest first, and the browser finds a text that is cut', async () => {
    const long = `/a/${'long/'.repeat(40)}path`
    await publish(long, { 'svc-delay': '2d' })
    await kv('JSON.SET', 'config', '$', '{"a":1}')
    await mock.clock.advance('2d')
    await open('live')
    const first = page.getByRole('option').first()
    await first.filter({ hasText: /^(\d\d:){2}.*delivery/ }).waitFor()
    await option(`JSON.SET config $ '{"a":1}'`)
      .filter({ hasText: /^\d\d-\d\d \d\d:/ })
      .waitFor()
    expect(await page.evaluate(`window.find('publish/${app}${long}')`)).toBe(true)
    await page.getByRole('option').filter({ hasText: 'delivery' }).click()
    await button('Show message').click()
    const created = panel().locator('.event').filter({ hasText: 'Created' })
    expect(await created.textContent()).toMatch(/^\d{4}-\d\d-\d\d/)
  })

  test('Live copies a request as curl and as a test, and shows its statements', async () => {
    await kv('SET', "it's", '`${1}`')
    await kv('GET', "it's")
    const digest = await kv('SCRIPT', 'LOAD', 'return redis.call("INCR", KEYS[1])')
    await kv('EVALSHA', String(digest), '1', 'visits')
    const body = JSON.stringify({ queueName: 'mails', parallelism: 1 })
    const made = { method: 'POST', headers: { authorization: 'Bearer queue-token' } }
    await fetch(`${mock.queue.url}/v2/queues`, { ...made, body })
    await publish('/100%', { 'svc-delay': '1d' })
    await fetch(`${mock.queue.url}/v2/queues/mails/pause`, made)
    await publish('/ok')
    await publish('/fail', { 'svc-retries': '0' })
    await publish('/twice', { 'svc-deduplication-id': 'once', 'svc-delay': '1d' })
    await publish('/again', { 'svc-deduplication-id': 'once', 'svc-delay': '1d' })
    await fetch(`${mock.kv.url}/get/wrong`, { headers: { authorization: 'Bearer of another' } })
    mock.kv.intercept({ path: '/get/down' }).reply(503, { error: 'down' })
    await fetch(`${mock.kv.url}/get/down`, { headers: { authorization: 'Bearer kv-token' } })
    await mock.clock.advance(0)
    await open('live')
    const copies: { curl: string; test: string }[] = []
    const texts = [
      /EVALSHA/,
      /queues\/mails\/pause/,
      /GET it's/,
      `POST${app}/fail`,
      /publish.*\/again/,
    ]
    for (const text of [...texts, '401', '503']) {
      await option(text).click()
      await button('Copy as curl').click()
      const curl = await clipboard()
      await button('Copy as test').click()
      copies.push({ curl, test: await clipboard() })
    }
    await option(/publish.*\/again/).click()
    await button('Show first message').click()
    await panel().getByText(`${app}/twice`).first().waitFor()
    await panel().getByRole('link', { name: 'the request in Live' }).click()
    await panel().locator('summary', { hasText: 'What the contract says' }).click()
    await panel().getByText('queue.publish.').first().waitFor()
    expect(await panel().textContent()).not.toContain('queue.notify.')
    await panel().locator('summary', { hasText: 'more' }).click()
    expect(await panel().locator('details details dt').count()).toBeGreaterThan(10)
    await page.goto('about:blank')
    const statuses: string[] = []
    for (const copy of copies) {
      const { stdout } = await promisify(execFile)('bash', ['-c', `${copy.curl} -sS`])
      statuses.push(stdout.slice(9, 12))
      await mock.reset()
      await runTest(copy.test)
      await mock.reset()
    }
    expect(statuses).toEqual(['200', '404', '200', '500', '200', '401', '200'])
    expect(copies.at(-2)!.curl).toContain('WRONG_TOKEN')
  })

  test('Live shows the dialect of the mock in a copied test and in the statements', async () => {
    const other = await startMock({ dialect: 'upstash', allowDestinations: ['example.com'] })
    await other.queue.fetch(`/v2/publish/${app}/ok`, { method: 'POST' })
    await open('live', other.queue.url)
    await option('/v2/publish').click()
    await panel().locator('summary', { hasText: 'What the contract says' }).click()
    await panel().getByText('`Upstash-Delay`').first().waitFor({ state: 'attached' })
    expect(await panel().textContent()).not.toMatch(/svc-|\|/i)
    await button('Copy as test').click()

    expect(await clipboard()).toContain(
      'const mock = useMock({ dialect: "upstash", allowDestinations: ["example.com"] })\n',
    )
    await page.goto('about:blank')
    await other.close()
    problems = []
  })

  test('Messages shows the timeline, delivers now and cancels', async () => {
    const retried = { 'svc-retries': '1', 'svc-retry-delay': '1000', 'svc-callback': `${app}/cb` }
    const { messageId } = await publish('/fail', retried)
    await publish('/later', { 'svc-delay': '1d' })
    await publish('/never', { 'svc-delay': '1d' })
    await mock.clock.advance(0)
    await open(`messages/${messageId}`)
    await panel().getByText('the destination answered 500').waitFor()
    expect(await panel().textContent()).toContain('1.0 s')
    expect(await panel().locator('.is-next').textContent()).toMatch(
      /^[\d:.]{12}Next attempt in 1.0 swaits for its retry$/,
    )
    await panel().locator('summary', { hasText: 'Response' }).click()
    await panel().getByText('"from": "app"').first().waitFor()
    await panel()
      .getByRole('link', { name: `${app}/cb` })
      .waitFor()

    await mock.clock.advance('1s')
    await panel().getByText('Failed: no retries left').waitFor()
    expect(await panel().textContent()).toContain('+1.0 s')
    await page.getByRole('link', { name: 'Open the DLQ entry' }).click()
    await panel().getByText('Last response').waitFor()
    await panel().getByRole('link', { name: messageId }).click()

    await option('/later').click()
    await button('Deliver now').click()
    await option('/later').filter({ hasText: 'delivered' }).waitFor()
    expect(mock.queue.deliveries().map(({ url }) => url)).toContain(`${app}/later`)

    await option('/never').click()
    await button('Cancel message').click()
    await option('/never').filter({ hasText: 'cancelled' }).waitFor()
    await panel().getByText('"n": 1').waitFor()
    await page.goto(`${mock.queue.url}/__mock/#/messages/msg_unknown`)
    await panel().getByText('Not found.').waitFor()
    await mock.clock.advance('2d')
    expect(mock.queue.deliveries().map(({ url }) => url)).not.toContain(`${app}/never`)
  })

  test('an attempt in progress is shown from its start, with what waits for it', async () => {
    const limits = { 'svc-flow-control-key': 'one', 'svc-flow-control-value': 'parallelism=1' }
    const { messageId } = await publish('/slow', { ...limits, 'svc-timeout': '30s' })
    await publish('/behind', limits)
    await open('live')
    const advanced = mock.clock.advance(0)
    await option(`${app}/slow`).filter({ hasText: '…' }).click()
    await panel().getByText('in 30s, at').waitFor()
    await button('Show message').click()
    await panel().getByText('Times out').waitFor()
    await option('/behind').click()
    await panel().getByText('parallelism, 1 of 1 in progress').first().waitFor()
    await panel().getByRole('link', { name: '/slow' }).waitFor()
    await page.locator('nav').getByRole('link', { name: 'Flow' }).click()
    await page.getByRole('row').filter({ hasText: '1 of 1' }).getByTitle(messageId).waitFor()
    await page.locator('nav').getByRole('link', { name: 'Clock' }).click()
    await page.getByText('timeout of an attempt in progress').waitFor()
    slow.splice(0).forEach((end) => end())
    await advanced
    await page.getByText('Nothing is due').waitFor()
  })

  test('a message says which message of its queue is before it, and that the queue is paused', async () => {
    const inQueue = { 'svc-queue-name': 'mails', 'svc-retries': '1', 'svc-retry-delay': '3600000' }
    const { messageId } = await publish('/fail', inQueue)
    await publish('/behind', inQueue)
    await mock.clock.advance(0)
    await open('messages')
    await option('/behind').click()
    await panel()
      .getByText('waits for its turn in the queue mails: parallelism 1')
      .first()
      .waitFor()
    await panel().getByRole('link', { name: '/fail' }).click()
    await panel().locator('.is-next').filter({ hasText: 'in 1h' }).waitFor()

    await page.locator('nav').getByRole('link', { name: 'Flow' }).click()
    await page.getByRole('row').filter({ hasText: '1 of 1' }).getByTitle(messageId).waitFor()
    await page
      .getByRole('row', { name: /^mails/ })
      .getByRole('button', { name: 'Pause' })
      .click()
    await page.locator('nav').getByRole('link', { name: 'Messages' }).click()
    await option('/fail').filter({ hasText: 'the queue mails is paused' }).click()
    const next = panel().locator('.is-next')
    await expect
      .poll(() => next.textContent(), patience)
      .toMatch(/^Next attempt the queue mails is paused/)
    await page.locator('nav').getByRole('link', { name: 'Clock' }).click()
    await page.getByText('2 messages are held back by a key or a queue').waitFor()
    await page.getByRole('row').filter({ hasText: 'held back' }).first().waitFor()
  })

  test('Messages says that publishes were refused or duplicates, and Live shows them', async () => {
    const authorization = 'Bearer queue-token'
    const refused = { method: 'POST', headers: { authorization } }
    await fetch(`${mock.queue.url}/v2/publish/ftp://nowhere`, refused)
    const body = JSON.stringify([{ destination: 'ftp://nowhere' }])
    await fetch(`${mock.queue.url}/v2/batch`, { ...refused, body })
    await open('messages')
    await page.getByText('2 publishes were refused').waitFor()
    await page.getByText('No messages yet').waitFor()
    for (let n = 0; n < 2; n++)
      await publish('/once', { 'svc-deduplication-id': 'one', 'svc-delay': '1d' })
    await page.getByText('1 publish was a duplicate').waitFor()
    await page.getByRole('link', { name: 'Live, filter error:' }).click()
    await page.getByRole('button', { name: 'Queue', pressed: true }).waitFor()
    await option('/v2/publish/ftp').waitFor()
    await option('/v2/batch').waitFor()
    expect(await page.getByRole('option').count()).toBe(2)
    await page.goBack()
    await page.getByRole('link', { name: 'deduplicated' }).click()
    await option('/once').waitFor()
    expect(await page.getByRole('option').count()).toBe(1)
  })

  test('Runs says that a step fails and is retried, and its message leads to the run', async () => {
    const ofRun = { 'svc-workflow-runid': 'wfr_retried', 'svc-retries': '1' }
    const delayed = { ...ofRun, 'svc-retry-delay': '3600000' }
    await publish('/fail', { 'svc-workflow-init': 'true', ...delayed })
    await mock.clock.advance(0)
    await open('runs')
    await option('wfr_retried').filter({ hasText: 'retrying' }).click()
    await panel()
      .getByText(
        'Attempt 1 of 2 failed: the destination answered 500; the next attempt is in 1h, at',
      )
      .waitFor()
    await panel().locator('summary').getByText('waits for its retry').waitFor()
    await panel().getByRole('link', { name: 'Open the message' }).click()
    await panel().getByRole('link', { name: 'Open the run' }).click()
    await mock.clock.advance('1h')
    await panel().getByText('Failed attempt').waitFor({ state: 'detached' })
    await panel().locator('summary').getByText('failed', { exact: true }).waitFor()
  })

  test('Runs says that a run waits, until when and why', async () => {
    const first = { 'svc-workflow-init': 'true', 'svc-workflow-runid': 'wfr_waiting' }
    const limits = { 'svc-flow-control-key': 'flow', 'svc-flow-control-value': 'rate=1, period=1h' }
    await publish('/other', limits)
    await publish('/workflow', { ...first, ...limits, 'svc-delay': '1m' })
    await mock.clock.advance(0)
    await open('runs')
    await option('wfr_waiting').filter({ hasText: 'waiting' }).click()
    await panel().getByText('in 1m, at').filter({ hasText: 'is delayed' }).waitFor()
    const step = panel().locator('.waterfall summary')
    await step.filter({ hasText: 'waiting' }).getByText('is delayed, in 1m').waitFor()
    await mock.clock.advance('1m')
    await step.getByText('waits for the flow-control key flow: rate, 1 of 1 in 1h').waitFor()
    await panel().getByRole('link', { name: 'Open Flow' }).waitFor()
    await panel().getByRole('link', { name: 'Open the message' }).waitFor()
    await mock.clock.advance('1h')
    await panel().getByText('Next attempt').waitFor({ state: 'detached' })
  })

  test('Runs notifies a waiter, and cancels a run', async () => {
    await failedRun('wfr_one', {
      state: 'RUN_STARTED',
      steps: [{ stepName: 'charge', out: 'paid' }],
      waits: [{ eventId: 'shipped' }],
    })
    await open('runs/wfr_one')
    await panel().getByText('charge').waitFor()
    await field('Data of the event shipped').fill('{"parcel":7}')
    await button('Wake').click()
    await panel().getByText('shipped was notified of shipped', { exact: true }).waitFor()
    await panel().getByText('Sleeps and waits').waitFor({ state: 'detached' })

    const step = { 'svc-workflow-init': 'false', 'svc-workflow-runid': 'wfr_one' }
    await publish('/refused', { ...step, 'svc-timeout': 'soon' })
    await panel().getByText('Refused steps').waitFor()
    const refused = panel().getByRole('listitem').last()
    await refused.getByText('expected a number followed by s, m or h').waitFor()

    await button('Cancel run').click()
    await button('Cancel the run?').click()
    await option('wfr_one').filter({ hasText: 'cancelled' }).waitFor()
  })

  test('Runs draws a sleep as a sleep, and wakes it', async () => {
    const started = mock.clock.now()
    const ofRun = { 'svc-workflow-runid': 'wfr_sleeps', 'svc-retries': '0' }
    await publish('/workflow', { 'svc-workflow-init': 'true', ...ofRun })
    await mock.clock.advance(0)
    const step = (fields: object, settings = {}) =>
      publish(
        '/fail',
        { 'svc-workflow-init': 'false', ...ofRun, ...settings },
        JSON.stringify({ stepType: 'Run', concurrent: 1, ...fields }),
      )
    const nap = { stepId: 1, stepName: 'nap', stepType: 'SleepFor', sleepFor: '3d' }
    await step(nap, { 'svc-delay': '3d' })
    await mock.clock.advance('1h')
    await open('runs/wfr_sleeps')
    const bar = (text: string) => panel().locator('.waterfall li').filter({ hasText: text })
    await bar('nap sleeping until').filter({ hasText: '1h' }).waitFor()
    await panel().getByText('(in 2d 23h)').waitFor()
    expect(await panel().getByText('next step').count()).toBe(0)
    await open('clock')
    const due = page.getByRole('row').filter({ hasText: 'step nap: sleeps until' })
    await due.filter({ hasText: 'in 2d 23h' }).waitFor()
    await open('runs/wfr_sleeps')

    await button('Wake').click()
    await bar('nap slept').filter({ hasText: '1h' }).waitFor()
    await step({ stepId: 2, stepName: 'ship', out: 'done' })
    await mock.clock.advance('2h')
    await bar('ship').waitFor()
    await panel().getByText('Sleeps and waits').waitFor({ state: 'detached' })
    await bar('ship').click()
    expect(await bar('ship').textContent()).toMatch(/0 ms.*succeeded/)
    expect(await panel().textContent()).not.toContain('STEP_')
    expect(mock.clock.now() - started).toBe(3 * 3_600_000)
  })

  test('Runs draws a call and an invocation as what they are', async () => {
    const ofRun = { 'svc-workflow-runid': 'wfr_calls', 'svc-retries': '0' }
    await publish('/workflow', { 'svc-workflow-init': 'true', ...ofRun })
    await mock.clock.advance(0)
    const forwarded = 'svc-callback-forward-svc-workflow-'
    await publish('/later', {
      ...ofRun,
      'svc-workflow-init': 'false',
      'svc-workflow-calltype': 'toCallback',
      'svc-callback': `${app}/workflow`,
      'svc-delay': '1h',
      [`${forwarded}stepid`]: '1',
      [`${forwarded}stepname`]: 'pay',
    })
    const step = { stepId: 2, stepName: 'other', stepType: 'Invoke', concurrent: 1 }
    await publish(
      '/invoked',
      {
        'svc-workflow-init': 'true',
        'svc-workflow-invoke': 'true',
        'svc-workflow-runid': 'wfr_invoked',
        'svc-delay': '1d',
      },
      JSON.stringify({ workflowRunId: 'wfr_calls', body: '', step }),
    )
    await open('runs/wfr_calls')
    const bar = (text: string) => panel().locator('.waterfall li').filter({ hasText: text })
    await bar(`calling ${app}/later: is delayed, in 1h`).waitFor()
    await bar('other invoking wfr_invoked').click()
    expect(await panel().locator('.waterfall li').count()).toBe(3)
    await panel().getByRole('link', { name: 'wfr_invoked' }).click()
    await panel().getByText('Invoked by').waitFor()
  })

  test('a failed run keeps its failure and is linked with its restart both ways', async () => {
    const error = { error: 'Error', message: 'no stock', stack: 'Error: no stock\n    at ship' }
    mock.queue.interceptDelivery({ url: `${app}/workflow` }).reply(500, error)
    const ofRun = { 'svc-workflow-runid': 'wfr_old', 'svc-retries': '0' }
    await publish('/workflow', { 'svc-workflow-init': 'true', ...ofRun })
    await mock.clock.advance(0)
    await open('dlq')
    await option('wfr_old').filter({ hasText: 'no stock' }).click()
    await panel().getByText('Error: no stock').waitFor()
    expect(await panel().textContent()).toMatch(/"stack": "Error: no stock\n +at ship"/)
    await button('Restart').click()
    await page.getByRole('link', { name: 'Show run' }).click()
    await panel().getByText('Restart of').waitFor()
    await panel().getByRole('link', { name: 'wfr_old' }).click()
    await panel().getByText('Restarted as').waitFor()
    await panel().locator('.waterfall li').filter({ hasText: 'failed step' }).click()
    expect(await panel().textContent()).toMatch(/Reasonno stock.*500 Internal Server Error/s)
  })

  test('DLQ restarts a run, deletes many, and publishes a message again', async () => {
    const answer = { status: 502, body: 'upstream is down' }
    for (const id of ['wfr_a', 'wfr_b', 'wfr_c']) await failedRun(id, { answer })
    const { messageId } = await publish('/fail', { 'svc-retries': '0' })
    await mock.clock.advance(0)
    await open('dlq')
    await option('wfr_a').click()
    await panel().locator('pre').getByText('upstream is down').waitFor()
    await panel().getByRole('button', { name: 'Restart' }).click()
    await page.getByText('1 entry was restarted.').waitFor()
    await mock.clock.advance(0)
    expect(mock.queue.deliveries().map(({ url }) => url)).toContain(`${app}/workflow`)
    await option('wfr_a').waitFor({ state: 'detached' })

    await button('Mark all').click()
    await page.getByText('2 entries marked').waitFor()
    await button('Delete').click()
    await button('Delete 2 entries?').click()
    await page.getByText('2 entries were deleted.').waitFor()
    await page.getByText('No failed runs').waitFor()

    await button('1 message').click()
    await option(messageId).click()
    await button('Publish again').click()
    await page.getByText('1 entry was published again.').waitFor()
    expect(await page.locator('.notice').count()).toBeLessThanOrEqual(2)
    await page.getByRole('link', { name: 'Show message' }).click()
    await page.locator('.notice').first().waitFor({ state: 'detached' })
    await panel().getByText('Created').waitFor()
    const again = await panel().locator('h2').textContent()
    await panel().getByRole('link', { name: messageId }).click()
    await panel().getByText('Republished as').waitFor()
    await panel().getByRole('link', { name: again! }).click()
    await mock.clock.advance(0)
    expect(mock.queue.deliveries()).toHaveLength(3)
    await panel().getByRole('link', { name: 'Open the DLQ entry' }).click()
    await button('Delete').click()
    await button('Delete 1 entry?').click()
    await page.getByText('1 entry was deleted.').waitFor()
    await page.goto(`${mock.queue.url}/__mock/#/messages/${again}`)
    await panel().getByText('Its DLQ entry was deleted.').waitFor()
  })

  test('Keys filters, shows and edits each type', async () => {
    await kv('SET', 'greeting', 'hello', 'EX', '90')
    await kv('HSET', 'user:1', 'name', 'Ada')
    await kv('RPUSH', 'jobs', 'a', 'b')
    await kv('ZADD', 'scores', '7', 'ada')
    await kv('XADD', 'events', '1-1', 'type', 'login')
    await kv('JSON.SET', 'config', '$', '{"a":1}')
    await open('kv')
    await option('greeting').filter({ hasText: 'string' }).filter({ hasText: '1m 30s' }).waitFor()

    await option('greeting').click()
    await panel()
      .getByText(/^1m 30s, until \d{4}-\d\d-\d\d \d\d:\d\d:\d\d$/)
      .waitFor()
    await page.locator('textarea').fill('changed')
    await button('Save').click()
    await page.getByText('Saved.').waitFor()
    expect(await kv('GET', 'greeting')).toBe('changed')
    expect(await kv('TTL', 'greeting')).toBe(90)
    await button('Persist').click()
    await page.getByText('does not expire').waitFor()

    await option('user:1').click()
    await field('Value of name').fill('Ada Lovelace')
    await page.keyboard.press('Enter')
    await expect.poll(() => kv('HGET', 'user:1', 'name')).toBe('Ada Lovelace')
    await field('Field').fill('year')
    await field('New value').fill('1815')
    await button('Add').click()
    await field('Value of year').waitFor()

    await option('jobs').click()
    await button('Remove 0').click()
    await expect.poll(() => kv('LRANGE', 'jobs', '0', '-1')).toEqual(['b'])
    await option('scores').click()
    await field('Value of ada').fill('8')
    await page.keyboard.press('Enter')
    await expect.poll(() => kv('ZSCORE', 'scores', 'ada')).toBe('8')
    await option('events').click()
    await panel().getByText('type: login').waitFor()
    await option('config').click()
    await page.locator('textarea').fill('{"a":2}')
    await button('Save').click()
    await expect.poll(() => kv('JSON.GET', 'config')).toBe('{"a":2}')

    await page.locator('[data-filter]').fill('user:')
    await page.getByText('1 of 6 keys').waitFor()
    await option('user:1').click()
    await button('Delete key').click()
    await button('Delete the key?').click()
    await page.getByText('No key has this prefix').waitFor()
    expect(await kv('EXISTS', 'user:1')).toBe(0)
    await page.getByRole('link', { name: 'Show the requests with this prefix' }).click()
    await option('HSET user:1').waitFor()
    expect(await option('greeting').count()).toBe(0)
  })

  test('the command line completes names, and runs commands outside the journal', async () => {
    await open('kv')
    const line = page.getByRole('combobox', { name: 'Command' })
    await line.fill('hse')
    await option('HSET').first().waitFor()
    await page.keyboard.press('Tab')
    expect(await line.inputValue()).toBe('HSET ')
    await page.keyboard.type('user:1 name "Ada Lovelace"')
    await page.keyboard.press('Enter')
    await page.getByText('(integer) 1').waitFor()
    await line.fill('GET "user:1')
    await page.keyboard.press('Enter')
    await page.getByText('A quote has no end').waitFor()
    await line.fill('GET user:1')
    await page.keyboard.press('Enter')
    await page.getByText(/WRONGTYPE/).waitFor()
    await page.keyboard.press('ArrowUp')
    expect(await line.inputValue()).toBe('GET user:1')
    expect(await kv('HGET', 'user:1', 'name')).toBe('Ada Lovelace')
    expect(mock.kv.requests()).toHaveLength(1)
  })

  test('Flow says what waits and why, and pauses a key and a queue', async () => {
    const limits = { 'svc-flow-control-key': 'mail', 'svc-flow-control-value': 'rate=1, period=1h' }
    for (let n = 0; n < 3; n++) await publish('/mail', limits)
    await publish('/later', { 'svc-delay': '1d' })
    await mock.clock.advance(0)
    await open('flow')
    const cell = (text: string) => page.getByRole('row').filter({ hasText: text })
    await cell('waits for the flow-control key mail: rate, 1 of 1 in 1h')
      .filter({ hasText: 'in 1h' })
      .waitFor()
    await cell('is delayed').filter({ hasText: 'in 1d' }).waitFor()
    await cell('1 of 1 in 1h, until').getByRole('button', { name: 'Pause' }).click()
    await cell('the flow-control key mail is paused').waitFor()
    await page.locator('nav').getByRole('link', { name: 'Clock' }).click()
    await page.getByText('2 messages are held back by a key or a queue: see Flow.').waitFor()
    await page.getByRole('link', { name: 'Messages' }).click()
    await page.getByTitle('the flow-control key mail is paused').first().click()
    await panel().getByRole('link', { name: 'Open Flow' }).first().click()
    await mock.clock.advance('3h')
    expect(mock.queue.deliveries()).toHaveLength(1)
    await button('Resume').click()
    await expect.poll(() => mock.queue.deliveries().length).toBe(2)
  })

  test('Clock copies the command of the mock with its options', async () => {
    const commandLine = ['--dialect', 'my names.yaml', '--queue-max-ready', '5']
    const other = await startMock({ clock: 'real', commandLine })
    await open('clock', other.queue.url)
    const { port } = new URL(other.queue.url)
    await page
      .getByText(`--queue-port ${port} --dialect 'my names.yaml' --queue-max-ready 5`)
      .waitFor()
    await page.goto('about:blank')
    await other.close()
    problems = []
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
    problems = problems.filter((problem) => !problem.includes('401'))
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
    const { headers } = await fetch(`${mock.queue.url}/v2/publish/${app}/again`, {
      method: 'POST',
      headers: { authorization: 'Bearer queue-token', 'svc-delay': '1h' },
      body: 'again',
    })
    expect(headers.get('content-type')).toContain('json')
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

    await fetch(`${mock.queue.url}/v2/schedules/${app}/daily`, {
      method: 'POST',
      headers: { authorization: 'Bearer queue-token', 'svc-cron': '0 9 * * *' },
    })
    await page.goto(`${mock.queue.url}/__mock/#/flow`)
    await button('Run now').click()
    await page.getByText('The message of the schedule is sent.').waitFor()
    await mock.clock.advance(0)
    expect(mock.queue.deliveries().map(({ url }) => url)).toContain(`${app}/daily`)
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

  test('a list of 20,000 keys renders only its visible rows', async () => {
    for (let n = 0; n < 20_000; n += 10_000) {
      const pairs = Array.from({ length: 10_000 }, (_, index) => [`key:${n + index}`, 'v']).flat()
      await kv('MSET', ...pairs)
    }
    await open('kv')
    await page.getByText('20,000 keys').waitFor()
    const rows = page.getByRole('listbox', { name: 'Keys' }).getByRole('option')
    expect(await rows.count()).toBeLessThan(80)
    await page.getByRole('listbox', { name: 'Keys' }).focus()
    await page.keyboard.press('End')
    await option('key:9999').waitFor()
    await option('key:9999').filter({ hasText: 'string' }).waitFor()
    expect(await rows.count()).toBeLessThan(80)
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
    await page.goto('about:blank')
    await next.close()
    problems = []
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
    problems = []
  })
})

/** Runs a copied test against the mock of this file. */
async function runTest(text: string): Promise<void> {
  const code = transpile(text.replace(/^import .*$/gm, ''), { module: ModuleKind.ESNext })
  const tests: (() => Promise<void>)[] = []
  const define = (_: string, run: () => Promise<void>) => tests.push(run)
  const evaluate = compileFunction(code, ['expect', 'test', 'useMock']) as (
    ...given: unknown[]
  ) => void
  evaluate(expect, define, () => mock)
  expect(tests).toHaveLength(1)
  for (const run of tests) await run()
}
