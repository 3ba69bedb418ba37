import { describe, expect, test } from 'vitest'
import { printable, printableLines } from '../../core/printable.js'
import { rules } from '#generated/rules.js'
import { failureAnnotations, github } from './github.js'
import { commandsIn, hostile, reportOf, resultOf, violation } from './testing.js'
import { annotationCommand, commandsOff, commandsOn } from './workflow-command.js'

test.each([
  ['line ends', 'one\ntwo\r\nthree\rfour'],
  ['escapes', '100 % of %0A, %250A and %25'],
  ['properties', 'a: b, c=d, title=other, file=x.ts,line=1'],
  ['commands', '::error::no\n::stop-commands::x'],
  ['hostile text', hostile],
  ['the direction of text', 'a\u202eb\u2066'],
])('%s are escaped in the title and in the message', (_, text) => {
  const line = annotationCommand({ kind: 'warning', title: text, message: text })

  expect(line.match(/[\r\n]/g)).toEqual(['\n'])
  expect(commandsIn(line)).toEqual([
    { name: 'warning', properties: { title: printable(text) }, data: printableLines(text) },
  ])
})

test('commands are disabled and enabled with the same secret', () => {
  expect(commandsIn(commandsOff('secret') + commandsOn('secret'))).toEqual([
    { name: 'stop-commands', properties: {}, data: 'secret' },
    { name: 'secret', properties: {}, data: '' },
  ])
})

describe('annotations', () => {
  test('begin with the problems of the run, as the command prints them', () => {
    const report = reportOf([violation('one', '')], { interrupted: true, stale: ['it passes'] })

    expect(commandsIn(github(report)).map(({ data }) => data.split('\n')[0])).toEqual([
      'could not judge: the run was interrupted',
      'known failures: it passes',
      'one',
    ])
    expect(commandsIn(failureAnnotations(report, 2))).toHaveLength(1)
  })

  test('of one rule are joined', () => {
    const report = reportOf([
      violation('one', hostile),
      violation('two', ''),
      violation('three', ''),
    ])
    const commands = commandsIn(github(report))

    expect(commands).toHaveLength(1)
    expect(commands[0]?.data).toContain('::error::injected\\x0d\n')
    expect(commands[0]?.data).toContain('2 more of this rule')
  })

  test('beyond ten are listed in the tenth', () => {
    const many = rules.slice(0, 12).map(({ id }) => resultOf('violated', 'it', { rule: id }))
    const commands = commandsIn(github(reportOf(many)))

    expect(commands).toHaveLength(10)
    expect(commands.at(-1)).toMatchObject({ properties: { title: '3 more rules' } })
    expect(commands.at(-1)?.data.split('\n')).toHaveLength(3)
    // GitHub shows ten of the step, and the messages about the run follow.
    expect(commandsIn(failureAnnotations(reportOf(many), 3))).toHaveLength(7)
  })

  test('are cut if they are very long', () => {
    const [command] = commandsIn(github(reportOf([violation('it', 'x'.repeat(10_000))])))

    expect(command?.data.length).toBeLessThan(4100)
  })
})
