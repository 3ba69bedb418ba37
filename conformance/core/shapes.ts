// One scenario for every answer shape of the documents. They send nothing themselves: every
// exchange of every other scenario is held against the schema of its operation and status, and
// these say what came of it.

import { ruleById, type Interface, type RuleId } from '#generated/rules.js'
import { NotApplicable, Violation, type Finding } from './judgement.js'
import type { Scenario } from './scenario.js'
import { shapeRules } from '../wire/schema.js'

/** The shape scenarios of an interface, in the order of its document's operations. */
export const shapeScenarios = (of: Interface): readonly Scenario[] => shapeRules(of).map(shapeOf)

function shapeOf(rule: RuleId): Scenario {
  return {
    id: `${rule}/every-answer-has-the-documented-shape`,
    title: 'every answer has the documented shape',
    interface: ruleById[rule].interface,
    rule,
    level: ruleById[rule].level,
    needs: [],
    waits: 0,
    after: true,
    async run({ evidence }) {
      const { conforming, problems } = evidence(rule)
      if (problems.length > 0) throw new Violation(firstOf(problems))
      if (conforming === 0)
        throw new NotApplicable('no scenario that passed received such an answer')
    },
  }
}

/** One cause has many effects: the first few tell it. */
function firstOf(problems: readonly string[]): readonly Finding[] {
  const shown = problems.slice(0, 3).map((message) => ({ message }))
  const more = problems.length - shown.length
  return more > 0 ? [...shown, { message: `and ${more} more` }] : shown
}
