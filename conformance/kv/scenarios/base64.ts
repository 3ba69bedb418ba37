// Which parts of an answer are base64 under `Svc-Encoding: base64`, and which are left as they are.

import { given, must } from '../../core/judgement.js'
import type { StreamEvent } from '../../wire/stream.js'
import { sixteens } from '../fixtures/bytes.js'
import { envelopes, executed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/outcome.js'
import { supported } from '../fixtures/support.js'
import { base64 } from '../fixtures/client.js'
import { commandOf, observation, scenario } from '../fixtures/world.js'

const encoded = { encoding: 'base64' }

/** Texts that a home-made encoder gets wrong. */
const texts: readonly { what: string; text: string; base64: string }[] = [
  { what: 'one letter, with two signs of padding', text: 'a', base64: 'YQ==' },
  { what: 'two letters, with one sign of padding', text: 'ab', base64: 'YWI=' },
  { what: 'three letters, without padding', text: 'abc', base64: 'YWJj' },
  { what: 'nothing', text: '', base64: '' },
  { what: 'characters of several bytes', text: 'ü€🚀', base64: 'w7zigqzwn5qA' },
  { what: 'text whose base64 has a plus sign and a slash', text: '~~>~~?', base64: 'fn4+fn4/' },
  { what: 'digits', text: '42', base64: 'NDI=' },
  { what: 'a stored OK', text: 'OK', base64: 'T0s=' },
  { what: 'text that is base64 already', text: 'YWJj', base64: 'WVdKag==' },
  { what: 'a long text, in one line', text: 'x'.repeat(100), base64: base64('x'.repeat(100)) },
]

const untouched: readonly { what: string; setup?: string; command: string; result: unknown }[] = [
  { what: 'an integer', setup: 'SET KEY text', command: 'EXISTS KEY', result: 1 },
  { what: 'null', command: 'GET KEY', result: null },
  { what: 'an empty array', command: 'LRANGE KEY 0 -1', result: [] },
  { what: 'null in an array', command: 'MGET KEY OTHER', result: [null, null] },
  {
    what: 'an integer in an array',
    setup: 'SADD KEY a',
    command: 'SMISMEMBER KEY b a',
    result: [0, 1],
  },
]

export const base64Scenarios = [
  ...texts.map(({ what, text, base64: want }) =>
    scenario(`${what} is encoded`, {
      rule: 'kv.base64.strings',
      async run({ kv, id, key }) {
        given(await kv.command(['ECHO', id]), result(id))
        given(await kv.command(['SET', key, text]), result('OK'))
        given(await kv.command(['GET', key]), result(text))

        must(await kv.command(['GET', key], encoded), result(want))
      },
    }),
  ),
  scenario('every byte there is is encoded, sixteen of them to a string', {
    rule: 'kv.base64.strings-in-arrays',
    async run({ kv, keyOf }) {
      const bytes = sixteens()
      const keys = bytes.map((_, index) => keyOf(`bytes-${index}`))
      given(await kv.path(['APPEND', keyOf('first')], { body: 'a' }), result(1))
      given(await kv.command(['MGET', keyOf('first')], encoded), result([base64('a')]))
      const kept = await Promise.all(
        bytes.map((body, index) => kv.path(['APPEND', keys[index]!], { body })),
      )
      for (const each of kept) given(each, result(16))
      // What becomes of a string alone is for other rules to say.
      const alone = await Promise.all(keys.map((each) => kv.command(['GET', each], encoded)))
      alone.forEach((each, index) => given(each, result(base64(bytes[index]!))))

      must(await kv.command(['MGET', ...keys], encoded), result(bytes.map(base64)))
    },
  }),
  scenario('a status reply other than OK is encoded', {
    rule: 'kv.base64.strings',
    async run({ kv, id }) {
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['PING']), result('PONG'))

      must(await kv.command(['PING'], encoded), result(base64('PONG')))
    },
  }),
  scenario('the answer to a command by path is encoded', {
    rule: 'kv.base64.strings',
    async run({ kv, id }) {
      given(await kv.path(['ECHO', id]), result(id))

      must(await kv.path(['ECHO', id], encoded), result(base64(id)))
    },
  }),
  scenario('every envelope of a pipeline is encoded', {
    rule: 'kv.base64.strings',
    async run({ kv, id }) {
      given(await kv.pipeline([['ECHO', id]]), envelopes(id))

      const reply = await kv.pipeline(
        [
          ['ECHO', id],
          ['ECHO', id],
        ],
        encoded,
      )

      must(reply, envelopes(base64(id), base64(id)))
    },
  }),
  scenario('every envelope of a transaction is encoded', {
    rule: 'kv.base64.strings',
    async run({ kv, id }) {
      given(await kv.transaction([['ECHO', id]]), envelopes(id))

      const reply = await kv.transaction(
        [
          ['ECHO', id],
          ['ECHO', id],
        ],
        encoded,
      )

      must(reply, envelopes(base64(id), base64(id)))
    },
  }),
  scenario('the name of the header is accepted in any case', {
    rule: 'kv.base64.strings',
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
    rule: 'kv.base64.strings-in-arrays',
    async run({ kv, id, key }) {
      given(await kv.command(['RPUSH', key, id, 'ü', '']), result(3))
      given(await kv.command(['LRANGE', key, '0', '-1']), result([id, 'ü', '']))

      const reply = await kv.command(['LRANGE', key, '0', '-1'], encoded)

      must(reply, result([base64(id), base64('ü'), '']))
    },
  }),
  scenario('strings beside null are encoded', {
    rule: 'kv.base64.strings-in-arrays',
    async run({ kv, id, key, keyOf }) {
      given(await kv.command(['SET', key, id]), result('OK'))
      given(await kv.command(['MGET', keyOf('missing'), key]), result([null, id]))

      const reply = await kv.command(['MGET', keyOf('missing'), key], encoded)

      must(reply, result([null, base64(id)]))
    },
  }),
  scenario('strings of an array inside an array are encoded', {
    rule: 'kv.base64.strings-in-arrays',
    async run(world) {
      const { kv, id, key } = world
      await supported(world, 'HSET', 'HSCAN')
      given(await kv.command(['HSET', key, 'field', id]), result(1))
      given(await kv.command(['HSCAN', key, '0']), result(['0', ['field', id]]))

      const reply = await kv.command(['HSCAN', key, '0'], encoded)

      must(reply, result([base64('0'), [base64('field'), base64(id)]]))
    },
  }),

  ...untouched.map(({ what, setup, command, result: want }) =>
    scenario(`${what} is left as it is`, {
      rule: 'kv.base64.only-strings',
      async run(world) {
        const { kv, id } = world
        given(await kv.command(['ECHO', id], encoded), result(base64(id)))
        await supported(world, setup ?? command, command)
        if (setup !== undefined) given(await kv.command(commandOf(setup, world)), executed())
        given(await kv.command(commandOf(command, world)), result(want))

        must(await kv.command(commandOf(command, world), encoded), result(want))
      },
    }),
  ),

  scenario('the status OK is left as it is', {
    rule: 'kv.base64.ok-status-plain',
    async run({ kv, id, key }) {
      given(await kv.command(['ECHO', id], encoded), result(base64(id)))

      must(await kv.command(['SET', key, id], encoded), result('OK'))
    },
  }),
  scenario('the status OK in a pipeline is left as it is', {
    rule: 'kv.base64.ok-status-plain',
    async run({ kv, id, key }) {
      given(await kv.pipeline([['ECHO', id]], encoded), envelopes(base64(id)))

      must(await kv.pipeline([['SET', key, id]], encoded), envelopes('OK'))
    },
  }),
  scenario('the status OK in a transaction is left as it is', {
    rule: 'kv.base64.ok-status-plain',
    async run({ kv, id, key }) {
      given(await kv.transaction([['ECHO', id]], encoded), envelopes(base64(id)))

      must(await kv.transaction([['SET', key, id]], encoded), envelopes('OK'))
    },
  }),

  observation('an OK nested in an array', {
    rule: 'kv.base64.ok-in-array',
    async run({ kv, note }) {
      const script = "return {redis.status_reply('OK')}"
      note('EVAL', outcomeOf(await kv.command(['EVAL', script, 0], encoded)))
    },
  }),
  observation('an error under base64', {
    rule: 'kv.base64.errors',
    async run({ kv, note }) {
      note('ECHO without a message', outcomeOf(await kv.command(['ECHO'], encoded)))
    },
  }),
  observation('an encoding that is not base64', {
    rule: 'kv.base64.other-encodings',
    async run({ kv, note }) {
      for (const encoding of ['hex', 'BASE64', 'base64url'])
        note(encoding, outcomeOf(await kv.command(['ECHO', 'a'], { encoding })))
    },
  }),
  observation('the events of a stream under base64', {
    rule: 'kv.base64.event-streams',
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
