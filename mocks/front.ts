// The port of a server and of its isolated spaces. The token of a request chooses among them.

import { isControl, type ControlRoutes } from './control.js'
import { json, type Handler, type Request } from './http/message.js'

/** The maximum number of isolated spaces of a mock at one time. */
export const MOST_SPACES = 100

/** A server behind a port. */
export interface Doors {
  /** Returns the token of a request, or undefined if the request has none. */
  readonly tokenOf: (head: Request) => string | undefined
  /** Returns true if the request is for this server: by its token, or by a URL without a token. */
  readonly owns: (head: Request) => boolean
  /** Responds to requests of sockets. */
  readonly served: Handler
  /** Responds to requests without a socket, which come from no web page. */
  readonly direct: Handler
}

/** The part of a space that the console shows. */
export interface ShownSpace {
  /** The current token. */
  readonly token: string
  /** The name of the query parameter with the token. */
  readonly tokenKey: string
}

/** An isolated space behind a port. */
export interface Space extends Doors {
  readonly shown: () => ShownSpace
  /** Ends the space like `drain` of a mock. */
  readonly drain: (grace: number) => Promise<void>
}

export interface Front {
  readonly url: string
  /** The spaces with their numbers, from 1 in the order of their starts. */
  readonly spaces: ReadonlyMap<Space, number>
  /** Returns the server or the space that owns a request. */
  readonly ownerOf: (request: Request) => Doors | undefined
  /** Adds a space. Returns a function that removes it. Throws a RangeError if there are too many. */
  readonly add: (space: Space) => () => void
}

/**
 * Returns a front of a server, whose URL is set when it listens. Control routes take the tokens of all
 * `fronts` of a mock.
 */
export function createFront(
  own: Doors,
  fronts: readonly Front[],
): Front & Pick<Doors, 'served' | 'direct'> & { url: string } {
  const spaces = new Map<Space, number>()
  let started = 0

  const ownerOf = (request: Request): Doors | undefined =>
    own.owns(request) ? own : [...spaces.keys()].find((space) => space.owns(request))

  const choosing =
    (door: 'served' | 'direct'): Handler =>
    (request) => {
      const owner = started === 0 ? own : ownerOf(request)
      if (owner !== undefined) return owner[door](request)
      if (!isControl(request) || own.tokenOf(request) === undefined) return own[door](request)
      const other = fronts.map((front) => front.ownerOf(request)).find((each) => each !== undefined)
      // A test must not change the mock with the token of a space that has ended.
      return other?.[door](request) ?? json(401, { error: NO_SPACE })
    }

  return {
    url: '',
    spaces,
    ownerOf,
    add(space) {
      if (spaces.size >= MOST_SPACES)
        throw new RangeError(
          `isolate: ${MOST_SPACES} isolated spaces are open, which is the limit: close each space at the end of its test`,
        )
      spaces.set(space, ++started)
      return () => spaces.delete(space)
    },
    served: choosing('served'),
    direct: choosing('direct'),
  }
}

/**
 * Returns the route of the console for the spaces of a port: their numbers, which stay the same, and
 * their tokens.
 */
export const spaceControls = (front: () => Pick<Front, 'spaces'>): ControlRoutes => ({
  'GET /console/spaces': () => ({
    spaces: Array.from(front().spaces, ([{ shown }, number]) => ({ number, ...shown() })),
  }),
})

const NO_SPACE =
  'no isolated space has this token: it has ended, or its password was reset. ' +
  'Send no token for the mock itself'
