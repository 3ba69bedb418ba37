// The view of requests and attempts, as they come.

import { useEffect, useMemo, useRef, useState } from 'preact/hooks'
import { addressOf, operation } from './api.ts'
import { curlOf, sentHeaders, testOf } from './copies.ts'
import {
  clearLive,
  cleared,
  entries,
  failedCommandOf,
  subjectOf,
  underWay,
  wholeEntry,
  connection,
  type Entry,
} from './feed.ts'
import { durationOf, timeOf, dateOf, relative, momentOf, otherDay, pretty } from './format.ts'
import { act } from './notices.ts'
import { publishedIn, refusalsIn } from './published.ts'
import { List, type Column } from './list.tsx'
import {
  Body,
  Choice,
  Command,
  Copy,
  Cut,
  Empty,
  Facts,
  Filter,
  Headers,
  NotFound,
  Panel,
  Status,
  Unread,
} from './parts.tsx'
import { publishCommand, setCommand } from './samples.ts'
import { goTo, hashOf, route, type ViewProps } from './route.ts'
import { session, state } from './state.ts'
import { Statements } from './statements.tsx'
import { useStore } from './store.ts'
import { RunningFor } from './running-for.tsx'

const KINDS = { all: 'All', kv: 'KV', queue: 'Queue', attempt: 'Deliveries' } as const

const names: Readonly<Record<Entry['kind'], string>> = {
  kv: 'kv',
  queue: 'queue',
  attempt: 'delivery',
}

/** The time of an entry, with the day of another day. A narrow list has no milliseconds. */
const Time = ({ at }: { at: number }) => {
  const [seconds, fraction] = timeOf(at).split('.')
  const day = otherDay(at, useStore(state).now)
  return (
    <span title={dateOf(at)}>
      {day && <span class="date">{day.slice(5)} </span>}
      {seconds}
      {!day && <span class="fraction">.{fraction}</span>}
    </span>
  )
}

/** The word of the first error in a pipeline or a transaction, such as `WRONGTYPE`. */
const FailedCommand = ({ of }: { of: Entry }) => {
  const error = of.status === 200 ? failedCommandOf(of)?.error : undefined
  return error === undefined ? null : (
    <span class="badge is-bad" title={error}>
      {error.split(' ')[0]}
    </span>
  )
}

/** The status of an entry, in red if one of its commands failed. */
const EntryStatus = ({ of }: { of: Entry }) => (
  <Status status={of.status} error={of.error} isFailed={failedCommandOf(of) !== undefined} />
)

const columns: readonly Column<Entry>[] = [
  { title: 'Started', name: 'time', cell: ({ at }) => <Time at={at} /> },
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
      <span class="cell-line" title={entry.url}>
        {entry.interceptedBy !== undefined && <span class="tag">intercept</span>}
        <FailedCommand of={entry} />
        <Cut text={subjectOf(entry)} />
      </span>
    ),
  },
  {
    title: 'Status',
    name: 'code',
    cell: (entry) =>
      entry.timeout === undefined ? (
        <EntryStatus of={entry} />
      ) : (
        <span class="status is-busy" title="in progress">
          …
        </span>
      ),
  },
  {
    title: 'Took',
    name: 'took',
    cell: ({ durationMs, timeout }) => (timeout === undefined ? durationOf(durationMs) : '…'),
  },
]

/**
 * Returns a function that tests if an entry has all words of a filter. A word with a minus must be
 * missing, `status:5` matches by the beginning of the status, and `error:` matches the entries that
 * failed, `error:wrong` those whose errors have the word.
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
        entry.timeout === undefined ? String(entry.status ?? 'none') : 'in progress',
      ])
      .join('\n')
      .toLowerCase()
    return words.every((word) => {
      const [isNot, wanted] = word.startsWith('-') ? [true, word.slice(1)] : [false, word]
      const [, field, value = ''] = /^(status|error):(.*)$/.exec(wanted) ?? []
      const isMatch =
        field === 'status'
          ? String(entry.status ?? 'none').startsWith(value)
          : field === 'error'
            ? errorsOf(entry).some((error) => error.toLowerCase().includes(value))
            : text.includes(wanted)
      return isMatch !== isNot
    })
  }
}

/** Returns the errors of an entry: those of its commands, of its response, and why it has none. */
function errorsOf(entry: Entry): readonly string[] {
  const { commands = [], status, error, responseBody = '', timeout } = entry
  const isFailed = timeout === undefined && (status === undefined || status >= 400)
  return [
    ...commands.flatMap((each) => each.error ?? []),
    ...(isFailed ? [error ?? responseBody] : refusalsIn(entry)),
  ]
}

