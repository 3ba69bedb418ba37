// Variants of the queue that servers of others have shown: correct, and seldom expected.

import type { Response } from '../../http/message.js'
import { canonicalName, type HeaderMap } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import { result } from '../written.js'
import { faults } from './fault.js'

const runIdHeader = /-(workflow-runid|message-id)$/i

/** Returns text as the characters that a header value with its UTF-8 bytes has. */
const asHeaderBytes = (text: string) => Buffer.from(text, 'utf8').toString('latin1')

/** Returns the text of a header value with UTF-8 bytes. Other values stay. */
function ofHeaderBytes(value: string): string {
  const bytes = Buffer.from(value, 'latin1')
  const text = bytes.toString('utf8')
  return Buffer.from(text, 'utf8').equals(bytes) ? text : value
}

const mapValues = (headers: HeaderMap, to: (value: string, name: string) => string): HeaderMap =>
  Object.fromEntries(
    Object.entries(headers).map(([name, values]) => [name, values.map((value) => to(value, name))]),
  )

const withBody = (response: Response, body: string): Response => ({ ...response, body })

/** Returns JSON with an escape in each key. */
const withEscapes = (json: string) =>
  json.replaceAll(
    /"(\w)(\w*)":/g,
    (_, first: string, rest: string) =>
      `"\\u${first.charCodeAt(0).toString(16).padStart(4, '0')}${rest}" : `,
  )

const oneAtATime = { parallelism: 1, rate: undefined, period: 1000 }

/** Returns true for a message that plans one of several parallel steps. */
const isPlan = ({ run }: Message) => run?.info.targetStep !== undefined && run.info.concurrent > 1

export const serverVariants = faults({
  'run-deliveries-empty: delivery of a run: has an empty body; the steps are fetched': {
    'steps.body': (original) => async (message) =>
      message.run?.callType === 'step' ? new Uint8Array() : original(message),
  },
  'siblings-cancelled: failed step: its pending parallel steps are never delivered': {
    // One plan of a run at a time, so that the others are pending when it fails.
    'steps.message': result((message) =>
      isPlan(message)
        ? { ...message, flowControl: { ...oneAtATime, key: `plans of ${message.run?.runKey}` } }
        : message,
    ),
  },
  'bulk-one-run-per-request: bulk restart/resume: takes 1 run per request, with a cursor': {
    'lists.pageSize': result((right, list) => (list.name === 'bulk' ? 1 : right)),
  },
  'lists-half-full-pages: lists: pages have half of "count", with a cursor to the rest': {
    'lists.pageSize': result((right, list) =>
      list.name === 'bulk' ? right : Math.ceil(right / 2),
    ),
  },
  'ids-not-ascii: creates ids with "é", in UTF-8 in headers': {
    'runs.newId': result((id) => `${id}-é`),
    'messages.newId': result((id) => `é-${id}`),
    'dlq.add': (_, queue) => async (entry) => {
      const sequence = await queue.store.next()
      const letter = { ...entry, sequence, id: `${entry.failedAt}-é-${sequence}` }
      await queue.store.deadLetters.add(letter)
      return letter
    },
    'delivery.headers': result((headers) =>
      mapValues(headers, (value, name) => (runIdHeader.test(name) ? asHeaderBytes(value) : value)),
    ),
    'reading.given': result((settings) =>
      settings.map((setting) =>
        setting.name === 'workflow-runid'
          ? { ...setting, value: ofHeaderBytes(setting.value) }
          : setting,
      ),
    ),
  },
  'step-types-empty: run list and logs: stepType and callType are empty': {
    'runList.shownStep': result((step) => ({ ...step, stepType: '', callType: '' })),
    'logs.stepInfo': result((info) => ({ ...info, stepType: '', callType: '' })),
  },
  'step-names-empty: run list and logs: stepName is empty': {
    'runList.shownStep': result((step) => ({ ...step, stepName: '' })),
    'logs.stepInfo': result((info) => ({ ...info, stepName: '' })),
  },
  'next-delivery-time-is-created-at: message logs: nextDeliveryTime equals createdAt': {
    'logs.shown': result((event) => ({
      ...event,
      ...(event.stepInfo && { nextDeliveryTime: event.stepInfo.createdAt }),
    })),
  },
  'logs-own-messages: message logs: add a delivered message of the server itself': {
    'logs.run': (original, queue) => async (run, state) => {
      await original(run, state)
      const info = { stepName: 'own', stepType: 'Own', concurrent: 1 }
      const part = { runKey: run.key, callType: 'step', info } as const
      const own = queue.steps.message(run.url, part, run.start)
      for (const each of ['CREATED', 'DELIVERED'] as const) await queue.logs.message(own, each)
    },
  },
  'header-values-end-in-spaces: sends header values with white space at their end': {
    'answers.success': result(withSpaces),
    'answers.refusal': result(withSpaces),
    'delivery.headers': result((headers) => mapValues(headers, (value) => `${value} \t`)),
  },
  'json-keys-escaped: returns JSON with escapes in its keys': {
    'answers.success': result((response) =>
      typeof response.body === 'string' ? withBody(response, withEscapes(response.body)) : response,
    ),
  },
  'error-bodies-empty: returns errors without a body': {
    'answers.refusal': result(({ status, headers: { allow } }) => ({
      status,
      headers: { ...(allow !== undefined && { allow }) },
    })),
  },
  'error-bodies-as-array: returns errors as a JSON array of texts': {
    'answers.refusal': result((response) => withBody(response, '["refused", {"messageId": null}]')),
  },
  'notify-returns-first-message-id: notify: returns the messageId that started the run': {
    'waiters.notify':
      (original, queue) =>
      async (...asked) => {
        const elements = await original(...asked)
        return Promise.all(
          elements.map(async (element) => {
            const run = await queue.store.runs.latest(element.workflowRunId)
            return { ...element, messageId: run?.steps[0]?.messageId ?? element.messageId }
          }),
        )
      },
  },
})

function withSpaces(response: Response): Response {
  const headers = Object.entries(response.headers).map(([name, value]) => [
    canonicalName(name),
    [value].flat().map((each) => `${each} \t`),
  ])
  return { ...response, headers: Object.fromEntries(headers) as Response['headers'] }
}
