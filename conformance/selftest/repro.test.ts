import { faults } from '../../mocks/index.js'
import { testReproductions } from './reproductions.js'

/**
 * One fault for each kind of reproduction: one request, several requests, a Read Only token,
 * deliveries.
 */
const slice = [
  'pipeline-needs-no-token',
  'transaction-is-pipeline',
  'read-only-allows-append',
  'forward-headers-dropped',
]

testReproductions(
  faults.filter(({ id }) => slice.includes(id)),
  1,
)
