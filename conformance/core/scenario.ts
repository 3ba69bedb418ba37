// A scenario: one example of one rule, as a plain object.

import type { Interface, MustRuleId, OpenRuleId, RuleId } from '#generated/rules.js'
import { ruleById } from '#generated/rules.js'
import type { Ability, Abilities } from '../provider/provider.js'
import type { Wire } from '../wire/line.js'

/** What every scenario gets, for both interfaces. */
export interface World {
  /** A unique name of letters, digits and hyphens, which needs no escaping. */
  readonly id: string
  /** Records an observation: `note('status of a missing token', 401)`. */
  readonly note: (what: string, value: unknown) => void
  /** Keeps a token out of all reports, which show the variable's name instead. */
  readonly secret: (variable: string, token: string) => void
  /** Returns what the scenarios so far have shown about the documented shape of a rule. */
  readonly evidence: (rule: RuleId) => Evidence
}

/** Answers of passed scenarios, validated against the shape of a rule. */
export interface Evidence {
  readonly conforming: number
  /** Sentences that name the operation and the deviation. */
  readonly problems: readonly string[]
}

/** A scenario as the runner sees it; `W` is the world of its interface. */
export interface Scenario<W extends World = World> {
  /** The rule's id, a slash, and an id unique within the rule. Never reused. */
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  /** `open` scenarios only observe and cannot fail. */
  readonly level: 'must' | 'open'
  readonly needs: readonly Ability[]
  /** The most milliseconds that have to pass at the target. */
  readonly waits: number
  /** True for a scenario that judges the exchanges of all others and so runs last. */
  readonly after?: true
  run(world: W & { readonly provide: Abilities }): Promise<void>
}

/** The world of one scenario. */
export interface Entered<W extends World> {
  readonly world: W
  /** Deletes what the scenario created, even after its timeout. */
  readonly leave: (wire: Wire) => Promise<void>
}

export type With<Needs extends Ability> = { readonly provide: Required<Pick<Abilities, Needs>> }

/**
 * The id of a scenario: that of its rule, a slash, and one of its own, unique within the rule, in
 * kebab-case, at most 40 characters. It stands there whole, or its rule beside it; without one of its
 * own it has the words of the title.
 */
type Named<Id extends RuleId> =
  { readonly id: WholeId<Id>; readonly rule?: never } | { readonly rule: Id; readonly id?: string }

/** A whole id, of one of these rules. */
export type WholeId<Id extends RuleId> = `${Id}/${string}`

export type Spec<W, Id extends RuleId, Needs extends Ability> = Named<Id> & {
  /** The needed abilities, which `provide` has; default: those of the scenario's kind. */
  readonly needs?: readonly Needs[]
  /** The longest wait in milliseconds; a virtual clock is advanced. */
  readonly waits?: number
  run(world: W & With<Needs>): Promise<void>
}

/**
 * Returns the two functions that define scenarios: `scenario` for rules of level `must`,
 * `observation` for open points. Both need the abilities `usual` unless a scenario has its own
 * `needs`.
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
  const id = spec.rule === undefined ? spec.id : `${spec.rule}/${spec.id ?? slug(title)}`
  const rule = ruleById[id.slice(0, id.indexOf('/')) as RuleId]
  return {
    id,
    title,
    interface: rule.interface,
    rule: rule.id,
    level: rule.level,
    needs: spec.needs ?? usual,
    waits: spec.waits ?? 0,
    // The runner calls this only if all `needs` are provided.
    run: (world) => spec.run(world as W & With<Needs>),
  }
}

/** `A GET with one segment` becomes `a-get-with-one-segment`. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
