// Tests the page that compares implementations, as text and in an installed browser.

import { describe, expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { comparisonOf } from '../../compare.js'
import { comparePage } from '../compare.js'
import { everyVerdict, hostile, reportOf, resultOf, violation } from '../testing.js'
import { contrastsIn, isWithout, openPage } from './page-testing.js'

const tool = { name: 'svc-contract', version: '1.2.3' }
const passed = reportOf([
  resultOf('passed', 'it is violated'),
  resultOf('passed', 'it passes', { rule: 'kv.methods.get' }),
  resultOf('observed', 'it is observed', {
    rule: 'kv.authentication.both-tokens',
    level: 'open',
    observations: { 'status <of> both': hostile },
  }),
])
const text = comparePage(
  comparisonOf([
    { file: 'mine <b>.json', report: passed },
    { file: 'other.json', report: everyVerdict },
  ]),
  tool,
)

test('the page escapes names, findings and values', () => {
  expect(text).toContain('mine &lt;b&gt;')
  expect(text).not.toContain('<script>document.title')
  expect(text).not.toMatch(/<[^>]*\s(on\w+|style|src)=/)
})

test(
  'the page of 20 reports in which everything fails has less than 2 MB',
  { timeout: 60_000 },
  () => {
    const failing = Array.from({ length: 20 }, (_, column) => ({
      file: `${column}.json`,
      report: reportOf(
        rules.map(({ id, interface: of }, row) => ({
          // Text that compresses badly.
          ...violation(`scenario ${row}`, `${Math.sin(row * 20 + column)} `.repeat(20)),

          id: `${id}/x`,
          rule: id,
          interface: of,
          observations: { [`${row}`]: `${column}`.repeat(50) },
        })),
      ),
    }))
    expect(comparePage(comparisonOf(failing), tool)).toSatisfy(
      (page: string) => Buffer.byteLength(page) < 2_000_000,
    )
  },
)

test('the page names the versions of the tool if they differ', () => {
  const older = { ...passed, tool: { ...passed.tool, version: '0.0.9' } }
  const reports = [passed, older, passed].map((report, index) => ({
    file: `${index}.json`,
    report,
  }))
  expect(comparePage(comparisonOf(reports), tool)).toContain(
    `several versions wrote the reports: ${passed.tool.version} (A C), 0.0.9 (B).`,
  )
  expect(text).not.toContain('several versions')
})

const without = isWithout(process.env)
const { page, url } = openPage(text)
const row = (id: string) => page().locator(`tr.rule[id="${id}"]`)
const missingToken = () => row('kv.authentication.missing-token')
const visibleRules = () => page().locator('tr.rule:visible').count()

describe.skipIf(without)(
  `the page in a browser${without ? ' (skipped: chromium is not installed)' : ''}`,
  () => {
    test('a cell opens its finding and exchange, and closes', async () => {
      const cell = missingToken().getByRole('button', { name: 'violated' })
      await cell.click()
      await page().getByText('B other: violated').waitFor()
      expect(await page().locator('.opened .received').textContent()).toContain('HTTP 200')
      expect(await page().title()).toBe('2 implementations compared')

      await missingToken().getByRole('button', { name: 'conforming' }).click()
      await page().getByText('A mine <b>: conforming').waitFor()
      expect(await page().locator('.opened').count()).toBe(1)
      expect(await page().locator('.opened').textContent()).toContain('it is violated')

      await page().keyboard.press('Escape')
      expect(await page().locator('.opened').count()).toBe(0)
    })

    test('the keyboard finds rules, goes from cell to cell and opens one', async () => {
      await page().keyboard.press('/')
      await page().keyboard.type('401 missing-token')
      expect(await visibleRules()).toBe(1)
      await missingToken().getByRole('button', { name: 'conforming' }).focus()
      await page().keyboard.press('ArrowRight')
      await page().keyboard.press('Enter')
      await page().getByText('B other: violated').waitFor()
    })

    test('filters by verdict, and shows differences only', async () => {
      expect(await visibleRules()).toBeGreaterThan(2)
      await page().getByRole('checkbox', { name: 'Differences only' }).check()
      expect(await visibleRules()).toBe(1)
      expect(await page().locator('.point:visible').count()).toBe(1)
      await page().getByRole('checkbox', { name: 'violated' }).uncheck()
      await page().getByRole('checkbox', { name: 'conforming' }).uncheck()
      expect(await visibleRules()).toBe(0)

      await page().goto(`${url}#kv.methods.get`)
      await row('kv.methods.get').waitFor({ state: 'visible' })
    })

    test.each([1280, 400])('fits into %i px, also with an open cell', async (width) => {
      await page().setViewportSize({ width, height: 700 })
      await missingToken().getByRole('button', { name: 'violated' }).click()
      await page().locator('.opened .received').waitFor()
      expect(await page().evaluate('document.documentElement.scrollWidth')).toBe(width)
    })

    test.each(['light', 'dark'] as const)(
      'has enough contrast on a %s screen',
      async (colorScheme) => {
        await page().emulateMedia({ colorScheme })
        await missingToken().getByRole('button', { name: 'violated' }).click()
        await page().locator('.opened .received').waitFor()
        const contrasts = await contrastsIn(page())
        expect(contrasts).not.toEqual([])
        for (const contrast of contrasts) expect(contrast).toBeGreaterThan(4.5)
      },
    )
  },
)
