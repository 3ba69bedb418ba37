// Chooses the variants with which the mock does what a report has observed, and the faults that break the
// rules that the report found violated.

import { correct, variants, type Observations } from '#generated/observed.js'
import { isSibling, withStatus } from './by-id.js'
import { faults, type AnyFault } from './index.js'

/** The parts of a JSON report from which a mock can be made. */
export interface ObservedReport {
  readonly target: { readonly dialect: string }
  readonly scenarios: readonly {
    readonly id: string
    readonly rule: string
    readonly verdict: string
    readonly observations?: Readonly<Record<string, unknown>>
  }[]
}

/** An observation of the service or of the mock. */
export interface Point {
  /** The id of the scenario. */
  readonly scenario: string
  /** The name that the scenario gives to the observation. */
  readonly what: string
  /** The value in the report. Missing if the report does not have the observation. */
  readonly observed?: unknown
  /** The value at the mock. Missing if it differs between runs, or depends on limits of the mock. */
  readonly mock?: unknown
}

export interface Likeness {
  /** The dialect of the report, if the mock has it. */
  readonly dialect: keyof typeof correct | undefined
  /** The variants that do what was observed, in their order. */
  readonly variants: readonly AnyFault[]
  /** The faults that fit the violations of the report best. */
  readonly faults: readonly AnyFault[]
  /** The violated rules that no fault of `faults` breaks. */
  readonly unbroken: readonly string[]
  /** The number of observations that the mock and the service have in common. */
  readonly same: number
  /** The observations that the service and the variants have in common, but not the correct mock. */
  readonly imitated: readonly Point[]
  /** The observations in which the mock differs from the service, or may differ. */
  readonly missed: readonly Point[]
  /** The observations that the report does not have. */
  readonly unknown: readonly Point[]
}

/** Finds the variants and faults of a report, and the observations that they cannot follow. */
export function likenessOf({ target, scenarios }: ObservedReport): Likeness {
  const dialect = Object.hasOwn(correct, target.dialect)
    ? (target.dialect as keyof typeof correct)
    : undefined
  const base = partsOf(correct[dialect ?? 'svc'])
  const observations = Object.fromEntries(
    scenarios.flatMap(({ id, observations: each }) => (each ? [[id, each]] : [])),
  )
  const wanted = partsOf(observations)
  const chosen = chooseVariants(wanted, base)
  const mock = applied(chosen, base)
  const isSame = ([key]: Entry, parts: Parts) =>
    BOTH.every((part) => parts.get(key + part) === wanted.get(key + part))
  const pointOf = ([key, scenario, what, observed]: Entry): Point => ({
    ...{ scenario, what, observed },
    ...(base.has(key + REST) && { mock: valueOf(key, mock) }),
  })
  const observed = entriesOf(observations)
  const violated = new Set(
    scenarios.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule),
  )
  const broken = chooseFaults(violated)
  return {
    ...{ dialect, variants: chosen.map(({ fault }) => fault), faults: broken },
    unbroken: [...violated].filter((rule) => !broken.some((fault) => breaksRule(fault, rule))),
    same: observed.filter((each) => isSame(each, mock)).length,
    imitated: observed.filter((each) => isSame(each, mock) && !isSame(each, base)).map(pointOf),
    missed: observed.filter((each) => !isSame(each, mock)).map(pointOf),
    unknown: entriesOf(correct[dialect ?? 'svc'])
      .filter(([key]) => !wanted.has(key + REST))
      .map(([key, scenario, what]) => ({ scenario, what, mock: valueOf(key, mock) })),
  }
}

/**
 * Values in 2 parts, as JSON, so that one variant can change the status and another one the rest: `400 ERR`
 * has the parts 400 and ERR. Other values have no status.
 */
type Parts = ReadonlyMap<string, string>

const [STATUS, REST] = ['\nstatus', '\nrest'] as const
const BOTH = [STATUS, REST]

type Entry = readonly [key: string, scenario: string, what: string, value: unknown]

