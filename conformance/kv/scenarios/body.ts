// A command as a JSON array.

import { isDeepStrictEqual } from 'node:util'
import { given, must } from '../../core/judgement.js'
import { differs } from '../../core/matchers.js'
import { memberOf } from '../../wire/exchange.js'
import { executed, result } from '../fixtures/matchers.js'
import { envelopeOf, outcomeOf } from '../fixtures/replies.js'
import { noting, observation, scenario, whereEchoWorks } from '../fixtures/world.js'

export const bodyScenarios = [
  scenario('POST /: whitespace between the values of the JSON array is ignored', {
    id: 'kv.body.command-array/whitespace',
    run: whereEchoWorks(async ({ kv, id }) => {
      const [name, argument] = await kv.replaced(['ECHO', id])
      must(await kv.post('/', `\n[ "${name}" ,\t"${argument}"\r\n]\n`), result(id))
    }),
  }),

  scenario('POST /: each of 10 equal commands at once runs', {
    id: 'kv.body.command-array/equal-at-once',
    async run({ kv, key }) {
      given(await kv.command(['INCR', key]), result(1))

      const numbers = Array.from({ length: 10 }, (_, index) => index + 2)
      const replies = await Promise.all(numbers.map(() => kv.command(['INCR', key])))
      const counts = replies.map((reply) => Number(memberOf(reply, 'result')))
      for (const reply of replies) must(reply, executed())
      must(replies[0]!, () =>
        isDeepStrictEqual(new Set(counts), new Set(numbers))
          ? undefined
          : differs('the results', numbers, counts),
      )
    },
  }),

  observation('observes what ECHO returns for the JSON numbers 1.50, -0 and 1e3', {
    id: 'kv.body.number-text/number-spellings',
    async run({ kv, note }) {
      const spellings = ['1.50', '-0', '1e3', '9007199254740993', '1E-2']
      const commands = spellings.map((number) => `["ECHO",${number}]`)
      const reply = await kv.post('/pipeline', `[${commands.join(',')}]`)
      spellings.forEach((number, index) => note(number, outcomeOf(envelopeOf(reply, index))))
      note('1e400', outcomeOf(await kv.post('/', '["ECHO",1e400]')))
    },
  }),
  observation('observes the reply to ECHO with JSON true, null, an array or an object', {
    id: 'kv.body.other-argument-types/other-types',
    async run({ kv, note }) {
      for (const value of ['true', 'false', 'null', '["nested"]', '{"a":1}']) {
        note(value, outcomeOf(await kv.post('/', `["ECHO",${value}]`)))
        note(`${value} in a pipeline`, outcomeOf(await kv.post('/pipeline', `[["ECHO",${value}]]`)))
      }
    },
  }),
  observation('observes the reply to POST / without a body and with the body []', {
    id: 'kv.body.empty-array/empty-array',
    run: noting({
      '[]': ({ kv }) => kv.post('/', '[]'),
      'no body': ({ kv }) => kv.post('/', ''),
    }),
  }),
]
