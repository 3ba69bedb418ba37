// The generate command writes generated/ from spec/.

import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { outputs, SpecError, type Read } from './generate/outputs.js'

const read: Read = (path) => readFileSync(path, 'utf8')

if (process.argv.length > 2) {
  console.error('generate takes no options; npm run check reports files that are out of date')
  process.exit(2)
}

try {
  const files = await outputs(read)
  const stale = [...files].filter(([path, text]) => !existsSync(path) || read(path) !== text)
  for (const [path, text] of stale) {
    writeFileSync(path, text)
    console.log(`wrote ${path}`)
  }
} catch (error) {
  if (!(error instanceof SpecError)) throw error
  console.error(error.message)
  process.exitCode = 1
}
