// Publishing to URL groups.

import { observation } from './world.js'

export const groupScenarios = [
  observation('the status of a publish to a group that does not exist', {
    rule: 'queue.group.unknown',
    async run({ queue, id, note }) {
      note('status', (await queue.publish(id)).status)
    },
  }),
]
