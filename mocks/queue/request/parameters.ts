// How query parameters of the operations are written.

import { refuse } from '../refusal.js'

/** A number, as dates and statuses are given. */
export function number(name: string, value: string): number
export function number(name: string, value: string | undefined): number | undefined
export function number(name: string, value: string | undefined): number | undefined {
  if (value === undefined) return undefined
  return /^-?\d+(\.\d+)?$/.test(value)
    ? Number(value)
    : refuse(400, `${name}: expected a number, got "${value}"`)
}

/** The `count` of a page; above the maximum it is the maximum (rule `queue.pagination.count-above-maximum`). */
export function pageSize(value: string | undefined, maximum: number): number {
  if (value === undefined) return maximum
  return /^0*[1-9]\d*$/.test(value)
    ? Math.min(Number(value), maximum)
    : refuse(400, `count: expected a whole number from 1, got "${value}"`)
}
