import { scenarios } from '../index.js'
import { testAwake } from './null-servers.js'

testAwake(scenarios)
