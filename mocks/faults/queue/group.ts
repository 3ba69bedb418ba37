// Mistakes under the heading: URL groups.

import { headerMap, isOneOf, type HeaderLine } from '../../queue/request/headers.js'
import type { Message } from '../../queue/message.js'
import type { Queue } from '../../queue/queue.js'
import { refuse } from '../../queue/refusal.js'
import type { QueueFault, Replacements } from './fault.js'
import { forbidden, result } from './parts.js'

/** A server whose messages to the endpoints of a group are other ones, by their place in the group. */
const messaging = (change: (message: Message, index: number) => Message): Replacements =>
  result('fanOut', 'messages', (right) => right.map(change))

/** The other endpoints of the group that a message was published to, in the order of their URLs. */
async function endpointsBeside(queue: Queue, { topicName, url, origin }: Message) {
  const isOfGroup = topicName !== undefined && origin === undefined
  const group = isOfGroup ? await queue.groups.find(topicName) : undefined
  return (group?.endpoints ?? [])
    .filter((endpoint) => endpoint.url !== url)
    .sort((a, b) => (a.url < b.url ? -1 : 1))
}

/** A server that answers a publish to a group otherwise. */
const answering = (
  change: (results: Awaited<ReturnType<Queue['fanOut']['publish']>>) => unknown,
): Replacements => result('fanOut', 'publish', (right) => forbidden(change(right)))

