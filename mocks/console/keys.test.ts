import { expect, test } from 'vitest'
import {
  button,
  describeConsole,
  field,
  kv,
  mock,
  open,
  option,
  page,
  panel,
} from './page-testing.js'

describeConsole('the view Keys', () => {
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
})
