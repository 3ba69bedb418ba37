export * as matrix from './matrix/matrix.js'
export { scenarios } from '../index.js'
