import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { fileAnswer } from '#modules/organizers/organizing/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { charityDonationsContract } from './contract.ts'
import { exportCharityDonations } from './donations/export-donations.ts'
import { listCharityDonations } from './donations/list-donations.ts'
import { resendCharityReceipts, thankDonors } from './donations/write-to-donors.ts'
import type { CharityDonorPorts } from './ports.ts'

/** Returns the input with the charity's id as a number. */
const named = <Input extends { readonly organizationId: string }>(input: Input) => ({
  ...input,
  organizationId: BigInt(input.organizationId),
})

export const charityDonationsHandlers: Handlers<typeof charityDonationsContract, CharityDonorPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/donations': ({ app, viewer, input }) =>
    listCharityDonations(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/donations/export': async ({ app, viewer, context, input }) =>
    fileAnswer(await exportCharityDonations(app, accountOf(viewer), context, named(input))),
  'POST /v4/organizations/:organizationId/donations/thanks': ({ app, viewer, context, input }) =>
    thankDonors(app, accountOf(viewer), context, named(input)),
  'POST /v4/organizations/:organizationId/donations/receipts': ({ app, viewer, context, input }) =>
    resendCharityReceipts(app, accountOf(viewer), context, named(input)),
}
