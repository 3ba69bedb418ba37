import { expect, test } from 'vitest'
import { noProvider, type Ability } from '../provider/provider.js'
import { unjudgedOf } from './unjudged.js'

const scenario = (id: string, ...needs: Ability[]) => ({
  id,
  rule: 'kv.envelope.success' as const,
  needs,
  waits: 0,
})

test('scenarios that lack several abilities join those that lack one of them', () => {
  const scenarios = [
    scenario('a', 'readOnlyToken'),
    scenario('b', 'readOnlyToken'),
    scenario('c', 'resetPassword', 'readOnlyToken', 'dedicatedAccount'),
    scenario('d', 'dailyRequests', 'clock'),
  ]
  const { unjudged } = unjudgedOf(scenarios, { provider: noProvider, maxWaitMs: 1000 })

  expect(unjudged.map(({ reason, scenarios }) => `${scenarios.join()}: ${reason}`)).toEqual([
    'a,b,c: not declared: pass --kv-readonly-token TOKEN (the permissions of a Read Only token); 1 also needs resetPassword; 1 also needs --dedicated-account',
    'd: the provider (none) cannot arrange: dailyRequests, clock (the daily request limit; waits of hours and days)',
  ])
})
