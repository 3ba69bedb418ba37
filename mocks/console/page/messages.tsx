// The view of messages: a list, and the timeline of the opened message.

import type { ComponentChildren } from 'preact'
import { useMemo, useRef, useState } from 'preact/hooks'
import { operation, post } from './api.ts'
import { cleared, entries, underWay, type Entry } from './feed.ts'
import { countOf, dateOf, durationOf, momentOf, otherDay, relative, timeOf } from './format.ts'
import {
  attemptsOf,
  holdersOf,
  isHeld,
  isRead,
  isWaiting,
  phaseOf,
  reasonOf,
  startOf,
  useMessages,
  usePending,
  type Message,
  type MessageEvent,
  type Pending,
  type Phase,
} from './history.ts'
import { FormButton, headersIn } from './form.tsx'
import { holds, type Holds } from './holds.ts'
import { List, type Column } from './list.tsx'
import { act } from './notices.ts'
import {
  Badge,
  Body,
  Choice,
  Command,
  Cut,
  Empty,
  Facts,
  Filter,
  Headers,
  Moment as MomentOf,
  NotFound,
  Panel,
  Status,
  Unread,
  type Tone,
} from './parts.tsx'
import { useQuery } from './query.ts'
import { goTo, hashOf, liveWith, type ViewProps } from './route.ts'
import { MessageLinks } from './message-links.tsx'
import { NextAttempt, Reason } from './next-attempt.tsx'
import { DUPLICATE, publisherOf, refusalsIn } from './published.ts'
import { RunningFor } from './running-for.tsx'
import { publishCommand } from './samples.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'

const PHASES = {
  all: 'All',
  waiting: 'Waiting',
  active: 'In progress',
  delivered: 'Delivered',
  failed: 'Failed',
  cancelled: 'Cancelled',
} as const

const tones: Readonly<Record<Phase, Tone>> = {
  waiting: 'warn',
  active: 'busy',
  delivered: 'good',
  failed: 'bad',
  cancelled: 'calm',
}

const PhaseBadge = ({ message }: { message: Message }) => {
  const phase = phaseOf(message)
  const isRetry = phase === 'waiting' && message.last.state === 'RETRY'
  return <Badge tone={tones[phase]}>{isRetry ? 'retrying' : PHASES[phase].toLowerCase()}</Badge>
}

const columnsAt = (now: number, held: Holds): readonly Column<Message>[] => [
  { title: 'State', name: 'state', cell: (message) => <PhaseBadge message={message} /> },
  {
    title: 'Destination',
    name: 'subject is-mono',
    cell: ({ events: [first] }) => (
      <span class="cell-line" title={first!.url}>
        {first!.origin && <span class="tag">callback</span>}
        <Cut text={first!.url} />
      </span>
    ),
  },
  { title: 'Attempts', name: 'number', cell: attemptsOf },
  {
    title: 'Created',
    name: 'moment created',
    cell: ({ events: [first] }) => <MomentOf at={first!.time} now={now} />,
  },
  {
    title: 'Next or last',
    name: 'due',
    cell: (message) => {
      const { nextDeliveryTime = 0, time } = message.last
      if (!isWaiting(message)) return <MomentOf at={time} now={now} />
      const reason = reasonOf(message, now, held)
      return (
        <span title={reason}>
          {nextDeliveryTime > now && !isHeld(message, now, held)
            ? relative(nextDeliveryTime, now)
            : reason}
        </span>
      )
    },
  },
  { title: 'Message id', name: 'id', cell: ({ id }) => id },
]

export function Messages({ id }: ViewProps) {
  const all = useMessages()
  const { now } = useStore(state)
  const held = useStore(holds)
  const isKnown = useStore(isRead)
  const [phase, setPhase] = useState<keyof typeof PHASES>('all')
  const [filter, setFilter] = useState('')
  const shown = useMemo(() => {
    const words = filter.toLowerCase().split(/\s+/).filter(Boolean)
    return all
      .filter(
        (message) =>
          (phase === 'all' || phaseOf(message) === phase) &&
          words.every((word) => textOf(message).includes(word)),
      )
      .reverse()
  }, [all, phase, filter])
  const opened = id === undefined ? undefined : all.find((message) => message.id === id)

  return (
    <>
      <div class="bar">
        <h1>Messages</h1>
        <Filter label="Filter: URL, id, label, key" value={filter} onChange={setFilter} />
        <Choice label="State" values={PHASES} value={phase} onChange={setPhase} />
        <span class="grow" />
        <Send />
      </div>
      <NotPublished />
      <div class={opened || (isKnown && id !== undefined) ? 'split is-open' : 'split'}>
        {shown.length > 0 ? (
          <List
            label="Messages"
            rows={shown}
            keyOf={(message) => message.id}
            columns={columnsAt(now, held)}
            selected={id}
            onSelect={(key) => goTo('messages', key)}
          />
        ) : isKnown ? (
          <Nothing isFiltered={all.length > 0} />
        ) : (
          <Unread />
        )}
        {opened ? (
          <Opened key={opened.id} message={opened} all={all} />
        ) : (
          isKnown &&
          id !== undefined && <NotFound what="message" id={id} onClose={() => goTo('messages')} />
        )}
      </div>
    </>
  )
}

