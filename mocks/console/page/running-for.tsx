// The duration of an attempt in progress.

import type { Entry } from './feed.ts'
import { durationOf } from './format.ts'
import { state } from './state.ts'
import { useStore } from './store.ts'

/** Shows the duration. A virtual clock stands still meanwhile, so that real time counts too. */
export function RunningFor({ entry: { at, realAt } }: { entry: Pick<Entry, 'at' | 'realAt'> }) {
  const { now, clock } = useStore(state)
  const real = durationOf(Date.now() - realAt)
  if (clock === 'real') return <>{real}</>
  return (
    <>
      {durationOf(now - at)} of virtual time, {real} of real time
    </>
  )
}
