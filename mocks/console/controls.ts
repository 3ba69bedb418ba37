// The control routes that only the console needs: its token, the state in its header, and the
// statements of the contract.

import type { ControlRoutes } from '../control.js'

/** The mock that a console shows. */
export interface ConsoleSubject {
  /** The URLs and tokens of the interfaces, and the names of the dialect. */
  readonly session: () => object
  /** The time, and the number of active faults and intercepts. */
  readonly state: () => object | Promise<object>
}

/**
 * Returns the control routes. `GET /console/session` has the token of the page, which pages of other
 * origins cannot read.
 */
export const consoleControls = (token: string, subject: ConsoleSubject): ControlRoutes => ({
  'GET /console/session': () => ({ token, ...subject.session() }),
  'GET /console/state': () => subject.state(),
  // Loaded when first needed, because a mock starts without the rules.
  'GET /console/statements': async () => {
    const { rules } = await import('#generated/rules.js')
    return { statements: rules.map(({ id, heading, quote }) => ({ id, heading, quote })) }
  },
})
