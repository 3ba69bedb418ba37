import { faults } from '../../mocks/index.js'
import { testReproductions } from './reproductions.js'

/** One of each kind: one request, several, with a Read Only token, with deliveries. */
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
