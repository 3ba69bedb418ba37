// How many attempts of one key there may be, and how a publisher writes that.

import { parseDuration } from '../../duration.js'

/** What a message asks of those that share its key. */
export interface FlowLimits {
  /** An attempt starts only while fewer than so many are under way. */
  readonly parallelism: number | undefined
  /** An attempt starts only after fewer than so many have started within the period. */
  readonly rate: number | undefined
  /** In milliseconds. */
  readonly period: number
}

export interface FlowControl extends FlowLimits {
  readonly key: string
}

/** What `parseFlowLimits` expects, for messages. */
export const FLOW_LIMITS =
  'parallelism, rate or both, and perhaps a period, such as "parallelism=2, rate=3, period=1m"'

/** Milliseconds that a rate is of where no period is given. */
const DEFAULT_PERIOD = 1000

/**
 * Limits such as `parallelism=2, rate=3, period=1m`, in any order; a period without a unit is in
 * seconds. Nothing when it is not that.
 */
export function parseFlowLimits(text: string): FlowLimits | undefined {
  const given = new Map<string, number | undefined>()
  for (const part of text.split(',')) {
    const [, name = '', value = ''] = /^\s*(\w+)\s*=\s*(\S+)\s*$/.exec(part) ?? []
    const parse = Object.hasOwn(PARSERS, name) ? PARSERS[name as keyof typeof PARSERS] : undefined
    if (parse === undefined || given.has(name)) return undefined
    given.set(name, parse(value))
  }
  const [parallelism, rate] = [given.get('parallelism'), given.get('rate')]
  const isRead = Array.from(given.values()).every((value) => value !== undefined)
  if (!isRead || (parallelism ?? rate) === undefined) return undefined
  return { parallelism, rate, period: given.get('period') ?? DEFAULT_PERIOD }
}

const count = (value: string) => (/^0*[1-9]\d{0,14}$/.test(value) ? Number(value) : undefined)

const PARSERS = {
  parallelism: count,
  rate: count,
  period: (value: string) => parseDuration(/\d$/.test(value) ? `${value}s` : value) || undefined,
}
