// Messages in the form that existing clients read. The contract does not define it.

import type { Instructions, Message } from '../message.js'
import { textOrBase64 } from '../request/text.js'

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
  flowControlKey: message.flowControl?.key,
  parallelism: message.flowControl?.parallelism,
  rate: message.flowControl?.rate,
  ratePerSecond: message.flowControl?.rate,
  period: message.flowControl && message.flowControl.period / 1000,
})
