import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { UsageError } from '../../conformance/core/usage-error.js'
import { readDialect } from './files.js'

const folder = mkdtempSync(join(tmpdir(), 'svc-contract-files-'))
afterAll(() => rmSync(folder, { recursive: true }))

const dialectOf = (setting: string, value: number) => {
  const file = join(folder, 'dialect.json')
  writeFileSync(file, JSON.stringify({ [setting]: value }))
  return () => readDialect(file)
}

test('a backoff that does not grow is no setting of a dialect', () => {
  expect(dialectOf('backoffFactor', 0.5)()).toMatchObject({ backoffFactor: 0.5 })
  for (const factor of [-1, 0]) {
    expect(dialectOf('backoffFactor', factor)).toThrow(UsageError)
    expect(dialectOf('backoffFactor', factor)).toThrow(`sets backoffFactor to ${factor}; it takes`)
  }
})
