import {
  countDonorsOfCharity,
  generalFundOf,
  publicCampaignsOf,
  totalsOfCharity,
} from '#modules/causes/campaigns/index.ts'
import { isOpen } from '#modules/causes/campaigns/rules/open.ts'
import { campaignPictureOf } from '#modules/causes/campaigns/rules/category.ts'
import { findPublicOrganization, type PublicOrganization, latestRequest } from '#modules/causes/organizations/index.ts'
import { listReports } from '../queries/reports.ts'
import { checkLines } from '#modules/causes/organizations/rules/registration.ts'
import { canReceiveDonations, verificationStateAt } from '#modules/causes/organizations/rules/verification.ts'
import { sumPublicTotals } from '#modules/faith/zakat/index.ts'
import { localDateIn } from '#shared/calendar.ts'
import { required } from '#shared/collections.ts'
import type { Ports } from '#shared/ports.ts'
import { Problem } from '#shared/problem.ts'
import type { CharityPageView } from '../contract-page.ts'
import { organizationPart } from './organization-view.ts'

/** Maximum of distributions on the page; the totals include all. */
const distributionsShown = 10

/** Returns a public charity; throws 404 for any other (content-27). */
export async function publicCharity(ports: Pick<Ports, 'db'>, subdomain: string): Promise<PublicOrganization> {
  const charity = await findPublicOrganization(ports.db, subdomain)
  if (!charity) throw new Problem('not-found', 'charity-not-found')
  return charity
}

/** Returns the public page of a charity: what was verified and when, totals, zakat and reports (content-27). */
export async function readCharityPage(ports: Ports, subdomain: string): Promise<CharityPageView> {
  const { db } = ports
  const now = ports.clock()
  const charity = await publicCharity(ports, subdomain)
  const [fund, totals, donorCount, reports, request, campaignIds] = await Promise.all([
    generalFundOf(db, charity.id),
    totalsOfCharity(db, charity.id),
    countDonorsOfCharity(db, charity.id),
    listReports(db, charity.id),
    latestRequest(db, charity.id, 'verified'),
    publicCampaignsOf(db, charity.id),
  ])
  const zakat = await sumPublicTotals(db, campaignIds)
  const generalFund = required(fund, 'general fund')
  const checks = request?.checks ?? {}
  return {
    ...organizationPart(charity),
    about: charity.about,
    country: charity.country,
    generalFund: {
      campaignId: generalFund.id.toString(),
      slug: generalFund.slug,
      currency: generalFund.currency,
      status: generalFund.status,
      open: isOpen(generalFund, now) && canReceiveDonations(charity, now),
      endsAt: generalFund.endsAt,
      imageUrl: campaignPictureOf(generalFund),
      language: generalFund.language,
    },
    verification: {
      state: verificationStateAt(charity, now),
      checkedOn: localDateIn(charity.timeZone, charity.verifiedAt ?? now),
      until: charity.verifiedUntil && localDateIn(charity.timeZone, charity.verifiedUntil),
      register: charity.register,
      number: charity.registrationNumber,
      registration: charity.registration,
      checks: checkLines.filter((line) => checks[line] === 'yes'),
      reviewers: charity.reviewers,
      isOwn: charity.isOwn,
    },
    totals,
    donorCount,
    zakat: zakat.totals.filter(({ received }) => received > 0n),
    distributions: zakat.reports
      .slice(0, distributionsShown)
      .map(({ currency, amount, distributedOn, country, category, people, description }) => ({
        currency,
        amount,
        distributedOn,
        country,
        category,
        people,
        description,
      })),
    reports,
  }
}
