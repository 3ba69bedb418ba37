// The view of requests and attempts, as they come.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { curlOf, testOf } from './copies.ts'
import { connection, entries, forgetEntries, subjectOf, wholeEntry, type Entry } from './feed.ts'
import { durationOf, timeOf, dateOf } from './format.ts'
import { List, type Column } from './list.tsx'
import {
  Body,
  Choice,
  Command,
  Copy,
  Empty,
  Facts,
  Filter,
  Headers,
  Panel,
  Status,
} from './parts.tsx'
import { publishCommand, setCommand } from './samples.ts'
import { goTo, hashOf, type ViewProps } from './route.ts'
import { session, state } from './state.ts'
import { Statements } from './statements.tsx'
import { useStore } from './store.ts'

const KINDS = { all: 'All', kv: 'KV', queue: 'Queue', attempt: 'Deliveries' } as const

const names: Readonly<Record<Entry['kind'], string>> = {
  ...{ kv: 'kv', queue: 'queue', attempt: 'delivery' },
}

/** The time of an entry. A narrow list has no milliseconds. */
const Time = ({ at }: { at: number }) => {
  const [seconds, fraction] = timeOf(at).split('.')
  return (
    <>
      {seconds}
      <span class="fraction">.{fraction}</span>
    </>
  )
}

const columns: readonly Column<Entry>[] = [
  { title: 'Time', name: 'time', cell: ({ at }) => <Time at={at} /> },
  {
    title: 'Kind',
    name: 'kind',
    cell: ({ kind }) => <span class={`kind is-${kind}`}>{names[kind]}</span>,
  },
  { title: 'Method', name: 'method', cell: ({ method }) => method },
  {
    title: 'Request',
    name: 'subject is-mono',
    cell: (entry) => (
      <span title={entry.url}>
        {entry.interceptedBy !== undefined && <span class="tag">intercept</span>}
        {subjectOf(entry)}
      </span>
    ),
  },
  {
    title: 'Status',
    name: 'code',
    cell: ({ status, error }) => <Status status={status} error={error} />,
  },
  { title: 'Took', name: 'took', cell: ({ durationMs }) => durationOf(durationMs) },
]

/**
 * Returns a function that tests if an entry has all words of a filter. A word with a minus must be
 * missing, and `status:5` matches by the beginning of the status.
 */
function matcherOf(filter: string): (entry: Entry) => boolean {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
  return (entry) => {
    const text = [subjectOf(entry), entry.url, entry.method, names[entry.kind], entry.messageId]
      .concat([
        entry.interceptedBy && `intercept ${entry.interceptedBy}`,
        entry.requestBody,
        entry.responseBody,
        entry.error,
        String(entry.status ?? 'none'),
      ])
      .join('\n')
      .toLowerCase()
    return words.every((word) => {
      const [isNot, wanted] = word.startsWith('-') ? [true, word.slice(1)] : [false, word]
      const [, status] = /^status:(.*)$/.exec(wanted) ?? []
      const isMatch =
        status === undefined
          ? text.includes(wanted)
          : String(entry.status ?? 'none').startsWith(status)
      return isMatch !== isNot
    })
  }
}

