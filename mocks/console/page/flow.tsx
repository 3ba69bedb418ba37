// The view of what waits and why: flow-control keys, queues, schedules and URL groups.

import type { ComponentChildren } from 'preact'
import { useMemo } from 'preact/hooks'
import { get, operation } from './api.ts'
import { countOf, momentOf, relative } from './format.ts'
import { dueText, isWaiting, reasonOf, useMessages, type Message } from './history.ts'
import { pauses } from './pauses.ts'
import { act } from './notices.ts'
import { Badge, Command, Confirmed } from './parts.tsx'
import { useQuery } from './query.ts'
import { hashOf } from './route.ts'
import { groupCommand, publishCommand, queueCommand, scheduleCommand } from './samples.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'

/** The maximum number of rows of a table. */
const MOST = 200

export function Flow() {
  const messages = useMessages()
  const { now } = useStore(state)
  const waiting = useMemo(() => messages.filter(isWaiting), [messages])
  return (
    <div class="page" tabIndex={0} role="region" aria-label="Flow">
      <div class="bar">
        <h1>Flow</h1>
        <span class="quiet">
          {countOf(waiting.length, 'message waits', 'messages wait')} for an attempt
        </span>
      </div>
      <Waiting waiting={waiting} now={now} />
      <Keys messages={messages} />
      <Queues />
      <Schedules now={now} />
      <Groups />
    </div>
  )
}

/** A section with a table, or with a command that fills it. */
function Section({
  title,
  titles,
  rows,
  sample,
  empty,
}: {
  title: string
  titles: readonly string[]
  rows: readonly ComponentChildren[]
  sample: string | undefined
  empty: string
}) {
  return (
    <section class="block">
      <h2>{title}</h2>
      {rows.length === 0 ? (
        <>
          <p class="quiet">{empty}</p>
          {sample !== undefined && <Command>{sample}</Command>}
        </>
      ) : (
        <div class="table-box" tabIndex={0} role="region" aria-label={title}>
          <table>
            <thead>
              <tr>
                {titles.map((each) => (
                  <th key={each} scope="col">
                    {each === 'Actions' ? <span class="hidden">{each}</span> : each}
                  </th>
                ))}
              </tr>
            </thead>
            <tbody>{rows.slice(0, MOST)}</tbody>
          </table>
          {rows.length > MOST && <p class="quiet">{rows.length - MOST} more are not shown.</p>}
        </div>
      )}
    </section>
  )
}

function Waiting({ waiting, now }: { waiting: readonly Message[]; now: number }) {
  const held = useStore(pauses)
  const reasons = useMemo(() => {
    const all = new Map<string, { count: number; first: Message }>()
    for (const message of waiting) {
      const reason = reasonOf(message, now, held)
      const { count, first } = all.get(reason) ?? { count: 0, first: message }
      const isEarlier = (message.last.nextDeliveryTime ?? 0) < (first.last.nextDeliveryTime ?? 0)
      all.set(reason, { count: count + 1, first: isEarlier ? message : first })
    }
    return Array.from(all)
  }, [waiting, now, held])
  return (
    <Section
      title="What waits and why"
      titles={['Reason', 'Messages', 'Next', 'Message']}
      empty="Nothing waits. A message with a delay appears here:"
      sample={publishCommand(useStore(session), "-H 'Svc-Delay: 1h'")}
      rows={reasons.map(([reason, { count, first }]) => (
        <tr key={reason}>
          <td>{reason}</td>
          <td class="figure">{count.toLocaleString('en')}</td>
          <td>{dueText(first, now)}</td>
          <td>
            <a href={hashOf('messages', first.id)}>{first.events[0]!.url}</a>
          </td>
        </tr>
      ))}
    />
  )
}

interface FlowKey {
  readonly key: string
  readonly waitListSize: number
  readonly parallelismMax: number
  readonly parallelismCount: number
  readonly rateMax: number
  readonly rateCount: number
  readonly ratePeriod: number
  readonly isPaused: boolean
  readonly isPinnedParallelism: boolean
  readonly isPinnedRate: boolean
}

function Keys({ messages }: { messages: readonly Message[] }) {
  const current = useStore(session)
  const names = useMemo(() => {
    const all = messages.flatMap(({ events }) => events[0]!.flowControlKey ?? [])
    return Array.from(new Set(all)).sort().slice(0, MOST)
  }, [messages])
  const query = names.map((name) => `key=${encodeURIComponent(name)}`).join('&')
  const keys =
    useQuery(query, async () =>
      query === '' ? [] : (await get<{ keys: FlowKey[] }>(`queue/flow?${query}`)).keys,
    ) ?? []
  const change = (key: string, how: string) =>
    void act(() => operation('POST', `/v2/flowControl/${encodeURIComponent(key)}/${how}`))
  const settings =
    "-H 'Svc-Flow-Control-Key: mail' -H 'Svc-Flow-Control-Value: parallelism=1, rate=10'"
  return (
    <Section
      title="Flow-control keys"
      titles={['Key', 'Waiting', 'Parallelism', 'Rate', 'Actions']}
      empty="No message has a flow-control key yet:"
      sample={publishCommand(current, settings)}
      rows={keys.map((each) => (
        <tr key={each.key}>
          <td>
            {each.key} {each.isPaused && <Badge tone="warn">paused</Badge>}
          </td>
          <td class="figure">{each.waitListSize}</td>
          <td>
            {each.parallelismMax === 0 ? '—' : `${each.parallelismCount} of ${each.parallelismMax}`}
            {each.isPinnedParallelism && <span class="tag">pinned</span>}
          </td>
          <td>
            {each.rateMax === 0
              ? '—'
              : `${each.rateCount} of ${each.rateMax} in ${each.ratePeriod} s`}
            {each.isPinnedRate && <span class="tag">pinned</span>}
          </td>
          <td class="end">
            <button
              type="button"
              class="is-small"
              onClick={() => change(each.key, each.isPaused ? 'resume' : 'pause')}
            >
              {each.isPaused ? 'Resume' : 'Pause'}
            </button>
            <button type="button" class="is-small" onClick={() => change(each.key, 'resetRate')}>
              Reset rate
            </button>
          </td>
        </tr>
      ))}
    />
  )
}

