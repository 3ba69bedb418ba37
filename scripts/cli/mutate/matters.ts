// Decides which faults can show in a run, by what the run has used.

import type { RuleId } from '#generated/rules.js'
import type { Fault } from '../../../mocks/faults/fault.js'
import type { AnyFault } from '../../../mocks/faults/index.js'
import {
  changedBy,
  watchingQueue,
  watchingRecord,
  type Watching,
} from '../../../mocks/faults/watching.js'
import { startMock, type MockOptions } from '../../../mocks/index.js'

/**
 * The uses without which a rule cannot show, by pattern. A rule without a row can always show. Every
 * matching row must be met.
 */
const needs: readonly (readonly [rule: RegExp, use: RegExp])[] = [
  [/^kv\.methods\.get/, /^method:GET/],
  [/^kv\.methods\.head/, /^method:HEAD/],
  [/^kv\.methods\.post/, /^method:POST/],
  [/^kv\.methods\.put/, /^method:PUT/],
  [/^kv\.methods\.others/, /^method:(?!GET|HEAD|POST|PUT)/],
  [/^kv\.path\./, /^commandInPath$/],
  [/^kv\.path\..*body/, /^method:P/],
  [/^kv\.body\./, /^commandInBody$/],
  [/^kv\.pipeline\./, /^pipeline$/],
  [/^kv\.transaction\./, /^transaction$/],
  [/^kv\.monitor\./, /^endpoint:monitor/],
  [/^kv\.subscribe\./, /^endpoint:subscribe/],
  [/^kv\.events\./, /^endpoint:(monitor|subscribe)/],
  [/^kv\.publish\./, /^(endpoint:publish|command:PUBLISH)/],
  [/^kv\.info\./, /^command:INFO/],
  [/^kv\.(base64\.|utf8\.base64)/, /^header:encoding/],
  [/^kv\.response-format\.(resp2|unknown|base64|json$)/, /^header:responseFormat/],
  [/^kv\.(errors\.|envelope\.error|.*failing-command|.*-discards)/, /^(error|limit):/],
  [/^kv\.limits\.(request-size|daily)/, /^limit:/],
  [/^kv\.limits\.batch-size/, /^(pipeline|transaction)$/],
  [/^kv\.authentication\.read-only/, /^token:Read Only/],
  [/^kv\.authentication\.acl/, /^command:ACL/],
  [/^kv\.authentication\.query-token/, /^token:in the query/],
  [/^kv\.authentication\.(missing|invalid)/, /^token:other/],
  [/^kv\.authentication\.password-reset/, /^resetPassword$/],
  [/^kv\.commands\.lower-case/, /^command in lower case/],
  [/^kv\.commands\.ping/, /^command:PING/],
  [/^kv\.commands\.echo/, /^command:ECHO/],
  [/^kv\.commands\.blocking/, /^command:(B[LRZ]|XREAD)/],
  [/^kv\.commands\.transaction/, /^command:(MULTI|EXEC|DISCARD|WATCH|UNWATCH)/],
  [/^kv\.commands\.connection/, /^command:(AUTH|CLIENT|HELLO|QUIT|RESET|SELECT)/],
  [/^queue\.delay\.(number|not-before-wins)/, /^setting:(.*-)?delay$/],
  [/^queue\.delay\.not-before/, /^setting:(.*-)?not-before$/],
  [/^queue\.timeout\./, /^setting:(.*-)?timeout$/],
  [/^queue\.retry-delay\.(expression|retried|functions)/, /^setting:(.*-)?retry-delay$/],
  [/^queue\.deduplication\./, /^setting:.*deduplication/],
  [/^queue\.flow-control\./, /^(setting:.*flow-control|\w+ .*flowControl)/],
  [/^queue\.callback\./, /^setting:callback/],
  [/^queue\.failure-callback\./, /^setting:failure-callback/],
  [/^queue\.callback-retrigger\./, /dlq\/callback/],
  [/^queue\.forward\./, /^setting:(.*-)?forward/],
  [/^queue\.group\./, /^(\w+ .*topics|\w+ .*\/publish\/(?!https?$|api))/],
  [/^queue\.publish\.(to-named-api|api-)/, /\/publish\/api/],
  [/^queue\.webhook\./, /\/webhook/],
  [/^queue\.dlq(-message)?\./, /\/dlq/],
  [/^queue\.(message-logs|runs|states)\./, /\/(logs|events|messageLogs)/i],
  [/^queue\.(pagination|resources)\./, /\/(logs|events|messageLogs|dlq)/i],
  [/^queue\.(restart|resume|bulk)\./, /^(POST|DELETE) .*\/dlq/],
  [/^queue\.(notify|waiter)\./, /\/(notify|wait)/],
  [/^queue\.authentication\.required/, /^token:other/],
  [/^queue\.authentication\.query/, /^token:in the query/],
]

/** Rules about streams, whose events are not in the journal. */
const untraced = /^kv\.(subscribe|monitor|events|publish)\./

/** True if each effect of the fault is in the record of a run. */
export const isTraced = ({ breaks }: AnyFault): boolean =>
  !breaks.some((rule) => untraced.test(rule))

/** True if a run with these uses can show that the rule is broken. */
function canShow(rule: RuleId, uses: readonly string[]): boolean {
  return needs.every(([pattern, use]) => !pattern.test(rule) || uses.some((each) => use.test(each)))
}

/** Returns the faults that a run with these uses can show. A variant is correct, so it is none. */
export async function mattering(
  faults: readonly AnyFault[],
  uses: ReadonlySet<string>,
  dialect: MockOptions['dialect'],
): Promise<readonly AnyFault[]> {
  const names = [...uses]
  const candidates = faults.filter(({ breaks }) => breaks.some((rule) => canShow(rule, names)))
  const changes = await changesOf(candidates, dialect)
  return candidates.filter(({ id }) =>
    [...(changes.get(id) ?? [])].some((changed) => uses.has(changed)),
  )
}

/** Returns the names of the functions that each fault replaces, by the id of the fault. */
async function changesOf(
  faults: readonly AnyFault[],
  dialect: MockOptions['dialect'],
): Promise<ReadonlyMap<string, ReadonlySet<string>>> {
  const changes = new Map<string, ReadonlySet<string>>()
  // The functions of a mock exist only after its start, when it applies its faults.
  const looking = <Parts>(
    name: AnyFault['interface'],
    watching: Watching<Parts>,
  ): Fault<Parts> => ({
    id: 'looking',
    name: 'finds the functions that faults replace',
    breaks: [],
    apply(parts) {
      for (const fault of faults)
        if (fault.interface === name)
          changes.set(fault.id, changedBy(watching, parts, fault as unknown as Fault<Parts>))
      return parts
    },
  })
  const kv: AnyFault = { interface: 'kv', ...looking('kv', watchingRecord) }
  const queue: AnyFault = { interface: 'queue', ...looking('queue', watchingQueue) }
  const mock = await startMock({ dialect, listen: false, faults: [kv, queue] })
  await mock.close()
  return changes
}
