// A message in the form that existing clients read. The contract does not define it.

import type { Message } from '../message.js'
import { textOrBase64 } from '../request/text.js'

/** Returns the fields of a message. JSON.stringify drops undefined fields. */
export const shownMessage = (message: Message) => ({
  messageId: message.id,
  url: message.url,
  topicName: message.topicName,
  endpointName: message.endpointName,
  method: message.method,
  header: message.headers,
  ...textOrBase64('body', message.body),
  maxRetries: message.retries,
  retryDelayExpression: message.retryDelay,
  notBefore: message.notBefore,
  createdAt: message.createdAt,
  callback: message.callback?.url,
  failureCallback: message.failureCallback?.url,
  queueName: message.queueName,
  scheduleId: message.scheduleId,
  callerIP: message.callerIP,
  flowControlKey: message.flowControl?.key,
  parallelism: message.flowControl?.parallelism,
  rate: message.flowControl?.rate,
  period: message.flowControl && message.flowControl.period / 1000,
  label: message.labels?.[0],
  labels: message.labels,
})
