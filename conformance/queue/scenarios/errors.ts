// What the document does not show of errors.

import { jsonOf, textOf } from '../../wire/exchange.js'
import { observation } from '../fixtures/world.js'

export const errorScenarios = [
  observation('the body of an error', {
    rule: 'queue.errors.body-shape',
    async run({ queue, id, note }) {
      const reply = await queue.send('GET', `/v2/workflows/dlq/${id}`)
      note('body of a 404', jsonOf(reply) ?? textOf(reply))
    },
  }),

  observation('the status codes of other errors', {
    rule: 'queue.errors.other-status-codes',
    async run({ queue, inbox, id, note }) {
      const status = async (...[method, target, options]: Parameters<typeof queue.send>) =>
        (await queue.send(method, target, options)).status
      note('an unknown path', await status('GET', `/v2/${id}`))
      note('another method', await status('PUT', '/v2/workflows/dlq'))
      note('a publish without a destination', await status('POST', '/v2/publish/'))
      note(
        'a setting that cannot be read',
        await status('POST', `/v2/publish/${inbox().url}`, { settings: { Delay: 'soon' } }),
      )
    },
  }),
]
