import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page of recipes', () => testPage('docs/recipes.md'))