interface OrderedQueue {
  readonly name: string
  readonly parallelism: number
  readonly paused: boolean
  readonly lag: number
}

function Queues() {
  const queues = useQuery('queues', () => operation<OrderedQueue[]>('GET', '/v2/queues')) ?? []
  const path = (name: string) => `/v2/queues/${encodeURIComponent(name)}`
  return (
    <Section
      title="Queues"
      titles={['Queue', 'Waiting', 'Parallelism', 'Actions']}
      empty="No queue yet. Enqueue a message to create one:"
      sample={queueCommand(useStore(session))}
      rows={queues.map(({ name, parallelism, paused, lag }) => (
        <tr key={name}>
          <td>
            {name} {paused && <Badge tone="warn">paused</Badge>}
          </td>
          <td class="figure">{lag}</td>
          <td class="figure">{parallelism}</td>
          <td class="end">
            <button
              type="button"
              class="is-small"
              onClick={() =>
                void act(() => operation('POST', `${path(name)}/${paused ? 'resume' : 'pause'}`))
              }
            >
              {paused ? 'Resume' : 'Pause'}
            </button>
            <Confirmed
              question="Delete, with its messages?"
              onConfirm={() => void act(() => operation('DELETE', path(name)), `Deleted ${name}.`)}
            >
              Delete
            </Confirmed>
          </td>
        </tr>
      ))}
    />
  )
}

interface Schedule {
  readonly scheduleId: string
  readonly cron: string
  readonly destination: string
  readonly isPaused: boolean
  readonly nextScheduleTime?: number
  readonly lastScheduleTime?: number
}

function Schedules({ now }: { now: number }) {
  const schedules = useQuery('schedules', () => operation<Schedule[]>('GET', '/v2/schedules')) ?? []
  const path = (id: string) => `/v2/schedules/${encodeURIComponent(id)}`
  return (
    <Section
      title="Schedules"
      titles={['Schedule', 'Cron', 'Destination', 'Next', 'Last', 'Actions']}
      empty="No schedule yet:"
      sample={scheduleCommand(useStore(session))}
      rows={schedules.map((each) => (
        <tr key={each.scheduleId}>
          <td>
            <code>{each.scheduleId}</code> {each.isPaused && <Badge tone="warn">paused</Badge>}
          </td>
          <td>
            <code>{each.cron}</code>
          </td>
          <td>{each.destination}</td>
          <td>
            {each.nextScheduleTime === undefined ? '—' : relative(each.nextScheduleTime, now)}
          </td>
          <td>
            {each.lastScheduleTime === undefined ? '—' : momentOf(each.lastScheduleTime, now)}
          </td>
          <td class="end">
            <button
              type="button"
              class="is-small"
              onClick={() =>
                void act(() =>
                  operation(
                    'PATCH',
                    `${path(each.scheduleId)}/${each.isPaused ? 'resume' : 'pause'}`,
                  ),
                )
              }
            >
              {each.isPaused ? 'Resume' : 'Pause'}
            </button>
            <Confirmed
              question="Delete the schedule?"
              onConfirm={() =>
                void act(() => operation('DELETE', path(each.scheduleId)), 'Deleted the schedule.')
              }
            >
              Delete
            </Confirmed>
          </td>
        </tr>
      ))}
    />
  )
}

interface Group {
  readonly name: string
  readonly endpoints: readonly { readonly url: string; readonly name?: string }[]
}

function Groups() {
  const groups =
    useQuery('groups', async () => (await get<{ groups: Group[] }>('queue/groups')).groups) ?? []
  return (
    <Section
      title="URL groups"
      titles={['Group', 'Endpoints', 'Actions']}
      empty="No URL group yet:"
      sample={groupCommand(useStore(session))}
      rows={groups.map(({ name, endpoints }) => (
        <tr key={name}>
          <td>{name}</td>
          <td>
            {endpoints.map((endpoint) => (
              <div key={endpoint.url}>
                {endpoint.url} {endpoint.name && <span class="tag">{endpoint.name}</span>}
              </div>
            ))}
          </td>
          <td class="end">
            <Confirmed
              question="Delete the group?"
              onConfirm={() =>
                void act(
                  () => operation('DELETE', `/v2/topics/${encodeURIComponent(name)}`),
                  `Deleted ${name}.`,
                )
              }
            >
              Delete
            </Confirmed>
          </td>
        </tr>
      ))}
    />
  )
}
