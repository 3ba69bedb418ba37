// Sends and receives messages of @upstash/queue. Its receiving with a timeout needs BLOCK, which the
// interface refuses.

import assert from 'node:assert/strict'
import { Queue } from '@upstash/queue'
import { Redis } from '@upstash/redis'

const queue = new Queue({ redis: Redis.fromEnv(), queueName: 'jobs' })
await queue.sendMessage({ n: 1 })
const { body, streamId } = await queue.receiveMessage()
assert.deepEqual(body, { n: 1 })
await queue.verifyMessage(streamId)
assert.equal(await queue.receiveMessage(), null)
await assert.rejects(queue.receiveMessage(10), /not allowed with the option BLOCK over HTTP/)
