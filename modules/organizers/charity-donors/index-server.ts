import { charityDonationsHandlers, charityDonorsHandlers } from './http.ts'

/** Exports for `server/` only. */
export const charityDonorsServer = { handlers: { ...charityDonationsHandlers, ...charityDonorsHandlers } }
