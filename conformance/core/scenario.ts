// The type of a scenario: one example of one rule, as a plain object.

import type { Interface, MustRuleId, OpenRuleId, RuleId } from '#generated/rules.js'
import { ruleById } from '#generated/rules.js'
import type { Ability, Abilities } from '../provider/provider.js'
import type { Exchange } from '../wire/exchange.js'
import type { Wire } from '../wire/line.js'
import type { Draw } from './cases.js'
import type { Deferred } from './judgement.js'

/** The functions and values that every scenario of both interfaces receives. */
export interface World {
  /** A unique name of letters, digits and hyphens. It can be used in URLs without escaping. */
  readonly id: string
  /** Records an observation: `note('status of a missing token', 401)`. `undefined` becomes `none`. */
  readonly note: (what: string, value: unknown) => void
  /** Removes a token from all reports. The reports show the name of the variable instead. */
  readonly secret: (variable: string, token: string) => void
  /**
   * Returns how many responses of the scenarios so far match the documented schema of a rule, and
   * how they deviate from it.
   */
  readonly shapes: (rule: RuleId) => ShapeCount
  /** The draw of the cases of laws. */
  readonly draw: Draw
  /** The outcomes that the scenarios of a law share in a run, by law. */
  readonly shared: Map<unknown, unknown>
  /**
   * Returns true if this machine has been so busy since a moment, in Unix milliseconds, that a failure
   * may be no fault of a queue. Always false for key-value targets, and with a virtual clock.
   */
  readonly wasBusy: (since: number) => boolean
  /** Throws an error again that deferred a request, while the request may not be sent. */
  readonly defer: (earlier: Deferred) => void
  /** Starts the time of the scenario anew, for the next case of a law. */
  readonly renew: () => void
  /** Removes the exchanges so far from the record of the scenario. */
  readonly forget: () => void
  /** Gives back the memory of a case that has passed. */
  readonly leave?: () => void
}

/** The result of validating the responses of passed scenarios against the schema of a rule. */
export interface ShapeCount {
  readonly conforming: number
  /** The first deviations. */
  readonly problems: readonly ShapeProblem[]
  /** The number of further deviations. */
  readonly more: number
}

/** A deviation of a response from its schema. */
export interface ShapeProblem {
  /** A sentence with the operation and the deviation. */
  readonly message: string
  readonly exchange: Exchange
  /** The scenario that received the response, and passed. */
  readonly scenario: Scenario
}

/** A scenario as the runner uses it. `W` is the world of its interface. */
export interface Scenario<W extends World = World> {
  /** The rule id, a slash, and an id that is unique within the rule. Ids are never reused. */
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  /** The level of the rule. `open` scenarios only observe and cannot fail. */
  readonly level: 'must' | 'open'
  readonly needs: readonly Ability[]
  /** The longest time that has to pass at the target, in milliseconds. */
  readonly waits: number
  /**
   * True for a scenario that checks the exchanges of all other scenarios and therefore runs last.
   */
  readonly after?: true
  /** True for a scenario that runs alone, because it sees the requests of others. */
  readonly alone?: true
  /** The law of the scenario, whose cases come from tables. */
  readonly law?: LawInWords
  run(world: W & { readonly provide: Abilities }): Promise<void>
}

/** The tables of a law: the names of the values of each dimension. */
export interface LawInWords {
  readonly id: string
  readonly dimensions: Readonly<Record<string, readonly string[]>>
}

/** The world of one scenario, with a function that cleans up. */
export interface Entered<W extends World> {
  readonly world: W
  /** Deletes everything that the scenario created, even after its timeout. */
  readonly leave: (wire: Wire) => Promise<void>
}

export type With<Needs extends Ability> = { readonly provide: Required<Pick<Abilities, Needs>> }

/** A scenario id: the id of one of these rules, a slash, and an id that is unique within the rule. */
export type WholeId<Id extends RuleId> = `${Id}/${string}`

export interface Spec<W, Id extends RuleId, Needs extends Ability> {
  /** The last part is in kebab-case and has at most 40 characters. */
  readonly id: WholeId<Id>
  /**
   * The abilities that the scenario needs. The runner offers them in `provide`. By default, those
   * given to `scenariosOf`.
   */
  readonly needs?: readonly Needs[]
  /**
   * The longest time that has to pass at the target, in milliseconds. A virtual clock is advanced.
   */
  readonly waits?: number
  run(world: W & With<Needs>): Promise<void>
}

/**
 * Returns two functions that define scenarios: `scenario` for rules of level `must`, `observation`
 * for open points. A scenario without its own `needs` needs the abilities `usual`.
 */
export function scenariosOf<W extends World, I extends Interface>(usual: readonly Ability[] = []) {
  type Own<Id extends RuleId> = Id & `${I}.${string}`
  return {
    scenario: <const Needs extends Ability = never>(
      title: string,
      spec: Spec<W, Own<MustRuleId>, Needs>,
    ): Scenario<W> => build(title, spec, usual),
    observation: <const Needs extends Ability = never>(
      title: string,
      spec: Spec<W, Own<OpenRuleId>, Needs>,
    ): Scenario<W> => build(title, spec, usual),
  }
}

function build<W extends World, Needs extends Ability>(
  title: string,
  spec: Spec<W, RuleId, Needs>,
  usual: readonly Ability[],
): Scenario<W> {
  const rule = ruleById[spec.id.slice(0, spec.id.indexOf('/')) as RuleId]
  return {
    id: spec.id,
    title,
    interface: rule.interface,
    rule: rule.id,
    level: rule.level,
    needs: spec.needs ?? usual,
    waits: spec.waits ?? 0,
    // The cast is safe because the runner calls this function only if all `needs` are provided.
    run: (world) => spec.run(world as W & With<Needs>),
  }
}
