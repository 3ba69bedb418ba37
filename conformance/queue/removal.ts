// How what is left of a scenario's runs is removed, and nothing else: each run by its own id, each DLQ
// entry after a look at whose it is.

import type { PastRun } from '../provider.js'
import type { Opened } from './application.js'
import { entriesIn, entryPath } from './entries.js'
import { workflowProtocol } from './protocol.js'
import type { QueueClient } from './world.js'

/** Cancels the runs that have not ended, and deletes the DLQ entries of those that have failed. */
export async function removeRuns(
  queue: QueueClient,
  applications: readonly Opened[],
  past: readonly PastRun[],
): Promise<void> {
  const protocol = workflowProtocol(queue)
  const deleteEntry = (dlqId: string) => queue.send('DELETE', entryPath(dlqId))

  async function remove({ application: { url, runIds }, close }: Opened): Promise<void> {
    const unended = close()
    await Promise.all(unended.map((runId) => protocol.cancel(runId)))
    if (unended.length === 0) return
    // As many pages as a scenario may ever fill, for a cursor may never end.
    for (let page = 0; page < 3; page++) {
      const query = `workflowUrl=${encodeURIComponent(url)}`
      const entries = entriesIn(await queue.send('GET', `/v2/workflows/dlq?${query}`))
      const own = entries.filter(
        ({ workflowUrl, workflowRunId }) => workflowUrl === url || runIds.has(workflowRunId ?? ''),
      )
      await Promise.all(own.map(({ dlqId }) => deleteEntry(String(dlqId))))
      if (own.length < 100) return
    }
  }

  await Promise.allSettled(applications.map(remove))
  await Promise.allSettled(
    past.flatMap(({ workflowRunId, dlqId }) =>
      dlqId === undefined ? protocol.cancel(workflowRunId) : deleteEntry(dlqId),
    ),
  )
}
