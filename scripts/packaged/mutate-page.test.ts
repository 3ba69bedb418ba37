import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page on mutate', () => testPage('docs/mutate.md'))
