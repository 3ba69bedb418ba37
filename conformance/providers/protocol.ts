// The provider of a target of which nothing is known but that it speaks the protocol of existing
// clients: no private API.

import type { Provider } from '../provider.js'

export const protocolProvider: Provider = { name: 'protocol', runs: true }
