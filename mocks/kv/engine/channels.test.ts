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
