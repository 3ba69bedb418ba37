// A law: what holds for a whole family of requests. Its cases come from tables of dimensions. Each rule
// that it can find violated has one scenario; the scenarios of a law share the outcomes of its cases.

import type { Interface, RuleId } from '#generated/rules.js'
import { ruleById } from '#generated/rules.js'
import type { Abilities, Ability } from '../provider/provider.js'
import {
  drawn,
  usualDraw,
  type Draw,
  inPairs,
  inTurn,
  keyOf,
  matches,
  plainOf,
  randomFrom,
  singles,
  type Choice,
  type Pattern,
  type Space,
} from './cases.js'
import { causeOf, type Cause } from './cause.js'
import { Blocked, Deferred, NotApplicable, Violation, type Finding } from './judgement.js'
import { once } from './once.js'
import type { Scenario, With, World } from './scenario.js'

/** A value of a dimension. */
export interface Value {
  /** The rule whose quote allows the value. It is violated if only this value makes a case fail. */
  readonly rule?: RuleId
}

/** A table of values by name. The first one is the plain value. */
export interface Dimension<V extends Value = Value> {
  /** The words of a finding before the name of a value: `fails with the format base64`. */
  readonly word: string
  readonly values: Readonly<Record<string, V>>
  /** Makes the value of a size between two sizes of the table. The names of the values are sizes. */
  readonly between?: (size: number) => V
}

export const dimension = <V extends Value = Value>(
  word: string,
  values: Readonly<Record<string, V>>,
): Dimension<V> => ({ word, values })

/** Returns the names of the values of a dimension, in the order of its table. */
export const namesIn = ({ values }: Dimension): readonly string[] => Object.keys(values)

/** Returns the names of the values of a dimension except some. */
export const allBut = (of: Dimension, ...names: readonly string[]): readonly string[] =>
  namesIn(of).filter((name) => !names.includes(name))

/** Returns the names of all values of a dimension but its plain value, the first one. */
export const notPlain = (of: Dimension): readonly string[] => namesIn(of).slice(1)

/** Returns a dimension without some of its values. */
export const without = <V extends Value>(
  { values, ...rest }: Dimension<V>,
  ...names: readonly string[]
): Dimension<V> => ({
  ...rest,
  values: Object.fromEntries(Object.entries(values).filter(([name]) => !names.includes(name))),
})

/** Returns a dimension of sizes, in ascending order. */
export const sizes = <V extends Value = Value>(
  word: string,
  list: readonly number[],
  between: (size: number) => V,
): Dimension<V> => ({
  word,
  between,
  values: Object.fromEntries(list.map((size) => [String(size), between(size)])),
})

type Table = Readonly<Record<string, Dimension>>

type Chosen<Over extends Table> = {
  readonly [Name in keyof Over]: Over[Name]['values'][string]
}

/** Values that make a case fail, and the rules that it then violates. The first that fits counts. */
export type Blame = readonly [pattern: Pattern, ...rules: readonly RuleId[]]

export interface LawSpec<W, Over extends Table, Needs extends Ability> {
  /** In kebab-case. The ids of the scenarios end in it. */
  readonly id: string
  readonly title: string
  /** The dimensions. If several could be the cause, the earlier one names the rule. */
  readonly over: Over
  /** Values that no case has together. */
  readonly never?: readonly Pattern[]
  /** Three dimensions of which each three values meet, not only each pair. */
  readonly triples?: readonly [string, string, string]
  /** The rules of combinations. A combination without an entry violates the rule of its first value. */
  readonly rules?: readonly Blame[]
  /** Further rules that findings name themselves, with `under`. */
  readonly namedRules?: readonly RuleId[]
  /** Those of them that a case violates even if a simpler case violates another one. */
  readonly alwaysNamed?: readonly RuleId[]
  /** The rule of a failure that no dimension explains. */
  readonly baseRule: RuleId
  readonly needs?: readonly Needs[]
  /** True if cases run one after the other, because each sees the requests of the others. */
  readonly alone?: true
  /** The longest wait of a case in real time, in milliseconds. A virtual clock has no limit. */
  readonly waits?: number
  /** Judges one case. Throws as a scenario does. `choice` has the names of the values. */
  check(world: W & With<Needs>, values: Chosen<Over>, choice: Choice): Promise<void>
}

