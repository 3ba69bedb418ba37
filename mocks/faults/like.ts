// Chooses the variants with which the mock does what a report has observed, and the faults that break the
// rules that the report found violated.

import { correct, pairs, variants, type Observations } from '#generated/observed.js'
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
  const { chosen, changes } = chooseVariants(wanted, base)
  const mock = new Map([...base, ...changes])
  const isSame = ([key]: Entry, parts: Parts) =>
    BOTH.every((part) => parts.get(key + part) === wanted.get(key + part))
  const pointOf = ([key, scenario, what, observed]: Entry): Point => ({
    scenario,
    what,
    observed,
    ...(base.has(key + REST) && { mock: valueOf(key, mock) }),
  })
  const observed = entriesOf(observations)
  const violated = new Set(
    scenarios.filter(({ verdict }) => verdict === 'violated').map(({ rule }) => rule),
  )
  const broken = chooseFaults(violated)
  return {
    dialect,
    variants: chosen.map(({ fault }) => fault),
    faults: broken,
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
  /** The measured variant: the same, or one with another status. */
  readonly measured: AnyFault
  readonly changes: Parts
}

/** Returns a variant, and those with the other statuses that were observed where it returns its own. */
function choicesOf(fault: AnyFault, wanted: Parts): readonly Choice[] {
  const before = partsOf(correct.svc)
  const all = [...partsOf(variants[fault.id] ?? {})]
  const changes = all.filter(([part, to]) => before.get(part) !== to)
  const own = statusOf(fault)
  const observed = changes.flatMap(([part, to]) => (to === own && wanted.get(part)) || [])
  const others = [...new Set(fault.withStatus ? observed : [])].map((status) => ({
    fault: withStatus(fault, Number(status)),
    measured: fault,
    changes: new Map(changes.map(([part, to]) => [part, to === own ? status : to])),
  }))
  const isNew = ({ fault: { id } }: Choice) => !(id in variants) && isSibling(id, fault.id)
  return [{ fault, measured: fault, changes: new Map(changes) }, ...others.filter(isNew)]
}

const statusOf = ({ id }: AnyFault) => id.slice(-3)

/** Two variants, and the parts in which both together differ from one after the other. */
interface Pair {
  readonly of: readonly [Choice, Choice]
  readonly changes: Parts
}

/** Returns the measured pairs of these variants, which are in the order of faults. */
function pairsOf(choices: readonly Choice[]): readonly Pair[] {
  const before = partsOf(correct.svc)
  return choices.flatMap((one, at) =>
    choices.slice(at + 1).flatMap((other): readonly Pair[] => {
      const both = pairs[`${one.measured.id} ${other.measured.id}`]
      if (both === undefined) return []
      const statuses = new Map(
        [one, other].map(({ measured, fault }) => [statusOf(measured), statusOf(fault)]),
      )
      const changes = [...partsOf(both)]
        .map(([part, to]) => [part, statuses.get(to) ?? to] as const)
        .filter(([part, to]) => {
          const apart = [other.changes, one.changes, before].find((parts) => parts.has(part))
          return apart?.get(part) !== to
        })
      return [{ of: [one, other], changes: new Map(changes) }]
    }),
  )
}

/** Takes the variant that makes the most parts right, until none does. Returns the parts that they change. */
function chooseVariants(wanted: Parts, base: Parts) {
  const every = faults.filter(({ id }) => id in variants).flatMap((each) => choicesOf(each, wanted))
  const everyPair = pairsOf(every)
  const helps = ({ changes }: Pick<Choice, 'changes'>) =>
    [...changes].some(([part, to]) => wanted.get(part) === to)
  const all = every.filter(
    (each) => helps(each) || everyPair.some((pair) => pair.of.includes(each) && helps(pair)),
  )
  const attempt = (chosen: readonly Choice[]) => {
    const together = everyPair.filter(({ of }) => of.every((each) => chosen.includes(each)))
    const changes = new Map([...chosen, ...together].flatMap((each) => [...each.changes]))
    const gains = [...changes].map(([part, to]) => {
      const aim = wanted.get(part)
      return aim === undefined ? 0 : Number(aim === to) - Number(aim === base.get(part))
    })
    return { chosen, changes, gain: gains.reduce((sum, gain) => sum + gain, 0) }
  }
  let best = attempt([])
  for (;;) {
    const { chosen, gain } = best
    const others = all.filter((each) => !chosen.includes(each))
    const next = others
      .map((added) => attempt(all.filter((each) => each === added || chosen.includes(each))))
      .reduce((one, other) => (other.gain > one.gain ? other : one), best)
    if (next.gain === gain) break
    best = next
  }
  // Later variants may have done what an earlier one was chosen for.
  for (const each of best.chosen) {
    const without = attempt(best.chosen.filter((other) => other !== each))
    if (without.gain >= best.gain) best = without
  }
  return best
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
