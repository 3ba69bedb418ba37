import { describe, expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { github } from './github.js'
import { commandsIn, hostile, of, reportOf, resultOf, violation } from './testing.js'

test('violations and bugs are errors, what is blocked a warning, and nothing else is told', () => {
  const told = commandsIn(of(github)).map(
    ({ name, properties }) => `${name}: ${properties['title']}`,
  )
  expect(told).toEqual([
    'error: kv.authentication.missing-token (violated)',
    'error: queue.publish.method (harness-error)',
    'warning: kv.methods.head (blocked)',
  ])
})

test('the message is the evidence, whatever the target answered', () => {
  const [{ data: message } = { data: '' }] = commandsIn(
    of(github, reportOf([violation('it', hostile)])),
  )

  expect(message).toContain('it\nrule      “')
  expect(message).toContain('::error::injected\r\n')
  expect(message).toContain('%0A')
  expect(message).toContain('sent      POST /get/<key>')
})

describe('what GitHub would not show', () => {
  test('is one annotation for many scenarios of a rule', () => {
    const report = reportOf([violation('one', ''), violation('two', ''), violation('three', '')])
    const commands = commandsIn(of(github, report))

    expect(commands).toHaveLength(1)
    expect(commands[0]?.data).toContain('2 more of this rule')
  })

  test('is the last of ten, where there are more', () => {
    const many = rules.slice(0, 12).map(({ id }) => resultOf('violated', 'it', { rule: id }))
    const commands = commandsIn(of(github, reportOf(many)))

    expect(commands).toHaveLength(10)
    expect(commands.at(-1)).toMatchObject({ properties: { title: '3 more rules' } })
    expect(commands.at(-1)?.data.split('\n')).toHaveLength(3)
  })

  test('is the end of what is very long', () => {
    const [command] = commandsIn(of(github, reportOf([violation('it', 'x'.repeat(10_000))])))

    expect(command?.data.length).toBeLessThan(4100)
  })
})
