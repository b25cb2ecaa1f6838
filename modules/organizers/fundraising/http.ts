import { accountOf, type Viewer } from '#modules/platform/identity/index.ts'
import type { StaffOrganization } from '#modules/causes/organizations/index.ts'
import { type CharityVerification, verificationStateAt } from '#modules/causes/organizations/rules/verification.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { required } from '#shared/collections.ts'
import type { Fault } from '#shared/problem.ts'
import type { Locale } from '#shared/text.ts'
import { faultText } from '#shared/texts/catalogue.ts'
import { addCharity, inviteOwner, listCharitiesForStaff, readCharity } from './charities.ts'
import { changeCharity } from './charities/change-charity.ts'
import { changeState, checkRequirements } from './change-state.ts'
import type { fundraisingContract } from './contract.ts'
import { createFundraiser } from './create-fundraiser.ts'
import { duplicateFundraiser } from './duplicate-fundraiser.ts'
import { openDraft, saveDraft } from './edit-draft.ts'
import { ownLevels, reorderLevels, saveLevel, deleteLevel } from './edit-levels.ts'
import {
  changeMemberRole,
  inviteMember,
  leaveCharity,
  readMembers,
  withdrawMemberInvitation,
} from './team/edit-members.ts'
import { changeTeam, inviteToTeam, leaveTeam, readTeam, withdrawInvitation } from './team/edit-team.ts'
import { acceptInvitation, previewInvitation } from './team/join.ts'
import { charitiesToChoose, ownFundraisers } from './own-fundraisers.ts'
import type { FundraisingPorts } from './ports.ts'
import { publishDraft } from './publish-draft.ts'
import { correctNews, readNews, ownNews, publishNews, removeNews } from './news/publish-news.ts'
import { stopOwnershipChange } from './ownership/end-change.ts'
import { changeView, controlView } from './ownership/views.ts'
import { previewUnsubscribe, unsubscribe } from './news/unsubscribe.ts'
import { setVerification } from './set-verification.ts'
import type { Proposal } from './rules/charity.ts'
import { draftView, invitationView, levelsView, newsView } from './views.ts'

const done = { done: true } as const
const verificationView = (verification: CharityVerification, now: Date) => ({
  verification: verificationStateAt(verification, now),
  verifiedUntil: verification.verifiedUntil,
})
const setVerificationView = (input: CharityVerification & { proposal: Proposal | null }, now: Date) => ({
  ...verificationView(input, now),
  proposal: input.proposal,
})
const charityView = (staffOrganization: StaffOrganization, now: Date) => ({
  id: String(staffOrganization.id),
  slug: staffOrganization.slug,
  name: staffOrganization.name,
  nameAr: staffOrganization.nameAr,
  about: staffOrganization.about,
  country: staffOrganization.country,
  timeZone: staffOrganization.timeZone,
  website: staffOrganization.website,
  email: staffOrganization.email,
  postalAddress: staffOrganization.postalAddress,
  registration: staffOrganization.registration,
  receiptRegime: staffOrganization.receiptRegime,
  signatory: staffOrganization.signatory,
  ...verificationView(staffOrganization, now),
})

/** Returns the missing requirements with field and message. */
const sentencesOf = (missing: Readonly<Record<string, Fault>>, locale: Locale) =>
  Object.entries(missing).map(([field, { code, params }]) => ({
    field,
    code,
    message: required(faultText({ code, params }, locale)),
  }))

