// Observes a mock for the self-tests: the functions that a fault replaces, and those that are used. Only
// scenarios that use a replaced function can detect the fault.

import type { Fault } from '../../mocks/faults/fault.js'
import type { OnUse, Watching } from '../../mocks/faults/watching.js'
import type { Handler } from '../../mocks/http/message.js'

/**
 * Returns three faults for a mock that has not started yet: `fault`, and two that only observe,
 * one before and one after it. Read `changed` and `handler` only after the mock has started.
 */
export function watched<Parts extends object>(
  { before, reporting }: Watching<Parts>,
  handlerOf: (parts: Parts) => Handler,
  fault: Fault<Parts> | undefined,
  onUse: OnUse | undefined,
) {
  let changedIn: (after: Parts) => ReadonlySet<string> = () => new Set()
  let changed: ReadonlySet<string> = new Set()
  let handler: Handler | undefined

  const first: Fault<Parts> = {
    ...{ id: 'before', name: 'observes the parts before the fault', breaks: [] },
    apply(parts) {
      const observed = before(parts)
      changedIn = observed.changedIn
      return observed.parts
    },
  }
  const last: Fault<Parts> = {
    ...{ id: 'after', name: 'observes the parts after the fault', breaks: [] },
    apply(parts) {
      changed = changedIn(parts)
      const observed = onUse === undefined ? parts : reporting(parts, onUse)
      handler = handlerOf(observed)
      return observed
    },
  }
  return {
    faults: [first, ...(fault ? [fault] : []), last],
    get changed() {
      return changed
    },
    get handler() {
      if (handler === undefined) throw new Error('expected the mock to have been started')
      return handler
    },
  }
}
