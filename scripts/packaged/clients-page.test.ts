import { describe } from 'vitest'
import { testPage } from './page-testing.js'

describe('the page for existing clients', () => testPage('docs/clients.md'))
