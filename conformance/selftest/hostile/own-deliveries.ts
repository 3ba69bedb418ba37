// Messages to the mock that delivers them: to its control routes, which must refuse them, and to its
// routes of the contract, which must not.

import type { Conversation } from './conversation.js'
import { many, type Random } from './random.js'
import { bearer, posted, written, type RequestContext } from './requests.js'

/** The names of this machine, as a URL may spell them. */
export const ownNames = [
  '127.0.0.1',
  'localhost',
  'LocalHost',
  '[::1]',
  '127.1',
  '0x7f000001',
  '2130706433',
  '0177.0.0.1',
  '127.0.0.2',
  '0.0.0.0',
  '[::]',
  '[::ffff:127.0.0.1]',
  'a:b@127.0.0.1',
]

const controls = ['reset', 'kv/reset-password', 'console/session', 'state', 'journal', 'clock', '']

/** The path of deliveries that must be allowed. The token comes with the header. */
const allowedPath = '/incr/own-deliveries'

/** Publishes some messages with each way that leads a delivery to a URL. */
export function ownDeliveryConversation(random: Random, around: RequestContext): Conversation {
  const own = () => `http://${random.pick(around.ownHosts ?? [])}`
  const control = () => `${own()}/__mock/${random.pick(controls)}`
  const allowed = () => `http://127.0.0.1:${new URL(`http://${around.host}`).port}${allowedPath}`
  const disguise = () =>
    random.pick([
      'Svc-Forward-Mock-Delivery: ',
      'Svc-Forward-Connection: mock-delivery',
      'Svc-Forward-Host: localhost',
      'Svc-Forward-Origin: http://localhost',
      'Svc-Forward-Mock-Console-Token: x',
      'Svc-Header-Forward: true',
      'Svc-Delay: 1s',
    ])
  const headers = (...more: readonly string[]) => [
    `Host: ${around.host}`,
    bearer(around.queueToken),
    'Svc-Retries: 0',

    `Svc-Method: ${random.pick(['GET', 'POST', 'DELETE'])}`,
    ...many(random.below(3), disguise),
    ...more,
  ]
  const publish = (url: string, ...more: readonly string[]) =>
    posted(`/v2/publish/${url}`, headers(...more), '{}')
  const run = () => [
    `Svc-Workflow-RunId: wfr_${random.below(1000)}`,
    ...random.pick([['Svc-Workflow-Init: true'], ['Svc-Workflow-CallType: toCallback']]),
    `Svc-Workflow-Url: ${control()}`,
  ]
  const token = `Svc-Forward-Authorization: ${bearer(around.kvToken).slice('Authorization: '.length)}`
  const item = () => ({ destination: control(), headers: { 'Svc-Retries': '0' } })
  const one = () =>
    random.weighted([
      [6, () => publish(control())],
      [2, () => publish(allowed(), token)],
      [2, () => publish(allowed(), token, `Svc-Callback: ${control()}`)],
      [2, () => publish('http://127.0.0.1:1/', `Svc-Failure-Callback: ${control()}`)],
      [2, () => publish(control(), `Svc-Callback: ${allowed()}`)],
      [1, () => publish(around.destination)],
      [1, () => publish('own')],
      [1, () => publish(control(), ...run())],
      [1, () => posted('/v2/batch', headers(), many(1 + random.below(3), item))],
      [1, () => posted(`/v2/enqueue/own/${control()}`, headers(), '{}')],
      [0.1, () => posted(`/v2/schedules/${control()}`, headers('Svc-Cron: * * * * *'), '{}')],
    ])
  const parts = many(1 + random.below(6), one).map(written)
  return { port: 'queue', parts, answered: parts.length, ending: 'finish' }
}

/** An attempt in the journal of the mock. */
export interface OwnAttempt {
  readonly url: string
  readonly outcome: { readonly status?: number }
}

/** Returns what is wrong with the responses to these attempts, or undefined. */
export function wrongAttempts(attempts: readonly OwnAttempt[]): string | undefined {
  const statusesOf = (path: string) =>
    attempts
      .filter(({ url }) => new URL(url).pathname.startsWith(path))
      .map(({ outcome }) => outcome.status)
  const refused = statusesOf('/__mock/')
  const allowed = statusesOf(allowedPath)
  const wrong = refused.filter((status) => status !== 403)
  if (wrong.length > 0)
    return `control routes answered deliveries with ${[...new Set(wrong)].join()}`
  return refused.includes(403) && allowed.includes(200)
    ? undefined
    : `${refused.length} deliveries to control routes, and to the contract's: ${[...new Set(allowed)].join()}`
}
