// Bundles the page of the console into dist/. A step of `npm run build`. The argument is the first
// file of the page.

import { cpSync, mkdirSync, readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { build } from 'rolldown'

const root = fileURLToPath(new URL('../..', import.meta.url))
const [, , entry = 'mocks/console/page/main.tsx'] = process.argv
const source = join(root, dirname(entry))
const target = join(root, 'dist', dirname(entry))

/** The licence of preact, which the bundle contains. */
const preact = dirname(createRequire(import.meta.url).resolve('preact/package.json'))
const licence = readFileSync(join(preact, 'LICENSE'), 'utf8').trim()

mkdirSync(target, { recursive: true })
await build({
  input: join(root, entry),
  platform: 'browser',
  tsconfig: join(source, 'tsconfig.json'),
  logLevel: 'warn',
  output: {
    file: join(target, 'console.js'),
    format: 'esm',
    minify: true,
    postBanner: `/*!\nThis file contains preact (https://preactjs.com):\n\n${licence}\n*/`,
  },
})
for (const file of ['index.html', 'console.css', 'icon.svg'])
  cpSync(join(source, file), join(target, file))
