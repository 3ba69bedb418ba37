// A variant of the queue whose lists lag behind: they show each change some time later.

import type { Queue } from '../../mocks/queue/queue.js'
import type { Fault } from '../../mocks/faults/fault.js'
import { queueFault } from '../../mocks/faults/queue/fault.js'
import { createMemoryStore } from '../../mocks/queue/store/memory/memory-store.js'
import type { Store } from '../../mocks/queue/store/store.js'

/** Returns the variant. Its lists read a replica of the store, `lagMs` real milliseconds late. */
export function laggingLists(lagMs: number): Fault<Queue> {
  const replica = createMemoryStore()
  const later = (change: () => Promise<unknown>) => void setTimeout(() => void change(), lagMs)
  const runs = (own: Store['runs']): Store['runs'] => ({
    ...own,
    add: (run) => (later(() => replica.runs.add(run)), own.add(run)),
    append: (key, step) => (later(() => replica.runs.append(key, step)), own.append(key, step)),
    end: (key, ending) => (later(() => replica.runs.end(key, ending)), own.end(key, ending)),
  })
  const deadLetters = (own: Store['deadLetters']): Store['deadLetters'] => ({
    ...own,
    add: (letter) => (later(() => replica.deadLetters.add(letter)), own.add(letter)),
    setCallback: (...args) => (
      later(() => replica.deadLetters.setCallback(...args)),
      own.setCallback(...args)
    ),
    remove: (id) => (later(() => replica.deadLetters.remove(id)), own.remove(id)),
  })
  const events = (own: Store['events']): Store['events'] => ({
    ...own,
    add: (event) => (later(() => replica.events.add(event)), own.add(event)),
  })
  return queueFault({
    id: 'lists-lag',
    name: 'lists: show each change late',
    breaks: [],
    replace: [
      {
        'store.runs': runs,
        'store.deadLetters': deadLetters,
        'store.events': events,
        'runList.find': () => (filter, from) => replica.runs.page(filter, from),
        'dlq.find': () => (filter, from) => replica.deadLetters.page(filter, from),
        'logs.find': () => (filter, from) => replica.events.page(filter, from),
      },
    ],
  })
}