const textOf = ({ id, events: [first] }: Message): string =>
  [id, first!.url, first!.queueName, first!.flowControlKey, first!.scheduleId, first!.topicName]
    .concat(first!.labels ?? [])
    .join('\n')
    .toLowerCase()

/** Publishes a message. Its body is JSON unless a header says otherwise. */
function Send() {
  const { dialect } = useStore(session)
  return (
    <FormButton
      title="Send a message"
      fields={{
        destination: { label: 'Destination', placeholder: 'http://127.0.0.1:3000/' },
        body: { label: 'Body', initial: '{"hello": "world"}', isLong: true },
        headers: {
          label: 'Headers, one a line',
          isLong: true,
          placeholder: `${dialect.headerPrefix}Delay: 1h\n${dialect.headerPrefix}Retries: 0`,
        },
      }}
      onSubmit={({ destination, body, headers }) =>
        act(async () => {
          const sent = { 'Content-Type': 'application/json', ...headersIn(headers) }
          const request = { headers: sent, body }
          const published = await operation<Published | Published[]>(
            ...(['POST', `/v2/publish/${destination}`, request] as const),
          )
          const [first] = [published].flat()
          if (first) goTo('messages', first.messageId)
        }, 'The message is sent.')
      }
    />
  )
}

interface Published {
  readonly messageId: string
}

/** Says how many publishes became no message, with links to them in Live. */
function NotPublished() {
  const recorded = useStore(entries)
  const from = useStore(cleared)
  const [refused, repeated] = useMemo(() => {
    const all = recorded.filter(({ kind, sequence }) => kind === 'queue' && sequence > from)
    return [
      all.filter((entry) => refusalsIn(entry).length > 0).length,
      all.filter(({ responseBody }) => responseBody?.includes(DUPLICATE)).length,
    ]
  }, [recorded, from])
  if (refused + repeated === 0) return null
  return (
    <p class="note">
      {refused > 0 && (
        <>
          {countOf(refused, 'publish was', 'publishes were')} refused: see{' '}
          <a href={liveWith('error:', 'queue')}>
            Live, filter <code>error:</code>
          </a>
          .{' '}
        </>
      )}
      {repeated > 0 && (
        <>
          {countOf(repeated, 'publish was a duplicate', 'publishes were duplicates')}: see{' '}
          <a href={liveWith(DUPLICATE)}>
            Live, filter <code>{DUPLICATE}</code>
          </a>
          .
        </>
      )}
    </p>
  )
}

function Nothing({ isFiltered }: { isFiltered: boolean }) {
  const current = useStore(session)
  if (isFiltered) return <Empty title="No message matches the filter." />
  return (
    <Empty title="No messages yet">
      <p>Publish one to see when and how it is delivered:</p>
      <Command>{publishCommand(current)}</Command>
      <p>This one is due in a day:</p>
      <Command>{publishCommand(current, "-H 'Svc-Delay: 1d'")}</Command>
    </Empty>
  )
}

/** While a message waits for a retry, the store counts that retry already. */
const retriesOf = ({ retried, maxRetries }: Pending, waits: boolean): string =>
  `${waits && retried > 0 ? retried - 1 : retried} of ${maxRetries} used`

