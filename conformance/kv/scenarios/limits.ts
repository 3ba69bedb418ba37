// The limits on the size of a command and on the number of commands in a day. The operator declares
// the first and can set the second.

import type { Exchange } from '../../wire/exchange.js'
import { given, must } from '../../core/judgement.js'
import { eachRow } from '../../core/rows.js'
import type { Command } from '../fixtures/client.js'
import { byPath, formsByName, inBody, inPipeline, inTransaction } from '../fixtures/forms.js'
import type { Form } from '../fixtures/forms.js'
import { anError, envelopes, executed, executedInBatch } from '../fixtures/matchers.js'
import { failed, result } from '../fixtures/matchers.js'
import { outcomeOf } from '../fixtures/replies.js'
import { judgeIfAccepted } from '../fixtures/tables.js'
import { observation, scenario } from '../fixtures/world.js'

/** A command by path with its last argument in the body. */
const byPathWithBody: Form = {
  ...byPath,
  where: 'by path with a body',
  ask: (kv, [name, value]) => kv.path([name], { body: String(value) }),
}

/**
 * Every form of a command with a value. The contract leaves open if the name, the key and the JSON
 * around them count: the value alone is over the limit, or below it with room for the rest.
 */
const forms = formsByName(inBody, byPathWithBody, inPipeline, inTransaction)

/** Room for the name, and for the JSON or the Redis protocol, in bytes. */
const ROOM = 100

/** The forms of a command for the daily limit. */
const counted = formsByName(inBody, byPath, inPipeline)

const DAY = 86_400_000

