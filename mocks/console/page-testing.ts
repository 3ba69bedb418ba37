// Opens the page in an installed browser, with a mock with a virtual clock.

import { spawnSync } from 'node:child_process'
import { createServer, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import axe from 'axe-core'
import { chromium, type Browser, type BrowserContext, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect } from 'vitest'
import { startMock, type Mock } from '../index.js'

const which = spawnSync('which', ['chromium', 'google-chrome'], { encoding: 'utf8' })
const [installed = ''] = which.stdout.split('\n')
// The tests are skipped without a browser, but not in CI, which must have one.
const withoutBrowser = installed === '' && process.env['CI'] === undefined
const skipped = withoutBrowser ? ' (skipped: chromium is not installed)' : ''
export const REBOUND = 'rebound.test'

/** The longest wait for the page in milliseconds, if the machine is busy. */
const TIMEOUT = 30_000

/** The browser of all files of tests that this process runs. It ends with the process. */
let browser: Promise<Browser> | undefined
export let mock: Mock
let context: BrowserContext
export let page: Page
let problems: string[]
/** The server of the application. It answers `/fail` with 500, and `/slow` when a test calls `slow`. */
let destination: Server
export const slow: (() => void)[] = []
export let app: string

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

export const listen = async (server: Server) => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`
}

// A browser on a busy machine may lose a request once. A bug fails all tries.
const options = { timeout: 60_000, retry: 2 }

/**
 * Declares tests in a browser, each with a page and an empty mock. The tests fail if the page reports an error or sends
 * a request to another server.
 */
export const describeConsole = (name: string, tests: () => void) =>
  describe.skipIf(withoutBrowser)(`${name} in a browser${skipped}`, options, () => {
    beforeAll(async () => {
      destination = createServer(({ url = '' }, response) => {
        response.statusCode = url.startsWith('/fail') ? 500 : 200
        response.setHeader('content-type', 'application/json')
        const end = () => response.end('{"from":"app"}')
        if (url.startsWith('/slow')) slow.push(end)
        else end()
      })
      const opened = (browser ??= startBrowser())
      ;[context, mock, app] = await Promise.all([
        opened.then((each) => each.newContext({ viewport: { width: 1280, height: 760 } })),
        startMock({ kvToken: 'kv-token', queueToken: 'queue-token' }),
        listen(destination),
      ])
      await context.grantPermissions(['clipboard-read', 'clipboard-write'])
    }, 60_000)

    afterAll(async () => {
      await context?.close()
      await mock?.close()
      destination?.close()
    })

    beforeEach(async () => {
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
      await page.close()
      await mock.reset()
      expect(problems).toEqual([])
    })

    tests()
  })

/** Closes a mock of which the page is open. */
export async function closeShown(other: { close(): Promise<void> }): Promise<void> {
  await page.goto('about:blank')
  await other.close()
  ignoreProblems()
}

/** Forgets the errors of the page so far whose text matches. */
export function ignoreProblems(expected = /^/): void {
  problems = problems.filter((problem) => !expected.test(problem))
}

export const open = async (view: string, url = mock.queue.url) => {
  await page.goto(`${url}/__mock/#/${view}`)
  await page.locator('h1').waitFor()
}

/** Sends a request to the queue, with its token. */
export const post = (
  path: string,
  { headers, body }: { headers?: Record<string, string>; body?: string } = {},
) =>
  fetch(`${mock.queue.url}/v2/${path}`, {
    method: 'POST',
    headers: { authorization: 'Bearer queue-token', ...headers },
    ...(body && { body }),
  })

export async function publish(
  path: string,
  settings: Record<string, string> = {},
  body = '{"n":1}',
) {
  const headers = { 'content-type': 'application/json', ...settings }
  const response = await post(`publish/${app}${path}`, { headers, body })
  return (await response.json()) as { messageId: string }
}

export const kv = async (...command: readonly string[]): Promise<unknown> => {
  const response = await fetch(mock.kv.url, {
    method: 'POST',
    headers: { authorization: 'Bearer kv-token' },
    body: JSON.stringify(command),
  })
  return ((await response.json()) as { result: unknown }).result
}

export const control = async (path: string, body?: object): Promise<unknown> => {
  const init = body ? { method: 'POST', body: JSON.stringify(body) } : {}
  return (await fetch(`${mock.queue.url}/__mock/${path}`, init)).json()
}

export const failedRun = (workflowRunId: string, wanted: object = {}) =>
  control('queue/runs', {
    workflowUrl: `${app}/workflow`,
    workflowRunId,
    state: 'RUN_FAILED',
    ...wanted,
  })

export const option = (text: string | RegExp) => page.getByRole('option').filter({ hasText: text })
export const button = (name: string | RegExp) => page.getByRole('button', { name, exact: true })
export const panel = () => page.getByRole('region', { name: 'Opened item' })
export const field = (name: string) => page.getByLabel(name, { exact: true })
export const clipboard = () => page.evaluate<string>('navigator.clipboard.readText()')

/** Returns the serious findings of axe. */
export async function findings(): Promise<readonly string[]> {
  if (await page.evaluate('window.axe === undefined')) await page.evaluate(axe.source)
  const { violations } = await page.evaluate<axe.AxeResults>(
    "axe.run({ runOnly: ['wcag2a', 'wcag2aa', 'wcag21a', 'wcag21aa'] })",
  )
  return violations
    .filter(({ impact }) => impact === 'serious' || impact === 'critical')
    .map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`)
}

/** The page shows an event some time after it happened, later on a busy machine. */
export const patience = { timeout: 10_000 }
