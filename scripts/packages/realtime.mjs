// Emits events of @upstash/realtime, and receives them on a subscription and in an event stream.

import assert from 'node:assert/strict'
import { once, EventEmitter } from 'node:events'
import { handle, Realtime } from '@upstash/realtime'
import { Redis } from '@upstash/redis'
import { z } from 'zod'

const schema = { note: { alert: z.string() } }
const realtime = new Realtime({ schema, redis: Redis.fromEnv() })
const channel = realtime.channel('default')
await realtime.emit('note.alert', 'first')

const received = []
const arrivals = new EventEmitter()
const stop = await channel.subscribe({
  events: ['note.alert'],
  history: true,
  onData: ({ data }) => arrivals.emit('data', received.push(data)),
})
await realtime.emit('note.alert', 'second')
while (received.length < 2) await once(arrivals, 'data', { signal: AbortSignal.timeout(10_000) })
assert.deepEqual(received, ['first', 'second'])
assert.equal((await channel.history()).length, 2)
stop()

const response = await handle({ realtime })(new Request('http://app.test/?channel=default'))
const reader = response.body.getReader()
assert.match(Buffer.from((await reader.read()).value).toString(), /^data: \{"type":"connected"/)
await reader.cancel()
// The timers of its streams would keep the process alive.
process.exit()
