// A workflow application whose runs have five steps: a result, a sleep, a wait for an event, two
// results.

import type { Fleet } from './fleet.js'
import type { Answer, Sent } from './http.js'
import type { Delivered } from './receiver.js'

interface Step {
  readonly stepId: number
  readonly stepName: string
  readonly stepType: string
  readonly concurrent: 1
}

const TYPES = ['Run', 'SleepFor', 'Wait', 'Run', 'Run'] as const

/** The number of times that a request is sent until a process has answered. */
const TRIES = 5

/** Sends a request until a process accepts or refuses it. Rejects after `TRIES` failures. */
async function persist(fleet: Fleet, path: string, sent: Sent): Promise<Answer> {
  for (let tries = 1; ; tries++) {
    const answer = await fleet.ask(path, sent).catch(() => undefined)
    if (answer && answer.status < 500) return answer
    if (tries === TRIES) throw new Error(`no process has accepted ${path}`)
  }
}

/** Returns the number of steps of a run that have a result. */
function finishedSteps(body: string): number {
  const steps = JSON.parse(body) as readonly { readonly body: string }[]
  const results = steps.slice(1).map((step) => {
    const json = Buffer.from(step.body, 'base64').toString()
    return (JSON.parse(json) as Step).stepId
  })
  return Math.max(0, ...results)
}

/** Creates the application. `ended` receives the ids of the runs that a process has ended. */
export function createApplication(fleet: Fleet, url: string, ended: Set<string>) {
  const headersOf = (runId: string) => ({
    'svc-workflow-init': 'false',
    'svc-workflow-runid': runId,
    'svc-workflow-url': url,
  })

  async function wait(runId: string, step: Step): Promise<Answer> {
    const event = `event-of-${runId}`
    const body = JSON.stringify({ url, timeout: '1d', step })
    const answer = await persist(fleet, `/v2/wait/${event}`, { headers: headersOf(runId), body })
    if (answer.status < 300) await persist(fleet, `/v2/notify/${event}`, { body: 'paid' })
    return answer
  }

  async function proceed(runId: string, finished: number): Promise<Answer> {
    const stepType = TYPES[finished]
    if (stepType === undefined) {
      const answer = await persist(fleet, `/v2/workflows/runs/${runId}?cancel=false`, {
        method: 'DELETE',
        body: '"done"',
      })
      if (answer.status < 300) ended.add(runId)
      return answer
    }
    const step: Step = {
      stepId: finished + 1,
      stepName: `step ${finished + 1}`,
      stepType,
      concurrent: 1,
    }
    if (stepType === 'Wait') return wait(runId, step)
    const delay = stepType === 'SleepFor' ? { 'svc-delay': '1s' } : {}
    const headers = { ...headersOf(runId), ...delay }
    const body = JSON.stringify({ ...step, out: '"a result"' })
    return persist(fleet, `/v2/publish/${url}`, { headers, body })
  }

  return {
    /** Starts a run. */
    start: (runId: string): Promise<Answer> =>
      fleet.ask(`/v2/publish/${url}`, {
        headers: {
          ...headersOf(runId),
          'svc-workflow-init': 'true',
          'svc-retries': '100',
          'svc-retry-delay': '1000',
        },
        body: '"the payload"',
      }),

    /** Executes the next step of a run. Returns the status of the response. */
    async respond({ headers, body }: Delivered): Promise<number> {
      const runId = headers['svc-workflow-runid']!
      const answer = await proceed(runId, finishedSteps(body))
      // A step that was delivered twice may find that its run has ended.
      const hasEnded = answer.status === 400 && answer.body.includes('has ended')
      return answer.status < 300 || hasEnded ? 200 : 500
    },
  }
}
