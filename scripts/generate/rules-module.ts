// Creates rules.js: all rules of both contract documents, a type of their ids, and hashes of the
// documents.

import { createHash } from 'node:crypto'
import type { Interface } from '#generated/rules.js'
import { literal, moduleOf, unionOf, type Module } from './module.js'
import type { Rule } from './rules.js'

/**
 * Creates the module. `documents` are the texts of the contracts. Their sha256 hashes identify the
 * contracts in reports.
 */
export function rulesModule(
  rules: readonly Rule[],
  documents: Readonly<Record<Interface, string>>,
): Module {
  const contract = { kv: sha256(documents.kv), queue: sha256(documents.queue) }
  const idsOf = (level: Rule['level']) =>
    unionOf(rules.filter((rule) => rule.level === level).map(({ id }) => id))
  return {
    js: moduleOf(
      `export const rules = ${literal(rules)}`,
      'export const ruleById = Object.assign(Object.create(null), ' +
        'Object.fromEntries(rules.map((rule) => [rule.id, rule])))',
      `export const contract = ${literal(contract)}`,
    ),
    types: moduleOf(
      `export type MustRuleId =${idsOf('must')}`,
      `export type OpenRuleId =${idsOf('open')}`,
      declaration,
    ),
  }
}

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex')

const declaration = `
export type RuleId = MustRuleId | OpenRuleId

export type Interface = 'kv' | 'queue'

/** One statement of a document. */
export interface Rule {
  readonly id: RuleId
  readonly interface: Interface
  /** The nearest heading of the document that the quote stands under. */
  readonly heading: string
  /** The line of the quote in contract.md, from 1. */
  readonly line: number
  readonly quote: string
  /** The level: a requirement, or a point that the document leaves open. */
  readonly level: 'must' | 'open'
  /** The behavior of the mock at an open point, and the reason. */
  readonly choice?: string
  /** The reason why no black-box scenario can test the rule. */
  readonly untestable?: string
}

/** In the order of the documents, the KV interface first. */
export declare const rules: readonly Rule[]

export declare const ruleById: Readonly<Record<RuleId, Rule>>

/** The sha256 of each contract.md, in hex. */
export declare const contract: Readonly<Record<Interface, string>>`
