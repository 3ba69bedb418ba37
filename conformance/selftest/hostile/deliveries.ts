// Messages to a hostile destination, with settings that cause retries, callbacks and delays.

import type { Conversation } from './conversation.js'
import { filled, many, template, type Hole, type Random } from './random.js'
import { bearer, posted, written, type Surroundings } from './requests.js'

/** Publishes some messages, most of them to the hostile destination. */
export function deliveryConversation(random: Random, around: Surroundings): Conversation {
  const base = [`Host: ${around.host}`, bearer(around.queueToken)]
  const to = template`${around.destination}${suffixes}`
  const optional: readonly (readonly [chance: number, header: Hole])[] = [
    [0.3, template`Svc-Retry-Delay: ${['0', '1', 'retried', '1000 * (1 + retried)']}`],
    [0.2, template`Svc-Callback: ${to}`],
    [0.2, template`Svc-Failure-Callback: ${to}`],
    [0.2, template`Svc-Timeout: ${['1s', '1h', '0s']}`],
    [0.2, template`Svc-Method: ${['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS']}`],
    [0.2, template`Svc-Delay: ${['1s', '0s', '36500d']}`],
    [0.1, 'Svc-Flow-Control-Key: hostile\r\nSvc-Flow-Control-Value: parallelism=1'],
    [0.2, ({ text }) => `Svc-Forward-A: ${text(20, 0x21)}`],
    [0.1, 'Svc-Workflow-RunId: hostile\r\nSvc-Workflow-Init: true'],
  ]
  const one = () => {
    const settings = [
      ...[...base, `Svc-Retries: ${random.pick(['0', '0', '1', '3'])}`],
      ...optional
        .filter(([chance]) => random.chance(chance))
        .map(([, hole]) => filled(hole, random)),
    ]
    const body = 'x'.repeat(random.pick([0, 1, 100, 5_000, 100_000]))
    const batch = () => [{ destination: to(random), headers: { 'Svc-Retries': '0' }, body }]
    const nowhere = () => `/v2/publish/${random.pick(unreachable)}`
    return random.weighted([
      [9, () => posted(`/v2/publish/${to(random)}`, settings, body)],
      [1, () => posted('/v2/batch', base, batch())],
      [1, () => posted(`/v2/enqueue/hostile/${to(random)}`, settings, body)],
      [1, () => posted(nowhere(), [...base, 'Svc-Retries: 0'], body)],
    ])
  }
  const read = (...headers: readonly string[]) => ({
    ...{ method: 'GET', target: random.pick(lists), headers: [...base, ...headers] },
  })
  const requests = many(1 + random.below(6), one)
  const parts = [...requests, read(), read('Connection: close')].map(written)
  return { port: 'queue', parts, answered: parts.length, ending: 'answered' }
}

const suffixes = ['', '?a=b', 'a/../b', '%zz', '#x', `?${'q'.repeat(2_000)}`]

const lists = [
  ...['/v2/workflows/messageLogs', '/v2/workflows/dlq', '/v2/workflows/logs', '/v2/events'],
  '/v2/queues',
]

/**
 * Destinations that refuse connections or are not valid URLs. No request to them leaves this
 * machine.
 */
const unreachable = [
  ...'http://127.0.0.1:1/ http://[::1]:1/ http://localhost:1/ http://127.0.0.1:0/'.split(' '),
  ...'http://0.0.0.0:1/ http://127.0.0.1:99999/ http:// http:///a ftp://127.0.0.1/'.split(' '),
  ...'file:///etc/passwd http://user:password@127.0.0.1:1/ http://0x7f.1:1/'.split(' '),
  ...'http://2130706433:1/ https://127.0.0.1:1/'.split(' '),
]
