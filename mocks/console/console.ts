// Serves the files of the console, the web page of the mock.

import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Console } from '../control.js'
import type { Response } from '../http/message.js'

/** The files of the page by path, with their content types. `npm run build` writes them. */
const FILES: Readonly<Record<string, readonly [file: string, type: string]>> = {
  '/': ['index.html', 'text/html; charset=utf-8'],
  '/console.js': ['console.js', 'text/javascript; charset=utf-8'],
  '/console.css': ['console.css', 'text/css; charset=utf-8'],
  '/icon.svg': ['icon.svg', 'image/svg+xml'],
}

/**
 * The page runs only its own script and style, sends requests only to this server, and cannot be
 * shown inside another page.
 */
const POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "connect-src 'self'",
  "img-src 'self' data:",
  "frame-ancestors 'none'",
  "base-uri 'none'",
  "form-action 'none'",
].join('; ')

const HEADERS = {
  'content-security-policy': POLICY,
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cache-control': 'no-store',
}

const { resolve } = createRequire(import.meta.url)

/** Creates the console of one mock, with a random token. */
export const createConsole = (): Console => ({
  token: randomUUID(),
  file(path): Response | undefined {
    const [file, type] = (Object.hasOwn(FILES, path) ? FILES[path] : undefined) ?? []
    if (file === undefined || type === undefined) return undefined
    return { status: 200, headers: { 'content-type': type, ...HEADERS }, body: read(file) }
  },
})

const read = (file: string): Uint8Array => readFileSync(resolve(`#console/${file}`))
