// Reports the state of a flow-control key, and changes its settings. The store enforces the limits.

import type { components } from '#generated/queue.types.js'
import type { With } from '../state.js'
import type { admission } from '../publish/admission.js'
import { weightOf } from '../structures/bytes.js'
import { pinnedLimits, type FlowSettings } from './limits.js'

type Queue = With<{ admission: typeof admission; flowControl: typeof flowControl }>

export type FlowControlState = components['schemas']['FlowControl']

export const flowControl = (queue: Queue) => ({
  /**
   * Returns the state of a key (rules `queue.flow-control.response` and
   * `queue.flow-control.unknown-key`).
   */
  async state(key: string): Promise<FlowControlState> {
    return {
      flowControlKey: key,
      waitListSize: await queue.flowControl.waitListSize(key),
      ...(queue.dialect.flowControlDetails && (await queue.flowControl.details(key))),
    }
  },

  /** Returns the number of waiting messages of a key (rule `queue.flow-control.wait-list-size`). */
  waitListSize(key: string): Promise<number> {
    return queue.store.messages.heldUp(key, queue.clock.now())
  },

  /**
   * Returns the limits and counts of a key that existing clients read. Limits that are not set are
   * 0. Times are in seconds.
   */
  async details(key: string): Promise<object> {
    const settings = await queue.store.messages.flowSettings(key)
    const state = await queue.store.messages.flowState(key, queue.clock.now())
    const none = { parallelism: undefined, rate: undefined, period: 0 }
    const { parallelism, rate, period } = state?.limits ?? pinnedLimits(none, settings)
    const isLimited = rate !== undefined
    return {
      parallelismMax: parallelism ?? 0,
      parallelismCount: state?.underWay ?? 0,
      rateMax: rate ?? 0,
      rateCount: isLimited ? (state?.ofPeriod ?? 0) : 0,
      ratePeriod: isLimited ? period / 1000 : 0,
      ratePeriodStart: isLimited ? Math.floor((state?.periodStart ?? 0) / 1000) : 0,
      isPaused: settings.isPaused,
      isPinnedParallelism: settings.parallelism !== undefined,
      isPinnedRate: settings.rate !== undefined,
    }
  },

  /** Changes settings of a key. Messages that may now start are attempted. */
  async change(key: string, changes: Partial<FlowSettings>): Promise<void> {
    const settings = { ...(await queue.store.messages.flowSettings(key)), ...changes }
    await queue.admission.admit({ bytes: key.length + weightOf(settings) }, () =>
      queue.store.messages.setFlow(key, settings),
    )
    await queue.delivery.awaitDue()
  },

  /** Starts a new period of the rate of a key, so that messages of the last period do not count. */
  async resetRate(key: string): Promise<void> {
    await queue.store.messages.resetRate(key, queue.clock.now())
    await queue.delivery.awaitDue()
  },
})