const kindIn = (name = ''): keyof typeof KINDS =>
  Object.hasOwn(KINDS, name) ? (name as keyof typeof KINDS) : 'all'

export function Live({ id }: ViewProps) {
  const recorded = useStore(entries)
  const running = useStore(underWay)
  const from = useStore(cleared)
  const all = useMemo(() => {
    const kept = from === 0 ? recorded : recorded.filter(({ sequence }) => sequence > from)
    return running.length === 0 ? kept : [...kept, ...running]
  }, [recorded, running, from])
  const [kind, setKind] = useState(kindIn(route.get().kind))
  const [filter, setFilter] = useState(() => route.get().filter ?? '')
  const [paused, setPaused] = useState<readonly Entry[]>()
  const base = paused ?? all
  const shown = useMemo(() => {
    const matches = matcherOf(filter)
    return base
      .filter((entry) => (kind === 'all' || entry.kind === kind) && matches(entry))
      .reverse()
  }, [base, kind, filter])
  const opened =
    id === undefined
      ? undefined
      : [...recorded, ...running].find(({ sequence }) => String(sequence) === id)
  const missed = paused ? all.length - paused.length : 0
  const connected = useStore(connection)
  const isKnown = recorded.length > 0 || connected === 'live'

  // An opened attempt in progress gets its number in the journal when it ends.
  const attempt = useRef<Entry | undefined>(undefined)
  useEffect(() => {
    if (opened) attempt.current = opened.timeout === undefined ? undefined : opened
    const ended = recorded.findLast(
      ({ messageId, retried }) =>
        messageId !== undefined &&
        messageId === attempt.current?.messageId &&
        retried === attempt.current.retried,
    )
    if (!opened && ended) goTo('live', String(ended.sequence))
  }, [opened, recorded])

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
        <Filter
          label="Filter: words, -word, status:5, error:"
          value={filter}
          onChange={setFilter}
        />
        <Choice label="Kind" values={KINDS} value={kind} onChange={setKind} />
        <span class="grow" />
        <button
          type="button"
          aria-pressed={paused !== undefined}
          onClick={() => setPaused(paused ? undefined : all)}
        >
          {paused ? `Resume${missed > 0 ? ` (${missed} new)` : ''}` : 'Pause'}
        </button>
        <a href={addressOf('journal.har')} download>
          HAR
        </a>
        <button type="button" onClick={clearLive}>
          Clear
        </button>
      </div>
      <div class={id === undefined ? 'split' : 'split is-open'}>
        {shown.length > 0 ? (
          <List
            label="Requests and deliveries"
            rows={shown}
            keyOf={({ sequence }) => String(sequence)}
            columns={columns}
            selected={id}
            onSelect={(key) => goTo('live', key)}
          />
        ) : (
          <Nothing isFiltered={all.length > 0} isCleared={from > 0 && recorded.length > 0} />
        )}
        {opened?.timeout !== undefined ? (
          <UnderWay key={opened.sequence} entry={opened} timeout={opened.timeout} />
        ) : opened ? (
          <Opened key={opened.sequence} entry={opened} />
        ) : (
          id !== undefined &&
          isKnown && <NotFound what="request" id={id} onClose={() => goTo('live')} />
        )}
      </div>
    </>
  )
}

function Nothing({ isFiltered, isCleared }: { isFiltered: boolean; isCleared: boolean }) {
  const current = useStore(session)
  const connected = useStore(connection)
  if (isFiltered) return <Empty title="No request matches the filter." />
  if (isCleared)
    return (
      <Empty title="No request since the list was cleared">
        <p>
          <button type="button" onClick={() => cleared.set(0)}>
            Show the earlier ones
          </button>
        </p>
      </Empty>
    )
  if (connected !== 'live') return <Unread />
  return (
    <Empty title="No requests yet">
      <p>Requests to both interfaces and delivery attempts appear here as they come. Send one:</p>
      {current.kv && <Command>{setCommand(current)}</Command>}
      {current.queue && <Command>{publishCommand(current)}</Command>}
    </Empty>
  )
}

