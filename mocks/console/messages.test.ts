import { expect, test } from 'vitest'
import {
  app,
  button,
  describeConsole,
  mock,
  open,
  option,
  page,
  panel,
  patience,
  post,
  publish,
  slow,
} from './page-testing.js'

describeConsole('the views Messages and Flow', () => {
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
    await post('publish/ftp://nowhere')
    await post('batch', { body: JSON.stringify([{ destination: 'ftp://nowhere' }]) })
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
})
