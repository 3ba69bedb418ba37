// Defines the laws of the queue interface.

import { lawsOf } from '../../core/law.js'
import type { QueueWorld } from '../fixtures/world.js'

export const law = lawsOf<QueueWorld>('queue', (world, label) => ({
  ...world,
  id: `${world.id}-${label}`,
}))
