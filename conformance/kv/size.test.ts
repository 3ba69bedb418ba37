import { expect, test } from 'vitest'
import { dialects } from '#generated/dialects.js'
import { NotApplicable } from '../judgement.js'
import type { Wire } from '../scenario.js'
import { sized } from './size.js'

test('a request beyond the maximum is not sent, in its body or its target', async () => {
  const sent: string[] = []
  const send = async (_: string, target: string) => void sent.push(target) as never
  const wire: Wire = { send, open: send, token: 'token', dialect: dialects.svc }
  const { send: careful, open } = sized(wire, 5)

  await careful('POST', '/a', [], '12345')
  await open('POST', '/b', [], '€')
  await expect(careful('POST', '/', [], '€€')).rejects.toThrow(NotApplicable)
  await expect(open('POST', '/12345', [])).rejects.toThrow('it sends 6 bytes')
  expect(sent).toEqual(['/a', '/b'])
})
