import { faults } from '../../mocks/index.js'
import { ownPart } from './part.js'
import { testReproductions } from './reproductions.js'

testReproductions(ownPart(faults.filter(({ breaks }) => breaks.length > 0)))
