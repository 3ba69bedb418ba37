// The dead letter queue where existing clients look for it. There is one queue of entries, those of
// failed runs: it is shown here as well as under the document's own paths.

import type { Queue } from '../../queue.js'
import { outsideRoutes, type OutsideContext } from './route.js'

export const dlq = outsideRoutes({
  'GET /v2/dlq': ({ queue, query: { url, callerIp, failureFunctionState, ...asked } }) =>
    queue.listDeadLetters({
      ...asked,
      workflowUrl: asked.workflowUrl ?? url,
      callerIP: asked.callerIP ?? callerIp,
      failureCallbackState: asked.failureCallbackState ?? failureFunctionState,
    }),

  'GET /v2/dlq/{dlqId}': async ({ queue, path }) =>
    (await queue.getDeadLetter(path.dlqId)) ?? queue.absentDeadLetter(path.dlqId),

  'DELETE /v2/dlq/{dlqId}': async ({ queue, path }) => {
    if (!(await queue.removeDeadLetter(path.dlqId))) queue.absentDeadLetter(path.dlqId)
  },

  'DELETE /v2/dlq': (context) => removeSelected(context),
  'DELETE /v2/workflows/dlq': (context) => removeSelected(context),
})

const removeSelected = ({
  queue,
  request,
}: Pick<OutsideContext<never>, 'request'> & { readonly queue: Queue }) =>
  queue.removeDeadLetters(queue.bulkSelection(request))
