// The view of the clock: its time, its next event, and what advances it.

import { useMemo, useState } from 'preact/hooks'
import { addressOf, ApiError, get, operation, post, type Service, type Session } from './api.ts'
import { underWay } from './feed.ts'
import { countOf, dateOf, durationOf, momentOf, relative } from './format.ts'
import {
  dueText,
  isHeld,
  isRead,
  isWaiting,
  reasonOf,
  startOf,
  useMessages,
  type Message,
} from './history.ts'
import { holds } from './holds.ts'
import { act, notify } from './notices.ts'
import { Command, Confirmed } from './parts.tsx'
import { useQuery } from './query.ts'
import { hashOf } from './route.ts'
import { word } from './shell.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'
import { isOpen, isSleep, type Step, type StepGroup } from './waterfall.tsx'

const STEPS = ['1m', '1h', '1d'] as const

/** The number of events that the view shows first, and adds at a time. */
const [SHOWN, MORE] = [10, 100]

export function Clock() {
  const { queue } = useStore(session)
  return (
    <div class="page" tabIndex={0} role="region" aria-label="Clock">
      <div class="bar">
        <h1>Clock</h1>
      </div>
      <Time />
      {queue && <Due />}
      <Snapshot />
      <Reset />
    </div>
  )
}

/** Says when the next event is, and how many messages a pause or a limit holds back. */
function Next() {
  const { now, nextEvent } = useStore(state)
  const isKnown = useStore(isRead)
  const messages = useMessages()
  const held = useStore(holds)
  // A message that the next event delivers now is not held back.
  const count =
    nextEvent !== undefined && nextEvent <= now
      ? 0
      : messages.filter((message) => isHeld(message, now, held)).length
  return (
    <p>
      {nextEvent !== undefined
        ? `Next event ${relative(nextEvent, now)}, at ${dateOf(nextEvent)}. `
        : count === 0 && isKnown
          ? 'Nothing is due. Attempts that are under way end with their response or timeout.'
          : ''}
      {count > 0 && (
        <>
          {countOf(count, 'message is', 'messages are')} held back by a key or a queue: see{' '}
          <a href={hashOf('flow')}>Flow</a>.
        </>
      )}
    </p>
  )
}

/** Returns the command of a mock with a virtual clock, and the ports and the options of this one. */
function mockCommand({ kv, queue, dialect, allowDestinations, commandLine }: Session): string {
  const options = commandLine ?? [
    ...(dialect.name === 'svc' ? [] : ['--dialect', dialect.name]),
    ...allowDestinations.flatMap((host) => ['--allow-destination', host]),
  ]
  const portOf = (name: string, service: Service | undefined) =>
    service ? ` --${name}-port ${new URL(service.url).port || '80'}` : ''
  return [
    `npx svc-contract mock --clock virtual${portOf('kv', kv)}${portOf('queue', queue)}`,
    ...options.map(word),
  ].join(' ')
}

function Time() {
  const current = useStore(session)
  const { queue } = current
  const { now, clock, nextEvent } = useStore(state)
  const [duration, setDuration] = useState('')
  const [isBusy, setIsBusy] = useState(false)

  async function advance(how: object): Promise<boolean> {
    setIsBusy(true)
    const before = now
    const isDone = await act(async () => {
      const { now: after } = await post<{ now: number }>('clock', how)
      notify(`The clock advanced by ${durationOf(after - before)}.`)
    })
    setIsBusy(false)
    return isDone
  }

  return (
    <section class="block clock-face">
      <p class="big-time">
        <strong>{dateOf(now)}</strong> <span class="quiet">{clock} time</span>
      </p>
      {queue && <Next />}
      {clock === 'real' ? (
        <>
          <p class="quiet">
            A real clock cannot be advanced. With a virtual clock, time stands still until you
            advance it, and a delay of a day takes milliseconds:
          </p>
          <Command>{mockCommand(current)}</Command>
        </>
      ) : (
        <div class="line">
          {STEPS.map((step) => (
            <button
              type="button"
              key={step}
              disabled={isBusy}
              onClick={() => void advance({ advance: step })}
            >
              +{step}
            </button>
          ))}
          <form
            class="line"
            onSubmit={(event) => {
              event.preventDefault()
              void advance({ advance: duration }).then((isDone) => isDone && setDuration(''))
            }}
          >
            <input
              class="is-short"
              aria-label="Duration, such as 90s or 7d"
              placeholder="90s"
              value={duration}
              onInput={({ currentTarget }) => setDuration(currentTarget.value)}
            />
            <button type="submit" disabled={isBusy || duration === ''}>
              Advance
            </button>
          </form>
          <button
            type="button"
            class="is-primary"
            disabled={isBusy || nextEvent === undefined}
            onClick={() => void advance({ to: Math.max(nextEvent!, now) })}
          >
            To the next event
          </button>
          <button
            type="button"
            disabled={isBusy}
            onClick={() => void advance({ runUntilIdle: true })}
          >
            Run until idle
          </button>
        </div>
      )}
    </section>
  )
}

/** Something that happens at a time: an attempt, its timeout, the end of a wait or a schedule. */
interface DueEvent {
  readonly key: string
  readonly at: number
  /** The time as a text, if it is not the time that the clock advances to. */
  readonly due?: string
  readonly href: string
  readonly name: string
  readonly what: string
}

interface Wait {
  readonly eventId: string
  readonly deadline: number
  readonly workflowRunId: string
}