/** An attempt in progress. */
function UnderWay({ entry, timeout }: { entry: Entry; timeout: number }) {
  const { now } = useStore(state)
  const { method, url, at, messageId, retried } = entry
  return (
    <Panel
      title={
        <>
          <span class="kind is-attempt">delivery</span> {method} <code>{url}</code>
        </>
      }
      onClose={() => goTo('live')}
      actions={
        <button type="button" onClick={() => goTo('messages', messageId)}>
          Show message
        </button>
      }
    >
      <Facts
        facts={{
          Status: 'in progress',
          'Running for': <RunningFor entry={entry} />,
          Timeout: `${relative(at + timeout, now)}, at ${momentOf(at + timeout, now)}`,
          Started: dateOf(at),
          Message: messageId && <code>{messageId}</code>,
          Retries: String(retried),
        }}
      />
      <p class="quiet">The request and the response are shown when the attempt has ended.</p>
    </Panel>
  )
}

/** The messages that a request published, or for a duplicate those of the first publish. */
function Published({ entry }: { entry: Entry }) {
  const { ids, isDuplicate } = publishedIn(entry)
  const [first] = ids
  if (first === undefined) return null
  if (ids.length === 1)
    return (
      <button type="button" onClick={() => goTo('messages', first)}>
        {isDuplicate ? 'Show first message' : 'Show message'}
      </button>
    )
  return (
    <details class="headers">
      <summary>
        {ids.length} {isDuplicate ? 'messages of the first publish' : 'messages'}
      </summary>
      <ul class="links">
        {ids.map((each) => (
          <li key={each}>
            <a href={hashOf('messages', each)}>{each}</a>
          </li>
        ))}
      </ul>
    </details>
  )
}

/** Sends a publish again, with its headers and its body. */
function PublishAgain({ entry }: { entry: Entry }) {
  const { method, url, requestBody: body = '', requestBodyBase64, requestClipped } = entry
  const isWhole = requestBodyBase64 === undefined && !requestClipped
  const isPublish = /^\/v2\/(publish|enqueue|batch)\b/.test(url)
  if (!isPublish || !isWhole || publishedIn(entry).ids.length === 0) return null
  const publish = () =>
    act(
      async () => {
        const headers = Object.fromEntries(sentHeaders(entry.requestHeaders))
        const responseBody = JSON.stringify(await operation(method, url, { headers, body }))
        return publishedIn({ ...entry, responseBody })
      },
      ({ ids: [id = ''], isDuplicate }) => [
        isDuplicate ? 'It is a duplicate of the first publish.' : 'Published again.',
        { text: 'Show message', href: hashOf('messages', id) },
      ],
    )
  return (
    <button type="button" onClick={() => void publish()}>
      Publish again
    </button>
  )
}

function Opened({ entry: clipped }: { entry: Entry }) {
  const current = useStore(session)
  const [entry, setEntry] = useState(clipped)
  useEffect(() => void wholeEntry(clipped).then(setEntry, () => {}), [clipped.sequence])
  const { kind, method, url, at, realAt, durationMs, client, messageId, retried, commands } = entry
  const { interceptedBy } = entry
  const { faults } = useStore(state)
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
          <Copy text={() => testOf(entry, current, { faults, entries: entries.get() })}>
            Copy as test
          </Copy>
          {messageId !== undefined && (
            <button type="button" onClick={() => goTo('messages', messageId)}>
              Show message
            </button>
          )}
          <Published entry={entry} />
          <PublishAgain entry={entry} />
        </>
      }
    >
      <Facts
        facts={{
          Status: <EntryStatus of={entry} />,
          Error: entry.error ?? (entry.status === 200 ? failedCommandOf(entry)?.error : undefined),
          Intercept: interceptedBy && <a href={hashOf('faults')}>{interceptedBy}</a>,
          Started: dateOf(at),
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

/** The commands of a request in their order, but those that failed first. */
const Commands = ({ commands }: { commands: NonNullable<Entry['commands']> }) => (
  <>
    <h3>{commands.length === 1 ? 'Command' : `${commands.length} commands`}</h3>
    <ol class="commands">
      {commands
        .map((ran, index) => ({ ...ran, number: index + 1 }))
        .toSorted((a, b) => Number(b.error !== undefined) - Number(a.error !== undefined))
        .slice(0, 200)
        .map(({ command, reply, error, number }) => (
          <li key={number}>
            <code>
              {commands.length > 1 && <span class="quiet">{number}. </span>}
              {command.join(' ')}
            </code>
            <code class={error === undefined ? 'reply' : 'reply is-error'}>
              {error ?? (reply === undefined ? '' : pretty(JSON.stringify(reply)))}
            </code>
          </li>
        ))}
    </ol>
  </>
)
