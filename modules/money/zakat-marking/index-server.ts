import { zakatMarkingHandlers } from './http.ts'

export type { MarkedAsZakat } from './mark-as-zakat.ts'

/** What only the server uses of this module. */
export const zakatMarkingServer = {
  handlers: zakatMarkingHandlers,
}
