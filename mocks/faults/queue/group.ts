// Faults of the heading URL groups.

import { headerMap, isOneOf, type HeaderLine } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import { each, firstTime, prefixed, result, rows } from '../written.js'
import { breaking, faults, type Replacements } from './fault.js'
import { forbidden } from './parts.js'

/** Changes the message to each endpoint except the first. */
const messagingOthers = (other: Partial<Message>): Replacements => ({
  'fanOut.messages': result(([first, ...rest]) => [
    first!,
    ...rest.map((each) => ({ ...each, ...other })),
  ]),
})

/** Changes the response to a publish to a group. */
const answering = (change: (results: Results) => unknown): Replacements => ({
  'fanOut.publish': result((right) => forbidden(change(right))),
})

type Results = Awaited<ReturnType<Queue['fanOut']['publish']>>

/** Applies only some of the default headers. */
const defaulting = (
  isKnown: (line: HeaderLine, lines: readonly HeaderLine[]) => boolean,
): Replacements => ({
  'fanOut.missingDefaults': result((right) =>
    right.filter((line, _, lines) => isKnown(line, lines)),
  ),
})

const named = (name: RegExp) => (line: HeaderLine) => name.test(line[0])

const FAN_OUT = 'queue.group.fans-out-to-every-endpoint'
const AT_PUBLISH = 'queue.flow-control.at-publish'
const ARRAY = 'queue.group.answers-an-array'
const APPLY = 'queue.group.default-headers-apply'
const STRING = 'queue.group.default-header-string'
const STRINGS = 'queue.group.default-header-array'
const FORWARD_ALL = 'queue.group.default-forward-all'
const RETRIES = 'queue.group.default-retries'
/** Its scenarios check the shape of every response to a publish. */
const SHAPE = 'queue.publish.url-answers-one-object'
const WEBHOOK = 'queue.webhook.to-a-group'

