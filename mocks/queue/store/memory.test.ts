import { createMemoryStore } from './memory.js'
import { storeContract } from './contract.js'

storeContract('memory', async () => createMemoryStore())
