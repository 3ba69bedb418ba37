// Finds the operation of a request, because Prism does not support a parameter that takes the rest
// of a path.

import { Refusal } from '../http/refusal.js'
import { pathSegments } from '../kv/target.js'
import type { Document } from './document.js'
import type { PrismOperation } from './engine.js'

export interface Route {
  readonly operation: PrismOperation
  /**
   * The percent-encoded path with as many segments as the path of the operation: `/set/k%2Fv` for
   * `/set/k/v`.
   */
  readonly path: string
}

/**
 * Returns a function that finds the operation. The function refuses a request with 404 or 405 if
 * there is none.
 */
export function router(
  { paths }: Pick<Document, 'paths'>,
  operations: readonly PrismOperation[],
): (method: string, path: string) => Route {
  const templates = operations
    .map((operation) => {
      const segments = operation.path.split('/')
      return {
        operation,
        method: operation.method.toUpperCase(),
        segments,
        takesRest: paths[operation.path]?.['x-path-remainder'] !== undefined,
        fixed: segments.filter((segment) => !isParameter(segment)).length,
      }
    })
    .sort((a, b) => Number(a.takesRest) - Number(b.takesRest) || b.fixed - a.fixed)

  return (method, path) => {
    const sent = path.split('/')
    const matches = templates.filter(({ segments, takesRest }) => fits(sent, segments, takesRest))
    const match = matches.find((each) => each.method === method)
    const isNowhere = templates.every((each) => each.method !== method)
    if (match === undefined && matches.length === 0 && !isNowhere)
      throw new Refusal(404, `there is no ${path}`)
    if (match === undefined) {
      const candidates = matches.length > 0 ? matches : templates
      const allow = [...new Set(candidates.map((each) => each.method))].sort().join(', ')
      throw new Refusal(405, `method not allowed: expected ${allow}, got ${method}`, { allow })
    }
    const { operation, segments, takesRest } = match
    const last = segments.length - 1
    // Each byte is encoded again, because the decoder of Prism fails for bytes that are not UTF-8.
    const encoded = ['', ...pathSegments(path).map(encodeURIComponent)]
    const folded = takesRest
      ? [...encoded.slice(0, last), encoded.slice(last).join('%2F')]
      : encoded
    return { operation, path: folded.join('/') }
  }
}

function fits(sent: readonly string[], segments: readonly string[], takesRest: boolean): boolean {
  return (
    (takesRest ? sent.length >= segments.length : sent.length === segments.length) &&
    segments.every((segment, index) => isParameter(segment) || segment === sent[index])
  )
}

const isParameter = (segment: string) => segment.startsWith('{')
