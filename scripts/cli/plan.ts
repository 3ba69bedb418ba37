// --plan: lists the requests of a run. The scenarios run against an embedded mock to find the
// requests.

import { mockProvider, run, type Report, type RunOptions } from '../../conformance/index.js'
import { cut } from '../../conformance/report/clip.js'
import { counted } from '../../conformance/report/counted.js'
import { openTarget, type Target } from '../../conformance/wire/target.js'
import { embeddedMock } from './test/embedded-mock.js'
import { declaredAbilities } from './test/provider.js'
import type { TestSettings } from './test/settings.js'

/** A run against a mock, and the number of its requests, including those that delete its data. */
interface Plan {
  readonly report: Report
  readonly requests: number
}

/**
 * Runs the selected scenarios against a separate mock. With `surveys`, leaves out what the surveyed
 * targets lack.
 */
export async function planOfRun(
  settings: TestSettings,
  signal: AbortSignal,
  surveys?: RunOptions['surveys'],
): Promise<Plan> {
  const { values, named, dialect, timeoutMs } = settings
  const hasReadOnlyToken = named === undefined || named.readOnlyToken !== undefined
  const mock = await embeddedMock(dialect)
  try {
    let requests = 0
    const counted = (endpoint: typeof mock.kv) => ({
      ...endpoint,
      target: countedTarget(endpoint.url, () => (requests += 1)),
    })
    const [kv, queue] = [counted(mock.kv), counted(mock.queue)]
    const provider = {
      ...(await mockProvider(queue.url, { timeoutMs, signal })),
      ...declaredAbilities(values, hasReadOnlyToken ? mock.readOnlyToken : undefined),
      name: 'mock',
    }
    const keepExchanges = 'all'
    const report = await run({
      ...settings,
      signal,
      kv,
      queue,
      keepExchanges,
      provider,
      ...(surveys && { surveys }),
    })
    return { report, requests }
  } finally {
    await mock.close()
  }
}

function countedTarget(url: string, count: () => void): Target {
  const target = openTarget(url)
  return {
    ...target,
    send: (...request) => (count(), target.send(...request)),
    open: (...request) => (count(), target.open(...request)),
  }
}

/** The longest request target in characters. A longer one is cut. */
const longestTarget = 300

/**
 * Lists the requests and the waiting time of every scenario, or the reason why a scenario sends no
 * requests. The last line is the number of all requests.
 */
export function planText(settings: TestSettings, { report, requests }: Plan): string {
  const waits = new Map(settings.scenarios.map((scenario) => [scenario.id, scenario.waits]))
  const lines = report.scenarios.flatMap(({ id, verdict, reason, exchanges }) => [
    id,
    ...(waits.get(id) ? [`  (waits up to ${waits.get(id)! / 1000} s)`] : []),
    ...exchanges.map(({ request }) => `  ${request.method} ${cut(request.target, longestTarget)}`),
    ...(verdict === 'not-applicable' && reason !== undefined ? [`  (${reason})`] : []),
  ])
  return [...lines, totalOf(requests, settings), ''].join('\n')
}

/** In real time a run sends more requests, because it repeats some until a delayed change is visible. */
function totalOf(requests: number, { requestsPerSecond, scenarios }: TestSettings): string {
  const least =
    requestsPerSecond < Infinity
      ? `, which take at least ${Math.ceil(requests / requestsPerSecond)} s at --rps ${requestsPerSecond}`
      : ''
  return `About ${requests} requests for ${counted(scenarios.length, 'scenario')}${least}`
}