export const fundraisingHandlers: Handlers<typeof fundraisingContract, FundraisingPorts, Viewer> = {
  'GET /v4/staff/charities': async ({ app }) => ({
    charities: (await listCharitiesForStaff(app)).map(
      ({ id, verificationState, verifiedUntil, owners, ...charity }) => ({
        ...charity,
        id: String(id),
        ...verificationView({ verificationState, verifiedUntil }, app.clock()),
        owners: Number(owners),
      }),
    ),
  }),
  'GET /v4/staff/charities/:organizationId': async ({ app, input }) => {
    const { charity, owners, invitations, proposal, closing } = await readCharity(app, BigInt(input.organizationId))
    return {
      charity: charityView(charity, app.clock()),
      proposal,
      closing: {
        requestedAt: closing.requestedAt,
        closedAt: closing.closedAt,
        balances: [...closing.balances],
      },
      owners: owners.map(({ name, email }) => ({ name, email })),
      invitations: invitations.map(({ email, expiresAt }) => ({ email, expiresAt })),
    }
  },
  'POST /v4/staff/charities': async ({ app, viewer, context, input }) => {
    const { id, slug } = await addCharity(app, accountOf(viewer), context, input)
    return { id: String(id), slug }
  },
  'PUT /v4/staff/charities/:organizationId': async ({ app, viewer, context, input }) => {
    await changeCharity(app, accountOf(viewer), context, { ...input, organizationId: BigInt(input.organizationId) })
    return done
  },
  'PUT /v4/staff/charities/:organizationId/verification': async ({ app, viewer, context, input }) =>
    setVerificationView(
      await setVerification(app, accountOf(viewer), context, {
        ...input,
        organizationId: BigInt(input.organizationId),
      }),
      app.clock(),
    ),
  'POST /v4/staff/charities/:organizationId/owners': async ({ app, viewer, context, input }) => {
    await inviteOwner(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      email: input.email,
    })
    return done
  },
  'GET /v4/fundraisers/own': ({ app, viewer }) => ownFundraisers(app, accountOf(viewer)),
  'GET /v4/fundraisers/charities': async ({ app, viewer }) => ({
    charities: await charitiesToChoose(app, accountOf(viewer)),
  }),
  'POST /v4/fundraisers': async ({ app, viewer, context, input }) => {
    const { id, slug } = await createFundraiser(app, accountOf(viewer), context, input)
    return { id: id.toString(), slug }
  },
  'POST /v4/campaigns/:campaignId/duplicate': async ({ app, viewer, context, input }) => {
    const { id, slug } = await duplicateFundraiser(app, accountOf(viewer), context, BigInt(input.campaignId))
    return { id: id.toString(), slug }
  },
  'GET /v4/campaigns/:campaignId/draft': async ({ app, viewer, input }) =>
    draftView(await openDraft(app, viewer, BigInt(input.campaignId))),
  'PATCH /v4/campaigns/:campaignId/draft': async ({ app, viewer, input: { campaignId, version, ...content } }) =>
    draftView(
      await saveDraft(app, accountOf(viewer), {
        campaignId: BigInt(campaignId),
        version,
        content: definedFields(content),
      }),
    ),
  'POST /v4/campaigns/:campaignId/draft/publish': async ({ app, viewer, context, input }) =>
    draftView(
      await publishDraft(app, accountOf(viewer), context, {
        campaignId: BigInt(input.campaignId),
        version: input.version,
      }),
    ),
  'POST /api/projectadmin/requirementsCheck': async ({ app, viewer, input, context }) => {
    const found = await checkRequirements(app, accountOf(viewer), BigInt(input.id))
    const missing = sentencesOf(found.missing, context.locale)
    const forPayout = sentencesOf(found.missingForPayout, context.locale)
    return {
      id: input.id,
      state: found.state,
      ready: missing.length === 0,
      missing,
      payout: { ready: forPayout.length === 0, missing: forPayout },
    }
  },
  'POST /api/projectadmin/changeProjectState': async ({ app, viewer, context, input }) => {
    const { state } = await changeState(app, accountOf(viewer), context, {
      campaignId: BigInt(input.id),
      state: input.state,
      reason: input.reason,
    })
    return { id: input.id, state }
  },
  'GET /v4/campaigns/:campaignId/levels': async ({ app, viewer, input }) =>
    levelsView(await ownLevels(app, viewer, BigInt(input.campaignId))),
  'POST /v4/campaigns/:campaignId/levels': async ({ app, viewer, context, input: { campaignId, ...form } }) =>
    levelsView(
      await saveLevel(app, viewer, {
        campaignId: BigInt(campaignId),
        levelId: undefined,
        key: context.idempotencyKey,
        form,
      }),
    ),
  'PATCH /v4/campaigns/:campaignId/levels/:levelId': async ({
    app,
    viewer,
    input: { campaignId, levelId, version, ...form },
  }) =>
    levelsView(
      await saveLevel(app, viewer, { campaignId: BigInt(campaignId), levelId: BigInt(levelId), version, form }),
    ),
  'DELETE /v4/campaigns/:campaignId/levels/:levelId': async ({ app, viewer, input }) =>
    levelsView(
      await deleteLevel(app, viewer, { campaignId: BigInt(input.campaignId), levelId: BigInt(input.levelId) }),
    ),
  'POST /v4/campaigns/:campaignId/levels/order': async ({ app, viewer, input }) =>
    levelsView(await reorderLevels(app, viewer, { campaignId: BigInt(input.campaignId), ids: input.ids.map(BigInt) })),
  'GET /v4/campaigns/:campaignId/news': async ({ app, viewer, input }) => {
    const { news, next } = await ownNews(app, viewer, { ...input, campaignId: BigInt(input.campaignId) })
    return { news: news.map((one) => ({ ...newsView(one.news), mailed: one.mailed })), next }
  },
  'POST /v4/campaigns/:campaignId/news': async ({ app, viewer, context, input }) =>
    newsView(
      await publishNews(app, accountOf(viewer), context, {
        ...input,
        campaignId: BigInt(input.campaignId),
        key: context.idempotencyKey,
      }),
    ),
  'GET /v4/campaigns/:campaignId/news/:newsId': async ({ app, viewer, input }) =>
    newsView(await readNews(app, viewer, { campaignId: BigInt(input.campaignId), newsId: input.newsId })),
  'PATCH /v4/campaigns/:campaignId/news/:newsId': async ({ app, viewer, input }) =>
    newsView(await correctNews(app, accountOf(viewer), { ...input, campaignId: BigInt(input.campaignId) })),
  'DELETE /v4/campaigns/:campaignId/news/:newsId': async ({ app, viewer, context, input }) => {
    await removeNews(app, accountOf(viewer), context, { ...input, campaignId: BigInt(input.campaignId) })
    return done
  },
  'GET /v4/unsubscribe/:token': ({ app, input }) => previewUnsubscribe(app, input.token),
  'POST /v4/unsubscribe/:token': ({ app, input }) => unsubscribe(app, input.token),
  'GET /v4/campaigns/:campaignId/team': async ({ app, viewer, input }) => {
    const { people, invitations, canChange, ownId } = await readTeam(app, accountOf(viewer), BigInt(input.campaignId))
    const members = people.map(({ accountId, name, email, role, publicName, publicRole }) => ({
      accountId,
      name,
      email,
      role,
      publicName,
      publicRole,
    }))
    return { canChange, ownId, members, invitations: invitations.map(invitationView) }
  },
  'POST /v4/campaigns/:campaignId/team/invitations': async ({
    app,
    viewer,
    context,
    input: { campaignId, ...request },
  }) => {
    await inviteToTeam(app, accountOf(viewer), context, { campaignId: BigInt(campaignId), asked: request })
    return done
  },
  'DELETE /v4/campaigns/:campaignId/team/invitations/:invitationId': async ({ app, viewer, input }) => {
    await withdrawInvitation(app, accountOf(viewer), { ...input, campaignId: BigInt(input.campaignId) })
    return done
  },
  'PATCH /v4/campaigns/:campaignId/team/:accountId': async ({ app, viewer, context, input }) => {
    await changeTeam(app, accountOf(viewer), context, { ...input, campaignId: BigInt(input.campaignId) })
    return done
  },
  'DELETE /v4/campaigns/:campaignId/team/:accountId': async ({ app, viewer, context, input }) => {
    await leaveTeam(app, accountOf(viewer), context, { ...input, campaignId: BigInt(input.campaignId) })
    return done
  },
  'GET /v4/organizations/:organizationId/members': async ({ app, viewer, input }) => {
    const { charity, roles, people, invitations, ownId, change } = await readMembers(
      app,
      accountOf(viewer),
      BigInt(input.organizationId),
    )
    const members = people.map(({ accountId, name, email, role }) => ({ accountId, name, email, role }))
    return {
      charity: { id: charity.id.toString(), name: charity.name },
      ownId,
      roles: [...roles],
      members,
      invitations: invitations.map(invitationView),
      change: change ? changeView(change) : null,
    }
  },
  'POST /v4/organizations/:organizationId/members/invitations': async ({ app, viewer, context, input }) => {
    await inviteMember(app, accountOf(viewer), context, { ...input, organizationId: BigInt(input.organizationId) })
    return done
  },
  'DELETE /v4/organizations/:organizationId/members/invitations/:invitationId': async ({ app, viewer, input }) => {
    await withdrawMemberInvitation(app, accountOf(viewer), { ...input, organizationId: BigInt(input.organizationId) })
    return done
  },
  'PATCH /v4/organizations/:organizationId/members/:accountId': async ({ app, viewer, context, input }) => {
    const member = { ...input, organizationId: BigInt(input.organizationId) }
    return controlView(await changeMemberRole(app, accountOf(viewer), context, member))
  },
  'DELETE /v4/organizations/:organizationId/members/:accountId': async ({ app, viewer, context, input }) => {
    const member = { ...input, organizationId: BigInt(input.organizationId) }
    return controlView(await leaveCharity(app, accountOf(viewer), context, member))
  },
  'POST /v4/organizations/:organizationId/ownership-changes/:changeId/stop': async ({
    app,
    viewer,
    context,
    input,
  }) => ({
    state: await stopOwnershipChange(app, accountOf(viewer), context, {
      organizationId: BigInt(input.organizationId),
      changeId: input.changeId,
    }),
  }),
  'POST /v4/invitations/look': ({ app, viewer, input }) => previewInvitation(app, viewer, input.code),
  'POST /v4/invitations/accept': ({ app, viewer, context, input }) =>
    acceptInvitation(app, accountOf(viewer), context, input.code),
}

/** Returns only the fields that were sent; missing fields don't change. */
const definedFields = <T extends object>(content: T) =>
  Object.fromEntries(Object.entries(content).filter(([, value]) => value !== undefined)) as {
    [K in keyof T]?: Exclude<T[K], undefined>
  }
