// An interface of the contract as the core sees it. It knows none by itself: each registers what is its
// own (kv/interface.ts, queue/interface.ts), and interfaces.ts lists them.

import type { Interface as InterfaceName } from '#generated/rules.js'
import type { Abilities, Ability, Provider } from '../provider/provider.js'
import type { Sink, SinkOptions } from '../sink/sink.js'
import type { RequestSpec } from '../wire/target.js'
import type { Endpoint } from './options.js'
import type { Wire } from '../wire/line.js'
import type { Entered, Scenario, World } from './scenario.js'
import type { Time } from './time.js'

export interface Interface {
  readonly name: InterfaceName
  /** In the order of its document. */
  readonly scenarios: readonly Scenario[]
  /** A request that any token of full privilege is allowed. */
  readonly probe: RequestSpec
  /** True for a status of the probe's answer by which the service behind the URL is not well. */
  readonly isDown: (status: number) => boolean
  /** Opens what the scenarios of a run share, beside the target. */
  open(run: Opening): Promise<OpenInterface> | OpenInterface
}

/** The interfaces by their names, in the order of the contract. */
export type Interfaces = Readonly<Record<InterfaceName, Interface>>

/** A run that begins. */
export interface Opening {
  readonly endpoint: Endpoint
  readonly provider: Provider
  readonly sink: SinkOptions | undefined
  /** Keeps a token out of every report, under the name of a variable. */
  readonly secret: (variable: string, token: string) => void
}

/** An interface during a run: it makes a world for each scenario of its own. */
export interface OpenInterface {
  /** The world of one scenario. */
  enter(base: World, wire: Wire, scenario: Scenario, time: Time): Entered<World>
  /** The token that opens the target now, where a scenario may have changed it. */
  readonly token?: () => string
  /** Abilities as its scenarios get them, in place of the provider's. */
  readonly abilities?: Abilities
  /** Takes back what a scenario with these needs may have arranged for everybody. */
  restore?(needs: readonly Ability[]): Promise<void>
  /** The server that receives the target's deliveries. */
  readonly sink?: Sink
}
