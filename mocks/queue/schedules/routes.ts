// Routes of schedules. The contract does not define them.

import { refuse } from '../refusal.js'
import { outsideRoutes } from '../route.js'
import { shownSchedule } from './schedules.js'

export const schedules = outsideRoutes({
  async 'POST /v2/schedules/{destination}'({ queue, request }) {
    const destination = request.target.slice('/v2/schedules/'.length)
    if (destination === '') refuse(400, 'expected a destination after /v2/schedules/')
    const { id } = await queue.schedules.set(destination, request)
    return { scheduleId: id }
  },

  async 'GET /v2/schedules'({ queue }) {
    const schedules = await queue.store.schedules.all()
    return schedules.map((schedule) => shownSchedule(queue, schedule))
  },

  'GET /v2/schedules/{scheduleId}': async ({ queue, path }) =>
    shownSchedule(queue, await queue.schedules.get(path.scheduleId)),

  'DELETE /v2/schedules/{scheduleId}': ({ queue, path }) => queue.schedules.remove(path.scheduleId),

  'PATCH /v2/schedules/{scheduleId}/pause': ({ queue, path }) =>
    queue.schedules.pause(path.scheduleId, true),

  'PATCH /v2/schedules/{scheduleId}/resume': ({ queue, path }) =>
    queue.schedules.pause(path.scheduleId, false),
})
