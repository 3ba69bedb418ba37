// Defines one scenario for each documented schema. The scenario checks the responses to all other
// scenarios.

import { ruleById, type Interface, type RuleId } from '#generated/rules.js'
import type { Exchange } from '../wire/exchange.js'
import { NotApplicable, Violation } from './judgement.js'
import type { ShapeCount, Scenario, ShapeProblem } from './scenario.js'
import { shapeOf, shapeRules } from '../wire/schema.js'

/** Returns the schema scenarios of an interface in the order of its OpenAPI document. */
export const shapeScenarios = (of: Interface): readonly Scenario[] =>
  shapeRules(of).map(shapeScenario)

function shapeScenario(rule: RuleId): Scenario {
  return {
    id: `${rule}/every-answer-has-the-documented-shape`,
    title: 'every answer has the documented shape',
    interface: ruleById[rule].interface,
    rule,
    level: ruleById[rule].level,
    needs: [],
    waits: 0,
    after: true,
    async run({ shapes }) {
      const { conforming, problems, more } = shapes(rule)
      if (problems.length > 0)
        throw new Violation([
          ...problems.map(({ message, exchange }) => ({ message, request: exchange.request })),
          ...(more > 0 ? [{ message: `and ${more} more` }] : []),
        ])
      if (conforming === 0)
        throw new NotApplicable('no scenario that passed received such an answer')
    },
  }
}

/**
 * Returns true for a scenario whose responses have no documented shape, because it exceeds a limit. The
 * contract leaves open with which status a limit refuses a command, so a 200 may have an error.
 */
export const exceedsLimits = ({ needs }: Pick<Scenario, 'needs'>): boolean =>
  needs.includes('kvMaxRequestSize') || needs.includes('dailyRequests')

export function shapeIn(exchange: Exchange, { interface: of }: Scenario, basePath: string) {
  const { method, target } = exchange.request
  const request = { method, target: target.slice(basePath.length) }
  return shapeOf({ interface: of, request, response: exchange })
}

/** Returns the first deviation of a response from its documented shape. */
export const wrongShapeIn = (
  exchanges: readonly Exchange[],
  scenario: Scenario,
  basePath: string,
): string | undefined =>
  exchanges.flatMap((each) => shapeIn(each, scenario, basePath)?.problems ?? [])[0]

/** The most deviations of a rule that are kept, because one cause often has many effects. */
const MOST_PROBLEMS = 3

/** Counts for each rule how many responses of passed scenarios match the documented schema. */
export function shapeBook() {
  const pages = new Map<RuleId, { conforming: number; problems: ShapeProblem[]; more: number }>()
  return {
    /** Validates the responses of a passed scenario. `basePath` is the path of the target's URL. */
    add(scenario: Scenario, exchanges: readonly Exchange[], basePath: string) {
      if (exceedsLimits(scenario)) return
      for (const exchange of exchanges) {
        const shape = shapeIn(exchange, scenario, basePath)
        if (shape === undefined) continue
        const page = pages.get(shape.rule) ?? { conforming: 0, problems: [], more: 0 }
        pages.set(shape.rule, page)
        if (shape.problems.length === 0) page.conforming += 1
        for (const message of shape.problems)
          if (page.problems.length < MOST_PROBLEMS)
            page.problems.push({ message, exchange, scenario })
          else page.more += 1
      }
    },
    of: (rule: RuleId): ShapeCount => pages.get(rule) ?? { conforming: 0, problems: [], more: 0 },
  }
}