/** Returns a function that defines laws. `enter` gives each case keys of its own. */
export const lawsOf =
  <W extends World>(of: Interface, enter: (world: W, label: string) => W) =>
  <const Over extends Table, const Needs extends Ability = never>(
    spec: LawSpec<W, Over, Needs>,
  ): readonly Scenario<W>[] => {
    const law = lawOf(spec, enter)
    return law.rules.map((rule) => ({
      id: `${rule}/${spec.id}`,
      title: `${spec.title}: ${rule.slice(rule.lastIndexOf('.') + 1).replaceAll('-', ' ')}`,
      interface: of,
      rule,
      level: ruleById[rule].level,
      needs: spec.needs ?? [],
      waits: spec.waits ?? 0,
      law: { id: spec.id, dimensions: law.dimensions },
      ...(spec.alone && { alone: true as const }),
      // The cast is safe because the runner calls this function only if all `needs` are provided.
      run: (world) => law.judge(rule, world as W & With<Needs>),
    }))
  }

type Outcome =
  | { readonly verdict: 'passed' }
  | { readonly verdict: 'violated' | 'blocked'; readonly findings: readonly Finding[] }
  | { readonly verdict: 'left out'; readonly reason: string }

/** A failed case, explained. */
interface Found extends Cause {
  readonly rules: readonly RuleId[]
  readonly findings: readonly Finding[]
}

/** The cases of a law that a run has judged so far. */
interface Judged {
  readonly outcomes: Map<string, Promise<Outcome>>
  readonly found: Map<string, Promise<Found>>
  readonly plain: Map<string, Promise<Plain>>
  /** The cases that could harm the target, until they may. */
  readonly deferred: Map<string, Deferred>
  /** The worlds of the scenarios that wait for cases. Their time begins again with each case. */
  readonly worlds: Set<World>
  /** The number of cases that began, which gives each its own keys. */
  begun: number
  /** The milliseconds of the cases that failed. */
  failedMs: number
  /** The last case, if cases run one after the other. */
  last?: Promise<unknown>
}

/** The causes that a scenario has found, each with the number of its cases. */
type Causes = Map<string, { readonly cause: Found; count: number }>

/** The values with which a case passes, and what was found if those of the tables do not. */
interface Plain {
  readonly space: Space
  readonly broken: readonly Found[]
  /** The outcome of the plain case, and that of the case in its place. */
  readonly first: Outcome
  readonly outcome: Outcome
}

/**
 * The number of cases of a scenario that run at once, that of cases that wait, and the number of causes
 * that are enough.
 */
const [atOnce, waitingAtOnce, enough] = [4, 8, 8]

/** The number of times that a case must find a late delivery. */
const timesLate = 3

const isLate = (outcome: Outcome): boolean =>
  outcome.verdict === 'violated' && outcome.findings.every(({ late }) => late)

/** The number of cases with the same cause after which it explains further ones. */
const enoughCases = 3

/**
 * The time of failed cases after which no more are judged or explained, in milliseconds. Quick
 * cases do not count, so that it does not depend on the speed of a machine which rules are judged.
 */
const [mostFailedMs, quickMs] = [20_000, 800]

