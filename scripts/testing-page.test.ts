import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page on tests', () => testPage('docs/testing.md'))
