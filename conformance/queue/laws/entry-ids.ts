// Only its whole id names an entry of the DLQ, and only until it is deleted: no endpoint finds or runs
// it by another id, and what they do with another id leaves it in its place.

import { dimension, namesIn, type Value } from '../../core/law.js'
import { given, must, NotApplicable, under, type Matcher } from '../../core/judgement.js'
import { accepted, lacks, refused, status } from '../../core/matchers.js'
import { memberOf, type Exchange } from '../../wire/exchange.js'
import { percentEncoded } from '../../wire/percent.js'
import {
  entryPath,
  entryRead,
  hasEntries,
  hasNoEntries,
  listed,
  ofUrl,
  referencesIn,
} from '../fixtures/lists.js'
import { failedRuns, type FailedRun } from '../fixtures/runs.js'
import type { QueueWorld } from '../fixtures/world.js'
import { law } from './law.js'

const deleted = 'the id of a deleted entry'
const absentIs404 = 'queue.dlq.get-absent-is-404'
const removesEntry = 'queue.dlq.delete-removes-the-entry'

const id = dimension<Value & { readonly of: (run: FailedRun) => string }>('', {
  [deleted]: { of: ({ dlqId }) => dlqId, rule: removesEntry },
  'its id and a letter': { of: ({ dlqId }) => `${dlqId}x` },
  'half of its id': { of: ({ dlqId }) => dlqId.slice(0, Math.ceil(dlqId.length / 2)) },
  'its id and a space': { of: ({ dlqId }) => `${dlqId} ` },
  'the id of its run': { of: ({ runId }) => runId },
  'the id of nothing': { of: ({ runId }) => `none-${runId}` },
})

/** Matches an answer that starts no run, which may be a refusal. */
const runsNothing: Matcher<Exchange> = (reply) =>
  refused()(reply) === undefined || referencesIn(reply).length === 0
    ? undefined
    : lacks('no run', referencesIn(reply))

/** A request with an id. What it says of an entry that is none. */
interface Asked extends Value {
  readonly send: (world: QueueWorld, id: string) => Promise<Exchange>
  readonly fits: Matcher<Exchange>
}

const posted = (path: string): Asked => ({
  send: ({ queue }, id) => queue.send('POST', `/v2/workflows/dlq/${path}/${percentEncoded(id)}`),
  fits: runsNothing,
  rule: removesEntry,
})

const asked = dimension<Asked>('', {
  'to read it': { send: entryRead, fits: status(404), rule: absentIs404 },
  'to delete it': {
    send: ({ queue }, id) => queue.send('DELETE', entryPath(id)),
    fits: status(404),
    rule: 'queue.dlq.delete-absent-is-404',
  },
  'to restart it': posted('restart'),
  'to resume it': posted('resume'),
  'to send its failure callback': posted('callback'),
})

export const entryIds = law({
  id: 'only-its-id',
  title: 'only its id names an entry',
  over: { asked, id },
  // One lookup by an id has one cause to fail.
  never: [
    {
      asked: namesIn(asked).slice(2),
      id: ['its id and a space', 'the id of its run', 'the id of nothing'],
    },
  ],
  baseRule: absentIs404,
  needs: ['runs'],
  async check(world, { asked: { send, fits }, id }, choice) {
    const settings = { 'Failure-Callback': world.inbox().url }
    const [one, other] = (await failedRuns(world, 2, { settings })) as [FailedRun, FailedRun]
    one.application.mend()
    const [own, ofRun] = [ofUrl(one.application), { workflowRunId: one.runId }]
    const wanted = id.of(one)
    if (choice['id'] === deleted) {
      given(await entryRead(world, wanted), accepted())
      given(await listed(world, ofRun), hasEntries(wanted))
      given(await world.queue.send('DELETE', entryPath(wanted)), accepted())
      const gone = under(removesEntry, hasNoEntries(wanted))
      const stays = under(removesEntry, hasEntries(other.dlqId))
      must(await listed(world, own, gone, stays), accepted(), gone, stays)
      must(await listed(world, ofRun, gone), accepted(), gone)
    } else if (memberOf(await entryRead(world, wanted), 'dlqId') === wanted)
      throw new NotApplicable(`"${wanted}" is the id of another entry`)

    must(await send(world, wanted), fits)
    const left = hasEntries(other.dlqId, ...(choice['id'] === deleted ? [] : [one.dlqId]))
    must(await listed(world, own, left), accepted(), left)
  },
})
