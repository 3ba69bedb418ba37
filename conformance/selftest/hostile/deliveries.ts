// Messages to a hostile destination, with settings that make the queue come back, call back and wait.

import type { Conversation } from './conversation.js'
import type { Random } from './random.js'
import { bearer, posted, written, type Surroundings } from './requests.js'

/** One conversation: some messages, most of them to the destination of the campaign. */
export function deliveryConversation(random: Random, around: Surroundings): Conversation {
  const base = [`Host: ${around.host}`, bearer(around.queueToken)]
  const to = () =>
    `${around.destination}${random.pick(['', '?a=b', 'a/../b', '%zz', '#x', `?${'q'.repeat(2_000)}`])}`
  const one = () => {
    const settings = [
      `Svc-Retries: ${random.pick(['0', '0', '1', '3'])}`,
      ...(random.chance(0.3)
        ? [`Svc-Retry-Delay: ${random.pick(['0', '1', 'retried', '1000 * (1 + retried)'])}`]
        : []),
      ...(random.chance(0.2) ? [`Svc-Callback: ${to()}`] : []),
      ...(random.chance(0.2) ? [`Svc-Failure-Callback: ${to()}`] : []),
      ...(random.chance(0.2) ? [`Svc-Timeout: ${random.pick(['1s', '1h', '0s'])}`] : []),
      ...(random.chance(0.2)
        ? [`Svc-Method: ${random.pick(['GET', 'PUT', 'DELETE', 'HEAD', 'OPTIONS'])}`]
        : []),
      ...(random.chance(0.2) ? [`Svc-Delay: ${random.pick(['1s', '0s', '36500d'])}`] : []),
      ...(random.chance(0.1)
        ? ['Svc-Flow-Control-Key: hostile', 'Svc-Flow-Control-Value: parallelism=1']
        : []),
      ...(random.chance(0.2) ? [`Svc-Forward-A: ${random.text(20, 0x21)}`] : []),
      ...(random.chance(0.1) ? ['Svc-Workflow-RunId: hostile', 'Svc-Workflow-Init: true'] : []),
    ]
    const body = 'x'.repeat(random.pick([0, 1, 100, 5_000, 100_000]))
    return random.weighted([
      [9, () => posted(`/v2/publish/${to()}`, [...base, ...settings], body)],
      [
        1,
        () =>
          posted('/v2/batch', base, [{ destination: to(), headers: { 'Svc-Retries': '0' }, body }]),
      ],
      [1, () => posted(`/v2/enqueue/hostile/${to()}`, [...base, ...settings], body)],
      [
        1,
        () => posted(`/v2/publish/${random.pick(unreachable)}`, [...base, 'Svc-Retries: 0'], body),
      ],
    ])
  }
  const reading = [
    ...[
      '/v2/workflows/messageLogs',
      '/v2/workflows/dlq',
      '/v2/workflows/logs',
      '/v2/events',
      '/v2/queues',
    ],
  ].map((target) => ({ method: 'GET', target, headers: base }))
  const requests = Array.from({ length: 1 + random.below(6) }, one)
  const last = { ...random.pick(reading), headers: [...base, 'Connection: close'] }
  const parts = [...requests, random.pick(reading), last].map(written)
  return { port: 'queue', parts, answered: parts.length, ending: 'answered' }
}

/** Nothing of these is on a network. */
const unreachable = [
  ...[
    'http://127.0.0.1:1/',
    'http://[::1]:1/',
    'http://localhost:1/',
    'http://127.0.0.1:0/',
    'http://0.0.0.0:1/',
  ],
  ...['http://127.0.0.1:99999/', 'http://', 'http:///a', 'ftp://127.0.0.1/', 'file:///etc/passwd'],
  ...[
    'http://user:password@127.0.0.1:1/',
    'http://0x7f.1:1/',
    'http://2130706433:1/',
    'https://127.0.0.1:1/',
  ],
]
