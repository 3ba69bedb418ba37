import { testSteadiness } from './steady.js'

testSteadiness({ shuffled: 20, rough: 10 })
