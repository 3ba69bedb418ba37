import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { compileFunction } from 'node:vm'
import { transpile, ModuleKind } from 'typescript'
import { expect, test } from 'vitest'
import { startMock } from '../index.js'
import {
  app,
  button,
  clipboard,
  closeShown,
  describeConsole,
  kv,
  mock,
  open,
  option,
  page,
  panel,
  patience,
  post,
  publish,
} from './page-testing.js'

describeConsole('the view Live', () => {
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
    await post('queues', { body })
    await publish('/100%', { 'svc-delay': '1d' })
    await post('queues/mails/pause')
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
    await closeShown(other)
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
