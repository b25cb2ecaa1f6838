import { keepChecks } from './queries.ts'

/** What only the server uses of this module. */
export const ledgerServer = {
  keepChecks,
}
