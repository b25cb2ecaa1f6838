import { supporterPagesHandlers } from './http.ts'

/** What only the server uses of this module. */
export const supporterPagesServer = { handlers: supporterPagesHandlers }
