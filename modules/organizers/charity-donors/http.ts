import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import { fileAnswer } from '#modules/organizers/organizing/index.ts'
import type { Handlers } from '#shared/endpoint.ts'
import type { charityDonationsContract } from './contract.ts'
import type { charityDonorsContract } from './contract-donors.ts'
import type { charityFiltersContract } from './contract-filters.ts'
import type { charityMailsContract } from './contract-mails.ts'
import type { charityMergesContract } from './contract-merges.ts'
import { exportCharityDonations } from './donations/export-donations.ts'
import { listCharityDonations } from './donations/list-donations.ts'
import { resendCharityReceipts, thankDonors } from './donations/write-to-donors.ts'
import { addNote, addTag, removeNote, removeTag } from './donors/donor-records.ts'
import { exportCharityDonors } from './donors/export-donors.ts'
import { listCharityDonors } from './donors/list-donors.ts'
import { decideMerge, listMergeProposals, undoMerge } from './donors/merge-donors.ts'
import { readCharityDonor } from './donors/read-donor.ts'
import { removeFilter, saveFilter } from './filters/save-filter.ts'
import { countLetterRecipients, readLetters, requestLetter } from './mails/letters.ts'
import { readThankYouTexts, saveThankYouTexts } from './mails/thank-you-texts.ts'
import { getCharityMailSubscription, unsubscribeFromCharity } from './mails/unsubscribe.ts'
import { cancelCharityPlan } from './plans/cancel-plan.ts'
import { listCharityPlans } from './plans/list-plans.ts'
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

const done = { done: true } as const

export const charityDonorsHandlers: Handlers<typeof charityDonorsContract, CharityDonorPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/donors': ({ app, viewer, input }) =>
    listCharityDonors(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/donors/export': async ({ app, viewer, context, input }) =>
    fileAnswer(await exportCharityDonors(app, accountOf(viewer), context, named(input))),
  'GET /v4/organizations/:organizationId/donors/:donationId': ({ app, viewer, input }) =>
    readCharityDonor(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/donors/:donationId/notes': async ({ app, viewer, context, input }) => {
    await addNote(app, accountOf(viewer), context, named(input))
    return done
  },
  'DELETE /v4/organizations/:organizationId/donors/:donationId/notes/:noteId': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    await removeNote(app, accountOf(viewer), context, named(input))
    return done
  },
  'POST /v4/organizations/:organizationId/donors/:donationId/tags': async ({ app, viewer, context, input }) => {
    await addTag(app, accountOf(viewer), context, named(input))
    return done
  },
  'DELETE /v4/organizations/:organizationId/donors/:donationId/tags': async ({ app, viewer, context, input }) => {
    await removeTag(app, accountOf(viewer), context, named(input))
    return done
  },
  'GET /v4/organizations/:organizationId/donor-plans': ({ app, viewer, input }) =>
    listCharityPlans(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/donor-plans/:planId/cancellation': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    await cancelCharityPlan(app, accountOf(viewer), context, named(input))
    return done
  },
}

export const charityMergesHandlers: Handlers<typeof charityMergesContract, CharityDonorPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/donor-merges': ({ app, viewer, input }) =>
    listMergeProposals(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/donor-merges': async ({ app, viewer, context, input }) => {
    await decideMerge(app, accountOf(viewer), context, named(input))
    return done
  },
  'DELETE /v4/organizations/:organizationId/donor-merges/:mergeId': async ({ app, viewer, context, input }) => {
    await undoMerge(app, accountOf(viewer), context, named(input))
    return done
  },
}

export const charityMailsHandlers: Handlers<typeof charityMailsContract, CharityDonorPorts, Viewer> = {
  'GET /v4/organizations/:organizationId/thank-you-texts': ({ app, viewer, input }) =>
    readThankYouTexts(app, accountOf(viewer), BigInt(input.organizationId)),
  'PUT /v4/organizations/:organizationId/thank-you-texts': async ({ app, viewer, context, input }) => {
    await saveThankYouTexts(app, accountOf(viewer), context, named(input))
    return done
  },
  'GET /v4/organizations/:organizationId/letters': ({ app, viewer, input }) =>
    readLetters(app, accountOf(viewer), BigInt(input.organizationId)),
  'POST /v4/organizations/:organizationId/letters/recipients': ({ app, viewer, input }) =>
    countLetterRecipients(app, accountOf(viewer), named(input)),
  'POST /v4/organizations/:organizationId/letters': async ({ app, viewer, context, input }) => {
    await requestLetter(app, accountOf(viewer), context, named(input))
    return done
  },
  'GET /v4/unsubscribe/charity/:token': ({ app, input }) => getCharityMailSubscription(app, input.token),
  'POST /v4/unsubscribe/charity/:token': ({ app, input }) => unsubscribeFromCharity(app, input.token),
}

export const charityFiltersHandlers: Handlers<typeof charityFiltersContract, CharityDonorPorts, Viewer> = {
  'POST /v4/organizations/:organizationId/saved-filters': async ({ app, viewer, input }) => {
    await saveFilter(app, accountOf(viewer), named(input))
    return done
  },
  'DELETE /v4/organizations/:organizationId/saved-filters/:filterId': async ({ app, viewer, input }) => {
    await removeFilter(app, accountOf(viewer), named(input))
    return done
  },
}
