// Operations of ordered queues. The contract does not define them.

import { jsonObject, shown } from '../request/body.js'
import { inQueue, queueNamed } from './ordered-queue.js'
import { refuse } from '../refusal.js'
import { OtherStatus, outsideRoutes } from '../route.js'

export const queues = outsideRoutes({
  async 'POST /v2/enqueue/{queueName}/{destination}'({ queue, request, path: { queueName } }) {
    const rest = request.target.split('/').slice(4).join('/')
    const result = await queue.publish.take(
      inQueue(queueNamed(queueName), { ...request, target: `/v2/publish/${rest}` }, queue.dialect),
    )
    return new OtherStatus(queue.publish.status(result), result)
  },

  'GET /v2/queues': async ({ queue }) =>
    Promise.all((await queue.queues.all()).map((each) => queue.queues.shown(each))),

  /**
   * Creates or changes an ordered queue. The request body is `{"queueName", "parallelism"?,
   * "paused"?}`.
   */
  'POST /v2/queues'({ queue, request }) {
    const { queueName, parallelism = 1, paused = false } = jsonObject(request)
    if (typeof parallelism !== 'number' || !Number.isSafeInteger(parallelism) || parallelism < 1) {
      refuse(400, `parallelism: expected a whole number from 1, got ${shown(parallelism)}`)
    }
    if (typeof paused !== 'boolean') {
      refuse(400, `paused: expected true or false, got ${shown(paused)}`)
    }
    return queue.queues.set(queueNamed(queueName), { parallelism, paused })
  },

  'GET /v2/queues/{queueName}': async ({ queue, path }) =>
    queue.queues.shown(await queue.queues.get(path.queueName)),

  'DELETE /v2/queues/{queueName}': ({ queue, path }) => queue.queues.remove(path.queueName),

  'POST /v2/queues/{queueName}/pause': async ({ queue, path }) =>
    queue.queues.set((await queue.queues.get(path.queueName)).name, { paused: true }),

  'POST /v2/queues/{queueName}/resume': async ({ queue, path }) =>
    queue.queues.set((await queue.queues.get(path.queueName)).name, { paused: false }),
})
