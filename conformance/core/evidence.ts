// What the answers of a run showed of the documented shapes, rule by rule.

import type { Interface, RuleId } from '#generated/rules.js'
import type { Exchange } from '../wire/exchange.js'
import { shapeOf } from '../wire/schema.js'
import type { Evidence } from './scenario.js'

export type EvidenceBook = ReturnType<typeof evidenceBook>

/** Starts an empty book. Only answers of passed scenarios belong in it: others are condemned already. */
export function evidenceBook() {
  const pages = new Map<RuleId, { conforming: number; problems: string[] }>()
  return {
    /**
     * Holds the answers of a passed scenario against the document; `basePath` is what every request
     * target begins with because the target's URL does.
     */
    add(of: Interface, exchanges: readonly Exchange[], basePath: string) {
      for (const exchange of exchanges) {
        const { method, target } = exchange.request
        const request = { method, target: target.slice(basePath.length) }
        const shape = shapeOf({ interface: of, request, response: exchange })
        if (shape === undefined) continue
        const page = pages.get(shape.rule) ?? { conforming: 0, problems: [] }
        pages.set(shape.rule, page)
        if (shape.problems.length === 0) page.conforming += 1
        else page.problems.push(...shape.problems)
      }
    },
    of: (rule: RuleId): Evidence => pages.get(rule) ?? { conforming: 0, problems: [] },
  }
}
