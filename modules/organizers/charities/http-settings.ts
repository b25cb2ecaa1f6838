import { generalFundOf } from '#modules/causes/campaigns/index.ts'
import type { StoredBankDetails } from '#modules/causes/organizations/index.ts'
import { shownState } from '#modules/causes/organizations/rules/bank-details.ts'
import { canReceiveDonations } from '#modules/causes/organizations/rules/verification.ts'
import { accountOf, type AccountViewer, type Viewer } from '#modules/platform/identity/index.ts'
import { required } from '#shared/collections.ts'
import type { Handlers } from '#shared/endpoint.ts'
import { authorizeForCharity } from './authorize-for-charity.ts'
import {
  decideAsMember,
  decideAsStaff,
  listForStaff,
  findStoppableDetails,
  stopDetailsByCode,
} from './bank/decide-details.ts'
import { enterBankDetails, readBankDetails } from './bank/enter-details.ts'
import type { charityBankContract } from './contract-bank.ts'
import type { charitySettingsContract } from './contract-settings.ts'
import { organizationPart } from './page/organization-view.ts'
import type { CharityPorts } from './ports.ts'
import { confirmCharityEmail, readEmailChange } from './settings/change-email.ts'
import { listCharityEntries } from './settings/list-entries.ts'
import { listOwnOrganizations } from './settings/own-organizations.ts'
import { readCharitySettings, updateSettings } from './settings/update-settings.ts'

const done = { done: true } as const

async function settingsView(app: CharityPorts, organizationId: bigint) {
  const own = await readCharitySettings(app, organizationId)
  const fund = required(await generalFundOf(app.db, organizationId), 'general fund')
  const { email, waitingEmail, waitingName, about, logoId, thanksEn, thanksAr, largeDonationFrom } = own
  return {
    ...organizationPart(own),
    email,
    waitingEmail,
    waitingName,
    about,
    logoId,
    generalFundId: fund.id.toString(),
    thanksEn,
    thanksAr,
    largeDonationFrom,
    currency: fund.currency,
    version: own.version,
  }
}

const entryView = (bankDetails: StoredBankDetails) => ({
  id: bankDetails.id,
  currency: bankDetails.currency,
  country: bankDetails.country,
  accountName: bankDetails.accountName,
  accountType: bankDetails.accountType,
  lastFour: bankDetails.lastFour,
  enteredAt: bankDetails.enteredAt,
})

async function bankView(app: CharityPorts, viewer: AccountViewer, organizationId: bigint) {
  const { charity, entries } = await readBankDetails(app, viewer, organizationId)
  const now = app.clock()
  const fund = required(await generalFundOf(app.db, charity.id), 'general fund')
  return {
    charity: {
      id: charity.id.toString(),
      name: charity.name,
      country: charity.country,
      isVerified: canReceiveDonations(charity, now),
    },
    currency: fund.currency,
    details: entries.map((entry) => ({
      ...entryView(entry),
      state: shownState(
        entry,
        entries.filter(({ currency }) => currency === entry.currency),
        now,
      ),
      activeFrom: entry.state === 'approved' ? entry.activeFrom : null,
      needsStaff: entry.needsStaff,
      isOwnEntry: entry.enteredById === viewer.accountId,
    })),
  }
}

export const charitySettingsHandlers: Handlers<
  typeof charitySettingsContract & typeof charityBankContract,
  CharityPorts,
  Viewer
> = {
  'GET /v4/users/:userId/organizations': async ({ app, viewer, input }) => ({
    organizations: await listOwnOrganizations(app, accountOf(viewer), input.userId),
  }),
  'GET /v4/organizations/:organizationId/audit': ({ app, viewer, input }) =>
    listCharityEntries(app, accountOf(viewer), {
      organizationId: BigInt(input.organizationId),
      before: input.before === undefined ? undefined : BigInt(input.before),
    }),
  'GET /v4/organizations/:organizationId/settings': async ({ app, viewer, input }) => {
    const { charity } = await authorizeForCharity(
      app,
      accountOf(viewer),
      BigInt(input.organizationId),
      'settings',
      'reading',
    )
    return settingsView(app, charity.id)
  },
  'PATCH /v4/organizations/:organizationId': async ({
    app,
    viewer,
    context,
    input: { organizationId, version, ...changes },
  }) => {
    const change = Object.fromEntries(Object.entries(changes).filter(([, value]) => value !== undefined))
    await updateSettings(app, accountOf(viewer), context, { organizationId: BigInt(organizationId), version, change })
    return settingsView(app, BigInt(organizationId))
  },
  'GET /v4/charity-emails/:code': async ({ app, input }) => {
    const { name, email } = await readEmailChange(app, input.code)
    return { name, email }
  },
  'POST /v4/charity-emails/:code': async ({ app, context, input }) => {
    await confirmCharityEmail(app, context, input.code)
    return done
  },
  'GET /v4/organizations/:organizationId/bank-details': ({ app, viewer, input }) =>
    bankView(app, accountOf(viewer), BigInt(input.organizationId)),
  'PUT /v4/organizations/:organizationId/bank-details': async ({ app, viewer, context, input }) => {
    const organizationId = BigInt(input.organizationId)
    await enterBankDetails(app, accountOf(viewer), context, { ...input, organizationId })
    return bankView(app, accountOf(viewer), organizationId)
  },
  'POST /v4/organizations/:organizationId/bank-details/:detailsId/decision': async ({
    app,
    viewer,
    context,
    input,
  }) => {
    const organizationId = BigInt(input.organizationId)
    await decideAsMember(app, accountOf(viewer), context, { ...input, organizationId })
    return bankView(app, accountOf(viewer), organizationId)
  },
  'GET /v4/bank-details-stops/:code': ({ app, input }) => findStoppableDetails(app, input.code),
  'POST /v4/bank-details-stops/:code': async ({ app, context, input }) => {
    await stopDetailsByCode(app, context, input.code)
    return done
  },
  'GET /v4/staff/bank-details': async ({ app }) => ({
    details: (await listForStaff(app)).map(({ entry, charity, legalName, score }) => ({
      ...entryView(entry),
      charity: { id: charity.id.toString(), name: charity.name, legalName, country: charity.country },
      score,
    })),
  }),
  'POST /v4/staff/bank-details/:detailsId/decision': async ({ app, viewer, context, input }) => {
    await decideAsStaff(app, accountOf(viewer), context, input)
    return done
  },
}
