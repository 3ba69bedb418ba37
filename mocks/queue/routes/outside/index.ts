// Which operations outside the document are answered.

import { batch } from './batch.js'
import { dlq } from './dlq.js'
import { groups } from './groups.js'
import { hooks } from './hooks.js'
import { keys } from './keys.js'
import { messages } from './messages.js'
import { queues } from './queues.js'
import { schedules } from './schedules.js'
import { workflows } from './workflows.js'

export const outside = {
  ...batch,
  ...dlq,
  ...groups,
  ...hooks,
  ...keys,
  ...messages,
  ...queues,
  ...schedules,
  ...workflows,
}
