// Tests the page in an installed browser.

import { describe, expect, test } from 'vitest'
import { html } from '../html.js'
import { everyVerdict } from '../testing.js'
import { contrastsIn, isWithout, openPage } from './page-testing.js'

const without = isWithout(process.env)
const { page, url } = openPage(html(everyVerdict))

const rule = (id: string) => page().locator(`.rule[id="${id}"]`)
const failure = (title: string) => page().locator('.group > .failure', { hasText: title })
const visibleRules = () => page().locator('.rule:visible').count()

describe.skipIf(without)(
  `the page in a browser${without ? ' (skipped: chromium is not installed)' : ''}`,
  () => {
    test('shows judged rules by default, and filters by verdict and by words', async () => {
      expect(await visibleRules()).toBe(6)
      await page().keyboard.press('/')
      await page().keyboard.type('401 INVALID')
      expect(await visibleRules()).toBe(1)
      expect(await page().locator('.group:visible').count()).toBe(1)

      await page().getByRole('button', { name: 'Show all' }).click()
      expect(await visibleRules()).toBeGreaterThan(400)
      const others = ['harness error', 'blocked', 'conforming', 'observed', 'not applicable']
      for (const name of [...others, 'not judged'])
        await page().getByRole('checkbox', { name }).uncheck()
      expect(await page().locator('.section > h3:visible').allTextContents()).toEqual([
        'Key-value Authentication',
      ])
      expect(await page().locator('#shown').textContent()).toMatch(/^1 of \d+ rules$/)
    })

    test('adds the evidence of a failure once, when it is opened', async () => {
      expect(await page().locator('.received').count()).toBe(0)
      const summary = failure('it is violated').locator('> summary')
      await summary.click()
      const received = page().locator('.received')
      await received.waitFor()

      expect(await received.textContent()).toContain(
        'HTTP 200\nX-Answer: a & b\n\n--> ]]> ``` </pre></script><script>',
      )
      await summary.click()
      await received.waitFor({ state: 'hidden' })
      await summary.click()
      // Opening adds evidence before the next frame.
      await page().evaluate('new Promise(requestAnimationFrame)')
      expect(await received.count()).toBe(1)
    })

    test('opens the rule of a failure, even if a filter hides it', async () => {
      await page().getByRole('checkbox', { name: 'violated' }).uncheck()
      await rule('kv.authentication.missing-token').waitFor({ state: 'hidden' })
      await page().locator('.group a', { hasText: 'kv.authentication.missing-token' }).click()

      await page().getByText('it fails as expected').waitFor()
    })

    test('opens a rule with the keyboard', async () => {
      await rule('kv.authentication.missing-token').locator('> summary').focus()
      await page().keyboard.press('Enter')
      await page().getByText('it fails as expected').waitFor()

      await page().keyboard.press('Tab')
      await page().keyboard.press('Enter')
      await page().waitForURL(`${url}#failed:kv.authentication.missing-token`)
    })

    test('opens the rule in its address', async () => {
      await page().goto(`${url}#kv.authentication.both-tokens`)
      await page().reload()

      await page().getByText('status <of> both').waitFor()
    })

    test.each([1280, 400])('the bar covers no target of a link at %i px', async (width) => {
      await page().setViewportSize({ width, height: 700 })
      expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(width)
      const ids = ['violated', 'blocked', 'rules', 'failed:kv.methods.head', 'kv.methods.post']
      for (const id of ids) {
        await page().goto(`${url}#${id}`)
        const bar = await page().locator('#bar').boundingBox()
        const target = await page().locator(`[id="${id}"]`).boundingBox()

        expect(bar!.y).toBe(0)
        expect(target!.y, id).toBeGreaterThanOrEqual(bar!.height)
        expect(target!.y, id).toBeLessThan(200)
      }
    })

    test('copies the command, or selects it', async () => {
      await failure('it is violated').locator('> summary').click()
      await page().getByText('Repeat its requests with curl').click()
      await page().getByRole('button', { name: 'Copy' }).first().click()

      expect(await page().evaluate('getSelection().toString()')).toContain('curl -X POST')
      // The title shows that no script in a response has run.
      expect(await page().title()).toBe('! The suite itself failed')
    })

    test.each(['light', 'dark'] as const)(
      'has enough contrast on a %s screen',
      async (colorScheme) => {
        await page().emulateMedia({ colorScheme })
        await failure('it is violated').locator('> summary').click()
        await page().locator('.received').waitFor()
        const contrasts = await contrastsIn(page())

        expect(contrasts).not.toEqual([])
        for (const contrast of contrasts) expect(contrast).toBeGreaterThan(4.5)
      },
    )

    test('prints the first failure of each rule whole, without the bar', async () => {
      const pdf = await page().pdf()
      expect(pdf.subarray(0, 4).toString()).toBe('%PDF')

      await page().emulateMedia({ media: 'print' })
      await page().evaluate(`dispatchEvent(new Event('beforeprint'))`)
      await page().locator('.sent').first().waitFor()
      await page().locator('#bar').waitFor({ state: 'hidden' })

      await page().evaluate(`dispatchEvent(new Event('afterprint'))`)
      await page().locator('.sent').first().waitFor({ state: 'hidden' })
    })
  },
)
