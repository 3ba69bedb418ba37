// The survey of a queue interface: the parts that harmless requests show.

import type { RuleId } from '#generated/rules.js'
import { isSameRoute, isUnknownTo, NOWHERE } from '../survey/replies.js'
import type { Asking, Feature, Found, Lack, QueuePart, Surveyor } from '../survey/survey.js'
import type { Exchange } from '../wire/exchange.js'
import type { RequestSpec } from '../wire/target.js'

interface Part {
  readonly part: QueuePart
  readonly method: 'GET' | 'POST'
  readonly path: string
  readonly rules: readonly RuleId[]
}

const part = (
  name: QueuePart,
  route: `${Part['method']} ${string}`,
  ...rules: readonly RuleId[]
): Part => {
  const [method, path] = route.split(' ') as [Part['method'], string]
  return { part: name, method, path, rules }
}

/** The lists, which every target answers, even without an entry. */
const lists: readonly Part[] = [
  part('dlq', 'GET /v2/workflows/dlq', 'queue.dlq.list-response'),
  part('runs', 'GET /v2/workflows/logs', 'queue.runs.list-response'),
  part('logs', 'GET /v2/workflows/messageLogs', 'queue.message-logs.list-response'),
]

/** Answers with an empty array if no run waits for the event. */
const notify = part(
  'notify',
  'POST /v2/notify/{eventId}',
  'queue.notify.empty-array-when-nobody-waits',
)

const publish = part(
  'publish',
  'POST /v2/publish/{destination}',
  'queue.publish.destination-in-path',
)

/**
 * Parts that may answer 404 for an unknown id. They are lacking only with the lists, if the answer is that
 * of an unknown route. A bulk request is not tried, because it might select the entries of others.
 */
const ofEntries: readonly Part[] = [
  part('entry', 'GET /v2/workflows/dlq/{dlqId}', 'queue.dlq.get-returns-one-message'),
  part(
    'restart',
    'POST /v2/workflows/dlq/restart/{dlqId}',
    'queue.restart.creates-a-new-run',
    'queue.bulk.restart-creates-new-runs',
  ),
  part(
    'resume',
    'POST /v2/workflows/dlq/resume/{dlqId}',
    'queue.resume.creates-a-new-run',
    'queue.bulk.resume-creates-new-runs',
  ),
  part(
    'callback',
    'POST /v2/workflows/dlq/callback/{dlqId}',
    'queue.callback-retrigger.sends-the-callback-again',
  ),
]

const flowControl = part(
  'flow-control',
  'GET /v2/flowControl/{flowControlKey}',
  'queue.flow-control.key',
)

const parts = [...lists, notify, publish, ...ofEntries, flowControl]

const requestTo = ({ method, path }: Pick<Part, 'method' | 'path'>, id: string): RequestSpec => ({
  method,
  target: path.replace(/\{.*/, encodeURIComponent(id)),
})

const lackOf = ({ part, method, path, rules }: Part, exchange: Exchange): Lack => ({
  feature: `part ${part}`,
  name: `${method} ${path}`,
  rules,
  exchange,
})

async function find(asking: Asking): Promise<Found> {
  const { send, id } = asking
  const nowhere = { path: `/v2/workflows/${NOWHERE}` }
  const [noGet, noPost, notified, message, ...replies] = await Promise.all([
    send(requestTo({ ...nowhere, method: 'GET' }, id)),
    send(requestTo({ ...nowhere, method: 'POST' }, id)),
    send(requestTo(notify, id)),
    published(asking),
    ...lists.map(async ({ path }) => send({ method: 'GET', target: `${path}?count=1` })),
  ])
  const noList = lists.flatMap((list, index) =>
    isUnknownTo(replies[index]!, list.path.split('/').at(-1)!, noGet)
      ? [lackOf(list, replies[index]!)]
      : [],
  )
  const noPublish = message && isSameRoute(message, noPost) ? [lackOf(publish, message)] : []
  const [first] = noList
  const isEmpty = noList.length === lists.length
  // A target that knows nothing may serve another path, or refuse the token in this way.
  if (isEmpty && (message === undefined || noPublish.length > 0)) return { lacks: [] }

  const others = [
    ...(noList.some(({ feature }) => feature === 'part dlq') ? ofEntries : []),
    ...(isEmpty ? [flowControl] : []),
  ]
  const ofOthers = await Promise.all(
    others.map(async (part) => {
      const reply = await send(requestTo(part, id))
      return isSameRoute(reply, part.method === 'GET' ? noGet : noPost) ? [lackOf(part, reply)] : []
    }),
  )
  return {
    lacks: [
      ...noList,
      ...noPublish,
      ...(isSameRoute(notified, noPost) ? [lackOf(notify, notified)] : []),
      ...ofOthers.flat(),
      ...(isEmpty && first !== undefined ? [runsLack(first)] : []),
    ],
  }
}

/** A target without any list of runs has no runs. Scenarios of open points need them too. */
const runsLack = ({ exchange }: Lack): Lack => ({
  feature: 'part start',
  name: 'workflow runs',
  rules: [],
  exchange,
  isMeans: true,
})

/** Publishes an empty message to the sink. A malformed URL could harm a target. */
async function published({ send, dialect, destination }: Asking): Promise<Exchange | undefined> {
  if (destination === undefined) return undefined
  const headers = [[`${dialect.headerPrefix}Retries`, '0']] as const
  return send({ method: 'POST', target: `/v2/publish/${destination}`, headers })
}

function featuresOf({ method, target, headers = [] }: RequestSpec): readonly Feature[] {
  const [path = ''] = target.split('?')
  const isStart = headers.some(([name, value]) => /-workflow-init$/i.test(name) && value === 'true')
  return [
    ...parts
      .filter((part) => partOf(part, method, path))
      .map(({ part }): Feature => `part ${part}`),
    ...(isStart ? ['part start' as const] : []),
  ]
}

/** A bulk request needs the part of its single request, and a deletion that of its entry. */
function partOf({ method, path }: Part, sent: string, target: string): boolean {
  const [fixed = '', parameter] = path.split(/\/(?=\{)/)
  if (parameter === undefined) return sent === method && target === fixed
  const isOwn = target.startsWith(`${fixed}/`) || (method === 'POST' && target === fixed)
  return isOwn && (sent === method || (sent === 'DELETE' && method === 'GET'))
}

/** No request of the scenarios is known to harm a queue. */
export const queueSurveyor: Surveyor = { find, featuresOf, harmOf: () => undefined }
