import { expect, test } from 'vitest'
import { Channels } from './channels.js'

test('a message reaches those who listen to its channel, while they do', () => {
  const channels = new Channels()
  const heard: string[] = []
  const stop = channels.subscribe('news', (message) => heard.push(message))
  channels.subscribe('other', (message) => heard.push(message))

  expect(channels.publish('news', 'one')).toBe(1)
  stop()
  stop()

  expect(channels.publish('news', 'two')).toBe(0)
  expect(heard).toEqual(['one'])
})

test('a message reaches those whose pattern its channel matches, once for each', () => {
  const channels = new Channels()
  const heard: string[] = []
  const listener = (pattern: string) => (message: string, channel: string) =>
    heard.push(`${pattern} ${channel} ${message}`)
  const stop = channels.psubscribe('n*', listener('n*'))
  channels.psubscribe('*s', listener('*s'))
  channels.subscribe('news', listener('news'))

  expect(channels.publish('news', 'one')).toBe(3)
  expect(channels.publish('other', 'two')).toBe(0)
  expect(heard).toEqual(['news news one', 'n* news one', '*s news one'])
  expect(channels.patterns).toBe(2)
  stop()
  expect(channels.publish('news', 'three')).toBe(2)
  expect(channels.patterns).toBe(1)
})

test('the channels that are listened to are known, and how many listen', () => {
  const channels = new Channels()
  const stop = channels.subscribe('news', () => {})
  channels.subscribe('news', () => {})
  channels.subscribe('other', () => {})()
  channels.psubscribe('*', () => {})

  expect([...channels.names]).toEqual(['news'])
  expect(channels.listeners('news')).toBe(2)
  expect(channels.listeners('other')).toBe(0)
  stop()
  expect(channels.listeners('news')).toBe(1)
})
