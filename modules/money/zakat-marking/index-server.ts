import { zakatMarkingHandlers } from './http.ts'

export type { MarkedAsZakat } from './mark-as-zakat.ts'

/** The parts of this module that only the server uses. */
export const zakatMarkingServer = {
  handlers: zakatMarkingHandlers,
}
