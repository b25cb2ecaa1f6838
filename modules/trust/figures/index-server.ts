import { computeFigures } from './compute-figures.ts'
import { figuresHandlers } from './http.ts'

export type { TrustPorts } from './ports.ts'

/** The parts of this module that only the server uses. */
export const figuresServer = {
  handlers: figuresHandlers,
  jobs: { computeFigures },
}
