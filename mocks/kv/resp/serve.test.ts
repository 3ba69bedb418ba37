// The same conversations with the mock and with a real server, to the byte.

import { once } from 'node:events'
import { connect, type Socket } from 'node:net'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startKv, type KvMock } from '../../index.js'
import { startRedisServer, withoutRedisServer, type RedisServer } from '../redis-server.js'

/** Which client sends what. */
type Line = readonly [client: string, sent: string]

/** A connection whose answers are collected. */
class Client {
  readonly socket: Socket
  received = ''
  ended = false

  constructor(port: number) {
    this.socket = connect(port, '127.0.0.1').setNoDelay().setEncoding('latin1')
    this.socket.on('data', (text) => (this.received += String(text)))
    this.socket.on('error', () => {})
    this.socket.on('close', () => (this.ended = true))
  }
}

/** Plays lines, each only when all that came before has been answered; tells what each client got. */
async function play(port: number, auth: string, lines: readonly Line[]): Promise<object> {
  const clients = new Map<string, Client>()
  const probe = new Client(port)
  probe.socket.write(auth)
  try {
    for (const [name, sent] of lines) {
      const client = clients.get(name) ?? new Client(port)
      if (!clients.has(name) && name !== 'stranger') client.socket.write(auth)
      clients.set(name, client)
      client.socket.write(sent.replaceAll('\n', '\r\n'), 'latin1')
      await settled(probe, client)
    }
    const entries = [...clients].map(([name, { received, ended }]) => [
      name,
      (name === 'stranger' ? received : received.replace(/^\+OK\r\n/, '')) + (ended ? '(end)' : ''),
    ])
    return Object.fromEntries(entries) as object
  } finally {
    for (const { socket } of [probe, ...clients.values()]) socket.destroy()
  }
}

/** Resolves when nothing more comes: while somebody else makes some round trips, the client hears nothing. */
async function settled(probe: Client, client: Client): Promise<void> {
  for (let quiet = 0; quiet < 3;) {
    const before = client.received.length + (client.ended ? 1 : 0)
    probe.socket.write('PING\r\n')
    await once(probe.socket, 'data')
    await new Promise(setImmediate)
    if (client.socket.connecting) continue
    quiet = before === client.received.length + (client.ended ? 1 : 0) ? quiet + 1 : 0
  }
}

