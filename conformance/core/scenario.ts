// What a scenario is: an example of exactly one rule, as a plain object that no runner is needed
// to read.

import type { Interface, MustRuleId, OpenRuleId, RuleId } from '#generated/rules.js'
import { ruleById } from '#generated/rules.js'
import type { Ability, Abilities } from '../provider/provider.js'
import type { Wire } from '../wire/line.js'

/** What every scenario sees, whatever its interface. */
export interface World {
  /**
   * A name nobody else uses: it begins with the run's own prefix. It has letters, digits and hyphens
   * only, so that it stands in a path, a query or a header as it is.
   */
  readonly id: string
  /** Keeps a value seen at an open point: `note('status of a missing token', 401)`. */
  readonly note: (what: string, value: unknown) => void
  /** Keeps a token that the scenario came by out of every report, under a name for it. */
  readonly secret: (variable: string, token: string) => void
  /** What the exchanges of the scenarios before this one showed of a documented shape. */
  readonly evidence: (rule: RuleId) => Evidence
}

/** The answers of passed scenarios that a shape of the document was held against. */
export interface Evidence {
  readonly conforming: number
  /** In words: the request, and where its answer departs from the document. */
  readonly problems: readonly string[]
}

/** A scenario as the runner sees it; `W` is the world of its interface. */
export interface Scenario<W extends World = World> {
  /** The rule's id and one of its own behind a slash: what patterns select. Never reused. */
  readonly id: string
  readonly title: string
  readonly interface: Interface
  readonly rule: RuleId
  /** `open` scenarios observe; they cannot fail. */
  readonly level: 'must' | 'open'
  readonly needs: readonly Ability[]
  /** Milliseconds that have to pass at the target, at most. */
  readonly waits: number
  /** True for one that judges the exchanges of the others, and so comes after them. */
  readonly after?: true
  run(world: W & { readonly provide: Abilities }): Promise<void>
}

/** A world made for one scenario. */
export interface Entered<W extends World> {
  readonly world: W
  /** Removes what the scenario created, over a wire of its own: the scenario's time may be up. */
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
  /**
   * The abilities that the target's operator must provide; `provide` has these and no others. Without a
   * list of its own a scenario needs what the scenarios of its kind need.
   */
  readonly needs?: readonly Needs[]
  /**
   * Milliseconds that have to pass at the target, at most: turned where its clock can be turned,
   * really waited for elsewhere. None without it.
   */
  readonly waits?: number
  run(world: W & With<Needs>): Promise<void>
}

/**
 * The two verbs with which the scenarios of one interface are written: `scenario` judges a rule of
 * level `must`, `observation` notes what a target does where the documents are open. They need what
 * `usual` names, unless they say otherwise.
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
    // The runner hands over `provide` only after it has seen that all `needs` are there.
    run: (world) => spec.run(world as W & With<Needs>),
  }
}

/** `A GET with one segment` becomes `a-get-with-one-segment`. */
const slug = (title: string): string =>
  title
    .toLowerCase()
    .replace(/[^a-z0-9]+/g, '-')
    .replace(/^-|-$/g, '')
