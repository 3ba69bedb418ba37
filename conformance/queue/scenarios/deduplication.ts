// Deduplication of messages: what the contract leaves open.

import { given } from '../../core/judgement.js'
import { accepted } from '../../core/matchers.js'
import { days, hours, minutes } from '../../core/time.js'
import { memberOf } from '../../wire/exchange.js'
import type { RequestOptions, PublishSettings } from '../fixtures/client.js'
import { observation, type QueueWorld } from '../fixtures/world.js'

const byContent = { 'Content-Based-Deduplication': 'true' }

const byId = (id: string) => ({ 'Deduplication-Id': id })

/** Opens an inbox to publish to. Every body begins with the scenario's id, so that it is unique. */
function open({ queue, inbox, id }: QueueWorld) {
  const opened = inbox()
  return Object.assign(opened, {
    publish: async (settings: PublishSettings, { query, ...options }: More = {}) => {
      const url = query === undefined ? opened.url : `${opened.url}?${query}`
      return given(await queue.publish(url, { ...options, body: id, settings }), accepted())
    },
  })
}

interface More extends RequestOptions {
  readonly query?: string
}

export const deduplicationObservations = [
  observation('observes for how long a deduplication id suppresses duplicates', {
    id: 'queue.deduplication.window/window',
    waits: days(1) + minutes(1),
    async run(world) {
      const { publish, delivery } = open(world)
      const moments = [minutes(1), minutes(10) - 1, minutes(10), hours(1), days(1)]
      // One id for each time, as a duplicate may extend the memory.
      for (const moment of moments) await publish(byId(`${world.id}-${moment}`))
      await delivery(moments.length)

      let passed = 0
      for (const moment of moments) {
        await world.time.pass(moment - passed)
        passed = moment
        const answer = await publish(byId(`${world.id}-${moment}`))
        const known = memberOf(answer, 'deduplicated') === true
        world.note(`after ${moment / 1000} seconds`, known ? 'remembered' : 'forgotten')
      }
    },
  }),

  observation('observes if a duplicate gets the messageId of the first message', {
    id: 'queue.deduplication.id-of-a-duplicate/message-id',
    async run(world) {
      const { publish } = open(world)
      for (const settings of [byId(world.id), byContent]) {
        const first = memberOf(await publish(settings), 'messageId')
        const second = memberOf(await publish(settings), 'messageId')
        world.note(Object.keys(settings).join(), second === first ? 'the same id' : 'another id')
      }
    },
  }),

  observation('observes if content deduplication compares method and User-Agent too', {
    id: 'queue.deduplication.content-that-counts/content',
    async run(world) {
      const query = `${world.queue.queryPrefix}content-based-deduplication=true`
      const pairs: Readonly<Record<string, readonly (readonly [PublishSettings, More?])[]>> = {
        'the setting in header and query': [[byContent], [{}, { query }]],
        'the setting at the second one alone': [[{}], [byContent]],
        'another method setting': [[byContent], [{ ...byContent, Method: 'PUT' }]],
        'another user agent': [[byContent], [byContent, { headers: [['User-Agent', 'another']] }]],
      }
      for (const [what, pair] of Object.entries(pairs)) {
        const { publish } = open(world)
        const answers = []
        for (const message of pair) answers.push(await publish(...message))
        const known = memberOf(answers.at(-1)!, 'deduplicated') === true
        world.note(what, known ? 'a duplicate' : 'no duplicate')
      }
    },
  }),

  observation('observes the HTTP status of a publish that is a duplicate', {
    id: 'queue.deduplication.status/status',
    async run(world) {
      const { publish } = open(world)
      await publish(byId(world.id))
      world.note('status', (await publish(byId(world.id))).status)
    },
  }),
]
