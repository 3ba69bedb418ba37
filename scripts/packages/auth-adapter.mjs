// Stores users, accounts, sessions and tokens with the adapter of Auth.js.

import assert from 'node:assert/strict'
import { UpstashRedisAdapter } from '@auth/upstash-redis-adapter'
import { Redis } from '@upstash/redis'

const adapter = UpstashRedisAdapter(Redis.fromEnv(), { baseKeyPrefix: 'app:' })
const expires = new Date('2099-01-01')
const email = 'ada@example.com'
const account = { provider: 'github', providerAccountId: '1' }

const { id } = await adapter.createUser({ name: 'Ada', email, emailVerified: expires })
assert.equal((await adapter.getUserByEmail(email)).id, id)
assert.deepEqual((await adapter.getUser(id)).emailVerified, expires)
await adapter.linkAccount({ ...account, userId: id, type: 'oauth' })
assert.equal((await adapter.getUserByAccount(account)).id, id)

await adapter.createSession({ userId: id, sessionToken: 'session', expires })
assert.equal((await adapter.getSessionAndUser('session')).user.id, id)
await adapter.updateSession({ sessionToken: 'session', expires })
await adapter.deleteSession('session')
assert.equal(await adapter.getSessionAndUser('session'), null)

const token = { identifier: email, token: 'once' }
await adapter.createVerificationToken({ ...token, expires })
assert.equal((await adapter.useVerificationToken(token)).token, 'once')
assert.equal(await adapter.useVerificationToken(token), null)
await adapter.unlinkAccount(account)
await adapter.deleteUser(id)
assert.equal(await adapter.getUser(id), null)
