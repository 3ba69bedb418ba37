// The check command. Runs every check on all files that git tracks or would add.

import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync, writeFileSync } from 'node:fs'
import { inspect } from 'node:util'
import { rules } from '#generated/rules.js'
import { scenarios } from '../conformance/index.js'
import { matrixPath, parseMatrix } from '../conformance/selftest/matrix/matrix.js'
import { faults } from '../mocks/faults/index.js'
import { commandsByCategory } from '../mocks/kv/commands/index.js'
import { textOf, type Check, type Files } from './check/check.js'
import { circles } from './check/circles.js'
import { clientOperationsTable } from './check/client-operations.js'
import { commandsTable, excludedTable } from './check/commands-table.js'
import { documents } from './check/documents.js'
import { directions } from './check/fences.js'
import { matrixIsComplete } from './check/matrix.js'
import { mappedPaths } from './check/paths.js'
import {
  implementationCounts,
  implementationsTable,
  prismTable,
  prismVerdicts,
  rulesTable,
  safetySource,
  safetyTable,
} from './check/small-tables.js'
import { quotes } from './check/quotes.js'
import { deadFiles, unusedExports } from './check/reach.js'
import { rewritten, staleTables, type Tables } from './check/tables.js'
import { leftovers } from './check/traces.js'
import { titles } from './check/words.js'
import { outputs, SpecError } from './generate/outputs.js'
import { printed, problemsOf } from './generate/problem.js'

const tables: Tables = {
  rules: () => rulesTable(rules, scenarios, parseMatrix(textOf(files, matrixPath)).rows),
  commands: () => commandsTable(commandsByCategory),
  excluded: excludedTable,
  safety: () => safetyTable(files.get(safetySource) ?? ''),
  prism: () => prismTable(files.get(prismVerdicts) ?? ''),
  implementations: () => implementationsTable(files.get(implementationCounts) ?? '{}'),
  'client-operations': clientOperationsTable,
}

const outdated: Check = async (files) =>
  [...(await outputs((path) => textOf(files, path)))]
    .filter(([path, text]) => files.get(path) !== text)
    .map(([path]) => problemsOf(path)(1, 'is outdated: run npm run generate'))

const checks: readonly Check[] = [
  outdated,
  quotes,
  documents,
  directions,
  mappedPaths,
  circles,
  deadFiles,
  unusedExports,
  matrixIsComplete(
    scenarios.map(({ id }) => id),
    faults,
  ),
  leftovers,
  titles(
    scenarios,
    faults.map(({ id, name }) => ({ id, title: name })),
  ),
  (files) => staleTables(files, tables),
]

const files: Files = new Map(
  execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
    encoding: 'utf8',
  })
    .split('\n')
    .filter((path) => path !== '' && existsSync(path))
    .map((path) => [path, readFileSync(path, 'utf8')]),
)

/** Prints a problem. The checks after it run too. */
function fail(text: string): void {
  console.error(text)
  process.exitCode = 1
}

if (process.argv.includes('--write')) {
  for (const [file, text] of files)
    if (file.endsWith('.md') && rewritten(text, tables) !== text)
      writeFileSync(file, rewritten(text, tables))
} else {
  for (const check of checks)
    try {
      for (const problem of await check(files)) fail(printed(problem))
    } catch (error) {
      fail(error instanceof SpecError ? error.message : inspect(error))
    }
}
