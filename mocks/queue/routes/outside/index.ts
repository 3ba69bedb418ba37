// Which operations outside the document are answered.

import { groups } from './groups.js'

export const outside = { ...groups }
