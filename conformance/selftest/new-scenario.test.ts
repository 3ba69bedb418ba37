// Tests that a new scenario with its fault needs only two entries: one for the scenario and one for
// the fault.

import { expect, test } from 'vitest'
import { faults, kvFault } from '../../mocks/faults/kv/fault.js'
import { result } from '../../mocks/faults/written.js'
import { startKv } from '../../mocks/index.js'
import { must } from '../core/judgement.js'
import { run } from '../index.js'
import { envelopes } from '../kv/fixtures/matchers.js'
import { scenario } from '../kv/fixtures/world.js'

const RULE = 'kv.pipeline.array-of-envelopes'

const entry = scenario('a pipeline of one command is answered with one envelope', {
  id: `${RULE}/one-command`,
  async run({ kv, id }) {
    must(await kv.pipeline([['ECHO', id]]), envelopes(id))
  },
})

const [mistake] = faults({
  'pipeline-empty: pipeline: returns an empty array': {
    breaks: [RULE],
    pipeline: result(() => []),
  },
}).map(kvFault)

async function verdictsOf(...on: readonly NonNullable<typeof mistake>[]) {
  const mock = await startKv({ faults: on })
  try {
    const report = await run({ scenarios: [entry], kv: mock })
    return report.scenarios.map(({ id, verdict }) => `${id} ${verdict}`)
  } finally {
    await mock.close()
  }
}

test('a correct server passes the new scenario', async () => {
  expect(await verdictsOf()).toEqual([`${RULE}/one-command passed`])
})

test('its fault turns it red', async () => {
  expect(await verdictsOf(mistake!)).toEqual([`${RULE}/one-command violated`])
})
