// Routes of schedules. The contract does not define them.

import { refuse } from '../refusal.js'
import { outsideRoutes } from '../compat/route.js'
import { shownSchedule } from './schedules.js'

export const schedules = outsideRoutes({
  async 'POST /v2/schedules/{destination}'({ queue, request }) {
    const destination = request.target.slice('/v2/schedules/'.length)
    if (destination === '') refuse(400, 'expected a destination after /v2/schedules/')
    const { id } = await queue.schedules.set(destination, request)
    return { scheduleId: id }
  },

  'GET /v2/schedules': ({ queue }) =>
    Array.from(queue.store.schedules.values(), (schedule) => shownSchedule(queue, schedule)),

  'GET /v2/schedules/{scheduleId}': ({ queue, path }) =>
    shownSchedule(queue, queue.schedules.get(path.scheduleId)),

  'DELETE /v2/schedules/{scheduleId}': ({ queue, path }) => queue.schedules.remove(path.scheduleId),

  'PATCH /v2/schedules/{scheduleId}/pause': ({ queue, path }) =>
    queue.schedules.pause(path.scheduleId, true),

  'PATCH /v2/schedules/{scheduleId}/resume': ({ queue, path }) =>
    queue.schedules.pause(path.scheduleId, false),
})