export const groupFaults = faults({
  'default-headers-ignored: group default headers: are ignored': {
    breaks: [APPLY, STRING, STRINGS, FORWARD_ALL, RETRIES],
    ...defaulting(() => false),
  },
  ...prefixed('group', 'publish to a group', {
    'not-found-by-id: does not find the group by id': {
      breaks: ['queue.group.published-by-id'],
      'groups.find': (_, queue) => (name) => queue.store.groups.get(name),
    },
    'not-found-by-name: does not find the group by name': {
      breaks: ['queue.group.published-by-name', APPLY, STRING, STRINGS, FORWARD_ALL, WEBHOOK],
      blocks: [ARRAY, RETRIES],
      'groups.find': (_, queue) => async (id) =>
        (await queue.store.groups.all()).find((group) => group.id === id),
    },
    'first-endpoint-only: delivers only to the first endpoint': {
      breaks: [AT_PUBLISH, FAN_OUT, ARRAY, WEBHOOK],
      'fanOut.messages': result((right) => right.slice(0, 1)),
    },
    'one-endpoint-delivered: returns all endpoints, delivers to one': {
      breaks: [AT_PUBLISH, FAN_OUT, WEBHOOK],
      'delivery.accept': (original, queue) => async (message) => {
        const { topicName, url, origin } = message
        const isOfGroup = topicName !== undefined && origin === undefined
        const group = isOfGroup ? await queue.groups.find(topicName) : undefined
        if (group?.endpoints.every((each) => url <= each.url) ?? true) await original(message)
      },
    },
    '4-endpoints-at-most: delivers to at most 4 endpoints': {
      breaks: [FAN_OUT, ARRAY],
      'fanOut.messages': result((right) => right.slice(0, 4)),
    },
    'delivers-twice: delivers twice to each endpoint': {
      breaks: [AT_PUBLISH, FAN_OUT, ARRAY, APPLY, RETRIES],
      'fanOut.messages': (original) => (group, instructions) => [
        ...original(group, instructions),
        ...original(group, instructions),
      ],
    },
    'first-publish-only: does not deliver a second publish': {
      breaks: [FAN_OUT],
      replace: (isFirst = firstTime()) => ({
        'fanOut.messages': result((messages, { id, endpoints }) =>
          isFirst(id) || endpoints.length < 2
            ? messages
            : messages.map((each) => ({ ...each, retries: 0, url: 'http://127.0.0.1:9/' })),
        ),
      }),
    },
    ...rows(messagingOthers, {
      'callback-of-first-endpoint: uses Svc-Callback only for endpoint 1': [
        FAN_OUT,
        { callback: undefined },
      ],
      'body-to-first-endpoint: sends the body only to endpoint 1': [
        [FAN_OUT, WEBHOOK],
        { body: new Uint8Array() },
      ],
    }),
    'flow-control-ignored: ignores flow control': {
      breaks: [AT_PUBLISH],
      'fanOut.messages': result((messages) =>
        messages.map((each) => ({ ...each, flowControl: undefined })),
      ),
    },
    'no-retries: does not retry deliveries': {
      breaks: [FAN_OUT],
      blocks: [RETRIES],
      'delivery.mayRetry': (original) => (message) =>
        message.topicName === undefined && original(message),
    },
    ...each(answering, [ARRAY], {
      'returns-one-object: returns one object, not an array': ([first]) => first,
      'returns-one-element: returns an array of only 1 element': (results) => results.slice(0, 1),
      'returns-same-message-id: returns one messageId for all endpoints': (results) =>
        results.map((result) => ({ ...result, messageId: results[0]!.messageId })),
    }),
    ...each(answering, [ARRAY, SHAPE], {
      'returns-array-in-object: returns the array in an object': (messages) => ({ messages }),
    }),
  }),
  'default-headers-not-with-query: group default headers: ignored if the publish has a query': {
    breaks: [APPLY],
    'fanOut.withDefaults': (original) => (request, group) =>
      request.target.includes('?') ? request : original(request, group),
  },
  'default-headers-first-endpoint-only: group default headers: apply only to the first endpoint': {
    breaks: [APPLY],
    'fanOut.messages': (original, queue) => (group, instructions) => {
      const prefix = `${queue.dialect.headerPrefix}Forward-`
      const names = Object.keys(group.headers).map((name) => name.replace(prefix, ''))
      const own = Object.entries(instructions.headers).filter(([name]) => !isOneOf(names, name))
      return original(group, instructions).map((message, index) =>
        index === 0 ? message : { ...message, headers: Object.fromEntries(own) },
      )
    },
  },
  'default-headers-first-publish-only: group default headers: apply only to the first message': {
    breaks: ['queue.authentication.required', APPLY],
    replace: (isFirst = firstTime()) => ({
      'fanOut.withDefaults': (original) => (request, group) =>
        isFirst(group) ? original(request, group) : request,
    }),
  },
  ...breaking([APPLY], {
    'default-headers-set-once: group default headers: cannot be changed once set': {
      'fanOut.setDefaultHeaders': (original, queue) => async (nameOrId, headers) =>
        original(nameOrId, { ...headers, ...(await queue.groups.find(nameOrId))?.headers }),
    },
    'default-headers-apply-to-url: group default headers: apply to a publish to a single URL': {
      'publish.take': (original, queue) => async (request) => {
        const destination = queue.reading.destination(request)
        if (destination.kind === 'name') return original(request)
        const group = (await queue.groups.all()).find(({ endpoints }) =>
          endpoints.some(({ url }) => url === destination.url),
        )
        return original(group ? queue.fanOut.withDefaults(request, group) : request)
      },
    },
    'default-headers-shared: group default headers: also apply to groups that share a URL': {
      'fanOut.publish': (original, queue) => async (group, request) => {
        const urls = group.endpoints.map(({ url }) => url)
        const alike = (await queue.groups.all()).filter(({ endpoints }) =>
          endpoints.some(({ url }) => urls.includes(url)),
        )
        const headers = Object.assign({}, ...alike.map((each) => each.headers)) as object
        return original({ ...group, headers: { ...headers } }, request)
      },
    },
    'default-method-first-publish: default headers: apply Svc-Method only to the first message': (
      isFirst = firstTime(),
    ) => ({
      'fanOut.missingDefaults': result((lines, _, group) =>
        isFirst(group) ? lines : lines.filter((line) => !named(/-method$/i)(line)),
      ),
    }),
  }),
  ...breaking([STRINGS], {
    'default-header-first-value-only: default headers: apply only the first of several values':
      defaulting((line, lines) => line === lines.find(([name]) => name === line[0])),
    'default-header-values-sorted: default headers: sort the values of a repeated header': {
      'fanOut.missingDefaults': result((right) =>
        Object.entries(headerMap(right)).flatMap(([name, values]) =>
          values.toSorted().map((value) => [name, value] as const),
        ),
      ),
    },
  }),
  'default-headers-first-header-only: group default headers: apply only the first header': {
    breaks: [STRING, STRINGS],
    ...defaulting((line, lines) => line[0] === lines[0]![0]),
  },
  'default-headers-only-forward: group default headers: apply only Svc-Forward-*, no settings': {
    breaks: [STRING, FORWARD_ALL, RETRIES],
    ...defaulting(named(/-forward-/i)),
  },
  'default-header-forward-ignored: group default headers: ignore Svc-Header-Forward': {
    breaks: [FORWARD_ALL],
    ...defaulting((line) => !named(/-header-forward$/i)(line)),
  },
  ...each(defaulting, [RETRIES], {
    'default-retries-ignored: group default headers: ignore Svc-Retries': (line) =>
      !named(/-retries$/i)(line),
    'default-retries-0-ignored: group default headers: ignore the value 0 of Svc-Retries': (line) =>
      !named(/-retries$/i)(line) || line[1] !== '0',
  }),
})
