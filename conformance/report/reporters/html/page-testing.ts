// Opens a page of a report in an installed browser, for tests.

import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { chromium, type Browser, type Page } from 'playwright-core'
import { afterAll, afterEach, beforeAll, beforeEach, expect } from 'vitest'

const which = spawnSync('which', ['chromium', 'google-chrome'], { encoding: 'utf8' })
const [found = ''] = which.stdout.split('\n')

/** Returns true if there is no browser. The tests are skipped then, but not in CI, which must have one. */
export const isWithout = ({ CI }: Readonly<Record<string, string | undefined>>): boolean =>
  found === '' && CI === undefined

/**
 * Opens the page before each test. After each test, expects that the page printed nothing and
 * requested nothing. `page` returns the page of the current test.
 */
export function openPage(text: string): { readonly page: () => Page; readonly url: string } {
  const folder = mkdtempSync(join(tmpdir(), 'svc-contract-page-'))
  const url = pathToFileURL(join(folder, 'report.html')).href
  let browser: Browser | undefined
  let page: Page
  let problems: string[]
  let requests: string[]

  beforeAll(async () => {
    if (found === '') return
    writeFileSync(join(folder, 'report.html'), text)
    browser = await chromium.launch({
      executablePath: found,
      args: [
        '--headless',
        '--no-sandbox',
        '--disable-gpu',
        '--disable-quic',
        '--no-first-run',
        '--disable-background-networking',
        '--disable-component-update',
        '--disable-sync',
      ],
    })
  }, 60_000)
  afterAll(async () => {
    await browser?.close()
    rmSync(folder, { recursive: true })
  })

  beforeEach(async () => {
    if (found === '') return
    problems = []
    requests = []
    page = await browser!.newPage()
    page.on('console', (message) => problems.push(message.text()))
    page.on('pageerror', (error) => problems.push(error.message))
    page.on('request', (request) => requests.push(request.url()))
    await page.goto(url)
  })
  afterEach(async () => {
    if (found === '') return
    await page.close()
    expect(requests.filter((each) => each.split('#')[0] !== url && each !== 'data:,')).toEqual([])
    expect(problems).toEqual([])
  })
  return { page: () => page, url }
}

/** Returns the contrast of each visible text of the page with its background. */
export const contrastsIn = (page: Page): Promise<number[]> => page.evaluate(`(${contrastsOf})()`)

/** A function that runs in the page and returns the contrast of each visible text. */
const contrastsOf = `function () {
  const channels = (colour) => colour.match(/[\\d.]+/g).map(Number)
  const luminance = (colour) => {
    const [red, green, blue] = channels(colour).map((each) =>
      each / 255 <= 0.03928 ? each / 255 / 12.92 : ((each / 255 + 0.055) / 1.055) ** 2.4)
    return 0.2126 * red + 0.7152 * green + 0.0722 * blue
  }
  const behind = (element) => {
    for (let at = element; at; at = at.parentElement) {
      const { backgroundColor } = getComputedStyle(at)
      if (channels(backgroundColor)[3] !== 0) return backgroundColor
    }
  }
  return [...document.querySelectorAll('body *')]
    .filter((each) => each.checkVisibility() && [...each.childNodes].some((node) => node.nodeType === 3 && node.data.trim()))
    .map((each) => {
      const [one, other] = [luminance(getComputedStyle(each).color), luminance(behind(each))].sort((a, b) => b - a)
      return (one + 0.05) / (other + 0.05)
    })
}`
