// Which parts of an answer `Svc-Encoding: base64` encodes.

import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { StreamEvent } from '../../wire/stream.js'
import { byPath, formsByName, inPipeline, inTransaction } from '../fixtures/forms.js'
import { envelopes, executed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { eachSupported, supported, type Answered } from '../fixtures/support.js'
import { base64, type Command } from '../fixtures/client.js'
import { observation, scenario } from '../fixtures/world.js'
import { echoes } from './batches.js'

const encoded = { encoding: 'base64' }

/** Texts that a home-made encoder gets wrong. */
const texts: Readonly<Record<string, { readonly text: string; readonly base64: string }>> = {
  'one letter, with two padding characters': { text: 'a', base64: 'YQ==' },
  'two letters, with one padding character': { text: 'ab', base64: 'YWI=' },
  'three letters, without padding': { text: 'abc', base64: 'YWJj' },
  'an empty string': { text: '', base64: '' },
  'characters of several bytes': { text: 'ü€🚀', base64: 'w7zigqzwn5qA' },
  'base64 with a plus sign and a slash': { text: '~~>~~?', base64: 'fn4+fn4/' },
  digits: { text: '42', base64: 'NDI=' },
  'a stored OK': { text: 'OK', base64: 'T0s=' },
  'text that is base64': { text: 'YWJj', base64: 'WVdKag==' },
  'a long text, in one line': { text: 'x'.repeat(100), base64: base64('x'.repeat(100)) },
}

/** Lines of which the last one returns no string. */
const untouched: readonly { title: string; id: string; rows: Answered }[] = [
  {
    title: 'an integer is not encoded',
    id: 'integers',
    rows: {
      alone: { lines: ['SET KEY text', 'EXISTS KEY'], want: 1 },
      'in an array': { lines: ['SADD OTHER a', 'SMISMEMBER OTHER b a'], want: [0, 1] },
    },
  },
  {
    title: 'null and an empty array are not encoded',
    id: 'null-and-empty-arrays',
    rows: {
      null: { lines: ['GET KEY'], want: null },
      'null in an array': { lines: ['MGET KEY OTHER'], want: [null, null] },
      'an empty array': { lines: ['LRANGE KEY 0 -1'], want: [] },
    },
  },
]

export const base64Scenarios = [
  scenario('a string is encoded', {
    id: 'kv.base64.strings/texts',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['SET', key, 'OK']), result('OK'))
      given(await kv.command(['GET', key]), result('OK'))

      await eachRow(texts, async ({ text, base64: want }) => {
        const command: Command = text === 'OK' ? ['GET', key] : ['ECHO', text]
        const reply = await kv.command(command, encoded)
        const isOther = result(want)(reply) !== undefined
        // Only a text that the target returns without the header shows a mistake in its base64.
        if (isOther) given(await kv.command(command), result(text))
        must(reply, result(want))
      })
    },
  }),
  scenario('a status reply other than OK is encoded', {
    id: 'kv.base64.strings/ping',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['PING']), result('PONG'))

      must(await kv.command(['PING'], encoded), result(base64('PONG')))
    },
  }),
  scenario('strings are encoded by path, in pipelines and in transactions', {
    id: 'kv.base64.strings/other-forms',
    async run({ kv, id }) {
      await eachRow(formsByName(byPath, inPipeline, inTransaction), async ({ ask, answers }) => {
        given(await ask(kv, ['ECHO', id]), answers(id))

        must(await ask(kv, ['ECHO', id], encoded), answers(base64(id)))
      })
      // Every string of a batch, not the first one alone.
      await eachRow(
        { 'in a pipeline': kv.pipeline, 'in a transaction': kv.transaction },
        async (ask) => {
          must(await ask(echoes(id, id), encoded), envelopes(base64(id), base64(id)))
        },
      )
    },
  }),
  scenario('the header name is accepted in any case', {
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

  scenario('every string of an array is encoded', {
    id: 'kv.base64.strings-in-arrays/list',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id, 'ü', '']), result(3))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id, 'ü', '']))

      const reply = await kv.command(['LRANGE', key, '0', '-1'], encoded)

      must(reply, result([base64(id), base64('ü'), '']))
    },
  }),
  scenario('every byte beside null is encoded', {
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
  scenario('strings of an array inside an array are encoded', {
    id: 'kv.base64.strings-in-arrays/nested-array',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'HSET', 'HSCAN')
      given(await kv.command(['HSET', key, 'field', id]), result(1))
      given(await kv.command(['HSCAN', key, '0']), result(['0', ['field', id]]))

      const reply = await kv.command(['HSCAN', key, '0'], encoded)

      must(reply, result([base64('0'), [base64('field'), base64(id)]]))
    },
  }),

  ...untouched.map(({ title, id, rows }) =>
    scenario(title, {
      id: `kv.base64.only-strings/${id}`,
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id], encoded), result(base64(id)))

        await eachSupported(world, rows, async (command, { want }) => {
          given(await kv.command(command), result(want))

          must(await kv.command(command, encoded), result(want))
        })
      },
    }),
  ),

  scenario('the status OK is not encoded', {
    id: 'kv.base64.ok-status-plain/alone',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id], encoded), result(base64(id)))

      must(await kv.command(['SET', key, id], encoded), result('OK'))
    },
  }),
  scenario('the status OK is not encoded in a pipeline and in a transaction', {
    id: 'kv.base64.ok-status-plain/in-batches',
    async run({ kv, id, key }) {
      const batches = { 'in a pipeline': kv.pipeline, 'in a transaction': kv.transaction }
      await eachRow(batches, async (ask) => {
        given(await ask([['ECHO', id]], encoded), envelopes(base64(id)))

        must(await ask([['SET', key, id]], encoded), envelopes('OK'))
      })
    },
  }),

  observation('OK inside an array', {
    id: 'kv.base64.ok-in-array/status-from-a-script',
    async run({ kv, note }) {
      const script = "return {redis.status_reply('OK')}"
      note('EVAL', outcomeOf(await kv.command(['EVAL', script, 0], encoded)))
    },
  }),
  observation('an error under base64', {
    id: 'kv.base64.errors/error',
    async run({ kv, note }) {
      note('ECHO without a message', outcomeOf(await kv.command(['ECHO'], encoded)))
    },
  }),
  observation('an encoding other than base64', {
    id: 'kv.base64.other-encodings/other-values',
    async run({ kv, note }) {
      for (const encoding of ['hex', 'BASE64', 'base64url'])
        note(encoding, outcomeOf(await kv.command(['ECHO', 'a'], { encoding })))
    },
  }),
  observation('the events of a stream under base64', {
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
