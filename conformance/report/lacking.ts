// Finds the endpoint, the request form or the command that a target lacks, from the response that
// blocked a scenario.

import { lacksEndpoint, operationOf, queueTarget } from '../wire/operation.js'
import { printable } from '../core/printable.js'
import { cut } from './clip.js'
import type { RecordedExchange, ScenarioResult } from './report.js'
import { withoutRunSpecific } from './run-specific.js'

/** Returns, for example, `POST /pipeline answers 404` or `RPUSH: ERR unknown command`. */
export function lackingIn({
  interface: of,
  findings,
  exchanges,
}: Pick<ScenarioResult, 'interface' | 'findings' | 'exchanges'>): string | undefined {
  const [finding] = findings
  const { request, response } = exchanges[finding?.exchange ?? -1] ?? {}
  if (finding === undefined || request === undefined || response === undefined) return undefined
  const { status, body = '' } = response
  if (lacksEndpoint(status))
    return `${of === 'kv' ? kvEndpoint(request) : queueEndpoint(request)} answers ${status}`
  // A setup that expects an error does not lack the command.
  return of === 'kv' && !/expected (an error|a refusal)/.test(finding.message)
    ? refusedCommand(request, body)
    : undefined
}

type Request = RecordedExchange['request']

function kvEndpoint({ method, target }: Request): string {
  const endpoint = endpointIn(target)
  return endpoint === undefined ? `path form (${method} /command/args)` : `${method} ${endpoint}`
}

/** Returns the endpoint of a target, such as `/` or `/pipeline`, or undefined for a command by path. */
function endpointIn(target: string): string | undefined {
  const path = pathOf(target)
  const [endpoint] =
    /\/(pipeline|multi-exec|monitor|info|subscribe|publish)(?=\/|$)/.exec(path) ?? []
  return endpoint ?? (path === '/' ? path : undefined)
}

function queueEndpoint({ method, target }: Request): string {
  const path = queueTarget(pathOf(target))
  return `${method} ${operationOf('queue', method, path)?.path ?? path.replace(undescribed, '$1{id}')}`
}

/** The endpoints of workflow runs that the contract does not describe, up to an id. */
const undescribed = /^(\/v2\/(?:workflows\/runs|wait)\/).*/

/** Returns the command that the response refuses, and the error. */
function refusedCommand(request: Request, body: string): string | undefined {
  const names = commandNamesIn(request)
  const errors = [parsed(body)].flat().map((each) => (each as { error?: unknown } | null)?.error)
  const index = errors.findIndex((error) => typeof error === 'string')
  if (index < 0) return undefined
  const error = String(errors[index])
  // The error of a discarded transaction has no position.
  const name =
    names.length === errors.length
      ? names[index]
      : names.find((each) => error.toUpperCase().includes(each))
  if (!name) return undefined
  return `${name}${formOf(request)}: ${cut(withoutRunSpecific(printable(error)), longestError)}`
}

/** Returns the place of the command in the request, or an empty text for the usual place, the body. */
function formOf({ method, target }: Request): string {
  const endpoint = endpointIn(target)
  if (endpoint === undefined) return ' in the path'
  return endpoint === '/' ? '' : ` in ${method} ${endpoint}`
}

/** The longest error of a cause, in characters. */
const longestError = 80

/** Returns the names of the commands in a request, in upper case. */
function commandNamesIn({
  target,
  body = '',
}: Pick<Request, 'target' | 'body'>): readonly string[] {
  const [, byPath = ''] = /^\/(\w+)(?![\w-])/.exec(pathOf(target)) ?? []
  const given = parsed(body)
  const inBody = Array.isArray(given) ? (Array.isArray(given[0]) ? given : [given]) : []
  const names = inBody.map((command: unknown) => [command].flat()[0])
  return (names.length > 0 ? names : [byPath]).map((name) => String(name).toUpperCase())
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}

const pathOf = (target: string): string => target.split('?', 1)[0] ?? ''
