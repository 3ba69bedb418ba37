// The survey of a queue interface: the parts that harmless requests show.

import type { RuleId } from '#generated/rules.js'
import { isUnknownTo, NOWHERE } from '../survey/replies.js'
import type { Asking, Feature, Found, QueuePart, Surveyor } from '../survey/survey.js'
import type { RequestSpec } from '../wire/target.js'

/** Lists that every target answers, even without an entry. */
const lists: readonly {
  readonly part: QueuePart
  readonly path: string
  readonly rule: RuleId
}[] = [
  { part: 'dlq', path: '/v2/workflows/dlq', rule: 'queue.dlq.list-response' },
  { part: 'runs', path: '/v2/workflows/logs', rule: 'queue.runs.list-response' },
  { part: 'logs', path: '/v2/workflows/messageLogs', rule: 'queue.message-logs.list-response' },
]

async function find({ send }: Asking): Promise<Found> {
  const get = (target: string): RequestSpec => ({ method: 'GET', target })
  const [nowhere, ...replies] = await Promise.all([
    send(get(`/v2/workflows/${NOWHERE}`)),
    ...lists.map(async ({ path }) => send(get(`${path}?count=1`))),
  ])
  const lacks = lists.flatMap(({ part, path, rule }, index) => {
    const exchange = replies[index]!
    const name = path.split('/').at(-1)!
    return isUnknownTo(exchange, name, nowhere)
      ? [{ feature: `part ${part}` as const, name: `GET ${path}`, rules: [rule], exchange }]
      : []
  })
  return { lacks: lacks.length < lists.length ? lacks : [] }
}

function featuresOf({ method, target }: RequestSpec): readonly Feature[] {
  const [path] = target.split('?')
  return method === 'GET'
    ? lists.filter((list) => list.path === path).map(({ part }): Feature => `part ${part}`)
    : []
}

/** No request of the scenarios is known to harm a queue. */
export const queueSurveyor: Surveyor = { find, featuresOf, harmOf: () => undefined }
