// Mistakes under the heading: URL groups.

import type { Group } from '../../queue/groups/group.js'
import { headerMap, isOneOf, type HeaderLine } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import { each, result, shape } from '../written.js'
import { fault, replacing, type QueueFault, type Replacements } from './fault.js'
import { forbidden, withoutQuery } from './parts.js'

/** A server whose messages to the endpoints of a group are other ones. */
const messaging = shape((other: (message: Message) => Partial<Message>): Replacements => ({
  'fanOut.messages': result((messages) => messages.map((each) => ({ ...each, ...other(each) }))),
}))

/** A server whose messages to all endpoints but the first are other ones. */
const messagingOthers = shape((other: (message: Message) => Partial<Message>): Replacements => ({
  'fanOut.messages': result(([first, ...rest]) => [
    first!,
    ...rest.map((each) => ({ ...each, ...other(each) })),
  ]),
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
const answering = shape((change: (results: Results) => unknown): Replacements => ({
  'fanOut.publish': result((right) => forbidden(change(right))),
}))

type Results = Awaited<ReturnType<Queue['fanOut']['publish']>>

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

/** Says of groups whether they are asked about for the first time since they were set. */
function firstOf() {
  const seen = new Set<string>()
  return ({ id, version }: Group) => {
    const isFirst = !seen.has(`${id} ${version}`)
    seen.add(`${id} ${version}`)
    return isFirst
  }
}

/** A server that knows some default headers for the first publish alone. */
const onlyFirst = shape((name: RegExp) => (): Replacements => {
  const isFirst = firstOf()
  return {
    'fanOut.missingDefaults': result((lines, _, group) =>
      isFirst(group) ? lines : lines.filter((line) => !named(name)(line)),
    ),
  }
})

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
  replacing('delivery.accept')(
    'a publish to a group is answered for every endpoint and reaches one of them',
    [AT_PUBLISH, FAN_OUT, WEBHOOK],
    (original, queue) => async (message) => {
      const endpoints = await endpointsBeside(queue, message)
      if (endpoints[0] === undefined || message.url < endpoints[0].url) await original(message)
    },
  ),
  fault('a publish to a group reaches four endpoints at most', [FAN_OUT, ARRAY], {
    'fanOut.messages': result((right) => right.slice(0, 4)),
  }),
  replacing('fanOut.messages')(
    'a publish to a group reaches each endpoint twice',
    [AT_PUBLISH, FAN_OUT, ARRAY, APPLY, RETRIES],
    (original) => (group, instructions) => [
      ...original(group, instructions),
      ...original(group, instructions),
    ],
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
  messaging('an endpoint of a group loses its query', [FAN_OUT], ({ url }) => ({
    url: withoutQuery(url),
  })),
  messagingOthers(
    'the body goes to the first endpoint of a group, and the others are only called',
    [FAN_OUT, WEBHOOK],
    () => ({ body: new Uint8Array() }),
  ),
  messaging('a body goes to a group as text', [FAN_OUT], ({ body }) => ({
    body: new TextEncoder().encode(new TextDecoder().decode(body)),
  })),
  ...each(messagingOthers, [FAN_OUT], {
    'a setting of a publish to a group applies at the first endpoint': () => ({ method: 'POST' }),
    'the callback of a publish to a group is for its first endpoint': () => ({
      callback: undefined,
    }),
    'the failure callback of a publish to a group is for its first endpoint': () => ({
      failureCallback: undefined,
    }),
  }),
  messagingOthers(
    'the flow control of a publish to a group is for its first endpoint',
    [AT_PUBLISH],
    () => ({ flowControl: undefined }),
  ),
  messagingOthers(
    'the delay of a publish to a group is for its first endpoint',
    [FAN_OUT],
    ({ createdAt }) => ({ notBefore: createdAt, nextDeliveryTime: createdAt }),
  ),
  messaging('a publish to a group has no flow control', [AT_PUBLISH], () => ({
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
  replacing('delivery.mayRetry')(
    'a delivery that fails at an endpoint of a group is not made again',
    { breaks: [FAN_OUT], blocks: [RETRIES] },
    (original) => (message) => message.topicName === undefined && original(message),
  ),
  answering('a publish to a group is answered with one object', [ARRAY], ([first]) => first),
  answering('the answer to a publish to a group is in an object', [ARRAY, SHAPE], (messages) => ({
    messages,
  })),
  ...each(answering, [ARRAY], {
    'the answer to a publish to a group has one element': (results) => results.slice(0, 1),
    'all elements of the answer to a group have the same message id': (results) =>
      results.map((result) => ({ ...result, messageId: results[0]!.messageId })),
  }),
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
      const isFirst = firstOf()
      return {
        'fanOut.withDefaults': (original) => (request, group) =>
          isFirst(group) ? original(request, group) : request,
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
  ...each(defaulting, [STRINGS], {
    'of the strings of a default header the first applies': (line, lines) =>
      line === lines.find(([name]) => name === line[0]),
    'of the strings of a default header the last applies': (line, lines) =>
      line === lines.findLast(([name]) => name === line[0]),
  }),
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
  ...each(defaulting, [RETRIES], {
    'retries as the default are ignored': (line) => !named(/-retries$/i)(line),
    'no retries as the default are none set': (line) =>
      !named(/-retries$/i)(line) || line[1] !== '0',
  }),
  ...each(onlyFirst, [APPLY], {
    'methods as the default apply to the first publish alone': /-method$/i,
    'retries as the default apply to the first publish alone': /-retries$/i,
    'header forwarding as the default apply to the first publish alone': /-header-forward$/i,
  }),
]
