import { expect, test } from 'vitest'
import { startMock } from './start.js'

const id = 'queue.publish.status/accepted-publish'
