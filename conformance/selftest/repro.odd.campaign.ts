import { faults } from '../../mocks/index.js'
import { testReproductions } from './reproductions.js'

testReproductions(
  faults.filter(({ breaks }) => breaks.length > 0).filter((_, index) => index % 2 === 1),
)
