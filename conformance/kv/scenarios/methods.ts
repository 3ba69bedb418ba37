// The HTTP methods that run a command by path, and those that every endpoint refuses.

import { observation } from '../fixtures/world.js'

export const methodScenarios = [
  observation('observes the HTTP status of a request with the unknown method BREW', {
    id: 'kv.methods.unregistered/brew',
    async run({ kv, id, note }) {
      note('BREW', (await kv.send('BREW', `/ECHO/${id}`)).status)
    },
  }),
]