const conversations: Readonly<Record<string, readonly Line[]>> = {
  'strangers are told to log in': [
    ['stranger', 'PING\nnosuch a\nGET\nGET a\nMULTI\nCLIENT ID\nCLIENT nosuch\nSUBSCRIBE a\n'],
    ['stranger', 'AUTH x\nAUTH a b\nAUTH a b c\nHELLO\nHELLO 2\nHELLO 4\nHELLO x\nHELLO 2 BAD\n'],
    ['stranger', 'HELLO 2 AUTH default x\nHELLO 2 AUTH a\nRESET\n'],
    ['stranger', 'HELLO 2 AUTH default secret SETNAME "a b"\nPING\n'],
    ['stranger', 'AUTH secret\nPING\nAUTH default secret\nAUTH default wrong\nPING\nRESET\nPING\n'],
    ['stranger', 'quit a b\nPING\n'],
  ],
  'a transaction': [
    ['a', 'MULTI\nSET k 1\nINCR k\nLPUSH k x\nGET k\nEXEC\nGET k\n'],
    ['a', 'EXEC\nDISCARD\nMULTI\nMULTI\nSET k 9\nDISCARD\nGET k\nMULTI\nEXEC\n'],
    ['a', 'MULTI\nSET k 2\nnosuch\nGET\nEXEC\nGET k\n'],
    ['a', 'MULTI\nWATCH k\nSET k 3\nEXEC\nMULTI\nCLIENT nosuch\nEXEC\nMULTI\nUNWATCH\nEXEC\n'],
    ['a', 'MULTI\nSELECT 0\nECHO x\nSELECT 99\nSELECT x\nCLIENT GETNAME\nEXEC\n'],
    ['a', 'MULTI\nSUBSCRIBE a b\nPING\nEXEC\nUNSUBSCRIBE a b\nMULTI\nMONITOR\nEXEC\nPING\n'],
    ['a', 'MULTI\nRESET\nAUTH secret\nEXEC\nMULTI a\nWATCH\nMULTI\nQUIT\n'],
  ],
  'nothing comes into a transaction': [
    ['a', 'MULTI\nINCR k\n'],
    ['b', 'INCR k\n'],
    ['a', 'INCR k\nEXEC\n'],
  ],
  'a watched key that changes': [
    ['a', 'WATCH k\nMULTI\nGET k\nEXEC\nWATCH k\n'],
    ['b', 'SET k 1\n'],
    ['a', 'MULTI\nSET k 2\nEXEC\nGET k\nMULTI\nGET k\nEXEC\n'],
    ['a', 'WATCH k\nSET k 3\nMULTI\nGET k\nEXEC\n'],
    ['a', 'WATCH k\nUNWATCH\nSET k 4\nMULTI\nGET k\nEXEC\n'],
    ['a', 'WATCH k\nMULTI\nSET k 5\nDISCARD\nSET k 6\nMULTI\nGET k\nEXEC\n'],
    ['a', 'WATCH k none\nGET k\nTTL k\nEXISTS k\nTYPE k\nDEL none\nMULTI\nPING\nEXEC\n'],
    ['a', 'WATCH k\nEXPIRE k 100\nMULTI\nPING\nEXEC\nWATCH k\nPERSIST k\nMULTI\nPING\nEXEC\n'],
    ['a', 'WATCH k\nRENAME k l\nMULTI\nPING\nEXEC\nWATCH m\nCOPY l m\nMULTI\nPING\nEXEC\n'],
    ['a', 'RPUSH q a b\nWATCH q\nLSET q 0 x\nMULTI\nPING\nEXEC\n'],
    ['a', 'WATCH q\nLRANGE q 0 -1\nMULTI\nPING\nEXEC\nWATCH q\nRPOP q\nMULTI\nPING\nEXEC\n'],
    ['a', 'SADD s a\nWATCH s\nSADD s a\nSREM s b\nMULTI\nPING\nEXEC\n'],
    ['a', 'WATCH s\nSADD s b\nMULTI\nPING\nEXEC\nHSET h f v\nWATCH h\nHSET h f v\nMULTI\nEXEC\n'],
    [
      'a',
      'WATCH none\nFLUSHALL\nMULTI\nPING\nEXEC\nSET k v\nWATCH k\nFLUSHALL\nMULTI\nPING\nEXEC\n',
    ],
  ],
  subscriptions: [
    ['a', 'SUBSCRIBE a b a\nPING\nPING x\nGET a\nPSUBSCRIBE a* [b]\nSSUBSCRIBE s\n'],
    ['b', 'PUBLISH a 1\nPUBLISH b 2\nPUBLISH none 3\nSPUBLISH s 4\nPUBLISH s 5\n'],
    ['b', 'PUBSUB CHANNELS a*\nPUBSUB NUMSUB a\nPUBSUB NUMPAT\nPUBSUB SHARDCHANNELS\n'],
    ['b', 'PUBSUB SHARDNUMSUB s t\n'],
    ['a', 'UNSUBSCRIBE x\nUNSUBSCRIBE a\nUNSUBSCRIBE\nUNSUBSCRIBE\nPUNSUBSCRIBE a*\n'],
    ['a', 'PUNSUBSCRIBE\nGET k\nSUNSUBSCRIBE s\nSUNSUBSCRIBE\nPING\nGET k\n'],
    ['a', 'SUBSCRIBE c\nRESET\nAUTH secret\nGET k\nSUBSCRIBE c\nQUIT\n'],
    ['b', 'PUBLISH c 1\n'],
  ],
  'a publisher hears itself': [['a', 'MULTI\nSUBSCRIBE a\nPUBLISH a 1\nEXEC\n']],
  'who waits for a list is served in turn': [
    ['a', 'BLPOP k 0\nPING\n'],
    ['b', 'BRPOP l k 0\n'],
    ['c', 'BLPOP k 0\n'],
    ['d', 'RPUSH k 1 2 3 4\nLRANGE k 0 -1\nBLPOP none k 0\nEXISTS k\n'],
  ],
  'who waits for two lists gets from the one that was first filled': [
    ['a', 'BLPOP k l 0\n'],
    ['b', 'MULTI\nRPUSH l 1\nRPUSH k 2\nEXEC\nLRANGE k 0 -1\nEXISTS l\n'],
  ],
  'after a transaction, not in it': [
    ['a', 'BLPOP k 0\n'],
    ['b', 'MULTI\nRPUSH k 1\nLPUSH k 2\nRPOP k\nEXEC\nEXISTS k\n'],
    ['a', 'BLPOP k 0\n'],
    ['b', 'MULTI\nRPUSH k 1\nDEL k\nEXEC\nSET k x\nDEL k\nRPUSH k y\n'],
  ],
  'moves in a chain': [
    ['a', 'BLMOVE k l LEFT RIGHT 0\n'],
    ['b', 'BRPOPLPUSH l m 0\n'],
    ['c', 'BLMPOP 0 2 none m LEFT COUNT 2\n'],
    ['d', 'RPUSH k x y\nLRANGE k 0 -1\nLRANGE l 0 -1\nEXISTS m\n'],
  ],
  'a move to what is no list': [
    ['a', 'SET s v\nBLMOVE k s LEFT LEFT 0\nPING\n'],
    ['b', 'RPUSH k x\nLRANGE k 0 -1\n'],
  ],
  'several elements at once': [
    ['a', 'BLMPOP 0 1 k RIGHT COUNT 2\n'],
    ['b', 'RPUSH k a b c\nLRANGE k 0 -1\nBLMPOP 0 2 none k LEFT\n'],
  ],
  'who waits for a sorted set': [
    ['a', 'BZPOPMIN none z 0\n'],
    ['b', 'BZPOPMAX z 0\n'],
    ['c', 'BZMPOP 0 1 z MIN COUNT 2\n'],
    ['d', 'LPUSH none x\nDEL none\nZADD z 1 a 2 b 3 c 4 d 5 e\nZRANGE z 0 -1 WITHSCORES\n'],
    ['d', 'BZPOPMIN z 0\nBZPOPMIN z x\nSET s v\nBZPOPMIN s 0\nBZMPOP 0 1 z BAD\n'],
    ['d', 'MULTI\nBZPOPMIN none 0\nBZMPOP 0 1 none MAX\nEXEC\n'],
  ],
  'who waits for a stream': [
    ['a', 'XADD s 1-1 f old\nXREAD BLOCK 0 STREAMS s t $ 0\n'],
    ['b', 'XREAD COUNT 1 BLOCK 0 STREAMS t s 5-5 $\n'],
    ['c', 'XADD t 4-4 f t\nXADD s 2-2 f new\nXREAD BLOCK 0 STREAMS s 0\nXREAD BLOCK 0 STREAMS a\n'],
    [
      'c',
      'XREAD BLOCK x STREAMS s 0\nXREAD BLOCK -1 STREAMS s 0\nMULTI\nXREAD BLOCK 0 STREAMS s $\nEXEC\n',
    ],
    ['c', 'XGROUP CREATE s g $\nXREADGROUP GROUP block streams BLOCK 0 STREAMS s >\nPING\n'],
    ['a', 'XREADGROUP GROUP g one BLOCK 0 STREAMS s >\n'],
    ['b', 'XREADGROUP GROUP g two BLOCK 0 NOACK STREAMS s >\n'],
    ['c', 'XADD s 3-3 f v\nXREADGROUP GROUP g one BLOCK 0 STREAMS s 0\nXGROUP DESTROY s g\n'],
    ['c', 'XREAD BLOCK 0 STREAMS s $\n'],
    ['a', 'MULTI\nXADD s 5-1 f a\nXADD s 5-2 f b\nEXEC\n'],
  ],
  'what waits in vain, and what is wrong with it': [
    [
      'a',
      'SET s v\nBLPOP a\nBLPOP a x\nBLPOP a -1\nBLPOP a inf\nBLPOP a nan\nBLPOP s 0x1\nBLPOP s 0\n',
    ],
    ['a', 'BLMOVE a b X LEFT y\nBLMOVE a b LEFT LEFT y\nBLMPOP x 1 a LEFT\nBLMPOP 0 0 a LEFT\n'],
    ['a', 'BLMPOP 0 x a LEFT\nBLMPOP 0 2 a LEFT\nBLMPOP 0 1 a BAD\nBLPOP none s 0\n'],
    ['a', 'BLMOVE s a LEFT LEFT 0\nRPUSH q a\nBLMOVE q s LEFT LEFT 0\nBRPOPLPUSH s a 0\n'],
    ['a', 'MULTI\nBLPOP a 0\nBLMOVE a b LEFT LEFT 0\nBRPOPLPUSH a b 0\nBLMPOP 0 1 a LEFT\nEXEC\n'],
  ],
  'somebody who waits is let go': [
    ['a', 'CLIENT SETNAME waiting\nBLPOP k 0\nPING\n'],
    ['b', 'CLIENT UNBLOCK 9999\nCLIENT UNBLOCK x\nCLIENT UNBLOCK 1 x\n'],
  ],
  'a client of itself and of others': [
    ['a', 'CLIENT GETNAME\nCLIENT SETNAME a\nCLIENT GETNAME\nCLIENT SETNAME "a b"\nCLIENT\n'],
    ['a', 'CLIENT NO-EVICT on\nCLIENT NO-EVICT x\nCLIENT KILL 1.1.1.1:1\nCLIENT KILL ID 99999\n'],
    ['a', 'CLIENT KILL ID x\nCLIENT KILL BAD x\nCLIENT KILL TYPE x\nCLIENT LIST TYPE x\n'],
    ['a', 'CLIENT LIST ID 1 x\nCLIENT LIST bad\nCLIENT KILL SKIPME no ADDR 1:1\nCLIENT ID x\n'],
    ['a', 'CLIENT REPLY OFF\nPING\nCLIENT REPLY SKIP\nCLIENT REPLY ON\n'],
    ['a', 'CLIENT REPLY SKIP\nPING\nECHO a\nCLIENT REPLY x\nSELECT 0\nSELECT -1\nPING a b\n'],
    ['a', 'WAIT 0 0\nWAIT x 0\nWAIT 0 x\nWAIT 0 -1\n'],
  ],
  ...Object.fromEntries(
    [
      ...['*x\n', '*2147483648\n', '*1\nx3\n', '*1\n$-1\n', '*1\n$536870913\n', '*1\n$04\nPING\n'],
      ...['"foo\n', "'x'y\n", 'a'.repeat(70_000), `*${'1'.repeat(70_000)}`, '*1\n$4\nPINGxxPING\n'],
      ...['*-1\n*0\n\nPING\nECHO "a\\x41\\n\\q"\n', 'POST / HTTP/1.1\nHost: x\n\n', 'Host: x\n'],
    ].map((bytes) => [`the bytes ${JSON.stringify(bytes.slice(0, 30))}`, [['a', bytes]]]),
  ),
  ...Object.fromEntries(
    ['*11\n', '*1\n$16385\n'].map((bytes) => [
      `the bytes ${JSON.stringify(bytes)} of a stranger`,
      [['stranger', bytes]],
    ]),
  ),
}

