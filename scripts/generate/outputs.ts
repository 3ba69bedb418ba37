// Creates the files of generated/ from spec/, the matrix and the list of faults.

import SwaggerParser from '@apidevtools/swagger-parser'
import type { OpenAPI } from 'openapi-types'
import { parse } from 'yaml'
import { matrixPath, observedPath } from '../../conformance/selftest/matrix/matrix.js'
import { faults } from '../../mocks/faults/index.js'
import { readDocument } from './document.js'
import { literal, type Module } from './module.js'
import type { OpenApi } from './openapi.js'
import { printed } from './problem.js'
import { rulesModule } from './rules-module.js'
import { interfaces, readRules } from './rules.js'
import { schemasModule } from './schemas-module.js'
import {
  configSchema,
  dialectsModule,
  faultTypes,
  observedModule,
  pageModule,
  quickModule,
  reportModule,
} from './small-modules.js'
import { typesModule } from './types-module.js'

/** Reads a file of the repository by its path from the repository root. */
export type Read = (path: string) => string

/** An error in spec/. The message contains the file and explains what to do. */
export class SpecError extends Error {
  override readonly name = 'SpecError'
}

/**
 * Returns the content of every generated file by path. Rejects with a `SpecError` for an error in
 * spec/.
 */
export async function outputs(read: Read): Promise<ReadonlyMap<string, string>> {
  const files = new Map<string, string>()
  const add = (name: string, { js, types }: Module) => {
    files.set(`generated/${name}.js`, js)
    files.set(`generated/${name}.d.ts`, types)
  }

  add('dialects', await within('spec/dialects.yaml', (file) => dialectsModule(read(file))))

  await within(matrixPath, (file) => add('quick', quickModule(read(file))))

  files.set('generated/fault-ids.d.ts', faultTypes(faults))

  const html = 'conformance/report/reporters/html'
  add(
    'page',
    pageModule({
      script: read(`${html}/page.js`),
      style: read(`${html}/page.css`),
      compareScript: read(`${html}/compare.js`),
      compareStyle: read(`${html}/compare.css`),
    }),
  )

  files.set('spec/svc-contract.schema.json', configSchema())
  await within(observedPath, (file) => add('observed', observedModule(read(file))))

  add('report.schema', await within('spec/report.schema.json', (file) => reportModule(read(file))))

  const documents = { kv: read('spec/kv/contract.md'), queue: read('spec/queue/contract.md') }
  const ruleFiles = interfaces.map((each) =>
    readRules(each, read(`spec/${each}/rules.yaml`), readDocument(documents[each])),
  )
  const problems = ruleFiles.flatMap((each) => each.problems)
  if (problems.length > 0) throw new SpecError(problems.map(printed).join('\n'))
  const rules = ruleFiles.flatMap((each) => each.rules)
  add('rules', rulesModule(rules, documents))

  for (const each of interfaces)
    await within(`spec/${each}/openapi.yaml`, async (file) => {
      const document = (await SwaggerParser.bundle(
        parse(read(file)) as OpenAPI.Document,
      )) as OpenApi
      files.set(`generated/${each}.openapi.json`, `${literal(document)}\n`)
      files.set(`generated/${each}.types.d.ts`, await typesModule(document))
      add(`${each}.schemas`, schemasModule(document))
    })
  return files
}

/** Runs `work` and adds the file name to its errors. */
async function within<T>(file: string, work: (file: string) => T | Promise<T>): Promise<T> {
  try {
    return await work(file)
  } catch (cause) {
    throw new SpecError(`${file}: ${(cause as Error).message}`, { cause })
  }
}