function lawOf<W extends World, Over extends Table, Needs extends Ability>(
  spec: LawSpec<W, Over, Needs>,
  enter: (world: W, label: string) => W,
) {
  const { over, never = [], triples, rules: blames = [], baseRule } = spec
  const { namedRules = [], alwaysNamed = [] } = spec
  const table: Space = {
    values: Object.fromEntries(
      Object.entries(over).map(([name, { values }]) => [name, Object.keys(values)]),
    ),
    never,
    triples,
  }
  const valueOf = (name: string, value: string): Value =>
    over[name]!.values[value] ?? over[name]!.between!(Number(value))
  const rulesOfValues = Object.values(over).flatMap(({ values }) =>
    Object.values(values).flatMap(({ rule }) => rule ?? []),
  )
  const rules = [
    ...new Set([
      baseRule,
      ...blames.flatMap(([, ...rules]) => rules),
      ...namedRules,
      ...rulesOfValues,
    ]),
  ]
  const drawings = new Map<string, readonly Choice[]>()

  /** Returns the cases of a run. They are the same for the same space and draw. */
  function casesOf(space: Space, draw: Draw): readonly Choice[] {
    const key = JSON.stringify([space.values, draw])
    const known = drawings.get(key)
    if (known !== undefined) return known
    const usual = draw.quick
      ? inTurn(space, randomFrom(usualDraw.seed))
      : inPairs(space, randomFrom(usualDraw.seed))
    const cases = [...usual, ...drawn(space, draw.thorough, randomFrom(draw.seed))]
    drawings.set(key, cases)
    return cases
  }

  /** Returns true if a failure of the case may violate the rule. */
  const mayViolate = (rule: RuleId, choice: Choice) =>
    rule === baseRule ||
    namedRules.includes(rule) ||
    blames.some(([pattern, ...blamed]) => blamed.includes(rule) && matches(pattern, choice)) ||
    Object.entries(choice).some(([name, value]) => valueOf(name, value).rule === rule)

  /** Returns the rules that these values violate together. */
  function rulesOf(
    because: Choice,
    odd: (name: string) => boolean,
    findings: readonly Finding[],
  ): readonly RuleId[] {
    const own = findings.flatMap(({ rule }) => (rule && rules.includes(rule) ? rule : []))
    if (own.length > 0) return own
    const [, ...blamed] = blames.find(([pattern]) => matches(pattern, because)) ?? []
    if (blamed.length > 0) return blamed as RuleId[]
    const names = Object.keys(over).filter((name) => because[name] !== undefined)
    const sorted = [...names.filter(odd), ...names.filter((name) => !odd(name))]
    return [sorted.flatMap((name) => valueOf(name, because[name]!).rule ?? [])[0] ?? baseRule]
  }

  /** Only one case at a time may turn a clock. */
  const isSerial = ({ provide }: W & With<Needs>) =>
    spec.alone === true || (spec.waits !== undefined && (provide as Abilities).clock !== undefined)

  return {
    rules,
    dimensions: table.values,

    /** Judges the cases that may violate the rule. Throws as a scenario does. */
    async judge(rule: RuleId, world: W & With<Needs>): Promise<void> {
      const judged = judgedIn(world)
      judged.worlds.add(world)
      try {
        await judgeIn(judged, rule, world)
      } finally {
        judged.worlds.delete(world)
      }
    },
  }

  async function judgeIn(judged: Judged, rule: RuleId, world: W & With<Needs>): Promise<void> {
    const plain = await once(judged.plain, '', async () => plainIn(world, judged))
    const causes = new Map<string, Found>()
    const keep = (found: Found) => {
      if (found.rules.includes(rule)) causes.set(keyOf(found.because), found)
    }
    plain.broken.forEach(keep)
    let passed = 0
    let deferred: Deferred | undefined
    const others: Outcome[] = plain.outcome.verdict === 'passed' ? [] : [plain.outcome]
    const cases =
      plain.outcome.verdict === 'passed' ? casesOf(plain.space, world.draw).values() : []
    const known: Causes = new Map()
    const isEnough = () =>
      causes.size >= enough || (causes.size > 0 && judged.failedMs > mostFailedMs)
    const explain = async (choice: Choice, outcome: Outcome) => {
      if (isEnough()) return
      if (outcome.verdict === 'passed') passed += 1
      else others.push(outcome)
      if (outcome.verdict !== 'violated') return
      const found = await foundFor(world, judged, plain.space, choice, known)
      if (found === undefined) return
      const isOwn = alwaysNamed.includes(rule) && outcome.findings.some((own) => own.rule === rule)
      keep(isOwn ? { ...found, choice, rules: [rule] } : found)
    }
    // Failed cases are explained in the order of the cases, so that the findings of two runs are equal.
    let explained: Promise<void> = Promise.resolve()
    const explainInOrder = async (choice: Choice, outcome: Promise<Outcome>) => {
      try {
        await explain(choice, await outcome)
      } catch (error) {
        if (!(error instanceof Deferred)) throw error
        deferred = error
      }
    }
    const work = async () => {
      for (const choice of cases) {
        if (!mayViolate(rule, choice)) continue
        if (isEnough()) return
        const outcome = outcomeOf(world, judged, choice)
        const own = (explained = explained.then(async () => explainInOrder(choice, outcome)))
        const [settled] = await Promise.allSettled([outcome])
        if (settled.status === 'rejected' || settled.value.verdict === 'violated') await own
      }
    }
    await whole(Array.from({ length: spec.waits === undefined ? atOnce : waitingAtOnce }, work))
    await explained
    // The cases that could harm the target are judged later, by the same scenario.
    if (deferred !== undefined) throw deferred
    if (causes.size > 0) throw await asViolation(world, [...causes.values()])
    // The responses to cases that violate other rules are no evidence.
    if (others.length > 0) world.forget()
    // Without the plain case, it is not known if a case could have shown a finding that names its rule.
    const isShown = plain.broken.length === 0 || !(rule === baseRule || namedRules.includes(rule))
    if (passed > 0 && isShown) return
    throw asObstacle(plain.broken.length === 0 ? others : [...others, plain.first])
  }

  function judgedIn({ shared }: World): Judged {
    const known = shared.get(spec) as Judged | undefined
    const judged = known ?? {
      outcomes: new Map(),
      found: new Map(),
      plain: new Map(),
      deferred: new Map(),
      worlds: new Set(),
      begun: 0,
      failedMs: 0,
    }
    shared.set(spec, judged)
    return judged
  }

  /** Judges the plain case. If it fails, looks for another value with which it does not. */
  async function plainIn(world: W & With<Needs>, judged: Judged): Promise<Plain> {
    const plain = plainOf(table)
    const outcome = await outcomeOf(world, judged, plain)
    if (outcome.verdict === 'passed') return { space: table, broken: [], first: outcome, outcome }
    for (const choice of singles(table).slice(1)) {
      const other = await outcomeOf(world, judged, choice)
      if (other.verdict !== 'passed') continue
      const name = Object.keys(choice).find((each) => choice[each] !== plain[each])!
      const because = { [name]: plain[name]! }
      const { [name]: values = [], ...rest } = table.values
      const kept = [
        choice[name]!,
        ...values.filter((each) => ![choice[name], plain[name]].includes(each)),
      ]
      const space = { ...table, values: { ...rest, [name]: kept } }
      const findings = outcome.verdict === 'violated' ? outcome.findings : []
      const found = { choice: plain, because, instead: { [name]: choice[name]! }, findings }
      const broken =
        outcome.verdict === 'violated'
          ? [{ ...found, rules: rulesOf(because, () => true, findings) }]
          : []
      return { space: inOrder(space), broken, first: outcome, outcome: other }
    }
    const findings = outcome.verdict === 'violated' ? outcome.findings : []
    const found = { choice: plain, because: {}, instead: {}, findings }
    const broken =
      outcome.verdict === 'violated' ? [{ ...found, rules: rulesOf({}, () => true, findings) }] : []
    return { space: table, broken, first: outcome, outcome }
  }

  /** Returns the space with its dimensions in the order of the table. */
  function inOrder(space: Space): Space {
    return {
      ...space,
      values: Object.fromEntries(Object.keys(over).map((name) => [name, space.values[name]!])),
    }
  }

  /** Returns the outcome of a case, which each run judges once. */
  function outcomeOf(world: W & With<Needs>, judged: Judged, choice: Choice): Promise<Outcome> {
    const key = keyOf(choice)
    return once(judged.outcomes, key, async () => {
      const known = judged.deferred.get(key)
      if (known !== undefined) world.defer(known)
      const label = `case-${judged.begun++}`
      const outcome = (judged.last ?? Promise.resolve()).then(async () => {
        const startedAt = performance.now()
        const startedOn = Date.now()
        for (const each of judged.worlds) each.renew()
        let found = await outcomeIn(world, choice, label)
        if ('findings' in found && world.wasBusy(startedOn))
          found = await outcomeIn(world, choice, `${label}-again`)
        for (let n = 1; n < timesLate && isLate(found); n++)
          found = await outcomeIn(world, choice, `${label}-${n}`)
        const lastedMs = performance.now() - startedAt
        if ('findings' in found && lastedMs > quickMs) judged.failedMs += lastedMs
        return found
      })
      if (isSerial(world)) judged.last = outcome.catch(() => undefined)
      outcome.catch((error: unknown) => {
        if (error instanceof Deferred) judged.deferred.set(key, error)
      })
      return outcome
    })
  }

  async function outcomeIn(
    world: W & With<Needs>,
    choice: Choice,
    label: string,
  ): Promise<Outcome> {
    const values = Object.fromEntries(
      Object.entries(choice).map(([name, value]) => [name, valueOf(name, value)]),
    ) as Chosen<Over>
    try {
      const own = Object.assign(enter(world, label), { provide: world.provide })
      await spec.check(own, values, choice)
      if (world.draw.thorough > 0) own.leave?.()
      return { verdict: 'passed' }
    } catch (error) {
      if (error instanceof NotApplicable) return { verdict: 'left out', reason: error.message }
      if (error instanceof Violation && !error.findings.every(({ overdue }) => overdue))
        return { verdict: 'violated', findings: error.findings }
      if (error instanceof Violation || error instanceof Blocked)
        return { verdict: 'blocked', findings: error.findings }
      throw error
    }
  }

  /**
   * Explains a failed case. Returns undefined if the time for that is over, because an explanation that is
   * cut short names other rules.
   */
  async function foundFor(
    world: W & With<Needs>,
    judged: Judged,
    space: Space,
    failed: Choice,
    known: Causes,
  ): Promise<Found | undefined> {
    const mostCases = judged.failedMs > mostFailedMs ? 1 : enoughCases
    for (const { cause, count } of known.values())
      if (count >= mostCases && matches(cause.because, failed)) return cause
    const found = await once(judged.found, keyOf(failed), newFound)
    if (judged.failedMs > mostFailedMs && known.size > 0) return undefined
    const key = keyOf(found.because)
    known.set(key, { cause: found, count: (known.get(key)?.count ?? 0) + 1 })
    return found

    async function newFound(): Promise<Found> {
      const fails = async (choice: Choice) =>
        judged.failedMs <= mostFailedMs &&
        (await outcomeOf(world, judged, choice)).verdict === 'violated'
      const between = (name: string, size: number) =>
        over[name]!.between === undefined ? undefined : String(size)
      const cause = await causeOf(space, failed, fails, between)
      const outcome = await outcomeOf(world, judged, cause.choice)
      const findings = outcome.verdict === 'violated' ? outcome.findings : []
      const plain = plainOf(space)
      const isOdd = (name: string) => cause.choice[name] !== plain[name]
      return { ...cause, findings, rules: rulesOf(cause.because, isOdd, findings) }
    }
  }

  /** Judges the smallest case again, so that the record has only its requests. */
  async function asViolation(world: W & With<Needs>, found: readonly Found[]): Promise<Violation> {
    const groups = groupedBy(found, groupOf)
    world.forget()
    const findings: Finding[] = []
    for (const group of groups.values()) {
      const [first] = group
      if (first === undefined) continue
      world.renew()
      const again = await outcomeIn(world, first.choice, `again-${findings.length}`)
      const own = again.verdict === 'violated' ? again.findings : first.findings
      const finding: { -readonly [Name in keyof Finding]: Finding[Name] } = {
        ...(own[0] ?? { message: 'failed' }),
      }
      delete finding.rule
      findings.push({ ...finding, message: `${inWords(group)}: ${finding.message}` })
    }
    return new Violation(findings)
  }

  /** Causes of the same dimensions are one finding. */
  function groupOf({ because }: Found): string {
    return Object.keys(because).join()
  }

  /** Says with which values the case fails, and with which it does not. */
  function inWords(group: readonly Found[]): string {
    const nothing: Pick<Cause, 'because' | 'instead'> = { because: {}, instead: {} }
    const { because, instead } = group[0] ?? nothing
    const names = Object.keys(because)
    if (names.length === 0) return `${spec.title}: the plain case fails`
    const word = (name: string, value: string) =>
      /^(in|by|at|with) /.test(value) && over[name]!.word === ''
        ? value
        : ['with', over[name]!.word, value].filter((each) => each !== '').join(' ')
    const fails = names.map((name) => word(name, because[name]!)).join(' and ')
    const passes = names.map((name) => word(name, instead[name]!)).join(', and ')
    const more = [
      ...new Set(group.slice(1).map((each) => Object.values(each.because).join(' with '))),
    ]
    const also = more.length === 0 ? '' : `; also with ${more.slice(0, 8).join(', ')}`
    return `fails ${fails}; passes ${passes}${also}`
  }

  function asObstacle(outcomes: readonly Outcome[]): Blocked | NotApplicable {
    const [violated] = outcomes.filter(({ verdict }) => verdict === 'violated')
    if (violated !== undefined && 'findings' in violated)
      return new NotApplicable(
        `another rule explains each failure: ${violated.findings[0]?.message}`,
      )
    const [first] = outcomes.flatMap((each) => ('findings' in each ? each.findings : []))
    if (first !== undefined) return new Blocked([first])
    const [reason] = outcomes.flatMap((each) => (each.verdict === 'left out' ? each.reason : []))
    return new NotApplicable(reason ?? 'no case has these values')
  }
}

/** Waits for all promises even if one rejects, because other scenarios share the outcomes. */
async function whole(promises: readonly Promise<void>[]): Promise<void> {
  await Promise.allSettled(promises)
  await Promise.all(promises)
}

function groupedBy<T>(items: readonly T[], keyOf: (item: T) => string): ReadonlyMap<string, T[]> {
  const groups = new Map<string, T[]>()
  for (const item of items) groups.set(keyOf(item), [...(groups.get(keyOf(item)) ?? []), item])
  return groups
}
