// Tests commands that Redis 7.0 does not have, with transcripts of redis-cli and documented replies.

import { readdirSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { createMemoryBackend, type MemoryBackend } from '../backends/memory.js'
import { parse, shown } from '../differential/typing.js'
import { ReplyError, type Bytes } from '../reply.js'
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

interface Outcome {
  readonly name: string
  readonly kind: 'success' | 'refusal'
  /** The change of the memory for keys and values, in bytes. */
  readonly growth: number
}

function memoryOf(engine: MemoryBackend): number {
  const info = engine.executeNow(['INFO', 'memory']) as Bytes
  return Number(/used_memory:(\d+)/.exec(info)![1])
}

/** Returns the transcript with the replies of the embedded engine, and the outcome of each command. */
function played(transcript: string) {
  let now = 1_700_000_000_000
  const engine = createMemoryBackend({ clock: { now: () => now } })
  const outcomes: Outcome[] = []
  const lines = transcript.split('\n').flatMap((line) => {
    const [, later] = /^\((\d+) ms later\)$/.exec(line) ?? []
    if (later !== undefined) {
      now += Number(later)
      return [line]
    }
    if (!line.startsWith('> ')) return []
    const command = parse(line.slice(2))
    const before = memoryOf(engine)
    const reply = engine.executeNow(command)
    const kind = reply instanceof ReplyError ? 'refusal' : 'success'
    outcomes.push({ name: command[0].toLowerCase(), kind, growth: memoryOf(engine) - before })
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

describe('every later command', () => {
  const later = [...commands].filter(({ laterRelease }) => laterRelease)
  const outcomes = transcripts.flatMap(({ given, parts }) =>
    parts.flatMap((part) => played(`${given}\n${part}`).outcomes),
  )
  const outcomesOf = (name: string) => outcomes.filter((outcome) => outcome.name === name)

  test.each(['success', 'refusal'])('has a %s in a transcript', (wanted) => {
    const names = later.map(({ name }) => name)
    const missing = names.filter((name) => !outcomesOf(name).some(({ kind }) => kind === wanted))
    const advice = `add a ${wanted} of each to a file in mocks/kv/commands/transcripts/`
    expect(missing, advice).toEqual([])
  })

  test('that only frees memory is allowed when none is left, and one that needs more is not', () => {
    const wrong = later.filter(({ name, mayGrow }) => {
      const growths = outcomesOf(name).map(({ growth }) => growth)
      const [least, most] = [Math.min(...growths), Math.max(...growths)]
      return mayGrow ? least < 0 && most === 0 : most > 0
    })
    const names = wrong.map(({ name }) => name)
    expect(names, "add or remove the fact 'nogrow' of each").toEqual([])
  })
})
