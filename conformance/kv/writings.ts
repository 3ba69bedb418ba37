// Every way to write to a key in one request, for scenarios in which none of them may.

import type { Exchange } from '../exchange.js'
import { given, must, type Matcher } from '../judgement.js'
import { executed, named, result } from './matchers.js'
import type { KvWorld, RequestOptions } from './world.js'

export interface Writing {
  readonly what: string
  /** Sets the scenario's key to `after`. */
  readonly ask: (world: KvWorld, options?: RequestOptions) => Promise<Exchange>
}

export const writings: readonly Writing[] = [
  {
    what: 'a command in the body',
    ask: ({ kv, key }, options) => kv.command(['SET', key, 'after'], options),
  },
  ...['GET', 'HEAD', 'POST', 'PUT'].map((method) => ({
    what: `${method} of a command by path`,
    ask: ({ kv, key }: KvWorld, options?: RequestOptions) =>
      kv.path(['SET', key, 'after'], { ...options, method }),
  })),
  {
    what: 'a command by path with a body',
    ask: ({ kv, key }, options) => kv.path(['SET', key], { ...options, body: 'after' }),
  },
  {
    what: 'a pipeline',
    ask: ({ kv, key }, options) => kv.pipeline([['SET', key, 'after']], options),
  },
]

export const writingTransaction: Writing = {
  what: 'a transaction',
  ask: ({ kv, key }, options) => kv.transaction([['SET', key, 'after']], options),
}

/** Judges that what is refused, though without the offence it is executed, has written nothing. */
export async function mustWriteNothing(
  world: KvWorld,
  ways: readonly Writing[],
  offence: RequestOptions,
  refused: Matcher<Exchange>,
): Promise<void> {
  const { kv, key } = world
  for (const reply of await Promise.all(ways.map(({ ask }) => ask(world)))) given(reply, executed())
  given(await kv.command(['SET', key, 'before']), result('OK'))
  given(await kv.command(['GET', key]), result('before'))

  for (const { what, ask } of ways) {
    given(await ask(world, offence), named(what, refused))
    must(await kv.command(['GET', key]), named(`after ${what}`, result('before')))
  }
}
