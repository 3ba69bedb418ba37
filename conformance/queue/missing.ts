// A delivery that never came: how a scenario says so, and how a run knows that it did.

import type { Finding } from '../judgement.js'
import type { ScenarioResult } from '../report.js'

/** What is said of a delivery, as it is named, that was waited for in vain. */
export const missing = (delivery: string): string => `expected ${delivery}, got none`

const said = /^expected (delivery \d+ to|a delivery of) \S.*, got none$/

/** Whether something was found wrong because a delivery did not come. */
export const isMissing = ({ message }: Finding): boolean => said.test(message)

/** Whether a delivery did not come though the target had accepted something to deliver. */
export const isUndelivered = ({
  findings,
  exchanges,
}: Pick<ScenarioResult, 'findings' | 'exchanges'>): boolean =>
  findings.some(isMissing) &&
  exchanges.some(({ request, response }) => request.method !== 'GET' && isFine(response?.status))

const isFine = (status = 0): boolean => status >= 200 && status < 300
