import { describe, expect, test } from 'vitest'
import { directions } from './fences.js'

const crossings = async (path: string, text: string) =>
  (await directions(new Map([[path, text]]))).map(({ message }) => message)

describe('a crossing is told', () => {
  test.each([
    ['conformance/run.ts', "import '../mocks/index.js'", 'by HTTP alone'],
    ['conformance/run.ts', "import type { A } from '../mocks/index.js'", 'by HTTP alone'],
    ['mocks/index.ts', "import '../conformance/index.js'", 'does not know its examiner'],
    ['mocks/index.ts', "import '../scripts/cli.js'", 'scripts are what one runs'],
    ['mocks/kv/engine/hash.ts', "import '../commands/hash.js'", 'the engine knows no command'],
    ['mocks/kv/engine/hash.ts', "import '../../http/message.js'", 'the engine knows no command'],
    ['mocks/kv/commands/hash.ts', "import '../encode.js'", 'know nothing of HTTP'],
    ['mocks/kv/kv.ts', "import './server.js'", 'not the other way round'],
    ['mocks/queue/dlq/dlq.ts', "import './routes.js'", 'not the other way round'],
    ['mocks/queue/store/memory.ts', "import '../queue.js'", 'not the other way round'],
    ['mocks/kv/server.ts', "import '../faults/kv.js'", 'correct code knows no fault'],
    ['mocks/queue/deliver/scheduler.ts', 'setTimeout(f, 1)', 'only mocks/clock.ts'],
    ['mocks/queue/deliver/scheduler.ts', 'const now = Date.now()', 'only mocks/clock.ts'],
    [
      'mocks/queue/deliver/scheduler.ts',
      "import { setTimeout as sleep } from 'node:timers/promises'",
      'only mocks/clock.ts',
    ],
    ['mocks/kv/server.ts', "import { createServer } from 'node:http'", 'open sockets'],
    ['mocks/queue/deliver/egress.ts', "import { Agent } from 'undici'", 'open sockets'],
    ['mocks/index.ts', 'console.log(1)', 'belong to scripts/'],
    ['conformance/run.ts', "process.env['CI']", 'belong to scripts/'],
  ])('%s: %s', async (path, text, message) => {
    expect(await crossings(path, text)).toEqual([expect.stringContaining(message)])
  })
})

describe('what stays inside is not', () => {
  test.each([
    ['conformance/selftest/sound.test.ts', "import '../../mocks/index.js'"],
    ['scripts/cli.ts', "import '../mocks/index.js'; console.log(process.argv)"],
    ['mocks/kv/server.ts', "import './kv.js'; import '../http/message.js'"],
    ['mocks/kv/commands/hash.ts', "import '../engine/hash.js'"],
    ['mocks/index.ts', "import './faults/kv.js'"],
    ['mocks/clock.ts', 'setTimeout(f, Date.now())'],
    ['mocks/http/serve.ts', "import { createServer } from 'node:http'"],
    ['mocks/http/serve.test.ts', "import { request } from 'node:http'"],
    ['mocks/http/fetch.ts', "import type { IncomingMessage } from 'node:http'"],
    ['mocks/queue/deliver/egress.ts', "import { BlockList, isIP } from 'node:net'"],
    ['mocks/queue/deliver/scheduler.ts', "import { setImmediate } from 'node:timers/promises'"],
  ])('%s: %s', async (path, text) => {
    expect(await crossings(path, text)).toEqual([])
  })
})
