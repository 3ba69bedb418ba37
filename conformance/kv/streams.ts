// The two event streams as their scenarios begin: open, and past the first event, from which on a
// target delivers.

import { given, type Matcher } from '../judgement.js'
import { lacks, status } from '../matchers.js'
import type { EventStream, StreamEvent } from '../stream.js'
import type { KvWorld } from './world.js'

/** A stream that has said that it listens to the channel. */
export async function subscribed(
  { kv }: Pick<KvWorld, 'kv'>,
  channel: string,
): Promise<EventStream> {
  return begun(given(await kv.subscribe(channel), status(200)))
}

/** A stream that has said that it shows every command. */
export async function monitoring({ kv }: Pick<KvWorld, 'kv'>): Promise<EventStream> {
  return begun(given(await kv.monitor(), status(200)), isNoCommand)
}

async function begun(
  stream: EventStream,
  ...matchers: readonly Matcher<StreamEvent>[]
): Promise<EventStream> {
  given(await stream.next(), ...matchers)
  return stream
}

/** Whoever else is at work would be taken for the first event where there is none. */
const isNoCommand: Matcher<StreamEvent> = ({ data }) =>
  /^\d+(\.\d+)? \[/.test(data) ? lacks('an event before the first command', data) : undefined

/** The events that have one of these words in them; one that goes on in digits is another word. */
export const showing = (...words: readonly string[]): ((event: StreamEvent) => boolean) => {
  const pattern = new RegExp(`(${words.map(literal).join('|')})(?!\\d)`)
  return ({ data }) => pattern.test(data)
}

const literal = (text: string) => text.replace(/[^\w-]/g, '\\$&')
