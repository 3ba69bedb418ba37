// The TCP server of the RESP port, and the limits of its clients.

import { setImmediate } from 'node:timers'
import { createServer, type Socket } from 'node:net'
import { emitWarning } from 'node:process'
import { stopwatch, type AlarmClock } from '../../clock.js'
import { Budget } from '../../http/budget.js'
import { httpLimits } from '../../http/limits.js'
import { listen } from '../../http/listen.js'
import type { MemoryBackend } from '../backends/memory.js'
import type { Kv } from '../decisions.js'
import { type ClientCounts, type Statistics } from '../command/statistics.js'
import { NIL_ARRAY, type Bytes, type Command } from '../reply.js'
import { blockingCommands, connectionCommands } from './commands.js'
import { RespConnection, type Home, type Peer } from './connection.js'
import { Pause } from './pause.js'
import { Tracking } from './tracking.js'
import { ProtocolError, RequestParser } from './parser.js'

interface RespOptions {
  readonly kv: Kv
  readonly backend: MemoryBackend
  /** The clock for timeouts. */
  readonly clock: AlarmClock
  readonly host?: string | undefined
  /** The port to listen on. 0 selects a free port. */
  readonly port: number
  /** Bytes of unfinished commands and transactions of all clients. More: the largest is disconnected. */
  readonly allBodiesBytes?: number | undefined
}

export interface RespServer {
  readonly host: string
  readonly port: number
  /** Lets all waiting commands time out. */
  readonly release: () => void
  readonly close: () => Promise<void>
}

/** The number of unread bytes above which a client that waits for replies is paused. */
const AHEAD = 2 ** 20
/**
 * The number of commands of one client, and the time in milliseconds, after which other clients are
 * served.
 */
const TURN = 64
const LONG = 10

/** Starts a server for clients that speak RESP2 or RESP3. Rejects if the address is not available. */
export async function serveResp(options: RespOptions): Promise<RespServer> {
  const { kv, backend, clock, allBodiesBytes = httpLimits.allBodiesBytes } = options
  const connections = new Map<number, RespConnection>()
  const home: Home = {
    kv,
    backend,
    clock,
    connectionCommands,
    blockingCommands,
    connections,
    pause: new Pause(clock),
    tracking: new Tracking(backend, connections),
  }
  const { statistics } = backend
  const sockets = new Set<Socket>()
  const requests = new Budget({ each: Infinity, all: allBodiesBytes })
  let clients = 0

  const server = createServer((socket) => {
    socket.on('error', () => {})
    if (sockets.size >= kv.safety.connections) {
      statistics.refusedConnections++
      return void socket.end('-ERR max number of clients reached\r\n', () => socket.destroy())
    }
    sockets.add(socket)
    statistics.connections++
    socket.setNoDelay()
    const connection = new RespConnection(home, peerOf(socket, kv, statistics), ++clients)
    socket.on('close', () => {
      sockets.delete(socket)
      connection.close()
    })
    converse(socket, connection, requests)
  })

  const listening = await listen(server, options.host ?? '127.0.0.1', options.port)
  statistics.clients = () => countsOf(home, listening.port)
  return {
    ...listening,
    release() {
      for (const { wake } of home.connections.values()) wake?.(NIL_ARRAY)
    },
    close: () =>
      new Promise((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/**
 * Runs the commands of a client in order and sends the replies. `requests` limits the unread bytes of
 * all clients together.
 */
function converse(socket: Socket, connection: RespConnection, requests: Budget): void {
  const parser = new RequestParser(connection.home.kv.safety.bodyBytes)
  const share = requests.open(({ message }) => {
    // Sends no error to a client that does not read, because the error would stay in memory.
    if (socket.writableLength > 0) socket.destroy()
    else socket.end(`-ERR ${message}\r\n`, () => socket.destroy())
  })
  const count = () => share.set(parser.bytes + connection.bytes)
  let answering = false
  socket.on('close', () => share.close())

  socket.on('data', (packet) => {
    if (socket.writableEnded) return
    connection.home.backend.statistics.inputBytes += packet.length
    parser.put(packet)
    count()
    if (!answering) void answerAll()
    // Pauses a client with too many unread bytes. Otherwise continues to read, to notice when the
    // client disconnects.
    else if (parser.unread > AHEAD) socket.pause()
  })

  async function answerAll(): Promise<void> {
    answering = true
    socket.cork()
    try {
      let done = 0
      let begin = stopwatch()
      for (let next = parser.next(); next; next = parser.next()) {
        if (!socket.writable || isHttp(next)) return void socket.destroy()
        const answered = connection.handle(next)
        if (answered) await apart(answered)
        if (socket.writableEnded) return
        parser.stranger = connection.session === undefined
        if (socket.writableNeedDrain) await apart(drained(socket))
        if (++done % TURN === 0 || stopwatch() - begin >= LONG) {
          await apart(new Promise(setImmediate))
          begin = stopwatch()
        }
      }
    } catch (error) {
      if (error instanceof ProtocolError) socket.end(`-ERR Protocol error: ${error.message}\r\n`)
      else {
        emitWarning(error instanceof Error ? error : String(error))
        socket.end('-ERR internal error of the mock\r\n')
      }
    } finally {
      socket.uncork()
      answering = false
      count()
      socket.resume()
    }
  }

  /** Sends the replies so far, then waits. */
  async function apart(wait: Promise<void>): Promise<void> {
    socket.uncork()
    await wait
    socket.cork()
  }
}

function countsOf({ connections, kv, tracking }: Home, port: number): ClientCounts {
  const all = [...connections.values()]
  return {
    ...tracking.counts,
    port,
    connected: all.length,
    most: kv.safety.connections,
    blocked: all.filter(({ wake, isPaused }) => wake || isPaused).length,
    withTimeout: all.filter(({ hasTimeout }) => hasTimeout).length,
  }
}

const drained = (socket: Socket): Promise<void> =>
  new Promise((resolve) => {
    const done = () => {
      socket.off('drain', done).off('close', done)
      resolve()
    }
    if (socket.destroyed) resolve()
    else socket.on('drain', done).on('close', done)
  })

/**
 * Returns true for a request in HTTP. A malicious web page could make a browser send such a request to
 * this port.
 */
function isHttp([name]: Command): boolean {
  return ['post', 'host:'].includes(name.toLowerCase())
}

function peerOf(socket: Socket, { backlogs }: Pick<Kv, 'backlogs'>, statistics: Statistics): Peer {
  const waiting = () => socket.writableLength
  const share = backlogs.open(() => socket.destroy(), waiting)
  socket.on('drain', () => share.set(waiting())).on('close', () => share.close())
  const write = (bytes: Bytes) => {
    statistics.outputBytes += bytes.length
    if (socket.writable) socket.write(bytes, 'latin1')
  }
  return {
    address: place(socket.remoteAddress, socket.remotePort),
    localAddress: place(socket.localAddress, socket.localPort),
    send(bytes) {
      // Always sends the whole reply of one command. A transaction has many replies, so the limit is
      // checked before each of them.
      if (waiting() > backlogs.each) socket.destroy()
      write(bytes)
      share.setWhole(waiting())
    },
    push(bytes) {
      write(bytes)
      share.set(waiting())
    },
    end: () => void socket.end(),
    destroy: () => void socket.destroy(),
  }
}

const place = (host = '', port = 0): string => `${host.includes(':') ? `[${host}]` : host}:${port}`
