// Messages in the form that existing clients read. The contract does not define it.

import type { FlowControl } from '../flow-control/limits.js'
import type { Instructions, Message } from '../message.js'
import { textOrBase64 } from '../request/body.js'

/** Returns the fields of a message or of a schedule. JSON.stringify drops undefined fields. */
export const shownInstructions = (instructions: Instructions) => ({
  method: instructions.method,
  header: instructions.headers,
  ...(instructions.body.length > 0 && textOrBase64('body', instructions.body)),
  retryDelayExpression: instructions.retryDelay,
  callback: instructions.callback?.url,
  failureCallback: instructions.failureCallback?.url,
  queueName: instructions.queueName,
  callerIP: instructions.callerIP,
  label: instructions.labels?.[0],
  labels: instructions.labels,
})

export const shownMessage = (message: Message) => ({
  ...shownInstructions(message),
  messageId: message.id,
  url: message.url,
  topicName: message.topicName,
  endpointName: message.endpointName,
  maxRetries: message.retries,
  notBefore: message.notBefore,
  createdAt: message.createdAt,
  scheduleId: message.scheduleId,
  ...shownLimits(message.flowControl),
})

/** Returns the flow control of a message. The period is in seconds, by default 1. */
export const shownLimits = (flow: FlowControl | undefined): object | undefined =>
  flow && {
    flowControlKey: flow.key,
    parallelism: flow.parallelism,
    rate: flow.rate,
    ratePerSecond: flow.rate,
    period: flow.period / 1000,
  }
