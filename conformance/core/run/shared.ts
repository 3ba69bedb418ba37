// The targets of a run, and what else its scenarios share.

import { dialects } from '#generated/dialects.js'
import type { Interface as InterfaceName, RuleId } from '#generated/rules.js'
import { guarded } from '../../provider/guarded.js'
import { noProvider, type Abilities, type Provider } from '../../provider/provider.js'
import { recorder } from '../../report/report.js'
import { completeSurvey, type Survey } from '../../survey/survey.js'
import { openTarget } from '../../wire/target.js'
import { usualDraw } from '../cases.js'
import type { Interfaces, OpenInterface, TestedInterface } from '../interface.js'
import { lossesIn, silenceOf } from './losses.js'
import type { StageOptions } from '../options.js'
import { watchedTarget, type WatchedTarget } from './outage.js'
import { secrets, type Secrets } from './secrets.js'
import { shapeBook } from '../shapes.js'
import type { Health } from './surveying.js'

/** An interface of the target and the objects that its scenarios share. */
export interface Side {
  readonly of: TestedInterface
  /** The survey of the target. Until then, the target counts as complete. */
  survey: Survey
  /** Checks that the target serves as after the survey. */
  health: Health
  /** The rules that the survey alone has violated. */
  readonly violated: Set<RuleId>
  readonly url: string
  readonly target: WatchedTarget
  /** The currently valid token. */
  readonly token: string
  readonly opened: OpenInterface
}

export type Shared = Awaited<ReturnType<typeof openShared>>

/** The longest wait of a cleanup for unfinished requests, in milliseconds. */
const longestGraceMs = 2_000

/** Opens the targets. Rejects if a URL is invalid or if the address of the sink is in use. */
export async function openShared(interfaces: Interfaces, options: StageOptions) {
  const { dialect = dialects.svc, timeoutMs = 10_000, signal } = options
  const { maxWaitMs = timeoutMs } = options
  const { patienceMs = maxWaitMs } = options
  const graceMs = Math.min(timeoutMs, longestGraceMs)
  const silenceMs = silenceOf(options)
  const provider = guarded(options.provider ?? noProvider)
  const runSecrets = secrets()
  const sides = await openSides(interfaces, options, provider, runSecrets)
  const opened = [...sides.values()].map((side) => side.opened)
  const room = { request: Infinity, response: Infinity }
  return {
    options,
    dialect,
    provider,
    timeoutMs,
    maxWaitMs,
    patienceMs,
    graceMs,
    sides,
    secrets: runSecrets,
    record: recorder(options.keepExchanges === 'all' ? room : undefined),
    provide: Object.assign({}, provider, ...opened.map(({ abilities }) => abilities)) as Abilities,
    shapes: shapeBook(),
    draw: { ...usualDraw, ...options.draw },
    /** The outcomes that the scenarios of a law share. */
    cases: new Map<unknown, unknown>(),
    losses: lossesIn({ silenceMs, timeoutMs, graceMs, signal, redactor: runSecrets.redactor }),
  }
}

async function openSides(
  interfaces: Interfaces,
  { sink, ...options }: StageOptions,
  provider: Provider,
  { keep }: Secrets,
): Promise<ReadonlyMap<InterfaceName, Side>> {
  const sides = new Map<InterfaceName, Side>()
  for (const of of Object.values(interfaces)) {
    const endpoint = options[of.name]
    if (endpoint === undefined) continue
    const { url, token } = endpoint
    const target = watchedTarget(endpoint.target ?? openTarget(url))
    keep(`SVC_${of.name.toUpperCase()}_TOKEN`, token)
    const opened = await of.open({ endpoint, provider, sink, secret: keep })
    sides.set(of.name, {
      of,
      url,
      target,
      opened,
      survey: completeSurvey(),
      violated: new Set<RuleId>(),
      health: async () => undefined,
      get token() {
        return opened.token?.() ?? token
      },
    })
  }
  return sides
}
