import { describe, expect, test } from 'vitest'
import { rules } from '#generated/rules.js'
import { github } from './github.js'
import { hostile, of, reportOf, resultOf, violation } from './testing.js'

/** Reads workflow commands as the runner does: trimmed lines of `::name properties::data`. */
function commandsIn(text: string) {
  const unescape = (value: string) =>
    value
      .replaceAll('%3A', ':')
      .replaceAll('%2C', ',')
      .replaceAll('%0D', '\r')
      .replaceAll('%0A', '\n')
      .replaceAll('%25', '%')
  return text.split(/\r\n|\r|\n/).flatMap((line) => {
    if (line === '') return []
    const [, name = '', properties = '', data = ''] = /^::(\w+) ?(.*?)::(.*)$/.exec(line) ?? []
    const [, title = ''] = /title=([^,]*)/.exec(properties) ?? []
    return [{ name, title: unescape(title), message: unescape(data) }]
  })
}

test('violations and bugs are errors, what is blocked a warning, and nothing else is told', () => {
  expect(commandsIn(of(github)).map(({ name, title }) => `${name}: ${title}`)).toEqual([
    'error: kv.authentication.missing-token (violated)',
    'error: queue.publish.method (harness-error)',
    'warning: kv.methods.head (blocked)',
  ])
})

test('the message is the evidence, whatever the target answered', () => {
  const [{ message } = { message: '' }] = commandsIn(
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
    expect(commands[0]?.message).toContain('2 more of this rule')
  })

  test('is the last of ten, where there are more', () => {
    const many = rules.slice(0, 12).map(({ id }) => resultOf('violated', 'it', { rule: id }))
    const commands = commandsIn(of(github, reportOf(many)))

    expect(commands).toHaveLength(10)
    expect(commands.at(-1)).toMatchObject({ title: '3 more rules' })
    expect(commands.at(-1)?.message.split('\n')).toHaveLength(3)
  })

  test('is the end of what is very long', () => {
    const [command] = commandsIn(of(github, reportOf([violation('it', 'x'.repeat(10_000))])))

    expect(command?.message.length).toBeLessThan(4100)
  })
})