export function Live({ id }: ViewProps) {
  const all = useStore(entries)
  const [kind, setKind] = useState<keyof typeof KINDS>('all')
  const [filter, setFilter] = useState('')
  const [paused, setPaused] = useState<readonly Entry[]>()
  const base = paused ?? all
  const shown = useMemo(() => {
    const matches = matcherOf(filter)
    if (kind === 'all' && filter.trim() === '') return base
    return base.filter((entry) => (kind === 'all' || entry.kind === kind) && matches(entry))
  }, [base, kind, filter])
  const opened = id === undefined ? undefined : all.find(({ sequence }) => String(sequence) === id)
  const missed = paused ? all.length - paused.length : 0

  useEffect(() => {
    const onKeyDown = ({ key, target, ctrlKey, metaKey }: KeyboardEvent) => {
      const isField = target instanceof HTMLInputElement || target instanceof HTMLTextAreaElement
      if (key === 'p' && !isField && !ctrlKey && !metaKey)
        setPaused((now) => (now ? undefined : all))
    }
    addEventListener('keydown', onKeyDown)
    return () => removeEventListener('keydown', onKeyDown)
  }, [all])

  return (
    <>
      <div class="bar">
        <h1>Live</h1>
        <Filter label="Filter: words, -word, status:5" value={filter} onChange={setFilter} />
        <Choice label="Kind" values={KINDS} value={kind} onChange={setKind} />
        <span class="grow" />
        <button
          type="button"
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : all)}
        >
          {paused ? `Resume${missed > 0 ? ` (${missed} new)` : ''}` : 'Pause'}
        </button>
        <button type="button" onClick={forgetEntries}>
          Clear
        </button>
      </div>
      <div class={opened ? 'split is-open' : 'split'}>
        {shown.length > 0 ? (
          <List
            label="Requests and deliveries"
            rows={shown}
            keyOf={({ sequence }) => String(sequence)}
            columns={columns}
            selected={id}
            onSelect={(key) => goTo('live', key)}
            sticksToEnd={!opened && !paused}
          />
        ) : (
          <Nothing isFiltered={all.length > 0} />
        )}
        {opened && <Opened key={opened.sequence} entry={opened} />}
      </div>
    </>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const current = useStore(session)
  const connected = useStore(connection)
  if (isFiltered) return <Empty title="No request matches the filter." />
  if (connected === 'connecting') return <div />
  return (
    <Empty title="No requests yet">
      <p>Requests to both interfaces and delivery attempts appear here as they come. Send one:</p>
      {current.kv && <Command>{setCommand(current)}</Command>}
      {current.queue && <Command>{publishCommand(current)}</Command>}
    </Empty>
  )
}

function Opened({ entry: clipped }: { entry: Entry }) {
  const current = useStore(session)
  const [entry, setEntry] = useState(clipped)
  useEffect(() => void wholeEntry(clipped).then(setEntry, () => {}), [clipped.sequence])
  const { kind, method, url, at, realAt, durationMs, client, messageId, retried, commands } = entry
  const { interceptedBy } = entry
  return (
    <Panel
      title={
        <>
          <span class={`kind is-${kind}`}>{names[kind]}</span> {method} <code>{url}</code>
        </>
      }
      onClose={() => goTo('live')}
      actions={
        <>
          <Copy text={() => curlOf(entry, current)}>Copy as curl</Copy>
          <Copy
            text={() =>
              testOf(entry, current, { faults: state.get().faults, entries: entries.get() })
            }
          >
            Copy as test
          </Copy>
          {messageId !== undefined && (
            <button type="button" onClick={() => goTo('messages', messageId)}>
              Show message
            </button>
          )}
        </>
      }
    >
      <Facts
        facts={{
          Status: <Status status={entry.status} error={entry.error} />,
          Error: entry.error,
          Intercept: interceptedBy && <a href={hashOf('faults')}>{interceptedBy}</a>,
          Time: dateOf(at),
          'Real time': Math.abs(at - realAt) > 5 ? dateOf(realAt) : undefined,
          Took: durationOf(durationMs),
          Client: client && `${client.address}${client.userAgent ? `, ${client.userAgent}` : ''}`,
          Message: messageId && <code>{messageId}</code>,
          Retries: retried === undefined ? undefined : String(retried),
        }}
      />
      <Statements entry={entry} />
      {commands && commands.length > 0 && <Commands commands={commands} />}
      <h3>Request</h3>
      <Headers headers={entry.requestHeaders} />
      <Body
        text={entry.requestBody}
        base64={entry.requestBodyBase64}
        isClipped={entry.requestClipped}
      />
      <h3>Response</h3>
      {entry.status === undefined ? (
        <p class="quiet">{entry.error ?? 'No response'}</p>
      ) : (
        <>
          <Headers headers={entry.responseHeaders} />
          <Body
            text={entry.responseBody}
            base64={entry.responseBodyBase64}
            isClipped={entry.responseClipped}
          />
        </>
      )}
    </Panel>
  )
}

const Commands = ({ commands }: { commands: NonNullable<Entry['commands']> }) => (
  <>
    <h3>{commands.length === 1 ? 'Command' : `${commands.length} commands`}</h3>
    <ol class="commands">
      {commands.slice(0, 200).map(({ command, reply, error }, index) => (
        <li key={index}>
          <code>{command.join(' ')}</code>
          <code class={error === undefined ? 'reply' : 'reply is-error'}>
            {error ?? (reply === undefined ? '' : JSON.stringify(reply))}
          </code>
        </li>
      ))}
    </ol>
  </>
)
