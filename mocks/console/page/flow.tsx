// The view of what waits and why: flow-control keys, queues, schedules and URL groups.

import { cloneElement, toChildArray, type VNode } from 'preact'
import { useMemo } from 'preact/hooks'
import { get, operation, post } from './api.ts'
import { connection } from './feed.ts'
import { countOf, momentOf, relative } from './format.ts'
import {
  dueText,
  holdersOfKey,
  holdersOfQueue,
  isRead,
  isWaiting,
  rateText,
  reasonOf,
  useMessages,
  type Message,
} from './history.ts'
import { holds, readKeys, readQueues } from './holds.ts'
import { MessageLinks } from './message-links.tsx'
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
          {useStore(isRead) &&
            `${countOf(waiting.length, 'message waits', 'messages wait')} for an attempt`}
        </span>
      </div>
      <Waiting waiting={waiting} now={now} />
      <Keys messages={messages} now={now} />
      <Queues messages={messages} />
      <Schedules now={now} />
      <Groups />
    </div>
  )
}

/** A section with a table, or with a command that fills it. Its data may not be read yet. */
function Section({
  title,
  titles,
  rows,
  sample,
  empty,
}: {
  title: string
  titles: readonly string[]
  rows: readonly VNode[] | undefined
  sample: string | undefined
  empty: string
}) {
  const isLost = useStore(connection) === 'lost'
  return (
    <section class="block">
      <h2>{title}</h2>
      {rows === undefined ? (
        isLost && <p class="quiet">Not connected.</p>
      ) : rows.length === 0 ? (
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
            <tbody>{rows.slice(0, MOST).map((row) => withTitles(row, titles))}</tbody>
          </table>
          {rows.length > MOST && <p class="quiet">{rows.length - MOST} more are not shown.</p>}
        </div>
      )}
    </section>
  )
}

/** Gives the cells of a row the titles of their columns, for a window that is too narrow for columns. */
const withTitles = (row: VNode, titles: readonly string[]): VNode =>
  cloneElement(
    row,
    {},
    toChildArray(row.props.children).map((cell, index) =>
      typeof cell !== 'object' || index === 0 || titles[index] === 'Actions'
        ? cell
        : cloneElement(cell as VNode<object>, { 'data-title': titles[index] }),
    ),
  )

function Waiting({ waiting, now }: { waiting: readonly Message[]; now: number }) {
  const held = useStore(holds)
  const isKnown = useStore(isRead)
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
      rows={(isKnown ? reasons : undefined)?.map(([reason, { count, first }]) => (
        <tr key={reason}>
          <td>{reason}</td>
          <td class="figure">{count.toLocaleString('en')}</td>
          <td>{dueText(first, now, held)}</td>
          <td>
            <a href={hashOf('messages', first.id)}>{first.events[0]!.url}</a>
          </td>
        </tr>
      ))}
    />
  )
}

function Keys({ messages, now }: { messages: readonly Message[]; now: number }) {
  const current = useStore(session)
  const names = useMemo(() => {
    const all = messages.flatMap(({ events }) => events[0]!.flowControlKey ?? [])
    return Array.from(new Set(all)).sort().slice(0, MOST)
  }, [messages])
  const read = useQuery(`flow ${names.join('\n')}`, () => readKeys(names))
  // Without messages the page does not know yet which keys there are.
  const keys = useStore(isRead) ? read : undefined
  const change = (key: string, how: string) =>
    void act(() => operation('POST', `/v2/flowControl/${encodeURIComponent(key)}/${how}`))
  const settings =
    "-H 'Svc-Flow-Control-Key: mail' -H 'Svc-Flow-Control-Value: parallelism=1, rate=10'"
  return (
    <Section
      title="Flow-control keys"
      titles={['Key', 'Waiting', 'In progress', 'Rate', 'Actions']}
      empty="No message has a flow-control key yet:"
      sample={publishCommand(current, settings)}
      rows={keys?.map((each) => (
        <tr key={each.key}>
          <td>
            {each.key} {each.isPaused && <Badge tone="warn">paused</Badge>}
          </td>
          <td class="figure">{each.waitListSize}</td>
          <td>
            {each.parallelismMax === 0 ? '—' : `${each.parallelismCount} of ${each.parallelismMax}`}
            {each.isPinnedParallelism && <span class="tag">pinned</span>}
            <MessageLinks of={holdersOfKey(each.key, messages)} />
          </td>
          <td>
            {each.rateMax === 0 ? '—' : rateText(each, now)}
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

function Queues({ messages }: { messages: readonly Message[] }) {
  const queues = useQuery('queues', readQueues)
  const path = (name: string) => `/v2/queues/${encodeURIComponent(name)}`
  return (
    <Section
      title="Queues"
      titles={['Queue', 'Waiting', 'In turn', 'Actions']}
      empty="No queue yet. Enqueue a message to create one:"
      sample={queueCommand(useStore(session))}
      rows={queues
        ?.map((queue) => ({ ...queue, holders: holdersOfQueue(queue, messages) }))
        .map(({ name, parallelism, paused, lag, holders }) => (
          <tr key={name}>
            <td>
              {name} {paused && <Badge tone="warn">paused</Badge>}
            </td>
            <td class="figure">{lag}</td>
            <td>
              {holders.length} of {parallelism}
              <MessageLinks of={holders} />
            </td>
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
                onConfirm={() =>
                  void act(() => operation('DELETE', path(name)), `Deleted ${name}.`)
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

interface Schedule {
  readonly scheduleId: string
  readonly cron: string
  readonly destination: string
  readonly isPaused: boolean
  readonly nextScheduleTime?: number
  readonly lastScheduleTime?: number
}

function Schedules({ now }: { now: number }) {
  const schedules = useQuery('schedules', () => operation<Schedule[]>('GET', '/v2/schedules'))
  const path = (id: string) => `/v2/schedules/${encodeURIComponent(id)}`
  return (
    <Section
      title="Schedules"
      titles={['Schedule', 'Cron', 'Destination', 'Next', 'Last', 'Actions']}
      empty="No schedule yet:"
      sample={scheduleCommand(useStore(session))}
      rows={schedules?.map((each) => (
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
                void act(
                  () => post('queue/run-schedule', { scheduleId: each.scheduleId }),
                  'The message of the schedule is sent.',
                )
              }
            >
              Run now
            </button>
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
  const groups = useQuery(
    'groups',
    async () => (await get<{ groups: Group[] }>('queue/groups')).groups,
  )
  return (
    <Section
      title="URL groups"
      titles={['Group', 'Endpoints', 'Actions']}
      empty="No URL group yet:"
      sample={groupCommand(useStore(session))}
      rows={groups?.map(({ name, endpoints }) => (
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
