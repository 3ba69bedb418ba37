// The view of the DLQ: failed runs and failed messages, with actions on one or many.

import { useEffect, useMemo, useState } from 'preact/hooks'
import { operation } from './api.ts'
import type { HeaderMap } from './feed.ts'
import { keepFocus } from './focus.ts'
import { callbackWord, countOf, dateOf } from './format.ts'
import { List, type Column } from './list.tsx'
import { act, type Link } from './notices.ts'
import { usePages } from './pages.ts'
import {
  Body,
  Choice,
  Command,
  Confirmed,
  Cut,
  Empty,
  Facts,
  Filter,
  Headers,
  Moment,
  NotFound,
  Panel,
  Status,
  Unread,
  UrlLine,
} from './parts.tsx'
import { useQuery } from './query.ts'
import { goTo, hashOf, type ViewProps } from './route.ts'
import { publishCommand, runCommand } from './samples.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'

interface Letter {
  readonly id: string
  readonly failedAt: number
  readonly labels?: readonly string[]
  readonly url: string
  readonly status?: number
  readonly error?: string
  /** The reason of the failure in one line. */
  readonly reason: string
  /** Set for a failed run. */
  readonly runId?: string
  /** The state of the failure callback of a failed run. */
  readonly callback?: string
  /** Set for a failed message. */
  readonly messageId?: string
}

type Kind = 'runs' | 'messages'

/** The actions of the two kinds: a word, and the operation for one entry. */
const actions = {
  runs: {
    restart: (id: string) => operation<Created>('POST', `/v2/workflows/dlq/restart/${id}`),
    resume: (id: string) => operation<Created>('POST', `/v2/workflows/dlq/resume/${id}`),
    callback: (id: string) => operation<Created>('POST', `/v2/workflows/dlq/callback/${id}`),
    remove: (id: string) => operation<Created>('DELETE', `/v2/workflows/dlq/${id}`),
  },
  messages: {
    retry: (id: string) => operation<Created>('POST', `/v2/dlq/retry?dlqIds=${id}`),
    remove: (id: string) => operation<Created>('DELETE', `/v2/dlq/${id}`),
  },
} as const

const columnsAt = (now: number): readonly Column<Letter>[] => [
  {
    title: 'Response',
    name: 'code',
    cell: ({ status, error }) => <Status status={status} error={error ?? 'none'} />,
  },
  {
    title: 'Destination',
    name: 'subject is-mono',
    cell: UrlLine,
  },
  {
    title: 'Reason',
    name: 'reason',
    cell: ({ reason }) => <span title={reason}>{reason}</span>,
  },
  { title: 'Failed', name: 'moment', cell: ({ failedAt }) => <Moment at={failedAt} now={now} /> },
  {
    title: 'Run or message',
    name: 'runid',
    cell: ({ runId, messageId = '' }) => <Cut text={runId ?? messageId} isId />,
  },
]

/** The names of an entry in the address: its own id, and that of its run or message. */
const namesOf = ({ id, runId, messageId }: Letter) => [id, runId, messageId]

export function Dlq({ id }: ViewProps) {
  const runs = usePages<Letter>('queue/dlq-list', 'letters', (letter) => letter.id)
  const messages = usePages<Letter>('queue/failed-messages', 'letters', (letter) => letter.id)
  const { now } = useStore(state)
  const [chosen, setChosen] = useState<Kind>()
  const [filter, setFilter] = useState('')
  const [marked, setMarked] = useState<ReadonlySet<string>>(new Set())
  const kind = chosen ?? 'runs'
  const [opened, ofKind] = useMemo((): [Letter | undefined, Kind] => {
    const isIt = (letter: Letter) => id !== undefined && namesOf(letter).includes(id)
    const run = runs?.find(isIt)
    return run ? [run, 'runs'] : [messages?.find(isIt), 'messages']
  }, [runs, messages, id])
  useEffect(() => {
    // The first kind is the one of the entry in the address, or the one with entries.
    if (opened) setChosen(ofKind)
    else if (!chosen && runs && messages && runs.length + messages.length > 0)
      setChosen(runs.length === 0 ? 'messages' : 'runs')
  }, [runs, messages, opened])
  const all = kind === 'runs' ? runs : messages
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    return (all ?? []).filter((letter) =>
      words.every((word) => JSON.stringify(letter).toLowerCase().includes(word)),
    )
  }, [all, filter])
  const isMissing = id !== undefined && !opened && runs !== undefined && messages !== undefined
  const targets = shown.filter((letter) => marked.has(letter.id))

  function change(to: Kind): void {
    setChosen(to)
    setMarked(new Set())
    goTo('dlq')
  }

  return (
    <>
      <div class="bar">
        <h1>DLQ</h1>
        <Filter label="Filter: URL, id, reason" value={filter} onChange={setFilter} />
        <Choice
          label="Kind"
          values={{
            runs: runs ? countOf(runs.length, 'run') : 'Runs',
            messages: messages ? countOf(messages.length, 'message') : 'Messages',
          }}
          value={kind}
          onChange={change}
        />
        <span class="grow" />
        {shown.length > 0 && (
          <button
            type="button"
            onClick={() =>
              setMarked(
                targets.length === shown.length ? new Set() : new Set(shown.map((each) => each.id)),
              )
            }
          >
            {targets.length === shown.length ? 'Mark none' : 'Mark all'}
          </button>
        )}
      </div>
      {targets.length > 0 && (
        <div class="bar is-bulk">
          <strong>{countOf(targets.length, 'entry', 'entries')} marked</strong>
          <Actions kind={kind} letters={targets} onDone={() => setMarked(new Set())} />
        </div>
      )}
      <div class={opened || isMissing ? 'split is-open' : 'split'}>
        {shown.length > 0 ? (
          <List
            label="DLQ entries"
            rows={shown}
            keyOf={(letter) => letter.id}
            columns={columnsAt(now)}
            selected={opened?.id}
            onSelect={(key) => goTo('dlq', key)}
            marked={marked}
            onMark={setMarked}
          />
        ) : all ? (
          <Nothing kind={kind} isFiltered={all.length > 0} />
        ) : (
          <Unread />
        )}
        {opened && <Opened key={opened.id} letter={opened} kind={ofKind} />}
        {isMissing && <NotFound what="DLQ entry" id={id} onClose={() => goTo('dlq')} />}
      </div>
    </>
  )
}

