// The time of the next attempt of a message, and the reason why it waits.

import { momentOf, relative } from './format.ts'
import { isHeld, reasonOf, startOf, type Message } from './history.ts'
import { holds } from './holds.ts'
import { hashOf } from './route.ts'
import { useStore } from './store.ts'

/** The reason why a message waits, with a link to what may hold it back. */
export const Reason = ({ message, now }: { message: Message; now: number }) => {
  const held = useStore(holds)
  return (
    <>
      {reasonOf(message, now, held)}
      {isHeld(message, now, held) && (
        <>
          {' '}
          <a href={hashOf('flow')}>Open Flow</a>
        </>
      )}
    </>
  )
}

/** The time of the next attempt of a message that waits, or the reason why no time is known. */
export const NextAttempt = ({ message, now }: { message: Message; now: number }) => {
  const due = startOf(message, now, useStore(holds))
  const reason = <Reason message={message} now={now} />
  return due > now && due < Infinity ? (
    <>
      {relative(due, now)}, at {momentOf(due, now)} <span class="quiet">({reason})</span>
    </>
  ) : (
    reason
  )
}
