// That the OpenAPI documents are valid, name rules that exist, and have schemas that compile.

import SwaggerParser from '@apidevtools/swagger-parser'
import { isNode, LineCounter, parseDocument } from 'yaml'
import { readDocument } from '../generate/document.js'
import { schemasOf, type OpenApi } from '../generate/openapi.js'
import { problemsOf, type Problem } from '../generate/problem.js'
import { interfaces, readRules, type Interface } from '../generate/rules.js'
import { compileProblem } from '../generate/validators.js'
import { textOf, type Check, type Files } from './check.js'

export const documents: Check = async (files) =>
  (await Promise.all(interfaces.map((each) => problemsOfDocument(each, files)))).flat()

async function problemsOfDocument(of: Interface, files: Files): Promise<readonly Problem[]> {
  const file = `spec/${of}/openapi.yaml`
  const text = textOf(files, file)
  const problem = problemsOf(file)

  const contract = readDocument(textOf(files, `spec/${of}/contract.md`))
  const { rules } = readRules(of, textOf(files, `spec/${of}/rules.yaml`), contract)
  const ids = new Set(rules.map(({ id }) => id))
  const unknown = text.split('\n').flatMap((line, index) => {
    const id = /x-rule: *['"]?([^'",} ]+)/.exec(line)?.[1]
    return id === undefined || ids.has(id)
      ? []
      : [problem(index + 1, `x-rule ${id} is no rule of this interface: name one of rules.yaml`)]
  })

  const counter = new LineCounter()
  const yaml = parseDocument(text, { lineCounter: counter })
  const lineOf = (path: readonly string[]) => {
    const node = yaml.getIn(path, true)
    return counter.linePos((isNode(node) && node.range?.[0]) || 0).line
  }
  try {
    await SwaggerParser.validate(yaml.toJS())
  } catch (error) {
    return [...unknown, problem(1, `swagger-parser: ${(error as Error).message}`)]
  }

  const document = yaml.toJS() as OpenApi
  const shared = document.components?.schemas ?? {}
  const uncompiled = schemasOf(document).flatMap(({ path, schema }) => {
    const message = compileProblem(schema, shared)
    return message === undefined
      ? []
      : [problem(lineOf(path), `${path.join('/')} does not compile: ${message}`)]
  })
  return [...unknown, ...uncompiled]
}
