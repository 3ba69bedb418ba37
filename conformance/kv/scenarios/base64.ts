// The parts of a reply that `Svc-Encoding: base64` encodes.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { StreamEvent } from '../../wire/stream.js'
import { base64 } from '../fixtures/client.js'
import { byPath, formsByName, inPipeline, inTransaction } from '../fixtures/forms.js'
import { anError, envelopes, executed, result } from '../fixtures/matchers.js'
import { eachScript } from '../fixtures/scripts.js'
import { readAll } from '../fixtures/send-all.js'
import { withSibling } from '../fixtures/tables.js'
import { noting, observation, scenario, whereEchoWorks } from '../fixtures/world.js'
import { batches, echoes } from './batches.js'

const encoded = { encoding: 'base64' }

/** Texts with their base64. `OK` is stored first, since ECHO and SET differ in what they encode. */
const texts: Readonly<Record<string, readonly [text: string, base64: string]>> = {
  'one letter, with two padding characters': ['a', 'YQ=='],
  'two letters, with one padding character': ['ab', 'YWI='],
  'three letters, without padding': ['abc', 'YWJj'],
  'an empty string': ['', ''],
  'characters of several bytes': ['ü€🚀', 'w7zigqzwn5qA'],
  'base64 with a plus sign and a slash': ['~~>~~?', 'fn4+fn4/'],
  digits: ['42', 'NDI='],
  'a stored OK': ['OK', 'T0s='],
  'text that looks like base64': ['YWJj', 'WVdKag=='],
  'a long text, in one line': ['x'.repeat(100), base64('x'.repeat(100))],
}

const integers = {
  'SET KEY text; EXISTS KEY': 1,
  'SADD KEY a; SMISMEMBER KEY b; SMISMEMBER KEY b a': [0, 1],
}
const nothings = {
  'SET OTHER text; GET KEY': null,
  'SET KEY text; MGET OTHER OTHER': [null, null],
  'SET OTHER text; LRANGE KEY 0 -1': [],
}

type Nested = string | readonly Nested[]

/** Commands that return arrays in arrays, with their results. */
const nested: Readonly<Record<string, Nested>> = {
  'HSET KEY field value; HSCAN KEY 0; HSCAN KEY 0': ['0', ['field', 'value']],
  'XADD KEY 1-1 field value; XRANGE KEY - +; XRANGE KEY - +': [['1-1', ['field', 'value']]],
}

const encodedIn = (value: Nested): Nested =>
  typeof value === 'string' ? base64(value) : value.map(encodedIn)

