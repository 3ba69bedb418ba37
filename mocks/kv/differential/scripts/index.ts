// All hand-picked scripts: those written down as text, and those that compute their lines.

import { readdirSync, readFileSync } from 'node:fs'
import { bitmap } from './bitmap.js'
import { dump } from './dump.js'
import { geo } from './geo.js'
import { readScripts, type Scripts } from './read.js'
import { sortedSet } from './sorted-set.js'
import { stream } from './stream.js'
import { string } from './string.js'

const folder = new URL('.', import.meta.url)

const written = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readScripts(readFileSync(new URL(name, folder), 'utf8')))

export const scripts: Scripts = Object.fromEntries(
  [...written, string, bitmap, sortedSet, geo, stream, dump].flatMap(
    Object.entries<readonly string[]>,
  ),
)
