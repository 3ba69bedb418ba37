import { expect, test } from 'vitest'
import { hostile, commandsIn } from './testing.js'
import { annotationCommand, commandsOff, commandsOn } from './workflow-command.js'

test.each([
  ['a plain sentence', 'it is late'],
  ['line ends', 'one\ntwo\r\nthree\rfour'],
  ['what escapes', '100 % of %0A, %250A and %25'],
  ['what ends a property', 'a: b, c=d, title=other, file=x.ts,line=1'],
  ['what begins a command', '::error::no\n::stop-commands::x'],
  ['what ends the properties', '::'],
  ['whatever a target answers', hostile],
])('%s is read as it was, as title and as message', (_, text) => {
  const line = annotationCommand({ kind: 'warning', title: text, message: text })

  expect(line.match(/[\r\n]/g)).toEqual(['\n'])
  expect(line.endsWith('\n')).toBe(true)
  expect(commandsIn(line)).toEqual([{ name: 'warning', properties: { title: text }, data: text }])
})

test('nothing between off and on is a command', () => {
  const secret = 'one-that-nobody-guesses'

  expect(commandsIn(commandsOff(secret))).toEqual([
    { name: 'stop-commands', properties: {}, data: secret },
  ])
  expect(commandsIn(commandsOn(secret))).toEqual([{ name: secret, properties: {}, data: '' }])
})
