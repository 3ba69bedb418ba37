// Helpers for tests of control routes and of warnings.

import { onTestFinished } from 'vitest'
import { answerControlRoutes, controllers, type ControlRoutes } from './control.js'
import { fetchOf } from './http/fetch.js'
import { json, type Handler, compose } from './http/message.js'

/** Adds control routes to a handler. By default only loopback may use them. */
export function withControl(handler: Handler, routes: ControlRoutes): Handler {
  const control = { mayControl: controllers(), routes }
  const meet = compose([answerControlRoutes(control), ({ request }) => handler(request)])
  return (request) => meet({ request })
}

/**
 * Returns a function that sends requests to control routes. It returns the status and the JSON body
 * of each response.
 */
export function asking(routes: ControlRoutes, handler: Handler = () => json(404, {})) {
  const fetch = fetchOf(withControl(handler, routes))
  return async (method: string, path: string, body?: unknown): Promise<[number, unknown]> => {
    const sent = body === undefined ? {} : { body: JSON.stringify(body) }
    const response = await fetch(path, { method, ...sent })
    return [response.status, await response.json()]
  }
}

/** Returns the messages of the process warnings of a type that come until the end of the test. */
export function warningsOf(type: string): readonly string[] {
  const warnings: string[] = []
  const keep = ({ name, message }: Error) => void (name === type && warnings.push(message))
  process.on('warning', keep)
  onTestFinished(() => void process.off('warning', keep))
  return warnings
}