export const limitScenarios = [
  scenario('a command over the size limit fails, a command below the limit runs', {
    id: 'kv.limits.request-size/over-and-below-in-every-form',
    needs: ['kvMaxRequestSize'],
    async run({ kv, provide }) {
      const size = provide.kvMaxRequestSize
      given(await kv.command(['ECHO', 'small']), executed())

      await eachRow(forms, async ({ ask, executed, failed }) => {
        const over = await ask(kv, ['ECHO', 'x'.repeat(size + 1)])
        const below = await ask(kv, ['ECHO', 'x'.repeat(size - ROOM)])
        await judgeIfAccepted(
          () => {
            must(over, failed)
            must(below, executed)
          },
          async () => given(await ask(kv, ['ECHO', 'small']), executed),
        )
      })
    },
  }),
  scenario('size limit: the bytes of all arguments of a command count together', {
    id: 'kv.limits.request-size/arguments-and-bytes',
    needs: ['kvMaxRequestSize'],
    async run({ kv, key, provide }) {
      const size = provide.kvMaxRequestSize + 1
      const [half, third] = [Math.ceil(size / 2), Math.ceil(size / 3)]
      given(await kv.command(['RPUSH', key, '€', 'small']), result(2))
      given(await kv.command(['ECHO', 'x'.repeat(third)]), executed())

      const rows: Readonly<Record<string, Command>> = {
        '2 arguments, each half of the limit': ['RPUSH', key, 'x'.repeat(half), 'x'.repeat(half)],
        '3-byte characters, a third of the limit': ['ECHO', '€'.repeat(third)],
      }
      await eachRow(rows, async (command) => must(await kv.command(command), failed()))
    },
  }),
  scenario('pipeline: only a SET over the size limit, anywhere in it, fails', {
    id: 'kv.limits.request-size/places-in-a-pipeline',
    needs: ['kvMaxRequestSize'],
    async run({ kv, keyOf, provide }) {
      const places = [...Array(12).keys()].map((place) => `place ${place}`)
      const echoes = places.map((place): Command => ['ECHO', place])
      const sets = places.map((place): Command => ['SET', keyOf(place), 'small'])
      given(await kv.pipeline(sets), executedInBatch())
      given(await kv.pipeline([['ECHO'], ['ECHO', 'a']]), envelopes(anError, 'a'))

      const large = 'x'.repeat(provide.kvMaxRequestSize + 1)
      const replies: Exchange[] = []
      const tried = [0, 1, 11]
      for (const index of tried)
        replies.push(await kv.pipeline(echoes.with(index, ['SET', keyOf(places[index]!), large])))
      for (const [nth, reply] of replies.entries())
        must(reply, envelopes(...places.map((place, at) => (at === tried[nth] ? anError : place))))
      const reply = await kv.command(['MGET', ...places.map(keyOf)])
      must(reply, result(places.map(() => 'small')))
    },
  }),
  observation('observes the HTTP status of SET with a value of 64 KiB and of 1 MiB', {
    id: 'kv.limits.request-size-value/64-kib-and-1-mib',
    async run({ kv, key, note }) {
      const statusOf = async (asked: Promise<Exchange>) => (await asked).status
      for (const [size, bytes] of Object.entries({ '64 KiB': 2 ** 16, '1 MiB': 2 ** 20 })) {
        const value = 'x'.repeat(bytes)
        note(`${size} in the body`, await statusOf(kv.command(['SET', key, value])))
        note(`${size} by path with a body`, await statusOf(kv.path(['SET', key], { body: value })))
        note(`${size} in the path`, await statusOf(kv.path(['SET', key, value])))
        note(`${size} in a pipeline`, await statusOf(kv.pipeline([['SET', key, value]])))
        note(`${size} in a transaction`, await statusOf(kv.transaction([['SET', key, value]])))
      }
    },
  }),
  observation('observes if the size limit of a command includes the command name', {
    id: 'kv.limits.request-size-value/parts-of-a-command',
    needs: ['kvMaxRequestSize'],
    async run({ kv, note, provide }) {
      const size = provide.kvMaxRequestSize
      const echo = async (bytes: number) => (await kv.command(['ECHO', 'x'.repeat(bytes)])).status
      note('the argument alone has the maximum size', await echo(size))
      note('name and argument together have the maximum size', await echo(size - 'ECHO'.length))
    },
  }),
  ...(['pipeline', 'transaction'] as const).map((form) =>
    scenario(`a ${form} larger than the size limit of one command runs`, {
      id: `kv.limits.batch-size/${form}`,
      needs: ['kvMaxRequestSize'],
      async run({ kv, key, provide }) {
        const large = 'x'.repeat(Math.floor(provide.kvMaxRequestSize * 0.4))
        given(await kv.command(['SET', key, large]), executed())
        given(await kv[form]([['SET', key, 'small']]), envelopes('OK'))

        const set: Command = ['SET', key, large]
        must(await kv[form]([set, set, set]), envelopes('OK', 'OK', 'OK'))
      },
    }),
  ),

  scenario('daily limit: with 0 commands left, INCR fails and changes no key', {
    id: 'kv.limits.daily-requests/over-the-limit-in-every-form',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      const increment: Command = ['INCR', key]
      for (const { ask, executed } of Object.values(counted))
        given(await ask(kv, increment), executed)
      await provide.dailyRequests.leave(0)

      await eachRow(counted, async ({ ask, failed }) => must(await ask(kv, increment), failed))
      await provide.dailyRequests.restore()
      must(await kv.command(['INCR', key]), result(4))
    },
  }),
  scenario('daily limit: with 1 command left, the second GET fails', {
    id: 'kv.limits.daily-requests/reads-count',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      given(await kv.command(['GET', key]), result(null))
      await provide.dailyRequests.leave(1)

      must(await kv.command(['GET', key]), result(null))
      must(await kv.command(['GET', key]), failed())
    },
  }),
  scenario('daily limit: with 1 command left, INCR by HEAD runs and the next fails', {
    id: 'kv.limits.daily-requests/head-counts',
    needs: ['dailyRequests'],
    async run({ kv, key, provide }) {
      given(await kv.path(['INCR', key], { method: 'HEAD' }), executed())
      given(await kv.command(['INCR', key]), result(2))
      await provide.dailyRequests.leave(1)

      must(await kv.path(['INCR', key], { method: 'HEAD' }), executed())
      must(await kv.command(['INCR', key]), failed())
    },
  }),
  scenario('daily limit: 24 hours after the limit was reached, commands run again', {
    id: 'kv.limits.daily-requests/next-day',
    needs: ['dailyRequests', 'clock'],
    async run({ kv, id, provide }) {
      given(await kv.command(['ECHO', id]), result(id))
      await provide.dailyRequests.leave(1)
      given(await kv.command(['ECHO', id]), result(id))
      given(await kv.command(['ECHO', id]), failed())

      await provide.clock.advance(DAY)
      must(await kv.command(['ECHO', id]), result(id))
    },
  }),
  observation('observes pipeline, transaction of 3 commands if the daily limit leaves 2', {
    id: 'kv.limits.daily-requests-value/pipeline-and-transaction',
    needs: ['dailyRequests'],
    async run({ kv, key, note, provide }) {
      const commands = Array.from({ length: 3 }, (): Command => ['INCR', key])
      await provide.dailyRequests.leave(2)
      note('a pipeline of 3 commands with 2 left', outcomeOf(await kv.pipeline(commands)))
      await provide.dailyRequests.leave(2)
      note('a transaction of 3 commands with 2 left', outcomeOf(await kv.transaction(commands)))
      note('INCR after the transaction', outcomeOf(await kv.command(['INCR', key])))
    },
  }),
  observation('observes the error of a command over the size limit or daily limit', {
    id: 'kv.limits.refusals/too-large-and-too-many',
    needs: ['dailyRequests', 'kvMaxRequestSize'],
    async run({ kv, key, note, provide }) {
      const large = 'x'.repeat(provide.kvMaxRequestSize + 1)
      note('over the size limit', outcomeOf(await kv.command(['SET', key, large])))
      note(
        'over the size limit, in a transaction',
        outcomeOf(await kv.transaction([['SET', key, large]])),
      )
      await provide.dailyRequests.leave(0)
      note('over the daily limit', outcomeOf(await kv.command(['GET', key])))
      note(
        'over the daily limit, in a transaction',
        outcomeOf(await kv.transaction([['GET', key]])),
      )
    },
  }),
]
