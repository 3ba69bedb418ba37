// The parts of a reply that `Svc-Encoding: base64` encodes.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { StreamEvent } from '../../wire/stream.js'
import { base64 } from '../fixtures/client.js'
import { anError, envelopes, executed, result } from '../fixtures/matchers.js'
import { eachScript } from '../fixtures/scripts.js'
import { noting, observation, scenario } from '../fixtures/world.js'
import { batches, echoes } from './batches.js'

const encoded = { encoding: 'base64' }

type Nested = string | readonly Nested[]

/** Commands that return arrays in arrays, with their results. */
const nested: Readonly<Record<string, Nested>> = {
  'HSET KEY field value; HSCAN KEY 0; HSCAN KEY 0': ['0', ['field', 'value']],
  'XADD KEY 1-1 field value; XRANGE KEY - +; XRANGE KEY - +': [['1-1', ['field', 'value']]],
}

const encodedIn = (value: Nested): Nested =>
  typeof value === 'string' ? base64(value) : value.map(encodedIn)

export const base64Scenarios = [
  scenario('`Svc-Encoding: base64` encodes results after an error in a batch', {
    id: 'kv.base64.strings/after-an-error',
    async run({ kv, id, key }) {
      given(await kv.command(['SET', key, 'text']), result('OK'))
      await eachRow(batches, async (form) => {
        const commands = echoes(id, id, id).with(1, ['INCR', key])
        given(await kv[form](commands), envelopes(id, anError, id))

        must(await kv[form](commands, encoded), envelopes(base64(id), anError, base64(id)))
      })
    },
  }),
  scenario('`Svc-Encoding: base64` encodes strings of nested arrays (HSCAN, XRANGE)', {
    id: 'kv.base64.strings-in-arrays/nested-array',
    async run(world) {
      await eachScript(world, nested, async (command, want) => {
        given(await world.kv.command(command), result(want))

        must(await world.kv.command(command, encoded), result(encodedIn(want)))
      })
    },
  }),

  observation('observes if `Svc-Encoding: base64` encodes OK in an array from EVAL', {
    id: 'kv.base64.ok-in-array/status-from-a-script',
    run: noting({
      EVAL: ({ kv }) => kv.command(['EVAL', "return {redis.status_reply('OK')}", 0], encoded),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes the error text of a command', {
    id: 'kv.base64.errors/error',
    run: noting({ 'ECHO without a message': ({ kv }) => kv.command(['ECHO'], encoded) }),
  }),
  observation('observes the reply to `Svc-Encoding` with hex, BASE64 and base64url', {
    id: 'kv.base64.other-encodings/other-values',
    run: noting({
      hex: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'hex' }),
      BASE64: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'BASE64' }),
      base64url: ({ kv }) => kv.command(['ECHO', 'a'], { encoding: 'base64url' }),
    }),
  }),
  observation('observes if `Svc-Encoding: base64` encodes monitor and subscribe events', {
    id: 'kv.base64.event-streams/monitor-and-subscription',
    async run({ kv, id, note }) {
      const plain = ({ data }: StreamEvent) => data.replaceAll(id, '<channel>')
      const [monitor, stream] = [await kv.monitor(encoded), await kv.subscribe(id, encoded)]
      note('a monitor', plain(given(await monitor.next())))
      note('a subscription', plain(given(await stream.next())))
      given(await kv.publish(id, 'hello'), executed())
      note('a message', plain(given(await stream.next())))
    },
  }),
]
