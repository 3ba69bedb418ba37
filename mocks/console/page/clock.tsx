// The view of the clock: its time, its next event, and what advances it.

import { useMemo, useState } from 'preact/hooks'
import { post } from './api.ts'
import { countOf, dateOf, durationOf, relative } from './format.ts'
import { dueText, isHeld, isWaiting, reasonOf, useMessages, type Message } from './history.ts'
import { pauses } from './pauses.ts'
import { act, notify } from './notices.ts'
import { Command, Confirmed } from './parts.tsx'
import { hashOf } from './route.ts'
import { session, state } from './state.ts'
import { useStore } from './store.ts'

const STEPS = ['1m', '1h', '1d'] as const

/** The number of messages that the view shows. */
const SHOWN = 10

export function Clock() {
  const { queue } = useStore(session)
  return (
    <div class="page" tabIndex={0} role="region" aria-label="Clock">
      <div class="bar">
        <h1>Clock</h1>
      </div>
      <Time />
      {queue && <Due />}
      <Reset />
    </div>
  )
}

/** Says when the next event is, and how many messages a pause or a limit holds back. */
function Next() {
  const { now, nextEvent } = useStore(state)
  const messages = useMessages()
  // A message that the next event delivers now is not held back.
  const held =
    nextEvent !== undefined && nextEvent <= now
      ? 0
      : messages.filter((message) => isHeld(message, now)).length
  return (
    <p>
      {nextEvent !== undefined
        ? `Next event ${relative(nextEvent, now)}, at ${dateOf(nextEvent)}. `
        : held === 0
          ? 'Nothing is due. Attempts that are under way end with their response or timeout.'
          : ''}
      {held > 0 && (
        <>
          {countOf(held, 'due message is', 'due messages are')} held back by a key or a queue: see{' '}
          <a href={hashOf('flow')}>Flow</a>.
        </>
      )}
    </p>
  )
}

function Time() {
  const { queue } = useStore(session)
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
          <Command>npx svc-contract mock --clock virtual</Command>
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

function Due() {
  const messages = useMessages()
  const { now } = useStore(state)
  const held = useStore(pauses)
  const due = useMemo(() => {
    const dueOf = ({ last }: Message) => last.nextDeliveryTime ?? 0
    return messages
      .filter(isWaiting)
      .sort((a, b) => dueOf(a) - dueOf(b))
      .slice(0, SHOWN)
  }, [messages])
  if (due.length === 0) return null
  return (
    <section class="block">
      <h2>Due next</h2>
      <div class="table-box" tabIndex={0} role="region" aria-label="Due next">
        <table>
          <thead>
            <tr>
              <th scope="col">Due</th>
              <th scope="col">Message</th>
              <th scope="col">Reason</th>
            </tr>
          </thead>
          <tbody>
            {due.map((message) => (
              <tr key={message.id}>
                <td>{dueText(message, now)}</td>
                <td>
                  <a href={hashOf('messages', message.id)}>{message.events[0]!.url}</a>
                </td>
                <td>{reasonOf(message, now, held)}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </section>
  )
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