function Opened({ message, all }: { message: Message; all: readonly Message[] }) {
  const { now } = useStore(state)
  const journal = useStore(entries)
  const { id, events } = message
  const first = events[0]!
  const pending = usePending(message)
  const attempts = journal.filter((entry) => entry.messageId === id)
  const callbacks = all.filter((each) => each.events[0]!.origin?.messageId === id)
  const waits = isWaiting(message)
  // The queue forgets a message that has ended.
  const shown = useRef<Pending | undefined>(undefined)
  if (pending) shown.current = pending
  const publisher = useMemo(() => publisherOf(id, journal), [id, journal.length > 0])
  const body = pending ?? shown.current ?? bodyOf(attempts[0]) ?? bodyOf(publisher)
  const running = useStore(underWay).find((entry) => entry.messageId === id)
  const held = useStore(holds)
  const holders = useMemo(
    () => (isHeld(message, now, held) ? holdersOf(message, all, held) : []),
    [message, all, held, isHeld(message, now, held)],
  )
  const cancel = () =>
    act(() => operation('DELETE', `/v2/messages/${encodeURIComponent(id)}`), 'Cancelled.')
  const deliver = () =>
    act(
      () => post('queue/deliver-now', { messageId: id }),
      first.queueName !== undefined
        ? `It is due now, and starts when it is first in the queue ${first.queueName}.`
        : first.flowControlKey === undefined
          ? 'It is due now.'
          : `It is due now, but the key ${first.flowControlKey} may hold it back: see Flow.`,
    )
  const whyNot = waits ? undefined : `The message is ${PHASES[phaseOf(message)].toLowerCase()}.`

  return (
    <Panel
      title={<code>{id}</code>}
      onClose={() => goTo('messages')}
      actions={
        <>
          <button
            type="button"
            class="is-primary"
            disabled={!waits}
            title={whyNot}
            onClick={() => void deliver()}
          >
            Deliver now
          </button>
          <button type="button" disabled={!waits} title={whyNot} onClick={() => void cancel()}>
            Cancel message
          </button>
        </>
      }
    >
      <Facts
        facts={{
          State: <PhaseBadge message={message} />,
          Destination: <code>{first.url}</code>,
          'Next attempt': waits ? <NextAttempt message={message} now={now} /> : undefined,
          'Slot held by': holders.length > 0 ? <MessageLinks of={holders} /> : undefined,
          'Running for': running && <RunningFor entry={running} />,
          'Times out':
            running?.timeout === undefined
              ? undefined
              : `${relative(running.at + running.timeout, now)}, at ${momentOf(running.at + running.timeout, now)}`,
          'Published by': publisher && (
            <a href={hashOf('live', String(publisher.sequence))}>the request in Live</a>
          ),
          Retries: pending && retriesOf(pending, waits),
          'Timeout of an attempt': pending && durationOf(pending.timeout),
          'Retry delay': pending?.retryDelayExpression,
          Queue: first.queueName,
          'Flow-control key': first.flowControlKey,
          Schedule: first.scheduleId,
          Group: first.topicName,
          Labels: first.labels?.join(', '),
          Callback: pending?.callback,
          'Failure callback': pending?.failureCallback,
          Run: first.runKey && <a href={hashOf('runs', first.runKey)}>Open the run</a>,
          'Republish of': first.republishOf && (
            <a href={hashOf('messages', first.republishOf)}>{first.republishOf}</a>
          ),
          Reports: first.origin && (
            <a href={hashOf('messages', first.origin.messageId)}>{first.origin.messageId}</a>
          ),
        }}
      />
      <h3>Timeline</h3>
      <ol class="timeline">
        {events.map((event, index) => (
          <Moment
            key={event.sequence}
            event={event}
            now={now}
            previous={events[index - 1]}
            attempt={attemptOf(events, index, attempts)}
          >
            {event.state === 'FAILED' && first.runKey === undefined && (
              <AfterFailure id={id} all={all} />
            )}
          </Moment>
        ))}
        {waits && <NextMoment message={message} now={now} />}
      </ol>
      {callbacks.length > 0 && (
        <>
          <h3>Callbacks</h3>
          <ul class="links">
            {callbacks.map((each) => (
              <li key={each.id}>
                <PhaseBadge message={each} />{' '}
                <a href={hashOf('messages', each.id)}>{each.events[0]!.url}</a>{' '}
                <span class="quiet">{dateOf(each.events[0]!.time)}</span>
              </li>
            ))}
          </ul>
        </>
      )}
      {body && (
        <>
          <h3>Message</h3>
          <Headers headers={body.header} />
          <Body text={body.body} base64={body.bodyBase64} />
        </>
      )}
    </Panel>
  )
}

/** The time of an event, below the date of another day. */
const EventTime = ({ at, now }: { at: number; now: number }) => {
  const day = otherDay(at, now)
  return (
    <span class="event-time" title={dateOf(at)}>
      {day && <div>{day}</div>}
      {timeOf(at)}
    </span>
  )
}