const entriesOf = (observations: Observations): readonly Entry[] =>
  Object.entries(observations).flatMap(([scenario, values]) =>
    Object.entries(values).map(
      ([what, value]) => [`${scenario}\n${what}`, scenario, what, value] as const,
    ),
  )

const partsOf = (observations: Observations): Parts =>
  new Map(
    entriesOf(observations).flatMap(([key, , , value]) => {
      const [, status = '', rest = value] =
        (typeof value === 'string' && /^(\d{3}) (.*)$/s.exec(value)) || []
      return [
        [key + STATUS, status],
        [key + REST, JSON.stringify(rest)],
      ]
    }),
  )

function valueOf(key: string, parts: Parts): unknown {
  const [status, rest] = BOTH.map((part) => parts.get(key + part) ?? '')
  const value = JSON.parse(rest!) as unknown
  return status === '' ? value : `${status} ${String(value)}`
}

/** A variant, and the parts that it changes. */
interface Choice {
  readonly fault: AnyFault
  readonly changes: Parts
}

/** Returns a variant, and those with the other statuses that were observed where it returns its own. */
function choicesOf(fault: AnyFault, wanted: Parts): readonly Choice[] {
  const before = partsOf(correct.svc)
  const measured = [...partsOf(variants[fault.id] ?? {})]
  const changes = measured.filter(([part, to]) => before.get(part) !== to)
  const own = fault.id.slice(-3)
  const observed = changes.flatMap(([part, to]) => (to === own && wanted.get(part)) || [])
  const others = [...new Set(fault.withStatus ? observed : [])].map((status) => ({
    fault: withStatus(fault, Number(status)),
    changes: new Map(changes.map(([part, to]) => [part, to === own ? status : to])),
  }))
  const isNew = ({ fault: { id } }: Choice) => !(id in variants) && isSibling(id, fault.id)
  return [{ fault, changes: new Map(changes) }, ...others.filter(isNew)]
}

const applied = (chosen: readonly Choice[], base: Parts): Parts =>
  new Map([...base, ...chosen.flatMap(({ changes }) => [...changes])])

/** Takes the variant that makes the most parts right, until none does. */
function chooseVariants(wanted: Parts, base: Parts): readonly Choice[] {
  const rights = (parts: Parts) => [...wanted].filter(([part, to]) => parts.get(part) === to).length
  const left = new Set(
    faults.filter(({ id }) => id in variants).flatMap((each) => choicesOf(each, wanted)),
  )
  const now = new Map(base)
  const chosen: Choice[] = []
  for (;;) {
    const gains = [...left].map((choice) => ({ choice, gain: gainOf(choice.changes) }))
    const best = gains.reduce((one, other) => (other.gain > one.gain ? other : one), gains[0]!)
    if (best.gain <= 0) break
    chosen.push(best.choice)
    left.delete(best.choice)
    for (const [part, to] of best.choice.changes) now.set(part, to)
  }
  // Later variants may have done what an earlier one was chosen for.
  return chosen.filter((each) => {
    const others = chosen.filter((other) => other !== each)
    return rights(applied(others, base)) < rights(applied(chosen, base))
  })

  function gainOf(changes: Parts): number {
    let gain = 0
    for (const [part, to] of changes) {
      const aim = wanted.get(part)
      if (aim !== undefined) gain += Number(aim === to) - Number(aim === now.get(part))
    }
    return gain
  }
}

const breaksRule = ({ breaks }: AnyFault, rule: string) => breaks.some((each) => each === rule)

/** Takes the fault that breaks the most violated rules and the fewest others, until none is worth it. */
function chooseFaults(violated: ReadonlySet<string>): readonly AnyFault[] {
  const left = new Set(violated)
  const chosen: AnyFault[] = []
  for (;;) {
    const worthOf = ({ breaks }: AnyFault) =>
      breaks.filter((rule) => left.has(rule)).length -
      breaks.filter((rule) => !violated.has(rule)).length
    const best = faults.reduce((one, other) => (worthOf(other) > worthOf(one) ? other : one))
    if (worthOf(best) <= 0) return chosen
    chosen.push(best)
    for (const rule of best.breaks) left.delete(rule)
  }
}
