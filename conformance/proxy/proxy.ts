// A reverse proxy that forwards bytes unchanged and checks the responses against the contract.

import type { Socket } from 'node:net'
import { dialects, type Dialect } from '#generated/dialects.js'
import { contract, type Interface, type RuleId } from '#generated/rules.js'
import { createGate } from './gate.js'
import { openLedger, type Breach } from './ledger.js'
import { listen, type Listening } from './listen.js'
import { saysSecrets, secretsOf } from './secrets.js'
import { tunnel } from './tunnel.js'
import { mediaTypeRule, watching } from './watch.js'
import {
  recorded,
  ruleResults,
  rulesOf,
  summaryOf,
  urlsOf,
  type Report,
  type ScenarioResult,
} from '../report/report.js'
import { reproOf } from '../report/repro.js'
import type { Scenario } from '../core/scenario.js'
import { shapeScenarios } from '../core/shapes.js'

export interface ProxiedTarget {
  /** The http or https URL of the target. The proxy's own URL has the same path. */
  readonly url: string
  /** The port to listen on, by default a free port. */
  readonly port?: number
}

export interface ProxyOptions {
  /** The interfaces of the target, at least one. */
  readonly kv?: ProxiedTarget
  readonly queue?: ProxiedTarget
  /** The address to listen on, 127.0.0.1 by default. */
  readonly host?: string
  /**
   * Forwards requests for the control routes of a mock (`/__mock`) from clients of this machine. By
   * default they are refused with 403, because the mock sees only the address and the `Host` of the
   * proxy, and not those of its clients.
   */
  readonly controls?: boolean
  /** The names of headers and parameters. By default, the names in the contract. */
  readonly dialect?: Dialect
  /**
   * Tokens that reports must not contain, by environment variable. Tokens in requests of clients
   * are added.
   */
  readonly tokens?: Readonly<Record<string, string>>
  /** The largest body that is validated, in bytes. The default is 10 MiB. */
  readonly mostBytes?: number
  /** Called with the violation of each stored exchange that violates the contract. */
  readonly onBroken?: (result: ScenarioResult) => void
  readonly tool?: Report['tool']
}

export interface Proxy {
  /** For example `{ url: 'http://127.0.0.1:41873' }`. */
  readonly kv?: { readonly url: string }
  readonly queue?: { readonly url: string }
  /** Returns the report (`format: 1`) so far, with its `coverage`. */
  report(): Report
  /** Closes every connection and stops listening. */
  close(): Promise<void>
}

/**
 * Starts a proxy. The proxy accepts http, even if the target uses https. Rejects if an address is
 * in use or if a URL is not http or https.
 *
 * @example
 * const proxy = await startProxy({ kv: { url: 'http://127.0.0.1:8079' } })
 * // … run the tests of an application with proxy.kv.url as the URL of the service
 * const { summary, coverage } = proxy.report()
 * await proxy.close()
 */
