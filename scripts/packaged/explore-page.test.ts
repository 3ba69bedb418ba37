import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page on schedules', () => testPage('docs/explore.md'))
