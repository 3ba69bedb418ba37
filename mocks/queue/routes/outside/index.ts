// Which operations outside the document are answered.

import { outsideRoutes } from './route.js'

export const outside = outsideRoutes({})
