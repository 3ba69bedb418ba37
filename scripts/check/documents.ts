// Checks that the OpenAPI documents are valid, that their rule ids are must rules, and that their
// schemas compile.

import SwaggerParser from '@apidevtools/swagger-parser'
import type { OpenAPI } from 'openapi-types'
import type { Interface } from '#generated/rules.js'
import { readDocument } from '../generate/document.js'
import { schemasOf, type OpenApi } from '../generate/openapi.js'
import { problemsOf, type Problem } from '../generate/problem.js'
import { interfaces, readRules } from '../generate/rules.js'
import { trialOf } from '../generate/validators.js'
import { readYaml } from '../generate/yaml.js'
import { textOf, type Check, type Files } from './check.js'

export const documents: Check = async (files) =>
  (await Promise.all(interfaces.map((each) => problemsOfDocument(each, files)))).flat()

async function problemsOfDocument(of: Interface, files: Files): Promise<readonly Problem[]> {
  const file = `spec/${of}/openapi.yaml`
  const text = textOf(files, file)
  const problem = problemsOf(file)

  const contract = readDocument(textOf(files, `spec/${of}/contract.md`))
  const { rules } = readRules(of, textOf(files, `spec/${of}/rules.yaml`), contract)
  const musts = rules.filter(({ level }) => level === 'must').map(({ id }) => id)
  const unknown = text.split('\n').flatMap((line, index) => {
    const id = /x-rule: *['"]?([^'",} ]+)/.exec(line)?.[1]
    const message = `x-rule ${id} is no must rule of this interface: name one of rules.yaml`
    return id === undefined || musts.includes(id) ? [] : [problem(index + 1, message)]
  })

  const { data, lineOf, errors } = readYaml(text)
  if (errors.length > 0) return errors.map(({ line, message }) => problem(line, message))
  try {
    // The function gets a copy, because it changes its argument.
    await SwaggerParser.validate(structuredClone(data) as OpenAPI.Document)
  } catch (error) {
    return [...unknown, problem(1, `swagger-parser: ${(error as Error).message}`)]
  }

  const document = data as OpenApi
  const trial = trialOf(document.components?.schemas ?? {})
  const uncompiled = schemasOf(document).flatMap(({ path, schema }) => {
    const message = trial(schema)
    return message === undefined
      ? []
      : [problem(lineOf(path), `${path.join('/')} does not compile: ${message}`)]
  })
  return [...unknown, ...uncompiled]
}
