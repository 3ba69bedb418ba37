import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createAgenda } from './agenda.js'

test('takes due entries in order, without those that were taken off', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(9), fc.boolean())), (entries) => {
      const agenda = createAgenda<number>()
      const appointments = entries.map(([due], index) => agenda.add(due, index))
      entries.forEach(([, kept], index) => kept || appointments[index]!.takeOff())
      const left = entries
        .flatMap(([due, kept], index) => (kept ? [{ due, index }] : []))
        .sort((a, b) => a.due - b.due || a.index - b.index)
      expect(agenda.size).toBe(left.length)
      expect(agenda.take(-1)).toBeUndefined()
      expect(left.map(() => agenda.take(9)?.item)).toEqual(left.map(({ index }) => index))
      expect(agenda.head()).toBeUndefined()
    }),
  )
})

test('taking off an entry that was taken or cleared removes no other', () => {
  const agenda = createAgenda<string>()
  const appointments = [agenda.add(1, 'taken'), agenda.add(2, 'cleared')]
  agenda.take(1)
  agenda.clear()
  agenda.add(3, 'kept')
  appointments.forEach((appointment) => appointment.takeOff())
  expect([agenda.size, agenda.take(3)?.item]).toEqual([1, 'kept'])
})
