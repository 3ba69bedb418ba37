// Schedules: how they come and go, and that they fire. Outside the document.

import { randomUUID } from 'node:crypto'
import type { Request } from '../../http/message.js'
import { Refusal } from '../../http/refusal.js'
import { copyOf } from '../structures/bytes.js'
import { CronError, parseCron, type Cron } from './cron.js'
import type { Queue } from '../queue.js'
import { refuse } from '../refusal.js'
import type { Schedule } from './schedule.js'
import { textOrBase64 } from '../request/text.js'
import { weightOf } from '../structures/weight.js'

export interface Schedules {
  /** Creates a schedule, or puts it in the place of the one of its id; refuses what never fires. */
  setSchedule(destination: string, request: Request): Promise<Schedule>
  /** The schedule, or a refusal. */
  schedule(id: string): Promise<Schedule>
  /** A paused schedule lets its moments pass. */
  pauseSchedule(id: string, isPaused: boolean): Promise<void>
  removeSchedule(id: string): Promise<void>
  /** Publishes for the schedules whose moment has come. */
  fireSchedules(): Promise<void>
  /** The moment of a schedule after this one. */
  nextOf(cron: string, moment: number): number | undefined
  /** A schedule as existing clients read it. */
  shownSchedule(schedule: Schedule): object
}

export const schedules: Schedules & ThisType<Queue> = {
  async setSchedule(destination, request) {
    const header = (name: string) => `${this.dialect.headerPrefix}${name}`
    const given = this.given(request)
    const setting = (name: string) => given.find((each) => each.name === name)?.value
    const cron = setting('cron') ?? refuse(400, `${header('Cron')} is missing`)
    const nextAt = this.nextOf(cron, this.clock.now())
    if (nextAt === undefined) refuse(400, `${header('Cron')}: "${cron}" never comes`)

    const id = setting('schedule-id') ?? `scd_${randomUUID().replaceAll('-', '')}`
    const publish = { ...request, target: `/v2/publish/${destination}` }
    // What cannot be published now is refused now.
    const { destination: to } = this.publication(publish)
    const objection = to.kind === 'url' ? this.sender.objection(to.url) : undefined
    if (objection !== undefined) refuse(400, objection)

    const schedule: Schedule = {
      ...{ id, cron, destination, createdAt: this.clock.now(), isPaused: false, nextAt },
      lastAt: undefined,
      request: {
        ...publish,
        headers: { ...request.headers, [header('Schedule-Id').toLowerCase()]: id },
        rawHeaders: [...request.rawHeaders, header('Schedule-Id'), id],
        body: copyOf(this.body(request)),
      },
    }
    return this.admit({ bytes: weightOf(schedule) }, async () => {
      await this.store.schedules.put(schedule)
      await this.awaitDue()
      return schedule
    })
  },

  async schedule(id) {
    return (await this.store.schedules.get(id)) ?? refuse(404, `there is no schedule "${id}"`)
  },

  async pauseSchedule(id, isPaused) {
    const schedule = await this.schedule(id)
    const nextAt = this.nextOf(schedule.cron, this.clock.now())
    await this.store.schedules.put({ ...schedule, isPaused, nextAt })
    await this.awaitDue()
  },

  async removeSchedule(id) {
    await this.schedule(id)
    await this.store.schedules.remove(id)
    await this.awaitDue()
  },

  async fireSchedules() {
    for (const schedule of await this.store.schedules.due(this.clock.now())) {
      const nextAt = this.nextOf(schedule.cron, this.clock.now())
      const fired = { ...schedule, lastAt: schedule.nextAt, nextAt }
      if (!(await this.store.schedules.replace(schedule, fired))) continue
      // What was accepted with the schedule is not refused now, unless there is no room left at all.
      const queue: Queue = { ...this, admit: ({ bytes }, accept) => this.admit({ bytes }, accept) }
      await queue.take(schedule.request).catch((error: unknown) => {
        // A URL group may be gone by now, or the queue be full: there is nobody to tell.
        if (!(error instanceof Refusal)) throw error
      })
    }
  },

  nextOf: (expression, moment) => parsed(expression).next(moment),

  shownSchedule({ id, cron, destination, request, createdAt, isPaused, nextAt, lastAt }) {
    const { instructions } = this.publication(request)
    return {
      ...{ scheduleId: id, cron, createdAt, destination, isPaused },
      method: instructions.method,
      header: instructions.headers,
      ...textOrBase64('body', instructions.body),
      retries: instructions.retries,
      retryDelayExpression: instructions.retryDelay,
      callback: instructions.callback?.url,
      failureCallback: instructions.failureCallback?.url,
      callerIP: instructions.callerIP,
      queueName: instructions.queueName,
      label: instructions.labels?.[0],
      labels: instructions.labels,
      ...this.shownFlowControl(instructions.flowControl),
      nextScheduleTime: isPaused ? undefined : nextAt,
      lastScheduleTime: lastAt,
    }
  },
}

function parsed(expression: string): Cron {
  try {
    return parseCron(expression)
  } catch (error) {
    if (!(error instanceof CronError)) throw error
    return refuse(400, `the cron expression "${expression}": ${error.message}`)
  }
}