describe.skipIf(withoutRedisServer())('over a socket the mock answers as Redis does', () => {
  let redis: RedisServer
  let mock: KvMock
  beforeAll(async () => {
    redis = await startRedisServer()
    mock = await startKv({ respPort: 0, token: 'secret' })
    await play(redis.port, '', [['stranger', 'CONFIG SET requirepass secret\n']])
  })
  afterAll(async () => {
    await mock.close()
    await redis.close()
  })

  test.each(Object.entries(conversations))('%s', async (_, lines) => {
    const auth = 'AUTH secret\r\n'
    const clean: Line = ['cleaner', 'FLUSHALL\n']
    const theirs = await play(redis.port, auth, [clean, ...lines])
    const ours = await play(Number(new URL(mock.resp!.url).port), auth, [clean, ...lines])

    expect(hello(ours)).toEqual(hello(theirs))
  })
})

/** Without the ids of clients, which everybody counts for themselves. */
const hello = (received: object): unknown =>
  JSON.parse(JSON.stringify(received).replace(/\$2\\r\\nid\\r\\n:\d+/g, 'id'))

test('a client whose commands are slow lets others in between them', async () => {
  const mock = await startKv({ respPort: 0, token: 'secret', safety: { commandMs: 20 } })
  const port = Number(new URL(mock.resp!.url).port)
  const [slow, quick] = [new Client(port), new Client(port)]
  for (const { socket } of [slow, quick]) {
    socket.write('AUTH secret\r\n')
    await once(socket, 'data')
  }
  slow.socket.write('EVAL "while true do end" 0\r\n'.repeat(30))
  quick.socket.write('PING\r\n')
  await once(quick.socket, 'data')

  expect(slow.received.split('\r\n').length).toBeLessThan(20)
  for (const { socket } of [slow, quick]) socket.destroy()
  await mock.close()
})
