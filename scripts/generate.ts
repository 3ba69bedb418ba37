// The generate command writes generated/ from spec/. With --check it reports outdated files
// instead.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { outputs, SpecError, type Read } from './generate/outputs.js'

const read: Read = (path) => readFileSync(path, 'utf8')

try {
  const files = await outputs(read)
  const stale = [...files].filter(([path, text]) => !existsSync(path) || read(path) !== text)
  if (process.argv.includes('--check')) {
    for (const [path] of stale) console.error(`${path} is stale: run npm run generate`)
    process.exitCode = stale.length > 0 ? 1 : 0
  } else {
    for (const [path, text] of stale) {
      writeFileSync(path, text)
      console.log(`wrote ${path}`)
    }
  }
} catch (error) {
  if (!(error instanceof SpecError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
