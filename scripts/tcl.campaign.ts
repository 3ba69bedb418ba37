// Runs Redis's own tests against the RESP port. scripts/tcl/skipped.yaml lists the tests that cannot pass,
// each with its reason.

import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { stripVTControlCharacters } from 'node:util'
import { afterAll, describe, expect, it } from 'vitest'
import { parse } from 'yaml'
import { freePort } from './free-port.js'
import { startRelay } from './tcl/relay.js'
import { sourceOfRedis } from './tcl/source.js'
import { cli, run, temporaryFolder, textOf } from './testing.js'

/** The smallest number of tests that must pass in all units together. */
const LEAST = 1400

/** Names, each with the reason for which it is skipped. */
type Skipped = Readonly<Record<string, string>>

interface Lists {
  readonly tags: Skipped
  readonly units: Skipped
  readonly tests: Readonly<Record<string, Skipped>>
}

const lists = parse(textOf('scripts/tcl/skipped.yaml')) as Lists
const folder = temporaryFolder()
const source = await sourceOfRedis(folder)
if ('missing' in source) console.log(`skipped: Redis's own tests, because ${source.missing}`)
const tests = 'tests' in source ? source.tests : ''

/** The units of the tests that start no server of their own. */
const units = tests
  ? Array.from(
      readFileSync(join(tests, 'tests/test_helper.tcl'), 'utf8').matchAll(/^ {4}unit\/(\S+)$/gm),
      ([, unit = '']) => unit,
    )
  : []

/** Starts a mock, and a relay that logs the tests in. Returns the port of the relay. */
async function startTarget() {
  const port = await freePort()
  const ports = ['--kv-port', '0', '--queue-port', '0', '--resp-port', String(port)]
  const token = 'token-of-the-tests'
  const child = spawn(process.execPath, [cli, 'mock', ...ports, '--kv-token', token, '--json'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = once(child, 'close')
  await Promise.race([once(child.stdout, 'data'), ended])
  expect(child.exitCode, 'the mock ended before it was ready').toBeNull()
  const relay = await startRelay(port, token)
  return {
    port: relay.port,
    async close() {
      relay.close()
      child.kill()
      await ended
    },
  }
}

interface Result {
  readonly passed: number
  readonly failed: readonly string[]
  /** The output of the tests, if the unit broke off. */
  readonly brokenOff: string | undefined
}

/** Runs one unit. The skipped tests of the unit do not run. */
async function runUnit(unit: string): Promise<Result> {
  const target = await startTarget()
  const names = Object.keys(lists.tests[unit] ?? {})
  const skipFile = join(folder, `${unit.replaceAll('/', '-')}.skipped`)
  writeFileSync(skipFile, names.join('\n'))
  const base = await freePort()
  try {
    const { code, output } = await run(
      'tclsh',
      [
        'tests/test_helper.tcl',
        '--single',
        `unit/${unit}`,
        '--singledb',
        '--durable',
        '--host',
        '127.0.0.1',
        '--port',
        String(target.port),
        '--clients',
        '1',
        '--baseport',
        String(base),
        '--timeout',
        '300',
        '--skipfile',
        skipFile,

        '--tags',
        Object.keys(lists.tags)
          .map((tag) => `-${tag}`)
          .join(' '),
      ],
      { cwd: tests },
    )
    return resultOf(stripVTControlCharacters(output), code)
  } finally {
    await target.close()
  }
}

/** Reads what the tests print. An error outside of a test ends its unit. */
function resultOf(output: string, code: number): Result {
  const titles = (kind: string) =>
    Array.from(
      output.matchAll(new RegExp(`^\\[${kind}\\]: (.*)$`, 'gm')),
      ([, title = '']) => title,
    )
  const errors = titles('err')
  const failed = errors.filter((title) => / in tests\/\S+\.tcl$/.test(title))
  const isWhole = output.includes('[1/1 done]') && failed.length === errors.length
  const ended = (code === 0) === (errors.length === 0)
  return {
    passed: titles('ok').length,
    failed: failed.map((title) => title.replace(/ in tests\/\S+\.tcl$/, '')),
    brokenOff: isWhole && ended ? undefined : output.slice(-2000),
  }
}

describe.skipIf('missing' in source)("Redis's own tests", () => {
  let total = 0
  afterAll(() => console.log(`${total} tests of Redis passed`))

  it('the list of skipped units and tests names units of this release', () => {
    const listed = [...Object.keys(lists.units), ...Object.keys(lists.tests)]
    expect(listed.filter((unit) => !units.includes(unit))).toEqual([])
  })

  it.each(units.filter((unit) => !(unit in lists.units)))('unit %s', async (unit) => {
    const { passed, failed, brokenOff } = await runUnit(unit)
    console.log(`${unit}: ${passed} passed, ${failed.length} failed`)
    total += passed
    expect(brokenOff, `the unit ${unit} broke off`).toBeUndefined()
    expect(failed).toEqual([])
  })

  it(`at least ${LEAST} tests pass`, () => {
    expect(total).toBeGreaterThanOrEqual(LEAST)
  })
})
