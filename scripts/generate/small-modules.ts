// Creates dialects.js, observed.js, page.js, quick.js, report.schema.js and the types of fault ids.

import openapiTS, { astToString } from 'openapi-typescript'
import { parse } from 'yaml'
import { cover, everyFault, parseMatrix } from '../../conformance/selftest/matrix/matrix.js'
import type { AnyFault } from '../../mocks/faults/index.js'
import { schemaOf } from '../cli/config.js'
import { options as mockOptions } from '../cli/mock/options.js'
import { options as mutateOptions } from '../cli/mutate/options.js'
import { options as testOptions } from '../cli/test/options.js'
import { literal, moduleOf, unionOf, type Module } from './module.js'
import type { Schema } from './openapi.js'
import { validatorSource } from './validators.js'

/** Creates a module with the dialects in spec/dialects.yaml. Each dialect has its name as a field. */
export function dialectsModule(yaml: string): Module {
  const dialects = parse(yaml) as Record<string, object>
  const named = Object.entries(dialects).map(([name, dialect]) => [name, { name, ...dialect }])
  return {
    js: moduleOf(`export const dialects = ${literal(Object.fromEntries(named))}`),
    types: moduleOf(
      dialectType,
      `export type DialectName =${unionOf(Object.keys(dialects))}`,
      'export declare const dialects: Readonly<Record<DialectName, Dialect>>',
    ),
  }
}

const dialectType = `
/** The names and settings in which services that speak these interfaces differ. */
export interface Dialect {
  readonly name: string
  readonly headerPrefix: string
  readonly queryPrefix: string
  readonly kvTokenKey: string
  readonly queueTokenKey: string
  readonly backoffFactor: number
  readonly defaultRetries: { readonly free: number; readonly paid: number }
  readonly honourRetryAfter: boolean
  readonly compoundDurations: boolean
  readonly flowControlAtPublish: boolean
  readonly flowControlDetails: boolean
  readonly timeoutsWithoutUnit: boolean
  readonly deletesAbsentGroups: boolean
  readonly copyToItself: boolean
  readonly noAckWithoutConsumer: boolean
  readonly exactTrimming: boolean
  readonly noConsumersWithoutGroup: boolean
  readonly deletesAcknowledged: boolean
  readonly limitByRank: boolean
  readonly jsonNeedsParent: boolean
  readonly innerJsonFirst: boolean
  readonly fcallRoWithoutFlag: boolean
  readonly farFieldExpiry: boolean
  readonly fieldExpiryRoundedDown: boolean
  readonly keyLockingFlag: boolean
  readonly environment: Readonly<Partial<Record<
    'kvUrl' | 'kvToken' | 'queueUrl' | 'queueToken' | 'currentSigningKey' | 'nextSigningKey',
    string | readonly string[]
  >>>
}`

/**
 * Creates a module with the scenarios of `test --quick`: a few scenarios that together detect every
 * fault in the matrix.
 */
export function quickModule(matrix: string): Module {
  const measured = parseMatrix(matrix)
  const { requests } = measured
  // A scenario without requests costs nothing, because it checks the responses of other scenarios.
  const free = Object.keys(requests).filter((id) => requests[id] === 0)
  const quick = [...new Set([...free, ...cover(everyFault(measured), requests)])].toSorted()
  return {
    js: moduleOf(`export const quickScenarios = new Set(${literal(quick)})`),
    types: moduleOf(
      '/** Ids of scenarios that together catch every fault, with few requests. */\nexport declare const quickScenarios: ReadonlySet<string>',
    ),
  }
}

/** Creates the types of the ids of faults. Most ids are made from tables, so that no type can be inferred. */
export const faultTypes = (faults: readonly Pick<AnyFault, 'id' | 'interface'>[]): string => {
  const idsOf = (name: AnyFault['interface']) =>
    unionOf(faults.filter((fault) => fault.interface === name).map(({ id }) => id))
  return moduleOf(
    `export type KvFaultId =${idsOf('kv')}`,
    `export type QueueFaultId =${idsOf('queue')}`,
    '/** The id of a deliberate bug of the mock. */\nexport type FaultId = KvFaultId | QueueFaultId',
  )
}

/** Creates a module with the observations of the correct mock, of each variant and of pairs. */
export function observedModule(json: string): Module {
  const { correct, variants, pairs } = JSON.parse(json) as Readonly<Record<string, object>>
  return {
    js: moduleOf(
      `export const correct = ${literal(correct)}`,
      `export const variants = ${literal(variants)}`,
      `export const pairs = ${literal(pairs)}`,
    ),
    types: moduleOf(
      "import type { DialectName } from './dialects.js'",
      '/** The observations of a report: values by their names, by the id of their scenario. */\nexport type Observations = Readonly<Record<string, Readonly<Record<string, unknown>>>>',
      '/** The observations of the correct mock. */\nexport declare const correct: Readonly<Record<DialectName, Observations>>',
      '/** The observations that each variant changes, by the id of the variant. */\nexport declare const variants: Readonly<Record<string, Observations>>',
      '/** The observations of 2 variants, by their ids in order, where the second alone shows another value. */\nexport declare const pairs: Readonly<Record<string, Observations>>',
    ),
  }
}

/** Creates a module with the scripts and styles of the HTML pages, each as a constant. */
export const pageModule = (texts: Readonly<Record<string, string>>): Module => ({
  js: moduleOf(
    ...Object.entries(texts).map(([name, text]) => `export const ${name} = ${literal(text)}`),
  ),
  types: moduleOf(...Object.keys(texts).map((name) => `export declare const ${name}: string`)),
})

/** Returns the JSON schema of the file svc-contract.yaml. */
export const configSchema = (): string =>
  `${literal(schemaOf({ test: testOptions, mock: mockOptions, mutate: mutateOptions }))}\n`

/** Creates a module with the schema of the JSON report as a function and as types. */
export async function reportModule(json: string): Promise<Module> {
  const { $defs, ...report } = JSON.parse(json.replaceAll('#/$defs/', '#/components/schemas/')) as {
    readonly $defs?: object
  }
  const document = {
    openapi: '3.1.0',
    info: { title: 'report', version: '1' },
    paths: {},
    components: { schemas: { ...$defs, report } },
  }
  const types = await openapiTS(JSON.stringify(document), {
    silent: true,
    immutable: true,
    arrayLength: true,
  })
  const schemas = new Map([['validateReport', JSON.parse(json) as Schema]])
  return {
    js: moduleOf(validatorSource(schemas, {}), 'export { validateReport }'),
    types: moduleOf(
      "import type { Validate } from './kv.schemas.js'\nimport type { RuleId } from './rules.js'",
      '/** Validates a value by spec/report.schema.json. */\nexport declare const validateReport: Validate',
      astToString(types)
        .replace('readonly ruleId: string', 'readonly ruleId: RuleId')
        .replace(/\[\s*string,\s*string\s*\]/, '(readonly [string, string])'),
    ),
  }
}
