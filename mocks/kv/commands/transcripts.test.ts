// Tests commands that Redis 7.0 does not have, with transcripts of redis-cli and documented replies.

import { readdirSync, readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import { parse, shown } from '../differential/typing.js'
import { ReplyError } from '../reply.js'
import { commands } from './index.js'

const folder = new URL('transcripts/', import.meta.url)

/** A transcript. Each part runs after the commands in `given`, in a database of its own. */
interface Transcript {
  readonly title: string
  readonly given: string
  readonly parts: readonly string[]
}

/**
 * Parses the transcripts of a text. The commands before the first title run before all transcripts. In
 * a transcript with several parts, the first part runs before each of the others.
 */
function transcriptsIn(text: string): Transcript[] {
  const [before = '', ...sections] = text.trimEnd().split(/^# /m)
  return sections.map((section) => {
    const end = section.indexOf('\n')
    const parts = section
      .slice(end + 1)
      .trimEnd()
      .split('\n\n')
    const given = parts.length > 1 ? `${before.trim()}\n${parts.shift()}` : before.trim()
    return { title: section.slice(0, end), given: given.trim(), parts }
  })
}

const transcripts = readdirSync(folder).flatMap((name) =>
  transcriptsIn(readFileSync(new URL(name, folder), 'utf8')),
)

/** Returns the transcript with the replies of the embedded engine, and the outcome of each command. */
function played(transcript: string) {
  let now = 1_700_000_000_000
  const engine = createMemoryBackend({ clock: { now: () => now } })
  const outcomes: { name: string; outcome: 'success' | 'refusal' }[] = []
  const lines = transcript.split('\n').flatMap((line) => {
    const [, later] = /^\((\d+) ms later\)$/.exec(line) ?? []
    if (later !== undefined) {
      now += Number(later)
      return [line]
    }
    if (!line.startsWith('> ')) return []
    const command = parse(line.slice(2))
    const reply = engine.executeNow(command)
    const outcome = reply instanceof ReplyError ? 'refusal' : 'success'
    outcomes.push({ name: command[0].toLowerCase(), outcome })
    return [line, shown(reply)]
  })
  return { text: lines.join('\n'), outcomes }
}

test.each(transcripts)('$title', ({ given, parts }) => {
  for (const part of parts) {
    const transcript = `${given}\n${part}`.trim()
    expect(played(transcript).text).toBe(transcript)
  }
})

test.each(['success', 'refusal'])('every later command has a %s in a transcript', (wanted) => {
  const later = [...commands].filter(({ laterRelease }) => laterRelease).map(({ name }) => name)
  const outcomes = transcripts.flatMap(({ given, parts }) =>
    parts.flatMap((part) => played(`${given}\n${part}`).outcomes),
  )
  const found = outcomes.filter(({ outcome }) => outcome === wanted)
  const names: readonly string[] = found.map(({ name }) => name)
  const missing = later.filter((name) => !names.includes(name))
  const toDo = `add a ${wanted} of each of these commands to a file in mocks/kv/commands/transcripts/`
  expect(missing, toDo).toEqual([])
})
