// A command line for key-value commands, with completion of their names.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { ApiError, commands as run, command } from './api.ts'
import { noteChange } from './feed.ts'
import { focusList } from './focus.ts'

interface Known {
  readonly name: string
  /** The number of words, or the negative minimum. */
  readonly arity: number
  readonly isWrite: boolean
}

interface Ran {
  readonly id: number
  readonly line: string
  readonly reply: string
  readonly isError: boolean
}

/** The maximum number of offered names, and of commands that stay on the page. */
const [OFFERED, KEPT] = [8, 50]

let known: readonly Known[] = []
let log: readonly Ran[] = []

async function readKnown(): Promise<readonly Known[]> {
  const all = await command<[string, number, string[]][]>('COMMAND')
  return all
    .map(([name, arity, flags]) => ({
      name: name.toUpperCase(),
      arity,
      isWrite: flags.includes('write'),
    }))
    .sort((a, b) => (a.name < b.name ? -1 : 1))
}

/**
 * Splits a line into words. Quotes keep spaces, and a backslash in double quotes escapes. Returns
 * undefined if a quote has no end.
 */
function wordsIn(line: string): string[] | undefined {
  const words = Array.from(line.matchAll(/"((?:[^"\\]|\\.)*)"|'([^']*)'|(\S+)/g))
  if (words.some(([, , , plain]) => /^["']/.test(plain ?? ''))) return undefined
  return words.map(([, double, single, plain]) =>
    double === undefined
      ? (single ?? plain ?? '')
      : double.replace(/\\(.)/g, (_, letter: string) => ({ n: '\n', t: '\t' })[letter] ?? letter),
  )
}

/** Returns a reply like redis-cli. */
function replyText(reply: unknown, indent = ''): string {
  if (reply === null) return '(nil)'
  if (typeof reply === 'number') return `(integer) ${reply}`
  if (typeof reply === 'string') return indent === '' ? reply : JSON.stringify(reply)
  if (!Array.isArray(reply)) return JSON.stringify(reply)
  if (reply.length === 0) return '(empty array)'
  return reply
    .map((each, index) => {
      const mark = `${index + 1}) `
      const text = replyText(each, `${indent}${' '.repeat(mark.length)}`)
      return `${index === 0 ? '' : indent}${mark}${text}`
    })
    .join('\n')
}

const argumentsOf = ({ arity }: Known): string => {
  const count = Math.abs(arity) - 1
  if (arity < 0) return count === 0 ? 'any arguments' : `${count} or more arguments`
  return count === 0 ? 'no arguments' : count === 1 ? '1 argument' : `${count} arguments`
}

export function CommandLine() {
  const [, render] = useState(0)
  const [line, setLine] = useState('')
  const [choice, setChoice] = useState(0)
  const [isOpen, setIsOpen] = useState(false)
  const [back, setBack] = useState(0)
  const output = useRef<HTMLOListElement>(null)

  /** Reads the names of the commands once, because the list is long. */
  function prepare(): void {
    if (known.length > 0) return
    readKnown().then(
      (all) => {
        known = all
        render((count) => count + 1)
      },
      () => {},
    )
  }

  useEffect(() => {
    output.current?.scrollTo({ top: output.current.scrollHeight })
  }, [log])

  const [typed = ''] = line.split(/\s/)
  const offered = useMemo(
    () =>
      typed === '' || line.includes(' ')
        ? []
        : known.filter(({ name }) => name.startsWith(typed.toUpperCase())).slice(0, OFFERED),
    [line, known],
  )
  const shown = isOpen ? offered : []
  const current = known.find(({ name }) => name === typed.toUpperCase())

  function accept(name: string): void {
    setLine(`${name} `)
    setIsOpen(false)
  }

  async function send(): Promise<void> {
    const words = wordsIn(line)
    if (words?.length === 0) return
    const echo = (reply: string, isError: boolean) =>
      (log = [...log.slice(1 - KEPT), { id: (log.at(-1)?.id ?? 0) + 1, line, reply, isError }])
    setBack(0)
    setIsOpen(false)
    if (words === undefined) {
      echo('A quote has no end. The command was not sent.', true)
      return render((count) => count + 1)
    }
    setLine('')
    try {
      const [reply] = await run([words])
      if (reply) echo('error' in reply ? reply.error : replyText(reply.result), 'error' in reply)
      noteChange()
    } catch (error) {
      if (!(error instanceof ApiError)) throw error
      echo(error.message, true)
    }
    render((count) => count + 1)
  }

  function recall(steps: number): void {
    const to = Math.max(0, Math.min(log.length, back + steps))
    setBack(to)
    setLine(to === 0 ? '' : log[log.length - to]!.line)
  }

  function onKeyDown(event: KeyboardEvent): void {
    const { key } = event
    const offer = shown[choice]
    if (key === 'Tab' && offer && offer.name !== typed.toUpperCase()) accept(offer.name)
    else if (key === 'Enter') {
      if (offer && choice > 0) accept(offer.name)
      else void send()
    } else if (key === 'ArrowDown' && shown.length > 0)
      setChoice(Math.min(shown.length - 1, choice + 1))
    else if (key === 'ArrowUp' && choice > 0) setChoice(choice - 1)
    else if (key === 'ArrowUp') recall(1)
    else if (key === 'ArrowDown') recall(-1)
    else if (key === 'Escape') {
      if (shown.length > 0) setIsOpen(false)
      else focusList()
    } else return
    event.preventDefault()
  }

  return (
    <section class="cli" aria-label="Command line">
      {log.length > 0 && (
        <ol class="cli-log" ref={output} tabIndex={0} aria-label="Replies">
          {log.map(({ id, line: sent, reply, isError }) => (
            <li key={id}>
              <code class="sent">{sent}</code>
              <pre class={isError ? 'is-error' : ''}>{reply}</pre>
            </li>
          ))}
        </ol>
      )}
      <div class="cli-line">
        <span aria-hidden="true">&gt;</span>
        <input
          role="combobox"
          aria-label="Command"
          aria-expanded={shown.length > 0}
          aria-controls="cli-offers"
          aria-autocomplete="list"
          aria-activedescendant={shown[choice] ? `offer-${shown[choice].name}` : undefined}
          placeholder='Command, for example HSET user:1 name "Ada Lovelace"'
          value={line}
          spellcheck={false}
          autocomplete="off"
          onKeyDown={onKeyDown}
          onFocus={prepare}
          onBlur={() => setIsOpen(false)}
          onInput={({ currentTarget }) => {
            setLine(currentTarget.value)
            setChoice(0)
            setIsOpen(true)
          }}
        />
        {current && (
          <span class="quiet hint">
            {argumentsOf(current)}, {current.isWrite ? 'writes' : 'reads'}
          </span>
        )}
      </div>
      <ul
        id="cli-offers"
        class="offers"
        role="listbox"
        aria-label="Commands"
        hidden={shown.length === 0}
      >
        {shown.map((each, index) => (
          <li
            key={each.name}
            id={`offer-${each.name}`}
            role="option"
            aria-selected={index === choice}
            onPointerDown={(event) => {
              event.preventDefault()
              accept(each.name)
            }}
          >
            {each.name} <span class="quiet">{argumentsOf(each)}</span>
          </li>
        ))}
      </ul>
    </section>
  )
}
