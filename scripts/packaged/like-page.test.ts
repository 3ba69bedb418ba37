import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page on a mock like a provider', () => testPage('docs/like.md'))
