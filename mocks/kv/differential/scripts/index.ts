// All scripts: scripts in text files, and scripts with computed payloads.

import { readdirSync, readFileSync } from 'node:fs'
import { dump } from './dump.js'
import { readScripts, type Scripts } from './read.js'

const folder = new URL('.', import.meta.url)

const written = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readScripts(readFileSync(new URL(name, folder), 'utf8')))

export const scripts: Scripts = Object.fromEntries(
  [...written, dump].flatMap(Object.entries<readonly string[]>),
)