interface Schedule {
  readonly scheduleId: string
  readonly destination: string
  readonly isPaused: boolean
  readonly nextScheduleTime?: number
}

/** Reads the steps of the newest runs that sleep, with the messages that wake them. */
async function readSleeps(): Promise<readonly Step[]> {
  const { runs } = await operation<{ runs: { steps: readonly StepGroup[] }[] }>(
    'GET',
    '/v2/workflows/events?groupBy=workflowRunId',
  )
  const steps = runs.flatMap(({ steps: groups }) => groups.flatMap(({ steps }) => steps))
  return steps.filter((step) => isSleep(step) && isOpen(step))
}

/** Returns what the next event of the clock can be, earliest first. */
function useDue(): readonly DueEvent[] {
  const messages = useMessages()
  const { now, nextEvent = Infinity } = useStore(state)
  const held = useStore(holds)
  const attempts = useStore(underWay)
  const waits = useQuery(
    'waits',
    async () => (await get<{ waiters: Wait[] }>('queue/waiters')).waiters,
  )
  const sleeps = useQuery('sleeps', readSleeps)
  const schedules = useQuery('schedules', () => operation<Schedule[]>('GET', '/v2/schedules'))
  return useMemo(() => {
    const dueOf = (message: Message) => {
      const at = startOf(message, now, held)
      const isHeldBack = isHeld(message, now, held) && at <= now && nextEvent > now
      // No time ends a pause or an attempt of another message.
      return isHeldBack
        ? { at: Infinity, due: 'held back' }
        : { at, due: dueText(message, now, held) }
    }
    const sleepOf = new Map((sleeps ?? []).map((step) => [step.messageId, step.stepName]))
    const whatOf = (message: Message) =>
      sleepOf.has(message.id)
        ? `step ${sleepOf.get(message.id)}: sleeps until ${momentOf(startOf(message, now, held), now)}`
        : `message: ${reasonOf(message, now, held)}`
    const all: DueEvent[] = [
      ...messages.filter(isWaiting).map((message) => ({
        key: message.id,
        ...dueOf(message),
        href: hashOf('messages', message.id),
        name: message.events[0]!.url,
        what: whatOf(message),
      })),
      ...attempts.map(({ messageId = '', at, timeout = 0, url, sequence }) => ({
        key: `attempt ${sequence}`,
        at: at + timeout,
        name: url,
        href: hashOf('messages', messageId),
        what: 'timeout of an attempt in progress',
      })),
      ...(waits ?? []).map(({ workflowRunId: id, deadline: at, eventId }) => ({
        key: `wait ${id} ${eventId}`,
        at,
        name: id,
        href: hashOf('runs', id),
        what: `end of the wait for ${eventId}`,
      })),
      ...(schedules ?? []).flatMap(({ scheduleId, nextScheduleTime: at, destination, isPaused }) =>
        at === undefined || isPaused
          ? []
          : {
              key: `schedule ${scheduleId}`,
              at,
              name: destination,
              href: hashOf('flow'),
              what: `schedule ${scheduleId}`,
            },
      ),
    ]
    return all.sort((a, b) => a.at - b.at)
  }, [messages, now, nextEvent, held, attempts, waits, sleeps, schedules])
}

function Due() {
  const { now } = useStore(state)
  const events = useDue()
  const [count, setCount] = useState(SHOWN)
  const rest = events.length - count
  if (events.length === 0) return null
  return (
    <section class="block">
      <h2>Due next</h2>
      <div class="table-box" tabIndex={0} role="region" aria-label="Due next">
        <table>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Item</th>
              <th scope="col">Event</th>
            </tr>
          </thead>
          <tbody>
            {events.slice(0, count).map(({ key, at, due, href, name, what }) => (
              <tr key={key}>
                <td>{due ?? relative(at, now)}</td>
                <td>
                  <a href={href}>{name}</a>
                </td>
                <td>{what}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
      {rest > 0 && (
        <p class="more">
          <span class="quiet">{countOf(rest, 'more event is', 'more events are')} not shown.</span>{' '}
          <button type="button" onClick={() => setCount(count + MORE)}>
            Show {Math.min(rest, MORE)} more
          </button>
        </p>
      )}
    </section>
  )
}

const Snapshot = () => (
  <section class="block">
    <h2>Snapshot</h2>
    <p class="quiet">
      A file with all keys, messages, runs and the time. Loading one replaces the data of this mock.
    </p>
    <div class="line">
      <a class="button" href={addressOf('snapshot')} download="snapshot.json">
        Save snapshot
      </a>
      <label class="button">
        Load snapshot
        <input
          type="file"
          class="hidden"
          accept=".json,application/json"
          onChange={({ currentTarget }) => {
            const [file] = Array.from(currentTarget.files ?? [])
            currentTarget.value = ''
            if (file) void act(() => restore(file), 'The snapshot is loaded.')
          }}
        />
      </label>
    </div>
  </section>
)

async function restore(file: File): Promise<void> {
  const text = await file.text()
  try {
    JSON.parse(text)
  } catch {
    throw new ApiError(400, `${file.name} is no snapshot: it is not JSON.`)
  }
  await post('restore', JSON.parse(text) as object)
}

const Reset = () => (
  <section class="block">
    <h2>Reset</h2>
    <p class="quiet">
      Deletes all keys, messages, runs and intercepts, and sets a virtual clock to the real time.
    </p>
    <Confirmed
      question="Delete all data?"
      onConfirm={() => void act(() => post('reset', {}), 'The mock is empty.')}
    >
      Reset the mock
    </Confirmed>
  </section>
)
