import { testSteadiness } from './steadiness.js'

testSteadiness({ shuffled: 20, rough: 10 })
