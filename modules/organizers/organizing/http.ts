import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { money, toMajor } from '#shared/money.ts'
import { addOffline } from './offline/add-offline.ts'
import type { organizingContract } from './contract.ts'
import type { pageViewsContract } from './contract-page-views.ts'
import { dashboardOf } from './dashboard.ts'
import { confirmOffline, withdrawOffline } from './offline/decide-offline.ts'
import { exportClaims } from './export-claims.ts'
import { exportDonations, fileAnswer } from './export-donations.ts'
import { importOffline, previewImport } from './offline/import-offline.ts'
import { listClaims, markClaim } from './list-claims.ts'
import { listDonationsForOrganizer } from './list-donations.ts'
import { getSummarySubscription, unsubscribeFromSummaries } from './mails/unsubscribe.ts'
import { offlineDonations } from './offline/list-offline.ts'
import { openEmergencyDetails } from './open-emergency-details.ts'
import { readPageViews } from './page-views.ts'
import type { OrganizingPorts } from './ports.ts'
import { shareFile } from './sharing/share-file.ts'
import { thankDonor } from './thank-donor.ts'
import { offlineView } from './views.ts'

const named = <Input extends { readonly campaignId: string }>(input: Input) => ({
  ...input,
  campaignId: BigInt(input.campaignId),
})

export const pageViewsHandlers: Handlers<typeof pageViewsContract, OrganizingPorts, Viewer> = {
  'GET /v4/campaigns/:campaignId/page-views': ({ app, viewer, input }) =>
    readPageViews(app, accountOf(viewer), named(input)),
}

export const organizingHandlers: Handlers<typeof organizingContract, OrganizingPorts, Viewer> = {
  'GET /v4/campaigns/:campaignId/dashboard': ({ app, viewer, input }) =>
    dashboardOf(app, accountOf(viewer), named(input)),
  'POST /v4/campaigns/:campaignId/donations/:donationId/thanks': async ({ app, viewer, context, input }) => {
    await thankDonor(app, accountOf(viewer), context, named(input))
    return { isThanked: true as const }
  },
  'GET /v4/campaigns/:campaignId/donations': ({ app, viewer, input, context }) =>
    listDonationsForOrganizer(app, accountOf(viewer), named(input), context.locale),
  'POST /v4/campaigns/:campaignId/donations/export': async ({ app, viewer, context, input }) =>
    fileAnswer(await exportDonations(app, accountOf(viewer), context, BigInt(input.campaignId))),
  'GET /v4/campaigns/:campaignId/claims': ({ app, viewer, input }) => listClaims(app, accountOf(viewer), named(input)),
  'POST /v4/campaigns/:campaignId/claims/:donationId/fulfilment': async ({ app, viewer, input }) => {
    await markClaim(app, accountOf(viewer), named(input))
    return { isSent: input.isSent }
  },
  'POST /v4/campaigns/:campaignId/claims/:donationId/emergency': async ({ app, viewer, context, input }) => {
    const { emergencyContact, medicalInformation } = await openEmergencyDetails(
      app,
      accountOf(viewer),
      context,
      named(input),
    )
    return {
      emergencyContact: emergencyContact
        ? { ...emergencyContact, relationship: emergencyContact.relationship ?? '' }
        : null,
      medicalInformation: medicalInformation ?? null,
    }
  },
  'POST /v4/campaigns/:campaignId/claims/export': async ({ app, viewer, context, input }) =>
    fileAnswer(await exportClaims(app, accountOf(viewer), context, named(input))),
  'POST /api/projectadmin/offlineDonation': async ({ app, viewer, context, input }) => {
    const { id, anonymous, ...draft } = input
    const account = accountOf(viewer)
    const row = await addOffline(app, account, context, {
      campaignId: BigInt(id),
      draft: { ...draft, isAnonymous: anonymous },
    })
    return { ...offlineView(row, account.accountId), amount: toMajor(money(row.amount, row.currency)) }
  },
  'GET /v4/campaigns/:campaignId/offline': ({ app, viewer, input }) =>
    offlineDonations(app, accountOf(viewer), named(input)),
  'POST /v4/campaigns/:campaignId/offline/preview': ({ app, viewer, input }) =>
    previewImport(app, accountOf(viewer), named(input)),
  'POST /v4/campaigns/:campaignId/offline/import': ({ app, viewer, context, input }) =>
    importOffline(app, accountOf(viewer), context, named(input)),
  'POST /v4/campaigns/:campaignId/offline/confirm': async ({ app, viewer, context, input }) => ({
    confirmed: await confirmOffline(app, accountOf(viewer), context, named(input)),
  }),
  'POST /v4/campaigns/:campaignId/offline/:offlineId/withdraw': async ({ app, viewer, context, input }) => {
    await withdrawOffline(app, accountOf(viewer), context, named(input))
    return { state: 'withdrawn' as const }
  },
  'GET /v4/campaigns/:campaignId/share/:file': ({ app, viewer, context, input }) =>
    shareFile(app, accountOf(viewer), context, named(input)),
  'GET /v4/unsubscribe/summaries/:token': ({ app, input }) => getSummarySubscription(app, input.token),
  'POST /v4/unsubscribe/summaries/:token': ({ app, input }) => unsubscribeFromSummaries(app, input.token),
}
