import { expect, test } from 'vitest'
import { Blocked, NotApplicable, Violation } from './judgement.js'
import { usualDraw } from './cases.js'
import { dimension, lawsOf, sizes } from './law.js'
import type { World } from './scenario.js'

/** A law about a server that is wrong where `isWrong` is true, and the verdicts of its scenarios. */
async function verdicts(isWrong: (choice: Readonly<Record<string, string>>) => boolean) {
  let cases = 0
  const scenarios = lawsOf<World>(
    'kv',
    (world) => world,
  )({
    id: 'example',
    title: 'an example',
    over: {
      way: dimension('', {
        'in the body': { rule: 'kv.body.command-array' },
        'in a pipeline': { rule: 'kv.pipeline.array-of-commands' },
      }),
      format: dimension('the format', {
        json: { rule: 'kv.response-format.json' },
        base64: { rule: 'kv.base64.strings' },
      }),
      bytes: sizes('bytes', [1, 100, 1_000], () => ({ rule: 'kv.envelope.result-string' })),
    },
    baseRule: 'kv.commands.wire-protocol',
    check: async (_, __, choice) => {
      cases += 1
      if (isWrong(choice)) throw new Violation([{ message: 'expected 1, got 2' }])
    },
  })
  const world = {
    id: 'x',
    draw: usualDraw,
    shared: new Map(),
    provide: {},
    note() {},
    wasBusy: () => false,
    secret() {},
    renew() {},
    forget() {},
    defer() {},
    shapes: () => ({ conforming: 0, problems: [], more: 0 }),
  }
  const found: Record<string, string> = {}
  for (const { rule, ...scenario } of scenarios)
    await scenario.run(world).catch((error: unknown) => {
      found[rule] =
        error instanceof Violation || error instanceof Blocked
          ? error.findings.map(({ message }) => message).join('\n')
          : error instanceof NotApplicable
            ? 'not applicable'
            : String(error)
    })
  return { found, cases }
}

test('a correct server passes, and each case runs once for all rules', async () => {
  const { found, cases } = await verdicts(() => false)
  expect(found).toEqual({})
  expect(cases).toBeLessThan(12)
})

test('the value that makes the difference names the rule', async () => {
  const { found } = await verdicts(({ way }) => way === 'in a pipeline')
  expect(found).toEqual({
    'kv.pipeline.array-of-commands': 'fails in a pipeline; passes in the body: expected 1, got 2',
  })
})

test('a size is found to the byte', async () => {
  const { found } = await verdicts(({ bytes }) => Number(bytes) > 255)
  expect(found['kv.envelope.result-string']).toBe(
    'fails with bytes 256; passes with bytes 255: expected 1, got 2',
  )
})

test('if the plain value is broken, another one takes its place', async () => {
  const { found } = await verdicts(({ way }) => way === 'in the body')
  expect(found).toEqual({
    'kv.body.command-array': expect.stringMatching(/^fails in the body; passes/) as string,
    // Without the plain value, it is not known if the rest holds.
    'kv.commands.wire-protocol': 'not applicable',
  })
})

test('two values together are one cause', async () => {
  const { found } = await verdicts(
    ({ way, format }) => way === 'in a pipeline' && format === 'base64',
  )
  expect(found).toEqual({
    'kv.pipeline.array-of-commands':
      'fails in a pipeline and with the format base64; passes in the body, and with the format json: expected 1, got 2',
  })
})

test('a scenario that waits for the cases of another one has its time again with each', async () => {
  let cases = 0
  const scenarios = lawsOf<World>(
    'kv',
    (world) => world,
  )({
    id: 'example',
    title: 'an example',
    baseRule: 'kv.commands.wire-protocol',
    over: { bytes: sizes('bytes', [1, 2, 3], () => ({ rule: 'kv.envelope.result-string' })) },
    alone: true,
    check: async () => void (cases += 1),
  })
  const shared = new Map()
  const renewals = await Promise.all(
    scenarios.map(async (scenario) => {
      let count = 0
      await scenario.run({
        id: scenario.id,
        draw: usualDraw,
        shared,
        provide: {},

        note() {},
        wasBusy: () => false,
        secret() {},
        forget() {},
        defer() {},
        renew: () => void (count += 1),
        shapes: () => ({ conforming: 0, problems: [], more: 0 }),
      })
      return count
    }),
  )
  expect(renewals).toEqual([cases, cases])
})
