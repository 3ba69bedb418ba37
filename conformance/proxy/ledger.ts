// Counts the exchanges of a proxy, and stores the exchanges that violate the contract.

import type { Operation } from '#generated/kv.schemas.js'
import { ruleById, type Interface, type RuleId } from '#generated/rules.js'
import type { Exchange, HttpMessage } from '../wire/exchange.js'
import { operations } from '../wire/operation.js'
import type { Coverage, UndocumentedAnswer } from '../report/report.js'

export interface Breach {
  readonly interface: Interface
  readonly rule: RuleId
  readonly problems: readonly string[]
  readonly exchange: Exchange
  /** True if the request is stored completely. */
  readonly whole: boolean
}

export type Ledger = ReturnType<typeof openLedger>

/** The most exchanges that are stored, and the most bytes of their headers and bodies. */
const mostBreaches = 200
const mostBytes = 8 * 1024 * 1024

/** The most different responses, and the most different reasons, that are counted separately. */
const mostUndocumented = 200
const mostReasons = 200
/** The longest path and the longest name from a client or the target, in characters. */
const longestPath = 500
const longestName = 100

export function openLedger(interfaces: readonly Interface[]) {
  let exchanges = 0
  let incomplete = 0
  const seen = new Map<Operation, Map<number, { exchanges: number; broken: number }>>()
  const rules = new Map<RuleId, number>(interfaces.flatMap(namedRules).map((id) => [id, 0]))
  const undocumented = new Map<string, UndocumentedAnswer>()
  const reasons = new Map<string, number>()
  const excuses = new Map<string, number>()
  const breaches: Breach[] = []
  const conforming = new Map<RuleId, number>()
  const unkept = new Map<RuleId, number>()
  /** The interfaces that could not be reached for at least one request. */
  const unreached = new Set<Interface>()
  let bytes = 0

  const answersOf = (operation: Operation, status: number) => {
    const statuses = seen.get(operation) ?? new Map<number, { exchanges: number; broken: number }>()
    seen.set(operation, statuses)
    const counts = statuses.get(status) ?? { exchanges: 0, broken: 0 }
    statuses.set(status, counts)
    return counts
  }

  return {
    request: () => void exchanges++,
    documented(operation: Operation, status: number, rule: RuleId | undefined) {
      answersOf(operation, status).exchanges++
      if (rule !== undefined) rules.set(rule, (rules.get(rule) ?? 0) + 1)
    },
    undocumented(answer: Omit<UndocumentedAnswer, 'exchanges'>) {
      const room = undocumented.size < mostUndocumented
      const clipped = {
        ...answer,
        method: answer.method.slice(0, longestName),
        path: answer.path.slice(0, longestPath),
        mediaType: answer.mediaType.slice(0, longestName),
      }
      const key = JSON.stringify(clipped)
      const exchanges = (undocumented.get(key)?.exchanges ?? 0) + 1
      if (room || exchanges > 1) undocumented.set(key, { ...clipped, exchanges })
      else add(excuses, `undocumented, beyond ${mostUndocumented} different answers`)
    },
    /** Counts what should have been validated. The verdict is then not whole. */
    unjudged: (reason: string) => addReason(reasons, reason),
    /** Counts what could not be validated because of the client. */
    excused: (reason: string) => addReason(excuses, reason),
    /** Counts a response that the target did not send to its end. */
    incomplete: () => void incomplete++,
    unreachable: (of: Interface) => void unreached.add(of),
    unreached: unreached as ReadonlySet<Interface>,
    conforming: (rule: RuleId) => add(conforming, rule),
    /** Counts a violation. Returns true if the exchange is stored. */
    broken(operation: Operation, breach: Breach): boolean {
      answersOf(operation, breach.exchange.status).broken++
      const size = sizeOf(breach.exchange) + sizeOf(breach.exchange.request)
      const hasRoom = breaches.length < mostBreaches && bytes + size <= mostBytes
      if (hasRoom) {
        breaches.push(breach)
        bytes += size
      } else add(unkept, breach.rule)
      return hasRoom
    },
    /** The first exchanges that violate the contract. */
    breaches: breaches as readonly Breach[],
    of: (rule: RuleId) => ({
      seen: rules.get(rule) ?? 0,
      conforming: conforming.get(rule) ?? 0,
      unkept: unkept.get(rule) ?? 0,
    }),
    coverage(): Coverage {
      const counts = [...seen.values()].flatMap((statuses) => [...statuses.values()])
      return {
        exchanges,
        documented: sum(counts.map((each) => each.exchanges)),
        broken: sum(counts.map(({ broken }) => broken)),
        ...(incomplete > 0 && { incomplete }),
        operations: interfaces.flatMap((of) =>
          operations[of].map((operation) => {
            const { operationId, method, path } = operation
            const statuses = [...(seen.get(operation) ?? [])].toSorted(([a], [b]) => a - b)
            const answers = statuses.map(([status, counts]) => ({ status, ...counts }))
            const answered = (documented: string) =>
              answers.some(({ status }) =>
                new RegExp(`^${documented.replaceAll('X', '.')}$`).test(String(status)),
              )
            return {
              interface: of,
              operationId,
              method,
              path,
              answers,
              unseen: Object.keys(operation.responses).filter(
                (status) => status !== 'default' && !answered(status),
              ),
            }
          }),
        ),
        rules: [...rules].map(([id, exchanges]) => ({ id, exchanges })),
        undocumented: [...undocumented.values()],
        unjudged: [
          ...[...reasons].map(([reason, exchanges]) => ({ reason, exchanges })),
          ...[...excuses].map(([reason, exchanges]) => ({ reason, exchanges, excused: true })),
        ],
      }
    },
  }
}

/** Returns the rules that the contract assigns to responses, in the order of the contract. */
const namedRules = (of: Interface): readonly RuleId[] => {
  const named = new Set(
    operations[of]
      .flatMap(({ responses }) => Object.values(responses))
      .flatMap((answers) => Object.values(answers))
      .map(({ rule }) => rule),
  )
  return (Object.keys(ruleById) as RuleId[]).filter((id) => named.has(id))
}

const sizeOf = ({ headers, body }: HttpMessage) =>
  body.length + sum(headers.map(([name, value]) => name.length + value.length))

const sum = (numbers: readonly number[]) => numbers.reduce((all, each) => all + each, 0)

const add = <Key>(counts: Map<Key, number>, key: Key) =>
  void counts.set(key, (counts.get(key) ?? 0) + 1)

const addReason = (counts: Map<string, number>, reason: string) =>
  add(counts, counts.has(reason) || counts.size < mostReasons ? reason : 'other reasons')
