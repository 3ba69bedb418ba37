// Query parameters.

import { refuse } from '../refusal.js'

/** Parses a number, or refuses. */
export function number(name: string, value: string): number
export function number(name: string, value: string | undefined): number | undefined
export function number(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return /^-?\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : refuse(400, `${name}: expected a number, got "${value}"`)
}

/**
 * Parses `count`; a value over the maximum is the maximum (rule
 * `queue.pagination.count-above-maximum`).
 */
export function pageSize(value: string | undefined, maximum: number): number {
  if (value === undefined) return maximum
  return /^0*[1-9]\d*$/.test(value)
    ? Math.min(Number(value), maximum)
    : refuse(400, `count: expected a whole number from 1, got "${value}"`)
}
