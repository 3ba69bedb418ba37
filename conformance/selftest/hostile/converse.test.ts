import { once } from 'node:events'
import { createServer, type AddressInfo } from 'node:net'
import { expect, test } from 'vitest'
import type { Conversation } from './conversation.js'
import { converse } from './converse.js'

test('a conversation without a byte is half-closed too, also byte by byte', async () => {
  const server = createServer((socket) => void socket.resume()).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port } = server.address() as AddressInfo
  const stage = { portOf: () => port, unread: [], patienceMs: 10_000 }
  const silent: Conversation = { port: 'kv', parts: [], answered: 0, ending: 'half-close' }

  expect(await converse(silent, stage)).toBeUndefined()
  expect(await converse({ ...silent, cut: 'bytes' }, stage)).toBeUndefined()
  server.close()
})
