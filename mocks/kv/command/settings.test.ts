import { expect, test } from 'vitest'
import { createMemoryBackend } from '../backends/memory.js'
import { Settings } from './settings.js'

test('a change that is refused changes nothing', () => {
  const settings = new Settings()
  const change = () =>
    settings.change([
      ['timeout', '10'],
      ['hz', 'x'],
    ])
  expect(change).toThrow("(possibly related to argument 'hz') - argument couldn't be parsed")
  expect([...settings.matching(['timeout'])]).toEqual([['timeout', '0']])
})

test('a clean start forgets what was set, and no two servers share it', async () => {
  const clock = { now: () => 0 }
  const [one, other] = [createMemoryBackend({ clock }), createMemoryBackend({ clock })]
  one.execute(['CONFIG', 'SET', 'maxmemory', '1mb'])
  expect(one.execute(['CONFIG', 'GET', 'maxmemory'])).toEqual(['maxmemory', '1048576'])
  expect(other.execute(['CONFIG', 'GET', 'maxmemory'])).toEqual(['maxmemory', '0'])
  await one.reset()
  expect(one.execute(['CONFIG', 'GET', 'maxmemory'])).toEqual(['maxmemory', '0'])
})

test('names of things that every object has are no settings', () => {
  expect(() => new Settings().change([['constructor', '1']])).toThrow('Unknown option')
})
