// The log of runs and of their messages (endpoint 12 of the contract).

import {
  eventFilters,
  eventList,
  type LogEvent,
  type LogEventFilter,
  type MessageLogEvent,
  type MessageState,
} from './log-event.js'
import type { Message } from '../message.js'
import { filterIn, type Page, type PageFrom } from '../lists/filters.js'
import type { With } from '../state.js'
import type { lists, ListQuery, AskedPage } from '../lists/lists.js'
import type { Run, RunState } from '../runs/run.js'

type Queue = With<{ logs: typeof logs; lists: typeof lists }>

/**
 * The states and events of runs in the log (rules `queue.states.run-started`,
 * `queue.states.invoked` and others).
 */
export type RunEvent = RunState | 'WAITER_ADDED' | 'INVOKED'

export const logs = (queue: Queue) => ({
  /** Logs the state of a message if the message belongs to a run. */
  async message(message: Message, state: MessageState): Promise<void> {
    if (message.run === undefined) return
    const run = await queue.store.runs.get(message.run.runKey)
    if (run === undefined) return
    const { nextDeliveryTime } = message
    const logged = { stepInfo: queue.logs.stepInfo(message), nextDeliveryTime }
    await queue.logs.add({ ...eventOf(run, state), message: logged })
  },

  async run(run: Run, state: RunEvent): Promise<void> {
    await queue.logs.add(eventOf(run, state))
  },

  async add(event: Omit<LogEvent, 'sequence' | 'time'>): Promise<void> {
    const time = queue.clock.now()
    await queue.store.events.add({ ...event, time, sequence: await queue.store.next() })
  },

  /** Returns the step of a message in the log (rule `queue.message-logs.step-info-fields`). */
  stepInfo: ({ id, run, createdAt }: Message): NonNullable<MessageLogEvent['stepInfo']> => ({
    stepName: run?.info.stepName ?? '',
    stepType: run?.info.stepType ?? '',
    callType: run?.callType ?? 'step',
    messageId: id,
    concurrent: run?.info.concurrent ?? 1,
    createdAt,
  }),

  /** Returns one page of log events (rule `queue.message-logs.list-response`). */
  async list(
    asked: AskedPage & ListQuery<keyof LogEventFilter>,
  ): Promise<{ cursor?: string; events: MessageLogEvent[] }> {
    const filter = queue.logs.filter(asked)
    const { items, ...rest } = await queue.lists.page(eventList, asked, (from) =>
      queue.logs.find(filter, from),
    )
    return { ...rest, events: items.map((event) => queue.logs.shown(event)) }
  },

  /** Parses the filters of the log (rules `queue.message-logs.filter-*`). */
  filter: (asked: ListQuery<keyof LogEventFilter>): LogEventFilter => filterIn(eventFilters, asked),

  find(filter: LogEventFilter, from: PageFrom): Promise<Page<LogEvent>> {
    return queue.store.events.page(filter, from)
  },

  shown: ({
    time,
    state,
    workflowRunId,
    workflowUrl,
    workflowCreatedAt,
    message,
  }: LogEvent): MessageLogEvent => ({
    time,
    state,
    workflowRunId,
    workflowUrl,
    workflowCreatedAt,
    ...message,
  }),
})

const eventOf = (run: Run, state: string) => ({
  state,
  workflowRunId: run.id,
  workflowUrl: run.url,
  workflowCreatedAt: run.createdAt,
})
