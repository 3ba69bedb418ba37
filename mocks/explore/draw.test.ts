import { expect, test } from 'vitest'
import { planText } from './decision.js'
import { createDrawing } from './draw.js'

test('a place is drawn together with the decisions that lead to it', () => {
  const drawing = createDrawing({ seed: 1, decisions: 3, runs: 9 })
  drawing.learn('A #1', ['lost'], [])
  const first = drawing.next()!
  drawing.learn('A #2', ['cut'], first)
  expect(planText(first)).toBe('lost: A #1')
  expect(planText(drawing.next()!)).toBe('lost: A #1; cut: A #2')
  expect(drawing.next()).toBeUndefined()
})

test('more decisions are drawn at once if few runs are left', () => {
  const drawing = createDrawing({ seed: 1, decisions: 3, runs: 3 })
  for (let n = 1; n <= 6; n++) drawing.learn(`A #${n}`, ['lost'], [])
  const plans = [drawing.next()!, drawing.next()!]
  expect(plans.map(({ length }) => length)).toEqual([3, 3])
})

test('a banned decision is not drawn again', () => {
  const drawing = createDrawing({ seed: 1, decisions: 3, runs: 9 })
  drawing.ban({ choice: 'lost', place: 'A #1' })
  drawing.learn('A #1', ['lost', 'cut'], [])
  expect(planText(drawing.next()!)).toBe('cut: A #1')
})