/** The last line of the timeline of a message that waits. */
const NextMoment = ({ message, now }: { message: Message; now: number }) => {
  const due = startOf(message, now, useStore(holds))
  return (
    <li class="event is-next">
      {due < Infinity ? <EventTime at={due} now={now} /> : <span class="event-time" />}
      <span class="event-gap" />
      <span>
        <strong>Next attempt</strong> {due > now && due < Infinity && relative(due, now)}
        <span class="quiet">
          <Reason message={message} now={now} />
        </span>
      </span>
    </li>
  )
}

/** Returns the message as its first attempt sent it, because a message that has ended is deleted. */
const bodyOf = (
  attempt: Entry | undefined,
): Pick<Pending, 'header' | 'body' | 'bodyBase64'> | undefined =>
  attempt && {
    header: attempt.requestHeaders,
    ...(attempt.requestBody !== undefined && { body: attempt.requestBody }),
    ...(attempt.requestBodyBase64 !== undefined && { bodyBase64: attempt.requestBodyBase64 }),
  }

/** Returns the attempt in the journal that an event ended. */
function attemptOf(
  events: readonly MessageEvent[],
  index: number,
  attempts: readonly Entry[],
): Entry | undefined {
  const { state } = events[index]!
  if (state !== 'ERROR' && state !== 'DELIVERED') return undefined
  const number = events.slice(0, index).filter((event) => event.state === 'ACTIVE').length
  return attempts.find(({ retried }) => retried === number - 1)
}

const WORDS: Readonly<Record<MessageEvent['state'], string>> = {
  CREATED: 'Created',
  ACTIVE: 'Attempt',
  ERROR: 'Attempt failed',
  RETRY: 'Retry planned',
  DELIVERED: 'Delivered',
  FAILED: 'Failed: no retries left',
  CANCEL_REQUESTED: 'Cancelled during an attempt',
  CANCELLED: 'Cancelled',
}

/** The link of a failed message without a run: its DLQ entry, or the message that was published in its place. */
function AfterFailure({ id, all }: { id: string; all: readonly Message[] }) {
  const again = all.find((each) => each.events[0]!.republishOf === id)
  const dlq = useQuery(`dlq of ${id}`, () =>
    operation<{ messages: readonly object[] }>(
      'GET',
      `/v2/dlq?messageId=${encodeURIComponent(id)}`,
    ),
  )
  if (again)
    return (
      <div>
        Republished as <a href={hashOf('messages', again.id)}>{again.id}</a>
      </div>
    )
  if (dlq === undefined) return null
  return dlq.messages.length > 0 ? (
    <>
      {' '}
      <a href={hashOf('dlq', id)}>Open the DLQ entry</a>
    </>
  ) : (
    <span class="quiet">Its DLQ entry was deleted.</span>
  )
}

function Moment({
  event: { state, time, error, nextDeliveryTime },
  now,
  previous,
  attempt,
  children,
}: {
  event: MessageEvent
  now: number
  previous: MessageEvent | undefined
  attempt: Entry | undefined
  children: ComponentChildren
}) {
  const gap = previous && time - previous.time
  return (
    <li class={`event is-${state.toLowerCase()}`}>
      <EventTime at={time} now={now} />
      <span class="event-gap">{gap ? `+${durationOf(gap)}` : ''}</span>
      <span>
        <strong>{WORDS[state]}</strong>
        {state === 'RETRY' && nextDeliveryTime !== undefined && ` for ${dateOf(nextDeliveryTime)}`}
        {children}
        {attempt?.interceptedBy !== undefined && (
          <span class="tag">intercept {attempt.interceptedBy}</span>
        )}
        {error && state !== 'FAILED' && (
          <span class="quiet">
            {attempt?.interceptedBy === undefined
              ? error
              : error.replace('the destination answered', 'the intercept answered')}
          </span>
        )}
        {attempt && (
          <details>
            <summary>
              Response <Status status={attempt.status} error={attempt.error} /> in{' '}
              {durationOf(attempt.durationMs)}
            </summary>
            <Headers headers={attempt.responseHeaders} />
            {attempt.status !== undefined && (
              <Body text={attempt.responseBody} base64={attempt.responseBodyBase64} />
            )}
            <a href={hashOf('live', String(attempt.sequence))}>Open in Live</a>
          </details>
        )}
      </span>
    </li>
  )
}
