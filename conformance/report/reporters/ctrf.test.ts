// Tests the Common Test Report Format against its schema.

import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { Ajv } from 'ajv'
import { expect, test } from 'vitest'
import { ctrf } from './ctrf.js'
import { everyVerdict, hostile, reportOf, violation } from './testing.js'

const file = join(import.meta.dirname, '../../../node_modules/ctrf/dist/ctrf-schema-0.0.json')
const schema = JSON.parse(readFileSync(file, 'utf8')) as object
const isValid = new Ajv({ strict: false, validateFormats: false }).compile(schema)

test.each([
  ['every verdict', everyVerdict],
  ['no scenario', reportOf([])],
  ['hostile text', reportOf([violation('it is violated', hostile)])],
] as const)('a report of %s obeys the schema', (_, report) => {
  isValid(JSON.parse(ctrf(report)))
  expect(isValid.errors ?? []).toEqual([])
})
