// Mistakes under the heading: URL groups.

import { headerMap, isOneOf, type HeaderLine } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { result, shape } from '../written.js'
import { fault, type QueueFault, type Replacements } from './fault.js'
import { forbidden } from './parts.js'

/** A server whose messages to the endpoints of a group are other ones, by their place in the group. */
const messaging = shape((change: (message: Message, index: number) => Message): Replacements => ({
  'fanOut.messages': result((right) => right.map(change)),
}))

/** The other endpoints of the group that a message was published to, in the order of their URLs. */
async function endpointsBeside(queue: Queue, { topicName, url, origin }: Message) {
  const isOfGroup = topicName !== undefined && origin === undefined
  const group = isOfGroup ? await queue.groups.find(topicName) : undefined
  return (group?.endpoints ?? [])
    .filter((endpoint) => endpoint.url !== url)
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** A server that answers a publish to a group otherwise. */
const answering = shape(
  (
    change: (results: Awaited<ReturnType<Queue['fanOut']['publish']>>) => unknown,
  ): Replacements => ({ 'fanOut.publish': result((right) => forbidden(change(right))) }),
)

/** A server that knows only some of the default headers. */
const defaulting = shape(
  (isKnown: (line: HeaderLine, lines: readonly HeaderLine[]) => boolean): Replacements => ({
    'fanOut.missingDefaults': result((right) =>
      right.filter((line, _, lines) => isKnown(line, lines)),
    ),
  }),
)

/** Nobody listens there. */
const nowhere = 'http://127.0.0.1:9/'

const named = (name: RegExp) => (line: HeaderLine) => name.test(line[0])

const FAN_OUT = 'queue.group.fans-out-to-every-endpoint'
const AT_PUBLISH = 'queue.flow-control.at-publish'
const ARRAY = 'queue.group.answers-an-array'
const APPLY = 'queue.group.default-headers-apply'
const STRING = 'queue.group.default-header-string'
const STRINGS = 'queue.group.default-header-array'
const FORWARD_ALL = 'queue.group.default-forward-all'
const RETRIES = 'queue.group.default-retries'
/** Judged with the shape of all answers to a publish. */
const SHAPE = 'queue.publish.url-answers-one-object'
const WEBHOOK = 'queue.webhook.to-a-group'

export const groupFaults: readonly QueueFault[] = [
  fault('a group is not found by its id', ['queue.group.published-by-id'], {
    'groups.find': (_, queue) => (name) => queue.store.groups.get(name),
  }),
  fault(
    'a group is found by its id alone',
    {
      breaks: ['queue.group.published-by-name', APPLY, STRING, STRINGS, FORWARD_ALL, WEBHOOK],
      blocks: [FAN_OUT, ARRAY, RETRIES],
    },
    { 'groups.find': (_, queue) => (id) => queue.store.groups.byId(id) },
  ),
  fault(
    'a publish to a group reaches its first endpoint alone',
    [AT_PUBLISH, FAN_OUT, ARRAY, WEBHOOK],
    { 'fanOut.messages': result((right) => right.slice(0, 1)) },
  ),
  fault(
    'a publish to a group is answered for every endpoint and reaches one of them',
    [AT_PUBLISH, FAN_OUT, WEBHOOK],
    {
      'delivery.accept': (original, queue) => async (message) => {
        const endpoints = await endpointsBeside(queue, message)
        if (endpoints[0] === undefined || message.url < endpoints[0].url) await original(message)
      },
    },
  ),
  fault('a publish to a group reaches four endpoints at most', [FAN_OUT, ARRAY], {
    'fanOut.messages': result((right) => right.slice(0, 4)),
  }),
  fault(
    'a publish to a group reaches each endpoint twice',
    [AT_PUBLISH, FAN_OUT, ARRAY, APPLY, RETRIES],
    {
      'fanOut.messages': (original) => (group, instructions) => [
        ...original(group, instructions),
        ...original(group, instructions),
      ],
    },
  ),
  fault('a group is published to once', [FAN_OUT], () => {
    const seen = new Set<string>()
    return {
      'fanOut.messages': result((messages, group) => {
        const isAgain = group.endpoints.length > 1 && seen.has(group.id)
        seen.add(group.id)
        return isAgain ? messages.map((each) => ({ ...each, retries: 0, url: nowhere })) : messages
      }),
    }
  }),
  messaging('an endpoint of a group loses its query', [FAN_OUT], (message) => ({
    ...message,
    url: message.url.replace(/\?.*/s, ''),
  })),
  messaging(
    'the body goes to the first endpoint of a group, and the others are only called',
    [FAN_OUT, WEBHOOK],
    (message, index) => (index === 0 ? message : { ...message, body: new Uint8Array() }),
  ),
  messaging('a body goes to a group as text', [FAN_OUT], (message) => ({
    ...message,
    body: new TextEncoder().encode(new TextDecoder().decode(message.body)),
  })),
  messaging(
    'a setting of a publish to a group applies at the first endpoint',
    [FAN_OUT],
    (message, index) => (index === 0 ? message : { ...message, method: 'POST' }),
  ),
  ...(
    [
      ['callback', 'callback', FAN_OUT],
      ['failure callback', 'failureCallback', FAN_OUT],
      ['flow control', 'flowControl', AT_PUBLISH],
    ] as const
  ).map(([what, setting, rule]) =>
    messaging(
      `the ${what} of a publish to a group is for its first endpoint`,
      [rule],
      (message, index) => (index === 0 ? message : { ...message, [setting]: undefined }),
    ),
  ),
  messaging(
    'the delay of a publish to a group is for its first endpoint',
    [FAN_OUT],
    (message, index) => {
      const { createdAt } = message
      return index === 0
        ? message
        : { ...message, notBefore: createdAt, nextDeliveryTime: createdAt }
    },
  ),
  messaging('a publish to a group has no flow control', [AT_PUBLISH], (message) => ({
    ...message,
    flowControl: undefined,
  })),
  fault('a delivery that fails at one endpoint is made again at every endpoint', [FAN_OUT], {
    'delivery.settle': (original, queue) => async (message, outcome) => {
      const endpoints = queue.delivery.succeeded(outcome)
        ? []
        : await endpointsBeside(queue, message)
      for (const { url } of endpoints) {
        await queue.delivery.accept({ ...message, id: queue.publish.messageId(), url })
      }
      await original(message, outcome)
    },
  }),
  fault(
    'a delivery that fails at an endpoint of a group is not made again',
    { breaks: [FAN_OUT], blocks: [RETRIES] },
    {
      'delivery.mayRetry': (original) => (message) =>
        message.topicName === undefined && original(message),
    },
  ),
  answering('a publish to a group is answered with one object', [ARRAY], ([first]) => first),
  answering('the answer to a publish to a group is in an object', [ARRAY, SHAPE], (messages) => ({
    messages,
  })),
  answering('the answer to a publish to a group has one element', [ARRAY], (results) =>
    results.slice(0, 1),
  ),
  answering('all elements of the answer to a group have the same message id', [ARRAY], (results) =>
    results.map((result) => ({ ...result, messageId: results[0]!.messageId })),
  ),
  answering('the elements of the answer to a group have no message id', [ARRAY, SHAPE], (results) =>
    results.map(({ url }) => ({ url })),
  ),
  defaulting(
    'default headers are ignored',
    [APPLY, STRING, STRINGS, FORWARD_ALL, RETRIES],
    () => false,
  ),
  fault('a message with settings of its own gets no default headers', [APPLY], {
    'fanOut.withDefaults': (original, queue) => (request, group) =>
      queue.reading.given(request).some(({ name }) => name.startsWith('forward-'))
        ? request
        : original(request, group),
  }),
  fault('default headers apply at the first endpoint alone', [APPLY], {
    'fanOut.messages': (original, queue) => (group, instructions) => {
      const prefix = `${queue.dialect.headerPrefix}Forward-`
      const names = Object.keys(group.headers).map((name) => name.replace(prefix, ''))
      const own = Object.entries(instructions.headers).filter(([name]) => !isOneOf(names, name))
      return original(group, instructions).map((message, index) =>
        index === 0 ? message : { ...message, headers: Object.fromEntries(own) },
      )
    },
  }),
  fault(
    'default headers apply to the first publish alone',
    ['queue.authentication.required', APPLY],
    () => {
      const seen = new Set<string>()
      return {
        'fanOut.withDefaults': (original) => (request, group) => {
          const version = `${group.id} ${group.version}`
          const isFirst = !seen.has(version)
          seen.add(version)
          return isFirst ? original(request, group) : request
        },
      }
    },
  ),
  fault('default headers can be set once', [APPLY], {
    'fanOut.setDefaultHeaders': (original, queue) => async (nameOrId, headers) => {
      const known = (await queue.groups.find(nameOrId))?.headers
      await original(nameOrId, { ...headers, ...known })
    },
  }),
  fault('default headers apply to what is published to the URL of an endpoint', [APPLY], {
    'publish.take': (original, queue) => async (request) => {
      const destination = queue.reading.destination(request)
      if (destination.kind === 'name') return original(request)
      const group = (await queue.groups.all()).find(({ endpoints }) =>
        endpoints.some(({ url }) => url === destination.url),
      )
      return original(group ? queue.fanOut.withDefaults(request, group) : request)
    },
  }),
  fault('default headers apply to every group with the same endpoint', [APPLY], {
    'fanOut.publish': (original, queue) => async (group, request) => {
      const urls = group.endpoints.map(({ url }) => url)
      const alike = (await queue.groups.all()).filter(({ endpoints }) =>
        endpoints.some(({ url }) => urls.includes(url)),
      )
      const headers = Object.assign({}, ...alike.map((each) => each.headers)) as object
      return original({ ...group, headers: { ...headers } }, request)
    },
  }),
  defaulting(
    'of the strings of a default header the first applies',
    [STRINGS],
    (line, lines) => line === lines.find(([name]) => name === line[0]),
  ),
  defaulting(
    'of the strings of a default header the last applies',
    [STRINGS],
    (line, lines) => line === lines.findLast(([name]) => name === line[0]),
  ),
  fault('the strings of a default header are sorted', [STRINGS], {
    'fanOut.missingDefaults': result((right) =>
      Object.entries(headerMap(right)).flatMap(([name, values]) =>
        values.toSorted().map((value) => [name, value] as const),
      ),
    ),
  }),
  fault('a default header that is an array of several strings is refused', [STRINGS], {
    'fanOut.setDefaultHeaders': (original) => async (nameOrId, headers) => {
      const several = Object.values(headers).some(({ length }) => length > 1)
      if (several) refuse(400, 'expected strings')
      await original(nameOrId, headers)
    },
  }),
  defaulting(
    'of several default headers the first applies',
    [STRING, STRINGS],
    (line, lines) => line[0] === lines[0]![0],
  ),
  defaulting(
    'default headers can be forwarded headers alone, and no settings',
    [STRING, FORWARD_ALL, RETRIES],
    named(/-forward-/i),
  ),
  defaulting(
    'header forwarding as the default is ignored',
    [FORWARD_ALL],
    (line) => !named(/-header-forward$/i)(line),
  ),
  defaulting('retries as the default are ignored', [RETRIES], (line) => !named(/-retries$/i)(line)),
  defaulting(
    'no retries as the default are none set',
    [RETRIES],
    (line) => !named(/-retries$/i)(line) || line[1] !== '0',
  ),
  ...(
    [
      ['methods', /-method$/i],
      ['retries', /-retries$/i],
      ['header forwarding', /-header-forward$/i],
    ] as const
  ).map(([what, name]): QueueFault =>
    fault(`${what} as the default apply to the first publish alone`, [APPLY], () => {
      const seen = new Set<string>()
      return {
        'fanOut.missingDefaults': (original) => (request, group) => {
          const version = `${group.id} ${group.version}`
          const isFirst = !seen.has(version)
          seen.add(version)
          const lines = original(request, group)
          return isFirst ? lines : lines.filter((line) => !named(name)(line))
        },
      }
    }),
  ),
]
