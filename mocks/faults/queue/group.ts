// Faults of the heading URL groups.

import type { Group } from '../../queue/groups/group.js'
import { headerMap, isOneOf, type HeaderLine } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { each, result } from '../written.js'
import { faults, type Replacements } from './fault.js'
import { forbidden, withoutQuery } from './parts.js'

/** Changes the message to each endpoint of a group. */
const messaging = (other: (message: Message) => Partial<Message>): Replacements => ({
  'fanOut.messages': result((messages) => messages.map((each) => ({ ...each, ...other(each) }))),
})

/** Changes the message to each endpoint except the first. */
const messagingOthers = (other: (message: Message) => Partial<Message>): Replacements => ({
  'fanOut.messages': result(([first, ...rest]) => [
    first!,
    ...rest.map((each) => ({ ...each, ...other(each) })),
  ]),
})

/** Returns the other endpoints of the group of a message, sorted by URL. */
async function endpointsBeside(queue: Queue, { topicName, url, origin }: Message) {
  const isOfGroup = topicName !== undefined && origin === undefined
  const group = isOfGroup ? await queue.groups.find(topicName) : undefined
  return (group?.endpoints ?? [])
    .filter((endpoint) => endpoint.url !== url)
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

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

/** A URL where nothing listens. */
const nowhere = 'http://127.0.0.1:9/'

const named = (name: RegExp) => (line: HeaderLine) => name.test(line[0])

/** Returns a function that is true on its first call for a version of a group. */
function firstOf() {
  const seen = new Set<string>()
  return ({ id, version }: Group) => {
    const isFirst = !seen.has(`${id} ${version}`)
    seen.add(`${id} ${version}`)
    return isFirst
  }
}

/** Applies some default headers only to the first publish. */
const onlyFirst = (name: RegExp) => (): Replacements => {
  const isFirst = firstOf()
  return {
    'fanOut.missingDefaults': result((lines, _, group) =>
      isFirst(group) ? lines : lines.filter((line) => !named(name)(line)),
    ),
  }
}

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
  'group-not-found-by-id: publish to a group: does not find the group by id': {
    breaks: ['queue.group.published-by-id'],
    'groups.find': (_, queue) => (name) => queue.store.groups.get(name),
  },
  'group-not-found-by-name: publish to a group: does not find the group by name': {
    breaks: ['queue.group.published-by-name', APPLY, STRING, STRINGS, FORWARD_ALL, WEBHOOK],
    blocks: [FAN_OUT, ARRAY, RETRIES],
    'groups.find': (_, queue) => (id) => queue.store.groups.byId(id),
  },
  'group-first-endpoint-only: publish to a group: delivers only to the first endpoint': {
    breaks: [AT_PUBLISH, FAN_OUT, ARRAY, WEBHOOK],
    'fanOut.messages': result((right) => right.slice(0, 1)),
  },
  'group-one-endpoint-delivered: publish to a group: returns all endpoints, delivers to one': {
    breaks: [AT_PUBLISH, FAN_OUT, WEBHOOK],
    'delivery.accept': (original, queue) => async (message) => {
      const endpoints = await endpointsBeside(queue, message)
      if (endpoints[0] === undefined || message.url < endpoints[0].url) await original(message)
    },
  },
  'group-4-endpoints-at-most: publish to a group: delivers to at most 4 endpoints': {
    breaks: [FAN_OUT, ARRAY],
    'fanOut.messages': result((right) => right.slice(0, 4)),
  },
  'group-delivers-twice: publish to a group: delivers twice to each endpoint': {
    breaks: [AT_PUBLISH, FAN_OUT, ARRAY, APPLY, RETRIES],
    'fanOut.messages': (original) => (group, instructions) => [
      ...original(group, instructions),
      ...original(group, instructions),
    ],
  },
  'group-first-publish-only: publish to a group: delivers only the first message': {
    breaks: [FAN_OUT],
    replace: () => {
      const seen = new Set<string>()
      return {
        'fanOut.messages': result((messages, group) => {
          const isAgain = group.endpoints.length > 1 && seen.has(group.id)
          seen.add(group.id)
          return isAgain
            ? messages.map((each) => ({ ...each, retries: 0, url: nowhere }))
            : messages
        }),
      }
    },
  },
  'group-endpoint-loses-query: publish to a group: drops the query of endpoint URLs': {
    breaks: [FAN_OUT],
    ...messaging(({ url }) => ({ url: withoutQuery(url) })),
  },
  'group-body-to-first-endpoint: publish to a group: sends the body only to endpoint 1': {
    breaks: [FAN_OUT, WEBHOOK],
    ...messagingOthers(() => ({ body: new Uint8Array() })),
  },
  'group-body-as-text: publish to a group: decodes a binary body as UTF-8 text': {
    breaks: [FAN_OUT],
    ...messaging(({ body }) => ({
      body: new TextEncoder().encode(new TextDecoder().decode(body)),
    })),
  },
  ...each(messagingOthers, [FAN_OUT], {
    'group-method-at-first-endpoint: publish to a group: uses Svc-Method only for endpoint 1':
      () => ({ method: 'POST' }),
    'group-callback-of-first-endpoint: publish to a group: uses Svc-Callback only for endpoint 1':
      () => ({ callback: undefined }),
    'group-failure-callback-of-first-endpoint: publish to a group: Svc-Failure-Callback only for endpoint 1':
      () => ({ failureCallback: undefined }),
  }),
  'group-flow-control-of-first-endpoint: publish to a group: uses flow control only for endpoint 1':
    {
      breaks: [AT_PUBLISH],
      ...messagingOthers(() => ({ flowControl: undefined })),
    },
  'group-delay-of-first-endpoint: publish to a group: delays only endpoint 1': {
    breaks: [FAN_OUT],
    ...messagingOthers(({ createdAt }) => ({ notBefore: createdAt, nextDeliveryTime: createdAt })),
  },
  'group-flow-control-ignored: publish to a group: ignores flow control': {
    breaks: [AT_PUBLISH],
    ...messaging(() => ({ flowControl: undefined })),
  },
  'group-failure-resent-to-all: publish to a group: retries one failure at all endpoints': {
    breaks: [FAN_OUT],
    'delivery.settle': (original, queue) => async (message, outcome) => {
      const endpoints = queue.delivery.succeeded(outcome)
        ? []
        : await endpointsBeside(queue, message)
      for (const { url } of endpoints) {
        await queue.delivery.accept({ ...message, id: queue.publish.messageId(), url })
      }
      await original(message, outcome)
    },
  },
  'group-no-retries: publish to a group: does not retry deliveries': {
    breaks: [FAN_OUT],
    blocks: [RETRIES],
    'delivery.mayRetry': (original) => (message) =>
      message.topicName === undefined && original(message),
  },
  'group-returns-one-object: publish to a group: returns one object, not an array': {
    breaks: [ARRAY],
    ...answering(([first]) => first),
  },
  'group-returns-array-in-object: publish to a group: returns the array in an object': {
    breaks: [ARRAY, SHAPE],
    ...answering((messages) => ({ messages })),
  },
  ...each(answering, [ARRAY], {
    'group-returns-one-element: publish to a group: returns only one array element': (results) =>
      results.slice(0, 1),
    'group-returns-same-message-id: publish to a group: returns the same messageId for all': (
      results,
    ) => results.map((result) => ({ ...result, messageId: results[0]!.messageId })),
  }),
  'group-returns-no-message-id: publish to a group: omits messageId': {
    breaks: [ARRAY, SHAPE],
    ...answering((results) => results.map(({ url }) => ({ url }))),
  },
  'default-headers-ignored: group default headers: are ignored': {
    breaks: [APPLY, STRING, STRINGS, FORWARD_ALL, RETRIES],
    ...defaulting(() => false),
  },
  'default-headers-not-with-forward: default headers: are ignored if a message has Svc-Forward-*': {
    breaks: [APPLY],
    'fanOut.withDefaults': (original, queue) => (request, group) =>
      queue.reading.given(request).some(({ name }) => name.startsWith('forward-'))
        ? request
        : original(request, group),
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
    replace: () => {
      const isFirst = firstOf()
      return {
        'fanOut.withDefaults': (original) => (request, group) =>
          isFirst(group) ? original(request, group) : request,
      }
    },
  },
  'default-headers-set-once: group default headers: cannot be changed once set': {
    breaks: [APPLY],
    'fanOut.setDefaultHeaders': (original, queue) => async (nameOrId, headers) => {
      const known = (await queue.groups.find(nameOrId))?.headers
      await original(nameOrId, { ...headers, ...known })
    },
  },
  'default-headers-apply-to-url: default headers: apply to a direct publish to an endpoint': {
    breaks: [APPLY],
    'publish.take': (original, queue) => async (request) => {
      const destination = queue.reading.destination(request)
      if (destination.kind === 'name') return original(request)
      const group = (await queue.groups.all()).find(({ endpoints }) =>
        endpoints.some(({ url }) => url === destination.url),
      )
      return original(group ? queue.fanOut.withDefaults(request, group) : request)
    },
  },
  'default-headers-shared: default headers: apply to other groups with that endpoint': {
    breaks: [APPLY],
    'fanOut.publish': (original, queue) => async (group, request) => {
      const urls = group.endpoints.map(({ url }) => url)
      const alike = (await queue.groups.all()).filter(({ endpoints }) =>
        endpoints.some(({ url }) => urls.includes(url)),
      )
      const headers = Object.assign({}, ...alike.map((each) => each.headers)) as object
      return original({ ...group, headers: { ...headers } }, request)
    },
  },
  ...each(defaulting, [STRINGS], {
    'default-header-first-value-only: default headers: apply only the first of several values': (
      line,
      lines,
    ) => line === lines.find(([name]) => name === line[0]),
    'default-header-last-value-only: default headers: apply only the last of several values': (
      line,
      lines,
    ) => line === lines.findLast(([name]) => name === line[0]),
  }),
  'default-header-values-sorted: default headers: sort the values of a repeated header': {
    breaks: [STRINGS],
    'fanOut.missingDefaults': result((right) =>
      Object.entries(headerMap(right)).flatMap(([name, values]) =>
        values.toSorted().map((value) => [name, value] as const),
      ),
    ),
  },
  'default-header-array-refused: default headers: reject an array of several values': {
    breaks: [STRINGS],
    'fanOut.setDefaultHeaders': (original) => async (nameOrId, headers) => {
      const several = Object.values(headers).some(({ length }) => length > 1)
      if (several) refuse(400, 'expected strings')
      await original(nameOrId, headers)
    },
  },
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
    'default-retries-0-ignored: group default headers: ignore Svc-Retries: 0': (line) =>
      !named(/-retries$/i)(line) || line[1] !== '0',
  }),
  ...each(onlyFirst, [APPLY], {
    'default-method-first-publish: default headers: apply Svc-Method only to the first message':
      /-method$/i,
    'default-retries-first-publish: default headers: apply Svc-Retries only to the first message':
      /-retries$/i,
    'default-header-forward-first-publish: default headers: apply Svc-Header-Forward to 1 message only':
      /-header-forward$/i,
  }),
})