function Nothing({ kind, isFiltered }: { kind: Kind; isFiltered: boolean }) {
  const current = useStore(session)
  if (isFiltered) return <Empty title="No entry matches the filter." />
  return kind === 'runs' ? (
    <Empty title="No failed runs">
      <p>A run whose step fails after all retries gets here. Create one:</p>
      <Command>{runCommand(current)}</Command>
    </Empty>
  ) : (
    <Empty title="No failed messages">
      <p>
        A message without a run gets here after its last attempt has failed. Publish one without
        retries, to a destination that is not running:
      </p>
      <Command>{publishCommand(current, "-H 'Svc-Retries: 0'")}</Command>
    </Empty>
  )
}

/** The run or the messages that an action created. */
interface Created {
  readonly workflowRunId?: string
  readonly responses?: readonly { readonly messageId: string }[]
}

/**
 * Runs an action for each entry, one after the other. The notice has a link to what one action created.
 *
 * @param done what was done to the entries, for example `deleted`
 */
async function forEach(
  letters: readonly Letter[],
  action: (id: string) => Promise<Created | null>,
  done: string,
): Promise<boolean> {
  return act(
    async () => {
      const created: (Created | null)[] = []
      for (const { id } of letters) created.push(await action(encodeURIComponent(id)))
      return created.length === 1 ? created[0] : undefined
    },
    (created) => [
      `${countOf(letters.length, 'entry was', 'entries were')} ${done}.`,
      created ? linkTo(created) : undefined,
    ],
  )
}

function linkTo({ workflowRunId, responses }: Created): Link | undefined {
  if (workflowRunId !== undefined) return { text: 'Show run', href: hashOf('runs', workflowRunId) }
  const [message] = responses ?? []
  return message && { text: 'Show message', href: hashOf('messages', message.messageId) }
}

function Actions({
  kind,
  letters,
  onDone,
}: {
  kind: Kind
  letters: readonly Letter[]
  onDone: () => void
}) {
  const run = async (action: (id: string) => Promise<Created | null>, done: string) => {
    if (await forEach(letters, action, done)) onDone()
    keepFocus()
  }
  const { remove } = actions[kind]
  return (
    <div class="actions">
      {kind === 'runs' ? (
        <>
          <button
            type="button"
            class="is-primary"
            onClick={() => void run(actions.runs.restart, 'restarted')}
          >
            Restart
          </button>
          <button type="button" onClick={() => void run(actions.runs.resume, 'resumed')}>
            Resume
          </button>
          <button
            type="button"
            onClick={() => void run(actions.runs.callback, 'reported to the failure callback')}
          >
            Re-trigger callback
          </button>
        </>
      ) : (
        <button
          type="button"
          class="is-primary"
          onClick={() => void run(actions.messages.retry, 'published again')}
        >
          Publish again
        </button>
      )}
      <Confirmed
        question={`Delete ${countOf(letters.length, 'entry', 'entries')}?`}
        onConfirm={() => void run(remove, 'deleted')}
      >
        Delete
      </Confirmed>
    </div>
  )
}

interface WholeLetter {
  readonly header?: HeaderMap
  readonly body?: string
  readonly bodyBase64?: string
  readonly maxRetries?: number
  readonly responseStatus?: number
  readonly responseHeader?: HeaderMap
  readonly responseBody?: string
  readonly responseBodyBase64?: string
  readonly failureCallback?: string
}

function Opened({ letter, kind }: { letter: Letter; kind: Kind }) {
  const { id, failedAt, url, runId, messageId, status, error, labels, callback } = letter
  const whole = useQuery(`dlq ${id}`, () =>
    operation<WholeLetter>('GET', `/v2/dlq/${encodeURIComponent(id)}`),
  )
  return (
    <Panel
      title={<code>{id}</code>}
      onClose={() => goTo('dlq')}
      actions={<Actions kind={kind} letters={[letter]} onDone={() => goTo('dlq')} />}
    >
      <Facts
        facts={{
          Response: <Status status={status} error={error} />,
          Reason: <span class="is-error">{letter.reason}</span>,
          Destination: <code>{url}</code>,
          Failed: dateOf(failedAt),
          Run: runId && <a href={hashOf('runs', runId)}>{runId}</a>,
          Message: messageId && <a href={hashOf('messages', messageId)}>{messageId}</a>,
          Labels: labels?.join(', '),
          Retries: whole?.maxRetries,
          'Failure callback':
            whole?.failureCallback && `${whole.failureCallback} ${callbackWord(callback)}`,
        }}
      />
      {whole && (
        <>
          <h3>Last response</h3>
          <Headers headers={whole.responseHeader} />
          <Body text={whole.responseBody} base64={whole.responseBodyBase64} />
          <h3>Message</h3>
          <Headers headers={whole.header} />
          <Body text={whole.body} base64={whole.bodyBase64} />
        </>
      )}
    </Panel>
  )
}
