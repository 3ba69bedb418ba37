// Faults of the heading Flow control.

import type { FlowControl } from '../../queue/flow-control/limits.js'
import type { Message } from '../../queue/message.js'
import type { Store } from '../../queue/store/store.js'
import { result, skipping } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { isTimeout } from './callback.js'
import { forbidden, keeping } from './parts.js'

const KEY = 'queue.flow-control.key'
const PARALLELISM = 'queue.dlq-message.parallelism'
const RESTART = 'queue.restart.flow-control-value'
const RESUME = 'queue.resume.flow-control-value'
const SIZE = 'queue.flow-control.wait-list-size'
const AT_PUBLISH = 'queue.flow-control.at-publish'

/** Records the key of each stored message in `keys`. */
export const remembering = (keys: Map<string, string>, messages: Store['messages']) => ({
  add(message: Message) {
    const key = keyOf(message)
    if (key !== undefined) keys.set(message.id, key)
    return messages.add(message)
  },
  remove(id: string) {
    keys.delete(id)
    return messages.remove(id)
  },
})

/** Changes the flow control of a message. */
const reading = (other: (flow: FlowControl) => Partial<FlowControl>): Replacements => ({
  'reading.settings': result(({ flowControl, ...settings }) => ({
    ...settings,
    flowControl: flowControl && { ...flowControl, ...other(flowControl) },
  })),
})

export const keepingMessages = keeping('messages')

const keyOf = ({ flowControl }: Message) => flowControl?.key

export const flowControlFaults = faults({
  'flow-control-ignored: flow control: is ignored': {
    breaks: [
      SIZE,
      AT_PUBLISH,
      'queue.dlq-message.flow-control-key',
      'queue.dlq-message.rate',
      PARALLELISM,
      'queue.dlq-message.period',
      'queue.restart.flow-control-key',
      RESTART,
      'queue.resume.flow-control-key',
      RESUME,
    ],
    blocks: ['queue.bulk.*'],
    'reading.settings': result((settings) => ({ ...settings, flowControl: undefined })),
  },
  'parallelism-plus-one: flow control: allows one attempt more than parallelism': {
    breaks: [SIZE, AT_PUBLISH, PARALLELISM, RESTART, RESUME],
    ...reading(({ parallelism = 0 }) => ({ parallelism: parallelism + 1 })),
  },
  'parallelism-minus-one: flow control: allows one attempt fewer than parallelism': {
    breaks: [SIZE, PARALLELISM],
    ...reading(({ parallelism = 0 }) => ({ parallelism: Math.max(1, parallelism - 1) })),
  },
  'flow-control-key-ignores-case: flow control: compares keys case-insensitively': {
    breaks: [SIZE],
    ...reading(({ key }) => ({ key: key.toLowerCase() })),
  },
  ...breaking([AT_PUBLISH, SIZE], {
    'parallelism-per-destination: flow control: limits each destination of a key separately':
      keepingMessages((messages, urls = new Map<string, Set<string>>()) => ({
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
      })),
    'waiting-message-kept-once: flow control: keeps only one waiting message per key': {
      'delivery.accept': (original, queue) => async (message) => {
        const key = keyOf(message)
        if (key !== undefined && (await queue.flowControl.waitListSize(key)) > 0) return
        await original(message)
      },
    },
    'timeout-blocks-flow-control-key: flow control: a delivery timeout blocks the key forever': {
      'delivery.settle': skipping(
        ({ flowControl }, outcome) => flowControl !== undefined && isTimeout(outcome),
      ),
    },
    'wait-list-always-0: waitListSize: is always 0': {
      'flowControl.waitListSize': () => async () => 0,
    },
  }),
  'wait-list-counts-delayed: waitListSize: also counts delayed messages': {
    breaks: [AT_PUBLISH],
    replace: keepingMessages((messages) => ({
      heldUp: (key) => messages.heldUp(key, Number.MAX_SAFE_INTEGER),
    })),
  },
  'waiting-message-delivered-twice: flow control: delivers a waiting message twice': {
    breaks: [SIZE, AT_PUBLISH, RESTART, RESUME],
    'delivery.accept': (original, queue) => async (message) => {
      await original(message)
      const key = keyOf(message)
      if (key === undefined || (await queue.flowControl.waitListSize(key)) === 0) return
      await original({ ...message, id: `${message.id}-again`, flowControl: undefined })
    },
  },
  'flow-control-key-lower-cased: flow control GET: returns flowControlKey in lower case': {
    breaks: [KEY],
    'flowControl.state': result((state, key) => ({ ...state, flowControlKey: key.toLowerCase() })),
  },
  'wait-list-as-string: waitListSize: is a string, not a number': {
    breaks: [AT_PUBLISH, SIZE, 'queue.flow-control.response'],
    'flowControl.waitListSize': result((right) => forbidden(String(right))),
  },
  'flow-control-lacks-key: flow control GET: omits flowControlKey': {
    breaks: [KEY, 'queue.flow-control.response'],
    'flowControl.state': result(({ waitListSize }) => forbidden({ waitListSize })),
  },
})
