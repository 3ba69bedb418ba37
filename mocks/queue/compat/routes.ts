// Which operations outside the document are answered.

import { batch } from '../publish/batch-routes.js'
import { dlq } from './dlq-routes.js'
import { groups } from '../groups/compat-routes.js'
import { hooks } from '../notify/hook-routes.js'
import { keys } from '../deliver/routes.js'
import { messages } from '../messages/routes.js'
import { queues } from '../queues/routes.js'
import { schedules } from '../schedules/routes.js'
import { workflows } from '../runs/routes.js'

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
