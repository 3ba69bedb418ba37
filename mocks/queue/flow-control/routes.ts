// Routes that pause flow-control keys and pin their limits, for existing clients. The contract does
// not define them.

import { outsideRoutes } from '../route.js'
import { refuse } from '../refusal.js'
import { FLOW_LIMITS, parseFlowLimits } from './limits.js'

type Query = Readonly<Record<string, string | undefined>>

export const flowControlRoutes = outsideRoutes({
  'GET /v2/globalParallelism': ({ queue: { room } }) => ({
    parallelismMax: room.limit,
    parallelismCount: room.limit - room.places,
  }),

  'POST /v2/flowControl/{key}/pause': ({ queue, path }) =>
    queue.flowControl.change(path.key, { isPaused: true }),

  'POST /v2/flowControl/{key}/resume': ({ queue, path }) =>
    queue.flowControl.change(path.key, { isPaused: false }),

  /** Pins the limits in the query: `parallelism`, `rate` or both, and the `period` of the rate. */
  async 'POST /v2/flowControl/{key}/pin'({ queue, path, query }) {
    const { parallelism, rate, period } = limitsIn(query)
    await queue.flowControl.change(path.key, {
      ...(parallelism !== undefined && { parallelism }),
      ...(rate !== undefined && { rate, period }),
    })
  },

  /** Unpins the limits in the query: `parallelism=true`, `rate=true` or both. */
  async 'POST /v2/flowControl/{key}/unpin'({ queue, path, query: { parallelism, rate } }) {
    if ((parallelism ?? rate) === undefined)
      refuse(400, 'expected parallelism=true, rate=true or both in the query')
    await queue.flowControl.change(path.key, {
      ...(parallelism === 'true' && { parallelism: undefined }),
      ...(rate === 'true' && { rate: undefined, period: undefined }),
    })
  },

  'POST /v2/flowControl/{key}/resetRate': ({ queue, path }) =>
    queue.flowControl.resetRate(path.key),
})

function limitsIn(query: Query) {
  const given = ['parallelism', 'rate', 'period']
    .flatMap((name) => (query[name] === undefined ? [] : [`${name}=${query[name]}`]))
    .join(', ')
  return (
    parseFlowLimits(given) ?? refuse(400, `expected ${FLOW_LIMITS} in the query, got "${given}"`)
  )
}