/** A server that knows only some of the default headers. */
const defaulting = (
  isKnown: (line: HeaderLine, lines: readonly HeaderLine[]) => boolean,
): Replacements =>
  result('fanOut', 'missingDefaults', (right) =>
    right.filter((line, _, lines) => isKnown(line, lines)),
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
  {
    name: 'a group is not found by its id',
    breaks: ['queue.group.published-by-id'],
    replace: { groups: { find: (_, queue) => (name) => queue.store.groups.get(name) } },
  },
  {
    name: 'a group is found by its id alone',
    breaks: ['queue.group.published-by-name', APPLY, STRING, STRINGS, FORWARD_ALL, WEBHOOK],
    blocks: [FAN_OUT, ARRAY, RETRIES],
    replace: { groups: { find: (_, queue) => (id) => queue.store.groups.byId(id) } },
  },
  {
    name: 'a publish to a group reaches its first endpoint alone',
    breaks: [AT_PUBLISH, FAN_OUT, ARRAY, WEBHOOK],
    replace: result('fanOut', 'messages', (right) => right.slice(0, 1)),
  },
  {
    name: 'a publish to a group is answered for every endpoint and reaches one of them',
    breaks: [AT_PUBLISH, FAN_OUT, WEBHOOK],
    replace: {
      delivery: {
        accept: (original, queue) => async (message) => {
          const endpoints = await endpointsBeside(queue, message)
          if (endpoints[0] === undefined || message.url < endpoints[0].url) await original(message)
        },
      },
    },
  },
  {
    name: 'a publish to a group reaches four endpoints at most',
    breaks: [FAN_OUT, ARRAY],
    replace: result('fanOut', 'messages', (right) => right.slice(0, 4)),
  },
  {
    name: 'a publish to a group reaches each endpoint twice',
    breaks: [AT_PUBLISH, FAN_OUT, ARRAY, APPLY, RETRIES],
    replace: {
      fanOut: {
        messages: (original) => (group, instructions) => [
          ...original(group, instructions),
          ...original(group, instructions),
        ],
      },
    },
  },
  {
    name: 'a group is published to once',
    breaks: [FAN_OUT],
    replace: () => {
      const seen = new Set<string>()
      return result('fanOut', 'messages', (messages, group) => {
        const isAgain = group.endpoints.length > 1 && seen.has(group.id)
        seen.add(group.id)
        return isAgain ? messages.map((each) => ({ ...each, retries: 0, url: nowhere })) : messages
      })
    },
  },
  {
    name: 'an endpoint of a group loses its query',
    breaks: [FAN_OUT],
    replace: messaging((message) => ({ ...message, url: message.url.replace(/\?.*/s, '') })),
  },
  {
    name: 'the body goes to the first endpoint of a group, and the others are only called',
    breaks: [FAN_OUT, WEBHOOK],
    replace: messaging((message, index) =>
      index === 0 ? message : { ...message, body: new Uint8Array() },
    ),
  },
  {
    name: 'a body goes to a group as text',
    breaks: [FAN_OUT],
    replace: messaging((message) => ({
      ...message,
      body: new TextEncoder().encode(new TextDecoder().decode(message.body)),
    })),
  },
  {
    name: 'a setting of a publish to a group applies at the first endpoint',
    breaks: [FAN_OUT],
    replace: messaging((message, index) =>
      index === 0 ? message : { ...message, method: 'POST' },
    ),
  },
  ...(
    [
      ['callback', 'callback', FAN_OUT],
      ['failure callback', 'failureCallback', FAN_OUT],
      ['flow control', 'flowControl', AT_PUBLISH],
    ] as const
  ).map(([what, setting, rule]): QueueFault => ({
    name: `the ${what} of a publish to a group is for its first endpoint`,
    breaks: [rule],
    replace: messaging((message, index) =>
      index === 0 ? message : { ...message, [setting]: undefined },
    ),
  })),
  {
    name: 'the delay of a publish to a group is for its first endpoint',
    breaks: [FAN_OUT],
    replace: messaging((message, index) => {
      const { createdAt } = message
      return index === 0
        ? message
        : { ...message, notBefore: createdAt, nextDeliveryTime: createdAt }
    }),
  },
  {
    name: 'a publish to a group has no flow control',
    breaks: [AT_PUBLISH],
    replace: messaging((message) => ({ ...message, flowControl: undefined })),
  },
  {
    name: 'a delivery that fails at one endpoint is made again at every endpoint',
    breaks: [FAN_OUT],
    replace: {
      delivery: {
        settle: (original, queue) => async (message, outcome) => {
          const endpoints = queue.delivery.succeeded(outcome)
            ? []
            : await endpointsBeside(queue, message)
          for (const { url } of endpoints) {
            await queue.delivery.accept({ ...message, id: queue.publish.messageId(), url })
          }
          await original(message, outcome)
        },
      },
    },
  },
  {
    name: 'a delivery that fails at an endpoint of a group is not made again',
    breaks: [FAN_OUT],
    blocks: [RETRIES],
    replace: {
      delivery: {
        mayRetry: (original) => (message) => message.topicName === undefined && original(message),
      },
    },
  },
  {
    name: 'a publish to a group is answered with one object',
    breaks: [ARRAY],
    replace: answering(([first]) => first),
  },
  {
    name: 'the answer to a publish to a group is in an object',
    breaks: [ARRAY, SHAPE],
    replace: answering((messages) => ({ messages })),
  },
  {
    name: 'the answer to a publish to a group has one element',
    breaks: [ARRAY],
    replace: answering((results) => results.slice(0, 1)),
  },
  {
    name: 'all elements of the answer to a group have the same message id',
    breaks: [ARRAY],
    replace: answering((results) =>
      results.map((result) => ({ ...result, messageId: results[0]!.messageId })),
    ),
  },
  {
    name: 'the elements of the answer to a group have no message id',
    breaks: [ARRAY, SHAPE],
    replace: answering((results) => results.map(({ url }) => ({ url }))),
  },
  {
    name: 'default headers are ignored',
    breaks: [APPLY, STRING, STRINGS, FORWARD_ALL, RETRIES],
    replace: defaulting(() => false),
  },
  {
    name: 'a message with settings of its own gets no default headers',
    breaks: [APPLY],
    replace: {
      fanOut: {
        withDefaults: (original, queue) => (request, group) =>
          queue.reading.given(request).some(({ name }) => name.startsWith('forward-'))
            ? request
            : original(request, group),
      },
    },
  },
  {
    name: 'default headers apply at the first endpoint alone',
    breaks: [APPLY],
    replace: {
      fanOut: {
        messages: (original, queue) => (group, instructions) => {
          const prefix = `${queue.dialect.headerPrefix}Forward-`
          const names = Object.keys(group.headers).map((name) => name.replace(prefix, ''))
          const own = Object.entries(instructions.headers).filter(([name]) => !isOneOf(names, name))
          return original(group, instructions).map((message, index) =>
            index === 0 ? message : { ...message, headers: Object.fromEntries(own) },
          )
        },
      },
    },
  },
  {
    name: 'default headers apply to the first publish alone',
    breaks: ['queue.authentication.required', APPLY],
    replace: () => {
      const seen = new Set<string>()
      return {
        fanOut: {
          withDefaults: (original) => (request, group) => {
            const version = `${group.id} ${group.version}`
            const isFirst = !seen.has(version)
            seen.add(version)
            return isFirst ? original(request, group) : request
          },
        },
      }
    },
  },
  {
    name: 'default headers can be set once',
    breaks: [APPLY],
    replace: {
      fanOut: {
        setDefaultHeaders: (original, queue) => async (nameOrId, headers) => {
          const known = (await queue.groups.find(nameOrId))?.headers
          await original(nameOrId, { ...headers, ...known })
        },
      },
    },
  },
  {
    name: 'default headers apply to what is published to the URL of an endpoint',
    breaks: [APPLY],
    replace: {
      publish: {
        take: (original, queue) => async (request) => {
          const destination = queue.reading.destination(request)
          if (destination.kind === 'name') return original(request)
          const group = (await queue.groups.all()).find(({ endpoints }) =>
            endpoints.some(({ url }) => url === destination.url),
          )
          return original(group ? queue.fanOut.withDefaults(request, group) : request)
        },
      },
    },
  },
  {
    name: 'default headers apply to every group with the same endpoint',
    breaks: [APPLY],
    replace: {
      fanOut: {
        publish: (original, queue) => async (group, request) => {
          const urls = group.endpoints.map(({ url }) => url)
          const alike = (await queue.groups.all()).filter(({ endpoints }) =>
            endpoints.some(({ url }) => urls.includes(url)),
          )
          const headers = Object.assign({}, ...alike.map((each) => each.headers)) as object
          return original({ ...group, headers: { ...headers } }, request)
        },
      },
    },
  },
  {
    name: 'of the strings of a default header the first applies',
    breaks: [STRINGS],
    replace: defaulting((line, lines) => line === lines.find(([name]) => name === line[0])),
  },
  {
    name: 'of the strings of a default header the last applies',
    breaks: [STRINGS],
    replace: defaulting((line, lines) => line === lines.findLast(([name]) => name === line[0])),
  },
  {
    name: 'the strings of a default header are sorted',
    breaks: [STRINGS],
    replace: result('fanOut', 'missingDefaults', (right) =>
      Object.entries(headerMap(right)).flatMap(([name, values]) =>
        values.toSorted().map((value) => [name, value] as const),
      ),
    ),
  },
  {
    name: 'a default header that is an array of several strings is refused',
    breaks: [STRINGS],
    replace: {
      fanOut: {
        setDefaultHeaders: (original) => async (nameOrId, headers) => {
          const several = Object.values(headers).some(({ length }) => length > 1)
          if (several) refuse(400, 'expected strings')
          await original(nameOrId, headers)
        },
      },
    },
  },
  {
    name: 'of several default headers the first applies',
    breaks: [STRING, STRINGS],
    replace: defaulting((line, lines) => line[0] === lines[0]![0]),
  },
  {
    name: 'default headers can be forwarded headers alone, and no settings',
    breaks: [STRING, FORWARD_ALL, RETRIES],
    replace: defaulting(named(/-forward-/i)),
  },
  {
    name: 'header forwarding as the default is ignored',
    breaks: [FORWARD_ALL],
    replace: defaulting((line) => !named(/-header-forward$/i)(line)),
  },
  {
    name: 'retries as the default are ignored',
    breaks: [RETRIES],
    replace: defaulting((line) => !named(/-retries$/i)(line)),
  },
  {
    name: 'no retries as the default are none set',
    breaks: [RETRIES],
    replace: defaulting((line) => !named(/-retries$/i)(line) || line[1] !== '0'),
  },
  ...(
    [
      ['methods', /-method$/i],
      ['retries', /-retries$/i],
      ['header forwarding', /-header-forward$/i],
    ] as const
  ).map(([what, name]): QueueFault => ({
    name: `${what} as the default apply to the first publish alone`,
    breaks: [APPLY],
    replace: () => {
      const seen = new Set<string>()
      return {
        fanOut: {
          missingDefaults: (original) => (request, group) => {
            const version = `${group.id} ${group.version}`
            const isFirst = !seen.has(version)
            seen.add(version)
            const lines = original(request, group)
            return isFirst ? lines : lines.filter((line) => !named(name)(line))
          },
        },
      }
    },
  })),
]
