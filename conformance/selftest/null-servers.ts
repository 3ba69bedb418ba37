// Tests that a server with the same response to every request passes no scenario. A check that passes with
// such a server checks nothing.

import { createServer, type RequestListener, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer, type Socket } from 'node:net'
import { describe, test } from 'vitest'
import { run, type Abilities, type Scenario } from '../index.js'
import { outcomes } from './judge.js'

interface NullServer {
  /** The description of the server, which completes the sentence "a server that …". */
  readonly name: string
  /** Starts the server on a free loopback port. */
  readonly start: () => Promise<{ readonly url: string; readonly close: () => Promise<void> }>
}

const nulls: readonly NullServer[] = [
  answers(200, '{}'),
  answers(200, '{"result":null}'),
  answers(200, '{"result":"OK"}'),
  answers(200, '[]'),
  answers(200, '{"error":"ERR"}'),
  answers(400, '{"error":"ERR"}'),
  answers(401, '{"error":"ERR"}'),
  answers(404, '{"error":"ERR"}'),
  answers(405, '{"error":"ERR"}'),
  answers(500, '{"error":"ERR"}'),

  http('answers 204 without a body', (_, response) => response.writeHead(204).end()),

  http('answers 200 with a page of HTML', (_, response) => {
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>OK</title>')
  }),

  http('redirects to itself for ever', (request, response) => {
    response.writeHead(307, { location: request.url }).end()
  }),

  http('answers with the body it was sent', (request, response) => {
    const type = request.headers['content-type'] ?? 'application/json'
    request.pipe(response.writeHead(200, { 'content-type': type }))
  }),

  http('answers with a stream that never ends', (request, response) => {
    request.resume()
    response.writeHead(200, { 'content-type': 'text/event-stream' })
    // Sends one event per turn of the event loop, after the previous event was sent.
    const more = () => {
      if (!response.destroyed) response.write('data: "OK"\n\n', () => setImmediate(more))
    }
    more()
  }),

  tcp('hangs up without an answer', (socket) => {
    socket.once('data', () => socket.end())
  }),

  tcp('resets every connection', (socket) => {
    socket.once('data', () => socket.resetAndDestroy())
  }),

  tcp('never answers', (socket) => socket.resume()),
]

function answers(status: number, body: string): NullServer {
  return http(`answers ${status} ${body}`, (request, response) => {
    request.resume()
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  })
}

function http(name: string, answer: RequestListener): NullServer {
  return { name, start: () => listen(createServer(answer)) }
}

function tcp(name: string, answer: (socket: Socket) => void): NullServer {
  return { name, start: () => listen(createTcpServer(answer)) }
}

async function listen(server: Server | ReturnType<typeof createTcpServer>) {
  const sockets = new Set<Socket>()
  server.on('connection', (socket: Socket) => {
    sockets.add(socket)
    // An error of a client that disconnects is ignored.
    socket.on('error', () => {}).on('close', () => sockets.delete(socket))
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  const { port } = server.address() as AddressInfo
  return {
    url: `http://127.0.0.1:${port}`,
    close: () =>
      new Promise<void>((closed) => {
        server.close(() => closed())
        for (const socket of sockets) socket.destroy()
      }),
  }
}

/** A provider with every ability, so that no scenario is left out. */
const provider: Required<Abilities> & { readonly name: string } = {
  name: 'selftest',
  readOnlyToken: async () => 'read-only-token',
  aclUser: async () => async () => {},
  group: async () => ({ id: 'group', remove: async () => {} }),
  runs: true,
  pastRuns: async ({ count = 1 }) =>
    Array.from({ length: count }, () => ({
      workflowRunId: 'run',
      workflowCreatedAt: 0,
      messageIds: ['message'],
      dlqId: 'dlq',
    })),
  resetPassword: async () => ({ token: 'token', readOnlyToken: 'read-only-token' }),
  clock: { now: async () => 0, advance: async () => {} },
  reset: async () => {},
  dedicatedAccount: true,
  kvMaxRequestSize: 1000,
  dailyRequests: { leave: async () => {}, restore: async () => {} },
}

/**
 * Divides the scenarios into groups that run in parallel. They may, even if they need the clock
 * alone, because this clock does nothing.
 */
function inParts(scenarios: readonly Scenario[]) {
  const count = Math.ceil(scenarios.length / 64)
  return Array.from({ length: count }, (_, part) =>
    scenarios.filter((_, index) => index % count === part),
  )
}

/** Tests that none of the scenarios passes against any of the servers. */
export function testAwake(scenarios: readonly Scenario[]): void {
  const parts = inParts(scenarios)
  // The tests run concurrently because they mostly wait.
  describe.concurrent.each(nulls)('a server that $name', ({ start }) => {
    test.for(['kv', 'queue'] as const)(
      'passes nothing of %s',
      { timeout: 60_000 },
      async (of, { expect }) => {
        const { url, close } = await start()
        try {
          const target = { [of]: { url, token: 'token' } }
          const reports = await Promise.all(
            parts.map((scenarios) =>
              // Each scenario runs, even if the server never responds.
              run({
                scenarios,
                provider,
                timeoutMs: 200,
                silenceMs: 0,
                concurrency: 8,
                ...target,
              }),
            ),
          )

          const wrong = reports.map((report) => outcomes(report, ['passed', 'harness-error']))
          expect(wrong.filter(Boolean).join('\n')).toBe('')
          const failures = reports.map(
            ({ summary, lacks = [] }) => summary.violated + summary.blocked + lacks.length,
          )
          expect(failures.reduce((sum, each) => sum + each)).toBeGreaterThan(0)
        } finally {
          await close()
        }
      },
    )
  })
}
