// Mistakes under the heading: Flow control.

import type { FlowControl } from '../../queue/flow-control/limits.js'
import type { Message } from '../../queue/message.js'
import type { QueueFault, Replacements } from './fault.js'
import { isTimeout } from './callback.js'
import { forbidden, keeping, onlyInHeaders, result } from './parts.js'

const SIZE = 'queue.flow-control.wait-list-size'
const AT_PUBLISH = 'queue.flow-control.at-publish'

/** A server that reads another flow control than is asked for. */
const reading = (other: (flow: FlowControl) => FlowControl | undefined): Replacements =>
  result('reading', 'settings', (settings) => ({
    ...settings,
    flowControl: settings.flowControl && other(settings.flowControl),
  }))

/** A server that tells another wait list size; `size` is the right one. */
const telling = (other: (size: number) => number): Replacements =>
  result('flowControl', 'waitListSize', other)

export const keyOf = ({ flowControl }: Message) => flowControl?.key

export const flowControlFaults: readonly QueueFault[] = [
  {
    name: 'flow control is ignored',
    breaks: [
      SIZE,
      AT_PUBLISH,
      'queue.dlq-message.flow-control-key',
      'queue.dlq-message.rate',
      'queue.dlq-message.parallelism',
      'queue.dlq-message.period',
      'queue.restart.flow-control-key',
      'queue.restart.flow-control-value',
      'queue.resume.flow-control-key',
      'queue.resume.flow-control-value',
    ],
    blocks: ['queue.bulk.*'],
    replace: reading(() => undefined),
  },
  {
    name: 'one attempt more is under way than the parallelism',
    breaks: [
      SIZE,
      AT_PUBLISH,
      'queue.dlq-message.parallelism',
      'queue.restart.flow-control-value',
      'queue.resume.flow-control-value',
    ],
    blocks: ['queue.bulk.*'],
    replace: reading(({ parallelism = 0, ...flow }) => ({ ...flow, parallelism: parallelism + 1 })),
  },
  {
    name: 'one attempt fewer is under way than the parallelism, where that is more than one',
    breaks: [SIZE, 'queue.dlq-message.parallelism'],
    blocks: ['queue.bulk.*'],
    replace: reading(({ parallelism = 0, ...flow }) => ({
      ...flow,
      parallelism: Math.max(1, parallelism - 1),
    })),
  },
  {
    name: 'messages of a key are delivered one by one, whatever its parallelism',
    breaks: [SIZE, 'queue.dlq-message.parallelism'],
    blocks: ['queue.bulk.*'],
    replace: reading((flow) => ({ ...flow, parallelism: 1 })),
  },
  {
    name: 'flow-control keys that differ in case are one',
    breaks: [SIZE],
    replace: reading((flow) => ({ ...flow, key: flow.key.toLowerCase() })),
  },
  {
    name: 'parallelism counts for each destination alone',
    breaks: [AT_PUBLISH, SIZE],
    replace: keeping('messages', (messages) => {
      const urls = new Map<string, Set<string>>()
      return {
        add(message) {
          const { flowControl, url } = message
          if (!flowControl) return messages.add(message)
          urls.set(flowControl.key, new Set(urls.get(flowControl.key)).add(url))
          const key = `${flowControl.key} ${url}`
          return messages.add({ ...message, flowControl: { ...flowControl, key } })
        },
        async heldUp(key, now) {
          const held = Array.from(urls.get(key) ?? [], (url) =>
            messages.heldUp(`${key} ${url}`, now),
          )
          return (await Promise.all(held)).reduce((sum, size) => sum + size, 0)
        },
      }
    }),
  },
  {
    name: 'the wait list counts what is under way too',
    breaks: [AT_PUBLISH, SIZE],
    replace: keeping('messages', (messages) => {
      const keys = new Map<string, string>()
      return {
        add(message) {
          const key = keyOf(message)
          if (key !== undefined) keys.set(message.id, key)
          return messages.add(message)
        },
        remove(id) {
          keys.delete(id)
          return messages.remove(id)
        },
        heldUp: async (key) => Array.from(keys.values()).filter((other) => other === key).length,
      }
    }),
  },
  {
    name: 'the wait list counts what waits for its delay too',
    breaks: [AT_PUBLISH],
    replace: keeping('messages', (messages) => ({
      heldUp: (key) => messages.heldUp(key, Number.MAX_SAFE_INTEGER),
    })),
  },
  {
    name: 'what waits for others is lost when one of them is done',
    breaks: [SIZE, AT_PUBLISH],
    replace: keeping('messages', (messages) => {
      const waiting = new Map<string, string>()
      return {
        add(message) {
          const key = keyOf(message)
          if (key !== undefined) waiting.set(message.id, key)
          return messages.add(message)
        },
        async claim(now, limit) {
          const claimed = await messages.claim(now, limit)
          for (const { id } of claimed) waiting.delete(id)
          return claimed
        },
        async remove(id) {
          const done = await messages.get(id)
          for (const [other, key] of waiting) {
            if (done && key === keyOf(done)) await messages.remove(other)
          }
          return messages.remove(id)
        },
      }
    }),
  },
  {
    name: 'of what waits for others one message is kept',
    breaks: [AT_PUBLISH, SIZE],
    replace: {
      delivery: {
        accept: (original, queue) => async (message) => {
          const key = keyOf(message)
          if (key !== undefined && (await queue.flowControl.waitListSize(key)) > 0) return
          await original(message)
        },
      },
    },
  },
  {
    name: 'a message that waited for others is delivered twice',
    breaks: [
      SIZE,
      AT_PUBLISH,
      'queue.restart.flow-control-value',
      'queue.resume.flow-control-value',
    ],
    replace: {
      delivery: {
        accept: (original, queue) => async (message) => {
          await original(message)
          const key = keyOf(message)
          if (key === undefined || (await queue.flowControl.waitListSize(key)) === 0) return
          await original({ ...message, id: `${message.id}-again`, flowControl: undefined })
        },
      },
    },
  },
  {
    name: 'a message that was not answered in time holds up the others of its key for ever',
    breaks: [AT_PUBLISH, SIZE],
    replace: {
      delivery: {
        settle: (original) => async (message, outcome) => {
          if (!isTimeout(outcome) || !message.flowControl) await original(message, outcome)
        },
      },
    },
  },
  {
    name: 'a message that met a broken connection holds up the others of its key for ever',
    breaks: [SIZE],
    replace: {
      delivery: {
        settle: (original) => async (message, outcome) => {
          const isBroken = outcome.kind === 'unanswered' && !isTimeout(outcome)
          if (!isBroken || !message.flowControl) await original(message, outcome)
        },
      },
    },
  },
  {
    name: 'flow control in the query is ignored',
    breaks: [AT_PUBLISH],
    replace: onlyInHeaders('flow-control'),
  },
  {
    name: 'what is told of a key names it in small letters',
    breaks: ['queue.flow-control.key'],
    replace: result('flowControl', 'state', (state, key) => ({
      ...state,
      flowControlKey: key.toLowerCase(),
    })),
  },
  {
    name: 'the wait list does not count who is next',
    breaks: [AT_PUBLISH, SIZE],
    replace: telling((size) => Math.max(0, size - 1)),
  },
  {
    name: 'nothing ever waits, by what is told of a key',
    breaks: [AT_PUBLISH, SIZE],
    replace: telling(() => 0),
  },
  {
    name: 'the wait list size is a text',
    breaks: [AT_PUBLISH, SIZE, 'queue.flow-control.response'],
    replace: result('flowControl', 'waitListSize', (right) => forbidden(String(right))),
  },
  {
    name: 'what is told of a key does not name it',
    breaks: ['queue.flow-control.key', 'queue.flow-control.response'],
    replace: result('flowControl', 'state', ({ waitListSize }) => forbidden({ waitListSize })),
  },
  {
    name: 'what is told of a key names it percent-encoded',
    breaks: ['queue.flow-control.key'],
    replace: result('flowControl', 'state', (state, key) => ({
      ...state,
      flowControlKey: encodeURIComponent(key),
    })),
  },
]
