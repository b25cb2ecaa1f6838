import { supporterPagesHandlers } from './http.ts'

/** Exports for `server/` only. */
export const supporterPagesServer = { handlers: supporterPagesHandlers }
