export { judgeKv, outcomes } from './judge.js'
export { faults } from '../../mocks/faults/index.js'
export { scenarios } from '../index.js'
export * as mutants from './mutants.js'
