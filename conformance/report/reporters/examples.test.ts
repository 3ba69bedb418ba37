// Compares the output of each reporter with an example file. `vitest --update` rewrites the files.

import { expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { ruleResults, type Report } from '../report.js'
import { reporters } from './index.js'
import { everyVerdict, reportOf, violation } from './testing.js'
import { text } from './text.js'

/** One scenario of every verdict, few rules, and a response without special characters. */
const scenarios = everyVerdict.scenarios.map((each) =>
  each.title === 'it is violated' ? violation(each.title, '{"result":"PONG"}') : each,
)
const ids = new Set<string>(['kv.methods.put', ...scenarios.map(({ rule }) => rule)])
const example: Report = reportOf(scenarios, {
  rules: ruleResults(
    rules.filter(({ id }) => ids.has(id)),
    scenarios,
  ),
})

test.each(['junit', 'markdown', 'ctrf', 'tap', 'github', 'badge'] as const)('%s', async (name) => {
  await expect(reporters[name](example)).toMatchFileSnapshot(`examples/${name}.txt`)
})

test.each([
  ['text', 'normal'],
  ['text-verbose', 'verbose'],
] as const)('%s', async (name, detail) => {
  let output = ''
  const options = { colour: false, progress: false, total: scenarios.length, detail }
  const reporter = text((words) => (output += words), options)
  for (const each of scenarios) reporter.result?.(each)
  reporter.end(example)

  await expect(output).toMatchFileSnapshot(`examples/${name}.txt`)
})
