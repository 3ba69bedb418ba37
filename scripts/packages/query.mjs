// Finds documents by an index of @upstash/query.

import assert from 'node:assert/strict'
import { Query } from '@upstash/query'
import { Redis } from '@upstash/redis'

const query = new Query({ redis: Redis.fromEnv({ automaticDeserialization: false }) })
const users = query.createCollection('users')
const byTeam = users.createIndex({ name: 'by-team', terms: ['team'] })
await users.set('1', { team: 'red', name: 'ada' })
assert.equal((await byTeam.match({ team: 'red' }))[0].data.name, 'ada')
await users.update('1', { team: 'blue', name: 'ada' })
assert.deepEqual(await byTeam.match({ team: 'red' }), [])
await users.delete('1')
assert.deepEqual(await byTeam.match({ team: 'blue' }), [])
