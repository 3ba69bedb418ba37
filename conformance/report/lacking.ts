// Finds the endpoint, the request form or the command that a target lacks, from the response that
// blocked a scenario.

import { operationOf } from '../wire/operation.js'
import type { RecordedExchange, ScenarioResult } from './report.js'

/** Returns, for example, `POST /pipeline answers 404` or `RPUSH: unknown command`. */
export function lackingIn({
  interface: of,
  findings,
  exchanges,
}: Pick<ScenarioResult, 'interface' | 'findings' | 'exchanges'>): string | undefined {
  const { request, response } = exchanges[findings[0]?.exchange ?? -1] ?? {}
  if (request === undefined || response === undefined) return undefined
  const { status, body = '' } = response
  if (absent.includes(status))
    return `${of === 'kv' ? kvEndpoint(request) : queueEndpoint(request)} answers ${status}`
  const command = of === 'kv' && /unknown command/i.test(body) ? commandOf(request) : undefined
  return command && `${command}: unknown command`
}

/** The statuses of a server that does not have an endpoint or a method. */
const absent: readonly number[] = [404, 405, 501]

type Request = RecordedExchange['request']

function kvEndpoint({ method, target }: Request): string {
  const path = pathOf(target)
  const [endpoint] =
    /\/(pipeline|multi-exec|monitor|info|subscribe|publish)(?=\/|$)/.exec(path) ?? []
  if (endpoint !== undefined) return `${method} ${endpoint}`
  return path === '/' ? `${method} /` : `path form (${method} /command/args)`
}

function queueEndpoint({ method, target }: Request): string {
  const path = pathOf(target).replace(/^.*?(?=\/v2\/)/, '')
  return `${method} ${operationOf('queue', method, path)?.path ?? path}`
}

/** Returns the name of the command in a request with a single command. */
function commandOf({ target, body = '' }: Request): string | undefined {
  const [, inBody] = /^\s*\[\s*"(\w+)"/.exec(body) ?? []
  const [, byPath] = /^\/(\w+)/.exec(pathOf(target)) ?? []
  return (inBody ?? byPath)?.toUpperCase()
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''
