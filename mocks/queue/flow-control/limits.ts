import { parseDuration } from '../../duration.js'

export interface FlowLimits {
  /** The maximum number of attempts of the key in progress at the same time. */
  readonly parallelism: number | undefined
  /** The maximum number of attempts of the key that start within one period. */
  readonly rate: number | undefined
  /** The period of the rate, in milliseconds. */
  readonly period: number
}

export interface FlowControl extends FlowLimits {
  readonly key: string
}

/**
 * The settings that clients gave to a flow-control key. Pinned limits take precedence over the
 * limits of messages.
 */
export interface FlowSettings {
  readonly isPaused: boolean
  readonly parallelism?: number | undefined
  readonly rate?: number | undefined
  /** The period of the pinned rate, in milliseconds. */
  readonly period?: number | undefined
}

/** Returns the limits with the pinned ones in place of those of a message. */
export function pinnedLimits(limits: FlowLimits, settings: FlowSettings | undefined): FlowLimits {
  if (settings === undefined) return limits
  return {
    parallelism: settings.parallelism ?? limits.parallelism,
    rate: settings.rate ?? limits.rate,
    period: settings.period ?? limits.period,
  }
}

/** The format of the limits, for error messages. */
export const FLOW_LIMITS =
  'parallelism, rate or both, and perhaps a period, such as "parallelism=2, rate=3, period=1m"'

/** The default period, in milliseconds. */
const DEFAULT_PERIOD = 1000

/**
 * Parses limits such as `parallelism=2, rate=3, period=1m`, in any order. A period without a unit
 * is in seconds. Returns undefined for any other text.
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
