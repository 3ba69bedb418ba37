// A message arrives unchanged: the body, its type and the forwarded headers, by the method and
// at the URL of the publish, wherever the settings stand, at each attempt, and in the callbacks.

import { allBut, namesIn, notPlain } from '../../core/law.js'
import { must, under, type Matcher } from '../../core/judgement.js'
import { accepted, body as ofBody, header } from '../../core/matchers.js'
import type { Answering, Delivery } from '../../sink/sink.js'
import {
  attempt,
  body,
  contentType,
  destination,
  forwarded,
  forwardedName,
  forwarding,
  method,
  onePlace,
  recipient,
  tokenPlace,
} from '../dimensions.js'
import { calls, method as byMethod } from '../fixtures/arrivals.js'
import { publishAt, type Lines, type Publishing } from '../fixtures/publishing.js'
import { law } from './law.js'

const groups = namesIn(destination).filter((name) => /group/.test(name))
const urls = allBut(destination, ...groups)
const notAscii = 'of letters of several bytes'
const callbacks = notPlain(recipient)

export const deliveredUnchanged = law({
  id: 'delivered-unchanged',
  title: 'a message arrives unchanged',
  over: {
    recipient,
    destination,
    place: onePlace,
    method,
    body,
    contentType,
    forwarded,
    forwardedName,
    forwarding,
    attempt,
    tokenPlace,
  },
  never: [
    { place: 'as defaults of the group', destination: urls },
    // A body of GET has no meaning. The bytes of a query value, and several of one name, are open.
    { method: 'GET', body: allBut(body, 'no bytes') },
    { place: 'in the query', forwarded: [notAscii, 'in two lines'] },
    { place: 'as defaults of the group', forwarded: notAscii },
    // The service has a content type for each message of which none is given.
    { recipient: callbacks, method: notPlain(method) },
    { recipient: callbacks, body: namesIn(body).slice(2) },
    { recipient: callbacks, contentType: notPlain(contentType) },
    { recipient: callbacks, attempt: notPlain(attempt) },
    { forwardedName: notPlain(forwardedName), forwarded: notPlain(forwarded) },
    { body: '1,100,000 bytes', recipient: callbacks },
    // These headers are no own ones of the publish, and a default of a group has no headers beside it.
    { forwarding: 'with all headers', forwardedName: ['Authorization', 'Svc-Contract'] },
    { forwarding: 'with all headers', place: 'as defaults of the group' },
    { forwarding: 'with all headers', recipient: callbacks },
    ...Object.entries({
      destination,
      place: onePlace,
      contentType,
      forwarded,
      forwarding,
      tokenPlace,
    }).map(([name, of]) => ({ body: '1,100,000 bytes', [name]: namesIn(of).slice(2) })),
  ],
  // The first row with values that a failure needs names the violated rules.
  rules: [
    [{ attempt: '*' }, 'queue.retries.after-a-failed-delivery'],
    [{ destination: groups, body: '*' }, 'queue.group.fans-out-to-every-endpoint'],
    [{ destination: groups, method: '*' }, 'queue.group.fans-out-to-every-endpoint'],
  ],
  baseRule: 'queue.publish.body-unchanged',
  async check(world, values, choice) {
    const { inbox } = world
    const { number } = values.attempt
    const { prefix } = values.recipient
    const isMessage = prefix === ''
    const isFailure = prefix === 'Failure-Callback-'
    const answer: Answering = (_, n) => ({ status: isFailure || n < number ? 500 : 200 })
    const [message, called] = [inbox(answer), inbox()]
    const { method = '' } = choice
    const { of, own } = values.forwardedName
    const name = own ? world.queue.headerPrefix + of : of
    const endpoint = message.url + values.destination.end

    const forwarded: Lines = values.forwarded.values.map((value) => [name, value])
    const { all } = values.forwarding
    const lines: Lines = [
      ...(method === 'POST' ? [] : [['Method', method] as const]),
      ...(isMessage ? [] : [[prefix.slice(0, -1), `${called.url}/Own?a=%2F`] as const]),
      ...(all
        ? [['Header-Forward', 'true'] as const]
        : forwarded.map(([name, value]) => [`${prefix}Forward-${name}`, value] as const)),
      ['Retries', isFailure ? '0' : '3'],
      ['Retry-Delay', '0'],
    ]
    must(
      await publishAt(world, endpoint, lines, {
        ...values,
        place: choice['place']!,
        ...(all && { plain: forwarded }),
      }),
      accepted(),
    )
    const delivery = await message.delivery(number)
    const call = isMessage ? delivery : await called.delivery()
    must(call, header(name, values.forwarded.values.join(', ')))
    if (!isMessage) must(call, calls(`${called.url}/Own?a=%2F`))
    must(delivery, ...whole(endpoint, method, values))
  },
})

/** Returns what a delivery has to be. */
const whole = (
  url: string,
  method: string,
  { body, contentType }: Pick<Required<Publishing>, 'body' | 'contentType'>,
): readonly Matcher<Delivery>[] => [
  under(
    method === 'POST' ? 'queue.publish.method-defaults-to-post' : 'queue.publish.method',
    byMethod(method),
  ),
  calls(url),
  method === 'POST' ? ofBody(body.of) : under('queue.publish.body-unchanged', ofBody(body.of)),
  ...(contentType.type === undefined ? [] : [header('Content-Type', contentType.type)]),
]
