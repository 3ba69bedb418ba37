import { describe, expect, test } from 'vitest'
import { directions } from './fences.js'
import { rooms } from './rooms.js'

const crossings = async (path: string, text: string) =>
  (await directions(new Map([[path, text]]))).map(({ message }) => message)

/** A violation of each fence: a file of the room, and what it may not import. */
const violations: Readonly<Record<string, readonly [file: string, text: string]>> = {
  selftest: ['conformance/selftest/sound.test.ts', "import 'svc-contract'"],
  'tests of the suite': ['conformance/core/run.test.ts', "import '../../mocks/index.js'"],
  wire: ['conformance/wire/target.ts', "import type { Scenario } from '../core/scenario.js'"],
  sink: ['conformance/sink/sink.ts', "import '../core/scenario.js'"],
  provider: ['conformance/provider/mock.ts', "import '../core/stage.js'"],
  core: ['conformance/core/stage.ts', "import type { KvWorld } from '../kv/fixtures/world.js'"],
  reporters: ['conformance/report/reporters/tap.ts', "import '../../core/run.js'"],
  report: ['conformance/report/merge.ts', "import '../core/run.js'"],
  'kv fixtures': ['conformance/kv/fixtures/world.ts', "import '../scenarios/path.js'"],
  'kv scenarios': ['conformance/kv/scenarios/path.ts', "import '../../sink/sink.js'"],
  kv: ['conformance/kv/interface.ts', "import '../queue/fixtures/world.js'"],
  'queue fixtures': ['conformance/queue/fixtures/world.ts', "import '../../kv/fixtures/world.js'"],
  'queue scenarios': ['conformance/queue/scenarios/bulk.ts', "import '../interface.js'"],
  queue: ['conformance/queue/interface.ts', "import '../kv/interface.js'"],
  proxy: ['conformance/proxy/watch.ts', "import '../core/stage.js'"],
  suite: ['conformance/index.ts', "import type { Mock } from '../mocks/index.js'"],
  'tests of the mocks': ['mocks/index.test.ts', "import '../conformance/index.js'"],
  faults: ['mocks/faults/kv/path.ts', "import '../../../conformance/index.js'"],
  tools: ['mocks/clock.ts', "import './kv/kv.js'"],
  http: ['mocks/http/serve.ts', "import '../queue/queue.js'"],
  lua: ['mocks/kv/lua/parser.ts', "import '../reply.js'"],
  reply: ['mocks/kv/reply.ts', "import './encode.js'"],
  engine: ['mocks/kv/engine/hash/hash.ts', "import '../../commands/hash.js'"],
  scripting: ['mocks/kv/scripting/scripts.ts', "import '../commands/scripting.js'"],
  'a real Redis': ['mocks/kv/redis-connection.ts', "import './kv.js'"],
  command: ['mocks/kv/command/command.ts', "import '../commands/hash.js'"],
  commands: ['mocks/kv/commands/hash.ts', "import '../backends/memory.js'"],
  backends: ['mocks/kv/backends/memory.ts', "import '../../http/message.js'"],
  resp: ['mocks/kv/resp/serve.ts', "import '../server.js'"],
  'kv server': ['mocks/kv/server.ts', "import './engine/database.js'"],
  'kv parts': ['mocks/kv/kv.ts', "import './server.js'"],
  'queue routes': ['mocks/queue/dlq/routes.ts', "import '../../kv/kv.js'"],
  structures: ['mocks/queue/structures/heap.ts', "import '../message.js'"],
  'queue store': ['mocks/queue/store/store.ts', "import '../queue.js'"],
  delivery: ['mocks/queue/deliver/sender.ts', "import '../../kv/kv.js'"],
  'queue features': ['mocks/queue/dlq/dlq.ts', "import './routes.js'"],
  prism: ['mocks/prism/front.ts', "import '../queue/queue.js'"],
  'front door': ['mocks/index.ts', "import '../scripts/cli.js'"],
  'ways in': ['mocks/msw.ts', "import './faults/kv.js'"],
  scripts: ['scripts/cli.ts', "import 'svc-contract/mocks'"],
}

test('every fence is told of its violation, in words of its own', async () => {
  expect(Object.keys(violations)).toEqual(rooms.map(({ room }) => room))
  for (const { room, why } of rooms) {
    const [file, text] = violations[room]!
    expect(await crossings(file, text), room).toEqual([
      expect.stringMatching(new RegExp(`^imports .*, but ${room} may import .*: ${why}$`)),
    ])
  }
})

test.each(['conformance/new/file.ts', 'mocks/new/file.ts'])('%s is in no room', async (path) => {
  expect(await crossings(path, '')).toEqual(['is in no room: name one in scripts/check/rooms.ts'])
})

describe('a ban is told', () => {
  test.each([
    ['mocks/queue/scheduler.ts', 'setTimeout(f, 1)', 'only mocks/clock.ts'],
    ['mocks/queue/scheduler.ts', 'const now = Date.now()', 'only mocks/clock.ts'],
    [
      'mocks/queue/scheduler.ts',
      "import { setTimeout as sleep } from 'node:timers/promises'",
      'only mocks/clock.ts',
    ],
    ['mocks/kv/server.ts', "import { createServer } from 'node:http'", 'the server calls kv'],
    ['mocks/queue/dlq/dlq.ts', "import { Agent } from 'undici'", 'routes call the features'],
    ['mocks/index.ts', 'console.log(1)', 'belong to scripts/'],
    ['conformance/core/run.ts', "process.env['CI']", 'belong to scripts/'],
    ['conformance/core/run.ts', "import { readFileSync } from 'node:fs'", 'knows none'],
  ])('%s: %s', async (path, text, message) => {
    expect(await crossings(path, text)).toEqual([expect.stringContaining(message)])
  })
})
