// The verdicts of the page: their order, meanings and labels.

import type { RuleVerdict, Verdict } from '../../report.js'
import { marks } from '../words.js'
import { markup, type Markup } from './markup.js'

/** The rule verdicts and their meanings, the most important first. */
export const verdicts: readonly (readonly [RuleVerdict, string])[] = [
  ['harness-error', 'a bug of the suite, not of the target'],
  ['violated', 'the target breaks the rule'],
  ['blocked', 'a setup failed, so there is no verdict'],
  ['conforming', 'every scenario of the rule passed'],
  ['observed', 'the contract is silent; the value is recorded'],
  ['not-applicable', 'the run lacks something that a scenario needs'],
  ['not-judged', 'no scenario of the rule ran'],
]

/** Renders a verdict in its colour, with its mark. */
export const label = (verdict: Verdict | RuleVerdict, text: string = verdict): Markup =>
  markup`<span class="${verdict}">${marks[verdict]} ${text.replace('-', ' ')}</span>`
