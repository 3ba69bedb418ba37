import { expect, test } from 'vitest'
import type { Exchange } from '../exchange.js'
import { Blocked, NotApplicable } from '../judgement.js'
import { supported } from './support.js'
import type { Command, KvClient } from './world.js'

const answer = (status: number, body: string): Exchange => ({
  request: { method: 'POST', target: '/', headers: [], body: Buffer.alloc(0) },
  status,
  headers: [],
  body: Buffer.from(body),
  durationMs: 1,
})
const fine = answer(200, '{"result":1}')

/** A world whose target answers each command with what is said of its name, and the names asked. */
function worldOf(answers: Readonly<Record<string, Exchange>>, otherwise = fine) {
  const asked: string[] = []
  const command = async ([name]: Command) => {
    asked.push(name)
    return answers[name] ?? otherwise
  }
  return { asked, kv: { command } as unknown as KvClient, keyOf: (label: string) => label }
}

test('a command that is run is supported', async () => {
  const world = worldOf({})

  await supported(world, 'SET KEY value', 'LPOS KEY element', 'LPOS', 'GET KEY')
  expect(world.asked).toEqual(['LPOS'])
})

test.each([
  ['with a status', answer(400, '{"error":"ERR unknown command"}')],
  ['with a status alone', answer(404, '')],
  ['with an error envelope', answer(200, '{"error":"ERR unknown command"}')],
])('a command that is refused %s is not applicable', async (_, refusal) => {
  const world = worldOf({ LPOS: refusal })

  await expect(supported(world, 'LPOS')).rejects.toThrow(
    new NotApplicable('the target refuses LPOS'),
  )
})

test.each([
  ['refuses everything', answer(400, '{"error":"ERR"}')],
  ['fails at everything', answer(500, '')],
  ['does not answer', { ...answer(0, ''), failure: 'connection reset' }],
])('a target that %s has not said what it supports', async (_, reply) => {
  await expect(supported(worldOf({}, reply), 'LPOS')).rejects.toThrow(Blocked)
})

test('a command that nobody thought of is a mistake of ours', async () => {
  await expect(supported(worldOf({}), 'BITFIELD')).rejects.toThrow('there is no probe of BITFIELD')
})
