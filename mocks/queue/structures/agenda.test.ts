import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAgenda } from './agenda.js'

test('what is due comes earliest first, equals in the order they came, and nothing early', () => {
  const agenda = createAgenda<string>()
  agenda.add(2, 'c')
  agenda.add(1, 'a')
  agenda.add(1, 'b')
  expect(agenda.take(0)).toBeUndefined()
  expect([1, 1, 1].map((now) => agenda.take(now)?.item)).toEqual(['a', 'b', undefined])
  expect(agenda.head()).toMatchObject({ due: 2, item: 'c' })
})

test('what is taken off does not come, whatever the order', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean())), (entries) => {
      const agenda = createAgenda<number>()
      const appointments = entries.map(([due], index) => agenda.add(due, index))
      entries.forEach(([, kept], index) => kept || appointments[index]!.takeOff())
      const left = entries
        .flatMap(([due, kept], index) => (kept ? [{ due, index }] : []))
        .sort((a, b) => a.due - b.due || a.index - b.index)
      expect(agenda.size).toBe(left.length)
      expect(left.map(() => agenda.take(9)?.item)).toEqual(left.map(({ index }) => index))
      expect(agenda.head()).toBeUndefined()
    }),
  )
})

test('taking off what has come, or was cleared, changes nothing', () => {
  const agenda = createAgenda<string>()
  const appointments = [agenda.add(1, 'taken'), agenda.add(2, 'cleared')]
  agenda.take(1)
  agenda.clear()
  agenda.add(3, 'kept')
  appointments.forEach((appointment) => appointment.takeOff())
  expect(agenda.size).toBe(1)
  expect(agenda.take(3)?.item).toBe('kept')
})
