import { faults } from '../../mocks/index.js'
import { testReproductions } from './reproductions.js'

// Half of them: the other half is judged beside it.
testReproductions(
  faults.filter(({ breaks }) => breaks.length > 0).filter((_, index) => index % 2 === 0),
)
