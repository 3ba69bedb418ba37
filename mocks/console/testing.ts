// Starts an installed browser for tests of the page.

import { spawnSync } from 'node:child_process'
import { chromium, type Browser } from 'playwright-core'

const { stdout } = spawnSync('which', ['chromium', 'google-chrome'], { encoding: 'utf8' })
const [found = ''] = stdout.split('\n')

/** True if the tests are skipped, because no browser is installed. CI must have one. */
export const withoutBrowser = found === '' && process.env['CI'] === undefined

/** Starts the browser. `rebound` is a host name that resolves to this machine. */
export const startBrowser = (rebound: string): Promise<Browser> =>
  chromium.launch({
    executablePath: found,
    args: [
      ...['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', '--no-first-run'],
      ...['--disable-background-networking', '--disable-component-update', '--disable-sync'],
      `--host-resolver-rules=MAP ${rebound} 127.0.0.1`,
    ],
  })
