import { faults } from '../../mocks/index.js'
import { testReproductions } from './reproductions.js'

/** One of each kind: one request, several, with a Read Only token, with deliveries. */
const slice = [
  'a pipeline needs no token',
  'a transaction is only a pipeline',
  'the Read Only token may append',
  'headers named for the destination are dropped',
]

testReproductions(
  faults.filter(({ name }) => slice.includes(name)),
  1,
)
