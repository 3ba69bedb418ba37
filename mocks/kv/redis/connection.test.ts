import { EventEmitter, once } from 'node:events'
import { afterEach, expect, test } from 'vitest'
import { type ConnectionOptions, RedisConnection, Silent } from './connection.js'
import { type FakeServer, startFakeRedis } from './fake.js'
import { UnreadableReply } from './replies.js'
import type { Command, Reply } from '../reply.js'

let server: FakeServer
const open = new Set<RedisConnection>()
afterEach(async () => {
  expect(open.size).toBe(0)
  await server.close()
})

type Answer = Parameters<typeof startFakeRedis>[0]

/** Connects to a fake server that replies with `answer` after the login. */
async function connected(answer: Answer, options: ConnectionOptions = {}) {
  server = await startFakeRedis((command, socket) =>
    command[0] === 'CLIENT' ? '+OK\r\n' : answer(command, socket),
  )
  const connection = new RedisConnection(server.url, { ms: 100, among: open, ...options })
  await connection.ready
  return connection
}

function loss() {
  const losses = new EventEmitter()
  return {
    whenLost: once(losses, 'lost').then(([why]) => why as Error),
    lost: (why: Error) => void losses.emit('lost', why),
  }
}

test('a late reply is dropped', async () => {
  const late: (() => void)[] = []
  const lost: Error[] = []
  const connection = await connected(
    ([name], socket) => void late.push(() => socket.write(`+${name}\r\n`)),
    { whenLost: (why) => lost.push(why) },
  )
  const silent = new Silent('reply', 100)
  const waiting = await Promise.allSettled([connection.send([['A']]), connection.send([['B']])])

  expect(waiting).toEqual(waiting.map(() => ({ status: 'rejected', reason: silent })))
  expect(late).toHaveLength(2)
  for (const answer of late) answer()
  await expect(connection.send([['C']])).rejects.toEqual(silent)
  expect(lost).toEqual([silent])
})

test('a reply that comes byte by byte is late', async () => {
  const connection = await connected((_, socket) => {
    const trickle = () => void (socket.destroyed || socket.write('x', () => setImmediate(trickle)))
    socket.write('$500000000\r\n', trickle)
    return undefined
  })

  await expect(connection.send([['SLOW']])).rejects.toEqual(new Silent('reply', 100))
})

test.each([
  ['+OK\r\n+OK\r\n', new UnreadableReply('a reply that no command asked for')],
  ['HTTP/1.1 400 Bad Request\r\n', new UnreadableReply('HTTP/1.1 400 Bad')],
])('nothing is read after %j', async (bytes, why) => {
  const { whenLost, lost } = loss()
  const connection = await connected(() => bytes, { whenLost: lost })
  const asked = connection.send([['GET', 'k']]).catch(() => {})

  expect(await whenLost).toEqual(why)
  await asked
  await expect(connection.send([['GET', 'k']])).rejects.toEqual(why)
})

test('a silent stream is sent a sign of life', async () => {
  let signs = 0
  let enough = (): void => {}
  const threeSigns = new Promise<void>((resolve) => (enough = resolve))
  const taken: Reply[] = []
  const connection = await connected(
    ([name]: Command) => {
      if (name === 'LISTEN') return '+begun\r\n+event\r\n'
      if (++signs === 3) enough()
      return '+alive\r\n'
    },
    { whenLost: enough, ms: 50 },
  )

  const begun = await connection.follow(['LISTEN'], {
    take: (sent) => taken.push(sent),
    signOfLife: ['ALIVE'],
  })
  await threeSigns
  expect(begun).toMatchObject({ text: 'begun' })
  expect(taken.slice(0, 2)).toMatchObject([{ text: 'event' }, { text: 'alive' }])
  expect(signs).toBe(3)
  connection.close()
})
