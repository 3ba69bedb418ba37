// Creates, changes and runs schedules. The contract does not define them.

import { randomUUID } from 'node:crypto'
import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { shownFlowControl } from '../dlq/dlq-message.js'
import { copyOf, weightOf } from '../structures/bytes.js'
import { shownInstructions } from '../messages/shown-message.js'
import { CronError, parseCron } from './cron.js'
import type { With } from '../state.js'
import type { messages } from '../messages/messages.js'
import type { admission } from '../publish/admission.js'
import type { publish } from '../publish/publish.js'
import type { reading } from '../publish/reading.js'
import { refuse } from '../refusal.js'
import { dueAt, type Schedule } from './schedule.js'

type Queue = With<{
  reading: typeof reading
  messages: typeof messages
  publish: typeof publish
  admission: typeof admission
  schedules: typeof schedules
}>

export const schedules = (queue: Queue) => ({
  /** Creates or replaces a schedule. Refuses a schedule that never fires. */
  async set(destination: string, request: Request): Promise<Schedule> {
    const header = (name: string) => `${queue.dialect.headerPrefix}${name}`
    const given = queue.reading.given(request)
    const setting = (name: string) => given.find((each) => each.name === name)?.value
    const cron = setting('cron') ?? refuse(400, `${header('Cron')} is missing`)
    const nextAt = nextAfter(cron, queue.clock.now())
    if (nextAt === undefined) refuse(400, `${header('Cron')}: "${cron}" never comes`)

    const id = setting('schedule-id') ?? `scd_${randomUUID().replaceAll('-', '')}`
    const publish = { ...request, target: `/v2/publish/${destination}` }
    // The request is checked now, because the client gets no error when the schedule fires.
    const { destination: to } = queue.reading.publication(publish)
    if (to.kind === 'url') queue.messages.callable(to.url)

    const schedule: Schedule = {
      id,
      cron,
      destination,
      createdAt: queue.clock.now(),
      isPaused: false,
      nextAt,
      lastAt: undefined,
      request: {
        ...publish,
        headers: { ...request.headers, [header('Schedule-Id').toLowerCase()]: id },
        rawHeaders: [...request.rawHeaders, header('Schedule-Id'), id],
        body: copyOf(queue.reading.body(request)),
      },
    }
    return queue.admission.admit({ bytes: weightOf(schedule) }, async () => {
      await queue.store.schedules.put(schedule)
      await queue.delivery.awaitDue()
      return schedule
    })
  },

  /** Returns a schedule. Refuses the request with 404 if there is no such schedule. */
  get: async (id: string): Promise<Schedule> =>
    (await queue.store.schedules.get(id)) ?? refuse(404, `there is no schedule "${id}"`),

  /** Publishes the request of a schedule now, also if it is paused. */
  async runNow(id: string): Promise<void> {
    const schedule = await queue.schedules.get(id)
    await queue.publish.take(schedule.request)
    await queue.store.schedules.put({ ...schedule, lastAt: queue.clock.now() })
  },

  async pause(id: string, isPaused: boolean): Promise<void> {
    const schedule = await queue.schedules.get(id)
    const nextAt = nextAfter(schedule.cron, queue.clock.now())
    await queue.store.schedules.put({ ...schedule, isPaused, nextAt })
    await queue.delivery.awaitDue()
  },

  async remove(id: string): Promise<void> {
    await queue.schedules.get(id)
    await queue.store.schedules.remove(id)
    await queue.delivery.awaitDue()
  },

  /** Publishes the requests of all due schedules. */
  async fire(): Promise<void> {
    const now = queue.clock.now()
    if (((await queue.store.schedules.nextDue()) ?? Infinity) > now) return
    for (const schedule of await queue.store.schedules.all()) {
      if (dueAt(schedule) <= now) await queue.unit((queue) => fireOnce(queue, schedule))
    }
  },
})

/** Publishes the request of a due schedule. */
async function fireOnce(queue: Queue, { id, nextAt: lastAt }: Schedule): Promise<void> {
  const schedule = await queue.store.schedules.get(id)
  // A request or another process may have changed the schedule since the list was read.
  if (!schedule || schedule.isPaused || schedule.nextAt !== lastAt) return
  const nextAt = nextAfter(schedule.cron, queue.clock.now())
  await queue.store.schedules.put({ ...schedule, lastAt, nextAt })
  // `dues` is left out, so that a message of a schedule is refused only if the store has no room for
  // its bytes.
  const roomy = queue.replaced({
    admission: {
      admit:
        (original) =>
        ({ bytes }, accept) =>
          original({ bytes }, accept),
    },
  })
  await roomy.publish.take(schedule.request).catch((error: unknown) => {
    // A refusal is ignored, because no client waits for the response. The URL group may be deleted
    // or the queue full.
    if (!(error instanceof Refusal)) throw error
  })
}

export function shownSchedule(
  queue: Queue,
  { id, cron, destination, request, createdAt, isPaused, nextAt, lastAt }: Schedule,
): object {
  const { given, instructions } = queue.reading.publication(request)
  const { delay } = queue.reading.settings(given)
  return {
    scheduleId: id,
    cron,
    createdAt,
    destination,
    isPaused,
    ...shownInstructions(instructions),
    retries: instructions.retries,
    ...(delay > 0 && { delay: delay / 1000 }),
    ...shownFlowControl(instructions.flowControl, queue.dialect),
    nextScheduleTime: isPaused ? undefined : nextAt,
    lastScheduleTime: lastAt,
  }
}

/** Returns the time when an expression fires next. Refuses an invalid expression. */
function nextAfter(expression: string, moment: number): number | undefined {
  try {
    return parseCron(expression).next(moment)
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    return refuse(400, `the cron expression "${expression}": ${error.message}`)
  }
}
