// Parses the scripts in text files: a heading begins each script, each line is a command, and a blank line
// separates scripts. Other scripts have computed payloads.

import { readdirSync, readFileSync } from 'node:fs'
import { dump } from './dump.js'

const folder = new URL('.', import.meta.url)

const written = readdirSync(folder)
  .filter((name) => name.endsWith('.txt'))
  .map((name) => readScripts(readFileSync(new URL(name, folder), 'utf8')))

export const scripts: Scripts = Object.fromEntries(
  [...written, dump].flatMap(Object.entries<readonly string[]>),
)

/** Scripts by title. A script consists of commands in the syntax of redis-cli. */
export type Scripts = Readonly<Record<string, readonly string[]>>

/**
 * Parses the scripts of a text. Throws for a command before the first heading, and for a repeated
 * title.
 */
export function readScripts(text: string): Scripts {
  const scripts: Record<string, string[]> = {}
  let script: string[] | undefined
  for (const [index, line] of text.split('\n').entries()) {
    if (line === '') continue
    if (line.startsWith('# ')) {
      const title = line.slice(2)
      if (title in scripts) throw new Error(`line ${index + 1}: the title "${title}" is used twice`)
      script = scripts[title] = []
    } else if (script === undefined) {
      throw new Error(`line ${index + 1}: a command before the first heading ("# title")`)
    } else {
      script.push(line)
    }
  }
  for (const script of Object.values(scripts)) repeatBlocks(script)
  return scripts
}

/** Repeats the indented lines after `each $name: a | b` for each value, which replaces `$name`. */
function repeatBlocks(script: string[]): void {
  for (let at = script.length - 1; at >= 0; at--) {
    const [, indent, name, values] = /^( *)each (\$\w+): (.*)$/.exec(script[at]!) ?? []
    if (name === undefined || values === undefined) continue
    let end = at + 1
    while (script[end]?.startsWith(`${indent}  `)) end++
    const block = script.slice(at + 1, end).map((line) => line.slice(2))
    const repeated = values
      .split(' | ')
      .flatMap((value) => block.map((line) => line.replaceAll(name, () => value)))
    script.splice(at, end - at, ...repeated)
  }
}