export async function startProxy(options: ProxyOptions): Promise<Proxy> {
  const startedAt = new Date()
  const begin = performance.now()
  const { dialect = dialects.svc, host = '127.0.0.1', mostBytes = 10 * 1024 * 1024 } = options
  const { controls = false } = options
  const interfaces = (['kv', 'queue'] as const).filter((of) => options[of] !== undefined)
  const ledger = openLedger(interfaces)
  const secrets = secretsOf(dialect, options.tokens ?? {})
  const basePaths = { kv: '', queue: '' }
  const servers: Listening[] = []
  const toTargets = new Set<Socket>()
  const urls: Partial<Record<Interface, { readonly url: string }>> = {}

  const judged: readonly Judged[] = [
    ...interfaces.flatMap(shapeScenarios),
    ...(options.kv === undefined ? [] : [mediaTypeScenario]),
  ]
  const scenarioOf = new Map(judged.map((scenario) => [scenario.rule, scenario]))

  function violation(rule: RuleId, breaches: readonly Breach[]): ScenarioResult {
    const redact = secrets.redactor()
    const { id, title, interface: of, level } = scenarioOf.get(rule)!
    const exchanges = breaches.map(({ exchange }) => recorded(secrets.hidden(exchange), redact))
    const last = breaches.at(-1)
    const isRepeatable = last?.whole === true && !saysSecrets(last.exchange)
    return {
      id,
      title,
      interface: of,
      rule,
      level,
      verdict: 'violated',
      durationMs: 0,
      findings: breaches.flatMap((breach) =>
        shownProblems(breach).map((message) => ({ message: redact.text(message) })),
      ),
      exchanges,
      ...(isRepeatable && { repro: reproOf(of, exchanges.slice(-1), basePaths[of]) }),
    }
  }

  function resultOf({ id, title, interface: of, rule, level }: Judged): ScenarioResult {
    const breaches = ledger.breaches.filter((breach) => breach.rule === rule)
    const { seen, conforming, unkept } = ledger.of(rule)
    if (breaches.length + unkept > 0) {
      const { findings, ...rest } = violation(rule, breaches)
      const more = unkept > 0 ? [{ message: `and in ${unkept} more exchanges` }] : []
      return { ...rest, findings: [...findings, ...more] }
    }
    return {
      id,
      title,
      interface: of,
      rule,
      level,
      durationMs: 0,
      findings: [],
      exchanges: [],
      ...(conforming > 0
        ? { verdict: 'passed' }
        : { verdict: 'not-applicable', reason: seen > 0 ? unread : unseen }),
    }
  }

  async function open(of: Interface, { url, port = 0 }: ProxiedTarget) {
    const target = new URL(url)
    if (target.protocol !== 'http:' && target.protocol !== 'https:')
      throw new TypeError(`${url}: a target's URL begins with http:// or https://`)
    const basePath = target.pathname.replace(/\/$/, '')
    basePaths[of] = basePath
    const watcher = watching({
      interface: of,
      basePath,
      mostBytes,
      ledger,
      secrets,
      onBroken: (breach) => options.onBroken?.(violation(breach.rule, [breach])),
    })
    const gate = createGate({ basePath, host, controls })
    const listening = await listen(host, port, (near) => {
      const far = tunnel(near, target, watcher, gate)
      toTargets.add(far)
      far.on('close', () => toTargets.delete(far))
    })
    servers.push(listening)
    urls[of] = { url: listening.origin + basePath }
  }

  async function close() {
    await Promise.all(servers.map((each) => each.close()))
    for (const far of toTargets) far.destroy()
  }
  try {
    for (const of of interfaces) await open(of, options[of]!)
  } catch (error) {
    await close()
    throw error
  }

  return {
    ...urls,
    close,
    report() {
      const scenarios = judged.map(resultOf)
      const target = urlsOf(options)
      const gone = [...ledger.unreached].flatMap((of) => target[`${of}Url`] ?? [])
      return {
        format: 1,
        tool: options.tool ?? { name: 'svc-contract', version: 'library' },
        contract,
        target: {
          ...target,
          dialect: dialect.name,
          provider: 'none',
          time: 'real',
        },
        startedAt: startedAt.toISOString(),
        durationMs: Math.round(performance.now() - begin),
        summary: summaryOf(scenarios),
        coverage: secrets.redactor().value(ledger.coverage()),
        ...(gone.length > 0 && { gone }),
        scenarios,
        rules: ruleResults(rulesOf(interfaces), scenarios),
      }
    },
  }
}

type Judged = Pick<Scenario, 'id' | 'title' | 'interface' | 'rule' | 'level'>

const mediaTypeScenario = {
  id: `${mediaTypeRule}/every-answer-has-a-documented-media-type`,
  title: 'every answer has a documented media type',
  interface: 'kv',
  rule: mediaTypeRule,
  level: 'must',
} as const

const unseen = 'no such answer passed through'
const unread = 'no such answer could be validated'

/** Returns the problems of an exchange. Leaves out problems that quote a response with secrets. */
const shownProblems = ({ problems, exchange }: Breach): readonly string[] =>
  saysSecrets(exchange)
    ? problems.map((each) => each.replace(/(, got|not JSON:).*/s, '$1 <hidden>'))
    : problems
