// explain: describes one rule, scenario or fault.

import { faults, type AnyFault } from '../../mocks/faults/index.js'
import { didYouMeanPattern } from '../../conformance/core/did-you-mean.js'
import { declaring } from '../../conformance/provider/provider.js'
import { fits, rules, scenarios, type Rule, type Scenario } from '../../conformance/index.js'
import { UsageError } from '../../conformance/core/usage-error.js'
import { read, type Verb } from './verb.js'

const options = {} as const

export const verb: Verb = {
  summary: 'explains rules, scenarios or faults',
  positionals: 'ID|PATTERN…',
  options,
  async run(args) {
    const { positionals } = read(args, options)
    if (positionals.length === 0)
      throw new UsageError('explain takes ids or patterns of rules, scenarios or faults')
    console.log([...new Set(positionals.flatMap(textsOf))].join('\n\n'))
    return 0
  },
}

/** Returns the explanations of all rules, or else all scenarios or faults, that match a pattern. */
function textsOf(pattern: string): readonly string[] {
  const texts = [
    matching(pattern, rules).map(explainRule),
    matching(pattern, scenarios).map(explainScenario),
    matching(pattern, faults).map(explainFault),
  ].find(({ length }) => length > 0)
  if (texts === undefined)
    throw new UsageError(
      `"${pattern}" is no rule, scenario or fault${hintFor(pattern)}; "svc-contract list rules" (or scenarios, faults) lists them`,
    )
  return texts
}

const matching = <T extends { readonly id: string }>(pattern: string, all: readonly T[]) =>
  all.filter(({ id }) => fits(pattern, id))

const hintFor = (pattern: string) =>
  didYouMeanPattern(
    pattern,
    [...scenarios, ...faults].map(({ id }) => id),
  )

const explainRule = (rule: Rule) =>
  [
    `${rule.id} (${rule.level})`,
    `  “${rule.quote}”`,
    `  ${rule.interface} contract, ${rule.heading}, line ${rule.line}`,
    // The suite judges a rule of the level must, so the mock has no choice in its statement.
    ...section(
      rule.level === 'open' ? "The mock's choice" : 'Details of the mock',
      [rule.choice ?? []].flat(),
    ),
    ...section('Not testable, because', [rule.untestable ?? []].flat()),
    ...section(
      'Scenarios',
      scenarios.filter((each) => each.rule === rule.id).map(({ id, title }) => `${id}: ${title}`),
    ),
    ...section(
      'Faults',
      faults
        .filter(({ breaks }) => breaks.includes(rule.id))
        .map((fault) => `${fault.id}: ${fault.name}`),
    ),
  ].join('\n')

const explainScenario = (scenario: Scenario) =>
  [
    `${scenario.id} (${scenario.level})`,
    `  ${scenario.title}`,
    ...section('Needs of the provider', scenario.needs),
    ...section('A law, with cases of these values', dimensionsOf(scenario)),
    '',
    ...rules.filter(({ id }) => id === scenario.rule).map(explainRule),
  ].join('\n')

const dimensionsOf = ({ law }: Scenario): readonly string[] =>
  Object.entries(law?.dimensions ?? {}).map(([name, values]) => `${name}: ${values.join(', ')}`)

const explainFault = ({ id, name, interface: of, breaks, blocks = [] }: AnyFault) =>
  [
    `${id} (${of}${breaks.length === 0 ? ', variant: the contract allows it' : ''})`,
    `  ${name}`,
    ...section('Breaks the rules', breaks),
    ...section('Blocks the rules', blocks),
    ...section('Try', [`npx svc-contract mock --fault ${id}`]),
    ...section('The suite finds it only with', optionsFor(breaks)),
  ].join('\n')

/** Returns the options without which no scenario of these rules can run. */
function optionsFor(broken: readonly string[]): readonly string[] {
  const needs = scenarios.filter(({ rule }) => broken.includes(rule)).map(({ needs }) => needs)
  const [first = [], ...others] = needs
  const always = first.filter((ability) => others.every((each) => each.includes(ability)))
  return always.flatMap((ability) => declaring[ability] ?? [])
}

const section = (title: string, lines: readonly string[]) =>
  lines.length === 0 ? [] : ['', `${title}:`, ...lines.map((line) => `  ${line}`)]
