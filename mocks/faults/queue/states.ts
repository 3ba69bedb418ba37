// Mistakes under the heading: States and transitions.

import type { Queue } from '../../queue/queue.js'
import type { Fault } from '../fault.js'
import { forbidden } from './parts.js'

export const stateFaults: readonly Fault<Queue>[] = [
  {
    name: 'a run that has completed is shown as RUN_COMPLETED',
    breaks: ['queue.states.run-success'],
    apply: (queue) => ({
      ...queue,
      shownRun(run) {
        const shown = queue.shownRun(run)
        return run.state === 'RUN_SUCCESS'
          ? forbidden({ ...shown, workflowState: 'RUN_COMPLETED' })
          : shown
      },
    }),
  },
]
