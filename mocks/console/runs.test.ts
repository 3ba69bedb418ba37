import { expect, test } from 'vitest'
import {
  app,
  button,
  describeConsole,
  failedRun,
  field,
  mock,
  open,
  option,
  page,
  panel,
  publish,
} from './page-testing.js'

describeConsole('the views Runs and DLQ', () => {
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
})
