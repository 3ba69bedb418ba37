// The KV interface: its laws, its scenarios in the order of its document, and what a run of them shares.

import { randomUUID } from 'node:crypto'
import type { TestedInterface } from '../core/interface.js'
import type { Scenario } from '../core/scenario.js'
import { shapeScenarios } from '../core/shapes.js'
import { memberOf } from '../wire/exchange.js'
import { sized } from './fixtures/size.js'
import { tokenBook } from './fixtures/tokens.js'
import { explaining } from './explain.js'
import { kvSurveyor } from './survey.js'
import { echoCheck } from './fixtures/without-echo.js'
import { kvWorld, lastingOf } from './fixtures/world.js'
import { batches } from './laws/batches.js'
import { nothingLeaks } from './laws/nothing-leaks.js'
import { monitorLaw, subscribeLaw } from './laws/streams.js'
import { aclLaw, endpointRights, readOnlyLaw } from './laws/rights.js'
import { refusals } from './laws/refusals.js'
import { sameReply } from './laws/same-reply.js'
import { aclScenarios } from './scenarios/acl.js'
import { authenticationScenarios } from './scenarios/authentication.js'
import { commandScenarios } from './scenarios/commands.js'
import { errorScenarios } from './scenarios/errors.js'
import { eventScenarios } from './scenarios/events.js'
import { limitScenarios } from './scenarios/limits.js'
import { monitorScenarios } from './scenarios/monitor.js'
import { pathScenarios } from './scenarios/path.js'
import { pipelineScenarios } from './scenarios/pipeline.js'
import { publishScenarios } from './scenarios/publish.js'
import { readOnlyScenarios } from './scenarios/read-only.js'
import { replyScenarios } from './scenarios/replies.js'
import { requestScenarios } from './scenarios/requests.js'
import { subscribeScenarios } from './scenarios/subscribe.js'
import { transactionScenarios } from './scenarios/transaction.js'

const scenarios: readonly Scenario[] = [
  ...sameReply,
  ...refusals,
  ...nothingLeaks,
  ...batches,
  ...monitorLaw,
  ...subscribeLaw,
  ...readOnlyLaw,
  ...aclLaw,
  ...endpointRights,
  ...replyScenarios,
  ...requestScenarios,
  ...pathScenarios,
  ...pipelineScenarios,
  ...transactionScenarios,
  ...monitorScenarios,
  ...subscribeScenarios,
  ...publishScenarios,
  ...commandScenarios,
  ...authenticationScenarios,
  ...readOnlyScenarios,
  ...aclScenarios,
  ...eventScenarios,
  ...errorScenarios,
  ...limitScenarios,
  ...shapeScenarios('kv'),
]

export const kv: TestedInterface = {
  name: 'kv',
  scenarios,
  probe: {
    method: 'POST',
    target: '/',
    headers: [['Content-Type', 'application/json']],
    body: '["PING"]',
  },
  otherProbes: [
    { method: 'GET', target: '/ping' },
    { method: 'POST', target: '/pipeline', body: '[["PING"]]' },
  ],
  isAnswer: (exchange) => memberOf(exchange, 'result') === 'PONG',
  isDown: (status) => status >= 500,
  surveyor: kvSurveyor,
  open({ endpoint, provider, secret }) {
    const tokens = tokenBook(endpoint.token, provider, secret)
    const echoRefused = echoCheck(endpoint, tokens.current)
    const lasting = lastingOf(`svc-contract-${randomUUID()}`, provider.aclUser)
    return {
      explain: explaining(endpoint, tokens.current),
      token: tokens.current,
      abilities: tokens.abilities,
      enter: (base, wire, scenario) =>
        kvWorld(
          base,
          sized(wire, scenario, provider.kvMaxRequestSize),
          lasting,
          provider.aclUser,
          echoRefused(scenario),
        ),
      leave: lasting.leave,
      async restore(needs) {
        await tokens.restore()
        if (needs.includes('dailyRequests')) await provider.dailyRequests?.restore()
      },
    }
  },
}