export const base64Scenarios = [
  scenario('`Svc-Encoding: base64` encodes the string that ECHO or GET returns', {
    id: 'kv.base64.strings/texts',
    run: whereEchoWorks(async ({ kv, key }) => {
      given(await kv.command(['SET', key, 'OK']), result('OK'))

      const rows = Object.values(texts).map(([text, want]) => ({
        command: text === 'OK' ? (['GET', key] as const) : (['ECHO', text] as const),
        ...{ text, want },
      }))
      const replies = await readAll(kv, rows, encoded)
      const table = Object.keys(texts).map((name, index) => [name, index] as const)
      await eachRow(Object.fromEntries(table), async (index) => {
        const { command, text, want } = rows[index]!
        await withSibling(
          () => must(replies[index]!, result(want)),
          async () => given(await kv.command(command), result(text)),
        )
      })
    }),
  }),
  scenario('`Svc-Encoding: base64` encodes the status reply PONG', {
    id: 'kv.base64.strings/ping',
    run: whereEchoWorks(async ({ kv }) => {
      given(await kv.command(['PING']), result('PONG'))

      must(await kv.command(['PING'], encoded), result(base64('PONG')))
    }),
  }),
  scenario('`Svc-Encoding: base64` encodes results by path, pipeline, transaction', {
    id: 'kv.base64.strings/other-forms',
    async run({ kv, id }) {
      await eachRow(formsByName(byPath, inPipeline, inTransaction), async ({ ask, answers }) => {
        given(await ask(kv, ['ECHO', id]), answers(id))

        must(await ask(kv, ['ECHO', id], encoded), answers(base64(id)))
      })
      // Every string of a batch, not the first one alone.
      await eachRow(batches, async (form) =>
        must(await kv[form](echoes(id, id), encoded), envelopes(base64(id), base64(id))),
      )
    },
  }),
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
  scenario('the header name `Svc-Encoding` is accepted in any letter case', {
    id: 'kv.base64.strings/case-of-header-name',
    async run({ kv, id }) {
      const name = `${kv.headerPrefix}Encoding`
      given(await kv.command(['ECHO', id]), result(id))

      for (const spelling of [name.toLowerCase(), name.toUpperCase()]) {
        const headers = [[spelling, 'base64']] as const
        must(await kv.command(['ECHO', id], { headers }), result(base64(id)))
      }
    },
  }),

  scenario('`Svc-Encoding: base64` keeps the next response of its connection plain', {
    id: 'kv.base64.strings/next-response',
    async run({ kv, id }) {
      const connection = id
      given(await kv.command(['ECHO', id], { connection }), result(id))
      given(await kv.command(['ECHO', id], { connection, ...encoded }), result(base64(id)))

      must(await kv.command(['ECHO', id], { connection }), result(id))
    },
  }),

  scenario('`Svc-Encoding: base64` encodes every string of an array (LRANGE)', {
    id: 'kv.base64.strings-in-arrays/list',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id, 'ü', '']), result(3))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id, 'ü', '']))

      const reply = await kv.command(['LRANGE', key, '0', '-1'], encoded)

      must(reply, result([base64(id), base64('ü'), '']))
    },
  }),
  scenario('`Svc-Encoding: base64` encodes bytes 0-255 in an MGET reply, keeps null', {
    id: 'kv.base64.strings-in-arrays/every-byte-beside-null',
    async run({ kv, id, key, keyOf }) {
      const [bytes, missing] = [
        Buffer.from(Array.from({ length: 256 }, (_, byte) => byte)),
        keyOf('missing'),
      ]
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['MGET', missing, key]), result([null, id]))
      given(await kv.path(['APPEND', keyOf('bytes')], { body: bytes }), result(256))
      // A string alone is judged by other rules.
      given(await kv.command(['GET', keyOf('bytes')], encoded), result(base64(bytes)))

      const reply = await kv.command(['MGET', missing, keyOf('bytes'), key], encoded)

      must(reply, result([null, base64(bytes), base64(id)]))
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

  ...(
    [
      ['`Svc-Encoding: base64` does not change an integer result', 'integers', integers],
      [
        '`Svc-Encoding: base64` does not change null and empty array results',
        'null-and-empty-arrays',
        nothings,
      ],
    ] as const
  ).map(([title, id, scripts]) =>
    scenario(title, {
      id: `kv.base64.only-strings/${id}`,
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id], encoded), result(base64(id)))

        await eachScript<unknown>(world, scripts, async (command, want) => {
          given(await kv.command(command), result(want))
          must(await kv.command(command, encoded), result(want))
        })
      },
    }),
  ),

  scenario('`Svc-Encoding: base64` does not encode the status OK of SET', {
    id: 'kv.base64.ok-status-plain/alone',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id], encoded), result(base64(id)))

      must(await kv.command(['SET', key, id], encoded), result('OK'))
    },
  }),
  scenario('`Svc-Encoding: base64` keeps OK plain in pipelines and transactions', {
    id: 'kv.base64.ok-status-plain/pipeline-and-transaction',
    async run({ kv, id, key }) {
      await eachRow(batches, async (form) => {
        given(await kv[form](echoes(id), encoded), envelopes(base64(id)))
        must(await kv[form]([['SET', key, id]], encoded), envelopes('OK'))
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
