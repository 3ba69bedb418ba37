// Flow-control limits.

import { parseDuration } from '../../duration.js'

export interface FlowLimits {
  /** An attempt starts only while fewer attempts of the key are in progress. */
  readonly parallelism: number | undefined
  /** An attempt starts only if fewer have started within the period. */
  readonly rate: number | undefined
  /** Milliseconds. */
  readonly period: number
}

export interface FlowControl extends FlowLimits {
  readonly key: string
}

/** The format, for error messages. */
export const FLOW_LIMITS =
  'parallelism, rate or both, and perhaps a period, such as "parallelism=2, rate=3, period=1m"'

/** Milliseconds. */
const DEFAULT_PERIOD = 1000

/**
 * Parses limits such as `parallelism=2, rate=3, period=1m`, in any order. A period without a unit
 * is in seconds. Returns undefined for anything else.
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
