// Tests that a server with the same response to every request passes no scenario.

import { describe, test } from 'vitest'
import { nulls } from './nulls.js'
import { run, type Abilities, type Scenario } from '../index.js'
import { outcomes } from './judge.js'

/** A provider with every ability, so that no scenario is left out. */
const provider: Required<Abilities> & { readonly name: string } = {
  name: 'selftest',
  readOnlyToken: async () => 'read-only-token',
  aclUser: async () => async () => {},
  group: async () => ({ id: 'group', remove: async () => {} }),
  runs: true,
  pastRuns: async ({ count = 1 }) =>
    Array.from({ length: count }, () => ({
      workflowRunId: 'run',
      workflowCreatedAt: 0,
      messageIds: ['message'],
      dlqId: 'dlq',
    })),
  resetPassword: async () => ({ token: 'token', readOnlyToken: 'read-only-token' }),
  clock: { now: async () => 0, advance: async () => {} },
  reset: async () => {},
  dedicatedAccount: true,
  kvMaxRequestSize: 1000,
  dailyRequests: { leave: async () => {}, restore: async () => {} },
}

/**
 * Divides the scenarios into 12 groups that run in parallel. They may, even if they need the clock
 * alone, because this clock does nothing.
 */
const inParts = (scenarios: readonly Scenario[]) =>
  Array.from({ length: 12 }, (_, part) => scenarios.filter((_, index) => index % 12 === part))

/** Tests that none of the scenarios passes against any of the servers. */
export function testAwake(scenarios: readonly Scenario[]): void {
  const parts = inParts(scenarios)
  // The tests run concurrently because they mostly wait.
  describe.concurrent.each(nulls)('a server that $name', ({ start }) => {
    test.for(['kv', 'queue'] as const)(
      'passes nothing of %s',
      { timeout: 60_000 },
      async (of, { expect }) => {
        const { url, close } = await start()
        try {
          const target = { [of]: { url, token: 'token' } }
          const reports = await Promise.all(
            parts.map((scenarios) =>
              // Each scenario runs, even if the server never responds.
              run({
                ...{ scenarios, provider, timeoutMs: 200, silenceMs: 0, concurrency: 8 },
                ...target,
              }),
            ),
          )

          const wrong = reports.map((report) => outcomes(report, ['passed', 'harness-error']))
          expect(wrong.filter(Boolean).join('\n')).toBe('')
          const failures = reports.map(
            ({ summary, lacks = [] }) => summary.violated + summary.blocked + lacks.length,
          )
          expect(failures.reduce((sum, each) => sum + each)).toBeGreaterThan(0)
        } finally {
          await close()
        }
      },
    )
  })
}
